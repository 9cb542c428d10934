//! Makes the puzzle of one slot of a small size: a pure function of plan, seed, slot and reissue.

use super::item::MadePuzzle;
use super::plan::Plan;
use super::shortfall::{Rejection, RejectionCounts};
use crate::entry::Entry;
use crate::mini;
use crate::seed::{Rng, Seed, Slot};
use explainer::AnyRating;
use grid::mini::{MiniPuzzle, MiniTransform};
use human::{MiniLevel, Rung};

/// A slot of a level of a small size.
#[derive(Clone, Copy)]
pub(super) struct MiniSlot<'a> {
    pub plan: &'a Plan,
    pub seed: Seed,
    pub slot: Slot,
    pub level: MiniLevel,
}

impl MiniSlot<'_> {
    /// Makes the puzzle of the slot at this reissue.
    ///
    /// # Errors
    /// The rejections of all attempts, or of those before `stop` returned true.
    pub fn make(
        self,
        reissue: u32,
        stop: impl Fn() -> bool,
    ) -> Result<MadePuzzle, RejectionCounts> {
        let mut rng = self.seed.stream(self.slot, reissue);
        let mut rejections = RejectionCounts::default();
        for attempt in 1..=self.plan.attempts {
            if stop() {
                break;
            }
            match self.attempt(&mut rng) {
                Some((puzzle, rating)) => {
                    return Ok(self.made(puzzle, rating, reissue, attempt.into()));
                }
                None => rejections.add(Rejection::Rung, 1),
            }
        }
        Err(rejections)
    }

    fn attempt(self, rng: &mut Rng) -> Option<(MiniPuzzle, AnyRating)> {
        let dug = mini::attempt(self.level, rng)?;
        let puzzle = MiniTransform::random(self.level.shape(), rng).puzzle(&dug);
        let rating = AnyRating::from_mini(&puzzle, self.plan.rating.rated_as)?;
        if rating.rung() == Rung::Mini(self.level) { Some((puzzle, rating)) } else { None }
    }

    fn made(
        self,
        puzzle: MiniPuzzle,
        rating: AnyRating,
        reissue: u32,
        attempts: u64,
    ) -> MadePuzzle {
        let Self { plan, seed, slot, .. } = self;
        let origin = plan.origin(seed, slot, reissue);
        MadePuzzle::new(plan, Entry::new(puzzle.into(), None, Some(rating), origin), attempts)
    }
}
