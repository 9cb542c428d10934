//! The first band whose techniques solve a puzzle, from the path of its rating.
//!
//! The techniques of the path bound the band from above: a band does whatever its techniques do.
//! From below the path often decides, too, because the rater tries easier techniques first: where
//! it found none of a band, the closure of that band is stuck. Elsewhere the closure starts from
//! the position that the path has reached, since its end does not depend on the order.

use human::{Band, LadderClosure, Position, StepKind, Technique};
use std::sync::LazyLock;

/// The steps of a path that need a higher band than all steps before.
#[derive(Default)]
pub struct PathBands(Vec<HarderStep>);

struct HarderStep {
    /// The position before the step.
    before: Position,
    technique: Technique,
    band: Band,
}

impl HarderStep {
    /// Returns true if a band is stuck before the step, because the rater would have found its
    /// techniques first.
    fn is_stuck(&self, band: Band) -> bool {
        match band {
            Band::Hard => self.technique > Technique::HiddenTriple,
            Band::Diabolical => self.technique > Technique::ForcingChain,
            _ => false,
        }
    }
}

impl PathBands {
    /// Adds a step, in the order of the path.
    pub fn add(&mut self, before: &Position, technique: Technique) {
        let band = COVERING_BANDS[technique as usize];
        if band > highest(&self.0) {
            self.0.push(HarderStep { before: before.clone(), technique, band });
        }
    }

    /// Returns the first band whose techniques solve the puzzle of this complete path, found with
    /// all techniques.
    pub fn solving_band(&self) -> Band {
        let mut bound = highest(&self.0);
        // Hidden singles, and then naked ones, are only used where the singles before are stuck.
        while bound > Band::Medium {
            let below = Band::ALL[usize::from(bound.number()) - 2];
            let at = self.0.partition_point(|step| step.band <= below);
            let Some(step) = self.0.get(at) else { break };
            if step.is_stuck(below) {
                break;
            }
            let (mut closure, allowed) =
                (LadderClosure::from_position(&step.before), below.ladder_steps());
            let is_solved = if below < Band::Hard {
                closure.run(allowed)
            } else {
                closure.run_after_trials(allowed, step.technique)
            };
            if !is_solved {
                break;
            }
            bound = closure.hardest().band().max(highest(&self.0[..at]));
        }
        bound
    }
}

/// Returns the band of the last step.
fn highest(steps: &[HarderStep]) -> Band {
    match steps.last() {
        Some(step) => step.band,
        None => Band::Gentle,
    }
}

/// The covering band of each technique. It is looked up at each step of a path.
static COVERING_BANDS: LazyLock<[Band; Technique::ALL.len()]> =
    LazyLock::new(|| Technique::ALL.map(covering_band));

/// Returns a band whose techniques do all that a technique of the rating does.
fn covering_band(technique: Technique) -> Band {
    match technique {
        Technique::DirectPointing
        | Technique::DirectClaiming
        | Technique::DirectHiddenPair
        | Technique::DirectHiddenTriple => Band::Hard,
        other => StepKind::from(other).band(),
    }
}
