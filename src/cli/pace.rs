//! The progress and speed of a task, counted by many threads without a lock. This module prints
//! nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The memory order of independent counters.
const RELAXED: Ordering = Ordering::Relaxed;

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// A stopwatch that many threads share. It measures the time between steps of all tasks together,
/// so each moment counts once.
pub struct StopWatch {
    begun: Instant,
    /// The time of the latest step, in nanoseconds.
    latest: AtomicU64,
}

impl StopWatch {
    /// Starts to measure.
    pub fn start() -> Self {
        Self { begun: Instant::now(), latest: AtomicU64::new(0) }
    }

    /// Returns the time since the latest step, and starts the next lap.
    pub fn lap(&self) -> Duration {
        let now = nanoseconds(self.begun.elapsed());
        let latest = self.latest.fetch_max(now, RELAXED);
        Duration::from_nanos(now.saturating_sub(latest))
    }
}

/// A timer that fires at most once per period.
pub struct Ticker {
    begun: Instant,
    every: Duration,
    /// The start of the current period, in nanoseconds.
    started: AtomicU64,
}

impl Ticker {
    /// Creates a timer with this period.
    pub fn every(every: Duration) -> Self {
        Self { begun: Instant::now(), every, started: AtomicU64::new(0) }
    }

    /// Returns true if the period is over. Of several threads that call this at once, only one gets
    /// true.
    pub fn try_tick(&self) -> bool {
        let now = nanoseconds(self.begun.elapsed());
        let started = self.started.load(RELAXED);
        now.saturating_sub(started) >= nanoseconds(self.every)
            && self.started.compare_exchange(started, now, RELAXED, RELAXED).is_ok()
    }

    /// Starts a new period.
    pub fn restart(&self) {
        self.started.fetch_max(nanoseconds(self.begun.elapsed()), RELAXED);
    }
}

/// The progress of a task, and its speed while it was worked on.
#[derive(Default)]
pub struct Pace {
    total: u64,
    done: AtomicU64,
    /// Steps that were already done at the start. They took no time.
    before: AtomicU64,
    /// The time spent on all other steps, in nanoseconds.
    worked: AtomicU64,
}

/// The minimum working time for an estimate of the speed of an unfinished task.
const MIN_MEASURED_TIME: Duration = Duration::from_millis(500);

impl Pace {
    /// Creates a task of `total` steps.
    pub fn new(total: u64) -> Self {
        Self { total, ..Self::default() }
    }

    /// Counts a step that took the time `worked`. Returns true if it was the last.
    pub fn step(&self, worked: Duration) -> bool {
        self.worked.fetch_add(nanoseconds(worked), RELAXED);
        self.done.fetch_add(1, RELAXED) + 1 == self.total
    }

    /// Counts steps up to `done` as done before the start. Returns false if as many are already
    /// counted.
    pub fn set_done(&self, done: u64) -> bool {
        let counted = self.done.fetch_max(done, RELAXED);
        self.before.fetch_add(done.saturating_sub(counted), RELAXED);
        done > counted
    }

    /// Returns the number of steps.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of steps that are done.
    pub fn done(&self) -> u64 {
        self.done.load(RELAXED)
    }

    /// Returns the time spent on the steps.
    pub fn worked(&self) -> Duration {
        Duration::from_nanos(self.worked.load(RELAXED))
    }

    /// Returns true if all steps are done.
    pub fn is_finished(&self) -> bool {
        self.done() >= self.total
    }

    /// Returns the mean number of steps per second; `None` if there are too few steps for an
    /// estimate.
    fn mean(&self) -> Option<f64> {
        let steps = self.done().saturating_sub(self.before.load(RELAXED));
        let enough = if self.is_finished() { Duration::ZERO } else { MIN_MEASURED_TIME };
        let worked = self.worked();
        (steps > 0 && worked > enough).then(|| steps as f64 / worked.as_secs_f64())
    }

    /// Returns the speed, such as `264/s`, `2.5/s` or `12/min`.
    fn rate(&self) -> Option<String> {
        self.mean().map(|mean| match mean {
            10.0.. => format!("{mean:.0}/s"),
            1.0.. => format!("{mean:.1}/s"),
            _ => format!("{:.0}/min", mean * 60.0),
        })
    }

    /// Returns the estimated time until the task is done.
    pub fn left(&self) -> Option<Duration> {
        let left = self.total.saturating_sub(self.done());
        Duration::try_from_secs_f64(left as f64 / self.mean()?).ok()
    }

    /// Returns the time left, such as `12s left`, or the total time, such as `in 11s`.
    fn time(&self) -> Option<String> {
        if self.is_finished() {
            self.mean().map(|_| format!("in {}", format_duration(self.worked())))
        } else {
            self.left().map(|left| format!("{} left", format_duration(left)))
        }
    }

    /// Returns the speed and time for a progress bar.
    pub fn label(&self) -> String {
        let (rate, time) = (self.rate().unwrap_or_default(), self.time().unwrap_or_default());
        format!("{rate:>8} {time:>10}")
    }
}

/// Formats a duration, such as `0.3s`, `12s`, `2m05s` or `1h03m`.
fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1}s", time.as_secs_f64()),
        10..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn steps_of_many_threads_are_counted_exactly() {
        const THREADS: u64 = 8;
        const STEPS: u64 = 50_000;
        let begun = Instant::now();
        let (pace, watch) = (Pace::new(THREADS * STEPS + 10), StopWatch::start());
        assert!(pace.set_done(10) && !pace.set_done(7));
        let last: usize = thread::scope(|scope| {
            let count = || (0..STEPS).filter(|_| pace.step(watch.lap())).count();
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(count)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!((pace.done(), last), (THREADS * STEPS + 10, 1), "one step is the last");
        // Each moment counts once, whichever thread measures it.
        let worked = pace.worked();
        assert!(worked > Duration::ZERO && worked <= begun.elapsed(), "{worked:?}");
        assert!(pace.label().contains("/s") && pace.label().contains(" in "), "{}", pace.label());
    }

    #[test]
    fn a_ticker_ticks_for_one_of_many_threads() {
        let ticker = Ticker::every(Duration::ZERO);
        assert!(ticker.try_tick());
        const PERIOD: Duration = Duration::from_millis(500);
        let begun = Instant::now();
        let ticker = Ticker::every(PERIOD);
        let early = usize::from(ticker.try_tick());
        thread::sleep(PERIOD);
        let rings = || usize::from(ticker.try_tick());
        let all: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(rings)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        // On a machine that is very slow, several periods may pass.
        let periods = (begun.elapsed().as_millis() / PERIOD.as_millis()) as usize;
        assert!(all >= 1 && early + all <= periods, "{early} + {all} rings in {periods} periods");
    }
}
