//! Makes single slots of a plan on many threads, each at a reissue that the caller names. The
//! caller finds out which puzzles are duplicates.

use super::error::PlanError;
use super::item::MadePuzzle;
use super::plan::Plan;
use super::slot_maker::SlotMaker;
use crate::make::seed::{Seed, Slot};
use rayon::ThreadPool;
use rayon::prelude::*;

/// A maker of single slots of a plan.
#[derive(Debug)]
pub struct SlotReissuer {
    plan: Plan,
    seed: Seed,
    pool: ThreadPool,
}

impl SlotReissuer {
    /// Prepares a number of threads; 0 means one for each core.
    ///
    /// # Errors
    /// If the plan is not valid, or the threads cannot be started.
    pub fn new(plan: Plan, seed: Seed, threads: usize) -> Result<Self, PlanError> {
        plan.check()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|why| PlanError::Threads { threads, why })?;
        Ok(Self { plan, seed, pool })
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
        let make = |&(slot, reissue): &(Slot, u32)| {
            let maker = SlotMaker::new(&self.plan, self.seed, slot);
            maker.make(reissue, &stop).ok().map(&take)
        };
        self.pool.install(|| slots.par_iter().with_max_len(16).map(make).collect())
    }
}
