//! Makes single slots of a plan on many threads, each at a reissue that the caller names. The
//! caller finds out which puzzles are duplicates.

use super::error::PlanError;
use super::item::MadePuzzle;
use super::plan::Plan;
use super::slot_maker::SlotMaker;
use crate::make::ordered_map::Workers;
use crate::make::seed::{Seed, Slot};

/// A maker of single slots of a plan.
#[derive(Debug)]
pub struct SlotReissuer {
    plan: Plan,
    seed: Seed,
    workers: Workers,
}

impl SlotReissuer {
    /// Prepares a number of threads; 0 means one for each core.
    ///
    /// # Errors
    /// If the plan is not valid, or the threads cannot be started.
    pub fn new(plan: Plan, seed: Seed, threads: usize) -> Result<Self, PlanError> {
        plan.check()?;
        Ok(Self { plan, seed, workers: Workers::start(threads)? })
    }

    /// Makes these slots at these reissues, and returns the puzzles in the same order. `None`
    /// stands for a puzzle that could not be made within the plan's attempts, or before `stop`
    /// returned true.
    pub fn make<T: Send>(
        &self,
        slots: &[(Slot, u32)],
        stop: impl Fn() -> bool + Sync,
        take: impl Fn(MadePuzzle) -> T + Sync,
    ) -> Vec<Option<T>> {
        self.workers.map_list(slots, |&(slot, reissue)| {
            let maker = SlotMaker::new(&self.plan, self.seed, slot);
            maker.make(reissue, &stop).ok().map(&take)
        })
    }
}
