//! Makes small puzzles of a level: empties cells of a random full grid in random order.

use crate::seed::Seed;
use grid::Rng;
use grid::mini::{MiniPuzzle, MiniShape};
use human::MiniLevel;
use std::ops::RangeInclusive;

/// Returns a sample puzzle of a level, always the same.
pub fn specimen(level: MiniLevel) -> MiniPuzzle {
    let mut rng = Seed(0).stream_at(0);
    loop {
        if let Some(puzzle) = attempt(level, &mut rng) {
            return puzzle;
        }
    }
}

/// Makes one attempt at a puzzle of a level; `None` if the puzzle is of another level. Digs down to
/// a drawn number of givens, and on as long as the puzzle is too easy. Leaves a given in each row,
/// column and block, if the level asks for it.
pub fn attempt(level: MiniLevel, rng: &mut Rng) -> Option<MiniPuzzle> {
    let shape = level.shape();
    let mut puzzle = MiniPuzzle::random_full(shape, rng);
    let bound = rng.within(givens(level)) as usize;
    let mut cells: Vec<usize> = (0..shape.cell_count()).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        if level.has_given_in_each_house() && puzzle.is_last_given(cell) {
            continue;
        }
        let Some(dug) = puzzle.without_given(cell) else { continue };
        puzzle = dug;
        if puzzle.givens_count() > bound {
            continue;
        }
        match MiniLevel::from_puzzle(&puzzle) {
            Some(found) if found < level => {}
            found => return found.filter(|found| *found == level).map(|_| puzzle),
        }
    }
    None
}

/// Returns the numbers of givens of which one is drawn for each puzzle; digging stops there. The
/// hardest level of a shape is dug until no given can go.
fn givens(level: MiniLevel) -> RangeInclusive<u32> {
    match (level.shape(), level.number()) {
        (MiniShape::Four, 1) => 8..=10,
        (MiniShape::Six, 1) => 14..=20,
        (MiniShape::Six, 2) => 10..=14,
        (MiniShape::Six, _) => 8..=12,
        (MiniShape::Four, _) => 4..=6,
    }
}
