//! Progress on standard error: bars for people, lines for logs, or nothing.

use super::messages::When;
use super::{MessageArgs, Messages};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    told: Arc<Mutex<Instant>>,
}

impl Progress {
    /// Progress as the flags want it.
    pub fn new(args: &MessageArgs, messages: &Messages) -> Self {
        let bars = args.progress == When::Auto && messages.are_for_a_terminal();
        let lines = |seconds, ends| Lines {
            messages: messages.clone(),
            every: Duration::from_secs(seconds),
            ends,
            told: Arc::new(Mutex::new(Instant::now())),
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

    /// A task of `total` units.
    pub fn task(&self, name: String, total: u64, unit: &'static str) -> Task {
        let bar = ProgressBar::new(total).with_finish(ProgressFinish::Abandon);
        let style = "{prefix:<12} {wide_bar} {human_pos:>7}/{human_len} {msg:>19}";
        let style = ProgressStyle::with_template(style).expect("the template is sound");
        let bar = self.bars.add(bar.with_style(style).with_prefix(name.clone()));
        let pace = Arc::new(Mutex::new(Pace { total, ..Pace::default() }));
        Task { name, unit, bar, pace, lines: self.lines.clone() }
    }
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far a task is, and how fast it was while it was worked on.
#[derive(Clone, Copy, Default)]
struct Pace {
    total: u64,
    done: u64,
    /// Steps that were done before; they took no time.
    before: u64,
    worked: Duration,
}

/// The time without which nothing is said of the pace of an unfinished task.
const ENOUGH: Duration = Duration::from_millis(500);

impl Pace {
    fn is_finished(&self) -> bool {
        self.done >= self.total
    }

    /// The mean number of steps a second; `None` if there were none, or too few to tell.
    fn mean(&self) -> Option<f64> {
        let steps = self.done - self.before;
        let enough = if self.is_finished() { Duration::ZERO } else { ENOUGH };
        (steps > 0 && self.worked > enough).then(|| steps as f64 / self.worked.as_secs_f64())
    }

    /// `264/s`, `2.5/s`, `12/min`.
    fn rate(&self) -> Option<String> {
        self.mean().map(|mean| match mean {
            10.0.. => format!("{mean:.0}/s"),
            1.0.. => format!("{mean:.1}/s"),
            _ => format!("{:.0}/min", mean * 60.0),
        })
    }

    /// The time until the task is done.
    fn left(&self) -> Option<Duration> {
        let left = self.total.saturating_sub(self.done);
        Some(Duration::from_secs_f64(left as f64 / self.mean()?))
    }

    /// `12s left`, and in the end `in 11s`.
    fn time(&self) -> Option<String> {
        match self.is_finished() {
            true => self.mean().map(|_| format!("in {}", short(self.worked))),
            false => self.left().map(|left| format!("{} left", short(left))),
        }
    }
}

/// `0.3s`, `12s`, `2m05s`, `1h03m`.
fn short(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1}s", time.as_secs_f64()),
        10..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3_600, seconds / 60 % 60),
    }
}

/// Something with a known number of steps. Copies are the same task. If it ends early, its bar stays where it was.
#[derive(Clone)]
pub struct Task {
    name: String,
    unit: &'static str,
    bar: ProgressBar,
    pace: Arc<Mutex<Pace>>,
    lines: Option<Lines>,
}

impl Task {
    /// One more step is done, at this time; the one before was done at the time of `last`.
    pub fn step(&self, last: &mut Instant) {
        let now = Instant::now();
        let worked = now - std::mem::replace(last, now);
        let pace = self.go_on(|pace| {
            pace.done += 1;
            pace.worked += worked;
        });
        let Some(lines) = &self.lines else {
            return;
        };
        let mut told = held(&lines.told);
        if lines.ends && pace.done == pace.total || now - *told >= lines.every {
            *told = now;
            let (Self { name, unit, .. }, Pace { done, total, worked, .. }) = (self, pace);
            let (seconds, left) = (worked.as_secs_f64(), pace.left().unwrap_or_default());
            let words = format!(
                "{name}: {done} of {total} {unit} in {seconds:.1} s, {:.0} s to go",
                left.as_secs_f64()
            );
            let fields = json!({
                "stage": name, "done": done, "total": total, "unit": unit,
                "seconds": (seconds * 10.0).round() / 10.0, "left": left.as_secs_f64().round(),
            });
            lines.messages.say("progress", words, fields);
        }
    }

    /// So many steps are done, some of them perhaps before.
    pub fn reach(&self, done: u64) {
        if done > held(&self.pace).done {
            self.go_on(|pace| (pace.before, pace.done) = (pace.before + done - pace.done, done));
        }
    }

    /// The time in which its steps were made.
    pub fn worked(&self) -> Duration {
        held(&self.pace).worked
    }

    fn go_on(&self, change: impl FnOnce(&mut Pace)) -> Pace {
        let pace = {
            let mut pace = held(&self.pace);
            change(&mut pace);
            *pace
        };
        if !self.bar.is_hidden() {
            self.bar.set_position(pace.done);
            let (rate, time) = (pace.rate().unwrap_or_default(), pace.time().unwrap_or_default());
            self.bar.set_message(format!("{rate:>8} {time:>10}"));
        }
        if pace.is_finished() {
            self.bar.finish();
        }
        pace
    }
}
