//! Text formats for puzzles. [`super::RowReader`] detects the format of a text. No format checks
//! whether a puzzle can be solved.
//!
//! # The flow
//!
//! ```text
//! bytes ─► LineReader ─► lines ─► PuzzleTextParser: the first lines tell the form
//!          UTF-16, CR:            │
//!          decoded whole          ├─► 81 cells in a line ────────────► row ┐ machine files:
//!                                 ├─► header and row:  TableParser ──► row │ constant memory
//!                                 ├─► object in a line: ObjectParser ► row ┘
//!                                 │
//!                                 └─► other text waits in a block until    ┐ read whole:
//!                                     a puzzle in a line, or the end       │ 16 MiB at most,
//!                                       json(&str)                         │ judged by pure
//!                                       sheet(&[Line])     cells           │ functions on
//!                                       grids(&[Line])     drawn grids     ┘ slices
//! ```
//!
//! A header may stand below titles: `delimited::table(&[RawLine])` finds it in the first lines.
//! Excel workbooks arrive as lines of CSV, Parquet has a reader of its own.
//!
//! # The formats
//!
//! | form | looks like | ends in |
//! |---|---|---|
//! | line | 81 cells, row by row, whatever stands around them | `.txt`, `.sdm`, `.csv` |
//! | table | separated fields, with a header that has a column `puzzle` | `.csv` |
//! | JSON | objects with a key `puzzle`, one a line or in an array; see below | `.jsonl`, `.json` |
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
//!   blank of the puzzle. A field of one cell may also be `5.0`, `NaN`, `-1` or `?`: `cell_field`.
//! * **Sizes.** 36 and 16 cells are puzzles of 6 by 6 and 4 by 4, in lines, fields and drawn
//!   grids, if their digits go up to 6 and 4.
//! * **Lines.** One run of 81 cells in a line is a puzzle. Names, numbers, ratings, quotation
//!   marks, SQL, URLs and the marks of XML around it are ignored. A run of 81 digits beside it is
//!   its solution. Cells may also be separated: 81 fields, or groups of 3, 9 or 27 cells.
//! * **Tables.** A header has a field `puzzle`, separated by commas, semicolons, tabs or bars, and
//!   a row below it has a puzzle there. Empty lines, comments, a line `sep=;` and ten lines of
//!   titles may stand above it. Fields may be quoted, and a quoted field may hold a grid of nine
//!   lines. A quotation mark that is not closed within 1 MiB spoils only its row.
//! * **JSON.** If the text begins with `{` or `[`, its structure decides: records, columns, rows,
//!   lists of grids. The puzzle is a string, or an array of 81 cells; other values are kept as
//!   text.
//! * **Rows.** Nine cells, with or without spaces, bars, quotation marks, or commas, semicolons and
//!   tabs between them; an empty field is a blank. Between bars, and in rows of digits and spaces,
//!   the column of a digit decides which cell it is.
//! * **Borders** consist of `-`, `=`, `+`, `*`, `|`, `.`, `:`, `'` or box-drawing characters, with
//!   at least three dashes. They are allowed before the first row, after the third, sixth and
//!   ninth, or between all rows.
//! * **Frames.** Bars, borders and gaps must show the blocks of the size (`frame`).
//! * **Rows without a sign** are gaps where blanks have signs. Elsewhere each is a row or a gap,
//!   and the grid is refused if it would be free of conflicts with others of them as its rows
//!   (`empty_rows`). So is a grid with other rows directly above or below it.
//! * **Labels** of rows and columns are removed (`headings`). A complete grid below or beside a
//!   puzzle is its answer.
//! * **Candidates.** Each cell has its candidates as a group of digits. A cell with one candidate
//!   is a digit if no other cell of its houses has it.
//! * **Comments.** A line that begins with `#` is a comment. `[Puzzle]` is the heading of a grid. A
//!   grid under `[State]` is ignored: it is a partly solved copy.
//! * **Captions.** Any other line is a caption. It is counted, and ends a grid. A line that looks
//!   like a damaged puzzle or a damaged row is no caption but an error.
//! * **Between grids** of nine lines, empty lines and comments are optional. Inside a grid, empty
//!   lines are allowed after every row or after every third row.
//! * **Encodings.** UTF-8 or UTF-16, with or without a byte order mark; a line that is not UTF-8 is
//!   read as Windows-1252. Lines end in LF, CRLF or CR.
//!
//! A line that breaks these rules is an error with line and column, counted in characters from 1.
//! Reading continues after it: an invalid line spoils only the grid that contains it.

mod aligned;
pub(super) mod candidates;
mod cell_field;
pub(super) mod cells;
mod csv_fields;
mod damaged_row;
mod delimited;
mod empty_rows;
pub(super) mod error;
pub(super) mod field;
mod file_kind;
pub(super) mod frame;
mod grid_row;
mod grids;
mod headings;
mod json;
mod json_document;
mod json_object;
mod json_table;
mod json_value;
pub(super) mod lines;
mod rectangles;
mod sheet;
mod small_grids;
mod small_row;
pub(super) mod table_rows;
pub(super) mod text;
mod tokens;
mod write;

pub(super) use file_kind::is_workbook;
pub use write::{GridFormat, GridWriter};

use candidates::CandidateGrid;
use cells::LinePuzzle;
use error::ReadError;
use grid::AnyGrid;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;
use std::iter::Peekable;

/// Maximum size of a row or of a line with puzzles, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Maximum size of a text that is read whole, and of the text between two puzzles.
const MAX_TEXT_BYTES: usize = 1 << 24;

/// Maximum number of titles above a table.
const MAX_TITLE_LINES: usize = 10;

/// The puzzles and errors of lines that were judged together, in order.
#[derive(Default)]
struct JudgedText {
    rows: Vec<Result<FoundPuzzle, ReadError>>,
    skipped: SkippedLines,
}

impl JudgedText {
    /// Adds what was found below.
    fn append(&mut self, below: Self) {
        self.rows.extend(below.rows);
        self.skipped.append(below.skipped);
    }

    /// Turns complete grids below puzzles into their answers.
    fn pair_answers(&mut self) {
        let mut rows = std::mem::take(&mut self.rows).into_iter().peekable();
        while rows.peek().is_some() {
            let mut puzzles = take_grids(&mut rows, false);
            let solutions = take_grids(&mut rows, true);
            let others = answer(&mut puzzles, solutions);
            self.rows.extend(puzzles.into_iter().chain(others));
            self.rows.extend(rows.next_if(|row| unanswered(row).is_none()));
        }
    }
}

/// A puzzle, or the error in its place.
type FoundRow = Result<FoundPuzzle, ReadError>;

/// Takes the complete grids, or the other grids, with which the rows begin.
fn take_grids(rows: &mut Peekable<impl Iterator<Item = FoundRow>>, is_full: bool) -> Vec<FoundRow> {
    let mut taken = Vec::new();
    while let Some(row) = rows.next_if(|row| unanswered(row).map(AnyGrid::is_full) == Some(is_full))
    {
        taken.push(row);
    }
    taken
}

/// Returns the grid of a puzzle that has no answer yet.
fn unanswered(row: &FoundRow) -> Option<&AnyGrid> {
    match row {
        Ok(FoundPuzzle { cells: FoundCells::Puzzle((grid, None)), .. }) => Some(grid),
        _ => None,
    }
}

/// Gives each puzzle the solution below that solves it. Solutions that solve none are wrong answers
/// of the other puzzles, in order, if each puzzle has a solution and not all of several are wrong.
/// Returns the solutions that belong to no puzzle.
fn answer(puzzles: &mut [FoundRow], solutions: Vec<FoundRow>) -> Vec<FoundRow> {
    let count = solutions.len();
    let is_one_each = puzzles.len() == count;
    let mut open: VecDeque<&mut LinePuzzle> = VecDeque::new();
    for row in puzzles.iter_mut().flatten() {
        if let FoundCells::Puzzle(puzzle) = &mut row.cells {
            open.push_back(puzzle);
        }
    }
    let mut others = Vec::new();
    for row in solutions {
        let Some(solution) = unanswered(&row).copied() else {
            others.push(row);
            continue;
        };
        let mut tried = open.iter().take(MAX_OPEN_PUZZLES);
        match tried.position(|puzzle| solution.solves(&puzzle.0)) {
            Some(at) => open.remove(at).into_iter().for_each(|puzzle| puzzle.1 = Some(solution)),
            None => others.push(row),
        }
    }
    if is_one_each && (count == 1 || others.len() < count) {
        for (row, puzzle) in others.drain(..).zip(open) {
            puzzle.1 = unanswered(&row).copied();
        }
    }
    others
}

/// Maximum number of puzzles among which that of an answer is searched.
const MAX_OPEN_PUZZLES: usize = 100;

/// A puzzle outside a table, and the line at which it begins.
pub(super) struct FoundPuzzle {
    pub line: u64,
    pub cells: FoundCells,
}

impl FoundPuzzle {
    /// Creates a puzzle without an answer.
    fn new(line: u64, grid: AnyGrid) -> Self {
        Self { line, cells: FoundCells::Puzzle((grid, None)) }
    }
}

/// The cells of a puzzle outside a table.
pub(super) enum FoundCells {
    Puzzle(LinePuzzle),
    Position(Box<CandidateGrid>),
}

/// Lines of a text that belong to no puzzle: captions, signatures, statistics. `Display` counts
/// them and shows the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedLines {
    /// The number of lines.
    pub count: u64,
    /// The number of the first line.
    pub first: u64,
    /// The beginning of the first line.
    pub text: String,
}

impl SkippedLines {
    fn add(&mut self, number: u64, text: &str) {
        if self.count == 0 {
            self.first = number;
            self.text = words::excerpt(text.trim(), 60);
        }
        self.count += 1;
    }

    /// Adds the lines that were skipped below these.
    pub(super) fn append(&mut self, below: Self) {
        let count = self.count + below.count;
        *self = if self.count == 0 { below } else { std::mem::take(self) };
        self.count = count;
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
