//! Chains: two strong links, coloured conjugate pairs, and whole chains as a question of reach.

use super::find_sink::{FindSink, LostCandidates};
use super::view::{CandidateView, LinkedPair};
use crate::logic::ChainPattern;
use grid::{Cell, CellSet};

/// Finds two strong links of a digit with ends that see each other. One of the other two ends is
/// true.
pub(super) fn two_links(view: &CandidateView, pattern: ChainPattern, sink: &mut impl FindSink) {
    for digit in 0..9 {
        let links: Vec<LinkedPair> = view.strong_links(digit).collect();
        for (at, first) in links.iter().enumerate() {
            for second in &links[at + 1..] {
                if ChainPattern::from_houses(first.house, second.house) != pattern {
                    continue;
                }
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    // A cell does not see itself.
                    if first.ends[a].peer_set().contains(second.ends[b]) {
                        let ends = [first.ends[1 - a], second.ends[1 - b]];
                        let [one, other] = ends.map(Cell::peer_set);
                        sink.remove_cells(digit, one.intersection(other));
                        sink.end_chain(ends);
                    }
                }
            }
        }
    }
}

/// By cell: the cells to which a strong link of one digit leads.
pub(super) type LinkedPlaces = [CellSet; Cell::COUNT];

/// Returns the strong links of a digit, and the cells that have any.
pub(super) fn partners(view: &CandidateView, digit: usize) -> (LinkedPlaces, CellSet) {
    let (mut partners, mut linked) = ([CellSet::EMPTY; Cell::COUNT], CellSet::EMPTY);
    for LinkedPair { ends: [a, b], .. } in view.strong_links(digit) {
        partners[a.index()].insert(b);
        partners[b.index()].insert(a);
        linked.insert(a);
        linked.insert(b);
    }
    (partners, linked)
}

/// Colours the conjugate pairs of each digit with two colours, of which one is true. A colour that
/// has two cells of a house is false, and so is a cell that sees both colours.
pub(super) fn colouring(view: &CandidateView, lost: &mut LostCandidates) {
    for digit in 0..9 {
        let (partners, mut left) = partners(view, digit);
        while let Some(start) = left.next() {
            let mut colours = [CellSet::singleton(start), CellSet::EMPTY];
            let (mut fresh, mut turn) = (colours[0], 0);
            while !fresh.is_empty() {
                turn = 1 - turn;
                let reached: CellSet = fresh.map(|cell| partners[cell.index()]).collect();
                fresh = reached.minus(colours[turn]);
                colours[turn] = colours[turn].union(fresh);
            }
            left = left.minus(colours[0]).minus(colours[1]);
            let seen = colours.map(|cells| cells.map(Cell::peer_set).collect::<CellSet>());
            for colour in 0..2 {
                if !colours[colour].intersection(seen[colour]).is_empty() {
                    lost.remove_cells(digit, colours[colour]);
                }
            }
            let victims = seen[0].intersection(seen[1]).minus(colours[0]).minus(colours[1]);
            lost.remove_cells(digit, victims);
        }
    }
}

/// Finds the chains of one digit: a candidate that makes itself false by links of its digit.
pub(super) fn x_chains(view: &CandidateView, lost: &mut LostCandidates) {
    for digit in 0..9 {
        let (partners, linked) = partners(view, digit);
        let plane = view.cells()[digit];
        for start in plane {
            let mut off = start.peer_set().intersection(plane);
            let mut fresh = off.intersection(linked);
            while !fresh.is_empty() {
                let on: CellSet = fresh.map(|cell| partners[cell.index()]).collect();
                let reached = on.map(Cell::peer_set).collect::<CellSet>().intersection(plane);
                if reached.contains(start) {
                    lost.remove(start, digit);
                    break;
                }
                fresh = reached.minus(off).intersection(linked);
                off = off.union(reached);
            }
        }
    }
}

/// Finds the XY-chains: a candidate that makes itself false by cells with two candidates.
pub(super) fn xy_chains(view: &CandidateView, lost: &mut LostCandidates) {
    let in_pairs = view.cells().map(|plane| plane.intersection(view.pairs));
    for digit in 0..9 {
        for start in view.cells()[digit] {
            let mut off = [CellSet::EMPTY; 9];
            let mut waiting = vec![(start, digit)];
            while let Some((cell, value)) = waiting.pop() {
                let fresh = cell.peer_set().intersection(in_pairs[value]).minus(off[value]);
                off[value] = off[value].union(fresh);
                for pair in fresh {
                    let other = view.digits(pair) & !(1 << value);
                    waiting.push((pair, other.trailing_zeros() as usize));
                }
                if value == digit && cell.peer_set().contains(start) {
                    lost.remove(start, digit);
                    break;
                }
            }
        }
    }
}

/// Finds the chains of all links: a candidate that makes itself false by strong and weak links.
pub(super) fn chains(view: &CandidateView, lost: &mut LostCandidates) {
    let links = std::array::from_fn(|digit| partners(view, digit));
    let mut search = ChainSearch::new(view, &links);
    for digit in 0..9 {
        for start in view.cells()[digit] {
            if search.is_self_defeating(start, digit) {
                lost.remove(start, digit);
            }
        }
    }
}

/// A search for the consequences of one candidate.
struct ChainSearch<'a> {
    view: &'a CandidateView,
    links: &'a [(LinkedPlaces, CellSet); 9],
    /// By digit: the candidates that have a strong link.
    linked: [CellSet; 9],
    /// By digit: the candidates that are false.
    off: [CellSet; 9],
    /// By digit: the candidates that are true.
    on: [CellSet; 9],
    /// The true candidates whose consequences are still to come.
    waiting: Vec<(Cell, usize)>,
}

impl<'a> ChainSearch<'a> {
    fn new(view: &'a CandidateView, links: &'a [(LinkedPlaces, CellSet); 9]) -> Self {
        let in_cells = |digit: usize| view.pairs.intersection(view.cells()[digit]);
        Self {
            view,
            links,
            linked: std::array::from_fn(|digit| links[digit].1.union(in_cells(digit))),
            off: [CellSet::EMPTY; 9],
            on: [CellSet::EMPTY; 9],
            waiting: Vec::new(),
        }
    }

    /// Returns true if the candidate implies that it is false.
    fn is_self_defeating(&mut self, start: Cell, digit: usize) -> bool {
        (self.off, self.on) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9]);
        self.waiting.clear();
        self.turn_on(start, digit);
        while let Some((cell, value)) = self.waiting.pop() {
            let seen = cell.peer_set().intersection(self.view.cells()[value]);
            self.turn_off(value, seen);
            let mut others = self.view.digits(cell) & !(1 << value);
            while others != 0 {
                self.turn_off(others.trailing_zeros() as usize, CellSet::singleton(cell));
                others &= others - 1;
            }
            if self.off[digit].contains(start) {
                return true;
            }
        }
        false
    }

    fn turn_on(&mut self, cell: Cell, digit: usize) {
        if self.on[digit].insert(cell) {
            self.waiting.push((cell, digit));
        }
    }

    fn turn_off(&mut self, digit: usize, cells: CellSet) {
        let fresh = cells.minus(self.off[digit]);
        self.off[digit] = self.off[digit].union(fresh);
        for cell in fresh.intersection(self.linked[digit]) {
            for partner in self.links[digit].0[cell.index()] {
                self.turn_on(partner, digit);
            }
            if self.view.pairs.contains(cell) {
                let other = self.view.digits(cell) & !(1 << digit);
                self.turn_on(cell, other.trailing_zeros() as usize);
            }
        }
    }
}
