//! Cycles and simple forcing chains. The search first decides whether there is one, and how short
//! it can be.

use super::bit_set::BitSet;
use super::cycles::CycleSearch;
use super::graph::CandidateGraph;
use super::reachability::{Reachability, ShortestChain};
use super::victims;
use grid::{Cell, CellSet, Digit, DigitSet};
use human::{BestFind, Effect, Eliminations, LinkKinds, Node, Position, Technique, TechniqueSet};

/// The kinds of finds, in the order in which ties are resolved.
const X: u8 = 2;
const Y: u8 = 3;
const XY: u8 = 4;

/// A number of nodes that no chain exceeds.
const NO_LIMIT: usize = 2 * 729;

/// The finds of one digit in X mode.
#[derive(Clone, Default)]
struct DigitFinds {
    /// The cells of the digit when the finds were computed.
    cells: CellSet,
    chain: Option<(usize, Cell, bool)>,
    cycle: Option<(usize, Cell, Eliminations)>,
}

/// The search for simple chains, with results from earlier positions.
#[derive(Default)]
pub(super) struct SimpleChainFinder {
    search: CycleSearch,
    /// The graphs of one digit. The second graph has room for all cells.
    one: (LinkGraph<1>, LinkGraph<2>),
    /// The graphs of cells with two candidates. The second graph has room for all cells.
    pairs: (CandidateGraph<1>, CandidateGraph<3>),
    digits: [DigitFinds; 9],
    /// True if the search skipped the cycles of a digit that come after its chain.
    before_chains: bool,
}

/// The graph of the candidates, and the rows of what follows from each.
#[derive(Default)]
pub(super) struct LinkGraph<const W: usize> {
    pub graph: CandidateGraph<W>,
    pub rows: Reachability<W>,
}

impl SimpleChainFinder {
    /// Returns the best cycle or simple chain that is allowed. A forcing chain of any links is
    /// always allowed. If there is none, the rows of `all` are complete. `all` must have room for
    /// all candidates.
    pub fn find<const W: usize>(
        &mut self,
        position: &Position,
        all: &mut LinkGraph<W>,
        allowed: TechniqueSet,
    ) -> Option<Effect> {
        let mut best = BestFind::default();
        self.x_mode(position, &mut best, allowed);
        if allowed.contains(Technique::YCycle) {
            self.y_mode(position, &mut best);
        }
        all.xy_mode(&mut self.search, position, &mut best, allowed.contains(Technique::XyCycle));
        Effect::best(best)
    }

    /// Searches in X mode. The finds of a digit depend only on its cells, and are kept while these
    /// do not change.
    fn x_mode(&mut self, position: &Position, best: &mut BestFind<Effect>, allowed: TechniqueSet) {
        let chains = allowed.contains(Technique::ForcingXChain);
        if std::mem::replace(&mut self.before_chains, chains) != chains {
            self.digits = Default::default();
        }
        for digit in Digit::ALL {
            let cells = position.cells_with(digit);
            if self.digits[digit.index()].cells != cells {
                self.digits[digit.index()] = match cells.len() {
                    0..=64 => {
                        search_digit(&mut self.search, position, &mut self.one.0, digit, chains)
                    }
                    _ => search_digit(&mut self.search, position, &mut self.one.1, digit, chains),
                };
            }
        }
        // Of several equal finds, the first start wins, by cell, then digit. A cycle wins over a
        // chain.
        let of_chains = Digit::ALL.into_iter().filter_map(|digit| {
            let (nodes, cell, on) = self.digits[digit.index()].chain?;
            Some((nodes, cell, digit, on))
        });
        let cycles = self.digits.iter().filter_map(|digit| digit.cycle.as_ref());
        // Of several cycles with the same start, the first digit wins.
        let cycle = cycles.min_by_key(|(nodes, cell, _)| (*nodes, *cell));
        if let Some((nodes, _, lost)) = cycle.filter(|_| allowed.contains(Technique::XCycle)) {
            let (nodes, lost) = (*nodes, lost.clone());
            best.offer(Technique::XCycle, nodes, X, || {
                Effect::with_eliminations(Technique::XCycle, lost)
            });
        }
        if let Some((nodes, cell, digit, on)) =
            of_chains.min_by_key(|&(nodes, cell, digit, _)| (nodes, cell, digit)).filter(|_| chains)
        {
            let node = Node { cell, digit, on: !on };
            best.offer(Technique::ForcingXChain, nodes, X, || {
                Effect::from_truth(position, Technique::ForcingXChain, node)
            });
        }
    }

    /// Searches in Y mode, which uses cells with two candidates.
    fn y_mode(&mut self, position: &Position, best: &mut BestFind<Effect>) {
        let limit = longest(|nodes| best.can_improve(Technique::YCycle, nodes, Y));
        let cells = on_cycles(position);
        if limit < 4 || cells.is_empty() {
            return;
        }
        let found = match cells.len() {
            0..=32 => two_candidates(&mut self.search, position, &mut self.pairs.0, cells, limit),
            _ => two_candidates(&mut self.search, position, &mut self.pairs.1, cells, limit),
        };
        if let Some((nodes, lost)) = found {
            best.offer(Technique::YCycle, nodes, Y, || {
                Effect::with_eliminations(Technique::YCycle, lost)
            });
        }
    }
}

/// Returns the shortest chain and the shortest cycle of a digit. With `before_chain`, returns the
/// cycle only if it comes before the chain.
fn search_digit<const W: usize>(
    search: &mut CycleSearch,
    position: &Position,
    linked: &mut LinkGraph<W>,
    digit: Digit,
    before_chain: bool,
) -> DigitFinds {
    let LinkGraph { graph, rows } = linked;
    let cells = position.cells_with(digit);
    let mut found = DigitFinds { cells, ..DigitFinds::default() };
    graph.build(position, cells, DigitSet::singleton(digit), LinkKinds::X);
    let Some(chain) = rows.shortest(graph, NO_LIMIT) else {
        return found;
    };
    found.chain = Some((chain.nodes, graph.nodes[chain.start].0, chain.on));
    // A cycle of L nodes requires a chain of at most L + 2 nodes.
    let mut bound = BestFind::default();
    bound.offer(Technique::ForcingXChain, chain.nodes, X, || ());
    let mut limit =
        longest(|nodes| !before_chain || bound.can_improve(Technique::XCycle, nodes, X));
    for start in 0..graph.len() {
        if let Some((nodes, lost)) = search.first(position, graph, start, BitSet::EMPTY, limit) {
            found.cycle = Some((nodes, graph.nodes[start].0, lost));
            limit = nodes - 2;
        }
    }
    found
}

/// Returns the cells with two candidates that see another such cell for each candidate. No other
/// cell can be part of a cycle.
fn on_cycles(position: &Position) -> CellSet {
    let mut cells = position.two_candidates();
    loop {
        let before = cells;
        for cell in before {
            let near = cell.peer_set().intersection(cells);
            if !position
                .candidates(cell)
                .all(|digit| !near.intersection(position.cells_with(digit)).is_empty())
            {
                cells.remove(cell);
            }
        }
        if cells == before {
            return cells;
        }
    }
}

/// Returns the first of the shortest cycles through these cells with two candidates, if it has at
/// most `limit` nodes.
fn two_candidates<const W: usize>(
    search: &mut CycleSearch,
    position: &Position,
    graph: &mut CandidateGraph<W>,
    cells: CellSet,
    mut limit: usize,
) -> Option<(usize, Eliminations)> {
    graph.build(position, cells, DigitSet::FULL, LinkKinds::Y);
    // By candidate: the candidates that it reaches when it is on, by any number of links.
    let mut reach = graph.after.clone();
    for middle in 0..graph.len() {
        let row = reach[middle];
        for reach in reach.iter_mut().filter(|reach| reach.contains(middle)) {
            reach.add(&row);
        }
    }
    let mut classified = BitSet::<W>::EMPTY;
    let mut classes = Vec::new();
    for x in 0..graph.len() {
        if classified.contains(x) || !reach[x].contains(x) {
            continue;
        }
        let mut class = BitSet::EMPTY;
        reach[x].filter(|&y| reach[y].contains(x)).for_each(|y| class.insert(y));
        classified.add(&class);
        let useful = of_use(position, graph, class);
        if !useful.is_empty() {
            classes.push((class, useful));
        }
    }
    let mut found = None;
    for start in 0..graph.len() {
        let Some((class, _)) = classes.iter().find(|(_, useful)| useful.contains(start)) else {
            continue;
        };
        let outside = BitSet([u64::MAX; W]).minus(class);
        if let Some((nodes, lost)) = search.first(position, graph, start, outside, limit) {
            found = Some((nodes, lost));
            limit = nodes - 2;
        }
    }
    found
}

impl<const W: usize> LinkGraph<W> {
    /// Searches in XY mode, which uses all links.
    fn xy_mode(
        &mut self,
        search: &mut CycleSearch,
        position: &Position,
        best: &mut BestFind<Effect>,
        cycles: bool,
    ) {
        let limit = longest(|nodes| best.can_improve(Technique::ForcingChain, nodes, XY));
        if limit < 4 {
            return;
        }
        self.graph.build(position, position.open_cells(), DigitSet::FULL, LinkKinds::XY);
        // A cycle of L nodes implies a chain of at most L + 2 nodes.
        let Some(chain) = self.rows.shortest(&self.graph, limit + 2) else {
            return;
        };
        if cycles {
            self.cycles(search, position, chain, best);
        }
        let (cell, digit) = self.graph.nodes[chain.start];
        let node = Node { cell, digit, on: !chain.on };
        best.offer(Technique::ForcingChain, chain.nodes, XY, || {
            Effect::from_truth(position, Technique::ForcingChain, node)
        });
    }

    /// Offers the cycles that come before the shortest chain. They have fewer nodes, or as many and
    /// the same start or an earlier one.
    fn cycles(
        &mut self,
        search: &mut CycleSearch,
        position: &Position,
        chain: ShortestChain,
        best: &mut BestFind<Effect>,
    ) {
        let (short, long) = victims::starts(&self.graph, &mut self.rows, chain);
        let mut found: Option<(usize, Eliminations)> = None;
        let mut all = short;
        all.add(&long);
        for start in all {
            let equal = found.is_none() && start <= chain.start;
            if !equal && !short.contains(start) {
                continue;
            }
            let limit = if equal { chain.nodes } else { chain.nodes - 2 };
            if let Some((nodes, lost)) =
                search.first(position, &self.graph, start, BitSet::EMPTY, limit)
            {
                found = Some((nodes, lost));
                if nodes < chain.nodes {
                    break;
                }
            }
        }
        if let Some((nodes, lost)) = found {
            best.offer(Technique::XyCycle, nodes, XY, || {
                Effect::with_eliminations(Technique::XyCycle, lost)
            });
        }
    }
}

/// Returns the largest number of nodes that is still wanted, or 2 if none is.
fn longest(wanted: impl Fn(usize) -> bool) -> usize {
    let mut nodes = 2;
    while nodes < NO_LIMIT && wanted(nodes + 2) {
        nodes += 2;
    }
    nodes
}

/// Returns the members of a class that may be on a cycle that removes something. Outside the cells
/// of the cycle, there must be a candidate that sees one member on and another off. All members of
/// a class lead to each other.
fn of_use<const W: usize>(
    position: &Position,
    graph: &CandidateGraph<W>,
    class: BitSet<W>,
) -> BitSet<W> {
    let (mut own, mut seen) = (CellSet::EMPTY, [[CellSet::EMPTY; 9]; 2]);
    let off = |x: usize| graph.partners[x].iter().next().map_or(x, |off| off);
    for x in class {
        let (cell, digit) = graph.nodes[x];
        own.insert(cell);
        for (i, digit) in [digit, graph.nodes[off(x)].1].into_iter().enumerate() {
            seen[i][digit.index()] = seen[i][digit.index()].union(cell.peer_set());
        }
    }
    let mut all = BitSet::EMPTY;
    for digit in Digit::ALL {
        let both = seen[0][digit.index()].intersection(seen[1][digit.index()]);
        let lost = both.intersection(position.cells_with(digit));
        if !lost.minus(own).is_empty() {
            return class;
        }
        // The cell is on some cycles of the class. A useful cycle leaves it out.
        for cell in lost {
            let mut left = BitSet::EMPTY;
            class.filter(|x| graph.nodes[*x].0 != cell).for_each(|x| left.insert(x));
            let sees = |x: usize| cell.peer_set().contains(graph.nodes[x].0);
            for on in left.filter(|&x| graph.nodes[x].1 == digit && sees(x)) {
                let reached = reach(graph, left, on);
                if reached
                    .filter(|&x| graph.nodes[off(x)].1 == digit && sees(x))
                    .any(|x| reach(graph, left, x).contains(on))
                {
                    all.add(&reached);
                }
            }
        }
    }
    all
}

/// Returns the candidates in `among` that `start` leads to.
fn reach<const W: usize>(graph: &CandidateGraph<W>, among: BitSet<W>, start: usize) -> BitSet<W> {
    let (mut reached, mut fresh) = (BitSet::EMPTY, BitSet::from_item(start));
    while !fresh.is_empty() {
        let mut next = BitSet::EMPTY;
        fresh.for_each(|x| next.add(&graph.after[x]));
        fresh = next.and(&among).minus(&reached);
        reached.add(&fresh);
    }
    reached
}
