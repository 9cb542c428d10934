//! Flags that decide which puzzles are made, and their plan.

use super::failure::Failure;
use super::locks;
use super::night::{Night, NightArgs};
use clap::{Args, ValueEnum, value_parser};
use std::collections::BTreeMap;
use std::str::FromStr;
use sudoku_press::batch::{Dedup, Plan};
use sudoku_press::generate::{FullGrid, Symmetry};
use sudoku_press::run::How;
use sudoku_press::score::Level;
use sudoku_press::seed::Seed;

/// Puzzles for each level if nobody says how many.
const COUNT: u64 = 200;
/// Rounds, for a book whose levels take turns: weeks of a year.
const ROUNDS: u64 = 52;

/// What the user typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Puzzles")]
pub struct MakeArgs {
    /// Seed of the run: the same seed gives the same puzzles; from-date computes it from --date and
    /// --secret [default: drawn, and printed]
    #[arg(long, value_name = "N|from-date", allow_negative_numbers = true)]
    seed: Option<SeedArg>,

    #[command(flatten)]
    night: NightArgs,

    /// Number of puzzles for each level; for a design whose levels take turns, number of rounds
    /// [default: 200 puzzles, or 52 rounds]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    count: Option<u64>,

    /// Levels to make, 1 (Beginner) to 5 (Evil): a range, a list, or both
    #[arg(long, value_name = "LEVELS", default_value = "1-5")]
    levels: Levels,

    /// Number of puzzles for each level separately, for example 1=500,5=200
    #[arg(long, value_name = "LEVEL=N,...", conflicts_with_all = ["count", "levels"])]
    quota: Option<Quota>,

    /// Method that makes full grids
    #[arg(long, value_enum, default_value_t = GridArg::LasVegas)]
    grid: GridArg,

    /// Number of random digits that a Las Vegas grid begins with
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = value_parser!(u8).range(0..=81))]
    las_vegas_digits: u8,

    /// Symmetry of the pattern of givens
    #[arg(long, value_enum, default_value_t = SymmetryArg::None)]
    symmetry: SymmetryArg,

    /// When two puzzles count as duplicates
    #[arg(long, value_enum, default_value_t = DedupArg::Class)]
    dedup: DedupArg,

    /// Number of equivalent puzzles for each dug puzzle; more than 1 needs --dedup exact
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1_000_000))]
    variants: u64,

    /// Number of attempts at a puzzle before its level ends short
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..))]
    attempts: u32,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
enum SeedArg {
    Number(u64),
    FromDate,
}

impl FromStr for SeedArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "from-date" {
            return Ok(Self::FromDate);
        }
        let wrong = |_| {
            let most = u64::MAX;
            format!("expected a number from 0 to {most}, or from-date, found {text:?}")
        };
        text.parse().map(Self::Number).map_err(wrong)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GridArg {
    /// Random digits in random cells, then solve (the paper)
    LasVegas,
    /// Backtracking, each cell with its own shuffled digits
    Shuffled,
    /// Rows and columns of the centre block moved: all grids are equivalent
    Pattern,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SymmetryArg {
    /// No symmetry
    None,
    /// 180-degree rotational symmetry
    HalfTurn,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DedupArg {
    /// When they are equivalent under the symmetries of Sudoku
    Class,
    /// When their givens are identical
    Exact,
}

/// `1-5`, `2,4`, `1-2,5`.
#[derive(Clone, Debug)]
struct Levels(Vec<Level>);

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

/// `1=500,5=200`.
#[derive(Clone, Debug)]
struct Quota(BTreeMap<Level, u64>);

impl FromStr for Quota {
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
        Ok(Self(quotas))
    }
}

fn level(text: &str) -> Result<Level, String> {
    let number = text.trim().parse::<u8>().ok();
    let level = number.and_then(|n| Level::try_from(n).ok());
    level.ok_or_else(|| format!("expected a level, 1 (Beginner) to 5 (Evil), found {text:?}"))
}

impl MakeArgs {
    /// The night, once and for all.
    pub fn night(&self) -> Night {
        self.night.night()
    }

    /// How the run is to be made.
    pub fn how(&self, night: &Night, replace: bool, again: bool) -> Result<How, Failure> {
        let seed = match self.seed {
            None => None,
            Some(SeedArg::Number(seed)) => Some(Seed(seed)),
            Some(SeedArg::FromDate) => Some(night.seed()?),
        };
        Ok(How {
            seed,
            threads: self.threads.unwrap_or(0).into(),
            replace,
            again,
            holder: locks::holder(),
            now: locks::now,
        })
    }

    /// Whether the seed is made of the date.
    pub fn is_nightly(&self) -> bool {
        matches!(self.seed, Some(SeedArg::FromDate))
    }

    /// Number of puzzles of each level; for a book whose levels take turns, number of rounds.
    fn quotas(&self, turns: &[Level]) -> Vec<(Level, u64)> {
        if let Some(quota) = &self.quota {
            return quota.0.iter().map(|(&level, &n)| (level, n)).collect();
        }
        let levels = self.levels.0.iter().copied();
        if turns.is_empty() {
            let count = self.count.unwrap_or(COUNT);
            return levels.map(|level| (level, count)).collect();
        }
        let rounds = self.count.unwrap_or(ROUNDS);
        let times = |level| turns.iter().filter(|turn| **turn == level).count() as u64;
        let quotas = levels.map(|level| (level, rounds * times(level)));
        quotas.filter(|(_, count)| *count > 0).collect()
    }

    /// The plan of these flags; `turns` are the levels of a book in which levels take turns.
    pub fn plan(&self, turns: &[Level]) -> Plan {
        Plan {
            quotas: self.quotas(turns),
            grid: match self.grid {
                GridArg::LasVegas => FullGrid::LasVegas {
                    digits: self.las_vegas_digits.into(),
                },
                GridArg::Shuffled => FullGrid::Shuffled,
                GridArg::Pattern => FullGrid::Pattern,
            },
            symmetry: match self.symmetry {
                SymmetryArg::None => Symmetry::None,
                SymmetryArg::HalfTurn => Symmetry::HalfTurn,
            },
            dedup: match self.dedup {
                DedupArg::Class => Dedup::Class,
                DedupArg::Exact => Dedup::Exact,
            },
            variants: self.variants,
            attempts: self.attempts,
        }
    }
}

/// The user's seed, or one that is drawn.
pub fn seed_or_draw(given: Option<Seed>) -> Result<Seed, Failure> {
    let draw = || Seed::draw().map_err(anyhow::Error::from);
    Ok(given.map_or_else(draw, Ok)?)
}
