//! Rows without a sign in a drawn grid, and rows around it. A line without a sign is a row of
//! blanks, or a gap between other rows, and nothing in it tells which. Each reader of drawn grids
//! asks [`check_drawing`], so that no gap and no row of another grid takes the place of a row.

use super::candidates::{is_bar, is_quote};
use super::cell_field::{delimiter, parse_cell};
use super::cells::find_row_cells;
use super::damaged_row::is_damaged_row;
use super::error::ReadError;
use super::frame::check_frame;
use super::grid_row::{self, GridRow, latex_row, read_with_tail};
use super::small_row;
use super::tokens::{Line, LineToken, SPACED};
use grid::AnyGrid;

/// Fails if the lines of a drawn grid do not tell its rows, or if its frame shows other blocks than
/// the grid has. `rows` are the indices of the lines with its rows.
///
/// # Errors
/// The line at which the grid begins, and a remedy.
pub(super) fn check_drawing(
    lines: &[Line<'_>],
    rows: &[usize],
    grid: &AnyGrid,
) -> Result<(), ReadError> {
    check_neighbours(lines, rows)?;
    check_rows(lines, rows, grid)?;
    check_frame(lines, rows, grid.shape())
}

/// Fails if a row of a grid has no sign, and it may be a gap: blanks have signs in other rows, or
/// the grid would be free of conflicts with other lines without signs as its rows. `rows` are the
/// indices of the lines with its rows.
///
/// # Errors
/// The line at which the grid begins, and a remedy.
fn check_rows(lines: &[Line<'_>], rows: &[usize], grid: &AnyGrid) -> Result<(), ReadError> {
    let side = rows.len();
    let filled: Vec<usize> = (0..side).filter(|row| lines[rows[*row]].has_sign()).collect();
    let (Some(first), Some(last)) = (filled.first(), filled.last()) else { return Ok(()) };
    let missing = side - filled.len();
    if missing == 0 {
        return Ok(());
    }
    let has_signs = filled.iter().any(|row| grid_row::shows_blanks(&lines[rows[*row]].text));
    // The numbers of lines without a sign before, between and behind the others.
    let before = lines[..rows[*first]].iter().rev();
    let behind = lines[rows[*last] + 1..].iter();
    let is_end = behind.clone().all(Line::is_empty);
    let mut room = vec![before.take_while(|line| line.is_empty()).count()];
    for pair in filled.windows(2) {
        let between = &lines[rows[pair[0]] + 1..rows[pair[1]]];
        room.push(between.iter().filter(|line| line.is_empty()).count());
    }
    // An editor may have removed such lines at the end.
    room.push(behind.take_while(|line| line.is_empty()).count() + if is_end { missing } else { 0 });
    if !has_signs && !has_other_reading(grid, &filled, room) {
        return Ok(());
    }
    let reason = format!(
        "expected {side} rows with signs, found {} and lines without any, which may be rows or gaps; \
         write blanks as dots, and remove the other lines without signs",
        filled.len()
    );
    Err(ReadError::in_line(lines[rows[0]].number, reason))
}

/// Maximum number of lines above or below a grid that are counted.
const MAX_COUNTED_LINES: usize = 90;

/// Fails if rows directly above or below a grid are not those of whole grids, so that the grid may
/// begin at another row. A paragraph of its own is a grid, unless the rows around it and its own
/// are whole grids together.
///
/// # Errors
/// The line at which the grid begins, and a remedy.
fn check_neighbours(lines: &[Line<'_>], rows: &[usize]) -> Result<(), ReadError> {
    let (first, last, side) = (rows[0], rows[rows.len() - 1], rows.len());
    let above = || lines[..first].iter().rev();
    let (Some(before), Some(behind)) =
        (RowCount::new(above(), side, false), RowCount::new(lines[last + 1..].iter(), side, false))
    else {
        return Ok(());
    };
    let is_gap = |line: Option<&Line<'_>>| line.is_none_or(|line| line.token == LineToken::Blank);
    let is_paragraph = is_gap(above().next())
        && is_gap(lines.get(last + 1))
        && lines[first..last].iter().all(|line| line.token != LineToken::Blank);
    // A title among rows may be a damaged row.
    let fits_above = before.is_of_grids(side)
        || RowCount::new(above(), side, true).is_some_and(|count| count.is_of_grids(side));
    let are_shifted = (before.rows + behind.rows).is_multiple_of(side);
    if fits_above && behind.is_of_grids(side) || is_paragraph && !are_shifted {
        return Ok(());
    }
    let reason = format!(
        "expected {side} rows in the grid that begins here, found others directly above or below \
         it; write an empty line or a title between grids, and remove other rows"
    );
    Err(ReadError::in_line(lines[first].number, reason))
}

/// The numbers of lines above or below a grid that are rows, and that may be.
struct RowCount {
    rows: usize,
    empty: usize,
}

impl RowCount {
    /// Counts lines up to a title, or with titles. Returns `None` if there are too many.
    fn new<'l>(
        lines: impl Iterator<Item = &'l Line<'l>>,
        side: usize,
        has_titles: bool,
    ) -> Option<Self> {
        let mut count = Self { rows: 0, empty: 0 };
        for (at, line) in lines.enumerate() {
            let is_row = looks_like_row(line, side);
            let is_title = !is_row && has_letters(line);
            if line.token == LineToken::Comment || is_title && !has_titles {
                break;
            }
            let is_text = !is_row && line.text.contains(char::is_alphanumeric);
            if at == MAX_COUNTED_LINES {
                return None;
            }
            count.rows += usize::from(is_row || is_text && has_titles);
            let is_dashes = matches!(line.token, LineToken::Cells(GridRow::Dashes { .. }));
            let is_cells = matches!(line.token, LineToken::Cells(_)) && !line.has_sign();
            count.empty += usize::from(is_dashes || is_cells);
        }
        Some(count)
    }

    /// Returns true if the lines may be those of whole grids.
    fn is_of_grids(&self, side: usize) -> bool {
        self.rows.next_multiple_of(side) <= self.rows + self.empty
    }
}

fn has_letters(line: &Line<'_>) -> bool {
    latex_row(&line.text).contains(|c: char| c.is_alphabetic() && parse_cell(c).is_none())
}

/// Returns true if a line is a row, or a damaged one: half of its cells, and nothing else.
fn looks_like_row(line: &Line<'_>, side: usize) -> bool {
    match line.token {
        LineToken::Border | LineToken::Cells(GridRow::Dashes { .. }) => return false,
        LineToken::Cells(GridRow::Cells { .. } | GridRow::Candidates(_)) if side == 9 => {
            return line.has_sign();
        }
        SPACED if side == 9 => return !line.is_lone_number(),
        _ => {}
    }
    let text = latex_row(&line.text);
    // A label may stand before the cells, or a rating behind them.
    if side == 9 && (find_row_cells(text, true).is_some() || read_with_tail(text).is_some()) {
        return true;
    }
    // A row of another size is of another grid.
    if let Some(row) = small_row::read_row(text) {
        return row.len() == side;
    }
    let is_other = |c: char| {
        let is_between = c.is_whitespace() || ",;&+".contains(c) || is_bar(c) || is_quote(c);
        !is_between && parse_cell(c).is_none()
    };
    let signs = text.chars().filter(|c| parse_cell(*c).is_some()).count();
    // A longer line is a number, a date or a rating.
    let has_cells = 2 * signs > side && signs <= side + side / 2;
    if side == 9 && delimiter(text).is_none() {
        is_damaged_row(text)
    } else {
        has_cells && text.contains(|c| matches!(c, '1'..='9')) && !text.contains(is_other)
    }
}

/// Returns true if a grid would be free of conflicts with its rows without signs in other places.
/// `filled` are the other rows, and `room` the numbers of lines without a sign before, between and
/// behind them.
pub(super) fn has_other_reading(grid: &AnyGrid, filled: &[usize], room: Vec<usize>) -> bool {
    let side = grid.shape().side();
    let shares = Shares { room, missing: side - filled.len() }.all();
    shares.iter().any(|shares| {
        let mut moved = AnyGrid::empty(grid.shape());
        let mut row = 0;
        for (share, from) in shares.iter().zip(filled) {
            row += share;
            (0..side).for_each(|at| moved.set(row * side + at, grid.digit(from * side + at)));
            row += 1;
        }
        moved != *grid && !moved.has_conflict()
    })
}

/// Ways to share rows among places.
struct Shares {
    /// The maximum of each place.
    room: Vec<usize>,
    /// The sum of the shares.
    missing: usize,
}

impl Shares {
    fn all(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for (at, room) in self.room.iter().enumerate() {
            let is_last = at + 1 == self.room.len();
            let mut longer = Vec::new();
            for shares in all {
                let rest = self.missing - shares.iter().sum::<usize>();
                let least = if is_last { rest } else { 0 };
                for share in least..=rest.min(*room) {
                    longer.push(shares.iter().copied().chain([share]).collect());
                }
            }
            all = longer;
        }
        all
    }
}
