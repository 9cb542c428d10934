//! Puzzles without a table: lines with 81 cells, and grids of nine lines, in any order, with
//! captions between them. `cells` reads a line, `grid_row` reads a row, `assembly` assembles nine
//! rows.

use super::assembly::GridAssembly;
use super::cells::{self, LineReading};
use super::error::{ReadError, RowPosition, no_puzzle_column};
use super::file_kind::Markup;
use super::grid_row::{self, BlankStyle, GridRow};
use super::{Flow, Parser, SkippedLines};
use crate::table::row::{Ready, TableRow};
use engine::sudoku::grid::{Cell, Grid};

/// Minimum length of a line that may hold a whole puzzle.
const MIN_LINE: usize = 54;

/// The parser of lines and grids.
#[derive(Default)]
pub(crate) struct GridParser {
    assembly: GridAssembly,
    /// Number of the last caption.
    caption_line: u64,
    /// True if a caption stands directly before the current grid. In this case, another caption may
    /// separate it from the next grid.
    is_titled: bool,
    /// Lines that belong to no puzzle.
    skipped: SkippedLines,
    /// True once a puzzle or an invalid line was found.
    has_found: bool,
    /// The names in the first line, if it looks like the header of a table.
    names: Option<String>,
    /// The kind of markup around the puzzles, if any.
    markup: Option<Markup>,
}

/// Parses a line of exactly 81 cells. This is the fast path: almost all lines are of this form.
pub(crate) fn parse_plain_line(bytes: &[u8]) -> Option<Grid> {
    if bytes.len() != Cell::COUNT {
        return None;
    }
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

/// Reads the only grid of a text of several lines. Returns `None` if there is none, or several.
pub(super) fn only_grid(text: &str) -> Option<Grid> {
    let (mut grids, mut ready) = (GridParser::default(), Ready::new());
    for (line, number) in text.lines().zip(1..) {
        grids.line(number, line.as_bytes(), false, &mut ready);
    }
    grids.end(&mut ready);
    match (ready.pop_front(), ready.pop_front()) {
        (Some(Ok(row)), None) => row.grid().ok(),
        _ => None,
    }
}

fn wrong(line: u64, (column, reason): cells::CellError) -> Result<TableRow, ReadError> {
    Err(ReadError::at(line, RowPosition::Character(column), reason))
}

impl Parser for GridParser {
    fn line(&mut self, number: u64, bytes: &[u8], cut: bool, ready: &mut Ready) -> Flow {
        if let Some(grid) = parse_plain_line(bytes) {
            self.has_found = true;
            self.assembly.end(ready);
            ready.push_back(Ok(TableRow::from_grid(number, grid)));
            return Flow::Continue;
        }
        let before = ready.len();
        self.read_line(number, &cells::normalize(bytes), ready);
        if cut && !ready.iter().skip(before).any(Result::is_err) {
            let reason =
                "expected a line of at most 1 MiB, found a longer one; its rest is not read";
            ready.push_back(wrong(number, (1, reason.to_owned())));
        }
        self.has_found |= ready.len() > before;
        Flow::Continue
    }

    fn end(&mut self, ready: &mut Ready) -> Flow {
        let before = ready.len();
        self.assembly.end(ready);
        self.skip_captions_of_grids();
        self.has_found |= ready.len() > before;
        if !self.has_found && self.skipped.count > 0 {
            let reason = match (&self.names, self.markup) {
                (Some(names), _) => no_puzzle_column(None, names.clone()),
                (None, Some(markup)) => markup.without_puzzles().to_owned(),
                (None, None) => format!(
                    "expected puzzles (81 cells in a line, or nine lines of nine), found none; the \
                     first line is {:?}",
                    self.skipped.text
                ),
            };
            ready.push_back(wrong(self.skipped.first, (1, reason)));
            self.has_found = true;
            // The error names the skipped lines.
            self.skipped = SkippedLines::default();
        }
        Flow::Continue
    }

    fn skipped(&self) -> Option<&SkippedLines> {
        (self.skipped.count > 0).then_some(&self.skipped)
    }
}

impl GridParser {
    /// Creates the parser for a text whose first line has the column names of a table without
    /// puzzles.
    pub(crate) fn below_names(names: String) -> Self {
        Self { names: Some(names), ..Self::default() }
    }

    /// Creates the parser for the text below a table of cells, of which these lines were skipped.
    pub(super) fn after(skipped: SkippedLines) -> Self {
        Self { skipped, has_found: true, ..Self::default() }
    }

    /// Creates the parser for a text with puzzles between tags.
    pub(crate) fn in_markup(markup: Option<Markup>) -> Self {
        Self { markup, ..Self::default() }
    }

    fn read_line(&mut self, number: u64, text: &str, ready: &mut Ready) {
        let trimmed = text.trim();
        if grid_row::is_empty_row(text) {
            return self.assembly.push(number, GridRow::Empty, text, ready);
        }
        if trimmed.is_empty() {
            return self.assembly.push_gap(number, ready);
        }
        if text.len() >= MIN_LINE && !is_comment(trimmed) {
            match cells::read_line(text) {
                LineReading::Puzzles(puzzles) => {
                    self.assembly.end(ready);
                    // Below column names, each row has one puzzle.
                    if let (Some(names), 2..) = (&self.names, puzzles.len()) {
                        let reason = no_puzzle_column(None, names.clone());
                        return ready.push_back(wrong(number, (1, reason)));
                    }
                    let rows =
                        puzzles.into_iter().map(|puzzle| TableRow::from_puzzle(number, puzzle));
                    return ready.extend(rows.map(Ok));
                }
                LineReading::Position(marks) => {
                    self.assembly.end(ready);
                    return ready.push_back(Ok(TableRow::from_candidates(number, &marks)));
                }
                LineReading::Damaged(reason) => {
                    self.assembly.end(ready);
                    return ready.push_back(wrong(number, reason));
                }
                LineReading::Other => {}
            }
        }
        if is_comment(trimmed) {
            // A comment may stand between the heading [State] and its grid.
            if !self.assembly.is_empty() {
                self.assembly.end(ready);
            }
        } else if trimmed.eq_ignore_ascii_case("[state]") {
            self.assembly.ignore_next(ready);
        } else if trimmed.eq_ignore_ascii_case("[puzzle]") {
            self.assembly.end(ready);
        } else if grid_row::is_head_separator(trimmed) && self.assembly.drop_empty_head() {
            // The empty head of a Markdown table is dropped.
        } else {
            match grid_row::read_row(text) {
                Some(row) => self.push_row(number, row, text, ready),
                None if grid_row::is_border(trimmed) => self.assembly.push_border(ready),
                None => self.read_other_line(number, text, ready),
            }
        }
        self.skip_captions_of_grids();
    }

    fn push_row(&mut self, number: u64, row: GridRow, text: &str, ready: &mut Ready) {
        if self.assembly.is_empty() {
            self.is_titled = self.caption_line + 1 == number;
        }
        self.assembly.push(number, row, text, ready);
    }

    /// Processes a line that is neither puzzle nor row nor border: a damaged row, or a caption.
    fn read_other_line(&mut self, number: u64, text: &str, ready: &mut Ready) {
        if self.assembly.is_complete() {
            self.assembly.end(ready);
        }
        // A label may stand before a row, or a rating after it.
        if let Some(cells) = cells::find_row_cells(text, self.assembly.is_under_way()) {
            return self.push_row(
                number,
                GridRow::Cells { cells, blanks: BlankStyle::Signs },
                text,
                ready,
            );
        }
        if self.assembly.row_count() == 8
            && let Some(row) = grid_row::read_with_tail(text)
        {
            return self.push_row(number, row, text, ready);
        }
        let is_row = if self.assembly.is_under_way() {
            grid_row::sheet_problem(text).is_some()
                || grid_row::resembles_row(text)
                || !self.is_titled && !self.assembly.is_spaced()
        } else {
            grid_row::is_damaged_row(text)
        };
        // An invalid row still counts as a row, so that the rows after it stay in their grid. Text
        // that does not resemble a row ends the grid, unless no caption stood before this grid.
        if is_row {
            let is_reported = self.assembly.is_lost();
            self.push_row(number, GridRow::Invalid, text, ready);
            if !is_reported {
                ready.push_back(wrong(number, grid_row::row_error(text)));
            }
            return;
        }
        self.assembly.end(ready);
        if let Some(reason) = cells::find_damaged_run(text) {
            return ready.push_back(wrong(number, reason));
        }
        self.caption_line = number;
        // A line without letters and digits is punctuation.
        if text.contains(char::is_alphanumeric) {
            self.skipped.add(number, text);
        }
    }

    fn skip_captions_of_grids(&mut self) {
        for (line, text) in self.assembly.take_captions() {
            self.skipped.add(line, &text);
        }
    }
}

/// Returns true if a line without any cell may be a row of a grid.
pub(crate) fn is_empty_row(line: &[u8]) -> bool {
    grid_row::is_empty_row(&cells::normalize(line))
}

/// Returns true if the text is a comment. A line of 81 characters that begins with `#` may be a
/// puzzle with `#` for its blanks.
pub(crate) fn is_comment(text: &str) -> bool {
    text.starts_with('#')
        && !cells::is_sheet_error(text)
        && (text.chars().count() != Cell::COUNT || text.contains(|c| !matches!(c, '#' | '1'..='9')))
}
