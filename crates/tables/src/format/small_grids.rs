//! Drawn grids of four lines of four cells, or six of six, in any frame. They stand between grids
//! of nine lines and captions, which other readers read.

use super::candidates::is_bar;
use super::empty_rows::check_drawing;
use super::error::ReadError;
use super::grid_row::{is_border, is_head_separator, shows_blanks};
use super::small_row::{SmallRow, read_cells, read_row};
use super::tokens::Line;
use super::{FoundCells, FoundPuzzle, JudgedText};
use grid::AnyGrid;

/// Reads the small grids of these lines, and all other lines with `read_others`.
pub(super) fn with_small_grids(
    lines: &[Line<'_>],
    read_others: impl Fn(&[Line<'_>]) -> JudgedText,
) -> JudgedText {
    let mut found = JudgedText::default();
    let (mut start, mut at) = (0, 0);
    while at < lines.len() {
        let Some(grid) = SmallGrid::begin(lines, start, at) else {
            at += 1;
            continue;
        };
        // The border above belongs to the grid.
        let above = lines[start..at].iter().rev().take_while(|line| is_frame(line)).count();
        if at - above > start {
            found.append(read_others(&lines[start..at - above]));
        }
        let (line, next) = (lines[at].number, grid.next);
        let puzzle =
            grid.cells.map(|grid| FoundPuzzle { line, cells: FoundCells::Puzzle((grid, None)) });
        found.rows.push(puzzle);
        at = next;
        at += lines[at..].iter().take_while(|line| is_frame(line)).count();
        start = at;
    }
    if start < lines.len() || found.rows.is_empty() {
        found.append(read_others(&lines[start..]));
    }
    found
}

/// A grid that begins at a line.
struct SmallGrid {
    /// The cells, or the error of a frame of other blocks.
    cells: Result<AnyGrid, ReadError>,
    /// The index of the line after it.
    next: usize,
}

impl SmallGrid {
    /// Reads the grid that begins with a line; `start` is the line after the last grid. Returns
    /// `None` if as many rows as the first one has cells do not follow, or more do.
    fn begin(lines: &[Line<'_>], start: usize, first: usize) -> Option<Self> {
        let above = lines[start..first].iter().rev().find(|line| !is_frame(line));
        if above.is_some_and(looks_like_row) {
            return None;
        }
        let head = read_row(&lines[first].text)?;
        let side = head.len();
        // A line without digits is a row if it completes the grid, and a border or a gap otherwise.
        let rows =
            [true, false].into_iter().find_map(|all| find_rows(&lines[first..], side, all))?;
        let (mut cells, mut places) = (Vec::new(), Vec::new());
        for (at, row) in rows {
            cells.extend(row);
            places.push(first + at);
        }
        if cells.iter().flatten().count() < 2 {
            return None;
        }
        // Numbers of columns above bars are no row.
        let has_bar = |at: &usize| lines[*at].text.contains(is_bar);
        let is_numbering = head.iter().zip(1..).all(|(cell, n)| cell.is_some_and(|d| d.get() == n));
        if is_numbering && !has_bar(&first) && places[1..].iter().all(has_bar) {
            return None;
        }
        let grid = AnyGrid::from_cells(&cells)?;
        let next = places[side - 1] + 1;
        Some(Self { cells: check_drawing(lines, &places, &grid).map(|()| grid), next })
    }
}

/// Finds the rows of a grid that begins with the first line. `all` counts lines that may be borders
/// or gaps. Returns `None` if there are fewer or more rows.
fn find_rows(lines: &[Line<'_>], side: usize, all: bool) -> Option<Vec<(usize, SmallRow)>> {
    let mut rows: Vec<(usize, SmallRow)> = Vec::new();
    let (mut has_dashes, mut has_blanks) = (false, false);
    for (at, line) in lines.iter().enumerate() {
        let is_gap = is_frame(line) || line.is_empty();
        let row = read_cells(&line.text).filter(|row| row.len() == side);
        let is_row = match &row {
            Some(row) if row.iter().any(Option::is_some) => true,
            Some(_) => !is_gap || all && !has_blanks && (has_dashes || !is_frame(line)),
            None => false,
        };
        if is_row && rows.len() == side {
            // A fifth row of four cells belongs to something else.
            return None;
        } else if is_row {
            has_dashes |= line.text.contains('-');
            has_blanks |= shows_blanks(&line.text);
            rows.extend(row.map(|row| (at, row)));
        } else if rows.len() == side {
            break;
        } else if !is_gap {
            return None;
        }
    }
    if rows.len() == side { Some(rows) } else { None }
}

/// Returns true if a line may be a damaged row, so that no grid begins below it.
fn looks_like_row(line: &Line<'_>) -> bool {
    let text = &line.text;
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits > 1 && !text.contains(char::is_alphabetic) && !line.is_lone_number()
}

/// Returns true if a line is a border of a grid.
fn is_frame(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    !text.is_empty() && (is_border(text) || is_head_separator(text))
}
