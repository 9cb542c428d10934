//! Progress on standard error: bars on a terminal, otherwise a line per minute, as JSON also one
//! for each task that is complete.

use super::Messages;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between two lines.
const LINE_PERIOD: Duration = Duration::from_secs(60);

/// The display of progress.
pub struct Progress {
    /// Hidden if lines are wanted, or nothing.
    bars: MultiProgress,
    lines: Option<ProgressLines>,
}

impl Progress {
    /// Creates the display: nothing with `--quiet`, bars on a terminal unless messages are JSON.
    pub fn new(messages: &Messages) -> Self {
        let is_quiet = messages.are_quiet();
        let has_bars = messages.can_show_bars();
        let target = if has_bars && !is_quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let has_lines = !has_bars && !is_quiet;
        Self {
            bars: MultiProgress::with_draw_target(target),
            lines: has_lines.then(|| ProgressLines::new(messages)),
        }
    }

    /// Adds a task of `total` units.
    pub fn task(&self, name: String, total: u64, unit: &'static str) -> ProgressTask {
        let bar = ProgressBar::new(total).with_style(style("{eta:>6} left"));
        self.add(bar.with_prefix(name), unit)
    }

    /// Adds a task of an unknown number of units.
    pub fn open_task(&self, name: &'static str, unit: &'static str) -> ProgressTask {
        let template = format!("{{prefix:<12}} {{human_pos:>7}} {unit} in {{elapsed:>8}}");
        let style = ProgressStyle::with_template(&template).expect("the template is sound");
        self.add(ProgressBar::no_length().with_style(style).with_prefix(name), unit)
    }

    fn add(&self, new_bar: ProgressBar, unit: &'static str) -> ProgressTask {
        let bar = self.bars.add(new_bar.with_finish(ProgressFinish::Abandon));
        ProgressTask { unit, bar, lines: self.lines.clone() }
    }
}

/// Returns the style of a bar that ends with this field.
fn style(end: &str) -> ProgressStyle {
    let template = format!("{{prefix:<12}} {{wide_bar}} {{human_pos:>7}}/{{human_len}} {end}");
    ProgressStyle::with_template(&template).expect("the template is sound")
}

/// Lines that appear periodically, for all tasks together.
#[derive(Clone)]
struct ProgressLines {
    messages: Messages,
    begun: Instant,
    /// The time of the next line, in seconds after the beginning.
    next: Arc<AtomicU64>,
}

impl ProgressLines {
    fn new(messages: &Messages) -> Self {
        Self {
            messages: messages.clone(),
            begun: Instant::now(),
            next: Arc::new(AtomicU64::new(LINE_PERIOD.as_secs())),
        }
    }

    /// Returns true if a line is due. Of several threads that ask at once, only one gets true.
    fn is_due(&self) -> bool {
        let now = self.begun.elapsed().as_secs();
        let due = self.next.load(Ordering::Relaxed);
        let later = now + LINE_PERIOD.as_secs();
        let order = Ordering::Relaxed;
        now >= due && self.next.compare_exchange(due, later, order, order).is_ok()
    }

    /// Prints a line about a task.
    fn print(&self, task: &ProgressTask) {
        let ProgressTask { unit, bar, .. } = task;
        let (name, done, total) = (bar.prefix(), bar.position(), bar.length());
        let seconds = bar.elapsed().as_secs_f64();
        let left = total.map(|_| bar.eta().as_secs());
        let message = match total.zip(left) {
            Some((total, left)) => {
                format!("{name}: {done} of {total} {unit} in {seconds:.1} s, {left} s to go")
            }
            None => format!("{name}: {done} {unit} in {seconds:.1} s"),
        };
        let fields = json!({
            "stage": name, "done": done, "total": total, "unit": unit,
            "seconds": (seconds * 10.0).round() / 10.0, "left": left,
        });
        self.messages.event("progress", message, fields);
    }
}

/// A task with a known number of steps. Clones are the same task. If a task ends early, its bar
/// stays where it was.
#[derive(Clone)]
pub struct ProgressTask {
    unit: &'static str,
    bar: ProgressBar,
    lines: Option<ProgressLines>,
}

impl ProgressTask {
    /// Counts one step, on any thread.
    pub fn step(&self) {
        self.bar.inc(1);
        let is_complete = self.finish_if_complete();
        if let Some(lines) = &self.lines
            && (lines.is_due() || is_complete && lines.messages.are_json())
        {
            lines.print(self);
        }
    }

    /// Sets the number of finished steps. Those that were finished before the start say nothing
    /// about the speed.
    pub fn set_done(&self, done: u64) {
        if done > self.bar.position() {
            self.bar.set_position(done);
            self.bar.reset_eta();
            self.finish_if_complete();
        }
    }

    /// Returns true if all steps are done; then the bar is drawn for the last time.
    fn finish_if_complete(&self) -> bool {
        let is_complete = Some(self.bar.position()) == self.bar.length();
        if is_complete && !self.bar.is_finished() {
            self.bar.set_style(style("in {elapsed:>8}"));
            self.bar.finish();
        }
        is_complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::jobs::Settings;
    use std::thread;

    #[test]
    fn steps_of_many_threads_are_counted_exactly() {
        const THREADS: u64 = 8;
        const STEPS: u64 = 50_000;
        let mut settings = Settings::default();
        settings.messages.quiet = true;
        let messages = Messages::new(&settings);
        let task = Progress::new(&messages).task("Pages".into(), THREADS * STEPS + 10, "pages");
        task.set_done(10);
        task.set_done(7);
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| (0..STEPS).for_each(|_| task.step()));
            }
        });
        assert_eq!(task.bar.position(), THREADS * STEPS + 10);
        assert!(task.bar.is_finished());
    }

    #[test]
    fn line_is_due_for_one_of_many_threads() {
        let messages = Messages::new(&Settings::default());
        let lines = ProgressLines { next: Arc::default(), ..ProgressLines::new(&messages) };
        let due = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| due.fetch_add(u64::from(lines.is_due()), Ordering::Relaxed));
            }
        });
        assert_eq!(due.into_inner(), 1, "the next line is due a minute later");
    }
}
