//! Pictures of givens: the cells in which a puzzle has its givens, and the search for a puzzle that
//! has them there.

use grid::{Cell, CellSet, Digit, Grid, Puzzle, Rng, Solution};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use words::Clause;

/// The cells of a picture that have givens; all others are empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GivensMask(CellSet);

/// The reason why a text is not a picture, or why no puzzle has the givens of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{why}", line.map_or(String::new(), |line| format!("line {line}: ")))]
pub struct GivensMaskError {
    /// The line, counted from 1; `None` if the error concerns the whole text.
    pub line: Option<usize>,
    /// The expected form, and what was found.
    pub why: String,
}

impl From<GivensMaskError> for Clause {
    fn from(error: GivensMaskError) -> Self {
        error.to_string().into()
    }
}

impl GivensMaskError {
    fn new(line: usize, why: impl Into<String>) -> Self {
        Self { line: Some(line), why: why.into() }
    }
}

/// The fewest givens that a puzzle can have (McGuire, Tugemann, Civario 2012).
const MIN_GIVENS: usize = 17;

impl GivensMask {
    /// Reads pictures: nine lines of nine characters each, with empty lines between them, or lines
    /// of 81. `.`, `0`, `_` and `-` are empty cells, every other character except a space is a
    /// given.
    ///
    /// # Errors
    /// If there is no picture, if a line has another number of characters, or if it is easy to
    /// prove that no puzzle has the givens of a picture.
    pub fn read_all(text: &str) -> Result<Vec<Self>, GivensMaskError> {
        let (mut patterns, mut rows, mut first) = (Vec::new(), String::new(), 0);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines().map(str::trim_end).chain([""])) {
            let found = line.chars().count();
            match (found, rows.chars().count()) {
                (0, 0) => continue,
                (0, rows) => {
                    let why = format!("expected nine lines of nine, found {}", rows / 9);
                    return Err(GivensMaskError::new(number, why));
                }
                (81, 0) | (9, _) => {}
                _ => {
                    let why = format!("expected nine characters, found {found}");
                    return Err(GivensMaskError::new(number, why));
                }
            }
            if line.contains(char::is_whitespace) {
                let why = "expected . for an empty cell, found a space";
                return Err(GivensMaskError::new(number, why));
            }
            if rows.is_empty() {
                first = number;
            }
            rows += line;
            if rows.chars().count() == Cell::COUNT {
                let marks = Cell::ALL.into_iter().zip(rows.chars());
                let marks = marks.filter(|(_, mark)| !matches!(mark, '.' | '0' | '_' | '-'));
                let pattern = Self(marks.map(|(cell, _)| cell).collect());
                pattern.check_possible().map_err(|why| GivensMaskError::new(first, why))?;
                patterns.push(pattern);
                rows.clear();
            }
        }
        if patterns.is_empty() {
            let why = "expected pictures, found none".to_owned();
            return Err(GivensMaskError { line: None, why });
        }
        Ok(patterns)
    }

    /// Rejects pictures that provably have no puzzle.
    fn check_possible(self) -> Result<(), String> {
        let count = self.count();
        if !(MIN_GIVENS..Cell::COUNT).contains(&count) {
            return Err(format!(
                "expected {MIN_GIVENS} to 80 givens in the picture, found {count}"
            ));
        }
        for (lines, of_cell) in
            [("rows", Cell::row as fn(Cell) -> usize), ("columns", Cell::column)]
        {
            for three in [0, 3, 6] {
                let mut empty =
                    (three..three + 3).filter(|&line| !{ self.0 }.any(|c| of_cell(c) == line));
                if let (Some(a), Some(b)) = (empty.next(), empty.next()) {
                    return Err(format!(
                        "{lines} {} and {} have no given: they can be exchanged, so that there are always \
                         two solutions",
                        a + 1,
                        b + 1
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns true if a cell has a given.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0.contains(cell)
    }

    /// Returns the number of givens.
    pub const fn count(self) -> usize {
        self.0.len()
    }

    /// Returns the minimum number of givens in any row or column.
    pub fn row_col_min(self) -> usize {
        let grid = Grid::new(Cell::ALL.map(|cell| self.contains(cell).then_some(Digit::ALL[0])));
        grid.row_col_min()
    }

    /// Returns the first cell that is filled in the grid and empty in the picture, or vice versa.
    pub fn first_difference(self, grid: &Grid) -> Option<Cell> {
        Cell::ALL.into_iter().find(|&cell| self.contains(cell) != grid[cell].is_some())
    }

    /// Searches for a puzzle with these givens. Returns `None` if a bounded search, which takes
    /// some milliseconds, finds none: there may be none.
    ///
    /// The search starts with a full grid. It removes digits outside the picture as long as few
    /// solutions are left. Then it changes one digit after the other to the one that leaves the
    /// fewest solutions. Once one solution is left, it removes the next digits outside, until there
    /// are none.
    pub fn attempt(self, full: &Solution, rng: &mut Rng) -> Option<Puzzle> {
        let mut outside: Vec<Cell> = self.0.complement().collect();
        let mut search = MaskSearch { grid: Grid::from(*full), budget: SEARCH_BUDGET };
        while search.budget > 0 {
            let before = (search.grid, outside.clone());
            rng.shuffle(&mut outside);
            let mut count = 1;
            outside.retain(|&cell| {
                let digit = search.grid[cell].take();
                match search.count(MAX_COUNTED_SOLUTIONS + 1) {
                    found if found <= MAX_COUNTED_SOLUTIONS => count = found,
                    _ => search.grid[cell] = digit,
                }
                search.grid[cell].is_some()
            });
            let mut last = usize::MAX;
            while 1 < count && count < last && search.budget > 0 {
                last = count;
                count = search.improve(count, Cell::COUNT, rng);
            }
            if count == 1 && outside.is_empty() {
                return Puzzle::prove(search.grid).ok();
            }
            if count > 1 || outside.len() == before.1.len() {
                // Goes back, and moves to another puzzle with the same givens, which may get
                // further. A full grid has no such neighbour.
                (search.grid, outside) = before;
                if outside.len() + self.count() == Cell::COUNT {
                    return None;
                }
                search.improve(1, CELLS_CHANGED_WHEN_STUCK, rng);
            }
        }
        None
    }
}

/// The maximum number of solutions that may be left when digits are removed.
const MAX_COUNTED_SOLUTIONS: usize = 100;
/// The number of cells that change when a search gets stuck.
const CELLS_CHANGED_WHEN_STUCK: usize = 6;
/// The budget of a search. A count of solutions costs five, and one for each solution.
const SEARCH_BUDGET: usize = 20_000;

/// A grid on the way to a puzzle.
struct MaskSearch {
    grid: Grid,
    budget: usize,
}

impl MaskSearch {
    fn count(&mut self, limit: usize) -> usize {
        let count = self.grid.solution_count(limit);
        self.budget = self.budget.saturating_sub(5 + count);
        count
    }

    /// Changes some cells, in random order, each to the digit that leaves the fewest solutions.
    /// Among equals it prefers a digit other than the present one. Returns the number of solutions.
    fn improve(&mut self, mut fewest: usize, cells: usize, rng: &mut Rng) -> usize {
        let mut filled: Vec<Cell> = self.grid.filled().map(|(cell, _)| cell).collect();
        rng.shuffle(&mut filled);
        for cell in filled.into_iter().take(cells) {
            let mut best = self.grid[cell];
            let mut digits = Digit::ALL;
            rng.shuffle(&mut digits);
            for digit in digits.map(Some) {
                if digit == best || cell.peers().iter().any(|&peer| self.grid[peer] == digit) {
                    continue;
                }
                self.grid[cell] = digit;
                let count = self.count(fewest + 1);
                if (1..=fewest).contains(&count) {
                    (fewest, best) = (count, digit);
                }
            }
            self.grid[cell] = best;
            if self.budget == 0 || (fewest == 1 && cells == Cell::COUNT) {
                break;
            }
        }
        fewest
    }
}

/// 81 characters, `x` for a given.
impl fmt::Display for GivensMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = Cell::ALL.map(|cell| if self.contains(cell) { 'x' } else { '.' });
        f.write_str(&marks.iter().collect::<String>())
    }
}

/// Shows the picture.
impl fmt::Debug for GivensMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One picture.
impl FromStr for GivensMask {
    type Err = GivensMaskError;

    fn from_str(text: &str) -> Result<Self, GivensMaskError> {
        match Self::read_all(text)?[..] {
            [pattern] => Ok(pattern),
            _ => Err(GivensMaskError { line: None, why: "expected one picture".to_owned() }),
        }
    }
}
