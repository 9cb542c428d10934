//! Hidden and naked singles: a digit with one place in a house, and a cell with one candidate.
//!
//! ```text
//!  1  .  3 | .  .  . | .  .  .     The block has no 2 yet. Row 2 and row 3 have one elsewhere, so
//!  .  .  . | .  2  . | .  .  .     r1c2 is its only place: a hidden single of the block.
//!  .  .  . | .  .  . | .  2  .
//! ```
//!
//! A hidden single that is the last empty cell of its house is the easiest step of all. Every text
//! on Sudoku describes both kinds of singles.

use super::position::Position;
use super::step::{Reason, Step};
use super::technique::Technique;
use grid::House;

/// Finds the last empty cell of a house.
pub(crate) fn last_cell(position: &Position) -> Option<Step> {
    let mut houses = position.houses_with_single().filter(|house| position.empty_in(*house) == 1);
    houses.find_map(|house| hidden_single(position, house, Technique::LastCell))
}

/// Finds the hidden singles of houses with several empty cells: of blocks first, then of columns
/// and rows.
pub(crate) fn hidden(position: &Position) -> impl Iterator<Item = Step> {
    let open = position.houses_with_single().filter(|house| position.empty_in(*house) > 1);
    open.filter_map(|house| {
        if house.index() >= 18 {
            hidden_single(position, house, Technique::HiddenSingleBlock)
        } else {
            hidden_single(position, house, Technique::HiddenSingleLine)
        }
    })
}

fn hidden_single(position: &Position, house: House, technique: Technique) -> Option<Step> {
    let digit = position.one_place(house).first()?;
    let cell = house.cells()[position.places(house, digit).trailing_zeros() as usize];
    Some(Step::with_placement(technique, (cell, digit), Reason::OnePlace { house }))
}

/// Finds a cell with one candidate.
pub(crate) fn naked(position: &Position) -> Option<Step> {
    let cell = position.one_candidate().first()?;
    let digit = position.candidates(cell).first()?;
    Some(Step::with_placement(Technique::NakedSingle, (cell, digit), Reason::OneCandidate))
}
