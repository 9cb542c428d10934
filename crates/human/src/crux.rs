//! The crux of a puzzle: the fewest removals after which singles finish it.

use crate::band::Band;
use crate::closure::{CandidateRows, Find, list_finds};
use crate::ladder_steps::LadderSteps;
use crate::logic::StepKind;
use grid::Grid;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most positions whose finds are searched in all combinations.
const MAX_POSITIONS: usize = 100;
/// The number of positions that are kept after each removal, where there are too many.
const WIDTH: usize = 16;

/// The fewest removals that were found.
pub(crate) struct Crux {
    /// The finds, in the order in which they are there.
    pub(crate) finds: Vec<Find>,
    /// True if fewer removals are known not to do.
    pub(crate) is_fewest: bool,
}

impl Crux {
    /// Returns the fewest finds after which singles finish a position. Among as few, the lowest
    /// techniques win, then the fewest candidates, then those that come first in reading order.
    /// Where there are too many combinations, the positions with the fewest candidates go on, and
    /// no find stays that is not needed. `None` if the techniques do not solve the position.
    pub(crate) fn find(rows: &CandidateRows, allowed: LadderSteps) -> Option<Self> {
        let start = Trial::new(rows.clone());
        if let Some(finds) = search_all(&start, allowed) {
            return Some(Self { finds, is_fewest: true });
        }
        let found = search_nearest(&start, allowed)?;
        let finds = without_needless(&start, found, allowed);
        Some(Self { finds, is_fewest: false })
    }
}

impl Band {
    /// Returns true if the techniques of this band solve a puzzle, and one of the band itself comes
    /// in its crux when this share of the empty cells, in per cent, is filled. Takes 0.1 ms in band
    /// 4, 1 ms in band 5, and 10 ms in band 6.
    pub fn has_late_use(self, givens: &Grid, percent: u32) -> bool {
        let rows = CandidateRows::new(givens);
        let Some(crux) = Crux::find(&rows, self.ladder_steps()) else { return false };
        let empty = rows.count();
        let mut trial = Trial::new(rows);
        crux.finds.into_iter().any(|find| {
            let filled = empty - trial.rows.count();
            let is_own = StepKind::from_ladder_rank(find.rank).band() == self;
            trial = trial.with(find);
            is_own && 100 * filled >= percent * empty
        })
    }
}

/// Searches all combinations, as long as there are few. `None` if there are too many.
fn search_all(start: &Trial, allowed: LadderSteps) -> Option<Vec<Find>> {
    let mut layer = vec![start.clone()];
    let mut positions_left = MAX_POSITIONS;
    loop {
        if let Some(finds) = first_finished(&layer) {
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
        if let Some(finds) = first_finished(&layer) {
            return Some(finds);
        }
        layer = extend(&layer, allowed);
        // Equal ones stay in their order.
        layer.sort_by_cached_key(|trial| trial.rows.candidate_count());
        layer.truncate(WIDTH);
    }
    None
}

/// Leaves out each find without which the others lead to the end, the last one first.
fn without_needless(start: &Trial, mut finds: Vec<Find>, allowed: LadderSteps) -> Vec<Find> {
    let mut index = finds.len();
    while index > 0 {
        index -= 1;
        let mut others = finds.clone();
        others.remove(index);
        if let Some(shorter) = replay(start, &others, allowed) {
            // One that removes more can make others needless, too.
            index = index.min(shorter.len());
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
        let mut there = list_finds(&trial.rows, allowed).into_iter();
        let same = there.find(|other| other.rank <= find.rank && left.is_within(other))?;
        trial = trial.with(same);
    }
    trial.rows.is_full().then_some(trial.finds)
}

/// Returns the finds of the first trial that fills every cell, if there is one.
fn first_finished(layer: &[Trial]) -> Option<Vec<Find>> {
    layer.iter().find(|trial| trial.rows.is_full()).map(|best| best.finds.clone())
}

/// Adds a find to each trial. Of those that reach the same position, the best one stays; of the
/// orders of the same finds, that which begins with the simplest. Returns the best ones first.
fn extend(layer: &[Trial], allowed: LadderSteps) -> Vec<Trial> {
    let mut reached = HashMap::<CandidateRows, Trial>::new();
    for trial in layer {
        for find in list_finds(&trial.rows, allowed) {
            let next = trial.with(find);
            match reached.get_mut(&next.rows) {
                Some(known) if known.key() <= next.key() => {}
                Some(known) => *known = next,
                None => _ = reached.insert(next.rows.clone(), next),
            }
        }
    }
    let mut next: Vec<Trial> = reached.into_values().collect();
    next.sort_by_cached_key(Trial::key);
    next
}

/// Some finds, and the position to which they and the singles lead.
#[derive(Clone)]
struct Trial {
    rows: CandidateRows,
    finds: Vec<Find>,
}

impl Trial {
    /// Begins with no find.
    fn new(mut rows: CandidateRows) -> Self {
        rows.fill_singles();
        Self { rows, finds: Vec::new() }
    }

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
