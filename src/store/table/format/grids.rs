//! Puzzles without a table: lines with 81 cells, and grids of nine lines, in any order, with
//! captions between them. `cells` reads a line, `row_text` a row, `assembly` puts nine rows
//! together.

use super::assembly::GridAssembly;
use super::cells::{self, LineReading};
use super::error::{At, ReadError, no_puzzle_column};
use super::file_kind::Markup;
use super::row_text::{self, Blanks, GridRow};
use super::{Next, Parser, SkippedLines};
use crate::store::table::row::{Ready, Row};
use crate::sudoku::grid::{Cell, Grid};

/// Minimum length of a line that may hold a whole puzzle.
const MIN_LINE: usize = 54;

/// State of the parser.
#[derive(Default)]
pub(in crate::store::table) struct Grids {
    assembly: GridAssembly,
    /// Number of the last caption.
    caption_line: u64,
    /// True if a caption came directly before the current grid. If so, another may separate it from
    /// the next grid.
    is_titled: bool,
    /// Lines that belong to no puzzle.
    skipped: SkippedLines,
    /// True as soon as a puzzle was found, or a line that is wrong.
    has_found: bool,
    /// The names in the first line if it looks like the head of a table.
    names: Option<String>,
    /// The kind of a file that may hold puzzles between its marks.
    markup: Option<Markup>,
}

/// Fast path: parses a line of exactly 81 cells, as almost all are.
pub(in crate::store::table) fn plain(bytes: &[u8]) -> Option<Grid> {
    if bytes.len() != Cell::COUNT {
        return None;
    }
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

/// Reads the only grid of a text of several lines; `None` if there is none, or several.
pub(super) fn only_grid(text: &str) -> Option<Grid> {
    let (mut grids, mut ready) = (Grids::default(), Ready::new());
    for (line, number) in text.lines().zip(1..) {
        grids.line(number, line.as_bytes(), false, &mut ready);
    }
    grids.end(&mut ready);
    match (ready.pop_front(), ready.pop_front()) {
        (Some(Ok(row)), None) => row.grid().ok(),
        _ => None,
    }
}

fn wrong(line: u64, (column, why): cells::Wrong) -> Result<Row, ReadError> {
    Err(ReadError::at(line, At::Character(column), why))
}

impl Parser for Grids {
    fn line(&mut self, number: u64, bytes: &[u8], cut: bool, ready: &mut Ready) -> Next {
        if let Some(grid) = plain(bytes) {
            self.has_found = true;
            self.assembly.end(ready);
            ready.push_back(Ok(Row::of_grid(number, grid)));
            return Next::Line;
        }
        let before = ready.len();
        self.any_line(number, &cells::normalised(bytes), ready);
        if cut && !ready.iter().skip(before).any(Result::is_err) {
            let why = "expected a line of at most 1 MiB, found a longer one; its rest is not read";
            ready.push_back(wrong(number, (1, why.to_owned())));
        }
        self.has_found |= ready.len() > before;
        Next::Line
    }

    fn end(&mut self, ready: &mut Ready) -> Next {
        let before = ready.len();
        self.assembly.end(ready);
        self.skip_captions_of_grids();
        self.has_found |= ready.len() > before;
        if !self.has_found && self.skipped.count > 0 {
            let why = match (&self.names, self.markup) {
                (Some(names), _) => no_puzzle_column(None, names.clone()),
                (None, Some(markup)) => markup.without_puzzles().to_owned(),
                (None, None) => format!(
                    "expected puzzles (81 cells in a line, or nine lines of nine), found none; the \
                     first line is {:?}",
                    self.skipped.text
                ),
            };
            ready.push_back(wrong(self.skipped.first, (1, why)));
            self.has_found = true;
            // The error says it all.
            self.skipped = SkippedLines::default();
        }
        Next::Line
    }

    fn skipped(&self) -> Option<&SkippedLines> {
        (self.skipped.count > 0).then_some(&self.skipped)
    }
}

impl Grids {
    /// The parser for a text whose first line has the names of a table without puzzles.
    pub(in crate::store::table) fn below_names(names: String) -> Self {
        Self { names: Some(names), ..Self::default() }
    }

    /// The parser for a text with puzzles between marks.
    pub(in crate::store::table) fn in_markup(markup: Option<Markup>) -> Self {
        Self { markup, ..Self::default() }
    }

    fn any_line(&mut self, number: u64, text: &str, ready: &mut Ready) {
        let trimmed = text.trim();
        if row_text::is_empty_row(text) {
            return self.assembly.push(number, GridRow::Empty, text, ready);
        }
        if trimmed.is_empty() {
            return self.assembly.gap(number, ready);
        }
        if text.len() >= MIN_LINE && !is_comment(trimmed) {
            match cells::line(text) {
                LineReading::Puzzles(puzzles) => {
                    self.assembly.end(ready);
                    // Below the names of columns, each row has one puzzle.
                    if let (Some(names), 2..) = (&self.names, puzzles.len()) {
                        let why = no_puzzle_column(None, names.clone());
                        return ready.push_back(wrong(number, (1, why)));
                    }
                    let rows = puzzles.into_iter().map(|puzzle| Row::of_puzzle(number, puzzle));
                    return ready.extend(rows.map(Ok));
                }
                LineReading::Position(marks) => {
                    self.assembly.end(ready);
                    return ready.push_back(Ok(Row::of_marks(number, &marks)));
                }
                LineReading::Damaged(why) => {
                    self.assembly.end(ready);
                    return ready.push_back(wrong(number, why));
                }
                LineReading::Other => {}
            }
        }
        if is_comment(trimmed) {
            // A comment may come between the heading [State] and its grid.
            if !self.assembly.is_empty() {
                self.assembly.end(ready);
            }
        } else if trimmed.eq_ignore_ascii_case("[state]") {
            self.assembly.ignore_next(ready);
        } else if trimmed.eq_ignore_ascii_case("[puzzle]") {
            self.assembly.end(ready);
        } else if row_text::is_head_separator(trimmed) && self.assembly.head_separator() {
            // The head of a Markdown table is dropped.
        } else {
            match row_text::read(text) {
                Some(row) => self.row(number, row, text, ready),
                None if row_text::is_border(trimmed) => self.assembly.border(ready),
                None => self.other(number, text, ready),
            }
        }
        self.skip_captions_of_grids();
    }

    fn row(&mut self, number: u64, row: GridRow, text: &str, ready: &mut Ready) {
        if self.assembly.is_empty() {
            self.is_titled = self.caption_line + 1 == number;
        }
        self.assembly.push(number, row, text, ready);
    }

    /// Takes a line that is neither puzzle nor row nor border: a damaged row, or a caption.
    fn other(&mut self, number: u64, text: &str, ready: &mut Ready) {
        if self.assembly.is_complete() {
            self.assembly.end(ready);
        }
        // A label in front of a row, or a rating behind it.
        if let Some(cells) = cells::nine_cells_in(text, self.assembly.is_under_way()) {
            return self.row(number, GridRow::Cells { cells, blanks: Blanks::Signs }, text, ready);
        }
        if self.assembly.row_count() == 8
            && let Some(row) = row_text::with_tail(text)
        {
            return self.row(number, row, text, ready);
        }
        let is_row = if self.assembly.is_under_way() {
            row_text::resembles_row(text) || !self.is_titled && !self.assembly.is_spaced()
        } else {
            row_text::is_damaged_row(text)
        };
        // An invalid row still counts as a row, so that the rows after it stay in their grid. Text
        // that does not resemble a row ends the grid, unless the current grid had no such line
        // before it.
        if is_row {
            let is_reported = self.assembly.is_lost();
            self.row(number, GridRow::Invalid, text, ready);
            if !is_reported {
                ready.push_back(wrong(number, row_text::wrong_row(text)));
            }
            return;
        }
        self.assembly.end(ready);
        if let Some(why) = cells::damaged_run(text) {
            return ready.push_back(wrong(number, why));
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

/// Returns true for a line without any cell that may be a row of a grid.
pub(in crate::store::table) fn is_empty_row(line: &[u8]) -> bool {
    row_text::is_empty_row(&cells::normalised(line))
}

/// Returns true for a comment. A line of 81 characters that begins with `#` may be a puzzle of
/// which `#` is the blank.
pub(in crate::store::table) fn is_comment(text: &str) -> bool {
    text.starts_with('#')
        && (text.chars().count() != Cell::COUNT || text.contains(|c| !matches!(c, '#' | '1'..='9')))
}
