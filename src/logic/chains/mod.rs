//! Chains: what follows from "this cell is this digit", or from "it is not".
//!
//! ```text
//!  r1c1=5 ─► r1c8-5 ─► r6c8=5 ─► r6c1-5    A node is a cell, a digit, and on or off. On turns off what it
//!     on       off       on        off     sees; off turns on what is left alone, in a cell or in a house.
//! ```
//!
//! `simple` looks for cycles and for chains from a node to its opposite, `closure` draws all consequences of
//! one assumption, `multiple` compares those of several. Known as forcing chains; a chain of one digit is an
//! X-chain, one through cells with two candidates an XY-chain.

mod closure;
mod links;
mod multiple;
mod simple;

pub(crate) use links::Links;
pub(crate) use multiple::{Anything, Mode, Promise, multiple};
pub(crate) use simple::simple;

use super::step::Step;

/// The rating of a find: 0.1 above the base for each of the thresholds 4, 6, 8, 12, 16, 24, ... that the
/// complexity less 2 exceeds. Each 0.1 is added to the sum of those before: ties depend on the last bit.
pub(crate) fn rated(base: f64, complexity: usize) -> f64 {
    let (mut sum, mut threshold, mut half) = (0.0, 4, true);
    while complexity > threshold + 2 {
        sum += 0.1;
        threshold = if half { threshold * 3 / 2 } else { threshold * 4 / 3 };
        half = !half;
    }
    base + sum
}

/// The best of several finds: the lowest rating, then complexity, then kind, then the first.
#[derive(Default)]
pub(crate) struct Best {
    key: Option<(f64, usize, u8)>,
    step: Option<Step>,
}

impl Best {
    /// Whether a find with this key would be the best so far.
    pub fn wants(&self, rating: f64, complexity: usize, kind: u8) -> bool {
        self.key.is_none_or(|key| (rating, complexity, kind) < key)
    }

    /// Keeps a find. The caller asked [`Self::wants`] before.
    pub fn keep(&mut self, complexity: usize, kind: u8, step: Step) {
        self.key = Some((step.rating, complexity, kind));
        self.step = Some(step);
    }

    pub fn into_step(self) -> Option<Step> {
        self.step
    }
}
