//! The candidates of a position by cell and by house, as the techniques need them.

use super::rows::CandidateRows;
use crate::logic::position::RemainingCandidates;
use grid::{Cell, CellSet, House};

/// The candidates of a position. No cell and no house has a single.
pub(super) struct CandidateView {
    left: RemainingCandidates,
    /// The cells with two candidates.
    pub pairs: CellSet,
    /// The cells with three candidates.
    pub triples: CellSet,
}

impl CandidateView {
    pub fn new(rows: &CandidateRows) -> Self {
        let cells = rows.cells();
        let [mut once, mut twice, mut thrice, mut often] = [CellSet::EMPTY; 4];
        for of_digit in cells {
            often = often.union(thrice.intersection(of_digit));
            thrice = thrice.union(twice.intersection(of_digit));
            twice = twice.union(once.intersection(of_digit));
            once = once.union(of_digit);
        }
        Self {
            left: RemainingCandidates::from_cells(cells),
            pairs: twice.minus(thrice),
            triples: thrice.minus(often),
        }
    }

    /// Returns by digit: the cells that have it.
    pub const fn cells(&self) -> &[CellSet; 9] {
        &self.left.cells
    }

    /// Returns the digits of a cell.
    pub const fn digits(&self, cell: Cell) -> u16 {
        self.left.by_cell[cell.index()].bits()
    }

    /// Returns the digits of the cells of a house, by position.
    pub fn digits_in(&self, house: House) -> [u16; 9] {
        house.cells().map(|cell| self.digits(cell))
    }

    /// Returns the positions of each digit in a house.
    pub const fn places(&self, house: House) -> &[u16; 9] {
        &self.left.places[house.index()]
    }

    /// Returns the houses where a digit has two places, each with the two cells.
    pub fn strong_links(&self, digit: usize) -> impl Iterator<Item = LinkedPair> {
        House::ALL.into_iter().filter_map(move |house| {
            let places = self.places(house)[digit];
            let rest = places & places.wrapping_sub(1);
            let is_pair = rest != 0 && rest & (rest - 1) == 0;
            is_pair.then(|| {
                let ends = [places, rest].map(|bits| house.cells()[bits.trailing_zeros() as usize]);
                LinkedPair { house, ends }
            })
        })
    }
}

/// Two cells of a house that are the only places of a digit there.
#[derive(Clone, Copy)]
pub(super) struct LinkedPair {
    pub house: House,
    pub ends: [Cell; 2],
}
