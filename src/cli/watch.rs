//! For machines that watch: a JSON line an event, and figures for Prometheus. Not what people read.
//!
//! Names of events and figures are never changed or reused; new ones may come.

use super::failure::Failure;
use super::locks;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use sudoku_press::archive::Run;
use sudoku_press::files::output::Pending;

/// What the user typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Messages")]
pub struct WatchArgs {
    /// Form of the messages on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Text)]
    log_format: Form,

    /// File of figures for Prometheus' node exporter, written whole when the run ends
    #[arg(long, value_name = "FILE.prom")]
    metrics_file: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// A JSON object a line; the last is the summary, with the exit code
    Json,
}

/// What is watched; one run a process.
struct Watched {
    begun: Instant,
    json: bool,
    /// The run's name, once its settings and its seed are known: the same for the same run.
    run: Option<String>,
    metrics: Option<PathBuf>,
    puzzles: u64,
    reissued: u64,
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

fn watched() -> MutexGuard<'static, Option<Watched>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WatchArgs {
    /// Begins to watch.
    pub fn begin(&self) {
        begin(self.log_format, self.metrics_file.clone());
    }
}

fn begin(form: Form, metrics: Option<PathBuf>) {
    *watched() = Some(Watched {
        begun: Instant::now(),
        json: form == Form::Json,
        run: None,
        metrics,
        puzzles: 0,
        reissued: 0,
    });
}

/// Begins with the form of messages that a command line asks for, or the environment, or else a job
/// file: before any of them is understood, so that what is wrong with them is said in that form.
pub fn begin_early(line: &[OsString]) {
    let words: Vec<_> = line.iter().map(|word| word.to_string_lossy()).collect();
    let value = |name: &str| {
        let value = words.iter().enumerate().find_map(|(i, word)| {
            let rest = word.strip_prefix(name)?;
            match rest.strip_prefix('=') {
                None if rest.is_empty() => words.get(i + 1).map(|next| next.as_ref()),
                value => value,
            }
        });
        value.map(str::to_owned)
    };
    let in_job = || {
        let text = fs::read_to_string(value("--job")?).ok()?;
        let line = text.lines().find_map(|line| {
            let value = line.trim().strip_prefix("log-format")?;
            value.trim_start().strip_prefix('=')
        });
        Some(line?.to_owned())
    };
    let form = value("--log-format")
        .or_else(|| std::env::var("SUDOKU_PRESS_LOG_FORMAT").ok())
        .or_else(in_job)
        .unwrap_or_default();
    // As TOML has it: quoted, and perhaps with a remark.
    let form = form.split('#').next().unwrap_or_default();
    if form.trim().trim_matches(['"', '\'']) == "json" {
        begin(Form::Json, None);
    }
}

/// Begins anew: a command that is not watched says no last word.
pub fn forget() {
    *watched() = None;
}

/// Whether messages are JSON.
pub fn is_json() -> bool {
    watched().as_ref().is_some_and(|watched| watched.json)
}

/// From here on every event says of which run it is.
pub fn is_run(run: &Run) {
    if let Some(watched) = &mut *watched() {
        watched.run = Some(run.name());
    }
}

/// A line for people, or the same as an event.
pub fn say(kind: &str, words: impl std::fmt::Display) {
    if is_json() {
        event(json!({"type": kind, "text": words.to_string()}));
    } else {
        eprintln!("{words}");
    }
}

fn event(event: Value) {
    let run = watched().as_ref().and_then(|watched| watched.run.clone());
    event_of(run, event);
}

/// An event of a run, or of none as long as settings or seed are not known.
fn event_of(run: Option<String>, mut event: Value) {
    event["ts"] = locks::now().into();
    event["run_id"] = run.into();
    // A log that nobody can write to is no reason to lose the run.
    let _ = writeln!(io::stderr(), "{event}");
}

/// A puzzle was made.
pub fn made(reissue: u32) {
    if let Some(watched) = &mut *watched() {
        watched.puzzles += 1;
        watched.reissued += u64::from(reissue > 0);
    }
}

/// The last word: the summary, and the figures. What is not watched has none.
pub fn end(exit_code: u8) {
    let Some(watched) = watched().take() else {
        return;
    };
    let seconds = (watched.begun.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    let written = watched.metrics.as_ref().map_or(Ok(()), |path| {
        write_metrics(path, &watched, seconds, exit_code)
    });
    if let (Err(e), Some(path)) = (written, &watched.metrics) {
        let words = format!("cannot write {}: {e}", path.display());
        match watched.json {
            true => event_of(
                watched.run.clone(),
                json!({"type": "warning", "text": words}),
            ),
            false => eprintln!("sudoku-press: {words}"),
        }
    }
    if watched.json {
        let summary = json!({
            "type": "summary",
            "exit_code": exit_code,
            "seconds": seconds,
            "puzzles": watched.puzzles,
            "reissued": watched.reissued,
        });
        event_of(watched.run, summary);
    }
}

/// The last success is remembered through nights without one.
fn write_metrics(path: &Path, watched: &Watched, seconds: f64, code: u8) -> io::Result<()> {
    const SUCCESS: &str = "sudoku_press_last_success_timestamp_seconds";
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs());
    let before = fs::read_to_string(path).unwrap_or_default();
    let before = before.lines().find_map(|line| {
        let (name, value) = line.split_once(' ')?;
        (name == SUCCESS).then(|| value.parse().ok()).flatten()
    });
    let success = if code == 0 { now } else { before.unwrap_or(0) };
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
        &code,
    );
    figure(
        "sudoku_press_duration_seconds",
        "How long it took.",
        &seconds,
    );
    figure(
        "sudoku_press_puzzles",
        "Puzzles that it made.",
        &watched.puzzles,
    );
    figure(
        "sudoku_press_reissued",
        "Puzzles whose slot was issued again because the first was known.",
        &watched.reissued,
    );
    let mut file = Pending::create(path)?;
    file.write_all(text.as_bytes())?;
    file.commit().map(drop)
}

/// An error, as people or machines want it.
pub fn error(failure: &Failure, words: impl std::fmt::Display) {
    if is_json() {
        let code = failure.code();
        event(json!({"type": "error", "code": code, "text": words.to_string()}));
    } else {
        eprintln!("sudoku-press: {words}");
    }
}
