//! The counts of a run, and their three renderings: a table for people, metrics for Prometheus, and
//! the fields of messages.

use ::proof::verify::Spread;
use files::{fs_path, output};
use human::Rung;
use make::MadePuzzle;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Read as _};
use std::path::Path;

/// Counts of a run. Their memory does not grow with the number of puzzles. As text they are a
/// table.
#[derive(Clone, Debug)]
pub struct RunStats {
    levels: BTreeMap<Rung, LevelStats>,
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of puzzles that replace a puzzle known before.
    pub reissued: u64,
    /// Number of pages of books.
    pub pages: u64,
    /// Number of forms in which the catalogue has each puzzle, one for each sheet of a class.
    pub forms: u64,
}

impl Default for RunStats {
    fn default() -> Self {
        Self { levels: BTreeMap::new(), puzzles: 0, reissued: 0, pages: 0, forms: 1 }
    }
}

/// The counts of a level.
#[derive(Clone, Debug, Default)]
struct LevelStats {
    count: u64,
    attempts: u64,
    /// The numbers of givens.
    givens: Spread,
    /// The expected minutes of rated puzzles.
    minutes: Spread,
}

/// The end of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunEnd {
    /// Its time, in seconds since 1970.
    pub now: u64,
    /// Its duration.
    pub seconds: f64,
    /// Its exit code; 0 is success.
    pub exit_code: u8,
}

impl RunStats {
    /// Begins the table of a run with these levels.
    pub fn begin(&mut self, quotas: &[(Rung, u64)]) {
        self.levels = quotas.iter().map(|&(level, _)| (level, LevelStats::default())).collect();
    }

    /// Counts a puzzle. Returns the number of puzzles of its level or band.
    pub fn count(&mut self, made: &MadePuzzle) -> u64 {
        self.puzzles += 1;
        self.reissued += u64::from(made.entry.origin.reissue > 0);
        let Some(level) = self.levels.get_mut(&made.slot().rung) else {
            return 0;
        };
        level.count += 1;
        level.attempts += made.attempts;
        level.givens.add(made.entry.puzzle.givens_count() as u32);
        if let Some(seconds) = made.entry.rating.and_then(|rating| rating.seconds()) {
            level.minutes.add((seconds.0 / 60.0).round() as u32);
        }
        level.count
    }

    /// Counts no puzzle: a run that fails publishes none of those that it has made.
    pub fn forget_puzzles(&mut self) {
        (self.puzzles, self.reissued) = (0, 0);
    }

    /// Writes the metrics file for Prometheus' node exporter, in its text format. The time of the
    /// last success survives failed runs.
    ///
    /// # Errors
    /// An I/O error if the file cannot be written, or another file has its name.
    pub fn write_metrics(&self, path: &Path, end: &RunEnd) -> io::Result<()> {
        let before = read_metrics(path)?;
        let before = before.lines().find_map(|line| {
            let (name, value) = line.split_once(' ')?;
            (name == SUCCESS).then(|| value.parse().ok()).flatten()
        });
        let success: u64 = match end.exit_code {
            0 => end.now,
            _ => before.unwrap_or(0),
        };
        let metrics: [(&str, &str, &dyn Display); 6] = [
            ("last_success_timestamp_seconds", "When a run last ended with 0.", &success),
            ("last_run_timestamp_seconds", "When a run last ended.", &end.now),
            ("exit_code", "Exit code of the last run.", &end.exit_code),
            ("duration_seconds", "Duration of the last run.", &end.seconds),
            ("puzzles", "Puzzles of the last run; 0 if it failed.", &self.puzzles),
            (
                "reissued",
                "Puzzles of the last run that replace a puzzle known before.",
                &self.reissued,
            ),
        ];
        let mut text = String::new();
        for (name, help, value) in metrics {
            let name = format!("sudoku_press_{name}");
            // Writing to a string cannot fail.
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n");
        }
        output::write(path, text.as_bytes()).map(drop)
    }

    /// Returns the fields of the last message.
    pub fn summary(&self, end: &RunEnd) -> Value {
        json!({
            "type": "summary",
            "exit_code": end.exit_code,
            "seconds": end.seconds,
            "puzzles": self.puzzles,
            "reissued": self.reissued,
        })
    }

    /// Returns the fields of the message with the table: an object for each level, easiest first.
    pub fn levels(&self) -> Value {
        let mut all = Vec::new();
        for (rung, level) in &self.levels {
            let mut object = json!({
                rung.word(): rung.number(), "puzzles": level.count, "attempts": level.attempts,
            });
            if rung.mini().is_some() {
                object["size"] = rung.shape().label().into();
            }
            all.push(object);
        }
        all.into()
    }
}

/// Reads the metrics file of an earlier run; empty if there is none.
///
/// # Errors
/// An I/O error if the file cannot be read. [`io::ErrorKind::AlreadyExists`] for a file that no run
/// has written as its metrics: it is not replaced.
pub fn read_metrics(path: &Path) -> io::Result<String> {
    fs_path::refuse_planted_link(path)?;
    let mut file = match output::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound && !fs_path::exists(path)? => {
            return Ok(String::new());
        }
        opened => opened?,
    };
    let mut begin = vec![0; FIRST_BYTES.len()];
    let is_ours = match file.read_exact(&mut begin) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => false,
        read => read.map(|()| begin == FIRST_BYTES.as_bytes())?,
    };
    if !is_ours {
        let words = "found a file that is no metrics file, which is not replaced";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
    }
    output::read_to_string(path)
}

/// The beginning of each metrics file, by which it is recognised.
const FIRST_BYTES: &str = "# HELP sudoku_press_";

/// The name of a metric.
const SUCCESS: &str = "sudoku_press_last_success_timestamp_seconds";

impl LevelStats {
    fn givens(&self) -> String {
        self.givens.ends().map_or("-".to_owned(), |(fewest, most)| format!("{fewest}-{most}"))
    }

    /// Returns the lower median of the expected times; a dash if the puzzles are not rated.
    fn minutes(&self) -> String {
        self.minutes.middle().map_or("-".to_owned(), |minutes| minutes.to_string())
    }
}

/// The table: puzzles, givens, and minutes if the puzzles are rated.
impl Display for RunStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = self.levels.values().any(|level| level.minutes.middle().is_some());
        let minutes = |text: &str| if rated { format!(" {text:>8}") } else { String::new() };
        write!(f, "{:<12} {:>9} {:>6}{}", "level", "puzzles", "givens", minutes("minutes"))?;
        for (rung, level) in &self.levels {
            let name = rung.full_name();
            let count = level.count.div_ceil(self.forms);
            let (givens, minutes) = (level.givens(), minutes(&level.minutes()));
            write!(f, "\n{name:<12} {count:>9} {givens:>6}{minutes}")?;
        }
        Ok(())
    }
}
