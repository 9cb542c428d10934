//! Waiting for a lock. Not the lock itself, which the library takes.

use super::flags::args_of_settings;
use super::{ExitCode, Failure};
use jiff::Timestamp;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use sudoku_press::run::ArchiveSettings;
use sudoku_press::store::archive::Archive;

/// How long a command waits for locks.
#[derive(Clone, Copy, Debug)]
pub struct LockArgs {
    lock_wait: Duration,
}

args_of_settings! { LockArgs, ["lock-wait"], |settings| Self::new(&settings.archive) }

impl LockArgs {
    /// The time that these settings allow.
    pub fn new(settings: &ArchiveSettings) -> Self {
        Self { lock_wait: settings.lock_wait }
    }

    /// Opens an archive to write to it, waiting for another writer as long as the user allows.
    pub fn archive(&self, path: &Path) -> Result<Archive, Failure> {
        self.wait(|| Ok(Archive::open(path, &holder())?))
    }

    /// Does some work that takes a lock: again and again while another command has it, as long as the
    /// user allows.
    pub fn wait<T>(&self, mut work: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
        let deadline = self.deadline();
        loop {
            match work() {
                Err(e) if e.code == ExitCode::Locked && deadline.pause_before_retry() => {}
                done => return done,
            }
        }
    }

    /// The time that the user allows, from now on.
    pub fn deadline(&self) -> LockDeadline {
        LockDeadline { end: Instant::now() + self.lock_wait }
    }
}

/// How long to wait for a lock.
#[derive(Clone, Copy, Debug)]
pub struct LockDeadline {
    end: Instant,
}

impl LockDeadline {
    /// Pauses before the next look at a lock. Returns false if the time is over.
    pub fn pause_before_retry(self) -> bool {
        const RETRY_DELAY: Duration = Duration::from_millis(100);
        let has_time = Instant::now() < self.end;
        if has_time {
            thread::sleep(RETRY_DELAY);
        }
        has_time
    }
}

/// Who takes a lock, for others who find it taken.
pub fn holder() -> String {
    format!("process {}, since {}", std::process::id(), now())
}

/// The time in UTC, in the form of RFC 3339. For locks, logs and archives; no file of a run has it.
pub fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
