//! Messages on standard error: lines for people, or one JSON object per line for machines. One
//! value, created in `main`. Errors of standard error are ignored, because unreadable messages are
//! no reason to lose the work.
//!
//! Names of events and of their fields never change and are never reused; new ones may be added.

use super::stats::{RunEnd, RunStats, read_metrics};
use super::{Colors, ExitCode, Failure, counted, locks, printable, terminal, usage_error};
use ::jobs::Settings;
use serde_json::{Value, json};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tables::NoteSink;
use words::shorten_values;

impl State {
    /// Returns a summary of what was made and the time it took. `None` if nothing was made, the
    /// work was stopped, or the user wants only errors.
    fn summary(&self, &RunEnd { seconds, exit_code, .. }: &RunEnd) -> Option<String> {
        let RunStats { puzzles, pages, forms, .. } = self.stats;
        let mut made = Vec::new();
        if puzzles > 0 {
            let forms =
                if forms > 1 { format!(", each in {forms} versions,") } else { String::new() };
            let puzzles = counted(puzzles.div_ceil(self.stats.forms), "puzzle", "puzzles");
            made.push(puzzles + &forms);
        }
        if pages > 0 {
            made.push(counted(pages, "page", "pages"));
        }
        let is_shown =
            !made.is_empty() && !self.settings.messages.quiet && [0, 3].contains(&exit_code);
        let message = format!("{} in {seconds:.1} s", made.join(" and "));
        is_shown.then(|| self.colors.verdict(exit_code == 0, message))
    }
}

/// Writes a line to standard error, for a person.
pub fn eprint_line(message: impl Display) {
    terminal::eprint(format_args!("{message}\n"));
}

/// The channel for messages of a command. Clones share one state.
#[derive(Clone)]
pub struct Messages(Arc<Mutex<State>>);

struct State {
    begun: Instant,
    settings: Settings,
    colors: Colors,
    /// The run's name, once settings and seed are known.
    run: Option<String>,
    stats: RunStats,
    has_ended: bool,
}

impl Messages {
    /// Creates the channel in the format that the settings select.
    pub fn new(settings: &Settings) -> Self {
        Self(Arc::new(Mutex::new(State {
            colors: Colors::for_stderr(),
            begun: Instant::now(),
            settings: settings.clone(),
            run: None,
            stats: RunStats::default(),
            has_ended: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies the message settings of a run; `--quiet` of the command line stays.
    pub fn configure(&self, settings: &Settings) {
        let mut state = self.state();
        let quiet = state.settings.messages.quiet;
        state.settings = settings.clone();
        state.settings.messages.quiet = quiet;
    }

    /// Adds the name of the run to every later event.
    pub fn set_run_id(&self, name: String) {
        self.state().run = Some(name);
    }

    /// Updates the statistics: see [`RunStats`].
    pub fn with_stats<T>(&self, count: impl FnOnce(&mut RunStats) -> T) -> T {
        count(&mut self.state().stats)
    }

    /// Prints the puzzles of each level.
    pub fn print_levels(&self) {
        let stats = self.with_stats(|stats| stats.clone());
        self.event("message", &stats, json!({ "levels": stats.levels() }));
    }

    /// Returns true if progress bars can be shown.
    pub fn can_show_bars(&self) -> bool {
        terminal::is_stderr_terminal() && !self.state().settings.messages.are_json()
    }

    /// Fails if the metrics file is another file. Its name is forgotten then, so that nothing is
    /// written there.
    pub fn check_metrics_file(&self) -> Result<(), Failure> {
        let path = self.state().settings.messages.metrics_file.clone();
        let Some(path) = path else { return Ok(()) };
        match read_metrics(&path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                self.state().settings.messages.metrics_file = None;
                Err(usage_error(describe_metrics_error(&path, &e)))
            }
            // Any other error is reported when the file is written.
            _ => Ok(()),
        }
    }

    /// Fails if the metrics file is one that the command writes, as `is_output` tells.
    pub fn check_outputs(&self, is_output: impl Fn(&Path) -> bool) -> Result<(), Failure> {
        let path = self.state().settings.messages.metrics_file.clone();
        let Some(path) = path.filter(|path| is_output(path)) else {
            return Ok(());
        };
        self.state().settings.messages.metrics_file = None;
        Err(usage_error(format_args!(
            "--metrics-file: expected a file that this command does not write, found {}; \
             name another file",
            path.display()
        )))
    }

    /// Returns true if only errors are printed.
    pub fn are_quiet(&self) -> bool {
        self.state().settings.messages.quiet
    }

    /// Returns true if messages are JSON.
    pub fn are_json(&self) -> bool {
        self.state().settings.messages.are_json()
    }

    /// Prints a line for people, or an event with fields for machines; nothing with `--quiet`.
    pub fn event(&self, kind: &str, message: impl Display, fields: Value) {
        if !self.state().settings.messages.quiet {
            self.eprint(kind, message, fields);
        }
    }

    /// Reports a file that was written.
    pub fn file_written(&self, path: &Path, message: impl Display) {
        self.event("file", message, json!({ "path": path.display().to_string() }));
    }

    /// Prints an event that is needed later, even with `--quiet`.
    pub fn lasting_event(&self, message: impl Display, fields: Value) {
        self.eprint("message", message, fields);
    }

    /// Prints a message without fields; nothing with `--quiet`.
    pub fn info(&self, message: impl Display) {
        self.event("message", format_args!("{message:#}"), json!({}));
    }

    /// Returns a sink that prints notes about the input; nothing with `--quiet`.
    pub fn notes(&self) -> NoteSink {
        let messages = self.clone();
        Arc::new(move |message| {
            let message = format!("sudoku-press: note: {}", printable(&message.to_string()));
            messages.event("message", message, json!({}));
        })
    }

    /// Prints an error, even with `--quiet`.
    pub fn error(&self, message: impl Display, fields: Value) {
        if self.are_json() {
            self.eprint("error", message, fields)
        } else {
            let colors = self.state().colors;
            let (name, message) = (colors.verdict(false, "sudoku-press:"), message.to_string());
            let short = shorten_values(&message);
            terminal::eprint_painted(&format!("{name} {}\n", printable(&short)));
        }
    }

    fn eprint(&self, kind: &str, message: impl Display, mut fields: Value) {
        let message = message.to_string();
        let short = shorten_values(&message);
        if !self.are_json() {
            return eprint_line(short);
        }
        fields["type"] = kind.into();
        fields["text"] = short.into();
        self.print_event(fields);
    }

    fn print_event(&self, mut event: Value) {
        event["ts"] = locks::now().into();
        event["run_id"] = self.state().run.clone().into();
        eprint_line(event);
    }

    /// Writes the summary and the metrics file, once, even if two threads end the program. Returns
    /// the exit code: [`ExitCode::Io`] if a finished run cannot write its metrics file.
    pub fn finish(&self, exit_code: u8) -> u8 {
        let (counted, mut end, file, made) = {
            let mut state = self.state();
            if std::mem::replace(&mut state.has_ended, true) {
                return exit_code;
            }
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            let seconds = (state.begun.elapsed().as_secs_f64() * 1e3).round() / 1e3;
            let end = RunEnd { now, seconds, exit_code };
            if ![0, ExitCode::Short as u8].contains(&exit_code) {
                state.stats.forget_puzzles();
            }
            (
                state.stats.clone(),
                end,
                state.settings.messages.metrics_file.clone(),
                state.summary(&end),
            )
        };
        if let Some(path) = file
            && let Err(e) = counted.write_metrics(&path, &end)
        {
            if [0, ExitCode::Short as u8].contains(&exit_code) {
                end.exit_code = ExitCode::Io as u8;
            }
            let message = describe_metrics_error(&path, &e);
            self.error(message, json!({ "code": end.exit_code }));
        }
        if let Some(message) = made.filter(|_| !self.are_json()) {
            terminal::eprint_painted(&(message + "\n"));
        }
        if self.are_json() {
            self.print_event(counted.summary(&end));
        }
        end.exit_code
    }
}

/// Describes a metrics file that cannot be written.
fn describe_metrics_error(path: &Path, error: &io::Error) -> String {
    let path = path.display();
    if error.kind() == io::ErrorKind::AlreadyExists {
        return format!("cannot write {path}: {error}; name another file with --metrics-file");
    }
    format!("cannot write {path}: {error}")
}
