//! Grids and puzzles of any size: a classic one of 9 x 9 cells, or a small one. Tables, books and
//! the archive take these types and ask the [`GridShape`]; engines for one size match on them.

use crate::canon::Canonical;
use crate::grid::{Cell, Digit, Grid, LineError};
use crate::key::Key;
use crate::mini::{MiniGrid, MiniPuzzle, MiniShape, MiniTransform};
use crate::puzzle::{Puzzle, PuzzleError};
use crate::random::Rng;
use crate::transform::Transform;
use std::fmt;
use std::str::FromStr;

words::named! {
    /// The size of a grid.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum GridShape {
        /// 4 x 4 cells, blocks of 2 x 2
        Four = "4",
        /// 6 x 6 cells, blocks of 2 rows and 3 columns
        Six = "6",
        /// 9 x 9 cells, blocks of 3 x 3
        [default]
        Nine = "9",
    }
}

impl GridShape {
    /// The number of cells of the largest grid.
    pub const MAX_CELLS: usize = Cell::COUNT;
    /// The number of rows of the largest grid.
    pub const MAX_SIDE: usize = 9;

    /// Returns the small shape; `None` for the classic one.
    pub const fn mini(self) -> Option<MiniShape> {
        match self {
            Self::Four => Some(MiniShape::Four),
            Self::Six => Some(MiniShape::Six),
            Self::Nine => None,
        }
    }

    /// Returns the number of cells of a row, which is also the number of digits.
    pub const fn side(self) -> usize {
        match self.mini() {
            Some(mini) => mini.side(),
            None => 9,
        }
    }

    /// Returns the number of rows of a block.
    pub const fn block_rows(self) -> usize {
        match self.mini() {
            Some(mini) => mini.block_rows(),
            None => 3,
        }
    }

    /// Returns the number of columns of a block.
    pub const fn block_columns(self) -> usize {
        self.side() / self.block_rows()
    }

    /// Returns the number of cells.
    pub const fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the fewest givens that leave one solution.
    pub const fn min_givens(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Six => 8,
            Self::Nine => 17,
        }
    }

    /// Returns the shape with this number of cells.
    pub fn with_cell_count(count: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.cell_count() == count)
    }

    /// Returns the shape that has this label.
    ///
    /// # Errors
    /// A sentence with the labels that exist.
    pub fn from_label(label: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|shape| shape.label() == label);
        found.ok_or_else(|| format!("expected the size 4x4, 6x6 or 9x9, found {label:?}"))
    }

    /// Returns the size as users write it: `6x6`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Four => "4x4",
            Self::Six => "6x6",
            Self::Nine => "9x9",
        }
    }

    /// Names a cell by its number: `r1c3`.
    pub fn cell_name(self, cell: usize) -> String {
        format!("r{}c{}", cell / self.side() + 1, cell % self.side() + 1)
    }
}

impl From<MiniShape> for GridShape {
    fn from(shape: MiniShape) -> Self {
        match shape {
            MiniShape::Four => Self::Four,
            MiniShape::Six => Self::Six,
        }
    }
}

/// A grid of any size, which may break every rule. Cells are numbered from 0, row by row. Grids of
/// one size are ordered as their texts are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyGrid {
    /// A grid of 9 x 9 cells.
    Classic(Grid),
    /// A smaller grid.
    Mini(MiniGrid),
}

/// The characters of a grid, row by row, `.` for an empty cell.
struct GridLine {
    bytes: [u8; GridShape::MAX_CELLS],
    length: u8,
}

impl GridLine {
    /// Returns the text.
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).expect("digits and dots")
    }
}

impl AnyGrid {
    /// Makes the empty grid of a shape.
    pub fn empty(shape: GridShape) -> Self {
        match shape.mini() {
            Some(mini) => Self::Mini(MiniGrid::empty(mini)),
            None => Self::Classic(Grid::EMPTY),
        }
    }

    /// Makes the grid of 16, 36 or 81 cells; `None` for another number of cells, or a digit that
    /// the shape does not have.
    pub fn from_cells(cells: &[Option<Digit>]) -> Option<Self> {
        let shape = GridShape::with_cell_count(cells.len())?;
        let mut grid = Self::empty(shape);
        for (cell, digit) in cells.iter().enumerate() {
            let Some(digit) = digit else { continue };
            if usize::from(digit.get()) > shape.side() {
                return None;
            }
            grid.set(cell, Some(digit.get()));
        }
        Some(grid)
    }

    /// Returns the shape.
    pub fn shape(&self) -> GridShape {
        match self {
            Self::Classic(_) => GridShape::Nine,
            Self::Mini(grid) => grid.shape().into(),
        }
    }

    /// Returns the classic grid; `None` for a small one.
    pub const fn classic(&self) -> Option<&Grid> {
        match self {
            Self::Classic(grid) => Some(grid),
            Self::Mini(_) => None,
        }
    }

    /// Returns the digit of a cell; `None` if it is empty, or the shape does not have it.
    pub fn digit(&self, cell: usize) -> Option<u8> {
        if cell >= self.shape().cell_count() {
            return None;
        }
        match self {
            Self::Classic(grid) => grid[Cell::ALL[cell]].map(Digit::get),
            Self::Mini(grid) => grid.digit(cell),
        }
    }

    /// Returns the cells in which two grids differ, ascending.
    pub fn differences(&self, other: &Self) -> impl Iterator<Item = usize> {
        let (one, other) = (*self, *other);
        let count = one.shape().max(other.shape()).cell_count();
        (0..count).filter(move |&cell| one.digit(cell) != other.digit(cell))
    }

    /// Fills or empties a cell.
    ///
    /// # Panics
    /// If the shape has no such cell or no such digit.
    pub fn set(&mut self, cell: usize, digit: Option<u8>) {
        match self {
            Self::Classic(grid) => {
                grid[Cell::ALL[cell]] = digit.map(|digit| Digit::new(digit).expect("1 to 9"));
            }
            Self::Mini(grid) => grid.set(cell, digit.unwrap_or(0)),
        }
    }

    /// Returns the filled cells with their digits, ascending.
    pub fn filled(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let cells = 0..self.shape().cell_count();
        cells.filter_map(|cell| Some((cell, self.digit(cell)?)))
    }

    /// Returns the empty cells, ascending.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.shape().cell_count()).filter(|&cell| self.digit(cell).is_none())
    }

    /// Returns the number of filled cells.
    pub fn filled_count(&self) -> usize {
        match self {
            Self::Classic(grid) => grid.filled_count(),
            Self::Mini(grid) => grid.filled_count(),
        }
    }

    /// Returns true if every cell is filled.
    pub fn is_full(&self) -> bool {
        self.filled_count() == self.shape().cell_count()
    }

    /// Returns true if a digit occurs twice in a house.
    pub fn has_conflict(&self) -> bool {
        match self {
            Self::Classic(grid) => grid.conflicts().next().is_some(),
            Self::Mini(grid) => grid.has_conflict(),
        }
    }

    /// Returns true if this is a complete and legal grid with all digits of `givens`.
    pub fn solves(&self, givens: &Self) -> bool {
        self.shape() == givens.shape()
            && self.is_full()
            && !self.has_conflict()
            && givens.filled().all(|(cell, digit)| self.digit(cell) == Some(digit))
    }

    /// Describes the digits that occur twice in a house; empty if there are none.
    pub fn conflict_text(&self) -> String {
        match self {
            Self::Classic(grid) => {
                let conflicts: Vec<_> = grid.conflicts().map(|it| it.to_string()).collect();
                conflicts.join("; ")
            }
            Self::Mini(grid) if grid.has_conflict() => {
                "a digit occurs twice in a row, column or block".to_owned()
            }
            Self::Mini(_) => String::new(),
        }
    }

    /// Appends the characters of [`Display`](fmt::Display), without its formatting.
    pub fn push_to(&self, text: &mut String) {
        text.push_str(self.line().as_str());
    }

    /// Returns the characters, row by row.
    fn line(&self) -> GridLine {
        let mut bytes = [b'.'; GridShape::MAX_CELLS];
        match self {
            Self::Classic(grid) => bytes = grid.line(),
            Self::Mini(grid) => {
                for (byte, digit) in bytes.iter_mut().zip(grid.cells()) {
                    if *digit > 0 {
                        *byte = b'0' + digit;
                    }
                }
            }
        }
        GridLine { bytes, length: self.shape().cell_count() as u8 }
    }

    /// Draws the grid with lines between its blocks, and shows each cell by this function.
    pub fn to_ascii<S: fmt::Display>(&self, show: impl Fn(usize, char) -> S) -> String {
        let (side, width) = (self.shape().side(), self.shape().block_columns());
        let edge = format!("+{}\n", format!("{}+", "-".repeat(2 * width + 1)).repeat(side / width));
        let mut drawn = String::new();
        for cell in 0..self.shape().cell_count() {
            let (row, column) = (cell / side, cell % side);
            if column == 0 && row % self.shape().block_rows() == 0 {
                drawn += &edge;
            }
            if column % width == 0 {
                drawn += "| ";
            }
            let sign = self.digit(cell).map_or('.', |digit| char::from(b'0' + digit));
            drawn += &format!("{} ", show(cell, sign));
            if column + 1 == side {
                drawn += "|\n";
            }
        }
        drawn + &edge
    }

    /// Returns the key of the class of givens that nobody solved. `None` if they cannot be a
    /// puzzle.
    pub fn class_key_of_givens(&self) -> Option<Key> {
        match self {
            Self::Classic(grid) => Key::of_givens(grid),
            Self::Mini(grid) => Some(AnyPuzzle::Mini(MiniPuzzle::prove(*grid).ok()?).class_key()),
        }
    }

    /// Returns the key of this grid alone.
    pub fn key(&self) -> Key {
        Key::of_bytes(self.line().as_str().as_bytes())
    }

    /// Returns the minimum number of filled cells in a row or column.
    pub fn row_col_min(&self) -> usize {
        let side = self.shape().side();
        let mut counts = [0; 2 * GridShape::MAX_SIDE];
        for (cell, _) in self.filled() {
            counts[cell / side] += 1;
            counts[side + cell % side] += 1;
        }
        counts[..2 * side].iter().copied().min().unwrap_or(0)
    }
}

impl From<Grid> for AnyGrid {
    fn from(grid: Grid) -> Self {
        Self::Classic(grid)
    }
}

impl From<MiniGrid> for AnyGrid {
    fn from(grid: MiniGrid) -> Self {
        Self::Mini(grid)
    }
}

/// Reads 16, 36 or 81 characters: the number of characters tells the size.
impl FromStr for AnyGrid {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        match MiniShape::with_cell_count(text.chars().count()) {
            Some(shape) => MiniGrid::from_line(shape, text).map(Self::Mini),
            None => text.parse().map(Self::Classic),
        }
    }
}

impl fmt::Display for AnyGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.line().as_str())
    }
}

debug_as_display!(AnyGrid);

/// A puzzle of any size: the proof that its givens have one solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyPuzzle {
    /// A puzzle of 9 x 9 cells.
    Classic(Puzzle),
    /// A smaller puzzle.
    Mini(MiniPuzzle),
}

impl AnyPuzzle {
    /// Proves that these givens have exactly one solution.
    ///
    /// # Errors
    /// [`PuzzleError`] if they have none, or several.
    pub fn prove(givens: AnyGrid) -> Result<Self, PuzzleError<AnyGrid>> {
        match givens {
            AnyGrid::Classic(grid) => match Puzzle::prove(grid) {
                Ok(puzzle) => Ok(Self::Classic(puzzle)),
                Err(error) => Err(error.map(|solution| Grid::from(solution).into())),
            },
            AnyGrid::Mini(grid) => match MiniPuzzle::prove(grid) {
                Ok(puzzle) => Ok(Self::Mini(puzzle)),
                Err(error) => Err(error.map(AnyGrid::Mini)),
            },
        }
    }

    /// Returns the shape.
    pub fn shape(&self) -> GridShape {
        match self {
            Self::Classic(_) => GridShape::Nine,
            Self::Mini(puzzle) => puzzle.shape().into(),
        }
    }

    /// Returns the classic puzzle; `None` for a small one.
    pub const fn classic(&self) -> Option<&Puzzle> {
        match self {
            Self::Classic(puzzle) => Some(puzzle),
            Self::Mini(_) => None,
        }
    }

    /// Returns the given digits.
    pub const fn givens(&self) -> AnyGrid {
        match self {
            Self::Classic(puzzle) => AnyGrid::Classic(*puzzle.givens()),
            Self::Mini(puzzle) => AnyGrid::Mini(*puzzle.givens()),
        }
    }

    /// Returns the only solution.
    pub fn solution(&self) -> AnyGrid {
        match self {
            Self::Classic(puzzle) => AnyGrid::Classic(Grid::from(*puzzle.solution())),
            Self::Mini(puzzle) => AnyGrid::Mini(*puzzle.solution()),
        }
    }

    /// Returns the number of givens.
    pub fn givens_count(&self) -> usize {
        self.givens().filled_count()
    }

    /// Returns the equivalent puzzle with digits renumbered, so that a row of its solution counts
    /// up from 1.
    #[must_use]
    pub fn counted_along(&self, row: usize) -> Self {
        match self {
            Self::Classic(puzzle) => {
                Self::Classic(Transform::counting_along(puzzle.solution(), row).puzzle(puzzle))
            }
            Self::Mini(puzzle) => Self::Mini(puzzle.counted_along(row)),
        }
    }

    /// Returns true if every cell is given.
    pub fn is_complete(&self) -> bool {
        self.givens().is_full()
    }

    /// Returns the form of the givens that all equivalent puzzles share.
    pub fn canonical(&self) -> AnyGrid {
        match self {
            Self::Classic(puzzle) => AnyGrid::Classic(*Canonical::of(puzzle).grid()),
            Self::Mini(puzzle) => AnyGrid::Mini(puzzle.canonical()),
        }
    }

    /// Returns the key of the class of equivalent puzzles.
    pub fn class_key(&self) -> Key {
        self.canonical().key()
    }

    /// Returns the key of the class of its solution. Costs about as much as [`Self::class_key`].
    pub fn solution_key(&self) -> Key {
        match self {
            Self::Classic(puzzle) => Key::of_solution(puzzle.solution()),
            Self::Mini(puzzle) => {
                let full = MiniPuzzle::prove(*puzzle.solution());
                Self::Mini(full.expect("a full grid is its own solution")).class_key()
            }
        }
    }
}

impl From<Puzzle> for AnyPuzzle {
    fn from(puzzle: Puzzle) -> Self {
        Self::Classic(puzzle)
    }
}

impl From<MiniPuzzle> for AnyPuzzle {
    fn from(puzzle: MiniPuzzle) -> Self {
        Self::Mini(puzzle)
    }
}

/// A transform of grids of one shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyTransform {
    /// A transform of 9 x 9 cells.
    Classic(Transform),
    /// A transform of a small size.
    Mini(MiniTransform),
}

impl AnyTransform {
    /// Draws one of all transforms of a shape.
    pub fn random(shape: GridShape, rng: &mut Rng) -> Self {
        match shape.mini() {
            None => Self::Classic(Transform::random(rng)),
            Some(mini) => Self::Mini(MiniTransform::random(mini, rng)),
        }
    }

    /// Returns the transform that takes this one back.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Classic(transform) => Self::Classic(transform.inverse()),
            Self::Mini(transform) => Self::Mini(transform.inverse()),
        }
    }

    /// Transforms a grid; `None` if the grid has another shape.
    pub fn grid(&self, grid: &AnyGrid) -> Option<AnyGrid> {
        match (self, grid) {
            (Self::Classic(transform), AnyGrid::Classic(grid)) => Some(transform.grid(grid).into()),
            (Self::Mini(transform), AnyGrid::Mini(grid)) => Some(transform.grid(grid)?.into()),
            _ => None,
        }
    }
}

impl fmt::Display for AnyTransform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(transform) => transform.fmt(f),
            Self::Mini(transform) => transform.fmt(f),
        }
    }
}
