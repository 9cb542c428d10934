//! How puzzles are spread over levels, counted while they are read: of a puzzle its key is kept, and the puzzles at both ends
//! of each level. So a sheet can be of millions.

use crate::check::verify::Known;
use crate::human::ladder::Rung;
use crate::run::Figures;
use crate::sudoku::grid::Grid;
use crate::sudoku::key::Key;
use std::collections::BTreeMap;

/// Puzzles that are drawn at each end of a level.
const DRAWN: usize = 5;

/// What was counted.
#[derive(Default)]
pub(super) struct Spread {
    /// The proved puzzles by level or band.
    pub rungs: BTreeMap<Rung, OfRung>,
    pub figures: Figures,
    /// The deduplication keys of all puzzles, in the order of the rows.
    pub keys: Vec<Key>,
    /// The number of rows.
    pub rows: u64,
}

/// The puzzles of a level or band.
#[derive(Default)]
pub(super) struct OfRung {
    pub puzzles: u64,
    pub givens: GivenMap,
    /// The first puzzles and the last ones by hardness; those of one hardness in the order of the rows.
    easiest: Vec<Known>,
    hardest: Vec<Known>,
}

/// How often each cell is given.
pub(super) struct GivenMap {
    pub counts: [u64; 81],
    pub puzzles: u64,
}

impl Default for GivenMap {
    fn default() -> Self {
        Self { counts: [0; 81], puzzles: 0 }
    }
}

impl GivenMap {
    /// Counts the givens of a puzzle.
    pub fn count(&mut self, givens: &Grid) {
        self.puzzles += 1;
        for (cell, _) in givens.filled() {
            self.counts[cell.index()] += 1;
        }
    }

    /// Adds what another map has counted.
    pub fn add(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
    }
}

impl Spread {
    /// Counts a row.
    pub fn count(&mut self, row: &Known) {
        self.rows += 1;
        self.keys.extend(row.key);
        if let (Some(rung), Some(score), Some(givens)) = (row.rung, &row.score, row.givens()) {
            self.figures.count(rung, score, row.rating.as_ref());
            let of_rung = self.rungs.entry(rung).or_default();
            of_rung.puzzles += 1;
            of_rung.givens.count(givens);
            of_rung.rank(row);
        }
    }

    /// The keys, each once, ascending.
    pub fn different(&self) -> Vec<Key> {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

impl OfRung {
    fn rank(&mut self, row: &Known) {
        let place =
            |among: &[Known]| among.partition_point(|other| hardness(other) <= hardness(row));
        let at = place(&self.easiest);
        if at < DRAWN {
            self.easiest.insert(at, row.clone());
            self.easiest.truncate(DRAWN);
        }
        let at = place(&self.hardest);
        if at > 0 || self.hardest.len() < DRAWN {
            self.hardest.insert(at, row.clone());
            let over = self.hardest.len().saturating_sub(DRAWN);
            self.hardest.drain(..over);
        }
    }

    /// The easiest puzzles, and the hardest of the others.
    pub fn ends(&self) -> [&[Known]; 2] {
        let others = (self.puzzles as usize).saturating_sub(self.easiest.len());
        let both = self.hardest.len().saturating_sub(others);
        [&self.easiest, &self.hardest[both..]]
    }
}

/// What makes a puzzle harder than another of its level: rating and time where there are any, else total and
/// searches, then fewer givens.
fn hardness(row: &Known) -> (u64, u64, usize) {
    let givens = row.score.map_or(0, |score| 81 - score.givens);
    match (&row.rating, &row.score) {
        (Some(rating), _) => (rating.er.0.into(), rating.seconds.0 as u64, givens),
        (None, Some(score)) => (score.total_tenths().into(), score.searches, givens),
        (None, None) => (0, 0, givens),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::score::{Level, Score};

    /// The ends are those of all rows sorted, also of few: a row is at one end alone.
    #[test]
    fn the_ends_of_a_level_are_those_of_its_sorted_rows() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = crate::sudoku::puzzle::Puzzle::prove(line.parse().unwrap()).unwrap();
        let score = Score::of(&puzzle);
        for count in 0..40 {
            let row = |line: u64| Known {
                puzzle: Some(puzzle),
                rung: Some(Level::Easy.into()),
                score: Some(Score { searches: line * 7 % 11, ..score }),
                rating: None,
                key: None,
                id: String::new(),
                line,
            };
            let mut rows: Vec<_> = (0..count).map(row).collect();
            let mut spread = Spread::default();
            rows.iter().for_each(|row| spread.count(row));
            rows.sort_by_key(hardness);
            let hardest =
                rows.split_off((rows.len().saturating_sub(DRAWN)).max(rows.len().min(DRAWN)));
            rows.truncate(DRAWN);
            let lines = |rows: &[Known]| rows.iter().map(|row| row.line).collect::<Vec<_>>();
            let found = spread
                .rungs
                .values()
                .next()
                .map_or([vec![], vec![]], |rung| rung.ends().map(lines));
            assert_eq!(found, [lines(&rows), lines(&hardest)], "{count}");
        }
    }
}
