//! Figures of a run for Prometheus' node exporter, in its text format.

use crate::store::files::output;
use std::fmt::{Display, Write as _};
use std::io;
use std::path::Path;

/// What a run counts, when it ended, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Metrics {
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of those that replace a puzzle known before.
    pub reissued: u64,
    /// When the run ended, in seconds since 1970.
    pub now: u64,
    /// Its duration.
    pub seconds: f64,
    /// Its exit code; 0 is success.
    pub exit_code: u8,
}

const SUCCESS: &str = "sudoku_press_last_success_timestamp_seconds";

impl Metrics {
    /// Writes the file. The time of the last success is kept through runs without one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let before = match output::read_to_string(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let before = before.lines().find_map(|line| {
            let (name, value) = line.split_once(' ')?;
            (name == SUCCESS).then(|| value.parse().ok()).flatten()
        });
        let success: u64 = match self.exit_code {
            0 => self.now,
            _ => before.unwrap_or(0),
        };
        let figures: [(&str, &str, &dyn Display); 6] = [
            ("last_success_timestamp_seconds", "When a run last ended with 0.", &success),
            ("last_run_timestamp_seconds", "When a run last ended.", &self.now),
            ("exit_code", "Exit code of the last run.", &self.exit_code),
            ("duration_seconds", "Duration of the last run.", &self.seconds),
            ("puzzles", "Puzzles that the last run made.", &self.puzzles),
            (
                "reissued",
                "Puzzles of the last run that replace a puzzle known before.",
                &self.reissued,
            ),
        ];
        let mut text = String::new();
        for (name, help, value) in figures {
            let name = format!("sudoku_press_{name}");
            // Writing to a string cannot fail.
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n");
        }
        output::write(path, text.as_bytes()).map(drop)
    }
}
