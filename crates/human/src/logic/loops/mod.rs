//! Unique rectangles and loops: cells that two digits could fill in two ways.
//!
//! ```text
//!        c2         c8
//!  r1  . 36 .  |  . 36 .      Four cells in two rows, two columns and two blocks. Were all of them
//!  r2  . 36 .  |  . 369 .     just 3 and 6, the two digits could change places: two solutions. The
//!                             puzzle has one, so r2c8 is 9 (type 1).
//! ```
//!
//! Longer loops have six cells or more. The feature that prevents the second solution decides the
//! type. All types require a puzzle with exactly one solution. `walk` searches for loops, and
//! `uniqueness` has the types.

mod uniqueness;
mod walk;

use super::position::Position;
use super::step::Step;
use super::technique::{Technique, TechniqueSet};
use grid::{Cell, CellSet, DigitSet};

/// A loop: its cells in order, and the two digits that all of them have.
#[derive(Clone, Debug)]
pub struct UniqueLoop {
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// The two digits.
    pub digits: DigitSet,
}

/// Returns the best find of all loops: the lowest rating, then the lowest type, then the first.
pub(crate) fn find(position: &Position, allowed: TechniqueSet) -> Option<Step> {
    UniqueLoop::best_find(position, allowed, |start, found| {
        UniqueLoop::walk(position, start, CellSet::FULL, found);
    })
}

impl UniqueLoop {
    /// Returns the best find of all loops. `walk` reports the loops that begin in a cell, in their
    /// order.
    pub fn best_find(
        position: &Position,
        allowed: TechniqueSet,
        mut walk: impl FnMut(Cell, &mut dyn FnMut(&UniqueLoop)),
    ) -> Option<Step> {
        let mut best: Option<Step> = None;
        for start in position.two_candidates() {
            walk(start, &mut |found| {
                uniqueness::report_finds(position, found, &mut |step| {
                    if allowed.contains(step.technique)
                        && best.as_ref().is_none_or(|best| is_better(&step, best))
                    {
                        best = Some(step);
                    }
                });
            });
        }
        best
    }
}

fn is_better(step: &Step, best: &Step) -> bool {
    (step.rating, loop_type(step.technique)) < (best.rating, loop_type(best.technique))
}

fn loop_type(technique: Technique) -> u8 {
    match technique {
        Technique::UniqueRectangle1 | Technique::UniqueLoop1 => 1,
        Technique::UniqueRectangle2 | Technique::UniqueLoop2 => 2,
        Technique::UniqueRectangle3 | Technique::UniqueLoop3 => 3,
        _ => 4,
    }
}
