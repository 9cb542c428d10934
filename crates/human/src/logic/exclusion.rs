//! Aligned exclusion: pairs or triples of digits that would leave another cell without candidates.
//!
//! ```text
//!  r1c1 = 12    r1c2 = 134      If r1c1 is 2 and r1c2 is 4, then r3c3 = 24 has nothing left.
//!  r3c3 = 24    r5c2 = 23 ...   When every combination with a candidate fails like this, the
//!                               candidate goes.
//! ```
//!
//! The cells that rule combinations out are the *excluders*. Despite the name, the two or three
//! cells need not be aligned.

use super::houses::peers;
use super::position::Position;
use super::step::{Reason, Step, non_empty};
use super::technique::Technique;
use grid::{Cell, CellSet, Digit, DigitSet};

/// The cells to combine, in reading order. Each of them sees an excluder.
struct ExclusionCells<'a> {
    position: &'a Position,
    cells: Vec<Cell>,
    excluders: CellSet,
}

/// Returns the first aligned pair exclusion.
pub(crate) fn pair(position: &Position) -> Option<Step> {
    let all = ExclusionCells::new(position, position.two_candidates());
    all.pairs().find_map(|pair| all.exclude(&pair, Technique::AlignedPairExclusion, 6.2))
}

/// Returns the first aligned triplet exclusion.
pub(crate) fn triplet(position: &Position) -> Option<Step> {
    let excluders = position.few_candidates(3);
    let all = ExclusionCells::new(position, excluders);
    all.pairs().find_map(|[first, second]| {
        let mut tried = CellSet::singleton(first).union(CellSet::singleton(second));
        let thirds = peers(first).chain(peers(second));
        let mut thirds = thirds.filter(|third| {
            excluders.contains(*third) && all.cells.contains(third) && tried.insert(*third)
        });
        let technique = Technique::AlignedTripletExclusion;
        thirds.find_map(|third| all.exclude(&[first, second, third], technique, 7.5))
    })
}

impl<'a> ExclusionCells<'a> {
    fn new(position: &'a Position, excluders: CellSet) -> Self {
        let cells = Cell::ALL.into_iter().filter(|&cell| {
            position.candidates(cell).len() >= 2
                && !cell.peer_set().intersection(excluders).is_empty()
        });
        Self { position, cells: cells.collect(), excluders }
    }

    /// Returns the pairs of cells. The first cell changes fastest.
    fn pairs(&self) -> impl Iterator<Item = [Cell; 2]> {
        (0..self.cells.len()).flat_map(move |j| (0..j).map(move |i| [self.cells[i], self.cells[j]]))
    }

    /// Returns the step that removes the candidates that no possible combination of these cells
    /// has.
    fn exclude(&self, cells: &[Cell], technique: Technique, rating: f64) -> Option<Step> {
        let excluders = self.excluders.intersection(Cell::common_peers(cells.iter().copied()));
        if excluders.len() < 2 {
            return None;
        }
        let sets = excluders.map(|cell| self.position.candidates(cell)).collect::<Vec<_>>();
        let mut possible = vec![DigitSet::EMPTY; cells.len()];
        let mut chosen = Vec::new();
        self.combine(cells, &sets, &mut chosen, &mut possible);
        let left = cells.iter().zip(possible);
        let mut eliminations = non_empty(
            left.map(|(cell, left)| (*cell, self.position.candidates(*cell).minus(left))),
        )?;
        eliminations.sort_by_key(|(cell, _)| *cell);
        let reason = Reason::Exclusion { cells: cells.to_vec(), excluders };
        Some(Step::with_eliminations(technique, rating, eliminations, reason))
    }

    fn combine(
        &self,
        cells: &[Cell],
        sets: &[DigitSet],
        chosen: &mut Vec<Digit>,
        possible: &mut [DigitSet],
    ) {
        let Some(&cell) = cells.get(chosen.len()) else {
            let together: DigitSet = chosen.iter().copied().collect();
            if !sets.iter().any(|set| set.minus(together).is_empty()) {
                possible.iter_mut().zip(&*chosen).for_each(|(set, digit)| _ = set.insert(*digit));
            }
            return;
        };
        for digit in self.position.candidates(cell) {
            let mut before = cells.iter().zip(&*chosen);
            if before.all(|(other, &taken)| taken != digit || !other.peer_set().contains(cell)) {
                chosen.push(digit);
                self.combine(cells, sets, chosen, possible);
                chosen.pop();
            }
        }
    }
}
