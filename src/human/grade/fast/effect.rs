//! What a step does, without its reason.

use crate::human::logic::chains::{BestFind, node_effect};
use crate::human::logic::{Eliminations, Node, Position, Step, Technique, Tenths};
use crate::sudoku::grid::{Cell, Digit};

/// What a step places and removes. The rating and the reason of a [`Step`] are not needed to go on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Effect {
    pub technique: Technique,
    pub rating: f64,
    /// The number of nodes of its chains; 0 without chains.
    pub complexity: usize,
    pub placement: Option<(Cell, Digit)>,
    /// By cell in reading order.
    pub eliminations: Eliminations,
}

impl Effect {
    /// Candidates that go. The rating is set by [`BestFind`].
    pub fn with_eliminations(technique: Technique, eliminations: Eliminations) -> Self {
        Self { technique, rating: 0.0, complexity: 0, placement: None, eliminations }
    }

    /// A digit that is, or is not, that of a cell. The rating is set by [`BestFind`].
    pub fn from_truth(position: &Position, technique: Technique, node: Node) -> Self {
        let (placement, eliminations) = node_effect(position, node);
        Self { placement, ..Self::with_eliminations(technique, eliminations) }
    }

    /// The best of several effects.
    pub fn best(best: BestFind<Self>) -> Option<Self> {
        let (rating, complexity, effect) = best.into_find()?;
        Some(Self { rating, complexity, ..effect })
    }

    /// The rating in tenths, as it is shown.
    pub fn tenths(&self) -> Tenths {
        Tenths::rounded(self.rating)
    }

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
