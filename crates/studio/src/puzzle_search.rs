//! The search for the puzzles of a preview. A book whose wishes hardly a puzzle fulfils is searched
//! for hours when it is made; a preview gives up when no other puzzle is found for a while.

use human::Rung;
use jobs::{Interrupt, RunError, RunPuzzles, RunSpec};
use make::{BatchCaller, Seed};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which a search that finds nothing is given up.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(8);
/// The time between two looks at a search.
const WATCH_INTERVAL: Duration = Duration::from_millis(50);

/// The result of a search.
pub(super) enum FoundPuzzles {
    /// All puzzles.
    All(Box<RunPuzzles>),
    /// The number of puzzles that were found before the search was given up.
    Some(u64),
}

/// The number of puzzles that were found, also of those that come twice.
#[derive(Default)]
struct FoundCount(AtomicU64);

impl BatchCaller for FoundCount {
    fn on_made(&self, _rung: Rung) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Makes the puzzles of a run in memory.
///
/// # Errors
/// The errors of [`RunPuzzles::make`].
pub(super) fn find(
    spec: &RunSpec,
    seed: Seed,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<FoundPuzzles, RunError> {
    let (count, work) = (Arc::new(FoundCount::default()), Interrupt::default());
    let (ends, is_over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (found, searching) = (&*count, &work);
        let watch = move || watch_search(found, searching, interrupt, is_over);
        // Without a thread for it, nobody watches the search.
        let watch = thread::Builder::new().spawn_scoped(scope, watch).ok();
        let work = if watch.is_some() { &work } else { interrupt };
        let made = RunPuzzles::make(spec, seed, folder, work, count.clone());
        drop(ends);
        let is_given_up = watch.is_some_and(|watch| watch.join().unwrap_or_default());
        match made {
            Err(RunError::Interrupted) if is_given_up => {
                Ok(FoundPuzzles::Some(count.0.load(Ordering::Relaxed)))
            }
            made => Ok(FoundPuzzles::All(made?.into())),
        }
    })
}

/// The time at which the last puzzle was found, and the number of those until then.
struct LastFind {
    count: u64,
    at: Instant,
}

impl LastFind {
    /// Returns true if there are no more puzzles now than long ago.
    fn is_long_ago(&mut self, count: u64, now: Instant) -> bool {
        if count != self.count {
            *self = Self { count, at: now };
        }
        now - self.at >= MAX_WAIT
    }
}

/// Stops the work when the caller interrupts it, or when no other puzzle is found for a while.
/// Returns true in the second case.
fn watch_search(
    count: &FoundCount,
    work: &Interrupt,
    interrupt: &Interrupt,
    is_over: mpsc::Receiver<()>,
) -> bool {
    let mut last = LastFind { count: 0, at: Instant::now() };
    while is_over.recv_timeout(WATCH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let is_barren = last.is_long_ago(count.0.load(Ordering::Relaxed), Instant::now());
        if is_barren || interrupt.is_stopped() {
            work.stop();
            return is_barren;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_search_that_finds_is_no_barren_one() {
        let start = Instant::now();
        let mut last = LastFind { count: 0, at: start };
        for (seconds, count, is_barren) in [
            (7, 0, false),
            (7, 1, false),
            (14, 2, false),
            (21, 3, false),
            (28, 3, false),
            (29, 3, true),
        ] {
            let now = start + Duration::from_secs(seconds);
            assert_eq!(last.is_long_ago(count, now), is_barren, "{seconds} s");
        }
    }
}
