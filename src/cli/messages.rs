//! What the program tells on standard error: lines for people, or a JSON object a line for machines.
//! One value, made in `main`. A message that nobody can read is no reason to lose the work: errors of
//! standard error are ignored.
//!
//! Names of events and of their fields are never changed or reused; new ones may come.

use super::flags::{MessageFlags, SettingFlags, WatchFlags};
use super::terminal;
use super::{Code, Colors, counted, locks, printable, with_flags};
use serde_json::{Value, json};
use std::fmt::Display;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use sudoku_press::run::{LogFormat, MessageSettings, RunEnd, RunStats};
use sudoku_press::store::table::NoteSink;

/// Flags that every long command has.
pub type MessageArgs = SettingFlags<MessageFlags>;
/// Flags of the commands that run at night.
pub type WatchArgs = SettingFlags<WatchFlags>;

impl State {
    /// What was made, and how long it took; `None` if nothing was, if the work was stopped, or for who wants errors only.
    fn made(&self, &RunEnd { seconds, exit_code, .. }: &RunEnd) -> Option<String> {
        let RunStats { puzzles, pages, .. } = self.counted;
        let counts = [(puzzles, "puzzle", "puzzles"), (pages, "page", "pages")];
        let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
        let made: Vec<_> = counts.map(|(count, one, many)| counted(count, one, many)).collect();
        let told = !made.is_empty() && !self.settings.quiet && [0, 3].contains(&exit_code);
        let words = format!("{} in {seconds:.1} s", made.join(" and "));
        told.then(|| self.colors.verdict(exit_code == 0, words))
    }
}

/// Writes a line to standard error, for a person.
pub fn notice(words: impl Display) {
    terminal::tell(format_args!("{words}\n"));
}

/// The handle through which commands tell something; its copies share one state.
#[derive(Clone)]
pub struct Messages(Arc<Mutex<State>>);

struct State {
    begun: Instant,
    settings: MessageSettings,
    colors: Colors,
    /// The run's name, once settings and seed are known.
    run: Option<String>,
    counted: RunStats,
    ended: bool,
}

impl Messages {
    /// With the form that the settings ask for.
    pub fn new(settings: &MessageSettings) -> Self {
        Self(Arc::new(Mutex::new(State {
            colors: Colors::of(settings.color, terminal::shows_errors()),
            begun: Instant::now(),
            settings: settings.clone(),
            run: None,
            counted: RunStats::default(),
            ended: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what the settings of a run say that the command line does not name itself.
    pub fn watch(&self, settings: &MessageSettings) {
        let quiet = self.state().settings.quiet;
        self.state().settings = MessageSettings { quiet, ..settings.clone() };
    }

    /// From here on every event has the name of the run.
    pub fn set_run_id(&self, name: String) {
        self.state().run = Some(name);
    }

    /// Counts something: see [`RunStats`].
    pub fn count<T>(&self, count: impl FnOnce(&mut RunStats) -> T) -> T {
        count(&mut self.state().counted)
    }

    /// Tells what was made of each level: all figures, if the user wants that.
    pub fn tell_levels(&self) {
        let (counted, is_long) =
            (self.count(|counted| counted.clone()), self.state().settings.stats);
        let table = if is_long { format!("{counted:#}") } else { counted.to_string() };
        self.say("message", table, json!({ "levels": counted.levels() }));
    }

    /// Whether bars can be shown.
    pub fn are_for_a_terminal(&self) -> bool {
        terminal::shows_errors() && self.state().settings.log_format == LogFormat::Text
    }

    /// Whether messages are JSON.
    pub fn are_json(&self) -> bool {
        self.state().settings.log_format == LogFormat::Jsonl
    }

    /// A line for people, or an event with fields for machines; nothing when quiet was asked for.
    pub fn say(&self, kind: &str, words: impl Display, fields: Value) {
        if !self.state().settings.quiet {
            self.tell(kind, words, fields);
        }
    }

    /// A file that was made.
    pub fn file(&self, path: &Path, words: impl Display) {
        self.say("file", words, json!({ "path": path.display().to_string() }));
    }

    /// A message without fields; nothing when quiet was asked for.
    pub fn note(&self, words: impl Display) {
        self.say("message", with_flags(&words.to_string()), json!({}));
    }

    /// Notes about what was read; nothing when quiet was asked for.
    pub fn notes(&self) -> NoteSink {
        let messages = self.clone();
        Arc::new(move |words| {
            let words = format!("sudoku-press: note: {}", printable(words));
            messages.say("message", words, json!({}));
        })
    }

    /// An error or a warning, also when quiet was asked for.
    pub fn complain(&self, kind: &str, words: impl Display, fields: Value) {
        match self.are_json() {
            true => self.tell(kind, words, fields),
            false => {
                let colors = self.state().colors;
                let (name, words) = (colors.verdict(false, "sudoku-press:"), words.to_string());
                terminal::tell_painted(&format!("{name} {}\n", printable(&words)));
            }
        }
    }

    fn tell(&self, kind: &str, words: impl Display, mut fields: Value) {
        if !self.are_json() {
            return notice(words);
        }
        fields["type"] = kind.into();
        fields["text"] = words.to_string().into();
        self.event(fields);
    }

    fn event(&self, mut event: Value) {
        event["ts"] = locks::now().into();
        event["run_id"] = self.state().run.clone().into();
        notice(event);
    }

    /// Writes the last message, the summary, and the figures. Only once, also when two threads end the program. Returns
    /// the exit code: a finished run whose figures cannot be written has that of a file.
    pub fn end(&self, exit_code: u8) -> u8 {
        let (counted, mut end, file, made) = {
            let mut state = self.state();
            if std::mem::replace(&mut state.ended, true) {
                return exit_code;
            }
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            let now = now.map_or(0, |since| since.as_secs());
            let seconds = (state.begun.elapsed().as_secs_f64() * 1e3).round() / 1e3;
            let end = RunEnd { now, seconds, exit_code };
            (state.counted.clone(), end, state.settings.metrics_file.clone(), state.made(&end))
        };
        if let Some(path) = file
            && let Err(e) = counted.write_metrics(&path, &end)
        {
            if [0, Code::Short as u8].contains(&exit_code) {
                end.exit_code = Code::Io as u8;
            }
            let words = format!("cannot write {}: {e}", path.display());
            self.complain("error", words, json!({ "code": end.exit_code }));
        }
        if let Some(words) = made.filter(|_| !self.are_json()) {
            terminal::tell_painted(&(words + "\n"));
        }
        if self.are_json() {
            self.event(counted.summary(&end));
        }
        end.exit_code
    }
}
