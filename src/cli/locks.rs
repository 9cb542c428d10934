//! Locks on the command line: waiting for one, and saying who has it. Not the lock itself.

use super::failure::{Code, Failure, OrFail};
use clap::Args;
use jiff::Timestamp;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use sudoku_press::files::lock::{Lock, LockError};

/// What the user typed.
#[derive(Args, Debug)]
pub struct LockArgs {
    /// How long to wait for another run that has the folder or the archive: 30s, 10m, 2h
    #[arg(long, value_name = "DURATION", default_value = "0s", value_parser = duration)]
    lock_wait: Duration,
}

/// `30s`, `10m`, `2h`; seconds when no unit is said.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is not a duration such as 30s, 10m or 2h");
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

impl LockArgs {
    /// Takes the lock on `what`, waiting as long as the user allows.
    pub fn take(&self, lock: &Path, what: &Path) -> Result<Lock, Failure> {
        const LOOK_AGAIN: Duration = Duration::from_millis(100);
        let until = Instant::now() + self.lock_wait;
        let holder = format!("process {}, since {}", std::process::id(), now());
        loop {
            match Lock::take(lock, &holder) {
                Ok(lock) => return Ok(lock),
                Err(LockError::Held(_)) if Instant::now() < until => thread::sleep(LOOK_AGAIN),
                Err(LockError::Held(by)) => {
                    let what = what.display();
                    let words =
                        format!("{what} is locked by {by}; --lock-wait 10m waits for its end");
                    return Err(Failure::say(Code::Locked, words));
                }
                Err(LockError::Io(e)) => return Err(e).or_unwritten(what),
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
