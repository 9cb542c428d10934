//! Settings of the work itself: the seed, the folder, the archive, messages and shards. No manifest
//! keeps them.

use super::quotas::Levels;
use grid::GridShape;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use make::Seed;
use std::path::PathBuf;
use std::time::Duration;
use words::Problem;

/// The numbers of puzzles of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CountSettings {
    /// Number of puzzles for each level or band, or number of rounds.
    pub count: Option<u64>,
    /// Number of puzzles in all.
    pub total: Option<u64>,
    /// The levels or bands.
    pub levels: Option<Levels>,
    /// The size of the grids, unless the quotas name sizes.
    pub size: GridShape,
    /// The day of the last puzzle.
    pub last_day: Option<Date>,
    /// Number of pages, in all volumes.
    pub pages: Option<u16>,
    /// The identifiers of the puzzles that are replaced, in order. A user may type the printed
    /// numbers of a finished run, which its command turns into identifiers.
    pub another: Vec<String>,
}

/// Returns true if a user names a puzzle by its printed number, in a class with the version before
/// it (`7/3`), and not by its identifier.
pub fn is_printed_number(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (version, number) = name.split_once('/').unwrap_or(("1", name));
    is_number(version) && is_number(number)
}

/// The settings of the work: folder, seed, threads.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkSettings {
    /// The folder of the run, or the file of the catalogue.
    pub out: PathBuf,
    /// The seed; `None` draws one.
    pub seed: Option<SeedChoice>,
    /// The date of the night; `None` for today.
    pub date: Option<Date>,
    /// The time zone that tells which day today is.
    pub timezone: TimeZone,
    /// The secret of the user, without which nobody can make the puzzles of a night.
    pub secret: Option<String>,
    /// Number of threads; `None` for one a core.
    pub threads: Option<u16>,
    /// The file of pictures of the givens.
    pub pattern: Option<PathBuf>,
}

impl Default for WorkSettings {
    fn default() -> Self {
        Self {
            out: "out".into(),
            seed: None,
            date: None,
            timezone: TimeZone::UTC,
            secret: None,
            threads: None,
            pattern: None,
        }
    }
}

/// The seed that a user names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedChoice {
    /// This seed.
    Number(Seed),
    /// The seed of the date and the secret.
    FromDate,
}

impl WorkSettings {
    /// Returns the seed, if it is a number.
    pub fn seed_number(&self) -> Option<Seed> {
        match self.seed {
            Some(SeedChoice::Number(seed)) => Some(seed),
            _ => None,
        }
    }

    /// Sets the seed to a number.
    pub fn set_seed(&mut self, seed: Seed) {
        self.seed = Some(SeedChoice::Number(seed));
    }

    /// Returns true if the seed follows from the date.
    pub fn is_seeded_by_date(&self) -> bool {
        self.seed == Some(SeedChoice::FromDate)
    }

    /// Returns the number of threads; 0 for one for each core.
    pub fn thread_count(&self) -> usize {
        self.threads.unwrap_or(0).into()
    }
}

/// The archive of printed puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ArchiveSettings {
    /// Its file or address.
    pub name: Option<PathBuf>,
    /// True if the puzzles of an archive were excluded from the run before.
    pub was_used: bool,
    /// True if the first run creates the archive.
    pub is_created: bool,
    /// True if a run is made again that the archive contains.
    pub again: bool,
    /// The names of the runs that the same command replaces after this one.
    pub replaced_later: Vec<String>,
    /// The time to wait for another command that holds the folder, the file or the archive.
    pub lock_wait: Duration,
}

impl ArchiveSettings {
    /// Returns true if the puzzles of an archive are excluded from a run. The manifest keeps this
    /// instead of the name.
    pub fn is_used(&self) -> bool {
        self.was_used || self.name.is_some()
    }

    /// Fails if the puzzles of an archive were excluded, and the archive is not named.
    ///
    /// # Errors
    /// [`Problem`] that asks for the archive.
    pub fn require(&self) -> Result<(), Problem> {
        if !self.was_used || self.name.is_some() {
            return Ok(());
        }
        let wrong = "expected the archive of printed puzzles, with which the run was made; a \
                     manifest does not keep its name";
        Err(Problem::new(wrong).with_setting("archive"))
    }
}

/// The settings of messages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MessageSettings {
    /// True if only errors are shown.
    pub quiet: bool,
    /// The form of messages.
    pub log_format: LogFormat,
    /// The file of figures for Prometheus.
    pub metrics_file: Option<PathBuf>,
}

impl MessageSettings {
    /// Returns true if messages are objects for machines.
    pub fn are_json(&self) -> bool {
        self.log_format == LogFormat::Jsonl
    }
}

words::named! {
    /// The form of messages on standard error.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum LogFormat {
        /// Lines for people
        [default] Text = "txt",
        /// One JSON object per line; the last is the summary, with the exit code
        Jsonl = "jsonl",
    }
}

/// A sharded run: a catalogue that is made in parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PartSettings {
    /// The folder of the parts.
    pub into: Option<PathBuf>,
    /// The shard that is made.
    pub shard: Option<Shard>,
}

/// A shard of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Its number, from 0.
    pub number: u64,
    /// Number of all shards.
    pub all: u64,
}

impl Shard {
    /// Parses `3/64`. There are at most a million shards.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, all) = text.split_once('/')?;
        let (number, all) = (number.parse().ok()?, all.parse().ok()?);
        (number < all && all <= 1_000_000).then_some(Self { number, all })
    }
}
