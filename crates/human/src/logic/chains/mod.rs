//! Forcing chains: the consequences of "this cell is this digit", or of "it is not".
//!
//! ```text
//!  r1c1=5 ─► r1c8-5 ─► r6c8=5 ─► r6c1-5  A node is a cell, a digit, and on or off.
//!     on       off       on        off   An on-node turns off what it sees. An off-node
//!                                        turns on what is left alone in a cell or in a house.
//! ```
//!
//! `simple` finds cycles and chains from a node to its opposite, `patterns` finds chains whose
//! shape has a name, `closure` computes all consequences of an assumption, and `multiple` compares
//! the consequences of several assumptions.
//! A chain of one digit is also known as an X-chain, and a chain through cells with two candidates
//! as an XY-chain.

mod closure;
mod links;
mod multiple;
mod patterns;
mod simple;

pub use links::LinkKinds;
pub(crate) use multiple::FullSearch;
pub use multiple::{ChainMode, ChainPruner};
pub(crate) use patterns::{chain_removing, first_chain};
pub(crate) use simple::{best_simple_chain, refuting_chain};

use super::position::Position;
use super::step::{Eliminations, Node};
use super::technique::Technique;
use grid::{Cell, CellSet, Digit, DigitSet};

/// The cells of the two ends of a chain, one of which has the digit.
pub(crate) type ChainEnds = [Cell; 2];

/// Returns the rating of a find: 0.1 above the base for each of the thresholds 4, 6, 8, 12, 16, 24,
/// ... that `complexity - 2` exceeds. The function adds each 0.1 to the running sum, because ties
/// depend on the last bit.
#[inline]
pub(crate) fn chain_rating(technique: Technique, complexity: usize) -> f64 {
    let (mut sum, mut threshold, mut half) = (0.0, 4, true);
    while complexity > threshold + 2 {
        sum += 0.1;
        threshold = if half { threshold * 3 / 2 } else { threshold * 4 / 3 };
        half = !half;
    }
    technique.base_rating() + sum
}

/// The best of several finds: the lowest rating, then complexity, then kind, then the first.
pub struct BestFind<T>(Option<((f64, usize, u8), T)>);

impl<T> Default for BestFind<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> BestFind<T> {
    /// Returns true if a find of this technique, complexity and kind would be the best so far.
    pub fn can_improve(&self, technique: Technique, complexity: usize, kind: u8) -> bool {
        let key = (chain_rating(technique, complexity), complexity, kind);
        self.0.as_ref().is_none_or(|(best, _)| key < *best)
    }

    /// Keeps a find if it is the best so far.
    pub fn offer(
        &mut self,
        technique: Technique,
        complexity: usize,
        kind: u8,
        find: impl FnOnce() -> T,
    ) {
        if self.can_improve(technique, complexity, kind) {
            self.0 = Some(((chain_rating(technique, complexity), complexity, kind), find()));
        }
    }

    /// Returns the find with its rating and complexity.
    pub fn into_find(self) -> Option<(f64, usize, T)> {
        self.0.map(|((rating, complexity, _), find)| (rating, complexity, find))
    }
}

/// Returns the effect of a true node: the digit that it places, and the candidates that it removes
/// from its cell.
pub(crate) fn effect_of(position: &Position, node: Node) -> (Option<(Cell, Digit)>, Eliminations) {
    let Node { cell, digit, on } = node;
    let own = DigitSet::singleton(digit);
    let lost = if on { position.candidates(cell).minus(own) } else { own };
    (on.then_some((cell, digit)), vec![(cell, lost)])
}

impl Position {
    /// Returns the candidates that a cycle of these nodes removes: those outside its cells that see
    /// both an on-node and an off-node of their digit.
    pub fn cycle_eliminations(
        &self,
        nodes: impl IntoIterator<Item = Node>,
    ) -> Option<Eliminations> {
        let (mut own, mut seen) = (CellSet::EMPTY, [[CellSet::EMPTY; 9]; 2]);
        for Node { cell, digit, on } in nodes {
            own.insert(cell);
            let seen = &mut seen[usize::from(on)][digit.index()];
            *seen = seen.union(cell.peer_set());
        }
        let mut lost: Eliminations = Vec::new();
        for (digit, (on, off)) in Digit::ALL.into_iter().zip(seen[1].iter().zip(&seen[0])) {
            for cell in on.intersection(*off).minus(own).intersection(self.cells_with(digit)) {
                match lost.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, digits)) => _ = digits.insert(digit),
                    None => lost.push((cell, DigitSet::singleton(digit))),
                }
            }
        }
        lost.sort_by_key(|(cell, _)| *cell);
        if lost.is_empty() { None } else { Some(lost) }
    }
}
