//! Progress on standard error: bars for people, lines for logs, or nothing.

use super::Messages;
pub use super::pace::StopWatch;
use super::pace::{Pace, Ticker};
use indicatif::{
    MultiProgress, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle,
};
use serde_json::json;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use sudoku_press::run::{MessageSettings, ProgressMode};

/// The display of progress: bars, lines, or nothing.
pub struct Progress {
    /// Hidden if no bars are wanted.
    bars: MultiProgress,
    lines: Option<ProgressLines>,
}

/// The settings of progress lines, which appear periodically for all tasks together.
#[derive(Clone)]
struct ProgressLines {
    messages: Messages,
    /// Fires when the next line is due.
    ticker: Arc<Ticker>,
    /// True if each task prints a final line, however short it was.
    has_final_line: bool,
}

impl Progress {
    /// Creates the display that the flags select.
    pub fn new(settings: &MessageSettings, messages: &Messages) -> Self {
        let bars = settings.progress == ProgressMode::Auto && messages.can_show_bars();
        let lines = |seconds, has_final_line| ProgressLines {
            messages: messages.clone(),
            ticker: Arc::new(Ticker::every(Duration::from_secs(seconds))),
            has_final_line,
        };
        Self {
            bars: if bars && !settings.quiet {
                MultiProgress::new()
            } else {
                MultiProgress::with_draw_target(ProgressDrawTarget::hidden())
            },
            lines: match settings.progress {
                ProgressMode::Plain => Some(lines(10, true)),
                ProgressMode::Auto if !bars => Some(lines(60, false)),
                _ => None,
            }
            .filter(|_| !settings.quiet),
        }
    }

    /// Adds a task of `total` units.
    pub fn task(&self, name: String, total: u64, unit: &'static str) -> ProgressTask {
        let bar = ProgressBar::new(total).with_finish(ProgressFinish::Abandon);
        let pace = Arc::new(Pace::new(total));
        // The text is formatted when the bar is drawn, a few times per second.
        let drawn = pace.clone();
        let words = move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&drawn.label());
        };
        let style = "{prefix:<12} {wide_bar} {human_pos:>7}/{human_len} {pace:>19}";
        let style = ProgressStyle::with_template(style).expect("the template is sound");
        let style = style.with_key("pace", words);
        let bar = self.bars.add(bar.with_style(style).with_prefix(name.clone()));
        let is_shown = !bar.is_hidden();
        ProgressTask { name, unit, bar, is_shown, pace, lines: self.lines.clone() }
    }
}

/// A task with a known number of steps. Clones are the same task. If a task ends early, its bar
/// stays where it was.
#[derive(Clone)]
pub struct ProgressTask {
    name: String,
    unit: &'static str,
    bar: ProgressBar,
    is_shown: bool,
    pace: Arc<Pace>,
    lines: Option<ProgressLines>,
}

impl ProgressTask {
    /// Counts one step, on any thread. `watch` measures the time since the step before.
    pub fn step(&self, watch: &StopWatch) {
        // The bar is updated first, so it is complete when the last step is counted.
        if self.is_shown {
            self.bar.inc(1);
        }
        let is_last = self.pace.step(watch.lap());
        if is_last {
            self.bar.finish();
        }
        if let Some(lines) = &self.lines
            && (lines.ticker.try_tick() || lines.has_final_line && is_last)
        {
            self.tell(lines);
        }
    }

    /// Prints the progress of the task as a line.
    fn tell(&self, lines: &ProgressLines) {
        lines.ticker.restart();
        let Self { name, unit, pace, .. } = self;
        let (done, total, left) = (pace.done(), pace.total(), pace.left().unwrap_or_default());
        let (seconds, left) = (pace.worked().as_secs_f64(), left.as_secs_f64());
        let words =
            format!("{name}: {done} of {total} {unit} in {seconds:.1} s, {left:.0} s to go");
        let fields = json!({
            "stage": name, "done": done, "total": total, "unit": unit,
            "seconds": (seconds * 10.0).round() / 10.0, "left": left.round(),
        });
        lines.messages.event("progress", words, fields);
    }

    /// Sets the number of finished steps; some may have been finished before the start.
    pub fn set_done(&self, done: u64) {
        if self.pace.set_done(done) {
            self.bar.set_position(done);
            if self.pace.is_finished() {
                self.bar.finish();
            }
        }
    }

    /// Returns the time spent on the steps.
    pub fn worked(&self) -> Duration {
        self.pace.worked()
    }
}
