//! Reads and writes the candidates of a position, also called pencil marks:
//!
//! * 729 characters: nine for each cell; each candidate is a digit in its place, and `.` or `0`
//!   stands for a missing candidate;
//! * nine lines of nine groups of digits, with or without borders and bars.
//!
//! A cell with one candidate is a digit if no other cell of its houses has this candidate.

use grid::{Cell, Digit, DigitSet, Grid, Puzzle};
use std::cmp::Reverse;
use words::{Clause, clause};

/// The candidates of the 81 cells, row by row.
pub(crate) type CandidateGrid = [DigitSet; Cell::COUNT];

/// Returns true if this character separates the blocks or the cells of a row.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋')
}

/// Returns true if this character encloses a field or a list.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '[' | ']' | '(' | ')' | '{' | '}' | '“' | '”')
}

/// Returns 729 characters, nine for each cell: a candidate is a digit in its place, a missing one
/// is a dot.
pub fn candidates_to_line(marks: impl Fn(Cell) -> DigitSet) -> String {
    let mut line = String::new();
    for cell in Cell::ALL {
        for digit in Digit::ALL {
            let is_marked = marks(cell).contains(digit);
            line.push(if is_marked { char::from(b'0' + digit.get()) } else { '.' });
        }
    }
    line
}

/// Parses candidates as 729 characters: by cell, each digit in its place, or a dot or a zero.
///
/// # Errors
/// A sentence that names what was expected and what was found.
pub(crate) fn candidates_from_line(line: &str) -> Result<[DigitSet; Cell::COUNT], String> {
    let mut marks = [DigitSet::EMPTY; Cell::COUNT];
    let found = line.chars().count();
    if found != 9 * Cell::COUNT {
        return Err(format!("expected 729 characters of candidates, found {found}"));
    }
    for (i, c) in line.chars().enumerate() {
        let digit = Digit::ALL[i % 9];
        match c {
            '.' | '0' => {}
            _ if c.to_digit(10) == Some(digit.get().into()) => _ = marks[i / 9].insert(digit),
            _ => {
                let cell = Cell::ALL[i / 9];
                return Err(format!(
                    "expected {digit}, 0 or a dot in its place, found {c:?} ({cell})"
                ));
            }
        }
    }
    Ok(marks)
}

/// Parses a row of nine cells with candidates: groups of digits between spaces, bars or delimiters.
/// Returns `None` if no group has several digits, because that is a row of digits.
pub(super) fn read_row(text: &str) -> Option<[DigitSet; 9]> {
    let mut groups = text
        .split(|c: char| c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';'))
        .map(|group| group.trim_matches(is_quote))
        .filter(|group| !group.is_empty());
    let mut row = [DigitSet::EMPTY; 9];
    let mut has_several = false;
    for cell in &mut row {
        let group = groups.next()?;
        *cell = parse_group(group)?;
        has_several |= group.len() > 1;
    }
    if has_several && groups.next().is_none() { Some(row) } else { None }
}

/// Parses a group of distinct digits. Nine digits must ascend: in another order they are a row.
pub(super) fn parse_group(group: &str) -> Option<DigitSet> {
    let mut digits = DigitSet::EMPTY;
    for b in group.bytes() {
        let digit = Digit::new(b.checked_sub(b'0')?)?;
        if !digits.insert(digit) {
            return None;
        }
    }
    let is_group = (1..9).contains(&group.len()) || group == "123456789";
    if is_group { Some(digits) } else { None }
}

/// Returns the digits of a position: a cell with one candidate is filled if no other cell of its
/// houses has this candidate.
pub(crate) fn placed_digits(marks: &CandidateGrid) -> Grid {
    let mut digits = Grid::EMPTY;
    for cell in Cell::ALL {
        digits[cell] = single(marks, cell)
            .filter(|digit| cell.peers().iter().all(|peer| !marks[peer.index()].contains(*digit)));
    }
    digits
}

/// Fails if candidates contradict the puzzle of their digits: a digit is a candidate of some cells
/// that see it, and not of others; the puzzle has not one solution; or the solution is no longer
/// among the candidates.
///
/// # Errors
/// The cells, and a remedy.
pub(crate) fn check_candidates(marks: &CandidateGrid) -> Result<(), String> {
    const REMEDY: &str = "write the givens as 81 cells in a line";
    let grid = placed_digits(marks);
    let found = grid.empty().filter_map(|cell| HalfCleared::find(marks, &grid, cell));
    if let Some(found) = found.min_by_key(HalfCleared::doubt) {
        let HalfCleared { cell, digit, stale, cleared, .. } = found;
        return Err(format!(
            "expected the {digit}, the only candidate of {cell}, in all cells that see it or in \
             none, found it in {stale} and not in {cleared}; remove the forgotten candidate, or \
             {REMEDY}"
        ));
    }
    let count = grid.filled_count();
    let puzzle = Puzzle::prove(grid).map_err(|error| {
        format!(
            "expected a puzzle with one solution in the {count} cells with one candidate, found {}; \
             {REMEDY}",
            error.name()
        )
    })?;
    let is_missing = |cell: &Cell| !marks[cell.index()].contains(puzzle.solution()[*cell]);
    match Cell::ALL.into_iter().find(is_missing) {
        None => Ok(()),
        Some(cell) => Err(format!(
            "expected {}, the solution of {cell}, among its candidates, found it removed; {REMEDY}",
            puzzle.solution()[cell]
        )),
    }
}

/// A cell with one candidate that some cells that see it have, and others do not. A digit that was
/// not placed yet is in all of them or in none.
struct HalfCleared {
    cell: Cell,
    digit: Digit,
    /// The first cell that has the digit.
    stale: Cell,
    /// The number of cells that have it.
    stale_count: usize,
    /// The first cell that would have the digit if `cell` were empty.
    cleared: Cell,
    /// The number of empty cells in which nothing but `cell` explains that it is missing.
    clear_count: usize,
}

impl HalfCleared {
    fn find(marks: &CandidateGrid, grid: &Grid, cell: Cell) -> Option<Self> {
        let digit = single(marks, cell)?;
        let is_other = |other: &Cell| *other != cell && single(marks, *other) == Some(digit);
        let mut stale = Vec::new();
        let mut cleared = Vec::new();
        let mut clear_count = 0;
        for peer in cell.peers().iter().copied().filter(|peer| grid[*peer].is_none()) {
            if marks[peer.index()].contains(digit) {
                stale.push(peer);
            } else if !peer.peers().iter().any(|other| grid[*other] == Some(digit)) {
                cleared.push(peer);
                let is_clear = single(marks, peer).is_none() && !peer.peers().iter().any(is_other);
                clear_count += usize::from(is_clear);
            }
        }
        let (first, stale_count) = (*stale.first()?, stale.len());
        let cleared = *cleared.first()?;
        Some(Self { cell, digit, stale: first, stale_count, cleared, clear_count })
    }

    /// Orders by the doubt that a candidate was forgotten: one forgotten candidate is likely, two
    /// are not.
    fn doubt(&self) -> (bool, usize, Reverse<usize>) {
        (self.clear_count == 0, self.stale_count, Reverse(self.clear_count))
    }
}

/// Returns the only candidate of a cell.
fn single(marks: &CandidateGrid, cell: Cell) -> Option<Digit> {
    let mut own = marks[cell.index()];
    own.next().filter(|_| own.is_empty())
}

/// The grids of candidates of a file that were read as puzzles. Its sentence tells the numbers of
/// the first one.
#[derive(Default)]
pub(crate) struct CandidateCount {
    /// The number of grids.
    count: u64,
    /// The line at which the first one begins.
    first: u64,
    /// The number of its cells with one candidate that were taken as givens.
    givens: usize,
    /// The number of candidates in its other cells.
    candidates: usize,
}

impl CandidateCount {
    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn add(&mut self, line: u64, marks: &CandidateGrid) {
        if self.count == 0 {
            let grid = placed_digits(marks);
            self.first = line;
            self.givens = grid.filled_count();
            self.candidates = grid.empty().map(|cell| marks[cell.index()].len()).sum();
        }
        self.count += 1;
    }

    /// Returns a sentence for people.
    pub(crate) fn sentence(&self) -> Clause {
        let Self { count, first, givens, candidates } = *self;
        let grids = match count {
            1 => clause!("read the candidates in line {} as a puzzle", first),
            _ => clause!(
                "read {} grids of candidates as puzzles, the first in line {}",
                count,
                first,
            ),
        };
        clause!(
            "{}: {} cells with one candidate are givens, {} cells with {} candidates are empty; \
             candidates do not tell which digits were given, so compare them",
            grids,
            givens,
            Cell::COUNT - givens,
            candidates,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The candidates that the digits leave.
    fn marked(line: &str) -> CandidateGrid {
        let grid: Grid = line.parse().unwrap();
        Cell::ALL.map(|cell| {
            let mut own = DigitSet::EMPTY;
            let is_seen = |digit| cell.peers().iter().any(|peer| grid[*peer] == Some(digit));
            match grid[cell] {
                Some(digit) => _ = own.insert(digit),
                None => Digit::ALL.into_iter().filter(|digit| !is_seen(*digit)).for_each(|digit| {
                    own.insert(digit);
                }),
            }
            own
        })
    }

    #[test]
    fn whole_candidates_are_their_puzzle() {
        let marks = marked(PUZZLE);
        assert_eq!(placed_digits(&marks), PUZZLE.parse().unwrap());
        assert_eq!(check_candidates(&marks), Ok(()));
    }

    #[test]
    fn forgotten_candidate_beside_a_given_is_named() {
        let mut named = 0;
        for cell in Cell::ALL.into_iter().filter(|cell| marked(PUZZLE)[cell.index()].len() > 1) {
            for given in cell.peers() {
                let mut marks = marked(PUZZLE);
                let Some(digit) = PUZZLE.parse::<Grid>().unwrap()[*given] else { continue };
                marks[cell.index()].insert(digit);
                let said = check_candidates(&marks).unwrap_err();
                assert!(said.contains(&format!("the {digit}, the only candidate of")), "{said}");
                assert!(said.contains(&format!("found it in {cell} and not in ")), "{said}");
                named += 1;
            }
        }
        assert!(named > 100, "{named}");
    }

    #[test]
    fn solution_outside_the_candidates_is_named() {
        let mut marks = marked(PUZZLE);
        let (cell, digit) = (2, 4);
        assert!(marks[cell].contains(Digit::new(digit).unwrap()));
        marks[cell].remove(Digit::new(digit).unwrap());
        let said = check_candidates(&marks).unwrap_err();
        assert!(said.starts_with("expected 4, the solution of r1c3, among its"), "{said}");
        // Fewer givens than a puzzle needs.
        let mut marks = marked(PUZZLE);
        marks[0] = Digit::ALL.into_iter().collect();
        assert!(check_candidates(&marks).is_err());
    }
}
