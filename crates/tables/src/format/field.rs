//! Reads the 81 cells of a puzzle from a field of a table, in any form that a line or nine lines
//! may have.

use super::FoundCells;
use super::candidates::{check_candidates, placed_digits};
use super::cells::{
    self, CellError, LineReading, MIN_GIVENS, line_error, normalize, sheet_problem,
};
use super::grids;
use super::lines::split_lines;
use super::small_grids;
use super::tokens::Line;
use grid::{AnyGrid, Cell, Grid, GridShape};
use words::{Clause, clause};

/// Parses the text of a field as 81 cells, in any form that a line or nine lines may have, or as 36
/// or 16 cells. A comment may follow after `#`.
///
/// # Errors
/// The position of the first invalid character, and the reason.
pub(crate) fn parse_grid(text: &str) -> Result<AnyGrid, CellError> {
    // Fast path for almost all fields.
    if let Ok(grid) = text.parse() {
        return Ok(grid);
    }
    let text = strip_text_mark(text);
    if let Ok(grid) = text.parse() {
        return Ok(grid);
    }
    let digits = without_thousands(text);
    let number = digits.as_deref().unwrap_or(text);
    let has_lost_digits = digits.is_some() && number.ends_with(&"0".repeat(MIN_LOST_ZEROS));
    if digits.is_some()
        && !has_lost_digits
        && let Ok(grid) = number.parse()
    {
        return Ok(grid);
    }
    if let Some(grid) = restore_lost_zeros(number) {
        return Ok(grid.into());
    }
    if is_rounded(text) || has_lost_digits {
        let reason = clause!(
            "expected 81 digits as text, found {}: a spreadsheet has rounded this column; delete \
             it if it holds solutions (the program solves the puzzles itself), or copy the column \
             anew from its source",
            Clause::quoted(text.trim()),
        );
        return Err((1, reason));
    }
    if let Some(reason) = sheet_problem(text) {
        return Err((1, reason));
    }
    let normal = normalize(text.as_bytes());
    if text.contains('\n') {
        if let Some(grid) = only_grid(text) {
            return Ok(grid);
        }
    } else if let LineReading::Puzzles(puzzles) = cells::read_line(&normal)
        && let [(grid, None)] = puzzles[..]
        && !has_letters(&normal)
    {
        return Ok(grid);
    }
    let cells = text.split('#').next().unwrap_or_default();
    cells.trim().parse().map_err(|_| line_error(cells))
}

/// Finds the puzzle of a row by its content: the index of the only field with the most cells, or of
/// the field beside its solution.
pub(super) fn puzzle_field<'a>(fields: impl Iterator<Item = Option<&'a str>>) -> Option<usize> {
    let mut grids = Vec::new();
    for (at, field) in fields.enumerate() {
        if let Some(Ok(grid)) = field.map(parse_grid) {
            grids.push((grid.shape(), at, grid.is_full()));
        }
    }
    let largest = grids.iter().map(|(shape, ..)| *shape).max()?;
    grids.retain(|(shape, ..)| *shape == largest);
    let places: Vec<_> = grids.into_iter().map(|(_, at, is_full)| (at, is_full)).collect();
    match places[..] {
        [(at, _)] | [(at, false), (_, true)] | [(_, true), (at, false)] => Some(at),
        _ => None,
    }
}

/// Minimum number of separators in a number that may be a grid.
const MIN_THOUSANDS: usize = 20;
/// Minimum number of zeros at the end of a number that a spreadsheet has rounded to 15 digits.
const MIN_LOST_ZEROS: usize = 50;
/// Minimum length of a number without zeros that looks like a damaged solution.
const MIN_SOLUTION_DIGITS: usize = 41;

/// Returns true if a field has enough digits for a solution. Almost all fields have too few.
pub(crate) fn may_be_solution(text: &str) -> bool {
    let digits = text.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).take(16).count();
    digits == 16 || is_rounded(text) || !text.is_ascii()
}

/// Returns the indexes of the fields that are solutions beside a puzzle, right or wrong: complete
/// grids of its size, or numbers that can only be damaged ones.
pub(crate) fn solutions_beside<'a>(
    puzzle: &str,
    fields: impl Iterator<Item = (usize, &'a str)>,
) -> Vec<usize> {
    let Ok(puzzle) = parse_grid(puzzle) else { return Vec::new() };
    let is_classic = puzzle.shape() == GridShape::Nine;
    let mut found = Vec::new();
    for (at, text) in fields {
        let is_solution = match parse_grid(text) {
            Ok(grid) if grid.is_full() => grid.shape() == puzzle.shape(),
            _ => is_classic && is_damaged_solution(text.trim()),
        };
        if is_solution {
            found.push(at);
        }
    }
    found
}

/// Returns true for a number that is no identifier: many digits without a zero, or 81 digits that a
/// spreadsheet has rounded.
fn is_damaged_solution(text: &str) -> bool {
    let is_number = text.len() >= MIN_SOLUTION_DIGITS && are_digits(text) && !text.contains('0');
    is_number || is_rounded(text) && text.ends_with("80")
}

/// Reads the only grid of a text of several lines. Returns `None` if there is none, or several.
fn only_grid(text: &str) -> Option<AnyGrid> {
    let lines: Vec<_> = split_lines(text.as_bytes(), 1).map(Line::new).collect();
    let rows = small_grids::with_small_grids(&lines, grids::grids).rows;
    let [Ok(puzzle)] = &rows[..] else { return None };
    match &puzzle.cells {
        FoundCells::Puzzle((grid, _)) => Some(*grid),
        FoundCells::Position(marks) if check_candidates(marks).is_ok() => {
            Some(placed_digits(marks).into())
        }
        FoundCells::Position(_) => None,
    }
}

fn has_letters(text: &str) -> bool {
    text.chars().any(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X' | 'o' | 'O'))
}

/// Strips the marks that make a field text in a spreadsheet: `'0018`, `="0018"`.
fn strip_text_mark(text: &str) -> &str {
    let formula = text.trim().strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    formula.unwrap_or_else(|| text.trim_start().strip_prefix('\'').unwrap_or(text))
}

/// Removes the separators between the thousands of a number, if it has enough digits for a grid.
fn without_thousands(text: &str) -> Option<String> {
    let number = text.trim();
    let separator = number.chars().find(|c| !c.is_ascii_digit())?;
    let groups: Vec<&str> = number.split(separator).collect();
    let (first, others) = groups.split_first()?;
    let has_groups = (1..=3).contains(&first.len()) && others.iter().all(|part| part.len() == 3);
    let is_number = !separator.is_alphanumeric() && groups.iter().all(|part| are_digits(part));
    if has_groups && is_number && others.len() >= MIN_THOUSANDS {
        Some(groups.concat())
    } else {
        None
    }
}

/// Restores the leading zeros of a number, which a spreadsheet drops.
fn restore_lost_zeros(text: &str) -> Option<Grid> {
    let number = text.trim();
    let is_number = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
    let given = number.bytes().filter(|b| *b != b'0').count();
    let can_be_cut = (64..Cell::COUNT).contains(&number.len());
    // A solution has no zeros, so its missing digits were no zeros.
    let is_puzzle = given >= MIN_GIVENS && number.contains('0');
    if !is_number || !can_be_cut || !is_puzzle {
        return None;
    }
    let grid: Grid = format!("{number:0>81}").parse().ok()?;
    grid.conflicts().next().is_none().then_some(grid)
}

/// Returns true if the text is a number that a spreadsheet has rounded: `6.78E+80`.
pub(crate) fn is_rounded(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.trim().split_once(['E', 'e']) else { return false };
    are_digits(&mantissa.replacen(['.', ','], "", 1))
        && are_digits(exponent.strip_prefix('+').unwrap_or(exponent))
}

/// Returns true if a text has nothing but digits.
pub(crate) fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
