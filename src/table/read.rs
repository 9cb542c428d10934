//! Rows to puzzles. What a row says of its puzzle is proved again: it must have one solution, and
//! the solution and level in the row, if any, must be its own.

use super::bounded::Bounded;
use crate::grid::{Grid, LineError};
use crate::puzzle::{NotProper, Puzzle};
use crate::score::{Level, Score};
use std::io::Read;
use thiserror::Error;

/// A row of a catalogue, ours or anybody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle, proved.
    pub puzzle: Puzzle,
    /// The level that the row states, if it does.
    pub level: Option<Level>,
}

impl Record {
    /// The level, scored from nothing, which must be the stated one if there is one.
    ///
    /// # Errors
    /// When the row states another.
    pub fn judged_level(&self) -> Result<Level, WrongLevel> {
        let score = Score::of(&self.puzzle);
        match self.level {
            Some(stated) if stated != score.level() => Err(WrongLevel { stated, score }),
            _ => Ok(score.level()),
        }
    }
}

/// A level that lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "level {} is stated, but {} givens, {} in the emptiest row or column and {} searches make {}, level {}",
    stated.number(), score.givens, score.row_col_min, score.searches, score.total(),
    score.level().number()
)]
pub struct WrongLevel {
    /// What the row says.
    pub stated: Level,
    /// What the puzzle is.
    pub score: Score,
}

/// Why a catalogue cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The header has no puzzles.
    #[error("line 1: there is no column `puzzle`; the columns are: {0}")]
    NoPuzzleColumn(String),
    /// Not CSV, or not readable.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// A field that is not what its column says.
    #[error("line {line}, column `{column}`: {why}")]
    Field {
        /// Counted from 1, the header included.
        line: u64,
        /// The name of the column.
        column: &'static str,
        /// What is wrong, and what would be right.
        why: FieldError,
    },
}

/// What is wrong with a field.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// Not 81 cells.
    #[error(transparent)]
    Grid(#[from] LineError),
    /// Not a puzzle.
    #[error(transparent)]
    Puzzle(#[from] NotProper),
    /// A solution that is not the puzzle's.
    #[error("this is not the puzzle's solution, which is {0}")]
    OtherSolution(Box<crate::grid::Solution>),
    /// Not a level.
    #[error("{0:?} is not a level; levels are 1 to 5")]
    Level(String),
}

/// Reads any CSV that has a column `puzzle`, and `solution` and `level` or not, record by record.
pub struct Reader<R> {
    csv: csv::Reader<Bounded<R>>,
    row: csv::StringRecord,
    puzzle: usize,
    solution: Option<usize>,
    level: Option<usize>,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When there is no column of puzzles.
    pub fn new(input: R) -> Result<Self, ReadError> {
        let mut csv = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(Bounded::new(input));
        let header = csv.headers()?;
        let find = |name: &str| {
            // A byte order mark stays in the first name.
            let same = |h: &str| h.trim_start_matches('\u{feff}').trim() == name;
            header.iter().position(same)
        };
        let (puzzle, solution, level) = (find("puzzle"), find("solution"), find("level"));
        let Some(puzzle) = puzzle else {
            let names: Vec<_> = header.iter().collect();
            return Err(ReadError::NoPuzzleColumn(names.join(", ")));
        };
        Ok(Self {
            csv,
            row: csv::StringRecord::new(),
            puzzle,
            solution,
            level,
        })
    }

    /// The line at which the last record begins, counted from 1.
    pub fn line(&self) -> u64 {
        self.row.position().map_or(1, csv::Position::line)
    }

    fn record(&self) -> Result<Record, ReadError> {
        let line = self.line();
        let at = |column| move |why| ReadError::Field { line, column, why };
        let field = |index: Option<usize>| {
            let text = index.and_then(|i| self.row.get(i)).unwrap_or("").trim();
            (!text.is_empty()).then_some(text)
        };
        let givens = field(Some(self.puzzle)).unwrap_or("");
        let puzzle = parse_puzzle(givens).map_err(at("puzzle"))?;
        if let Some(text) = field(self.solution) {
            let stated: Grid = text
                .parse()
                .map_err(|e: LineError| at("solution")(e.into()))?;
            if stated != Grid::from(*puzzle.solution()) {
                let solution = Box::new(*puzzle.solution());
                return Err(at("solution")(FieldError::OtherSolution(solution)));
            }
        }
        let level = field(self.level).map(|text| {
            let number = text.parse().ok().and_then(|n: u8| Level::try_from(n).ok());
            number.ok_or_else(|| at("level")(FieldError::Level(text.to_owned())))
        });
        Ok(Record {
            puzzle,
            level: level.transpose()?,
        })
    }
}

fn parse_puzzle(text: &str) -> Result<Puzzle, FieldError> {
    Ok(Puzzle::prove(text.parse()?)?)
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.csv.get_mut().next_row();
        match self.csv.read_record(&mut self.row) {
            Ok(false) => None,
            Ok(true) => Some(self.record()),
            Err(e) => Some(Err(e.into())),
        }
    }
}
