//! Progress on standard error: bars for people, lines for logs, or nothing.

use super::messages::{MessageArgs, Messages, When};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use sudoku_press::ladder::Rung;

/// Where progress is shown.
pub struct Progress {
    /// Hidden where bars are not wanted.
    bars: MultiProgress,
    lines: Option<Lines>,
}

/// A line now and then, over all tasks together.
#[derive(Clone)]
struct Lines {
    messages: Messages,
    every: Duration,
    /// Whether the end of each task has a line, however short it was.
    ends: bool,
    told: Rc<Cell<Instant>>,
}

impl Progress {
    /// Progress as the flags want it.
    pub fn new(args: &MessageArgs, messages: &Messages) -> Self {
        let bars = args.progress == When::Auto && messages.are_for_a_terminal();
        let lines = |seconds, ends| Lines {
            messages: messages.clone(),
            every: Duration::from_secs(seconds),
            ends,
            told: Rc::new(Cell::new(Instant::now())),
        };
        Self {
            bars: match bars && !args.quiet {
                true => MultiProgress::new(),
                false => MultiProgress::with_draw_target(ProgressDrawTarget::hidden()),
            },
            lines: match args.progress {
                When::Plain => Some(lines(10, true)),
                When::Auto if !bars => Some(lines(60, false)),
                _ => None,
            }
            .filter(|_| !args.quiet),
        }
    }

    /// A task of `total` puzzles of a level.
    pub fn level(&self, level: Rung, total: u64) -> Task {
        self.task(format!("{} {level}", level.number()), total, "puzzles")
    }

    /// A task of `total` pages.
    pub fn pages(&self, total: u64) -> Task {
        self.task("Pages".to_owned(), total, "pages")
    }

    fn task(&self, name: String, total: u64, unit: &'static str) -> Task {
        let bar = self.bars.add(ProgressBar::new(total));
        let style = "{prefix:<11} {wide_bar} {human_pos:>9}/{human_len} {rate:>9} {eta:>4}";
        let style = ProgressStyle::with_template(style).expect("the template is sound");
        bar.set_style(style.with_key("rate", rate));
        bar.set_prefix(name.clone());
        let lines = self.lines.clone();
        Task { name, unit, bar, lines }
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
    bar: ProgressBar,
    lines: Option<Lines>,
}

impl Task {
    /// One more step is done.
    pub fn step(&mut self) {
        let (done, total) = (self.bar.position() + 1, self.bar.length().unwrap_or(0));
        if done == 1 {
            // A task waits while earlier ones are done; its clock starts now.
            self.bar.reset();
        }
        self.bar.set_position(done);
        if done == total {
            self.bar.finish();
        }
        let Some(lines) = &self.lines else {
            return;
        };
        if lines.ends && done == total || lines.told.get().elapsed() >= lines.every {
            lines.told.set(Instant::now());
            let seconds = self.bar.elapsed().as_secs_f64();
            let left = seconds / done as f64 * total.saturating_sub(done) as f64;
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

/// A task that ended early leaves its bar where it was.
impl Drop for Task {
    fn drop(&mut self) {
        if !self.bar.is_finished() {
            self.bar.abandon();
        }
    }
}
