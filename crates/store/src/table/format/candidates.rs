//! Reads and writes the candidates of a position, also called pencil marks:
//!
//! * 729 characters: nine for each cell; each candidate is a digit in its place, and `.` or `0`
//!   stands for a missing candidate;
//! * nine lines of nine groups of digits, with or without borders and bars.
//!
//! A cell with one candidate is a digit if no other cell of its houses has this candidate.

use engine::sudoku::grid::{Cell, Digit, DigitSet, Grid};

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

/// Parses the form of [`candidates_to_line`]. A zero counts as a dot.
///
/// # Errors
/// A sentence that names what was expected and what was found.
pub fn candidates_from_line(line: &str) -> Result<[DigitSet; Cell::COUNT], String> {
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
        let mut own = marks[cell.index()];
        let (first, is_single) = (own.next(), own.is_empty());
        digits[cell] = first.filter(|&digit| {
            is_single && cell.peers().iter().all(|peer| !marks[peer.index()].contains(digit))
        });
    }
    digits
}
