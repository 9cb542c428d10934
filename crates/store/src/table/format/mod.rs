//! Text formats for puzzles, each in a file of its own. [`super::RowReader`] detects the format of
//! a text. No format checks whether a puzzle can be solved.
//!
//! # The formats
//!
//! | form | looks like | ends in |
//! |---|---|---|
//! | line | 81 cells, row by row, whatever stands around them | `.txt`, `.sdm`, `.csv` |
//! | table | separated fields, with a header that has a column `puzzle` | `.csv` |
//! | JSON | objects with a key `puzzle`: one a line, or an array | `.jsonl`, `.json` |
//! | rows | nine lines of nine cells, in any frame | `.txt`, `.sdk`, `.ss` |
//! | candidates | nine lines of nine groups of digits, or 729 characters | `.txt` |
//!
//! The format is decided by the content of a file, never by its name. A file may mix all formats
//! except tables and JSON. The rules are:
//!
//! * **Cells.** A digit is 1 to 9; a blank is `.`, `0`, `_`, `*`, `X`, `x` or `-`. In a line of 81
//!   or nine characters a space is a blank too, and spaces at its end may be missing. In a line of
//!   81 characters any other sign is a blank if it is the only one. Wide digits, middle dots and
//!   squares are read as digits and blanks. `+5` is a digit that a player placed, so its cell is a
//!   blank of the puzzle.
//! * **Lines.** One run of 81 cells in a line is a puzzle. Names, numbers, ratings, quotation
//!   marks, SQL, URLs and the marks of XML around it are ignored. A run of 81 digits beside it is
//!   its solution. Cells may also be separated: 81 fields, or groups of 3, 9 or 27 cells.
//! * **Tables.** The first line that is neither empty nor a comment decides: if it has a field
//!   `puzzle`, separated by commas, semicolons, tabs or bars, the rest is a table. A line `sep=;`
//!   before it is ignored. Fields may be quoted, and a quoted field may hold a grid of nine lines.
//!   A quotation mark that is not closed within 1 MiB spoils only the row that contains it.
//! * **JSON.** If the text begins with `{` or `[{`, it consists of objects. The puzzle is a string,
//!   or an array of 81 cells; other values are kept as text.
//! * **Rows.** Nine cells, with or without spaces, bars, quotation marks, or commas, semicolons and
//!   tabs between them; an empty field is a blank. Between bars, and in rows of digits and spaces,
//!   the column of a digit decides which cell it is.
//! * **Borders** consist of `-`, `=`, `+`, `*`, `|`, `.`, `:`, `'` or box-drawing characters, with
//!   at least three dashes. They are allowed before the first row, after the third, sixth and
//!   ninth, or between all rows.
//! * **Candidates.** Each cell has its candidates as a group of digits. A cell with one candidate
//!   is a digit if no other cell of its houses has it.
//! * **Comments.** A line that begins with `#` is a comment. `[Puzzle]` is the heading of a grid. A
//!   grid under `[State]` is ignored: it is a partly solved copy.
//! * **Captions.** Any other line is a caption. It is counted, and ends a grid. A line that looks
//!   like a damaged puzzle or a damaged row is no caption but an error.
//! * **Between grids** of nine lines, empty lines and comments are optional. Inside a grid, empty
//!   lines are allowed after every row or after every third row.
//! * **Encodings.** UTF-8 or UTF-16, with or without a byte order mark; lines end in LF, CRLF or
//!   CR.
//!
//! A line that breaks these rules is an error with line and column, counted in characters from 1.
//! Reading continues after it: an invalid line spoils only the grid that contains it.

mod assembly;
pub(super) mod candidates;
pub(super) mod cells;
pub(super) mod delimited;
pub(super) mod error;
pub(super) mod file_kind;
mod grid_row;
pub(super) mod grids;
pub(super) mod json;
pub(super) mod lines;
pub(super) mod opening;
mod rectangles;
mod sheet;
mod signs;
pub(super) mod utf16;
mod write;

pub use candidates::{candidates_from_line, candidates_to_line};
pub use write::{GridFormat, GridWriter, escape_formula, write_record};

use super::header::TableHeader;
use super::row::Ready;
use std::fmt;

/// The parser of a format. It receives the lines of a text, one after the other.
pub(super) trait Parser: Send {
    /// Processes a line. `cut` means that it exceeds the maximum length.
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Flow;

    /// Processes the end of the input.
    fn end(&mut self, _ready: &mut Ready) -> Flow {
        Flow::Continue
    }

    /// Returns the column names of a table.
    fn header(&self) -> Option<&TableHeader> {
        None
    }

    /// Returns the lines so far that belong to no puzzle.
    fn skipped(&self) -> Option<&SkippedLines> {
        None
    }
}

/// Lines of a text that belong to no puzzle: captions, signatures, statistics. `Display` counts
/// them and shows the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedLines {
    count: u64,
    first: u64,
    text: String,
}

impl SkippedLines {
    fn add(&mut self, number: u64, text: &str) {
        if self.count == 0 {
            self.first = number;
            self.text = error::excerpt(text.trim().to_owned(), 60);
        }
        self.count += 1;
    }
}

impl fmt::Display for SkippedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, first, text } = self;
        match count {
            1 => write!(f, "skipped line {first}, which is no puzzle: {text:?}"),
            _ => write!(
                f,
                "skipped {count} lines that are no puzzles; the first is line {first}: {text:?}"
            ),
        }
    }
}

/// The input that a parser wants after a line.
pub(super) enum Flow {
    /// The next line, if there is one.
    Continue,
    /// The text up to the end of the next JSON object or of the next line.
    NextObject,
    /// These last lines again, with a line end after each.
    Reparse(Vec<u8>),
    /// These last lines again, and everything after them, by another parser.
    ReparseWith(Box<dyn Parser>, Vec<u8>),
    /// Nothing: the rest of the input cannot be read.
    Stop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_lines_show_count_and_first_line() {
        let mut skipped = SkippedLines::default();
        skipped.add(3, "  Grid 01 ");
        assert_eq!(skipped.to_string(), "skipped line 3, which is no puzzle: \"Grid 01\"");
        skipped.add(13, "Grid 02");
        let words = "skipped 2 lines that are no puzzles; the first is line 3: \"Grid 01\"";
        assert_eq!(skipped.to_string(), words);
        // A long text is cut off, and control characters are escaped.
        let mut skipped = SkippedLines::default();
        skipped.add(1, &"\u{1b}[2J".repeat(100));
        let words = skipped.to_string();
        assert!(words.len() < 250 && !words.contains('\u{1b}') && words.contains('…'), "{words}");
    }
}
