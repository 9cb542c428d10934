//! Naked and hidden sets: pairs, triples and quads of one house.
//!
//! ```text
//!  r1:  27 | 1 | 27 | 2347 | 5 | 478 | ...   Two cells share the two candidates 2 and 7: a naked
//!                     ^^^^        ^          pair. They take both digits, so 2 and 7 leave the
//!                                            other cells.
//!
//!  r1:  279 | 1 | 2367 | 36 | 5 | 369 | ...  2 and 7 have the same two places: a hidden pair.
//!         ^        ^^                        They take both cells, so all other digits leave them.
//! ```
//!
//! A *direct* hidden set leaves another digit only one place in the house, so this cell can be
//! filled at once. Every text on solving describes naked and hidden subsets.

use super::combinations::{count, subsets};
use super::houses::{SearchScope, cells_at};
use super::position::Position;
use super::step::{Reason, Step, non_empty};
use super::technique::Technique;
use crate::logic::Eliminations;
use grid::{Cell, DigitSet, House};

/// Finds the naked sets of `size` cells that remove a candidate.
pub fn naked(position: &Position, size: usize, within: SearchScope) -> impl Iterator<Item = Step> {
    let technique = match size {
        2 => Technique::NakedPair,
        3 => Technique::NakedTriple,
        _ => Technique::NakedQuad,
    };
    let few = position.few_candidates(size);
    let sets = within
        .blocks_columns_rows()
        .filter(move |house| {
            position.empty_in(*house) >= 2 * size
                && house.cell_set().intersection(few).len() >= size
        })
        .flat_map(move |house| {
            let cells = (0..9)
                .filter(|i| few.contains(house.cells()[*i]))
                .fold(0_u16, |bits, i| bits | 1 << i);
            subsets(cells, size).map(move |set| (house, set))
        });
    sets.filter_map(move |(house, set)| {
        let cells = cells_at(house, set);
        let digits: DigitSet = cells.map(|cell| position.candidates(cell)).collect();
        if digits.len() != size {
            return None;
        }
        let others = house.cells().iter().filter(|cell| !cells.contains(**cell));
        let eliminations = lost_candidates(position, others.copied(), digits)?;
        let reason = Reason::NakedSet { house, cells, digits };
        Some(Step::with_eliminations(technique, eliminations, reason))
    })
}

/// Finds the hidden sets of `size` digits that remove a candidate.
pub fn hidden(position: &Position, size: usize, within: SearchScope) -> impl Iterator<Item = Step> {
    let technique = match size {
        2 => Technique::HiddenPair,
        3 => Technique::HiddenTriple,
        _ => Technique::HiddenQuad,
    };
    hidden_finds(position, size, 2 * size, within).filter_map(move |(house, digits, places)| {
        let cells = cells_at(house, places);
        let eliminations = lost_candidates(position, cells, digits.complement())?;
        let reason = Reason::HiddenSet { house, cells, digits };
        Some(Step::with_eliminations(technique, eliminations, reason))
    })
}

/// Finds the hidden sets of `size` digits that leave another digit only one place.
pub(crate) fn direct_hidden(
    position: &Position,
    size: usize,
    within: SearchScope,
) -> impl Iterator<Item = Step> {
    let technique = match size {
        2 => Technique::DirectHiddenPair,
        _ => Technique::DirectHiddenTriple,
    };
    hidden_finds(position, size, size, within).filter_map(move |(house, digits, places)| {
        let cells = cells_at(house, places);
        let (digit, left) = digits.complement().find_map(|digit| {
            let all = position.places(house, digit);
            let left = all & !places;
            (count(all) >= 2 && count(left) == 1).then_some((digit, left))
        })?;
        let placement = (house.cells()[left.trailing_zeros() as usize], digit);
        Some(Step::with_placement(technique, placement, Reason::HiddenSet { house, cells, digits }))
    })
}

/// Finds sets of `size` digits that have `size` places in a house, in houses with more than `empty`
/// empty cells. Returns the house, the digits, and the positions of their places.
fn hidden_finds(
    position: &Position,
    size: usize,
    empty: usize,
    within: SearchScope,
) -> impl Iterator<Item = (House, DigitSet, u16)> {
    within.blocks_columns_rows().filter(move |house| position.empty_in(*house) > empty).flat_map(
        move |house| {
            subsets(position.few_places(house, size).bits(), size).filter_map(move |set| {
                let digits = DigitSet::from_bits(set);
                let places = digits.fold(0, |places, digit| places | position.places(house, digit));
                (count(places) == size).then_some((house, digits, places))
            })
        },
    )
}

/// Returns the candidates that the cells lose when the digits are removed from them, or `None` if
/// they lose nothing.
pub(crate) fn lost_candidates(
    position: &Position,
    cells: impl IntoIterator<Item = Cell>,
    digits: DigitSet,
) -> Option<Eliminations> {
    non_empty(cells.into_iter().map(|cell| (cell, position.candidates(cell).intersection(digits))))
}
