//! The effect of a step, without its reason.

use super::chains::{BestFind, effect_of, refuting_chain};
use super::pattern::ChainPattern;
use super::position::Position;
use super::step::{Eliminations, Node, Step, non_empty};
use super::step_kind::StepKind;
use super::technique::Technique;
use super::tenths::Tenths;
use grid::{Cell, Digit, DigitSet};

/// The placement and the eliminations of a step. The walk along a path does not need the reason of
/// a [`Step`].
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The technique.
    pub technique: Technique,
    /// The difficulty on the scale of Sudoku Explainer.
    pub rating: f64,
    /// The number of nodes of the chains, or 0 without chains.
    pub complexity: usize,
    /// The digit that the step places, if any.
    pub placement: Option<(Cell, Digit)>,
    /// The candidates to remove, by cell in reading order.
    pub eliminations: Eliminations,
}

impl Effect {
    /// Creates an effect that removes candidates. [`BestFind`] sets its rating.
    #[inline]
    pub fn with_eliminations(technique: Technique, eliminations: Eliminations) -> Self {
        Self {
            technique,
            rating: technique.base_rating(),
            complexity: 0,
            placement: None,
            eliminations,
        }
    }

    /// Creates an effect that removes the candidates of some cells, or returns `None` if they lose
    /// nothing.
    pub fn with_losses(
        technique: Technique,
        losses: impl IntoIterator<Item = (Cell, DigitSet)>,
    ) -> Option<Self> {
        let mut eliminations = non_empty(losses)?;
        eliminations.sort_by_key(|(cell, _)| *cell);
        Some(Self::with_eliminations(technique, eliminations))
    }

    /// Creates the effect of a true node. [`BestFind`] sets its rating.
    pub fn from_truth(position: &Position, technique: Technique, node: Node) -> Self {
        let (placement, eliminations) = effect_of(position, node);
        Self { placement, ..Self::with_eliminations(technique, eliminations) }
    }

    /// Returns the best of several effects.
    pub fn best(best: BestFind<Self>) -> Option<Self> {
        let (rating, complexity, effect) = best.into_find()?;
        Some(Self { rating, complexity, ..effect })
    }

    /// Returns the rating as it is shown.
    #[inline]
    pub fn tenths(&self) -> Tenths {
        Tenths::rounded(self.rating)
    }

    /// Returns the pattern of the step in this position, or its technique if it has no pattern.
    /// Searches for the chain again.
    pub fn kind(&self, position: &Position) -> StepKind {
        let pattern = match (self.technique, self.placement, &self.eliminations[..]) {
            (Technique::ForcingXChain | Technique::ForcingChain, None, &[(cell, digits)]) => digits
                .first()
                .and_then(|digit| refuting_chain(position, self.technique, cell, digit, None))
                .and_then(|chain| ChainPattern::from_chain(position, &chain)),
            _ => None,
        };
        pattern.map_or(self.technique.into(), StepKind::from)
    }

    /// Applies the step to a position.
    pub fn apply(&self, position: &mut Position) {
        position.apply(&self.eliminations, self.placement);
    }
}

impl From<Step> for Effect {
    fn from(step: Step) -> Self {
        let complexity = step.complexity();
        let Step { technique, rating, placement, eliminations, .. } = step;
        Self { technique, rating, complexity, placement, eliminations }
    }
}
