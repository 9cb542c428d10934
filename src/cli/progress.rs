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

/// Where progress is shown.
pub struct Progress {
    /// Hidden where bars are not wanted.
    bars: MultiProgress,
    lines: Option<ProgressLines>,
}

/// A line now and then, over all tasks together.
#[derive(Clone)]
struct ProgressLines {
    messages: Messages,
    /// Rings when the next line is due.
    ticker: Arc<Ticker>,
    /// Whether the end of each task has a line, however short it was.
    has_final_line: bool,
}

impl Progress {
    /// Progress as the flags want it.
    pub fn new(settings: &MessageSettings, messages: &Messages) -> Self {
        let bars = settings.progress == ProgressMode::Auto && messages.can_show_bars();
        let lines = |seconds, has_final_line| ProgressLines {
            messages: messages.clone(),
            ticker: Arc::new(Ticker::every(Duration::from_secs(seconds))),
            has_final_line,
        };
        Self {
            bars: match bars && !settings.quiet {
                true => MultiProgress::new(),
                false => MultiProgress::with_draw_target(ProgressDrawTarget::hidden()),
            },
            lines: match settings.progress {
                ProgressMode::Plain => Some(lines(10, true)),
                ProgressMode::Auto if !bars => Some(lines(60, false)),
                _ => None,
            }
            .filter(|_| !settings.quiet),
        }
    }

    /// A task of `total` units.
    pub fn task(&self, name: String, total: u64, unit: &'static str) -> ProgressTask {
        let bar = ProgressBar::new(total).with_finish(ProgressFinish::Abandon);
        let pace = Arc::new(Pace::new(total));
        // The words are made when the bar is drawn, which is a few times a second.
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

/// Something with a known number of steps. Copies are the same task. If it ends early, its bar stays where it was.
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
    /// One more step is done now, on any thread; the watch knows when the one before was done.
    pub fn step(&self, watch: &StopWatch) {
        // The bar first: when the last step is counted, the bar has them all.
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

    /// Tells how far the task is, in a line.
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

    /// So many steps are done, some of them perhaps before.
    pub fn set_done(&self, done: u64) {
        if self.pace.set_done(done) {
            self.bar.set_position(done);
            if self.pace.is_finished() {
                self.bar.finish();
            }
        }
    }

    /// The time in which its steps were made.
    pub fn worked(&self) -> Duration {
        self.pace.worked()
    }
}
