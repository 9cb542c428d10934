//! Puzzles as text: the forms, each in a file of its own. [`super::Rows`] finds out which form a text
//! has. Not whether a puzzle can be solved.
//!
//! # The forms
//!
//! | form | looks like | ends in |
//! |---|---|---|
//! | line | 81 characters, row by row | `.txt`, `.sdm` |
//! | table | fields separated by commas, semicolons or tabs, with a header that has a column `puzzle` | `.csv` |
//! | JSON lines | an object a line, with a key `puzzle` | `.jsonl` |
//! | rows | nine lines of nine characters | `.txt`, `.sdk` |
//! | boxed | nine lines of nine characters with lines drawn between the blocks | `.ss` |
//!
//! The content of a file decides, never its name, and a file may mix all forms but tables and JSON
//! lines. All rules:
//!
//! * **Cells.** A digit is 1 to 9; a blank is `.`, `0`, `_`, `*`, `X` or `x`. A space is a blank
//!   too where all 81 or all nine characters stand, so that nothing needs to be guessed; elsewhere
//!   spaces only set cells apart: `53. .7. ...` and `5 3 . . 7 . . . .` are rows. Nine spaces are
//!   an empty row inside a grid, and an empty line before or after one.
//! * **Tables.** The first line that is neither empty nor a note decides: if it has a field `puzzle`,
//!   between commas, semicolons or tabs, the rest is a table. Fields may be quoted. A quotation mark
//!   that is not closed within 1 MiB costs the row in which it stands.
//! * **JSON lines.** If the first line begins with `{`, each line is an object. The puzzle is a
//!   string; other values are kept as text.
//! * **Lines drawn** are made of `-`, `=`, `+`, `*`, `|`, `.`, `:`, `'` or box-drawing characters,
//!   three of them dashes. They stand before the first row, after the third, sixth and ninth.
//!   Between the blocks of a row stand `|` or vertical box-drawing characters.
//! * **Notes.** A line that begins with `#` is a note, and so is what follows a `#` after a line of
//!   81. `[Puzzle]` announces a grid, `[State]` one that is left out: how far somebody had got.
//! * **Between grids** of nine lines there may be empty lines and notes, or nothing. Inside a grid
//!   empty lines are no harm when they come after every row or after every third.
//! * **Allowed** are a byte order mark, spaces at the end of a line, and empty lines. Lines end in a
//!   line feed, with a carriage return before it or not; or, where the first line does, in a carriage
//!   return alone.
//!
//! A line that follows none of the rules is an error with line and column, counted in characters
//! from 1. Reading goes on after it: a wrong line costs the grid it stands in and no other.

pub(super) mod cells;
pub(super) mod delimited;
pub(super) mod error;
pub(super) mod grids;
pub(super) mod json;
pub(super) mod lines;
mod nine;
mod write;

pub use write::{Form, Writer, write_record};
