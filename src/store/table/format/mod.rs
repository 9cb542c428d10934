//! Text formats for puzzles, each in a file of its own. [`super::Rows`] detects the format of a text.
//! Nothing here checks whether a puzzle can be solved.
//!
//! # The formats
//!
//! | form | looks like | ends in |
//! |---|---|---|
//! | line | 81 characters, row by row | `.txt`, `.sdm` |
//! | table | fields separated by commas, semicolons or tabs, with a header that has a column `puzzle` | `.csv` |
//! | JSON lines | one object per line, with a key `puzzle` | `.jsonl` |
//! | rows | nine lines of nine characters | `.txt`, `.sdk` |
//! | boxed | nine lines of nine characters with borders between the blocks | `.ss` |
//!
//! The format is decided by the content of a file, never by its name. A file may mix all formats except
//! tables and JSON lines. The rules are:
//!
//! * **Cells.** A digit is 1 to 9; a blank is `.`, `0`, `_`, `*`, `X` or `x`. In a line of exactly 81
//!   or nine characters, a space is a blank too. In other lines spaces only separate cells: `53. .7. ...`
//!   and `5 3 . . 7 . . . .` are rows. Nine spaces are an empty row inside a grid, and an empty line
//!   before or after one.
//! * **Tables.** The first line that is neither empty nor a comment decides: if it has a field
//!   `puzzle`, separated by commas, semicolons or tabs, the rest is a table. Fields may be quoted. A
//!   quotation mark that is not closed within 1 MiB spoils only the row that contains it.
//! * **JSON lines.** If the first line begins with `{`, each line is an object. The puzzle is a string;
//!   other values are kept as text.
//! * **Borders** consist of `-`, `=`, `+`, `*`, `|`, `.`, `:`, `'` or box-drawing characters, with at
//!   least three dashes. They are allowed before the first row and after the third, sixth and ninth.
//!   Between the blocks of a row, `|` and vertical box-drawing characters are allowed.
//! * **Comments.** A line that begins with `#` is a comment, and so is text after a `#` that follows 81
//!   cells. `[Puzzle]` is the heading of a grid. A grid under `[State]` is ignored: it is a partly solved
//!   copy.
//! * **Between grids** of nine lines, empty lines and comments are optional. Inside a grid, empty lines
//!   are allowed after every row or after every third row.
//! * **Allowed** are a byte order mark, spaces at the end of a line, and empty lines. Lines end in LF
//!   or CRLF.
//!
//! A line that breaks these rules is an error with line and column, counted in characters from 1.
//! Reading goes on after it: an invalid line spoils only the grid that contains it.

pub(super) mod cells;
pub(super) mod delimited;
pub(super) mod error;
pub(super) mod grids;
pub(super) mod json;
pub(super) mod lines;
pub(super) mod marks;
mod nine;
mod write;

pub use marks::{marks_line, marks_of_line};
pub use write::{Form, Writer, harmless, write_record};

use super::header::Header;
use super::row::Ready;

/// The parser of a format. It is given the lines of a text, one after the other.
pub(super) trait Parser: Send {
    /// Processes a line. `cut` means that it is longer than the maximum.
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Next;

    /// The end of the input.
    fn end(&mut self, _ready: &mut Ready) -> Next {
        Next::Line
    }

    /// The column names of a table.
    fn header(&self) -> Option<&Header> {
        None
    }
}

/// What is to be read after a line.
pub(super) enum Next {
    /// The line after it, if there is one.
    Line,
    /// These last lines once more, with a line end behind each.
    Again(Vec<u8>),
    /// Nothing: the rest of the input cannot be read.
    Nothing,
}
