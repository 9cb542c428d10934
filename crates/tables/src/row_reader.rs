//! The only reader of puzzles. It yields rows without checking the values in them.
//!
//! The format is detected from the first bytes, never from the file name: compressed or plain;
//! Parquet, an Excel workbook, a table, JSON lines, or bare grids (see [`super::format`]).

use super::compress;
use super::format::SkippedLines;
use super::format::candidates::{CandidateCount, check_candidates};
use super::format::error::ReadError;
use super::format::lines::LineReader;
use super::format::text::PuzzleTextParser;
use super::header::TableHeader;
#[cfg(feature = "parquet")]
use super::parquet;
use super::row::{Ready, TableRow};
use files::output::open;
#[cfg(feature = "parquet")]
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use words::Clause;

/// Maximum number of rows in a block.
const ROWS_PER_BLOCK: usize = 256;
/// Size of the rows at which a block ends early, in bytes.
const MAX_BLOCK_BYTES: usize = 1 << 20;

/// A file or another byte stream.
pub type Input = Box<dyn Read + Send>;

/// A reader of puzzles, row by row, in bounded memory. An invalid row yields an error, and reading
/// continues with the next row.
///
/// ```
/// use sudoku_press_tables::RowReader;
/// let text = "level;puzzle\n\
///     2;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
///     2;53..7\n";
/// let mut rows = RowReader::new(text.as_bytes());
/// let row = rows.next().unwrap()?;
/// assert_eq!((row.line, row.get("level")), (2, Some("2")));
/// assert_eq!(row.grid()?.filled_count(), 30);
/// let error = rows.next().unwrap()?.grid().unwrap_err();
/// let words = "line 3, column `puzzle`, character 6: expected 81 cells, found 5";
/// assert_eq!(error.to_string(), words);
/// # Ok::<(), sudoku_press_tables::ReadError>(())
/// ```
pub struct RowReader<R: Read> {
    source: RowSource<R>,
    ready: Ready,
    is_ended: bool,
    /// True if grids of candidates are positions of a player, not puzzles.
    has_positions: bool,
    /// The grids of candidates that were read as puzzles.
    candidates: CandidateCount,
}

enum RowSource<R: Read> {
    Text(Box<LineReader<compress::DecompressingReader<R>>>, Box<PuzzleTextParser>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetReader>),
}

impl RowReader<Input> {
    /// Reads a file of Parquet.
    #[cfg(feature = "parquet")]
    pub(super) fn from_parquet(file: File) -> io::Result<Self> {
        let source = RowSource::Parquet(Box::new(parquet::ParquetReader::new(file)?));
        Ok(Self::from_source(source))
    }

    /// Iterates over the rows of a catalogue that this program wrote, CSV or Parquet, without the
    /// header. Each row has the form of
    /// [`CatalogColumns::csv_row`](super::CatalogColumns::csv_row).
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn csv_lines(path: &Path) -> io::Result<Box<dyn Iterator<Item = io::Result<String>>>> {
        #[cfg_attr(not(feature = "parquet"), expect(unused_mut))]
        let mut file = open(path)?;
        #[cfg(feature = "parquet")]
        if parquet::is_parquet(&mut file)? {
            let rows = Self::from_parquet(file)?;
            return Ok(Box::new(
                rows.map(|row| row.map(|row| row.to_csv_line()).map_err(io::Error::other)),
            ));
        }
        let text = BufReader::new(compress::DecompressingReader::new(file));
        Ok(Box::new(text.lines().skip(1)))
    }

    /// Yields rows that were read before.
    pub(super) fn from_ready(ready: Ready) -> Self {
        Self { ready, is_ended: true, ..Self::from_text(&Arc::default()) }
    }

    /// Reads a text in memory. A workbook may have thousands of short ones, open at once.
    pub(super) fn from_text(text: &Arc<[u8]>) -> Self {
        let input: Input = Box::new(Cursor::new(text.clone()));
        let input = compress::DecompressingReader::new(input);
        let lines = LineReader::with_capacity(input, text.len());
        Self::from_source(RowSource::Text(Box::new(lines), Box::default()))
    }
}

impl<R: Read> RowReader<R> {
    /// Creates a reader of a stream. Reads nothing before the first row is requested.
    pub fn new(input: R) -> Self {
        let lines = LineReader::new(compress::DecompressingReader::new(input));
        Self::from_source(RowSource::Text(Box::new(lines), Box::default()))
    }

    fn from_source(source: RowSource<R>) -> Self {
        Self {
            source,
            ready: Ready::new(),
            is_ended: false,
            has_positions: false,
            candidates: CandidateCount::default(),
        }
    }

    /// Returns the same reader, with the puzzles of a table or of JSON lines in this column. Must
    /// be called before anything is read.
    #[must_use]
    pub fn with_column(mut self, column: Option<String>) -> Self {
        match &mut self.source {
            RowSource::Text(_, parser) => parser.set_column(column),
            #[cfg(feature = "parquet")]
            RowSource::Parquet(reader) => reader.name_puzzles(column.as_deref()),
        }
        self
    }

    /// Returns the same reader for the catalogue of a run, whose header may have any of our
    /// columns. Must be called before anything is read.
    #[must_use]
    pub fn of_run(mut self) -> Self {
        match &mut self.source {
            RowSource::Text(_, parser) => parser.expect_catalog(),
            #[cfg(feature = "parquet")]
            RowSource::Parquet(_) => {}
        }
        self
    }

    /// Returns the same reader, in which a grid of candidates is a position of a player. It may be
    /// no puzzle.
    #[must_use]
    pub fn with_positions(self) -> Self {
        Self { has_positions: true, ..self }
    }

    /// Returns true if input is buffered. If not, the next row may have to be waited for.
    pub fn has_buffered(&self) -> bool {
        !self.ready.is_empty()
            || match &self.source {
                RowSource::Text(lines, _) => lines.has_buffered(),
                #[cfg(feature = "parquet")]
                RowSource::Parquet(reader) => reader.has_buffered(),
            }
    }

    /// Returns the first of the next rows, which stays in its place; `None` at the end, or if the
    /// row cannot be read.
    pub fn peek(&mut self) -> Option<&TableRow> {
        while self.ready.is_empty() && !self.is_ended {
            self.advance();
        }
        self.ready.front()?.as_ref().ok()
    }

    /// Returns the next rows for one of many threads; none at the end.
    pub fn next_block(&mut self) -> Vec<Result<TableRow, ReadError>> {
        let next = |rows: &mut Self| {
            let row = rows.next()?;
            let bytes = row.as_ref().map_or(0, TableRow::size);
            Some((row, bytes))
        };
        take_block(self, next, Self::has_buffered)
    }

    /// Returns the column names of a table, and reads ahead as far as needed. Returns `None` if
    /// there is no table. For JSON lines, whose rows may differ, returns the keys of the first row.
    pub fn header(&mut self) -> Option<TableHeader> {
        loop {
            let header = match &self.source {
                RowSource::Text(_, parser) => parser.header(),
                #[cfg(feature = "parquet")]
                RowSource::Parquet(reader) => Some(reader.header()),
            };
            if header.is_some() {
                return header.cloned();
            }
            if !self.ready.is_empty() || self.is_ended {
                return self.peek()?.header().cloned();
            }
            self.advance();
        }
    }

    /// Returns the names of the columns of a table so far, also of one whose column of puzzles is
    /// not known.
    pub(super) fn column_names(&self) -> &[String] {
        match &self.source {
            RowSource::Text(_, parser) => parser.column_names(),
            #[cfg(feature = "parquet")]
            RowSource::Parquet(reader) => reader.header().names(),
        }
    }

    /// Returns true if a puzzle was found so far, or an error except that there is no puzzle.
    pub(super) fn has_found(&self) -> bool {
        match &self.source {
            RowSource::Text(_, parser) => parser.has_found(),
            #[cfg(feature = "parquet")]
            RowSource::Parquet(_) => true,
        }
    }

    /// Returns the lines so far that belong to no puzzle, if any.
    pub(super) fn skipped(&self) -> Option<&SkippedLines> {
        match &self.source {
            RowSource::Text(_, parser) => parser.skipped(),
            #[cfg(feature = "parquet")]
            RowSource::Parquet(_) => None,
        }
    }

    /// Returns the grids of candidates so far that were read as puzzles, if any.
    pub(super) fn candidates(&self) -> Option<&CandidateCount> {
        Some(&self.candidates).filter(|candidates| !candidates.is_empty())
    }

    /// Returns sentences about the lines so far that belong to no puzzle, and about grids of
    /// candidates.
    pub fn notes(&self) -> Vec<Clause> {
        let skipped = self.skipped().map(|lines| lines.to_string().into());
        skipped.into_iter().chain(self.candidates().map(CandidateCount::sentence)).collect()
    }

    /// Fails if what was drawn contradicts the puzzle of a row.
    fn check(&mut self, row: &TableRow) -> Result<(), ReadError> {
        row.check_blocks()?;
        let Some(marks) = row.drawn_candidates().filter(|_| !self.has_positions) else {
            return Ok(());
        };
        check_candidates(&marks).map_err(|reason| ReadError::in_line(row.line, reason))?;
        self.candidates.add(row.line, &marks);
        Ok(())
    }

    /// Reads one line, or one batch of Parquet rows.
    fn advance(&mut self) {
        let read = match &mut self.source {
            RowSource::Text(lines, parser) => read_line(lines, parser, &mut self.ready),
            #[cfg(feature = "parquet")]
            RowSource::Parquet(reader) => reader.advance(&mut self.ready),
        };
        match read {
            Ok(true) => {}
            Ok(false) => self.is_ended = true,
            Err(e) => {
                self.is_ended = true;
                self.ready.push_back(Err(e.into()));
            }
        }
    }
}

/// Takes a block of rows from a source, each with its size in bytes. The block ends when no more
/// rows are buffered, so that no row waits for a later one.
pub(super) fn take_block<S, T>(
    source: &mut S,
    next: impl Fn(&mut S) -> Option<(T, usize)>,
    has_buffered: impl Fn(&S) -> bool,
) -> Vec<T> {
    let (mut block, mut bytes) = (Vec::new(), 0);
    while block.len() < ROWS_PER_BLOCK
        && bytes < MAX_BLOCK_BYTES
        && let Some((row, size)) = next(source)
    {
        block.push(row);
        bytes += size;
        if !has_buffered(source) {
            break;
        }
    }
    block
}

/// Reads one line. Returns false at the end, or if the rest of the input is not read.
fn read_line<R: Read>(
    lines: &mut LineReader<R>,
    parser: &mut PuzzleTextParser,
    ready: &mut Ready,
) -> io::Result<bool> {
    if lines.line().number == 0
        && let Err(reason) = lines.start()
    {
        ready.push_back(Err(ReadError::in_line(1, reason)));
        return Ok(false);
    }
    if lines.advance()? {
        return Ok(parser.push(lines.line(), ready));
    }
    parser.end(ready);
    Ok(false)
}

impl<R: Read> Iterator for RowReader<R> {
    type Item = Result<TableRow, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.ready.pop_front() {
                return Some(row.and_then(|row| self.check(&row).map(|()| row)));
            }
            if self.is_ended {
                return None;
            }
            self.advance();
        }
    }
}
