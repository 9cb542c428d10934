//! The crux of a puzzle: the fewest removals after which singles finish it.

use crate::closure::{CandidateRows, Find, finds_of};
use crate::ladder_steps::LadderSteps;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most positions whose finds are searched in all combinations.
const MAX_POSITIONS: usize = 100;
/// The number of positions that are kept after each removal, where there are too many.
const WIDTH: usize = 16;

/// The fewest removals that were found.
pub(crate) struct Crux {
    /// The finds, in the order in which they are there.
    pub finds: Vec<Find>,
    /// True if fewer removals are known not to do.
    pub is_fewest: bool,
}

impl Crux {
    /// Returns the fewest finds after which singles finish a position. Among as few, the lowest
    /// techniques win, then the fewest candidates, then those that come first in reading order.
    /// Where there are too many combinations, the positions with the fewest candidates go on, and
    /// no find stays that is not needed. `None` if the techniques do not solve the position.
    pub fn find(rows: &CandidateRows, allowed: LadderSteps) -> Option<Self> {
        let mut start = Trial { rows: rows.clone(), finds: Vec::new() };
        start.rows.fill_singles();
        if let Some(finds) = search_all(&start, allowed) {
            return Some(Self { finds, is_fewest: true });
        }
        let found = search_nearest(&start, allowed)?;
        let finds = without_needless(&start, found, allowed);
        Some(Self { finds, is_fewest: false })
    }
}

/// Searches all combinations, as long as there are few. `None` if there are too many.
fn search_all(start: &Trial, allowed: LadderSteps) -> Option<Vec<Find>> {
    let mut layer = vec![start.clone()];
    let mut positions_left = MAX_POSITIONS;
    loop {
        if let Some(finds) = best_finished(&layer) {
            return Some(finds);
        }
        positions_left = positions_left.checked_sub(layer.len())?;
        layer = extend(&layer, allowed);
        if layer.is_empty() {
            return None;
        }
    }
}

/// Goes on from the positions with the fewest candidates. `None` if the techniques do not lead to
/// the end.
fn search_nearest(start: &Trial, allowed: LadderSteps) -> Option<Vec<Find>> {
    let mut layer = vec![start.clone()];
    while !layer.is_empty() {
        if let Some(finds) = best_finished(&layer) {
            return Some(finds);
        }
        layer = extend(&layer, allowed);
        layer.sort_by_cached_key(|trial| (trial.rows.candidate_count(), trial.key()));
        layer.truncate(WIDTH);
    }
    None
}

/// Leaves out each find without which the others lead to the end, the last one first.
fn without_needless(start: &Trial, mut finds: Vec<Find>, allowed: LadderSteps) -> Vec<Find> {
    for index in (0..finds.len()).rev() {
        let mut others = finds.clone();
        others.remove(index);
        if let Some(shorter) = replay(start, &others, allowed) {
            finds = shorter;
        }
    }
    finds
}

/// Takes finds that remove at least as much as these, each by a technique that is not harder.
/// `None` if one is not there, or if they do not lead to the end.
fn replay(start: &Trial, finds: &[Find], allowed: LadderSteps) -> Option<Vec<Find>> {
    let mut trial = start.clone();
    for find in finds {
        let left = find.left_in(&trial.rows);
        if left.is_empty() {
            continue;
        }
        let mut there = finds_of(&trial.rows, allowed).into_iter();
        let same = there.find(|other| other.rank <= find.rank && left.is_within(other))?;
        trial = trial.with(same);
    }
    trial.rows.is_full().then_some(trial.finds)
}

/// Returns the finds of the best trial that fills every cell, if there is one.
fn best_finished(layer: &[Trial]) -> Option<Vec<Find>> {
    let finished = layer.iter().filter(|trial| trial.rows.is_full());
    finished.min_by_key(|trial| trial.key()).map(|best| best.finds.clone())
}

/// Adds a find to each trial. Of those that reach the same position, the best one stays.
fn extend(layer: &[Trial], allowed: LadderSteps) -> Vec<Trial> {
    let mut reached = HashMap::<CandidateRows, Trial>::new();
    for trial in layer {
        for find in finds_of(&trial.rows, allowed) {
            let next = trial.with(find);
            match reached.get_mut(&next.rows) {
                Some(known) if known.key() <= next.key() => {}
                Some(known) => *known = next,
                None => _ = reached.insert(next.rows.clone(), next),
            }
        }
    }
    reached.into_values().collect()
}

/// Some finds, and the position to which they and the singles lead.
#[derive(Clone)]
struct Trial {
    rows: CandidateRows,
    finds: Vec<Find>,
}

impl Trial {
    fn with(&self, find: Find) -> Self {
        let mut rows = self.rows.clone();
        rows.remove_all(&find.lost);
        rows.fill_singles();
        let mut finds = self.finds.clone();
        finds.push(find);
        Self { rows, finds }
    }

    /// Returns the key by which the better one of as many finds comes first: their ranks, hardest
    /// first, the number of their candidates, and these in reading order.
    fn key(&self) -> (Vec<usize>, usize, Vec<usize>) {
        let mut ranks: Vec<usize> = self.finds.iter().map(|find| find.rank).collect();
        ranks.sort_by_key(|&rank| Reverse(rank));
        let mut places: Vec<usize> = self.finds.iter().flat_map(Find::places).collect();
        places.sort_unstable();
        (ranks, places.len(), places)
    }
}
