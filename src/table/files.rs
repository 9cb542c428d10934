//! Several files of puzzles, read one after the other: grids in blocks for many threads, or proved
//! records; each with its file and line.

use super::format::error::ReadError;
use super::record::Record;
use super::rows::{Input, Rows};
use crate::grid::Grid;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// A file of puzzles, or another stream of them, that is not open yet.
pub struct PuzzleFile {
    name: Arc<str>,
    from: From,
}

enum From {
    Path(PathBuf),
    Stream(Input),
}

/// Why puzzles cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// A file cannot be opened: its name, and why.
    #[error("cannot read {0}: {1}")]
    Open(Arc<str>, io::Error),
    /// A puzzle was given in the place of a file.
    #[error(
        "expected a file, found the puzzle {0}; pass a puzzle on standard input: \
         echo {0} | sudoku-press ..."
    )]
    Puzzle(Arc<str>),
    /// A row is wrong; the words tell where.
    #[error("{0}")]
    Row(String),
    /// There is no puzzle.
    #[error("expected puzzles, found none in the files")]
    Empty,
}

impl PuzzleFile {
    /// The file at this path.
    pub fn at(path: PathBuf) -> Self {
        Self {
            name: path.display().to_string().into(),
            from: From::Path(path),
        }
    }

    /// A stream, and what it is called in messages.
    pub fn stream(name: &str, input: Input) -> Self {
        Self {
            name: name.into(),
            from: From::Stream(input),
        }
    }

    fn open(self) -> Result<Reading, InputError> {
        let name = self.name;
        let rows = match self.from {
            From::Stream(input) => Ok(Rows::new(input)),
            From::Path(path) => Rows::open(&path),
        };
        match rows {
            Ok(rows) => Ok(Reading { name, rows }),
            Err(_) if name.parse::<Grid>().is_ok() => Err(InputError::Puzzle(name)),
            Err(e) => Err(InputError::Open(name, e)),
        }
    }
}

/// The file that is being read.
struct Reading {
    name: Arc<str>,
    rows: Rows<Input>,
}

impl Reading {
    fn place(&self, line: u64) -> FilePlace {
        let file = self.name.clone();
        FilePlace { file, line }
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
}

/// The number of grids of a block, where they come fast enough.
const BLOCK: usize = 256;

/// Grids of several files in blocks: as many as are at hand, so that none waits for one that has not
/// come yet. A row or a file that cannot be read is an error in its place.
pub struct Blocks {
    files: std::vec::IntoIter<PuzzleFile>,
    reading: Option<Reading>,
    number: u64,
}

impl Blocks {
    /// The grids of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        Self {
            files: files.into_iter(),
            reading: None,
            number: 0,
        }
    }

    /// The next item, and whether another is at hand.
    fn item(&mut self) -> Option<(Result<PlacedGrid, InputError>, bool)> {
        loop {
            let Some(reading) = &mut self.reading else {
                match self.files.next()?.open() {
                    Ok(reading) => self.reading = Some(reading),
                    Err(e) => return Some((Err(e), false)),
                }
                continue;
            };
            let Some(row) = reading.rows.next() else {
                self.reading = None;
                continue;
            };
            let item = match row.and_then(|row| Ok((row.line, row.grid()?))) {
                Ok((line, grid)) => {
                    self.number += 1;
                    Ok(PlacedGrid {
                        number: self.number - 1,
                        place: reading.place(line),
                        grid,
                    })
                }
                Err(e) => Err(reading.place(0).wrong(&e)),
            };
            return Some((item, reading.rows.buffered()));
        }
    }
}

impl Iterator for Blocks {
    type Item = Vec<Result<PlacedGrid, InputError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut block = Vec::new();
        while block.len() < BLOCK {
            let Some((item, more)) = self.item() else {
                break;
            };
            block.push(item);
            if !more {
                break;
            }
        }
        (!block.is_empty()).then_some(block)
    }
}

/// Proved puzzles of several files, each with its place. The end of files without a puzzle is an
/// error, [`InputError::Empty`].
pub struct PlacedRecords {
    files: std::vec::IntoIter<PuzzleFile>,
    reading: Option<Reading>,
    empty: bool,
}

impl PlacedRecords {
    /// The records of these files.
    pub fn new(files: Vec<PuzzleFile>) -> Self {
        Self {
            files: files.into_iter(),
            reading: None,
            empty: true,
        }
    }

    fn read(&mut self) -> Result<Option<(FilePlace, Record)>, InputError> {
        loop {
            let Some(reading) = &mut self.reading else {
                match self.files.next() {
                    Some(file) => self.reading = Some(file.open()?),
                    None if std::mem::replace(&mut self.empty, false) => {
                        return Err(InputError::Empty);
                    }
                    None => return Ok(None),
                }
                continue;
            };
            let Some(row) = reading.rows.next() else {
                self.reading = None;
                continue;
            };
            self.empty = false;
            let record = row.and_then(|row| Record::try_from(&row));
            let record = record.map_err(|e| reading.place(0).wrong(&e))?;
            return Ok(Some((reading.place(record.line), record)));
        }
    }
}

impl Iterator for PlacedRecords {
    type Item = Result<(FilePlace, Record), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
