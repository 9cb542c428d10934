//! Counts puzzles by level while rows are read. Only the key of each puzzle and the puzzles at both
//! ends of each level are kept, so a sheet can cover millions.

use crate::check::verify::{CatalogRow, VerifiedPuzzle};
use crate::run::Histograms;
use engine::human::ladder::Rung;
use engine::sudoku::grid::Grid;
use engine::sudoku::key::Key;
use std::collections::BTreeMap;

/// The number of puzzles drawn at each end of a level.
const DRAWN: usize = 5;

/// The statistics of all rows.
#[derive(Default)]
pub(super) struct PuzzleStats {
    /// The verified puzzles by level or band.
    pub rungs: BTreeMap<Rung, RungStats>,
    pub figures: Histograms,
    /// The deduplication keys of all puzzles, in row order.
    pub keys: Vec<Key>,
    /// The number of rows.
    pub rows: u64,
}

/// A puzzle with the name of its row.
pub(super) type RankedPuzzle = (String, VerifiedPuzzle);

/// The statistics of a level or band.
#[derive(Default)]
pub(super) struct RungStats {
    pub givens: GivenMap,
    /// The easiest and hardest puzzles, by hardness and then by row.
    easiest: Vec<RankedPuzzle>,
    hardest: Vec<RankedPuzzle>,
}

/// The number of puzzles in which each cell is given.
#[derive(Default)]
pub(super) struct GivenMap {
    /// The counts by row and column.
    pub counts: [[u64; 9]; 9],
    pub puzzles: u64,
}

impl GivenMap {
    /// Counts the givens of a puzzle.
    pub fn count(&mut self, givens: &Grid) {
        self.puzzles += 1;
        for (cell, _) in givens.filled() {
            self.counts[cell.row()][cell.column()] += 1;
        }
    }

    /// Adds the counts of another map.
    pub fn add(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        let counts = self.counts.as_flattened_mut().iter_mut();
        counts.zip(other.counts.as_flattened()).for_each(|(count, more)| *count += more);
    }
}

impl PuzzleStats {
    /// Counts a row.
    pub fn count(&mut self, row: &CatalogRow) {
        self.rows += 1;
        if let Some(proved) = &row.proved {
            self.keys.push(proved.key);
            self.figures.count(proved.rung, &proved.score, proved.rating.as_ref());
            let of_rung = self.rungs.entry(proved.rung).or_default();
            of_rung.givens.count(proved.puzzle.givens());
            of_rung.rank(row, proved);
        }
    }

    /// Returns the distinct keys, ascending.
    pub fn different(&self) -> Vec<Key> {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

impl RungStats {
    fn rank(&mut self, row: &CatalogRow, proved: &VerifiedPuzzle) {
        let place = |among: &[RankedPuzzle]| {
            among.partition_point(|(_, other)| hardness(other) <= hardness(proved))
        };
        let ranked = || (row.name(), proved.clone());
        let at = place(&self.easiest);
        if at < DRAWN {
            self.easiest.insert(at, ranked());
            self.easiest.truncate(DRAWN);
        }
        let at = place(&self.hardest);
        if at > 0 || self.hardest.len() < DRAWN {
            self.hardest.insert(at, ranked());
            let over = self.hardest.len().saturating_sub(DRAWN);
            self.hardest.drain(..over);
        }
    }

    /// Returns the easiest puzzles, and the hardest of the remaining ones.
    pub fn ends(&self) -> [&[RankedPuzzle]; 2] {
        let others = (self.givens.puzzles as usize).saturating_sub(self.easiest.len());
        let both = self.hardest.len().saturating_sub(others);
        [&self.easiest, &self.hardest[both..]]
    }
}

/// Returns the sort key of hardness: rating and time if the puzzle is rated, else total score and
/// searches, then fewer givens.
fn hardness(VerifiedPuzzle { rating, score, .. }: &VerifiedPuzzle) -> (u64, u64, usize) {
    let (first, second) = match rating {
        Some(rating) => (rating.er.0.into(), rating.seconds.0 as u64),
        None => (score.total_tenths().into(), score.searches),
    };
    (first, second, 81 - score.givens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sudoku::score::{Level, Score};

    /// The ends equal those of all rows sorted. With few rows, no row is at both ends.
    #[test]
    fn the_ends_of_a_level_are_those_of_its_sorted_rows() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = engine::sudoku::puzzle::Puzzle::prove(line.parse().unwrap()).unwrap();
        let score = Score::of(&puzzle);
        let key = Key::of(puzzle.givens());
        for count in 0..40_usize {
            let row = |line: u64| {
                let score = Score { searches: line * 7 % 11, ..score };
                let rung = Level::Easy.into();
                let proved =
                    Some(VerifiedPuzzle { puzzle, rung, score, rating: None, key, class: key });
                CatalogRow { line, id: String::new(), proved }
            };
            let mut rows: Vec<_> = (0..count as u64).map(row).collect();
            let mut spread = PuzzleStats::default();
            rows.iter().for_each(|row| spread.count(row));
            rows.sort_by_key(|row| hardness(row.proved.as_ref().unwrap()));
            let mut names: Vec<_> = rows.iter().map(CatalogRow::name).collect();
            let hardest = names.split_off(count.saturating_sub(DRAWN).max(count.min(DRAWN)));
            names.truncate(DRAWN);
            let of =
                |rows: &[RankedPuzzle]| rows.iter().map(|row| row.0.clone()).collect::<Vec<_>>();
            let found =
                spread.rungs.values().next().map_or([vec![], vec![]], |rung| rung.ends().map(of));
            assert_eq!(found, [names, hardest], "{count}");
        }
    }
}
