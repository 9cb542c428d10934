//! The count behind bars and lines of progress: many threads at once, without a lock.

#[path = "../../src/cli/pace.rs"]
#[allow(dead_code, reason = "the command line uses all of it")]
mod counted;

use counted::{Bell, Pace, StopWatch};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn steps_of_many_threads_are_counted_exactly() {
    const THREADS: u64 = 8;
    const STEPS: u64 = 50_000;
    let (pace, watch) = (Pace::new(THREADS * STEPS + 10), StopWatch::start());
    assert!(pace.reach(10) && !pace.reach(7));
    let begun = Instant::now();
    let last: usize = thread::scope(|scope| {
        let count = || (0..STEPS).filter(|_| pace.step(watch.lap())).count();
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(count)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((pace.done(), last), (THREADS * STEPS + 10, 1), "one step is the last");
    // Each moment counts once, whichever thread it belongs to.
    assert!(pace.worked() <= begun.elapsed() + Duration::from_millis(1), "{:?}", pace.worked());
    assert!(pace.worked() >= begun.elapsed() / 2, "{:?}", pace.worked());
    assert!(pace.words().contains("/s") && pace.words().contains(" in "), "{}", pace.words());
}

#[test]
fn a_bell_rings_for_one_of_many_threads() {
    let bell = Bell::every(Duration::ZERO);
    assert!(bell.rings());
    const PERIOD: Duration = Duration::from_millis(500);
    let begun = Instant::now();
    let bell = Bell::every(PERIOD);
    let early = usize::from(bell.rings());
    thread::sleep(PERIOD);
    let rings = || usize::from(bell.rings());
    let all: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(rings)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    // On a machine that is very slow, several periods may pass.
    let periods = (begun.elapsed().as_millis() / PERIOD.as_millis()) as usize;
    assert!(all >= 1 && early + all <= periods, "{early} + {all} rings in {periods} periods");
}

/// What every thread does for every puzzle took one lock for all of them, and made words that were drawn once in
/// thousands of times.
#[test]
fn a_puzzle_is_counted_without_a_lock_or_words() {
    for file in ["pace", "progress", "follow"] {
        let code = fs::read_to_string(format!("src/cli/{file}.rs")).unwrap();
        for lock in ["Mutex", "RwLock", "Condvar", "set_message"] {
            assert!(!code.contains(lock), "{file}.rs has {lock}");
        }
    }
}
