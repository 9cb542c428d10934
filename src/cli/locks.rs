//! Locks on the command line: waiting for one, and saying who has it. Not the lock itself.

use super::failure::{Code, Failure, OrFail};
use clap::Args;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use sudoku_press::lock::{Lock, LockError};

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
                Err(LockError::Io(e)) => return Err(e).or_unwritten(lock),
            }
        }
    }
}

/// The time in UTC, as RFC 3339 writes it. For locks and archives: never for what a run leaves.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", date(day))
}

/// The date so many days after 1970-01-01.
///
/// Counted from a first of March, the day of a leap year comes last and months have a rule:
/// Howard Hinnant, *chrono-compatible low-level date algorithms*, `civil_from_days`.
pub fn date(day: u64) -> String {
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::{date, duration};
    use std::time::Duration;

    #[test]
    fn days_are_dates() {
        // 11016 days is 2000-02-29, 19782 days 2024-02-29, by any other calendar.
        let known = [
            (0, "1970-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
        ];
        for (day, name) in known
            .into_iter()
            .chain([(19_782, "2024-02-29"), (47_540, "2100-02-28")])
        {
            assert_eq!(date(day), name);
        }
        assert_eq!(date(47_541), "2100-03-01", "2100 is no leap year");
    }

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
