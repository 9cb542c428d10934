//! Finds of techniques: the candidates that each of them removes, one by one or all together.

use super::rows::CandidateRows;
use super::view::CandidateView;
use crate::logic::chains::ChainEnds;
use crate::logic::combinations::bits;
use grid::{Cell, CellSet, Digit, DigitSet};

/// Takes the candidates that a technique removes, find by find.
pub(super) trait FindSink {
    /// Takes cells that lose a digit. Some of them may not have it.
    fn remove_cells(&mut self, digit: usize, cells: CellSet);

    /// Ends a find: what follows belongs to the next one.
    fn end_find(&mut self);

    /// Ends a find that is a chain with these ends.
    fn end_chain(&mut self, ends: ChainEnds);

    /// Takes a candidate.
    fn remove(&mut self, cell: Cell, digit: usize) {
        self.remove_cells(digit, CellSet::singleton(cell));
    }

    /// Takes digits of a cell.
    fn remove_digits(&mut self, cell: Cell, digits: u16) {
        bits(digits).for_each(|digit| self.remove(cell, digit));
    }
}

/// The candidates that all finds of a technique remove together, by digit.
#[derive(Default)]
pub(super) struct LostCandidates([CellSet; 9]);

impl LostCandidates {
    /// Returns the candidates by digit.
    pub const fn by_digit(&self) -> &[CellSet; 9] {
        &self.0
    }
}

impl FindSink for LostCandidates {
    #[inline]
    fn remove_cells(&mut self, digit: usize, cells: CellSet) {
        self.0[digit] = self.0[digit].union(cells);
    }

    #[inline]
    fn end_find(&mut self) {}

    #[inline]
    fn end_chain(&mut self, _: ChainEnds) {}
}

/// A find of a technique: the candidates that it removes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Find {
    /// The rank of the technique on the ladder.
    pub rank: usize,
    /// The candidates, by digit.
    pub lost: [CellSet; 9],
    /// The ends of the chain, if it removes the digit from all cells that see both.
    pub ends: Option<ChainEnds>,
}

impl Find {
    /// Returns the place of each candidate in reading order: nine to a cell.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        let by_digit = self.lost.iter().enumerate();
        by_digit.flat_map(|(digit, cells)| cells.map(move |cell| 9 * cell.index() + digit))
    }

    /// Returns the candidates by cell, in reading order.
    pub fn eliminations(&self) -> Vec<(Cell, DigitSet)> {
        let digits_of = |cell: Cell| {
            Digit::ALL.into_iter().filter(move |digit| self.lost[digit.index()].contains(cell))
        };
        let all = Cell::ALL.into_iter().map(|cell| (cell, digits_of(cell).collect::<DigitSet>()));
        all.filter(|(_, digits)| !digits.is_empty()).collect()
    }

    /// Returns true if it removes nothing.
    pub fn is_empty(&self) -> bool {
        self.lost.iter().all(|cells| cells.is_empty())
    }

    /// Returns the find without the candidates that a position has lost.
    pub fn left_in(&self, rows: &CandidateRows) -> Self {
        let mut left = self.clone();
        for (lost, present) in left.lost.iter_mut().zip(rows.cells()) {
            *lost = lost.intersection(present);
        }
        left
    }

    /// Returns true if the other find removes all that this one does.
    pub fn is_within(&self, other: &Self) -> bool {
        self.lost.iter().zip(&other.lost).all(|(own, all)| own.minus(*all).is_empty())
    }
}

/// Keeps each find by itself, unless another one that is as simple removes as much.
pub(super) struct SeparateFinds<'a> {
    pub view: &'a CandidateView,
    /// The rank of the technique that is searched.
    pub rank: usize,
    /// The candidates that the present find removes so far.
    lost: [CellSet; 9],
    /// The candidates that all finds remove.
    known: [CellSet; 9],
    /// The finds so far.
    pub finds: Vec<Find>,
}

impl<'a> SeparateFinds<'a> {
    /// Starts without finds.
    pub const fn new(view: &'a CandidateView) -> Self {
        let none = [CellSet::EMPTY; 9];
        Self { view, rank: 0, lost: none, known: none, finds: Vec::new() }
    }

    /// Returns the cells that lose a digit by any find.
    pub const fn known(&self, digit: usize) -> CellSet {
        self.known[digit]
    }

    /// Keeps what was taken since the last find.
    fn keep(&mut self, ends: Option<ChainEnds>) {
        let lost = std::mem::replace(&mut self.lost, [CellSet::EMPTY; 9]);
        let find = Find { rank: self.rank, lost, ends };
        if find.is_empty() || self.finds.iter().any(|known| find.is_within(known)) {
            return;
        }
        self.finds.retain(|known| known.rank < self.rank || !known.is_within(&find));
        for (known, cells) in self.known.iter_mut().zip(lost) {
            *known = known.union(cells);
        }
        self.finds.push(find);
    }
}

impl FindSink for SeparateFinds<'_> {
    fn remove_cells(&mut self, digit: usize, cells: CellSet) {
        let present = cells.intersection(self.view.cells()[digit]);
        self.lost[digit] = self.lost[digit].union(present);
    }

    fn end_find(&mut self) {
        self.keep(None);
    }

    fn end_chain(&mut self, ends: ChainEnds) {
        self.keep(Some(ends));
    }
}
