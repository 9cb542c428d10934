//! Progress on standard error: bars for people, lines for logs, or nothing.

use super::messages::{MessageArgs, Messages, When};
use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use sudoku_press::ladder::Rung;

/// Where progress is shown.
pub enum Progress {
    Bars(MultiProgress),
    Plain(Lines),
    Hidden,
}

/// A line now and then, over all tasks together.
#[derive(Clone)]
pub struct Lines {
    messages: Messages,
    every: Duration,
    /// Whether the end of each task has a line, however short it was.
    ends: bool,
    told: Rc<Cell<Instant>>,
}

impl Progress {
    /// Progress as the flags want it.
    pub fn new(args: &MessageArgs, messages: &Messages) -> Self {
        let lines = |seconds, ends| {
            Self::Plain(Lines {
                messages: messages.clone(),
                every: Duration::from_secs(seconds),
                ends,
                told: Rc::new(Cell::new(Instant::now())),
            })
        };
        match args.progress {
            _ if args.quiet => Self::Hidden,
            When::Never => Self::Hidden,
            When::Plain => lines(10, true),
            When::Auto if messages.are_for_a_terminal() => Self::Bars(MultiProgress::new()),
            When::Auto => lines(60, false),
        }
    }
}

impl Progress {
    /// A task of `total` puzzles of a level.
    pub fn level(&self, level: Rung, total: u64) -> Task {
        self.task(format!("{} {level}", level.number()), total, "puzzles")
    }

    /// A task of `total` pages.
    pub fn pages(&self, total: u64) -> Task {
        self.task("Pages".to_owned(), total, "pages")
    }

    fn task(&self, name: String, total: u64, unit: &'static str) -> Task {
        let shown = match self {
            Self::Hidden => Shown::No,
            Self::Plain(lines) => Shown::Plain {
                since: None,
                lines: lines.clone(),
            },
            Self::Bars(bars) => {
                let bar = bars.add(ProgressBar::new(total));
                let style = "{prefix:<11} {wide_bar} {human_pos:>9}/{human_len} {rate:>9} {eta:>4}";
                let style = ProgressStyle::with_template(style).expect("the template is sound");
                bar.set_style(style.with_key("rate", rate));
                bar.set_prefix(name.clone());
                Shown::Bar(bar)
            }
        };
        Task {
            name,
            unit,
            total,
            done: 0,
            shown,
        }
    }
}

/// Steps a second, without the decimals that flicker.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // An error has no reader.
    let _ = write!(out, "{:.0}/s", state.per_sec());
}

/// Something with a known number of steps.
pub struct Task {
    name: String,
    unit: &'static str,
    total: u64,
    done: u64,
    shown: Shown,
}

enum Shown {
    No,
    Plain {
        since: Option<Instant>,
        lines: Lines,
    },
    Bar(ProgressBar),
}

impl Task {
    /// One more step is done.
    pub fn step(&mut self) {
        self.done += 1;
        let (done, total) = (self.done, self.total);
        match &mut self.shown {
            Shown::No => {}
            Shown::Bar(bar) => {
                if done == 1 {
                    // A bar waits while earlier levels are made; its clock starts now.
                    bar.reset();
                }
                bar.set_position(done);
                if done == total {
                    bar.finish();
                }
            }
            Shown::Plain { since, lines } => {
                let since = since.get_or_insert_with(Instant::now);
                if lines.ends && done == total || lines.told.get().elapsed() >= lines.every {
                    lines.told.set(Instant::now());
                    let seconds = since.elapsed().as_secs_f64();
                    let left = seconds / done as f64 * (total - done) as f64;
                    let (name, unit) = (&self.name, self.unit);
                    let words = format_args!(
                        "{name}: {done} of {total} {unit} in {seconds:.1} s, {left:.0} s to go"
                    );
                    let fields = json!({
                        "stage": name, "done": done, "total": total, "unit": unit,
                        "seconds": (seconds * 10.0).round() / 10.0, "left": left.round(),
                    });
                    lines.messages.say("progress", words, fields);
                }
            }
        }
    }
}

/// A task that ended early leaves its bar where it was.
impl Drop for Task {
    fn drop(&mut self) {
        if let Shown::Bar(bar) = &self.shown
            && !bar.is_finished()
        {
            bar.abandon();
        }
    }
}
