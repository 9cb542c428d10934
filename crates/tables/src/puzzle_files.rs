//! Several files of puzzles, read one after the other: as blocks of grids for many threads, or as
//! proved records. Each puzzle comes with its file and line.

use super::format::error::{ReadError, RowPosition};
use super::header::UnreadColumns;
use super::puzzle_sheets::PuzzleSheets;
use super::record::PuzzleRecord;
use super::row::{RunValues, TableRow};
use super::row_reader::{Input, RowReader, take_block};
use super::spreadsheet::WorkbookText;
use grid::{AnyGrid, GridShape};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};
use thiserror::Error;
use words::{Clause, FirstFew, clause, excerpt};

/// A file or another stream of puzzles that is not open yet.
pub struct PuzzleFile {
    name: Arc<str>,
    source: PuzzleSource,
    /// Receives notes about the file, such as skipped lines.
    notes: Option<NoteSink>,
    /// The column of the puzzles, if the user named it.
    column: Option<String>,
    /// The size of all grids, if the user named it.
    size: Option<GridShape>,
    /// The use of titles and dates.
    titles: TitleUse,
    /// True if grids of candidates are positions of a player, not puzzles.
    has_positions: bool,
    /// The values of the run for columns that its catalogue leaves out; `None` for a file outside a
    /// run.
    run: Option<RunValues>,
}

/// A callback that receives notes about what was read, each a sentence for the user.
pub type NoteSink = Arc<dyn Fn(&Clause) + Send + Sync>;

enum PuzzleSource {
    Path(PathBuf),
    Plain(PathBuf),
    Workbook(WorkbookText),
    Stream(Input),
}

/// An error while puzzles were read.
#[derive(Debug, Error)]
pub enum InputError {
    /// A file cannot be opened or read to its end: its name, and the reason.
    Unread(Arc<str>, #[source] io::Error),
    /// A puzzle was given instead of a file.
    Puzzle(Arc<str>),
    /// One or more invalid rows. The words tell where.
    Row(Clause),
    /// More rows with an error that was shown before.
    Repeated {
        /// The name of the file in messages.
        file: Arc<str>,
        /// The number of these rows.
        count: u64,
        /// The expectation that these rows violate.
        kind: String,
    },
    /// The files have no puzzle.
    Empty,
}

impl From<&InputError> for Clause {
    fn from(error: &InputError) -> Self {
        match error {
            InputError::Unread(file, e) => clause!("cannot read {}: {}", file.to_string(), e),
            InputError::Puzzle(puzzle) => clause!(
                "expected a file, found the puzzle {}; pass a puzzle on standard input: \
                 echo {} | sudoku-press ...",
                puzzle.to_string(),
                puzzle.to_string(),
            ),
            InputError::Row(wrong) => wrong.clone(),
            InputError::Repeated { file, count, kind } => {
                clause!("{}: {} more like these: {}", file.to_string(), *count, kind.clone())
            }
            InputError::Empty => "expected puzzles, found none in the files".into(),
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Clause::from(self).fmt(f)
    }
}

impl PuzzleFile {
    fn new(name: Arc<str>, source: PuzzleSource) -> Self {
        Self {
            name,
            source,
            notes: None,
            column: None,
            size: None,
            titles: TitleUse::Unread,
            has_positions: false,
            run: None,
        }
    }

    /// Creates a file by its path.
    pub fn at(path: PathBuf) -> Self {
        Self::new(path.display().to_string().into(), PuzzleSource::Path(path))
    }

    /// Creates a file of a run by its path. It must be a regular file.
    pub fn plain(path: PathBuf) -> Self {
        Self::new(path.display().to_string().into(), PuzzleSource::Plain(path))
    }

    /// Creates a workbook that is read already.
    pub fn workbook(path: PathBuf, workbook: WorkbookText) -> Self {
        Self::new(path.display().to_string().into(), PuzzleSource::Workbook(workbook))
    }

    /// Creates a file from a stream, with its name in messages.
    pub fn stream(name: &str, input: Input) -> Self {
        Self::new(name.into(), PuzzleSource::Stream(input))
    }

    /// Returns the same file with a receiver of notes about skipped lines.
    pub fn with_notes(self, notes: NoteSink) -> Self {
        Self { notes: Some(notes), ..self }
    }

    /// Returns the same file as the catalogue of a run. `values` are the run's values for columns
    /// that the catalogue leaves out.
    pub fn in_run(self, values: RunValues) -> Self {
        Self { run: Some(values), ..self }
    }

    /// Returns the same file, with the puzzles of a table or of JSON lines in this column.
    pub fn with_column(self, column: Option<String>) -> Self {
        Self { column, ..self }
    }

    /// Returns the same file, in which grids of another size are errors.
    pub fn with_size(self, size: Option<GridShape>) -> Self {
        Self { size, ..self }
    }

    /// Returns the same file, in which a grid of candidates is a position of a player. It may be no
    /// puzzle.
    pub fn with_positions(self) -> Self {
        Self { has_positions: true, ..self }
    }

    /// Returns the same file with this name in messages.
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Returns the same file as that of a book: a note names what is no title in the column of
    /// titles or dates. If the book `has_days`, what is no date is an error in the column of dates.
    pub fn for_book(self, has_days: bool) -> Self {
        Self { titles: if has_days { TitleUse::Days } else { TitleUse::Printed }, ..self }
    }

    /// Returns the name in messages.
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Opens the file; a workbook as a file for each sheet with puzzles.
    fn open(self) -> Result<VecDeque<OpenFile>, InputError> {
        let Self { name, source, notes, column, size, titles, has_positions, run } = self;
        let column = column.as_deref();
        let opened = match source {
            PuzzleSource::Stream(input) => Ok(PuzzleSheets::from_input(input, column)),
            PuzzleSource::Workbook(workbook) => Ok(PuzzleSheets::from_workbook(workbook, column)),
            PuzzleSource::Path(path) => PuzzleSheets::open(&path, column),
            PuzzleSource::Plain(path) => PuzzleSheets::open_plain(&path, column),
        };
        let opened = match opened {
            Ok(opened) => opened,
            Err(_) if name.parse::<AnyGrid>().is_ok() => return Err(InputError::Puzzle(name)),
            Err(e) => return Err(InputError::Unread(name, e)),
        };
        if let Some(notes) = &notes {
            opened.notes.iter().for_each(|note| notes(&note_of(&name, note.clone())));
        }
        let sheets = opened.sheets.into_iter().map(|sheet| OpenFile {
            name: sheet.name_in(&name),
            rows: match (&run, has_positions) {
                (Some(_), _) => sheet.rows.of_run(),
                (None, true) => sheet.rows.with_positions(),
                (None, false) => sheet.rows,
            },
            run: run.clone(),
            size,
            titles,
            dropped: DroppedTitles::default(),
            has_begun: false,
            notes: notes.clone(),
            errors: HashMap::new(),
        });
        Ok(sheets.collect())
    }
}

/// The use of the titles and dates of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TitleUse {
    /// Nobody reads them.
    Unread,
    /// A book prints them.
    Printed,
    /// A book prints them, and the dates are those of its pages.
    Days,
}

/// The fields of a column of titles or dates that are neither: numbers, and values of other kinds.
#[derive(Default)]
struct DroppedTitles {
    count: u64,
    /// The line of the first one, the name of its column in the file, and its text.
    first: (u64, String, String),
}

impl DroppedTitles {
    fn add(&mut self, row: &TableRow) {
        for (column, text) in row.dropped_titles() {
            if self.count == 0 {
                self.first = (row.line, excerpt(column, 80), excerpt(text, 80));
            }
            self.count += 1;
        }
    }

    /// Returns a sentence that counts the fields and shows the first one.
    fn sentence(&self) -> Clause {
        let (line, column, text) = &self.first;
        let (line, column, text) = (*line, column.clone(), Clause::quoted(text));
        match self.count {
            1 => clause!(
                "line {} has no text in the column `{}`, but {}; a number alone is not printed, \
                 No. 1 is",
                line,
                column,
                text,
            ),
            count => clause!(
                "{} fields of titles or dates have no text; the first is in line {}, column `{}`: {}; \
                 a number alone is not printed, No. 1 is",
                count,
                line,
                column,
                text,
            ),
        }
    }
}

/// Returns a note about a file.
fn note_of(file: &Arc<str>, note: Clause) -> Clause {
    clause!("{}: {}", file.to_string(), note)
}

/// Maximum number of kinds of errors that are counted separately.
const MAX_ERROR_KINDS: usize = 64;
/// The kind of the errors beyond [`MAX_ERROR_KINDS`].
const OTHER_ERRORS: &str = "other errors";

/// An open file, or a sheet of one.
struct OpenFile {
    name: Arc<str>,
    rows: RowReader<Input>,
    run: Option<RunValues>,
    size: Option<GridShape>,
    titles: TitleUse,
    dropped: DroppedTitles,
    /// True once a row was read.
    has_begun: bool,
    notes: Option<NoteSink>,
    /// The errors by kind, that is, by what was expected. Errors are shown at once, so only their
    /// numbers are kept.
    errors: HashMap<String, FirstFew<()>>,
}

impl OpenFile {
    /// Returns a row of a run with the values for missing columns.
    fn place_in_run(&self, row: TableRow) -> TableRow {
        match &self.run {
            Some(values) => row.in_run(values.clone()),
            None => row,
        }
    }

    /// Refuses a row of another size than the user named.
    fn check_size(&self, row: &TableRow) -> Result<(), ReadError> {
        let Some(size) = self.size else { return Ok(()) };
        let found = row.grid()?.shape();
        if found == size {
            return Ok(());
        }
        let reason = format!("expected a grid of {}, found one of {}", size.label(), found.label());
        Err(row.error_at(RowPosition::Field("puzzle"), reason))
    }

    /// Refuses what is no date in a book of days, and keeps what a book drops.
    fn check_titles(&mut self, row: &TableRow) -> Result<(), ReadError> {
        if self.titles == TitleUse::Days {
            row.check_date()?;
        }
        if self.titles != TitleUse::Unread {
            self.dropped.add(row);
        }
        Ok(())
    }

    /// Returns the columns that nobody reads, with the first row.
    fn take_unread_columns(&mut self, row: &TableRow) -> Option<UnreadColumns> {
        if std::mem::replace(&mut self.has_begun, true) || row.is_of_catalog() {
            return None;
        }
        Some(row.header()?.unread_columns())
    }

    /// Counts an error. Returns true if it is one of the first of its kind. The kind of an error is
    /// its text up to the first comma: what was expected, without what was found.
    fn count_error(&mut self, error: &ReadError) -> bool {
        let ReadError::Row(row_error) = error else { return true };
        let reason = row_error.reason.to_string();
        let mut kind = reason.split(',').next().unwrap_or_default();
        if self.errors.len() >= MAX_ERROR_KINDS && !self.errors.contains_key(kind) {
            kind = OTHER_ERRORS;
        }
        self.errors.entry(kind.to_owned()).or_default().push(|| ())
    }

    /// Takes the errors of a kind that were counted but not shown.
    fn take_hidden_errors(&mut self) -> Option<InputError> {
        self.errors.retain(|_, errors| errors.hidden() > 0);
        let kind = self.errors.keys().min()?.clone();
        let count = self.errors.remove(&kind)?.hidden();
        Some(InputError::Repeated { file: self.name.clone(), count, kind })
    }

    /// Notes which parts of the file were not read.
    fn end(&self) {
        let Some(notes) = &self.notes else { return };
        for note in self.rows.notes() {
            notes(&note_of(&self.name, note));
        }
        if self.dropped.count > 0 {
            notes(&note_of(&self.name, self.dropped.sentence()));
        }
    }
}

/// A reader of the rows of several files.
pub(super) struct AllRows {
    files: std::vec::IntoIter<PuzzleFile>,
    /// The open files that are not read to their ends.
    reading: VecDeque<OpenFile>,
    unread_columns: UnreadColumns,
}

impl AllRows {
    pub(super) fn new(files: Vec<PuzzleFile>) -> Self {
        let (files, reading) = (files.into_iter(), VecDeque::new());
        Self { files, reading, unread_columns: UnreadColumns::default() }
    }

    /// Returns true if more rows can be read without waiting.
    fn has_buffered(&self) -> bool {
        matches!(self.reading.front(), Some(file) if file.rows.has_buffered())
    }

    /// Reads the next row and converts it with `make`.
    pub(super) fn next<T>(
        &mut self,
        make: impl Fn(TableRow) -> Result<T, ReadError>,
    ) -> Option<Result<(FilePlace, T), InputError>> {
        loop {
            let Some(file) = self.reading.front_mut() else {
                match self.files.next()?.open() {
                    Ok(opened) => self.reading = opened,
                    Err(e) => return Some(Err(e)),
                }
                continue;
            };
            let Some(row) = file.rows.next() else {
                if let Some(error) = file.take_hidden_errors() {
                    return Some(Err(error));
                }
                file.end();
                self.reading.pop_front();
                continue;
            };
            let made = row.and_then(|row| {
                let row = file.place_in_run(row);
                file.check_size(&row)?;
                file.check_titles(&row)?;
                if let Some(unread) = file.take_unread_columns(&row) {
                    self.unread_columns.extend(unread);
                }
                Ok((row.line, make(row)?))
            });
            let name = file.name.clone();
            return Some(match made {
                Ok((line, made)) => Ok((FilePlace { file: name, line }, made)),
                Err(ReadError::Io(e)) => Err(InputError::Unread(name, e)),
                Err(e) if !file.count_error(&e) => continue,
                Err(e) => Err(InputError::Row(e.in_file(&name))),
            });
        }
    }
}

/// The place of a puzzle: `FILE:LINE`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FilePlace {
    /// The name of the file in messages.
    pub file: Arc<str>,
    /// The line at which the puzzle begins, counted from 1; in Parquet the number of the row.
    pub line: u64,
}

impl FilePlace {
    /// Converts an error of a row into an error that names this file.
    pub fn row_error(&self, error: &ReadError) -> InputError {
        InputError::Row(error.in_file(&self.file))
    }
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A grid that was read, which may break the rules.
#[derive(Clone, Debug)]
pub struct PlacedGrid {
    /// The number of the grid, counted from 0 over all files. Rows that cannot be read are not
    /// counted.
    pub number: u64,
    /// The place of the grid.
    pub place: FilePlace,
    /// The grid.
    pub grid: AnyGrid,
    /// The row of the grid.
    pub row: TableRow,
}

impl PlacedGrid {
    /// Reads the grids of several files, in blocks. A block ends when no more rows are buffered, so
    /// that no grid waits for a later one. A row or a file that cannot be read is an error in its
    /// place.
    pub fn read(
        files: Vec<PuzzleFile>,
    ) -> impl Iterator<Item = Vec<Result<Self, InputError>>> + Send + 'static {
        GridBlocks { rows: AllRows::new(files), number: 0 }
    }
}

/// The grids of several files, in blocks.
struct GridBlocks {
    rows: AllRows,
    number: u64,
}

impl GridBlocks {
    /// Returns the next grid, and the size of its row.
    fn next_grid(&mut self) -> Option<(Result<PlacedGrid, InputError>, usize)> {
        let read = self.rows.next(|row| Ok((row.grid()?, row)))?;
        let mut bytes = 0;
        let placed = read.map(|(place, (grid, row))| {
            bytes = row.size();
            let number = self.number;
            self.number += 1;
            PlacedGrid { number, place, grid, row }
        });
        Some((placed, bytes))
    }
}

impl Iterator for GridBlocks {
    type Item = Vec<Result<PlacedGrid, InputError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = take_block(self, Self::next_grid, |blocks| blocks.rows.has_buffered());
        if block.is_empty() { None } else { Some(block) }
    }
}

/// The proved puzzles of several files, each with its place. An invalid row or a file that cannot
/// be read is an error in its place, and reading continues after it.
pub struct PuzzleRecords(AllRows);

impl PuzzleRecord {
    /// Reads the proved puzzles of several files, each with its place.
    pub fn read(files: Vec<PuzzleFile>) -> PuzzleRecords {
        PuzzleRecords(AllRows::new(files))
    }
}

impl PuzzleRecords {
    /// Returns the columns of the files so far that a record does not have.
    pub fn unread_columns(&self) -> &UnreadColumns {
        &self.0.unread_columns
    }
}

impl Iterator for PuzzleRecords {
    type Item = Result<(FilePlace, PuzzleRecord), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next(|row| PuzzleRecord::try_from(&row))
    }
}
