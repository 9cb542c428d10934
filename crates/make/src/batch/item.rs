//! The items that a batch yields: puzzles, and levels that end short. A checkpoint stores an item
//! as a line of text.

use super::constraints::SubstitutePicture;
use super::plan::Plan;
use super::shortfall::Shortfall;
use crate::entry::{Entry, PuzzleOrigin};
use crate::seed::{Seed, Slot};
use explainer::AnyRating;
use grid::{AnyPuzzle, Key, Score};
use human::Rung;
use std::fmt;

/// An accepted entry and the cost of making it.
#[derive(Debug, Clone)]
pub struct MadePuzzle {
    /// The entry.
    pub entry: Entry,
    /// The number of attempts that this slot took, including all its reissues.
    pub attempts: u64,
    /// The deduplication key: of the class for [`Dedup::Class`](super::Dedup::Class), of the givens
    /// for [`Dedup::Exact`](super::Dedup::Exact).
    pub key: Key,
    /// The key of the class.
    pub class: Key,
    /// The pictures, if the puzzle does not show that of its turn.
    pub substitute: Option<SubstitutePicture>,
}

impl MadePuzzle {
    /// Computes the keys of an entry of a plan.
    pub(super) fn new(plan: &Plan, entry: Entry, attempts: u64) -> Self {
        let class = entry.canonical.key();
        let key = plan.key(&entry.puzzle, class);
        let turn = plan.turn(entry.origin.slot);
        let classic = entry.puzzle.classic();
        let substitute = classic.and_then(|puzzle| plan.givens.substitute(turn, puzzle.givens()));
        Self { entry, attempts, key, class, substitute }
    }

    /// Returns the number of attempts that failed, of a puzzle of one reissue.
    pub fn failed_attempts(&self) -> u32 {
        u32::try_from(self.attempts.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Returns the slot of the puzzle.
    pub fn slot(&self) -> Slot {
        self.entry.origin.slot
    }
}

/// The outcome of a slot, or of a level or band that ends short.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "nearly all items are puzzles")]
pub enum BatchItem {
    /// The puzzle of the next slot.
    Puzzle(MadePuzzle),
    /// The level or band has no further puzzles; the batch continues with the next one.
    Shortfall(Shortfall),
}

impl BatchItem {
    /// Returns the puzzle.
    ///
    /// # Errors
    /// The shortfall, if the item is one.
    pub fn puzzle(self) -> Result<MadePuzzle, Shortfall> {
        match self {
            Self::Puzzle(made) => Ok(made),
            Self::Shortfall(shortfall) => Err(shortfall),
        }
    }

    /// Parses a line of an item of this plan. Returns `None` if the line is not valid. The line
    /// holds only values that are expensive to compute. Everything else is computed again,
    /// including the proof that the puzzle has exactly one solution.
    pub fn parse(plan: &Plan, seed: Seed, line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let rung = plan.ladder().rung_with_key(words.next()?)?;
        let number = words.next()?.parse().ok()?;
        let third = words.next()?;
        if third == "short" {
            let wanted = words.next()?.parse().ok()?;
            let why = line.splitn(5, ' ').nth(4)?.to_owned();
            return Some(Self::Shortfall(Shortfall { rung, made: number, wanted, why }));
        }
        let reissue = third.parse().ok()?;
        let attempts = words.next()?.parse().ok()?;
        let searches = words.next()?.parse().ok()?;
        let puzzle = AnyPuzzle::prove(words.next()?.parse().ok()?).ok()?;
        let score = puzzle.classic().map(|puzzle| Score::with_searches(puzzle, searches));
        let origin = plan.origin(seed, Slot { rung, number }, reissue);
        let mut rating = None;
        if plan.has_ratings() {
            let form = plan.rating.rated_as;
            rating = Some(AnyRating::from_puzzle(&puzzle, form).ok()?);
        }
        let found = match rung {
            Rung::Level(_) => score?.level().into(),
            Rung::Mini(_) | Rung::Band(_) => rating?.rung(),
        };
        if found != rung || words.next().is_some() {
            return None;
        }
        let entry = Entry::new(puzzle, score, rating, origin);
        Some(Self::Puzzle(MadePuzzle::new(plan, entry, attempts)))
    }
}

/// The line of an item in a checkpoint, without line end.
impl fmt::Display for BatchItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(MadePuzzle { entry, attempts, .. }) => {
                let PuzzleOrigin { slot, reissue, .. } = entry.origin;
                let rung = slot.rung.key();
                let searches = entry.score.map_or(0, |score| score.searches);
                let givens = entry.puzzle.givens();
                write!(f, "{rung} {} {reissue} {attempts} {searches} {givens}", slot.number)
            }
            Self::Shortfall(Shortfall { rung, made, wanted, why }) => {
                write!(f, "{} {made} short {wanted} {why}", rung.key())
            }
        }
    }
}
