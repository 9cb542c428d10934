//! Replaces puzzles of a finished batch: [`Plan::another`](super::Plan::another).
//!
//! ```text
//!   all slots are made ──► for each slot of `another`: its next reissues, on all threads
//!                          ──► no puzzle of the batch, old or new, and none that was printed
//!                          ──► the first that keeps the rank of the old one in its level
//! ```
//!
//! All other slots are made first, as if nothing was replaced, and a puzzle that was replaced stays
//! known. So no other puzzle depends on the list, and a longer list keeps the replacements of the
//! shorter one.

use super::item::MadePuzzle;
use super::shortfall::{Rejection, RejectionCounts};
use super::slot_maker::{LastDug, SlotReissues};
use super::{Attempt, Batch, LookupError};
use crate::seed::Slot;
use grid::Key;
use std::collections::HashMap;

/// The maximum number of puzzles that are tried for a slot.
const MAX_TRIES: u32 = 4096;
/// The maximum number of puzzles that are tried at once.
const MAX_TRIES_AT_ONCE: u32 = 64;

/// A new puzzle whose rank in its level is not the old one's: no try has come nearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovedPuzzle {
    /// The slot.
    pub slot: Slot,
    /// The number of places between the old and the new one.
    pub places: usize,
}

/// The reason why a puzzle cannot be replaced.
#[derive(Debug, thiserror::Error)]
pub enum ReplacementError {
    /// The level has ended before the slot.
    #[error("expected a puzzle of the batch, found {0}, before which its level has ended")]
    NotMade(Slot),
    /// No other puzzle can be made for the slot.
    #[error("found no other puzzle for {slot}: {why}")]
    NoOther {
        /// The slot.
        slot: Slot,
        /// The reason, as the end of a sentence.
        why: String,
    },
    /// The lookup has failed.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

/// The nearest puzzle that was found for a slot.
struct NearestPuzzle {
    made: MadePuzzle,
    places: usize,
}

impl Batch {
    /// Replaces the puzzles of the slots in [`Plan::another`](super::Plan::another) by others of
    /// their slots. Call it after the last item, with all puzzles of the batch. `key` orders the
    /// puzzles of a level. Returns the new puzzles that do not have the rank of the old ones.
    ///
    /// # Errors
    /// If a slot has no puzzle, or no other one can be made.
    pub fn replace<K: Ord>(
        &mut self,
        made: &mut [MadePuzzle],
        key: impl Fn(&MadePuzzle) -> K,
    ) -> Result<Vec<MovedPuzzle>, ReplacementError> {
        let another = self.work.plan.another.clone();
        let mut moved = Vec::new();
        if another.is_empty() {
            return Ok(moved);
        }
        // The threads are busy until these end.
        self.attempts = None;
        let places: HashMap<Slot, usize> = made.iter().map(MadePuzzle::slot).zip(0..).collect();
        for slot in another {
            let &at = places.get(&slot).ok_or(ReplacementError::NotMade(slot))?;
            let old = &made[at];
            let others = made.iter().filter(|other| other.slot().rung == slot.rung);
            let mut keys: Vec<K> = others.filter(|other| other.slot() != slot).map(&key).collect();
            keys.sort_unstable();
            let rank = |made: &MadePuzzle| {
                let own = key(made);
                keys.partition_point(|other| *other < own)
            };
            let old_rank = rank(old);
            let far = |made: &MadePuzzle| rank(made).abs_diff(old_rank);
            let NearestPuzzle { made: new, places } = self.find_other(old, far)?;
            if places > 0 {
                moved.push(MovedPuzzle { slot, places });
            }
            made[at] = new;
        }
        Ok(moved)
    }

    /// Tries the next reissues of a slot, and adds the first puzzle that is no place away from the
    /// old one, or else the nearest.
    fn find_other(
        &mut self,
        old: &MadePuzzle,
        far: impl Fn(&MadePuzzle) -> usize,
    ) -> Result<NearestPuzzle, ReplacementError> {
        let slot = old.slot();
        let mut nearest: Option<NearestPuzzle> = None;
        let mut rejections = RejectionCounts::default();
        let first = old.entry.origin.reissue + 1;
        let end = (Slot::MAX_REISSUES + 1).min(first.saturating_add(MAX_TRIES));
        let (mut next, mut at_once, mut failed) = (first, 1, 0);
        'tries: while next < end {
            let tries: Vec<u32> = (next..end.min(next + at_once)).collect();
            next += at_once;
            at_once = MAX_TRIES_AT_ONCE.min(at_once * 2);
            for attempt in self.try_reissues(slot, &tries) {
                let made = match attempt {
                    Ok(made) => made,
                    Err(reasons) => {
                        rejections = reasons;
                        break 'tries;
                    }
                };
                let places = far(&made);
                if nearest.as_ref().is_some_and(|nearest| nearest.places <= places) {
                    continue;
                }
                if let Err(rejection) = self.check_new(&made)? {
                    rejections.add(rejection);
                    failed = made.failed_attempts().saturating_add(failed);
                    if nearest.is_none() && failed >= self.work.plan.attempts {
                        rejections.add_each(Rejection::Failed, failed);
                        break 'tries;
                    }
                    continue;
                }
                nearest = Some(NearestPuzzle { made, places });
                if places == 0 {
                    break 'tries;
                }
            }
        }
        let Some(nearest) = nearest else {
            let why = self.work.plan.shortfall_after(slot.rung, slot.number, rejections).why;
            return Err(ReplacementError::NoOther { slot, why });
        };
        self.add_new(&nearest.made);
        Ok(nearest)
    }

    /// Makes the puzzles of a slot at these reissues. In a group of variants they are variants of
    /// the puzzle that was dug for the group.
    fn try_reissues(&self, slot: Slot, reissues: &[u32]) -> Vec<Attempt> {
        let (work, base) = (&*self.work, self.dug_reissue(slot));
        self.workers.map_list(reissues, |&count| {
            let reissues = SlotReissues::after(&work.plan, base, count);
            work.issue(slot, reissues, &mut LastDug::default())
        })
    }

    /// Returns the reason why a puzzle cannot take the place of another one, if any.
    fn check_new(&mut self, made: &MadePuzzle) -> Result<Result<(), Rejection>, LookupError> {
        if self.keys.as_ref().is_some_and(|keys| keys.contains(made.key)) {
            return Ok(Err(Rejection::Known));
        }
        if let Err(rejection) = self.new_pattern(made) {
            return Ok(Err(rejection));
        }
        let is_printed = self.look_up(&[made])?[0];
        Ok(if is_printed { Err(Rejection::Known) } else { Ok(()) })
    }

    /// Adds the keys of a puzzle that has taken the place of another one.
    fn add_new(&mut self, made: &MadePuzzle) {
        let pattern: Option<Key> = self.new_pattern(made).unwrap_or_default();
        if let Some(keys) = &mut self.keys {
            keys.insert(made.key, ());
        }
        if let (Some(patterns), Some(key)) = (&mut self.patterns, pattern) {
            patterns.insert(key, ());
        }
    }
}
