//! Proved puzzles in 43 bytes each, where a [`Puzzle`] has 162.

use crate::any_puzzle::AnyPuzzle;
use crate::grid::{Cell, Digit, Grid, Solution};
use crate::mini::MiniPuzzle;
use crate::puzzle::Puzzle;
use std::array;
use std::sync::Arc;

/// A list of puzzles in little memory: classic ones, or small ones. Packing loses nothing, so a
/// puzzle keeps its proof. Clones share their memory until one of them changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackedPuzzles {
    classic: Arc<Vec<PackedPuzzle>>,
    minis: Arc<Vec<MiniPuzzle>>,
}

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
        self.classic.len() + self.minis.len()
    }

    /// Returns true if the list has no puzzle.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the puzzle at this index in less than a microsecond.
    pub fn get(&self, place: usize) -> Option<AnyPuzzle> {
        match self.minis.get(place) {
            Some(mini) => Some(AnyPuzzle::Mini(*mini)),
            None => self.classic.get(place).map(|packed| packed.unpack().into()),
        }
    }

    /// Returns the puzzles in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = AnyPuzzle> + '_ {
        (0..self.len()).map(|place| self.get(place).expect("it is in the list"))
    }

    /// Adds a puzzle at the end.
    ///
    /// # Panics
    /// If the list has classic puzzles and the puzzle is small, or the other way round.
    pub fn push(&mut self, puzzle: &AnyPuzzle) {
        match puzzle {
            AnyPuzzle::Classic(puzzle) => {
                assert!(self.minis.is_empty(), "a list has one kind");
                Arc::make_mut(&mut self.classic).push(PackedPuzzle::pack(puzzle));
            }
            AnyPuzzle::Mini(puzzle) => {
                assert!(self.classic.is_empty(), "a list has one kind");
                Arc::make_mut(&mut self.minis).push(*puzzle);
            }
        }
    }

    /// Keeps the first `count` puzzles, or all if there are fewer.
    pub fn truncate(&mut self, count: usize) {
        Arc::make_mut(&mut self.classic).truncate(count);
        Arc::make_mut(&mut self.minis).truncate(count);
    }
}

impl<P: Into<AnyPuzzle>> FromIterator<P> for PackedPuzzles {
    fn from_iter<I: IntoIterator<Item = P>>(puzzles: I) -> Self {
        let puzzles = puzzles.into_iter();
        let (count, _) = puzzles.size_hint();
        let (mut classic, mut minis) = (Vec::new(), Vec::new());
        for puzzle in puzzles {
            // Only one of the lists takes memory.
            match puzzle.into() {
                AnyPuzzle::Classic(puzzle) => {
                    if classic.is_empty() {
                        classic.reserve_exact(count);
                    }
                    classic.push(PackedPuzzle::pack(&puzzle));
                }
                AnyPuzzle::Mini(puzzle) => minis.push(puzzle),
            }
        }
        assert!(classic.is_empty() || minis.is_empty(), "a list has one kind");
        Self { classic: Arc::new(classic), minis: Arc::new(minis) }
    }
}
