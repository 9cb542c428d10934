//! Oracles that tell which assumptions are worth the chains of `human`.

use super::bit_set::BitSet;
use super::reachability::Reachability;
use super::simple::LinkGraph;
use grid::{Cell, CellSet, Digit, House};
use human::{ChainPruner, Node, Position};

/// The oracle of static chains. The rows of the simple chains are complete and have all
/// consequences.
pub(super) struct StaticPruner<'a, const W: usize> {
    linked: &'a LinkGraph<W>,
    /// By candidate, for those that were needed: the number of nodes of the shortest way to each
    /// candidate on, and to each candidate off.
    ways: Vec<Option<[Box<[u16]>; 2]>>,
}

impl<'a, const W: usize> StaticPruner<'a, W> {
    pub fn new(linked: &'a LinkGraph<W>) -> Self {
        Self { linked, ways: vec![None; linked.graph.len()] }
    }

    fn ways(&mut self, start: usize) {
        let graph = &self.linked.graph;
        self.ways[start].get_or_insert_with(|| {
            let mut ways = [0, 1].map(|_| vec![0; graph.len()].into_boxed_slice());
            let (mut on, mut off, mut fresh) =
                (BitSet::from_item(start), BitSet::EMPTY, BitSet::from_item(start));
            let mut nodes = 1;
            while !fresh.is_empty() {
                fresh.for_each(|x| ways[0][x] = nodes);
                let (mut out, mut next) = (BitSet::<W>::EMPTY, BitSet::EMPTY);
                fresh.for_each(|x| {
                    out.add(&graph.weak[x]);
                    next.add(&graph.after[x]);
                });
                out.minus(&off).for_each(|x| ways[1][x] = nodes + 1);
                off.add(&out);
                fresh = next.minus(&on);
                on.add(&fresh);
                nodes += 2;
            }
            ways
        });
    }
}

impl<const W: usize> ChainPruner for StaticPruner<'_, W> {
    fn can_contradict(&mut self, _: Node) -> bool {
        false
    }

    fn can_agree(&mut self, cases: &[Node], wanted: impl Fn(usize) -> bool) -> bool {
        let LinkGraph { graph, rows: Reachability { on, off, .. } } = self.linked;
        let first = graph.number(&cases[0]);
        let (mut all_on, mut all_off) = (on[first], off[first]);
        for case in &cases[1..] {
            all_on = all_on.and(&on[graph.number(case)]);
            all_off = all_off.and(&off[graph.number(case)]);
        }
        if all_on.is_empty() && all_off.is_empty() {
            return false;
        }
        cases.iter().for_each(|case| self.ways(graph.number(case)));
        let ways = |node: usize, i: usize| {
            let ways = cases.iter().flat_map(|case| &self.ways[graph.number(case)]);
            ways.map(|ways| usize::from(ways[i][node])).sum()
        };
        all_on.any(|node| wanted(ways(node, 0))) || all_off.any(|node| wanted(ways(node, 1)))
    }
}

/// The oracle of Nishio. It follows one digit until a house has no place left for it. Results are
/// kept while the cells of the digit do not change.
#[derive(Clone, Default)]
pub(super) struct NishioPruner([NishioDigit; 9]);

#[derive(Clone, Copy, Default)]
struct NishioDigit {
    cells: CellSet,
    /// The cells that cannot be off, and the cells that cannot be on.
    clashes: [CellSet; 2],
}

impl NishioPruner {
    /// Recomputes the digits whose cells changed.
    pub fn update(&mut self, position: &Position) -> &mut Self {
        for digit in Digit::ALL {
            let cells = position.cells_with(digit);
            if self.0[digit.index()].cells != cells {
                let places = DigitPlaces::new(position, digit);
                let mut clashes = [CellSet::EMPTY; 2];
                for (on, found) in clashes.iter_mut().enumerate() {
                    *found = cells.filter(|&cell| places.has_clash(cells, cell, on == 1)).collect();
                }
                self.0[digit.index()] = NishioDigit { cells, clashes };
            }
        }
        self
    }

    /// Returns true if some assumption leaves a house without a place.
    pub fn has_clash(&self) -> bool {
        self.0.iter().flat_map(|digit| digit.clashes).any(|clashes| !clashes.is_empty())
    }
}

impl ChainPruner for &mut NishioPruner {
    fn can_contradict(&mut self, start: Node) -> bool {
        self.0[start.digit.index()].clashes[usize::from(start.on)].contains(start.cell)
    }

    fn can_agree(&mut self, _: &[Node], _: impl Fn(usize) -> bool) -> bool {
        false
    }
}

/// The places of a digit in each house that has one.
struct DigitPlaces {
    places: [CellSet; 27],
    len: usize,
}

impl DigitPlaces {
    fn new(position: &Position, digit: Digit) -> Self {
        let mut houses = Self { places: [CellSet::EMPTY; 27], len: 0 };
        for &house in &House::ALL {
            houses.places[houses.len] = house.cell_set().intersection(position.cells_with(digit));
            houses.len += usize::from(position.places(house, digit) != 0);
        }
        houses
    }

    /// Returns true if a house has no place left after `start` is assumed on, or off. `all` are the
    /// cells of the digit.
    fn has_clash(&self, all: CellSet, start: Cell, on: bool) -> bool {
        let mut left = all.minus(if on { start.peer_set() } else { CellSet::singleton(start) });
        let mut known = if on { CellSet::singleton(start) } else { CellSet::EMPTY };
        loop {
            let before = left;
            for places in &self.places[..self.len] {
                let places = places.intersection(left);
                if places.has_several() {
                    continue;
                }
                match places.first() {
                    None => return true,
                    Some(cell) if known.insert(cell) => left = left.minus(cell.peer_set()),
                    _ => {}
                }
            }
            if left == before {
                return false;
            }
        }
    }
}
