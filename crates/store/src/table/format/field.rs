//! Reads the 81 cells of a puzzle from a field of a table, in any form that a line or nine lines
//! may have.

use super::FoundCells;
use super::candidates::placed_digits;
use super::cells::{
    self, CellError, LineReading, MIN_GIVENS, line_error, normalize, sheet_problem,
};
use super::grids;
use super::lines::split_lines;
use engine::sudoku::grid::{Cell, Grid};

/// Parses the text of a field as 81 cells, in any form that a line or nine lines may have. A
/// comment may follow after `#`.
///
/// # Errors
/// The position of the first invalid character, and the reason.
pub(crate) fn parse_grid(text: &str) -> Result<Grid, CellError> {
    // Fast path for almost all fields.
    if let Ok(grid) = text.parse() {
        return Ok(grid);
    }
    let text = strip_text_mark(text);
    if let Ok(grid) = text.parse() {
        return Ok(grid);
    }
    if let Some(grid) = restore_lost_zeros(text) {
        return Ok(grid);
    }
    if is_rounded(text) {
        let reason = format!(
            "expected 81 digits as text, found {:?}: a spreadsheet has rounded this column; delete \
             it if it holds solutions (the program solves the puzzles itself), or copy the column \
             anew from its source",
            text.trim()
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
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    if let Ok(grid) = text.trim().parse() {
        return Ok(grid);
    }
    Err(line_error(text))
}

/// Finds the puzzle of a row by its content: the index of the only field with 81 cells, or of the
/// field beside its solution.
pub(super) fn puzzle_field<'a>(fields: impl Iterator<Item = Option<&'a str>>) -> Option<usize> {
    let is_solution =
        |field: Option<&str>| Some(parse_grid(field?).ok()?.filled_count() == Cell::COUNT);
    let grids = fields.enumerate().filter_map(|(at, field)| Some((at, is_solution(field)?)));
    match grids.collect::<Vec<_>>()[..] {
        [(at, _)] | [(at, false), (_, true)] | [(_, true), (at, false)] => Some(at),
        _ => None,
    }
}

/// Reads the only grid of a text of several lines. Returns `None` if there is none, or several.
fn only_grid(text: &str) -> Option<Grid> {
    let lines: Vec<_> = split_lines(text.as_bytes(), 1).map(grids::Line::new).collect();
    let rows = grids::grids(&lines).rows;
    let [Ok(puzzle)] = &rows[..] else { return None };
    match &puzzle.cells {
        FoundCells::Puzzle((grid, _)) => Some(*grid),
        FoundCells::Position(marks) => Some(placed_digits(marks)),
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

/// Restores the leading zeros of a number, which a spreadsheet drops.
fn restore_lost_zeros(text: &str) -> Option<Grid> {
    let text = text.trim();
    let is_number = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    let given = text.bytes().filter(|b| *b != b'0').count();
    let can_be_cut = (64..Cell::COUNT).contains(&text.len());
    // A solution has no zeros, so its missing digits were no zeros.
    let is_puzzle = given >= MIN_GIVENS && text.contains('0');
    if is_number && can_be_cut && is_puzzle { format!("{text:0>81}").parse().ok() } else { None }
}

/// Returns true if the text is a number that a spreadsheet has rounded: `6.78E+80`.
pub(crate) fn is_rounded(text: &str) -> bool {
    let text = text.trim();
    let number = text.split_once(['E', 'e']).map(|(mantissa, exponent)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        digits(&mantissa.replacen(['.', ','], "", 1)) && digits(exponent)
    });
    number.unwrap_or(false)
}
