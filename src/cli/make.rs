//! Flags that decide which puzzles are made, and the plan they stand for.

use super::failure::{Code, Failure, OrFail};
use super::night::NightArgs;
use super::pieces::{Outcome, Pieces};
use super::progress::Progress;
use super::stop::Stop;
use super::summary::Tally;
use super::watch;
use clap::{Args, ValueEnum, value_parser};
use std::collections::BTreeMap;
use std::str::FromStr;
use sudoku_press::batch::{Batch, Dedup, Plan, Shortfall};
use sudoku_press::entry::Entry;
use sudoku_press::generate::{FullGrid, Symmetry};
use sudoku_press::score::Level;
use sudoku_press::seed::Seed;

/// What the user typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Puzzles")]
pub struct MakeArgs {
    /// Seed of the run; the same seed gives the same puzzles; from-date makes it of --date and
    /// --secret [default: drawn, and printed]
    #[arg(long, value_name = "N|from-date", allow_negative_numbers = true)]
    seed: Option<SeedArg>,

    #[command(flatten)]
    pub night: NightArgs,

    /// Puzzles for each level
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    count: u64,

    /// Levels to make, 1 (Beginner) to 5 (Evil): a range, a list, or both
    #[arg(long, value_name = "LEVELS", default_value = "1-5")]
    levels: Levels,

    /// Puzzles for each level by itself, for example 1=500,5=200
    #[arg(long, value_name = "LEVEL=N,...", conflicts_with_all = ["count", "levels"])]
    quota: Option<Quota>,

    /// How full grids are made
    #[arg(long, value_enum, default_value_t = GridArg::LasVegas)]
    grid: GridArg,

    /// Random digits that a Las Vegas grid begins with
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = value_parser!(u8).range(0..=81))]
    las_vegas_digits: u8,

    /// Symmetry of the pattern of givens
    #[arg(long, value_enum, default_value_t = SymmetryArg::None)]
    symmetry: SymmetryArg,

    /// When two puzzles are the same: when one is the other in disguise, or only digit for digit
    #[arg(long, value_enum, default_value_t = DedupArg::Class)]
    dedup: DedupArg,

    /// Equivalent puzzles made of each dug puzzle; more than 1 needs --dedup exact
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1_000_000))]
    variants: u64,

    /// Attempts at a puzzle before its level counts as one that cannot be filled
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..))]
    attempts: u32,

    /// Threads [default: one for each core]
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
        let wrong = |e| format!("{e}; a number from 0 to {}, or from-date", u64::MAX);
        text.parse().map(Self::Number).map_err(wrong)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GridArg {
    /// Random digits in random cells, then solve (the paper)
    LasVegas,
    /// Backtracking, each cell with its own shuffled digits
    Shuffled,
    /// The centre block's rows and columns moved round: all grids are equivalent
    Pattern,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SymmetryArg {
    /// Each cell for itself
    None,
    /// The pattern looks the same upside down
    HalfTurn,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DedupArg {
    /// No two equivalent puzzles
    Class,
    /// No two puzzles with the same givens
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
                    "{part} runs backwards; {to}-{from} would be right",
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
            let wrong = || format!("{part:?} is not LEVEL=N, for example 5=200");
            let (name, count) = part.split_once('=').ok_or_else(wrong)?;
            let level = level(name)?;
            let count = count.trim().parse().map_err(|_| wrong())?;
            if !(1..=1_000_000_000).contains(&count) {
                return Err(format!("{part}: 1 to 1000000000 puzzles can be made"));
            }
            if quotas.insert(level, count).is_some() {
                return Err(format!("level {} stands twice", level.number()));
            }
        }
        Ok(Self(quotas))
    }
}

fn level(text: &str) -> Result<Level, String> {
    let number = text.trim().parse::<u8>().ok();
    let level = number.and_then(|n| Level::try_from(n).ok());
    level.ok_or_else(|| format!("{text:?} is not a level; levels are 1 (Beginner) to 5 (Evil)"))
}

impl MakeArgs {
    /// The seed, if the user gave one.
    pub fn seed(&self) -> Option<Seed> {
        Some(match self.seed? {
            SeedArg::Number(seed) => Seed(seed),
            SeedArg::FromDate => self.night.seed(),
        })
    }

    /// What the flags stand for, with this seed.
    pub fn plan(&self, seed: Seed) -> Plan {
        Plan {
            seed,
            quotas: match &self.quota {
                Some(quota) => quota.0.iter().map(|(&level, &n)| (level, n)).collect(),
                None => self
                    .levels
                    .0
                    .iter()
                    .map(|&level| (level, self.count))
                    .collect(),
            },
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

    /// On how many threads; 0 is one for each core.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(0).into()
    }

    /// A batch for the plan, on the threads that the user wants.
    pub fn batch(&self, plan: Plan) -> Result<Batch, Failure> {
        Batch::new(plan, self.threads()).or_usage()
    }
}

/// The seed to use: the user's, or one that is drawn and told.
pub fn seed_or_draw(given: Option<Seed>) -> Result<Seed, Failure> {
    let draw = || Seed::draw().map_err(anyhow::Error::from);
    Ok(given.map_or_else(draw, Ok)?)
}

/// Takes all entries of a batch, each into `each`, with a bar for each level. What an earlier start
/// has left in pieces comes first, and what is made goes into pieces.
pub fn make_all(
    mut batch: Batch,
    plan: &Plan,
    mut pieces: Option<&mut Pieces>,
    stop: &Stop,
    progress: &Progress,
    mut each: impl FnMut(&Entry) -> Result<(), Failure>,
) -> Result<(Tally, Vec<Shortfall>), Failure> {
    let mut tally = Tally::new(&plan.quotas);
    let mut short = Vec::new();
    let mut bars = plan
        .quotas
        .iter()
        .map(|&(level, n)| (level, progress.level(level, n)))
        .collect::<BTreeMap<_, _>>();
    let mut take = |outcome: Outcome| {
        match outcome {
            Ok(issued) => {
                each(&issued.entry)?;
                watch::made(issued.entry.origin.reissue);
                let level = issued.entry.origin.slot.level;
                if let Some(bar) = bars.get_mut(&level) {
                    bar.step();
                }
                tally.count(&issued);
            }
            Err(shortfall) => short.push(shortfall),
        }
        Ok(())
    };
    if let Some(pieces) = &mut pieces {
        pieces.replay(plan, &mut batch, &mut take)?;
    }
    for outcome in batch {
        // From here on the batch yields nothing that can be used.
        if stop.now() {
            break;
        }
        if let Some(pieces) = &mut pieces {
            pieces.note(&outcome)?;
        }
        take(outcome)?;
    }
    match pieces {
        None => stop.check("nothing was kept")?,
        Some(pieces) if stop.now() => {
            pieces.keep()?;
            stop.check(GOES_ON)?;
        }
        Some(_) => {}
    }
    Ok((tally, short))
}

/// What is next when a run was stopped.
pub const GOES_ON: &str = "the same command goes on from here";

/// Code 3 and the sentences, when a level could not be filled.
pub fn all_made(short: &[impl ToString]) -> Result<(), Failure> {
    if short.is_empty() {
        return Ok(());
    }
    let sentences: Vec<_> = short.iter().map(ToString::to_string).collect();
    Err(Failure::say(Code::Short, sentences.join("; ")))
}
