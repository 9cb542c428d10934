//! What a step does, without its reason.

use crate::grid::{Cell, Digit, DigitSet};
use crate::logic::Eliminations;
use crate::logic::{Position, Step, Technique, tenths};

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
    /// Candidates that go. The rating is set by [`Best`].
    pub fn removing(technique: Technique, eliminations: Eliminations) -> Self {
        Self { technique, rating: 0.0, complexity: 0, placement: None, eliminations }
    }

    /// A digit that is, or is not, that of a cell. The rating is set by [`Best`].
    pub fn truth(
        position: &Position,
        technique: Technique,
        cell: Cell,
        digit: Digit,
        on: bool,
    ) -> Self {
        let own = DigitSet::of(digit);
        let lost = if on { position.candidates(cell).minus(own) } else { own };
        let placement = on.then_some((cell, digit));
        Self { placement, ..Self::removing(technique, vec![(cell, lost)]) }
    }

    /// The rating in tenths, as it is shown.
    pub fn tenths(&self) -> u16 {
        tenths(self.rating) as u16
    }

    pub fn apply(&self, position: &mut Position) {
        for &(cell, digits) in &self.eliminations {
            digits.for_each(|digit| position.remove(cell, digit));
        }
        if let Some((cell, digit)) = self.placement {
            position.place(cell, digit);
        }
    }
}

impl From<Step> for Effect {
    fn from(step: Step) -> Self {
        let complexity = step.complexity();
        let Step { technique, rating, placement, eliminations, .. } = step;
        Self { technique, rating, complexity, placement, eliminations }
    }
}

/// The best of several finds: the lowest rating, then complexity, then kind, then the first.
#[derive(Default)]
pub(super) struct Best {
    key: Option<(f64, usize, u8)>,
    effect: Option<Effect>,
}

impl Best {
    /// Whether a find with this key would be the best so far.
    pub fn wants(&self, rating: f64, complexity: usize, kind: u8) -> bool {
        self.key.is_none_or(|key| (rating, complexity, kind) < key)
    }

    /// Keeps a find if it is the best so far.
    pub fn offer(
        &mut self,
        rating: f64,
        complexity: usize,
        kind: u8,
        effect: impl FnOnce() -> Effect,
    ) {
        if self.wants(rating, complexity, kind) {
            self.key = Some((rating, complexity, kind));
            self.effect = Some(Effect { rating, complexity, ..effect() });
        }
    }

    pub fn into_effect(self) -> Option<Effect> {
        self.effect
    }
}
