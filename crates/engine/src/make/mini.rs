//! Makes small puzzles of a level: empties cells of a random full grid in random order.

use crate::human::mini::MiniLevel;
use crate::make::seed::{Rng, Seed};
use crate::sudoku::mini::{MiniBoard, MiniGrid, MiniPuzzle, MiniShape, MiniSolution, is_needless};
use std::ops::RangeInclusive;

/// Draws a full grid.
pub fn random_solution(shape: MiniShape, rng: &mut Rng) -> MiniSolution {
    MiniSolution::from_grid_unchecked(random_board(shape, rng).grid())
}

fn random_board(shape: MiniShape, rng: &mut Rng) -> MiniBoard {
    let empty = MiniBoard::new(&MiniGrid::empty(shape)).expect("an empty grid breaks no rule");
    fill(empty, rng).expect("an empty grid has solutions")
}

/// Fills the board: tries the candidates of the narrowest cell in random order, and fills the rest
/// with each.
fn fill(board: MiniBoard, rng: &mut Rng) -> Option<MiniBoard> {
    let Some(cell) = board.narrowest_cell() else { return Some(board) };
    let mut digits = [0, 1, 2, 3, 4, 5];
    let digits = &mut digits[..board.shape().side()];
    rng.shuffle(digits);
    digits.iter().filter(|&&digit| board.places[digit] >> cell & 1 != 0).find_map(|&digit| {
        let mut next = board.clone();
        next.place(1 << cell, digit);
        fill(next, rng)
    })
}

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
    let full = random_board(shape, rng);
    let solution = MiniSolution::from_grid_unchecked(full.grid());
    let bound = rng.within(givens(level)) as usize;
    let mut cells: Vec<usize> = (0..shape.cell_count()).collect();
    rng.shuffle(&mut cells);
    let (mut filled, mut count) = (*full.filled(), shape.cell_count());
    for cell in cells {
        let is_kept = level.has_given_in_each_house() && shape.is_last_given(&filled, cell);
        if is_kept || !is_needless(shape, filled, cell) {
            continue;
        }
        filled.iter_mut().for_each(|cells| *cells &= !(1 << cell));
        count -= 1;
        if count > bound {
            continue;
        }
        let dug = MiniBoard::with_digits(shape, filled).expect("givens of a solution");
        let puzzle = MiniPuzzle::from_parts_unchecked(dug.grid(), solution);
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
