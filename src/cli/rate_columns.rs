//! Columns of answers about how hard a puzzle is: its score by the published formula, and for a
//! person the rating of Sudoku Explainer, the expected time and the band.

use engine::human::grade::{RatedForm, Rater, Rating, RatingError, Tenths};
use engine::human::logic::StepKind;
use engine::sudoku::grid::Grid;
use engine::sudoku::puzzle::{Puzzle, PuzzleError};
use engine::sudoku::score::Score;
use store::columns;
use store::table::{
    AT_LEAST, Column, ColumnType, ER, EXACT, FieldValue, HARDEST, MORE_THAN, PUZZLE_PATTERN,
    PlacedGrid, RATED_AS, rating_columns, score_columns,
};

/// A rated grid: a row of the answers.
#[derive(Clone, Debug)]
pub struct RatedGrid {
    /// The grid.
    pub grid: Grid,
    /// The result of rating it.
    pub outcome: RatingOutcome,
    /// The form that was rated.
    pub rated_as: RatedForm,
}

/// A function that returns the value of a column for a row of answers.
pub type RateValue<R> = Box<dyn Fn(&R) -> FieldValue>;

/// Returns the columns of an answer about a rating.
pub fn rated_columns() -> Vec<Column<RateValue<RatedGrid>>> {
    use ColumnType::{Any, Decimal, Integer, Text, Word};
    let mut all = columns! { RateValue<RatedGrid>;
        "puzzle": Text(PUZZLE_PATTERN), Box::new(|rated| (&rated.grid).into()), "The givens, row by row";
        "clues": Integer(17, 81), Box::new(RatedGrid::clues), "Number of givens";
        ER: Decimal(1, 12), Box::new(RatedGrid::er), "The rating of Sudoku Explainer 1.2.1, or its bound";
    };
    for column in rating_columns().into_iter().filter(|column| column.name != ER) {
        let is_hardest = column.name == HARDEST;
        all.push(column.with_value(|value| -> RateValue<_> {
            Box::new(move |rated: &RatedGrid| {
                rated.outcome.rating().map(|(rating, _)| value(rating)).into()
            })
        }));
        if is_hardest {
            all.extend(columns! { RateValue<RatedGrid>;
                "pattern": Any("text"), Box::new(RatedGrid::pattern), "The kind of chain of this step";
            });
        }
    }
    all.extend(columns! { RateValue<RatedGrid>;
        "problem": Any("text"), Box::new(RatedGrid::problem), "The reason why there is no rating";
        "bound": Word(vec![EXACT, MORE_THAN, AT_LEAST]), Box::new(RatedGrid::bound),
            "Whether er is the rating or a bound";
        RATED_AS: Word(RatedForm::ALL.map(RatedForm::name).to_vec()), Box::new(RatedGrid::rated_as),
            "The form of the puzzle that was rated";
    });
    all
}

impl RatedGrid {
    fn clues(&self) -> FieldValue {
        match &self.outcome {
            RatingOutcome::PuzzleError(_) => FieldValue::Missing,
            _ => FieldValue::Whole(self.grid.filled_count() as u64),
        }
    }

    fn er(&self) -> FieldValue {
        self.outcome.er().map(|(er, _)| FieldValue::Tenths(er.0)).into()
    }

    fn pattern(&self) -> FieldValue {
        let pattern = self.outcome.rating().and_then(|(_, hardest)| hardest.pattern());
        pattern.map(|pattern| FieldValue::Word(pattern.name())).into()
    }

    fn problem(&self) -> FieldValue {
        self.outcome.problem().map(FieldValue::Word).into()
    }

    fn bound(&self) -> FieldValue {
        self.outcome.er().map(|(_, bound)| FieldValue::Word(bound)).into()
    }

    fn rated_as(&self) -> FieldValue {
        self.outcome.er().map(|_| FieldValue::Word(self.rated_as.name())).into()
    }
}

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

    /// Returns the rating or its bound, and the word for it in the column `bound`.
    pub fn er(&self) -> Option<(Tenths, &'static str)> {
        match self {
            Self::Exactly(rating, _) => Some((rating.er, EXACT)),
            Self::Above(ceiling) => Some((*ceiling, MORE_THAN)),
            Self::AtLeast(er) => Some((*er, AT_LEAST)),
            Self::PuzzleError(_) => None,
        }
    }
}

/// The score of a puzzle, or the reason why a grid has none.
pub type ScoreResult = Result<Score, PuzzleError>;

/// A scored grid: a row of the answers.
#[derive(Clone, Debug)]
pub struct ScoredGrid {
    /// The grid.
    pub grid: Grid,
    /// Its score.
    pub score: ScoreResult,
}

/// Returns the columns of an answer about a score.
pub fn scored_columns() -> Vec<Column<RateValue<ScoredGrid>>> {
    let mut all = columns! { RateValue<ScoredGrid>;
        "puzzle": ColumnType::Text(PUZZLE_PATTERN), Box::new(|scored| (&scored.grid).into()),
            "The givens, row by row";
    };
    for column in score_columns() {
        all.push(column.with_value(|value| -> RateValue<_> {
            Box::new(move |scored: &ScoredGrid| scored.score.as_ref().ok().map(value).into())
        }));
    }
    all.extend(columns! { RateValue<ScoredGrid>;
        "problem": ColumnType::Any("text"),
            Box::new(|scored| scored.score.as_ref().err().map(|e| FieldValue::Word(e.name())).into()),
            "The reason why there is no score";
    });
    all
}
