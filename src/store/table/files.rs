//! Several files of puzzles, read one after the other: grids in blocks for many threads, or proved
//! records; each with its file and line.

use super::format::cells;
use super::format::error::ReadError;
use super::format::marks::translated;
use super::header::SetAside;
use super::record::Record;
use super::row::{Row, RunValues};
use super::rows::{Input, Rows};
use crate::store::files::is_object;
use crate::store::files::output::open_any;
use crate::sudoku::grid::{Cell, Grid};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// A file of puzzles, or another stream of them, that is not open yet.
pub struct PuzzleFile {
    name: Arc<str>,
    from: From,
    /// Whether it may have positions with candidates.
    marks: bool,
    /// The column of its puzzles, if it was named.
    column: Option<String>,
    /// What its run says of columns that are not there; `None` for a file of no run.
    run: Option<RunValues>,
}

enum From {
    Path(PathBuf),
    Plain(PathBuf),
    Stream(Input),
}

/// Why puzzles cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// A file cannot be opened, or not be read to its end: its name, and why.
    #[error("cannot read {0}: {1}")]
    Unread(Arc<str>, #[source] io::Error),
    /// A puzzle was given in the place of a file.
    #[error(
        "expected a file, found the puzzle {0}; pass a puzzle on standard input: \
         echo {0} | sudoku-press ..."
    )]
    Puzzle(Arc<str>),
    /// A row is wrong; the words tell where.
    #[error("{0}")]
    Row(String),
    /// Puzzles come twice; the words tell which.
    #[error("{0}")]
    Duplicates(String),
    /// There is no puzzle.
    #[error("expected puzzles, found none in the files")]
    Empty,
}

impl PuzzleFile {
    /// The file at this path.
    pub fn at(path: PathBuf) -> Self {
        let from = From::Path(path.clone());
        Self {
            name: path.display().to_string().into(),
            from,
            marks: false,
            column: None,
            run: None,
        }
    }

    /// The file at this path, which must be a regular file: a file of a run.
    pub fn plain(path: PathBuf) -> Self {
        Self { from: From::Plain(path.clone()), ..Self::at(path) }
    }

    /// A stream, and what it is called in messages.
    pub fn stream(name: &str, input: Input) -> Self {
        Self { name: name.into(), from: From::Stream(input), marks: false, column: None, run: None }
    }

    /// The same, which may also have positions with candidates: they become rows with `puzzle`, `candidates` (729
    /// characters), and `unread` where one cannot be read.
    pub fn with_marks(self) -> Self {
        Self { marks: true, ..self }
    }

    /// The same, known to be the catalogue of a run, which has these values for columns that are
    /// not there.
    pub fn in_run(self, values: RunValues) -> Self {
        Self { run: Some(values), ..self }
    }

    /// The same, with the puzzles of a table or of JSON lines in the column of this name.
    pub fn with_column(self, column: Option<String>) -> Self {
        Self { column, ..self }
    }

    fn open(self) -> Result<OpenPuzzleFile, InputError> {
        let (name, run) = (self.name, self.run);
        let rows = match self.from {
            From::Stream(input) if self.marks => {
                translated(input).map(|(_, input)| Rows::new(input))
            }
            From::Path(path) if self.marks => with_marks(&path),
            From::Stream(input) => Ok(Rows::new(input)),
            From::Path(path) => Rows::open(&path),
            From::Plain(path) => Rows::open_plain(&path),
        };
        match rows {
            Ok(rows) => {
                let rows = rows.with_column(self.column);
                Ok(OpenPuzzleFile { file: name, rows, run, is_begun: false })
            }
            Err(_) if name.parse::<Grid>().is_ok() => Err(InputError::Puzzle(name)),
            Err(e) => Err(InputError::Unread(name, e)),
        }
    }
}

/// Opens a file that may have positions with candidates.
fn with_marks(path: &Path) -> io::Result<Rows<Input>> {
    if is_object(path) {
        return Rows::open(path);
    }
    let file = open_any(path)?;
    let is_file = file.metadata()?.is_file();
    let (has_marks, input) = translated(file)?;
    if has_marks || !is_file { Ok(Rows::new(input)) } else { Rows::open(path) }
}

/// A file that is being read.
struct OpenPuzzleFile {
    file: Arc<str>,
    rows: Rows<Input>,
    run: Option<RunValues>,
    /// Whether a row was read.
    is_begun: bool,
}

/// The rows of several files.
struct AllRows {
    files: std::vec::IntoIter<PuzzleFile>,
    reading: Option<OpenPuzzleFile>,
    set_aside: SetAside,
}

impl AllRows {
    fn new(files: Vec<PuzzleFile>) -> Self {
        let (files, reading) = (files.into_iter(), None);
        Self { files, reading, set_aside: SetAside::default() }
    }

    /// Whether more rows are at hand.
    fn buffered(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.rows.buffered())
    }

    /// The next row, made into something.
    fn next<T>(
        &mut self,
        make: impl Fn(&Row) -> Result<T, ReadError>,
    ) -> Option<Result<(FilePlace, T), InputError>> {
        loop {
            let Some(OpenPuzzleFile { file, rows, run, is_begun }) = &mut self.reading else {
                match self.files.next()?.open() {
                    Ok(opened) => self.reading = Some(opened),
                    Err(e) => return Some(Err(e)),
                }
                continue;
            };
            let Some(row) = rows.next() else {
                self.reading = None;
                continue;
            };
            let row = row.map(|row| match run {
                Some(values) => row.in_run(values.clone()),
                None => row,
            });
            if let Ok(row) = &row
                && !std::mem::replace(is_begun, true)
                && !row.is_of_catalog()
                && let Some(header) = row.header()
            {
                self.set_aside.extend(header.set_aside());
            }
            let file = file.clone();
            let made = row.and_then(|row| Ok((row.line, make(&row)?)));
            return Some(match made {
                Ok((line, made)) => Ok((FilePlace { file, line }, made)),
                Err(ReadError::Io(e)) => Err(InputError::Unread(file, e)),
                Err(e) => Err(InputError::Row(e.in_file(&file))),
            });
        }
    }
}

/// The place of a puzzle: `FILE:LINE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePlace {
    /// The file, as it is called in messages.
    pub file: Arc<str>,
    /// The line at which the puzzle begins, counted from 1; in Parquet the row.
    pub line: u64,
}

impl FilePlace {
    /// File and line, or the line alone where that is enough.
    pub(super) fn told(&self, full: bool) -> String {
        if full { self.to_string() } else { self.line.to_string() }
    }

    /// What is wrong with a row of this file.
    pub fn wrong(&self, error: &ReadError) -> InputError {
        InputError::Row(error.in_file(&self.file))
    }
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A grid that was read: 81 cells, any of which may be wrong.
#[derive(Clone, Debug)]
pub struct PlacedGrid {
    /// Counted from 0 over all files; rows that cannot be read are not counted.
    pub number: u64,
    /// Where it is.
    pub place: FilePlace,
    /// The grid.
    pub grid: Grid,
    /// The fields of its row that [`Blocks::keeping`] names; `None` where the row has none.
    pub kept: Vec<Option<String>>,
    /// The solutions that its row states, if [`Blocks::with_answers`] keeps them.
    pub answers: Vec<StatedAnswer>,
}

/// A solution that a row states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedAnswer {
    /// The name of its column, as the file has it.
    pub column: String,
    /// The field.
    pub text: String,
}

impl PlacedGrid {
    /// Returns the first answer that is no solution of the grid.
    pub fn wrong_answer(&self) -> Option<&StatedAnswer> {
        self.answers.iter().find(|answer| !answer.solves(&self.grid))
    }
}

impl StatedAnswer {
    /// Returns true if this is a complete and legal grid with all digits of the other one.
    fn solves(&self, grid: &Grid) -> bool {
        cells::grid(&self.text).is_ok_and(|stated| {
            stated.filled_count() == Cell::COUNT
                && stated.conflicts().next().is_none()
                && grid.filled().all(|(cell, digit)| stated[cell] == Some(digit))
        })
    }
}

/// The number of grids of a block, where they come fast enough.
const BLOCK: usize = 256;
/// The bytes of kept fields from which a block has fewer grids.
const BLOCK_BYTES: usize = 1 << 20;

/// Grids of several files in blocks: as many as are at hand, so that none waits for one that has not
/// come yet. A row or a file that cannot be read is an error in its place.
pub struct Blocks {
    rows: AllRows,
    number: u64,
    kept: Vec<String>,
    keeps_answers: bool,
}

impl Blocks {
    /// The grids of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        let rows = AllRows::new(files);
        Self { rows, number: 0, kept: Vec::new(), keeps_answers: false }
    }

    /// The same, with the fields of these columns.
    pub fn keeping(self, kept: Vec<String>) -> Self {
        Self { kept, ..self }
    }

    /// The same, with the solutions that the rows state, if these are wanted.
    pub fn with_answers(self, keeps_answers: bool) -> Self {
        Self { keeps_answers, ..self }
    }
}

impl Iterator for Blocks {
    type Item = Vec<Result<PlacedGrid, InputError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut block, mut bytes) = (Vec::new(), 0);
        let of_row = |row: &Row| {
            let field = |name: &String| row.get(name).map(str::to_owned);
            let answer = |(column, text): (&str, &str)| StatedAnswer {
                column: column.to_owned(),
                text: text.to_owned(),
            };
            let answers = row.solutions().filter(|_| self.keeps_answers).map(answer);
            let kept = self.kept.iter().map(field).collect::<Vec<_>>();
            Ok((row.grid()?, kept, answers.collect::<Vec<_>>()))
        };
        while block.len() < BLOCK
            && bytes < BLOCK_BYTES
            && let Some(grid) = self.rows.next(of_row)
        {
            block.push(grid.map(|(place, (grid, kept, answers))| {
                let number = self.number;
                self.number += 1;
                bytes += kept.iter().flatten().map(String::len).sum::<usize>();
                bytes += answers.iter().map(|answer| answer.text.len()).sum::<usize>();
                PlacedGrid { number, place, grid, kept, answers }
            }));
            if !self.rows.buffered() {
                break;
            }
        }
        (!block.is_empty()).then_some(block)
    }
}

/// Proved puzzles of several files, each with its place. An invalid row or a file that cannot be read is
/// an error in its place, and reading goes on behind it.
pub struct Records(AllRows);

impl Records {
    /// The records of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        Self(AllRows::new(files))
    }

    /// The columns of the files read so far that are not in a record.
    pub fn set_aside(&self) -> &SetAside {
        &self.0.set_aside
    }
}

impl Iterator for Records {
    type Item = Result<(FilePlace, Record), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next(|row| Record::try_from(row))
    }
}
