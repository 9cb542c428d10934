//! The table at the end of a run: a line for each level.

use crate::human::ladder::Rung;
use crate::make::batch::Issued;
use crate::sudoku::score::SEARCHES_CAP;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Counts over all levels, in memory that does not grow with the number of puzzles. As text it is a
/// short table; [`Stats`] is the long one.
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
    /// Number of puzzles for each number of searches.
    searches: BTreeMap<u64, u64>,
    /// Number of rated puzzles for each expected time, in minutes.
    minutes: BTreeMap<u64, u64>,
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
        *level.searches.entry(score.searches).or_default() += 1;
        if let Some(rating) = issued.entry.rating {
            *level.minutes.entry((rating.seconds.0 / 60.0).round() as u64).or_default() += 1;
        }
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
    fn givens(&self) -> String {
        self.givens.map_or("-".to_owned(), |(fewest, most)| format!("{fewest}-{most}"))
    }

    /// The lower median of the searches.
    fn searches(&self) -> String {
        match median(&self.searches) {
            n if n >= SEARCHES_CAP => format!("{SEARCHES_CAP} up"),
            n => n.to_string(),
        }
    }

    /// The lower median of the expected times; a dash where the puzzles are not rated.
    fn minutes(&self) -> String {
        match self.minutes.is_empty() {
            true => "-".to_owned(),
            false => median(&self.minutes).to_string(),
        }
    }
}

/// The lower median of values, each with its number of puzzles.
fn median(counts: &BTreeMap<u64, u64>) -> u64 {
    let mut left = counts.values().sum::<u64>().div_ceil(2);
    for (&value, &n) in counts {
        if left <= n {
            return value;
        }
        left -= n;
    }
    0
}

/// What most people want to know: puzzles, givens, minutes if the puzzles are rated, seconds of
/// work.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.levels.keys().next().map_or("level", |rung| rung.word());
        let rated = self.levels.values().any(|level| !level.minutes.is_empty());
        let minutes = |text: &str| if rated { format!(" {text:>8}") } else { String::new() };
        let head = minutes("minutes");
        write!(f, "{word:<12} {:>9} {:>6}{head} {:>8}", "puzzles", "givens", "work, s")?;
        for (rung, level) in &self.levels {
            let (number, name, count) = (rung.number(), rung.name(), level.count);
            let (givens, minutes) = (level.givens(), minutes(&level.minutes()));
            let seconds = level.time.as_secs_f64();
            write!(f, "\n{number} {name:<10} {count:>9} {givens:>6}{minutes} {seconds:>8.2}")?;
        }
        Ok(())
    }
}

/// The table with attempts and searches too.
pub struct Stats<'a>(pub &'a Tally);

impl fmt::Display for Stats<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{:<12} {:>9} {:>15}", self.0, "", "attempts", "median searches")?;
        for (rung, level) in &self.0.levels {
            let (number, name, attempts) = (rung.number(), rung.name(), level.attempts);
            write!(f, "\n{number} {name:<10} {attempts:>9} {:>15}", level.searches())?;
        }
        Ok(())
    }
}
