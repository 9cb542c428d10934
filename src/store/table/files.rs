//! Several files of puzzles, read one after the other: grids in blocks for many threads, or proved
//! records; each with its file and line.

use super::first_few::FirstFew;
use super::format::cells;
use super::format::error::ReadError;
use super::header::UnreadColumns;
use super::record::PuzzleRecord;
use super::row::{RunValues, TableRow};
use super::row_reader::{Input, RowReader};
use crate::sudoku::grid::{Cell, Grid};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// A file of puzzles, or another stream of them, that is not open yet.
pub struct PuzzleFile {
    name: Arc<str>,
    source: PuzzleSource,
    /// Takes notes about the file, such as lines that were skipped.
    notes: Option<NoteSink>,
    /// The column of its puzzles, if it was named.
    column: Option<String>,
    /// What its run says of columns that are not there; `None` for a file of no run.
    run: Option<RunValues>,
}

/// Takes a note about what was read, a sentence for the user.
pub type NoteSink = Arc<dyn Fn(&str) + Send + Sync>;

enum PuzzleSource {
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
    /// A row is wrong, or several are; the words tell where.
    #[error("{0}")]
    Row(String),
    /// More rows are wrong in a way that was shown before.
    #[error("{file}: {count} more like these: {kind}")]
    Repeated {
        /// The file, as it is called in messages.
        file: Arc<str>,
        /// The number of the rows.
        count: u64,
        /// What was expected in them.
        kind: String,
    },
    /// There is no puzzle.
    #[error("expected puzzles, found none in the files")]
    Empty,
}

impl PuzzleFile {
    /// The file at this path.
    pub fn at(path: PathBuf) -> Self {
        let source = PuzzleSource::Path(path.clone());
        let name = path.display().to_string().into();
        Self { name, source, notes: None, column: None, run: None }
    }

    /// The file at this path, which must be a regular file: a file of a run.
    pub fn plain(path: PathBuf) -> Self {
        Self { source: PuzzleSource::Plain(path.clone()), ..Self::at(path) }
    }

    /// A stream, and what it is called in messages.
    pub fn stream(name: &str, input: Input) -> Self {
        Self {
            name: name.into(),
            source: PuzzleSource::Stream(input),
            notes: None,
            column: None,
            run: None,
        }
    }

    /// The same, with notes about what was skipped.
    pub fn with_notes(self, notes: NoteSink) -> Self {
        Self { notes: Some(notes), ..self }
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

    fn open(self) -> Result<OpenFile, InputError> {
        let (name, run) = (self.name, self.run);
        let rows = match self.source {
            PuzzleSource::Stream(input) => Ok(RowReader::new(input)),
            PuzzleSource::Path(path) => RowReader::open(&path),
            PuzzleSource::Plain(path) => RowReader::open_plain(&path),
        };
        match rows {
            Ok(rows) => {
                let rows = rows.with_column(self.column);
                let (notes, errors) = (self.notes, HashMap::new());
                Ok(OpenFile { name, rows, run, has_begun: false, notes, errors })
            }
            Err(_) if name.parse::<Grid>().is_ok() => Err(InputError::Puzzle(name)),
            Err(e) => Err(InputError::Unread(name, e)),
        }
    }
}

/// Maximum number of kinds of errors that are told apart.
const MAX_ERROR_KINDS: usize = 64;
/// The kind of the errors beyond [`MAX_ERROR_KINDS`].
const OTHER_ERRORS: &str = "other errors";

/// A file that is being read.
struct OpenFile {
    name: Arc<str>,
    rows: RowReader<Input>,
    run: Option<RunValues>,
    /// Whether a row was read.
    has_begun: bool,
    notes: Option<NoteSink>,
    /// The errors by kind, which is what was expected. They are shown at once, so that nothing of
    /// them is kept.
    errors: HashMap<String, FirstFew<()>>,
}

impl OpenFile {
    /// Counts an error. Returns true if it is one of the first of its kind. The kind of an error is
    /// its words up to the first comma: what was expected, without what was found.
    fn count_error(&mut self, error: &ReadError) -> bool {
        let ReadError::Row(row_error) = error else { return true };
        let known =
            |kind: &&str| self.errors.contains_key(*kind) || self.errors.len() < MAX_ERROR_KINDS;
        let kind = row_error.reason.split(',').next().filter(known).unwrap_or(OTHER_ERRORS);
        self.errors.entry(kind.to_owned()).or_default().push(|| ())
    }

    /// Takes the errors of a kind that was not shown to its end.
    fn take_hidden_errors(&mut self) -> Option<InputError> {
        self.errors.retain(|_, errors| errors.hidden() > 0);
        let kind = self.errors.keys().min()?.clone();
        let count = self.errors.remove(&kind)?.hidden();
        Some(InputError::Repeated { file: self.name.clone(), count, kind })
    }

    /// Tells the user which lines were skipped.
    fn end(&self) {
        if let (Some(notes), Some(skipped)) = (&self.notes, self.rows.skipped()) {
            notes(&format!("{}: {skipped}", self.name));
        }
    }
}

/// The rows of several files.
struct AllRows {
    files: std::vec::IntoIter<PuzzleFile>,
    reading: Option<OpenFile>,
    unread_columns: UnreadColumns,
}

impl AllRows {
    fn new(files: Vec<PuzzleFile>) -> Self {
        let (files, reading) = (files.into_iter(), None);
        Self { files, reading, unread_columns: UnreadColumns::default() }
    }

    /// Whether more rows are at hand.
    fn has_buffered(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|file| file.rows.has_buffered())
    }

    /// The next row, made into something.
    fn next<T>(
        &mut self,
        make: impl Fn(&TableRow) -> Result<T, ReadError>,
    ) -> Option<Result<(FilePlace, T), InputError>> {
        loop {
            let Some(file) = &mut self.reading else {
                match self.files.next()?.open() {
                    Ok(opened) => self.reading = Some(opened),
                    Err(e) => return Some(Err(e)),
                }
                continue;
            };
            let Some(row) = file.rows.next() else {
                if let Some(error) = file.take_hidden_errors() {
                    return Some(Err(error));
                }
                file.end();
                self.reading = None;
                continue;
            };
            let row = row.map(|row| match &file.run {
                Some(values) => row.in_run(values.clone()),
                None => row,
            });
            if let Ok(row) = &row
                && !std::mem::replace(&mut file.has_begun, true)
                && !row.is_of_catalog()
                && let Some(header) = row.header()
            {
                self.unread_columns.extend(header.unread_columns());
            }
            let name = file.name.clone();
            return Some(match row.and_then(|row| Ok((row.line, make(&row)?))) {
                Ok((line, made)) => Ok((FilePlace { file: name, line }, made)),
                Err(ReadError::Io(e)) => Err(InputError::Unread(name, e)),
                Err(e) if !file.count_error(&e) => continue,
                Err(e) => Err(InputError::Row(e.in_file(&name))),
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
    pub(super) fn label(&self, full: bool) -> String {
        if full { self.to_string() } else { self.line.to_string() }
    }

    /// What is wrong with a row of this file.
    pub fn row_error(&self, error: &ReadError) -> InputError {
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
    /// The fields of its row that [`GridBlocks::keeping`] names; `None` where the row has none.
    pub kept: Vec<Option<String>>,
    /// The solutions that its row states, if [`GridBlocks::with_answers`] keeps them.
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
    /// Returns true for a number that a spreadsheet has rounded: `6.78E+80`.
    pub fn is_rounded(&self) -> bool {
        cells::is_rounded(&self.text)
    }

    /// Returns true if this is a complete and legal grid with all digits of the other one.
    pub fn solves(&self, grid: &Grid) -> bool {
        cells::parse_grid(&self.text).is_ok_and(|stated| {
            stated.filled_count() == Cell::COUNT
                && stated.conflicts().next().is_none()
                && grid.filled().all(|(cell, digit)| stated[cell] == Some(digit))
        })
    }
}

/// The number of grids of a block, where they come fast enough.
const GRIDS_PER_BLOCK: usize = 256;
/// The bytes of kept fields from which a block has fewer grids.
const MAX_BLOCK_BYTES: usize = 1 << 20;

/// Grids of several files in blocks: as many as are at hand, so that none waits for one that has not
/// come yet. A row or a file that cannot be read is an error in its place.
pub struct GridBlocks {
    rows: AllRows,
    number: u64,
    kept: Vec<String>,
    keeps_answers: bool,
}

impl GridBlocks {
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

impl Iterator for GridBlocks {
    type Item = Vec<Result<PlacedGrid, InputError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut block, mut bytes) = (Vec::new(), 0);
        let read_row = |row: &TableRow| {
            let field = |name: &String| row.get(name).map(str::to_owned);
            let answer = |(column, text): (&str, &str)| StatedAnswer {
                column: column.to_owned(),
                text: text.to_owned(),
            };
            let answers = row.solutions().filter(|_| self.keeps_answers).map(answer);
            let kept = self.kept.iter().map(field).collect::<Vec<_>>();
            Ok((row.grid()?, kept, answers.collect::<Vec<_>>()))
        };
        while block.len() < GRIDS_PER_BLOCK
            && bytes < MAX_BLOCK_BYTES
            && let Some(grid) = self.rows.next(read_row)
        {
            block.push(grid.map(|(place, (grid, kept, answers))| {
                let number = self.number;
                self.number += 1;
                bytes += kept.iter().flatten().map(String::len).sum::<usize>();
                bytes += answers.iter().map(|answer| answer.text.len()).sum::<usize>();
                PlacedGrid { number, place, grid, kept, answers }
            }));
            if !self.rows.has_buffered() {
                break;
            }
        }
        (!block.is_empty()).then_some(block)
    }
}

/// Proved puzzles of several files, each with its place. An invalid row or a file that cannot be read is
/// an error in its place, and reading goes on behind it.
pub struct PuzzleRecords(AllRows);

impl PuzzleRecords {
    /// The records of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        Self(AllRows::new(files))
    }

    /// The columns of the files read so far that are not in a record.
    pub fn unread_columns(&self) -> &UnreadColumns {
        &self.0.unread_columns
    }
}

impl Iterator for PuzzleRecords {
    type Item = Result<(FilePlace, PuzzleRecord), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next(|row| PuzzleRecord::try_from(row))
    }
}
