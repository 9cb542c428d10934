//! The puzzles of a run in memory, for a book that is shown before it is made.

use super::catalog_order::CatalogOrderer;
use crate::run::{BookPlan, Identity, Interrupt, RunError, Sections};
use engine::human::ladder::Ladder;
use engine::make::batch::{Batch, BatchItem, MadePuzzle, Plan, Shortfall};
use engine::make::seed::Seed;
use press::book::Section;

/// The puzzles of a plan and a seed.
#[derive(Debug)]
pub struct RunPuzzles {
    identity: Identity,
    ladder: Ladder,
    /// The puzzles, in the order of the batch.
    made: Vec<MadePuzzle>,
    short: Vec<Shortfall>,
}

impl RunPuzzles {
    /// Makes the puzzles on all cores. Nothing is written, and no archive is asked.
    ///
    /// # Errors
    /// [`RunError`] if the plan is not valid, no puzzle can be made, or the caller interrupts the
    /// work.
    pub fn make(plan: &Plan, seed: Seed, interrupt: &Interrupt) -> Result<Self, RunError> {
        let batch = Batch::new(plan.clone(), seed, 0)?.stopped_by(interrupt.0.clone());
        let (mut made, mut short) = (Vec::new(), Vec::new());
        for item in batch {
            interrupt.check()?;
            match item.map_err(super::lookup_error)? {
                BatchItem::Puzzle(puzzle) => made.push(puzzle),
                BatchItem::Shortfall(shortfall) => short.push(shortfall),
            }
        }
        interrupt.check()?;
        if made.is_empty() && !short.is_empty() {
            return Err(RunError::NoPuzzles(short));
        }
        Ok(Self { identity: Identity::of(plan, seed), ladder: plan.ladder(), made, short })
    }

    /// Returns true if the plan and the seed lead to these puzzles.
    pub fn is_of(&self, plan: &Plan, seed: Seed) -> bool {
        self.identity == Identity::of(plan, seed)
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// Returns the levels that have fewer puzzles than their quotas.
    pub fn short(&self) -> &[Shortfall] {
        &self.short
    }

    /// Returns the expected minutes of the quickest and of the slowest puzzle; `None` without
    /// ratings.
    pub fn minutes(&self) -> Option<(f64, f64)> {
        let ratings = self.made.iter().filter_map(|made| made.entry.rating);
        let minutes = ratings.filter_map(|rating| Some(rating.seconds()?.0 / 60.0));
        minutes.fold(None, |range, minutes| match range {
            None => Some((minutes, minutes)),
            Some((least, most)) => Some((minutes.min(least), minutes.max(most))),
        })
    }

    /// Returns the sections of a book of these puzzles, which are those of its run.
    pub fn sections(&self, book: &BookPlan) -> Vec<Section> {
        let turns = book.turn_order(self.ladder);
        let mut orderer = CatalogOrderer::new(self.ladder, turns);
        let mut sections = Sections::new(book.options());
        let mut push = |made: MadePuzzle| {
            let rating = made.entry.rating.filter(|_| self.ladder == Ladder::Human);
            let id = made.slot().to_string();
            sections.push(made.slot().rung, made.entry.puzzle, rating, Some(&id));
        };
        for made in &self.made {
            orderer.put(made.clone());
            std::iter::from_fn(|| orderer.take()).for_each(&mut push);
        }
        orderer.close();
        std::iter::from_fn(|| orderer.take()).for_each(push);
        sections.into_vec()
    }
}
