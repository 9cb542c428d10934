//! Columns of answers about how hard a puzzle is: its score by the published formula, and for a
//! person the rating of Sudoku Explainer, the expected time and the band.

use explainer::{AnyRating, RatedForm, Rater, RatingError};
use grid::mini::MiniPuzzle;
use grid::{AnyGrid, AnyPuzzle, Score};
use human::{StepKind, Technique, Tenths};
use tables::columns;
use tables::{CatalogColumns, Column, FieldValue, RatingBound};

/// A function that returns the value of a column for a row of answers.
pub type RateValue<R> = Box<dyn Fn(&R) -> FieldValue>;

/// A rated grid: a row of the answers.
pub struct RatedGrid {
    pub grid: AnyGrid,
    /// The form that was rated.
    rated_as: RatedForm,
    /// The rating, and the kind of the first step that is rated `er`.
    pub rating: Option<Box<(AnyRating, StepKind)>>,
    /// The rating or its bound, and the word for it in the column `bound`; `None` for a grid
    /// without exactly one solution.
    pub er: Option<(Tenths, RatingBound)>,
    /// The reason why there is no rating.
    pub problem: Option<&'static str>,
}

impl RatedGrid {
    /// Rates a grid in this form.
    pub fn rate(rater: Rater, rated_as: RatedForm, grid: AnyGrid) -> Self {
        let mut rated = Self { grid, rated_as, rating: None, er: None, problem: None };
        let puzzle = match AnyPuzzle::prove(grid) {
            Ok(AnyPuzzle::Classic(puzzle)) => puzzle,
            Ok(AnyPuzzle::Mini(puzzle)) => {
                rated.rate_mini(&puzzle);
                return rated;
            }
            Err(e) => return Self { problem: Some(e.name()), ..rated },
        };
        let (mut highest, mut hardest) = (Tenths(0), StepKind::from(Technique::LastCell));
        let found = rater.rate_with(&rated_as.form(&puzzle), None, |position, effect, tenths| {
            if tenths > highest {
                (highest, hardest) = (tenths, effect.kind(position));
            }
        });
        rated.er = match found {
            Ok(rating) => {
                let er = rating.er;
                rated.rating = Some(Box::new((rating.into(), hardest)));
                Some((er, RatingBound::Exact))
            }
            Err(RatingError::Above(ceiling)) => Some((ceiling, RatingBound::MoreThan)),
            Err(RatingError::Nested(er)) => {
                rated.problem = Some("needs nested forcing chains, which are rated 9.5 or more");
                Some((er, RatingBound::AtLeast))
            }
        };
        rated
    }

    /// Rates a small puzzle.
    fn rate_mini(&mut self, puzzle: &MiniPuzzle) {
        let Some(rating) = AnyRating::from_mini(puzzle, self.rated_as) else {
            self.problem =
                Some("beyond the levels of its size, which end with locked digits and pairs");
            return;
        };
        self.er = Some((rating.er(), RatingBound::Exact));
        self.rating = Some(Box::new((rating, rating.hardest().into())));
    }
}

/// Returns the columns of an answer about a rating.
pub fn rated_columns() -> Vec<Column<RateValue<RatedGrid>>> {
    use FieldValue::{Tenths, Text, Whole, Word};
    let mut all = columns! { RateValue<RatedGrid>;
        "puzzle" => Box::new(|rated| rated.grid.into()),
        "clues" => Box::new(|rated| rated.er.map(|_| Whole(rated.grid.filled_count() as u64)).into()),
        (CatalogColumns::ER) => Box::new(|rated| rated.er.map(|(er, _)| Tenths(er.0)).into()),
    };
    for column in
        CatalogColumns::of_ratings().into_iter().filter(|column| column.name != CatalogColumns::ER)
    {
        let is_hardest = column.name == CatalogColumns::HARDEST;
        all.push(column.with_value(|value| -> RateValue<RatedGrid> {
            Box::new(move |rated| rated.rating.as_ref().map(|rated| value(&rated.0)).into())
        }));
        if is_hardest {
            all.extend(columns! { RateValue<RatedGrid>; "pattern" => Box::new(pattern), });
        }
    }
    all.extend(columns! { RateValue<RatedGrid>;
        "problem" => Box::new(|rated| rated.problem.map(|words| Text(words.to_owned())).into()),
        "bound" => Box::new(|rated| rated.er.map(|(_, bound)| Word(bound.name())).into()),
        (CatalogColumns::RATED_AS) => Box::new(|rated| rated.er.map(|_| Word(rated.rated_as.name())).into()),
    });
    all
}

/// Returns the kind of chain of the hardest step.
fn pattern(rated: &RatedGrid) -> FieldValue {
    let pattern = rated.rating.as_ref().and_then(|rated| rated.1.pattern());
    pattern.map(|pattern| FieldValue::Word(pattern.name())).into()
}

/// A scored grid: a row of the answers.
pub struct ScoredGrid {
    pub grid: AnyGrid,
    /// Its score, or the reason why it has none.
    pub score: Result<Score, &'static str>,
}

/// Returns the columns of an answer about a score.
pub fn scored_columns() -> Vec<Column<RateValue<ScoredGrid>>> {
    let mut all = columns! { RateValue<ScoredGrid>;
        "puzzle" => Box::new(|scored| scored.grid.into()),
    };
    for column in CatalogColumns::of_scores() {
        all.push(column.with_value(|value| -> RateValue<ScoredGrid> {
            Box::new(move |scored| scored.score.as_ref().ok().map(value).into())
        }));
    }
    all.extend(columns! { RateValue<ScoredGrid>;
        "problem" => Box::new(|scored| {
            scored.score.as_ref().err().map(|problem| FieldValue::Word(problem)).into()
        }),
    });
    all
}
