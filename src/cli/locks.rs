//! Locks on the command line: waiting for one, and naming its holder. Not the lock itself.

use super::failure::{Code, Failure, OrFail};
use clap::Args;
use jiff::Timestamp;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use sudoku_press::archive::{Archive, ArchiveError};
use sudoku_press::files::lock::{Lock, LockError};

/// What the user typed.
#[derive(Args, Debug)]
pub struct LockArgs {
    /// How long to wait for another run that has the folder or the archive: 30s, 10m, 2h
    #[arg(long, value_name = "DURATION", default_value = "0s", value_parser = duration)]
    lock_wait: Duration,
}

/// `30s`, `10m`, `2h`; seconds when there is no unit.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("expected a duration such as 30s, 10m or 2h, found {text:?}");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1,
        "m" | "min" => 60,
        "h" => 3_600,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
    let seconds = number.checked_mul(unit).filter(|s| *s <= 366 * 86_400);
    seconds.map(Duration::from_secs).ok_or_else(wrong)
}

/// Why a lock was not taken.
enum Refused {
    Held(String),
    Failed(Failure),
}

impl LockArgs {
    /// Takes the lock on `what`, waiting as long as the user allows.
    pub fn take(&self, lock: &Path, what: &Path) -> Result<Lock, Failure> {
        self.wait(what, |holder| {
            Lock::take(lock, holder).map_err(|e| match e {
                LockError::Held(by) => Refused::Held(by),
                LockError::Io(e) => {
                    let failed: Result<(), Failure> = Err(e).or_unwritten(what);
                    Refused::Failed(failed.expect_err("an error stays one"))
                }
            })
        })
    }

    /// Opens an archive to write to it, waiting for another writer as long as the user allows.
    pub fn archive(&self, path: &Path) -> Result<Archive, Failure> {
        self.writer(path, |holder| Archive::open(path, holder))
    }

    /// Does something to an archive that needs its lock.
    pub fn writer<T>(
        &self,
        path: &Path,
        mut write: impl FnMut(&str) -> Result<T, ArchiveError>,
    ) -> Result<T, Failure> {
        self.wait(path, |holder| {
            write(holder).map_err(|e| match e {
                ArchiveError::Locked(by) => Refused::Held(by),
                e => Refused::Failed(e.into()),
            })
        })
    }

    fn wait<T>(
        &self,
        what: &Path,
        mut attempt: impl FnMut(&str) -> Result<T, Refused>,
    ) -> Result<T, Failure> {
        const LOOK_AGAIN: Duration = Duration::from_millis(100);
        let until = Instant::now() + self.lock_wait;
        let holder = format!("process {}, since {}", std::process::id(), now());
        loop {
            match attempt(&holder) {
                Ok(held) => return Ok(held),
                Err(Refused::Failed(failure)) => return Err(failure),
                Err(Refused::Held(_)) if Instant::now() < until => thread::sleep(LOOK_AGAIN),
                Err(Refused::Held(by)) => {
                    let what = what.display();
                    let words =
                        format!("{what} is locked by {by}; to wait for it, use --lock-wait 10m");
                    return Err(Failure::say(Code::Locked, words));
                }
            }
        }
    }
}

/// The time in UTC, as RFC 3339 writes it. For locks and archives: never for what a run leaves.
pub fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7_200)));
        for wrong in ["", "m", "-1s", "1.5h", "10 minutes", "99999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
