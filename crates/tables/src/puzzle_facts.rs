//! The facts that follow from a puzzle: the values of most columns of a catalogue.

use explainer::{AnyRating, AnyRatingError, RatedForm};
use grid::{AnyGrid, AnyPuzzle, Score, Symmetry};
use human::{Position, ShortestWay};
use make::Entry;
use std::cell::OnceCell;

/// A proved puzzle. What follows from it is computed once, when it is needed.
pub struct PuzzleFacts {
    puzzle: AnyPuzzle,
    symmetry: Symmetry,
    rated_as: Option<RatedForm>,
    rated: OnceCell<Option<Result<AnyRating, AnyRatingError>>>,
    score: OnceCell<Option<Score>>,
    canonical: OnceCell<AnyGrid>,
    way: OnceCell<Option<ShortestWay>>,
}

impl PuzzleFacts {
    /// Takes a puzzle with the symmetry of its givens. The puzzle is rated in this form; `None`
    /// leaves it without a rating.
    pub fn new(puzzle: AnyPuzzle, symmetry: Symmetry, rated_as: Option<RatedForm>) -> Self {
        let (rated, score, canonical, way) = Default::default();
        Self { puzzle, symmetry, rated_as, rated, score, canonical, way }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    /// Returns the canonical form of the puzzle.
    pub fn canonical(&self) -> &AnyGrid {
        self.canonical.get_or_init(|| self.puzzle.canonical())
    }

    /// Returns the symmetry of the givens.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Returns the score; `None` for a small size.
    pub fn score(&self) -> Option<&Score> {
        self.score.get_or_init(|| self.puzzle.classic().map(Score::of)).as_ref()
    }

    /// Returns the rating, or the reason why the puzzle has none; `None` if it is not rated.
    pub fn rated(&self) -> Option<&Result<AnyRating, AnyRatingError>> {
        let rate = || Some(AnyRating::from_puzzle(&self.puzzle, self.rated_as?));
        self.rated.get_or_init(rate).as_ref()
    }

    /// Returns the rating, if the puzzle has one.
    pub fn rating(&self) -> Option<&AnyRating> {
        self.rated()?.as_ref().ok()
    }

    /// Returns the shortest way of the canonical form, so that all equivalent puzzles have the same
    /// numbers; `None` for a small size.
    pub fn way(&self) -> Option<&ShortestWay> {
        let find = || Some(ShortestWay::new(Position::new(self.canonical().classic()?)));
        self.way.get_or_init(find).as_ref()
    }
}

/// Takes what the batch has computed.
impl From<&Entry> for PuzzleFacts {
    fn from(entry: &Entry) -> Self {
        Self {
            rated: OnceCell::from(entry.rating.map(Ok)),
            score: OnceCell::from(entry.score),
            canonical: OnceCell::from(entry.canonical),
            ..Self::new(entry.puzzle, entry.origin.symmetry, None)
        }
    }
}
