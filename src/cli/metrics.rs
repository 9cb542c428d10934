//! Figures of a run for Prometheus' node exporter, in its text format.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use sudoku_press::files::output::{self, Pending};

/// What a run counts.
#[derive(Clone, Copy, Default)]
pub struct Figures {
    pub puzzles: u64,
    pub reissued: u64,
}

const SUCCESS: &str = "sudoku_press_last_success_timestamp_seconds";

/// Writes the file. The time of the last success is kept through runs without one.
pub fn write(path: &Path, figures: Figures, seconds: f64, exit_code: u8) -> io::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs());
    let before = output::read_to_string(path).unwrap_or_default();
    let before = before.lines().find_map(|line| {
        let (name, value) = line.split_once(' ')?;
        (name == SUCCESS).then(|| value.parse().ok()).flatten()
    });
    let success: u64 = match exit_code {
        0 => now,
        _ => before.unwrap_or(0),
    };
    let mut text = String::new();
    let mut figure = |name: &str, help: &str, value: &dyn std::fmt::Display| {
        let _ = write!(
            text,
            "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n"
        );
    };
    figure(SUCCESS, "When a run last ended with 0.", &success);
    figure(
        "sudoku_press_last_run_timestamp_seconds",
        "When a run last ended.",
        &now,
    );
    figure(
        "sudoku_press_exit_code",
        "Exit code of the last run.",
        &exit_code,
    );
    figure(
        "sudoku_press_duration_seconds",
        "Duration of the last run.",
        &seconds,
    );
    figure(
        "sudoku_press_puzzles",
        "Puzzles that the last run made.",
        &figures.puzzles,
    );
    figure(
        "sudoku_press_reissued",
        "Puzzles of the last run that replace a puzzle known before.",
        &figures.reissued,
    );
    let mut file = Pending::create(path)?;
    file.write_all(text.as_bytes())?;
    file.commit().map(drop)
}
