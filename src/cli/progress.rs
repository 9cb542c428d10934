//! Progress on standard error: bars for people, lines for logs, or nothing.

use super::watch;
use clap::{Args, ValueEnum};
use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal as _;
use std::rc::Rc;
use std::time::{Duration, Instant};
use sudoku_press::score::Level;

/// Flags that every long command has.
#[derive(Args, Debug)]
#[command(next_help_heading = "Messages")]
pub struct MessageArgs {
    /// Say nothing but errors
    #[arg(long, short)]
    pub quiet: bool,

    /// Show progress: bars on a terminal and else a line a minute, never, or as plain lines for a log
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    progress: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// Bars when standard error is a terminal, else a line a minute
    Auto,
    /// No progress
    Never,
    /// A line now and then
    Plain,
}

/// Where progress is shown.
pub enum Progress {
    Bars(MultiProgress),
    Plain(Lines),
    Hidden,
}

/// Lines now and then, over all tasks together.
#[derive(Clone)]
pub struct Lines {
    every: Duration,
    /// Whether the end of each task has a line, however short it was.
    ends: bool,
    told: Rc<Cell<Instant>>,
}

impl Lines {
    fn new(every: u64, ends: bool) -> Self {
        Self {
            every: Duration::from_secs(every),
            ends,
            told: Rc::new(Cell::new(Instant::now())),
        }
    }
}

impl MessageArgs {
    pub fn progress(&self) -> Progress {
        match self.progress {
            _ if self.quiet => Progress::Hidden,
            When::Never => Progress::Hidden,
            When::Plain => Progress::Plain(Lines::new(10, true)),
            When::Auto if std::io::stderr().is_terminal() && !watch::is_json() => {
                Progress::Bars(MultiProgress::new())
            }
            When::Auto => Progress::Plain(Lines::new(60, false)),
        }
    }

    /// A line for people, unless they asked for quiet.
    pub fn say(&self, words: impl std::fmt::Display) {
        if !self.quiet {
            watch::say("message", words);
        }
    }
}

impl Progress {
    /// A task of so many puzzles of a level.
    pub fn level(&self, level: Level, total: u64) -> Task {
        self.task(format!("{} {level}", level.number()), total, "puzzles")
    }

    /// A task of so many pages.
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
    // What cannot be written is not shown.
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
                    // Bars of later levels wait for their turn; their clock must not run before.
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
                    watch::say("progress", words);
                }
            }
        }
    }
}

/// A task that ended short leaves its bar where it was.
impl Drop for Task {
    fn drop(&mut self) {
        if let Shown::Bar(bar) = &self.shown
            && !bar.is_finished()
        {
            bar.abandon();
        }
    }
}
