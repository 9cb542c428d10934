//! Chains as finds: two ends of a digit, one of which is true, and the cells that see both.

use super::chains::{LinkedPlaces, partners};
use super::find_sink::{FindSink, SeparateFinds};
use super::view::CandidateView;
use crate::logic::combinations::bits;
use crate::logic::{ChainPattern, StepKind, Technique};
use grid::{Cell, CellSet};

/// The links that the chains of a kind may take.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ChainLinks {
    /// Houses with two places of a digit.
    houses: bool,
    /// Cells with two candidates. Without houses, chains pass through no other cells.
    cells: bool,
    /// True if all weak links are houses with two places, too.
    coloured: bool,
    /// True if all cells have the same two candidates.
    alike: bool,
}

impl ChainLinks {
    /// Returns the links of a kind, if its finds are chains of any length.
    fn of_kind(kind: StepKind) -> Option<Self> {
        let none = Self { houses: false, cells: false, coloured: false, alike: false };
        let of_digit = Self { houses: true, ..none };
        let of_cells = Self { cells: true, ..none };
        match kind {
            StepKind::Technique(Technique::ForcingXChain) => Some(of_digit),
            StepKind::Technique(Technique::ForcingChain) => Some(Self { cells: true, ..of_digit }),
            StepKind::Pattern(ChainPattern::SimpleColouring) => {
                Some(Self { coloured: true, ..of_digit })
            }
            StepKind::Pattern(ChainPattern::XyChain) => Some(of_cells),
            StepKind::Pattern(ChainPattern::RemotePair) => Some(Self { alike: true, ..of_cells }),
            _ => None,
        }
    }
}

/// Adds the chains of a kind: for each two ends that see a candidate of their digit, all that see
/// both; then each further candidate that makes itself false.
pub(super) fn add_chains(kind: StepKind, view: &CandidateView, sink: &mut SeparateFinds) {
    let Some(links) = ChainLinks::of_kind(kind) else { return };
    let mut search = EndSearch::new(view, links);
    for (digit, plane) in view.cells().iter().enumerate() {
        for start in plane.intersection(search.linked[digit]) {
            let ends = search.ends(start, digit).filter(|end| end.index() > start.index());
            for end in ends {
                sink.remove_cells(digit, start.peer_set().intersection(end.peer_set()));
                sink.end_chain([start, end]);
            }
        }
    }
    for (digit, plane) in view.cells().iter().enumerate() {
        for cell in plane.minus(sink.known(digit)) {
            if search.is_self_defeating(cell, digit) {
                sink.remove(cell, digit);
                sink.end_find();
            }
        }
    }
}

/// A search for the ends to which chains lead from an end that is false.
struct EndSearch<'a> {
    view: &'a CandidateView,
    links: ChainLinks,
    partners: [LinkedPlaces; 9],
    /// By digit: the cells that have a strong link.
    linked: [CellSet; 9],
    /// By digit: the cells where it is false.
    off: [CellSet; 9],
    /// By digit: the cells where it is true.
    on: [CellSet; 9],
    /// The true candidates whose consequences are still to come.
    waiting: Vec<(Cell, usize)>,
}

impl<'a> EndSearch<'a> {
    fn new(view: &'a CandidateView, links: ChainLinks) -> Self {
        let [mut linked, none] = [[CellSet::EMPTY; 9]; 2];
        let places = std::array::from_fn(|digit| partners(view, digit));
        for (digit, (_, in_houses)) in places.iter().enumerate() {
            let in_cells = view.pairs.intersection(view.cells()[digit]);
            linked[digit] = match (links.houses, links.cells) {
                (true, true) => in_houses.union(in_cells),
                (true, false) => *in_houses,
                _ => in_cells,
            };
        }
        let partners = places.map(|(partners, _)| partners);
        Self { view, links, partners, linked, off: none, on: none, waiting: Vec::new() }
    }

    /// Returns the cells where a digit is true if it is false in a cell.
    fn ends(&mut self, start: Cell, digit: usize) -> CellSet {
        (self.off, self.on) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9]);
        self.turn_off(digit, CellSet::singleton(start));
        self.follow(self.view.digits(start));
        self.on[digit]
    }

    /// Returns true if a candidate implies another one of its cell, or its digit in a peer.
    fn is_self_defeating(&mut self, start: Cell, digit: usize) -> bool {
        (self.off, self.on) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9]);
        self.turn_on(start, digit);
        self.follow(self.view.digits(start));
        let others = bits(self.view.digits(start) & !(1 << digit));
        let is_in_cell = others.into_iter().any(|other| self.on[other].contains(start));
        is_in_cell || !self.on[digit].intersection(start.peer_set()).is_empty()
    }

    /// Follows all links. The chain began in a cell with these `digits`.
    fn follow(&mut self, digits: u16) {
        while let Some((cell, value)) = self.waiting.pop() {
            self.turn_off(value, self.weakly_linked(cell, value, digits));
            if self.links.houses && self.links.cells {
                let others = self.view.digits(cell) & !(1 << value);
                bits(others).for_each(|other| self.turn_off(other, CellSet::singleton(cell)));
            }
        }
    }

    /// Returns the cells that lose a digit if a cell has it. The chain began in a cell with these
    /// `digits`.
    fn weakly_linked(&self, cell: Cell, value: usize, digits: u16) -> CellSet {
        if self.links.coloured {
            return self.partners[value][cell.index()];
        }
        let seen = cell.peer_set().intersection(self.linked[value]);
        if !self.links.alike {
            return seen;
        }
        seen.filter(|other| self.view.digits(*other) == digits).collect()
    }

    fn turn_off(&mut self, digit: usize, cells: CellSet) {
        let fresh = cells.intersection(self.linked[digit]).minus(self.off[digit]);
        self.off[digit] = self.off[digit].union(fresh);
        for cell in fresh {
            if self.links.houses {
                let partners = self.partners[digit][cell.index()];
                partners.for_each(|partner| self.turn_on(partner, digit));
            }
            if self.links.cells && self.view.pairs.contains(cell) {
                let other = self.view.digits(cell) & !(1 << digit);
                self.turn_on(cell, other.trailing_zeros() as usize);
            }
        }
    }

    fn turn_on(&mut self, cell: Cell, digit: usize) {
        if self.on[digit].insert(cell) {
            self.waiting.push((cell, digit));
        }
    }
}
