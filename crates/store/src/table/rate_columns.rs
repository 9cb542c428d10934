//! Columns of answers about how hard a puzzle is: its score by the published formula, and for a
//! person the rating of Sudoku Explainer, the expected time and the band.

use super::columns::RATED_AS;
use super::files::PlacedGrid;
use engine::human::grade::{RatedForm, Rater, Rating, RatingError, Tenths};
use engine::human::logic::{ChainPattern, StepKind};
use engine::sudoku::puzzle::{Puzzle, PuzzleError};
use engine::sudoku::score::{SEARCHES_CAP, Score};
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, Write};
use std::iter;

type RatingColumn = (&'static str, fn(&Rating, StepKind) -> Value);

/// The columns of a rating between `er` and `problem`: name and value.
const RATING_COLUMNS: [RatingColumn; 8] = [
    ("ep", |rating, _| decimal(rating.ep)),
    ("ed", |rating, _| decimal(rating.ed)),
    ("hardest", |rating, _| rating.hardest.name().into()),
    ("pattern", |_, hardest| hardest.pattern().map(ChainPattern::name).into()),
    ("load", |rating, _| rounded(rating.load)),
    ("seconds", |rating, _| rounded(rating.seconds)),
    ("band", |rating, _| rating.band.number().into()),
    ("band_name", |rating, _| rating.band.name().into()),
];

/// Returns the names of the columns of [`RatingOutcome::values`].
pub fn rating_columns() -> Vec<&'static str> {
    let from_rating = RATING_COLUMNS.iter().map(|(name, _)| *name);
    ["puzzle", "clues", "er"]
        .into_iter()
        .chain(from_rating)
        .chain(["problem", "bound", RATED_AS])
        .collect()
}

/// The word in the column `bound` for an exact rating.
pub const EXACT: &str = "exact";
/// The word in the column `bound` for a rating above the ceiling.
pub const MORE_THAN: &str = "more-than";
/// The word in the column `bound` for a lower bound: the rest of the path is unknown.
pub const AT_LEAST: &str = "at-least";

/// The result of rating a grid.
#[derive(Clone, Debug)]
pub enum RatingOutcome {
    /// The rating, and the kind of the first step that is rated `er`.
    Exactly(Box<Rating>, StepKind),
    /// The rating is higher than the ceiling.
    Above(Tenths),
    /// A lower bound: the path needs nested chains, which are not implemented.
    AtLeast(Tenths),
    /// The grid has no solution, or several.
    PuzzleError(PuzzleError),
}

/// The header of the lines of [`RatingOutcome::write`].
pub const RATING_HEADER: &str =
    "line        er    ep    ed  hardest                      load seconds  band          puzzle";

impl RatingOutcome {
    /// Rates a grid in this form.
    pub fn rate(rater: &mut Rater, rated_as: RatedForm, asked: &PlacedGrid) -> Self {
        let puzzle = match Puzzle::prove(asked.grid) {
            Ok(puzzle) => puzzle,
            Err(e) => return Self::PuzzleError(e),
        };
        match rater.rate_with_hardest(&rated_as.form(&puzzle)) {
            Ok((rating, hardest)) => Self::Exactly(Box::new(rating), hardest),
            Err(RatingError::Above(ceiling)) => Self::Above(ceiling),
            Err(RatingError::Nested(er)) => Self::AtLeast(er),
            Err(RatingError::Stuck) => unreachable!("the rater has all techniques"),
        }
    }

    /// Returns the reason why there is no rating.
    pub fn problem(&self) -> Option<&'static str> {
        match self {
            Self::Exactly(..) | Self::Above(_) => None,
            Self::AtLeast(_) => Some("needs nested forcing chains, which are rated 9.5 or more"),
            Self::PuzzleError(e) => Some(e.name()),
        }
    }

    fn rating(&self) -> Option<(&Rating, StepKind)> {
        match self {
            Self::Exactly(rating, hardest) => Some((rating, *hardest)),
            _ => None,
        }
    }

    /// Returns the rating, and the word for it in the column `bound`.
    fn er(&self) -> Option<(Tenths, &'static str)> {
        match self {
            Self::Exactly(rating, _) => Some((rating.er, EXACT)),
            Self::Above(ceiling) => Some((*ceiling, MORE_THAN)),
            Self::AtLeast(er) => Some((*er, AT_LEAST)),
            Self::PuzzleError(_) => None,
        }
    }

    /// Writes a line for people, in aligned columns. If `full`, the place consists of file and
    /// line, otherwise of the line alone.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&self, out: &mut impl Write, asked: &PlacedGrid, full: bool) -> io::Result<()> {
        write!(out, "{:<8} ", asked.place.label(full))?;
        match self {
            Self::Exactly(rating, hardest) => {
                let [er, ep, ed] =
                    [rating.er, rating.ep, rating.ed].map(|tenths| tenths.to_string());
                let band = format!("{} {}", rating.band.number(), rating.band);
                write!(
                    out,
                    "{er:>5} {ep:>5} {ed:>5}  {:<26} {:>6} {:>7}  {band:<12}  ",
                    hardest,
                    rating.load.to_string(),
                    rating.seconds.to_string(),
                )?;
            }
            other => {
                let sign = if matches!(other, Self::Above(_)) { ">" } else { ">=" };
                let bound = other.er().map_or(String::new(), |(er, _)| format!("{sign}{er}"));
                let words = other.problem().map(|words| format!("not rated: {words}"));
                write!(out, "{bound:>5}  {:<73}  ", words.unwrap_or_default())?;
            }
        }
        writeln!(out, "{}", asked.grid)
    }

    /// Returns a value for each of [`rating_columns`]. `rated_as` is the form that was rated.
    pub fn values(&self, rated_as: RatedForm, asked: &PlacedGrid) -> Vec<Value> {
        let proper = !matches!(self, Self::PuzzleError(_));
        let clues = proper.then(|| asked.grid.filled_count()).into();
        let (er, bound) = self.er().unzip();
        let first = [asked.grid.to_string().into(), clues, er.map(decimal).into()];
        let value = |value: fn(&Rating, StepKind) -> Value| {
            self.rating().map_or(Value::Null, |(rating, hardest)| value(rating, hardest))
        };
        let from_rating = RATING_COLUMNS.map(|(_, column)| value(column));
        let last = [self.problem().into(), bound.into(), er.map(|_| rated_as.name()).into()];
        first.into_iter().chain(from_rating).chain(last).collect()
    }
}

/// Converts a rating into a number with one decimal.
fn decimal(rating: Tenths) -> Value {
    (f64::from(rating.0) / 10.0).into()
}

/// Converts a quantity that is shown without decimals into a number.
fn rounded(shown: impl Display) -> Value {
    shown.to_string().parse::<u64>().ok().into()
}

/// The score of a puzzle, or the reason why a grid has none.
pub type ScoreResult = Result<Score, PuzzleError>;

type ScoreColumn = (&'static str, fn(&Score) -> Value);

/// The columns of a score: name and value. A column that a catalogue has, too, has the same name
/// there.
const SCORE_COLUMNS: [ScoreColumn; 9] = [
    ("clues", |score| score.givens.into()),
    ("clues_score", |score| score.items()[0].into()),
    ("row_col_min", |score| score.row_col_min.into()),
    ("row_col_min_score", |score| score.items()[1].into()),
    ("searches", |score| score.searches.into()),
    ("searches_score", |score| score.items()[2].into()),
    ("difficulty", |score| (f64::from(score.total_tenths()) / 10.0).into()),
    ("level", |score| score.level().number().into()),
    ("level_name", |score| score.level().name().into()),
];

/// Returns the names of the columns of [`score_values`].
pub fn score_columns() -> Vec<&'static str> {
    let from_score = SCORE_COLUMNS.iter().map(|(name, _)| *name);
    iter::once("puzzle").chain(from_score).chain(["problem"]).collect()
}

/// Returns the score of a grid: a value for each of [`score_columns`].
pub fn score_values(asked: &PlacedGrid, rating: &ScoreResult) -> Vec<Value> {
    let from_score = SCORE_COLUMNS.map(|(_, value)| rating.as_ref().map_or(Value::Null, value));
    let problem = rating.as_ref().err().map(PuzzleError::name).into();
    iter::once(asked.grid.to_string().into()).chain(from_score).chain([problem]).collect()
}

/// The header of the lines of [`write_score`].
pub const SCORE_HEADER: &str =
    "line       givens  row/col      searches  total  level       puzzle";

/// Writes a line for people, in aligned columns, with the score of each item in brackets. If
/// `full`, the place consists of file and line, otherwise of the line alone.
///
/// # Errors
/// If the writer fails.
pub fn write_score(
    out: &mut impl Write,
    asked: &PlacedGrid,
    rating: &ScoreResult,
    full: bool,
) -> io::Result<()> {
    write!(out, "{:<8} ", asked.place.label(full))?;
    match rating {
        Ok(score) => {
            let [a, b, c] = score.items();
            let givens = format!("{} ({a})", score.givens);
            let row_col = format!("{} ({b})", score.row_col_min);
            let more = ["", "+"][usize::from(score.searches == SEARCHES_CAP)];
            let searches = format!("{}{more} ({c})", score.searches);
            let level = format!("{} {}", score.level().number(), score.level());
            let total = score.total();
            write!(out, "{givens:>8} {row_col:>8} {searches:>13}  {total:>5}  {level:<10}  ")?;
        }
        Err(e) => write!(out, "{:<52}", format!("not rated: {}", e.name()))?,
    }
    writeln!(out, "{}", asked.grid)
}
