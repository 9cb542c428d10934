//! Waiting for locks. The library takes the locks itself.

use super::flags::args_of_settings;
use super::{ExitCode, Failure};
use jiff::Timestamp;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use store::archive::Archive;
use sudoku_press::run::ArchiveSettings;

/// The time that a command waits for locks.
#[derive(Clone, Copy, Debug)]
pub struct LockArgs {
    lock_wait: Duration,
}

args_of_settings! { LockArgs, ["lock-wait"], |settings| Self::new(&settings.archive) }

impl LockArgs {
    /// Reads the waiting time from settings.
    pub fn new(settings: &ArchiveSettings) -> Self {
        Self { lock_wait: settings.lock_wait }
    }

    /// Opens an archive for writing, and waits for another writer as long as the user allows.
    pub fn archive(&self, path: &Path) -> Result<Archive, Failure> {
        self.wait(|| Ok(Archive::open(path, &holder())?))
    }

    /// Retries `work` while another command holds its lock, as long as the user allows.
    pub fn wait<T>(&self, mut work: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
        let deadline = self.deadline();
        loop {
            match work() {
                Err(e) if e.code == ExitCode::Locked && deadline.pause_before_retry() => {}
                done => return done,
            }
        }
    }

    /// Returns the time at which waiting ends, counted from now.
    pub fn deadline(&self) -> LockDeadline {
        LockDeadline { end: Instant::now() + self.lock_wait }
    }
}

/// The time at which waiting for a lock ends.
#[derive(Clone, Copy, Debug)]
pub struct LockDeadline {
    end: Instant,
}

impl LockDeadline {
    /// Sleeps until the next attempt. Returns false at once if the time is over.
    pub fn pause_before_retry(self) -> bool {
        const RETRY_DELAY: Duration = Duration::from_millis(100);
        let has_time = Instant::now() < self.end;
        if has_time {
            thread::sleep(RETRY_DELAY);
        }
        has_time
    }
}

/// Returns a description of this process, for others that find the lock taken.
pub fn holder() -> String {
    format!("process {}, since {}", std::process::id(), now())
}

/// Returns the time in UTC as in RFC 3339. Only locks, logs and archives contain it, never the
/// files of a run.
pub fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
