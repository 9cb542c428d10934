//! The equivalence transforms (paper, operation 5): transposition, permutations of bands, stacks,
//! rows inside a band and columns inside a stack, and relabelling. 2 x 6^8 permutations times 9!
//! relabellings are 1,218,998,108,160 transforms.

mod parts;
mod symmetry;

pub use symmetry::Symmetry;

use crate::grid::{Cell, Digit, Grid, Solution};
use crate::puzzle::Puzzle;
use crate::random::Rng;

/// A transform: it may transpose, permutes rows and columns, and relabels the digits, in this
/// order. The rows of a band stay together, and so do the columns of a stack. Cell (r, c) of the
/// result comes from cell (`rows[r]`, `columns[c]`) of the grid, or of the transposed grid.
///
/// ```
/// use sudoku_press_grid::{Digit, Grid};
/// use sudoku_press_grid::Transform;
/// let grid: Grid = format!("123{}", ".".repeat(78)).parse()?;
/// let straight = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// let mirrored = [8, 7, 6, 5, 4, 3, 2, 1, 0];
/// let mirror = Transform::new(false, straight, mirrored, Digit::ALL);
/// let mirror = mirror.expect("stacks stay together");
/// assert!(mirror.grid(&grid).to_string().starts_with("......321"));
/// assert_eq!(mirror.then(&mirror.inverse()), Transform::IDENTITY);
/// # Ok::<(), sudoku_press_grid::LineError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    transpose: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    /// The new label of each digit.
    digits: [Digit; 9],
}

const IN_ORDER: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self =
        Self { transpose: false, rows: IN_ORDER, columns: IN_ORDER, digits: Digit::ALL };

    /// Makes a transform from its parts. Row r and column c of the result come from row `rows[r]`
    /// and column `columns[c]`, after transposing; `digits[d - 1]` is the new label of digit d.
    /// Returns `None` if a part is not a permutation, or separates the rows of a band or the
    /// columns of a stack.
    #[inline]
    pub fn new(
        transpose: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [Digit; 9],
    ) -> Option<Self> {
        let mut named = digits;
        named.sort_unstable();
        let whole =
            is_band_permutation(&rows) && is_band_permutation(&columns) && named == Digit::ALL;
        whole.then_some(Self { transpose, rows, columns, digits })
    }

    /// Draws one of the 1.2 x 10^12 transforms, each with the same probability.
    #[inline]
    pub fn random(rng: &mut Rng) -> Self {
        Self::random_keeping(Symmetry::None, rng)
    }

    /// Returns the relabelling after which a row of this solution counts from 1 to 9.
    #[inline]
    pub fn counting_along(solution: &Solution, row: usize) -> Self {
        let mut digits = Digit::ALL;
        for (column, new) in Digit::ALL.into_iter().enumerate() {
            digits[solution[Cell::ALL[9 * row + column]].index()] = new;
        }
        Self { digits, ..Self::IDENTITY }
    }

    /// Returns the parts that [`Transform::new`] takes: transposed or not, rows, columns and
    /// digits.
    #[inline]
    pub const fn parts(&self) -> (bool, [u8; 9], [u8; 9], [Digit; 9]) {
        (self.transpose, self.rows, self.columns, self.digits)
    }

    /// Returns the transform that applies this one first, then the other.
    #[must_use]
    #[inline]
    pub fn then(&self, next: &Self) -> Self {
        // If the next transform transposes, its rows come from the columns of this one.
        let (rows, columns) =
            if next.transpose { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            transpose: self.transpose != next.transpose,
            rows: next.rows.map(|r| rows[usize::from(r)]),
            columns: next.columns.map(|c| columns[usize::from(c)]),
            digits: self.digits.map(|d| next.digits[d.index()]),
        }
    }

    /// Returns the inverse transform.
    #[must_use]
    #[inline]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        let (rows, columns) = if self.transpose { (columns, rows) } else { (rows, columns) };
        let mut digits = self.digits;
        for old in Digit::ALL {
            digits[self.digits[old.index()].index()] = old;
        }
        Self { transpose: self.transpose, rows, columns, digits }
    }

    /// Returns the cell of the grid from which a cell of the result comes.
    #[inline]
    pub fn source(&self, cell: Cell) -> Cell {
        self.sources()[cell.index()]
    }

    /// Returns the source of each cell of the result, in reading order.
    #[inline]
    fn sources(&self) -> [Cell; Cell::COUNT] {
        let (of_row, of_column) = if self.transpose { (1, 9) } else { (9, 1) };
        let mut sources = Cell::ALL;
        for (sources, &row) in sources.chunks_exact_mut(9).zip(&self.rows) {
            let row = usize::from(row) * of_row;
            for (source, &column) in sources.iter_mut().zip(&self.columns) {
                *source = Cell::ALL[row + usize::from(column) * of_column];
            }
        }
        sources
    }

    /// Returns the new label of a digit.
    #[inline]
    pub const fn relabelled(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// Transforms a grid.
    #[inline]
    pub fn grid(&self, grid: &Grid) -> Grid {
        self.grid_from(grid, &self.sources())
    }

    #[inline]
    fn grid_from(&self, grid: &Grid, sources: &[Cell; Cell::COUNT]) -> Grid {
        // Empty cells have a label too, because the processor would often mispredict a branch.
        let mut labels = [None; 10];
        for (label, digit) in labels[1..].iter_mut().zip(self.digits) {
            *label = Some(digit);
        }
        let mut new = Grid::EMPTY;
        for (cell, &from) in Cell::ALL.into_iter().zip(sources) {
            new[cell] = labels[grid[from].map_or(0, |digit| usize::from(digit.get()))];
        }
        new
    }

    /// Transforms a solution.
    #[inline]
    pub fn solution(&self, solution: &Solution) -> Solution {
        self.solution_from(solution, &self.sources())
    }

    #[inline]
    fn solution_from(&self, solution: &Solution, sources: &[Cell; Cell::COUNT]) -> Solution {
        let mut digits = [Digit::ALL[0]; Cell::COUNT];
        for (digit, &from) in digits.iter_mut().zip(sources) {
            *digit = self.relabelled(solution[from]);
        }
        Solution::from_digits_unchecked(digits)
    }

    /// Transforms a puzzle. The proof that it has one solution still holds.
    #[inline]
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let sources = &self.sources();
        let givens = self.grid_from(puzzle.givens(), sources);
        Puzzle::from_parts_unchecked(givens, self.solution_from(puzzle.solution(), sources))
    }
}

/// Returns true if the rows are a permutation, and the three rows of each band come from one band.
#[inline]
fn is_band_permutation(rows: &[u8; 9]) -> bool {
    let mut sorted = *rows;
    sorted.sort_unstable();
    sorted == IN_ORDER && rows.chunks(3).all(|band| band.iter().all(|r| r / 3 == band[0] / 3))
}

#[inline]
fn inverted(places: &[u8; 9]) -> [u8; 9] {
    let mut inverse = [0; 9];
    for (to, &from) in (0..).zip(places) {
        inverse[usize::from(from)] = to;
    }
    inverse
}

#[inline]
fn random_bands(rng: &mut Rng) -> [u8; 9] {
    let mut bands = [0, 1, 2];
    rng.shuffle(&mut bands);
    let mut places = [0; 9];
    for (target, band) in places.chunks_mut(3).zip(bands) {
        let mut rows = [0, 1, 2];
        rng.shuffle(&mut rows);
        for (place, row) in target.iter_mut().zip(rows) {
            *place = band * 3 + row;
        }
    }
    places
}

/// Draws a permutation that commutes with the rotation by 180 degrees: the bottom band mirrors the
/// top band, the outer bands may be exchanged, and the outer rows of the middle band may be
/// exchanged.
#[inline]
fn random_mirrored(rng: &mut Rng) -> [u8; 9] {
    let mut top = [0, 1, 2];
    rng.shuffle(&mut top);
    if rng.draw_bool() {
        top = top.map(|row| 8 - row);
    }
    let mut middle = [3, 4, 5];
    if rng.draw_bool() {
        middle.reverse();
    }
    let [a, b, c] = top;
    let [d, e, f] = middle;
    [a, b, c, d, e, f, 8 - c, 8 - b, 8 - a]
}

#[inline]
fn random_labels(rng: &mut Rng) -> [Digit; 9] {
    let mut labels = Digit::ALL;
    rng.shuffle(&mut labels);
    labels
}
