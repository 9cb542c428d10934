//! Files of puzzles on the command line: which, and their puzzles in order with their places. Not
//! what is asked about them.

use super::failure::{Code, Failure};
use clap::{Args, value_parser};
use std::fmt;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use sudoku_press::grid::Grid;
use sudoku_press::table::{Input, ReadError, Record, Rows};

/// What the user typed.
#[derive(Args, Debug)]
pub struct InputArgs {
    /// Files of puzzles: lines of 81 characters, nine lines of nine, .sdm, .sdk, .ss, CSV (comma,
    /// semicolon or tab) or JSON lines with `puzzle`, also in .gz or .zst, or Parquet; - is standard
    /// input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The place of a puzzle: `FILE:LINE`.
#[derive(Clone, Debug)]
pub struct Place {
    pub file: Arc<str>,
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A puzzle that something is asked about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Counted from 0 over all files.
    pub number: u64,
    pub place: Place,
    pub grid: Grid,
}

/// A puzzle, or an error message.
pub type Item = Result<Asked, String>;

impl InputArgs {
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(0).into()
    }

    /// Whether a line alone would not tell where a puzzle is.
    pub fn several_files(&self) -> bool {
        self.files.len() > 1
    }

    /// Each file by itself.
    pub fn each_file(&self) -> Vec<Self> {
        let one = |files| Self {
            files,
            threads: self.threads,
        };
        match &self.files[..] {
            [] => vec![one(Vec::new())],
            files => files.iter().map(|file| one(vec![file.clone()])).collect(),
        }
    }

    /// The only file, if it is not standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.files[..] {
            [file] if !is_stdin(file) => Some(file),
            _ => None,
        }
    }

    /// The puzzles of all files, in blocks. A file that cannot be read is an item among the others.
    pub fn blocks(&self) -> Blocks {
        let mut files = self.files.clone();
        if files.is_empty() {
            files.push("-".into());
        }
        if files.iter().any(|file| is_stdin(file)) && io::stdin().is_terminal() {
            super::messages::notice(format_args!(
                "type or paste puzzles, one a line; end with Ctrl-D"
            ));
        }
        Blocks {
            files: files.into_iter(),
            reading: None,
            number: 0,
        }
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// Opens a file of puzzles; `-` is standard input.
fn open(path: &Path) -> Result<Rows<Input>, String> {
    if is_stdin(path) {
        return Ok(Rows::new(Box::new(io::stdin())));
    }
    let name = path.display().to_string();
    match Rows::open(path) {
        Err(_) if name.parse::<Grid>().is_ok() => Err(format!(
            "expected a file, found the puzzle {name}; pass a puzzle on standard input: \
             echo {name} | sudoku-press ..."
        )),
        rows => rows.map_err(|e| format!("cannot read {name}: {e}")),
    }
}

/// Reads catalogues one after the other, and gives each record to `take` with its place. Whatever
/// takes a record may refuse it.
///
/// # Errors
/// With the place, when a row is wrong; and when no file has a puzzle.
pub fn each_record(
    catalogs: &[PathBuf],
    mut take: impl FnMut(Record, Place) -> Result<(), RecordError>,
) -> Result<(), Failure> {
    let mut any = false;
    for path in catalogs {
        let file: Arc<str> = name(path).into();
        let rows = open(path).map_err(|words| Failure::say(Code::No, words))?;
        for row in rows {
            let record = row.and_then(|row| Record::try_from(&row));
            let taken = record.map_err(RecordError::from).and_then(|record| {
                let place = Place {
                    file: file.clone(),
                    line: record.line,
                };
                take(record, place)
            });
            taken.map_err(|e| match e {
                RecordError::Read(e) => Failure::say(Code::No, e.in_file(&file)),
                RecordError::Other(failure) => failure,
            })?;
            any = true;
        }
    }
    match any {
        true => Ok(()),
        false => Err(Failure::say(
            Code::No,
            "expected puzzles, found none in the files",
        )),
    }
}

/// Why a record is not taken.
pub enum RecordError {
    Read(ReadError),
    Other(Failure),
}

impl From<ReadError> for RecordError {
    fn from(e: ReadError) -> Self {
        Self::Read(e)
    }
}

impl From<Failure> for RecordError {
    fn from(failure: Failure) -> Self {
        Self::Other(failure)
    }
}

/// Puzzles of a block, where they come fast enough.
const BLOCK: usize = 256;

/// Puzzles in blocks: as many as are at hand, so that none waits for one that has not come yet.
pub struct Blocks {
    files: std::vec::IntoIter<PathBuf>,
    reading: Option<(Arc<str>, Rows<Input>)>,
    number: u64,
}

impl Blocks {
    /// The next item, and whether another is at hand.
    fn item(&mut self) -> Option<(Item, bool)> {
        loop {
            let Some((file, rows)) = &mut self.reading else {
                let path = self.files.next()?;
                match open(&path) {
                    Ok(rows) => self.reading = Some((name(&path).into(), rows)),
                    Err(words) => return Some((Err(words), false)),
                }
                continue;
            };
            let Some(row) = rows.next() else {
                self.reading = None;
                continue;
            };
            let grid = row.and_then(|row| Ok((row.line, row.grid()?)));
            let item = match grid {
                Ok((line, grid)) => {
                    let file = file.clone();
                    let number = self.number;
                    self.number += 1;
                    Ok(Asked {
                        number,
                        place: Place { file, line },
                        grid,
                    })
                }
                Err(e) => Err(e.in_file(file)),
            };
            return Some((item, rows.buffered()));
        }
    }
}

impl Iterator for Blocks {
    type Item = Vec<Item>;

    fn next(&mut self) -> Option<Vec<Item>> {
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
