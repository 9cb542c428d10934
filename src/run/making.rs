//! Makes the puzzles of a run or of a single catalogue, and passes each entry to the caller.

use super::checkpoint::{Checkpoints, Outcome, ReplayError};
use super::error::RunError;
use super::figures::Figures;
use super::identity::Identity;
use super::ledger::{Ledger, not_known};
use super::turns::Turns;
use super::watch::{Interrupt, Observer};
use super::workshop::Workshop;
use crate::batch::{Batch, BatchError, Issued, Plan, Shortfall};
use crate::entry::Entry;
use crate::key::Key;
use crate::ladder::{Ladder, Rung};
use std::collections::BTreeMap;

/// The inputs for making puzzles.
pub(super) struct Making<'a> {
    pub plan: &'a Plan,
    pub identity: &'a Identity,
    pub threads: usize,
    /// The archive, and the name that the run has there.
    pub ledger: Option<(&'a Ledger, &'a str)>,
    /// Where checkpoints are saved; `None` saves none.
    pub workshop: Option<&'a Workshop>,
    pub interrupt: &'a Interrupt,
}

/// The result of making all puzzles.
#[derive(Default)]
pub(super) struct Made {
    /// Number of puzzles, by level.
    pub counts: BTreeMap<u8, u64>,
    pub short: Vec<Shortfall>,
    /// Deduplication keys of all puzzles in catalogue order; empty without an archive.
    pub keys: Vec<Key>,
    /// How the puzzles are spread; empty without an archive.
    pub figures: Figures,
}

impl Making<'_> {
    /// Makes all puzzles and passes each to `each`, in the order of the levels in `turns`, or in plan
    /// order if `turns` is empty. Puzzles from checkpoints come first. The puzzles of a band are held back
    /// until all are there, and come by rising load.
    pub fn make(
        &self,
        turns: impl Iterator<Item = Rung>,
        observer: &mut dyn Observer,
        mut each: impl FnMut(&Entry) -> Result<(), RunError>,
    ) -> Result<Made, RunError> {
        let seed = self.identity.seed();
        let mut batch = Batch::new(self.plan.clone(), seed, self.threads)?;
        let mut run = self.identity.name();
        if let Some((ledger, name)) = self.ledger {
            batch = ledger.refuse(batch, name)?;
            // Another state of the archive would lead to other puzzles, so it is part of the
            // checkpoint's name.
            run += &ledger.state(name)?;
        }
        self.interrupt.covers(&batch);
        let mut checkpoints = self.workshop.map(|at| Checkpoints::of(at, run, seed));
        observer.begins(self.identity, &self.plan.quotas);

        let levels = self.plan.quotas.iter();
        let mut made = Made {
            counts: levels.map(|(rung, _)| (rung.number(), 0)).collect(),
            ..Made::default()
        };
        let Made { counts, short, keys, figures } = &mut made;
        let archived = self.ledger.is_some();
        let mut write = |issued: Issued| {
            if archived {
                keys.push(issued.key);
                let Entry { score, rating, .. } = &issued.entry;
                figures.count(rung_of(&issued), score, rating.as_ref());
            }
            each(&issued.entry)
        };
        let mut turns = Turns::new(turns);
        let by_load = self.plan.ladder() == Ladder::Human;
        let mut held: Vec<Issued> = Vec::new();
        let mut take = |outcome: Outcome, observer: &mut dyn Observer| {
            match outcome {
                Ok(issued) => {
                    observer.made(&issued);
                    let rung = issued.entry.origin.slot.rung;
                    *counts.entry(rung.number()).or_default() += 1;
                    if !by_load {
                        return turns.take(issued, &mut write);
                    }
                    if held.last().is_some_and(|last| rung_of(last) != rung) {
                        rising(&mut held).try_for_each(|issued| turns.take(issued, &mut write))?;
                    }
                    held.push(issued);
                }
                Err(shortfall) => short.push(shortfall),
            }
            Ok(())
        };
        if let Some(checkpoints) = &mut checkpoints {
            let replayed = checkpoints.replay(&mut batch, |outcome| take(outcome, observer));
            replayed.map_err(|e| match e {
                ReplayError::Known(e) => not_known(e),
                ReplayError::Each(e) => e,
            })?;
        }
        for outcome in batch.telling(observer.telling()) {
            // After an interruption the batch yields shortfalls that are not real.
            if self.interrupt.is_stopped() {
                break;
            }
            let outcome = match outcome {
                Ok(issued) => Ok(issued),
                Err(BatchError::Short(shortfall)) => Err(shortfall),
                Err(BatchError::Known(e)) => return Err(not_known(e)),
            };
            if let Some(checkpoints) = &mut checkpoints {
                checkpoints.note(&outcome);
                if observer.saves_now() || checkpoints.is_full() {
                    checkpoints.save()?;
                }
            }
            take(outcome, observer)?;
        }
        // All puzzles are made. Save them all, so that a run interrupted during the book need not
        // repeat them.
        if let Some(checkpoints) = &mut checkpoints {
            checkpoints.save()?;
        }
        self.interrupt.check()?;
        if counts.values().all(|count| *count == 0) && !short.is_empty() {
            return Err(RunError::Nothing(std::mem::take(short)));
        }
        rising(&mut held).try_for_each(|issued| turns.take(issued, &mut write))?;
        turns.rest().try_for_each(write)?;
        Ok(made)
    }
}

fn rung_of(issued: &Issued) -> Rung {
    issued.entry.origin.slot.rung
}

/// Takes the puzzles of a band, the smallest load first; those of the same load in the order of their slots.
fn rising(held: &mut Vec<Issued>) -> impl Iterator<Item = Issued> {
    let load = |issued: &Issued| issued.entry.rating.map_or(0.0, |rating| rating.load.0);
    held.sort_by(|a, b| load(a).total_cmp(&load(b)));
    held.drain(..)
}
