//! The settings of the puzzles of a run.

use engine::human::grade::RatedForm;
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::{Dedup, GivensConstraints, Plan, Quotas, RatingConstraints};
use engine::make::generate::{FullGrid, Look, Symmetry};
use std::collections::BTreeMap;

/// The settings of the puzzles of a run. Settings without effect have their default, so that the
/// same puzzles have the same settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSettings {
    /// The ladder of the levels or bands.
    pub ladder: Ladder,
    /// Requested number of puzzles, by level or band.
    pub quotas: BTreeMap<u8, u64>,
    /// The method for full grids.
    pub grid: FullGrid,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// Number of equivalent puzzles for each dug puzzle.
    pub variants: u64,
    /// Maximum number of attempts at a puzzle.
    pub attempts: u32,
    /// Constraints beyond the level or band.
    pub rating: RatingConstraints,
    /// Constraints on the givens beyond their symmetry.
    pub givens: GivensConstraints,
    /// True if the catalogue has the columns of ratings on the published ladder.
    pub rated: bool,
}

impl Default for PuzzleSettings {
    fn default() -> Self {
        Self {
            ladder: Ladder::default(),
            quotas: BTreeMap::new(),
            grid: FullGrid::PAPER,
            symmetry: Symmetry::None,
            variants: 1,
            attempts: 10_000,
            rating: RatingConstraints::default(),
            givens: GivensConstraints::default(),
            rated: false,
        }
    }
}

impl PuzzleSettings {
    /// Returns the settings of a plan.
    pub fn from_plan(plan: &Plan) -> Self {
        let ladder = plan.ladder();
        let (mut rating, mut givens) = (plan.rating.clone(), plan.givens.clone());
        if ladder == Ladder::Published {
            rating.rules = RatingConstraints::default().rules;
        }
        if !plan.has_ratings() && !rating.is_of_ratings() {
            rating.rated_as = RatedForm::default();
        }
        // A pattern decides itself how the givens are spread.
        if !givens.patterns.is_empty() {
            givens.look = Look::default();
        }
        Self {
            ladder,
            quotas: plan.quotas.iter().map(|&(rung, count)| (rung.number(), count)).collect(),
            grid: plan.grid,
            symmetry: plan.symmetry,
            variants: plan.variants,
            attempts: plan.attempts,
            rating,
            givens,
            rated: plan.rated,
        }
    }

    /// Returns the plan that has these settings.
    ///
    /// # Errors
    /// A sentence, when the ladder has no such level or band.
    pub fn plan(&self) -> Result<Plan, String> {
        Ok(self.with_quotas(self.own_quotas()?))
    }

    /// Returns the numbers of puzzles of these settings.
    ///
    /// # Errors
    /// A sentence, when the ladder has no such level or band.
    pub(super) fn own_quotas(&self) -> Result<Vec<(Rung, u64)>, String> {
        Quotas(self.quotas.clone()).on_ladder(self.ladder)
    }

    /// Returns the plan of all other settings, with these numbers of puzzles.
    pub(super) fn with_quotas(&self, quotas: Vec<(Rung, u64)>) -> Plan {
        Plan {
            quotas,
            grid: self.grid,
            symmetry: self.symmetry,
            variants: self.variants,
            attempts: self.attempts,
            rating: self.rating.clone(),
            givens: self.givens.clone(),
            rated: self.rated,
        }
    }

    /// Returns the subset that determines the puzzles. Without rating constraints, `rated_as` only
    /// adds columns and is left out.
    pub(crate) fn for_identity(&self) -> Self {
        let mut own = self.clone();
        if self.ladder == Ladder::Published && !self.rating.is_of_ratings() {
            own.rating.rated_as = RatedForm::default();
        }
        own
    }

    /// Returns the rule by which two puzzles count as the same.
    pub fn dedup(&self) -> Dedup {
        if self.variants > 1 { Dedup::Exact } else { Dedup::Class }
    }

    /// Returns true if puzzles are rated, so that the catalogue may have columns of ratings.
    pub fn has_ratings(&self) -> bool {
        self.rated || self.ladder == Ladder::Human
    }
}
