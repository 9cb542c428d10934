//! Files of puzzles on the command line: which, and their puzzles in order with their places. Not
//! what is asked about them.

use clap::{Args, value_parser};
use std::fmt;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use sudoku_press::grid::Grid;
use sudoku_press::table::compress;
use sudoku_press::table::format::{ReadError, Reader};

/// What the user typed.
#[derive(Args, Debug)]
pub struct InputArgs {
    /// Puzzles as text: lines of 81 characters, CSV with a column `puzzle`, or nine lines of nine,
    /// also .sdm, .sdk and .ss, as they are or in .gz or .zst; - is standard input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Where a puzzle stands: `FILE:LINE`.
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

/// A puzzle, or the words for what is none.
pub type Item = Result<Asked, String>;

impl InputArgs {
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(0).into()
    }

    /// Whether a line alone would not tell where a puzzle stands.
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

/// Puzzles to a block, where they come fast enough.
const BLOCK: usize = 256;

type Input = Box<dyn Read + Send>;

/// Puzzles in blocks: as many as are at hand, so that none waits for one that is not there yet.
pub struct Blocks {
    files: std::vec::IntoIter<PathBuf>,
    reading: Option<(Arc<str>, Reader<Input>)>,
    number: u64,
}

impl Blocks {
    /// The next item, and whether another is at hand.
    fn item(&mut self) -> Option<(Item, bool)> {
        loop {
            let Some((file, reader)) = &mut self.reading else {
                let path = self.files.next()?;
                match open(&path) {
                    Ok((name, input)) => self.reading = Some((name, Reader::new(input))),
                    Err(words) => return Some((Err(words), false)),
                }
                continue;
            };
            match reader.next() {
                None => self.reading = None,
                Some(Ok(found)) => {
                    let asked = Asked {
                        number: self.number,
                        place: Place {
                            file: file.clone(),
                            line: found.line,
                        },
                        grid: found.grid,
                    };
                    self.number += 1;
                    return Some((Ok(asked), reader.buffered()));
                }
                Some(Err(ReadError::Wrong { line, column, why })) => {
                    let words = format!("{file}:{line}:{column}: {why}");
                    return Some((Err(words), reader.buffered()));
                }
                Some(Err(ReadError::Io(e))) => {
                    return Some((Err(format!("cannot read {file}: {e}")), false));
                }
            }
        }
    }
}

fn open(path: &Path) -> Result<(Arc<str>, Input), String> {
    if is_stdin(path) {
        return Ok((
            "standard input".into(),
            Box::new(compress::Reader::new(io::stdin())),
        ));
    }
    let name = path.display().to_string();
    match compress::Reader::open(path) {
        Ok(file) => Ok((name.into(), Box::new(file))),
        Err(_) if name.parse::<Grid>().is_ok() => Err(format!(
            "{name} is a puzzle, where a file was expected; a puzzle itself goes to standard \
             input: echo {name} | sudoku-press ..."
        )),
        Err(e) => Err(format!("cannot read {name}: {e}")),
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
