//! Waiting for locks. The library takes the locks itself.

use super::{ExitCode, Failure};
use ::jobs::{Job, Origin, Setting, SettingText, Settings};
use archive::Archive;
use jiff::Timestamp;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The time that a command waits for locks.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct LockArgs {
    /// Time to wait for another command that uses the same files: 30s, 10m, 2h
    #[arg(long, value_name = "DURATION", default_value = "0s", value_parser = parse_wait)]
    lock_wait: Duration,
}

/// Reads the waiting time as the setting `lock-wait` does.
fn parse_wait(text: &str) -> Result<Duration, String> {
    let setting = Setting::find("lock-wait").expect("the list has the setting");
    let mut job = Job::default();
    let text = SettingText::new(setting, text, Origin::Flag);
    let settings = job.add(text).and_then(|()| job.settings());
    settings.map(|settings| settings.archive.lock_wait).map_err(|e| e.wrong.to_string())
}

impl LockArgs {
    /// Reads the waiting time from settings.
    pub fn new(settings: &Settings) -> Self {
        Self { lock_wait: settings.archive.lock_wait }
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
