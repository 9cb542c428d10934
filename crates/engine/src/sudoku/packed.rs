//! Proved puzzles in 43 bytes each, where a [`Puzzle`] has 162.

use crate::sudoku::grid::{Cell, Digit, Grid, Solution};
use crate::sudoku::puzzle::Puzzle;
use std::array;
use std::sync::Arc;

/// A list of puzzles in little memory. Packing loses nothing, so a puzzle keeps its proof. Clones
/// share their memory until one of them changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackedPuzzles(Arc<Vec<PackedPuzzle>>);

/// A solution as eight numbers of ten digits in base nine, and a bit for each given. The last cell
/// is left out, because its row determines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedPuzzle {
    solution: [[u8; 4]; 8],
    givens: [u8; 11],
}

/// The number of digits in each number of a solution: 9^10 is below 2^32.
const DIGITS: usize = 10;

impl PackedPuzzle {
    fn pack(puzzle: &Puzzle) -> Self {
        let digits = puzzle.solution().digits();
        let mut givens = [0; 11];
        for (cell, _) in puzzle.givens().filled() {
            givens[cell.index() / 8] |= 1 << (cell.index() % 8);
        }
        let solution = array::from_fn(|i| {
            let ten = digits[i * DIGITS..][..DIGITS].iter().rev();
            ten.fold(0_u32, |number, digit| number * 9 + digit.index() as u32).to_le_bytes()
        });
        Self { solution, givens }
    }

    fn unpack(&self) -> Puzzle {
        let mut digits = [Digit::ALL[0]; Cell::COUNT];
        let mut numbers = self.solution.map(u32::from_le_bytes);
        // All numbers advance together, so that no division waits for the one before.
        for place in 0..DIGITS {
            for (i, number) in numbers.iter_mut().enumerate() {
                digits[i * DIGITS + place] = Digit::ALL[(*number % 9) as usize];
                *number /= 9;
            }
        }
        // The digits of a row add up to 45, their indices to 36.
        let row: u8 = digits[72..80].iter().map(|digit| digit.get()).sum();
        digits[80] = Digit::ALL[usize::from(44 - row)];
        let solution = Solution::from_digits_unchecked(digits);
        let mut givens = Grid::EMPTY;
        for cell in Cell::ALL {
            let is_given = self.givens[cell.index() / 8] >> (cell.index() % 8) & 1 == 1;
            givens[cell] = is_given.then(|| solution[cell]);
        }
        Puzzle::from_parts_unchecked(givens, solution)
    }
}

impl PackedPuzzles {
    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the list has no puzzle.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the puzzle at this index in less than a microsecond.
    pub fn get(&self, place: usize) -> Option<Puzzle> {
        self.0.get(place).map(PackedPuzzle::unpack)
    }

    /// Returns the puzzles in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Puzzle> + '_ {
        self.0.iter().map(PackedPuzzle::unpack)
    }

    /// Adds a puzzle at the end.
    pub fn push(&mut self, puzzle: &Puzzle) {
        Arc::make_mut(&mut self.0).push(PackedPuzzle::pack(puzzle));
    }

    /// Keeps the first `count` puzzles, or all if there are fewer.
    pub fn truncate(&mut self, count: usize) {
        Arc::make_mut(&mut self.0).truncate(count);
    }
}

impl FromIterator<Puzzle> for PackedPuzzles {
    fn from_iter<I: IntoIterator<Item = Puzzle>>(puzzles: I) -> Self {
        Self(Arc::new(puzzles.into_iter().map(|puzzle| PackedPuzzle::pack(&puzzle)).collect()))
    }
}
