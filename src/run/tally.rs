//! The table at the end of a run: puzzles, attempts, givens, searches and seconds of each level.

use crate::human::ladder::Rung;
use crate::make::batch::Issued;
use crate::sudoku::score::SEARCHES_CAP;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Counts over all levels, in memory that does not grow with the number of puzzles. As text it is a
/// table with a line for each level.
#[derive(Clone, Debug)]
pub struct Tally {
    levels: BTreeMap<Rung, LevelTally>,
}

/// The counts of a level.
#[derive(Clone, Debug, Default)]
struct LevelTally {
    count: u64,
    attempts: u64,
    time: Duration,
    /// The fewest and the most.
    givens: Option<(usize, usize)>,
    /// Number of puzzles for each number of searches, in steps of nine: every number but the cap is a
    /// multiple of nine.
    searches: Vec<u32>,
}

impl Tally {
    /// Nothing is counted yet.
    pub fn new(quotas: &[(Rung, u64)]) -> Self {
        Self { levels: quotas.iter().map(|&(level, _)| (level, LevelTally::default())).collect() }
    }

    /// Counts a puzzle. Returns the number of puzzles of its level or band.
    pub fn count(&mut self, issued: &Issued) -> u64 {
        let score = issued.entry.score;
        let Some(level) = self.levels.get_mut(&issued.entry.origin.slot.rung) else {
            return 0;
        };
        level.count += 1;
        level.attempts += issued.attempts;
        let (fewest, most) = level.givens.unwrap_or((score.givens, score.givens));
        level.givens = Some((fewest.min(score.givens), most.max(score.givens)));
        let bucket = score.searches.div_ceil(9) as usize;
        if level.searches.len() <= bucket {
            level.searches.resize(bucket + 1, 0);
        }
        level.searches[bucket] += 1;
        level.count
    }

    /// Sets the time in which the puzzles of a level or band were made.
    pub fn worked(&mut self, rung: Rung, time: Duration) {
        if let Some(level) = self.levels.get_mut(&rung) {
            level.time = time;
        }
    }

    /// The counts as JSON: an object for each level, easiest first.
    pub fn json(&self) -> Value {
        let level = |(rung, tally): (&Rung, &LevelTally)| {
            json!({
                rung.word(): rung.number(), "puzzles": tally.count, "attempts": tally.attempts,
                "seconds": tally.time.as_secs_f64(),
            })
        };
        self.levels.iter().map(level).collect()
    }
}

impl LevelTally {
    /// The lower median of the searches.
    fn median_searches(&self) -> u64 {
        let mut left = self.count.div_ceil(2);
        for (bucket, &n) in (0..).zip(&self.searches) {
            if left <= u64::from(n) {
                return (bucket * 9).min(SEARCHES_CAP);
            }
            left -= u64::from(n);
        }
        0
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Narrower than 60 columns.
        let word = self.levels.keys().next().map_or("level", |rung| rung.word());
        write!(
            f,
            "{:>50}\n{word:<12} {:>9} {:>10} {:>6} {:>9} {:>8}",
            "median", "puzzles", "attempts", "givens", "searches", "seconds"
        )?;
        for (level, tally) in &self.levels {
            let givens = tally.givens.map(|(fewest, most)| format!("{fewest}-{most}"));
            let givens = givens.as_deref().unwrap_or("-");
            let searches = match tally.median_searches() {
                n if n >= SEARCHES_CAP => format!("{SEARCHES_CAP} up"),
                n => n.to_string(),
            };
            write!(
                f,
                "\n{} {:<10} {:>9} {:>10} {givens:>6} {searches:>9} {:>8.2}",
                level.number(),
                level.name(),
                tally.count,
                tally.attempts,
                tally.time.as_secs_f64(),
            )?;
        }
        Ok(())
    }
}
