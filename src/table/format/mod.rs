//! Puzzles as text, read and written. Not whether they can be solved, and not what a catalogue
//! says of its puzzles beside them.
//!
//! # The forms
//!
//! | form | looks like | ends in |
//! |---|---|---|
//! | line | 81 characters, row by row | `.txt`, `.sdm` |
//! | table | comma-separated values with a header that has a column `puzzle` | `.csv` |
//! | rows | nine lines of nine characters | `.txt`, `.sdk` |
//! | boxed | nine lines of nine characters with lines drawn between the blocks | `.ss` |
//!
//! A reader tells them by what is in the file, never by its name, and a file may mix all forms but
//! tables. The rules, all of them:
//!
//! * **Cells.** A digit is 1 to 9; a blank is `.`, `0`, `_`, `*`, `X` or `x`. A space is a blank
//!   too where all 81 or all nine characters stand, so that nothing needs to be guessed; elsewhere
//!   spaces only set cells apart: `53. .7. ...` and `5 3 . . 7 . . . .` are rows. Nine spaces are
//!   an empty row inside a grid, and an empty line before or after one.
//! * **Tables.** The first line that is not empty decides: if it has a field `puzzle`, between
//!   commas, semicolons or tabs, the rest is a table. Fields may be quoted; other columns are not
//!   looked at.
//! * **Lines drawn** are made of `-`, `=`, `+`, `*`, `|`, `.`, `:`, `'` or box-drawing characters,
//!   three of them dashes. They stand before the first row, after the third, sixth and ninth.
//!   Between the blocks of a row stand `|` or vertical box-drawing characters.
//! * **Notes.** A line that begins with `#` is a note, and so is what follows a `#` after a line of
//!   81. `[Puzzle]` announces a grid, `[State]` one that is left out: how far somebody had got.
//! * **Between grids** of nine lines there may be empty lines and notes, or nothing. Inside a grid
//!   empty lines are no harm when they come after every row or after every third.
//! * **No errors** are line ends of either kind, a byte order mark, spaces at the end of a line,
//!   and empty lines.
//!
//! What keeps none of the rules is answered by an error with line and column, counted in characters
//! from 1. Reading goes on after it: a wrong line costs the grid it stands in and no other.
//!
//! ```
//! use sudoku_press::table::format::Reader;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
//!             so it goes\n";
//! let mut puzzles = Reader::new(text.as_bytes());
//! assert_eq!(puzzles.next().unwrap()?.grid.filled_count(), 30);
//! let error = puzzles.next().unwrap().unwrap_err();
//! assert!(error.to_string().starts_with("line 2, column 1: 's' stands where"));
//! assert!(puzzles.next().is_none());
//! # Ok::<(), sudoku_press::table::format::ReadError>(())
//! ```

mod error;
mod lines;
mod read;
mod rows;
mod table;
mod width;
mod write;

pub use error::{ReadError, Why};
pub use read::{Found, Reader};
pub use write::{Form, Writer, write_record};
