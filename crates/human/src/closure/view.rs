//! The candidates of a position by cell and by house, as the techniques need them.

use super::rows::CandidateRows;
use crate::logic::houses::{houses, position};
use grid::{Cell, CellSet, House};

/// The candidates of a position, three times over. No cell and no house has a single.
pub(super) struct CandidateView {
    /// By digit: the cells that have it.
    pub planes: [CellSet; 9],
    /// By cell: its digits.
    pub digits: [u16; Cell::COUNT],
    /// By house and digit: its places, as positions in the house.
    pub places: [[u16; 9]; 27],
    /// The cells with two candidates.
    pub pairs: CellSet,
    /// The cells with three candidates.
    pub triples: CellSet,
}

impl CandidateView {
    pub fn new(rows: &CandidateRows) -> Self {
        let planes = rows.planes();
        let mut digits = [0; Cell::COUNT];
        let mut places = [[0; 9]; 27];
        let (mut once, mut twice, mut thrice, mut often) = (0, 0, 0, 0);
        for (digit, cells) in planes.into_iter().enumerate() {
            often |= thrice & cells.bits();
            thrice |= twice & cells.bits();
            twice |= once & cells.bits();
            once |= cells.bits();
            cells.for_each(|cell| {
                digits[cell.index()] |= 1 << digit;
                for house in houses(cell) {
                    places[house.index()][digit] |= 1 << position(house, cell);
                }
            });
        }
        let pairs = CellSet::from_bits(twice & !thrice);
        let triples = CellSet::from_bits(thrice & !often);
        Self { planes, digits, places, pairs, triples }
    }

    /// Returns by position: the digits of the cells of a house.
    pub fn digits_in(&self, house: House) -> [u16; 9] {
        house.cells().map(|cell| self.digits[cell.index()])
    }

    /// Returns the houses where a digit has two places, each with the two cells.
    pub fn strong_links(&self, digit: usize) -> impl Iterator<Item = LinkedPair> {
        House::ALL.into_iter().filter_map(move |house| {
            let places = self.places[house.index()][digit];
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
