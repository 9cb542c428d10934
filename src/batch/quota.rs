//! How many puzzles of which level, as users write it.

use crate::score::Level;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Levels as users write them: `1-5`, `2,4`, `1-2,5`.
///
/// ```
/// use sudoku_press::{Level, batch::Levels};
/// let levels: Levels = "1-2,5".parse()?;
/// assert_eq!(levels.each(3), [(Level::Beginner, 3), (Level::Easy, 3), (Level::Evil, 3)]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels(
    /// The levels, easiest first, each once.
    pub Vec<Level>,
);

impl Levels {
    /// The quotas: `count` puzzles for each level, or 200; where the levels take turns, the puzzles of
    /// `count` rounds, or 52.
    pub fn quotas(&self, count: Option<u64>, turns: &[Level]) -> Vec<(Level, u64)> {
        match turns {
            [] => self.each(count.unwrap_or(200)),
            turns => self.in_turn(count.unwrap_or(52), turns),
        }
    }

    /// This number of puzzles for each level.
    pub fn each(&self, count: u64) -> Vec<(Level, u64)> {
        self.0.iter().map(|&level| (level, count)).collect()
    }

    /// Puzzles for this number of rounds, where the levels take turns: a level may have several turns
    /// in a round, or none.
    pub fn in_turn(&self, rounds: u64, turns: &[Level]) -> Vec<(Level, u64)> {
        let times = |level| turns.iter().filter(|turn| **turn == level).count() as u64;
        let quotas = self.0.iter().map(|&level| (level, rounds * times(level)));
        quotas.filter(|(_, count)| *count > 0).collect()
    }
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut levels = Vec::new();
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (from, to) = (level(from)?, level(to)?);
            if from > to {
                return Err(format!(
                    "expected a rising range such as {to}-{from}, found {part}",
                    from = from.number(),
                    to = to.number()
                ));
            }
            levels.extend(Level::ALL.into_iter().filter(|l| (from..=to).contains(l)));
        }
        levels.sort_unstable();
        levels.dedup();
        Ok(Self(levels))
    }
}

/// Numbers of puzzles as users write them: `1=500,5=200`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotas(
    /// Each level and its number of puzzles, easiest first.
    pub Vec<(Level, u64)>,
);

impl FromStr for Quotas {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut quotas = BTreeMap::new();
        for part in text.split(',') {
            let wrong = || format!("expected LEVEL=N, for example 5=200, found {part:?}");
            let (name, count) = part.split_once('=').ok_or_else(wrong)?;
            let level = level(name)?;
            let count = count.trim().parse().map_err(|_| wrong())?;
            if !(1..=1_000_000_000).contains(&count) {
                return Err(format!("expected 1 to 1000000000 puzzles, found {part}"));
            }
            if quotas.insert(level, count).is_some() {
                return Err(format!(
                    "expected each level once, found level {} twice",
                    level.number()
                ));
            }
        }
        Ok(Self(quotas.into_iter().collect()))
    }
}

fn level(text: &str) -> Result<Level, String> {
    let number = text.trim().parse::<u8>().ok();
    let level = number.and_then(|n| Level::try_from(n).ok());
    level.ok_or_else(|| format!("expected a level, 1 (Beginner) to 5 (Evil), found {text:?}"))
}
