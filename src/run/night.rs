//! Which night it is, and the seed that belongs to it.

use super::{MANIFEST, RunError, unfinished};
use crate::files::{names, output};
use crate::seed::Seed;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use std::path::{Path, PathBuf};

/// A date as it is written in settings: `2026-11-20`.
///
/// # Errors
/// With what was expected.
pub fn date(text: &str) -> Result<Date, String> {
    let digits = |range: std::ops::Range<usize>| {
        let part = text.as_bytes().get(range);
        part.is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    let formed = text.len() == 10 && digits(0..4) && digits(5..7) && digits(8..10);
    let date = Date::strptime("%Y-%m-%d", text).ok().filter(|_| formed);
    date.ok_or_else(|| format!("expected a date such as 2026-11-20, found {text:?}"))
}

/// The date in a time zone at a moment.
pub fn day_at(moment: Timestamp, zone: &TimeZone) -> Date {
    moment.to_zoned(zone.clone()).date()
}

/// One night: its date is the same for the whole run, though midnight passes.
#[derive(Clone, Debug)]
pub struct Night {
    /// The date.
    pub date: Date,
    /// Without it nobody can make the night's puzzles.
    pub secret: String,
}

impl Night {
    /// The seed of this date and secret: the same night made again is the same run.
    ///
    /// # Errors
    /// [`RunError::NoSecret`] without a secret, or with a placeholder.
    pub fn seed(&self) -> Result<Seed, RunError> {
        let secret = self.secret.trim().to_lowercase();
        if ["", "change me", "changeme", "secret"].contains(&secret.as_str()) {
            return Err(RunError::NoSecret);
        }
        let hash = output::sha256(format!("{}\n{}", self.secret, self.date).as_bytes());
        let seed = u64::from_str_radix(&hash[..16], 16);
        Ok(Seed(seed.expect("SHA-256 has hexadecimal digits")))
    }

    /// A path with the date in the place of {date}.
    pub fn dated(&self, path: &Path) -> PathBuf {
        dated(path, self.date).unwrap_or_else(|| path.to_owned())
    }

    /// The earlier nights, at most a month ago, whose folders hold an unfinished run, oldest first: their dates
    /// and folders. A folder that cannot be looked into is none of them.
    pub fn unfinished_before(&self, path: &Path) -> Vec<(Date, PathBuf)> {
        let nights = (1..=31).rev().filter_map(|days| {
            let date = self.date.checked_sub(i64::from(days).days()).ok()?;
            let folder = dated(path, date)?;
            let is_begun = unfinished(&folder).is_ok_and(|unfinished| unfinished.is_some());
            let is_finished = || names::exists(&folder.join(MANIFEST)).unwrap_or(true);
            (is_begun && !is_finished()).then_some((date, folder))
        });
        nights.collect()
    }
}

/// A path with a date in the place of {date}; `None` when it has no such place.
fn dated(path: &Path, date: Date) -> Option<PathBuf> {
    let text = path.to_str().filter(|text| text.contains("{date}"))?;
    Some(text.replace("{date}", &date.to_string()).into())
}

#[cfg(all(test, feature = "program"))]
mod tests {
    use super::{date, day_at};
    use jiff::civil::{Date, time};
    use jiff::tz::TimeZone;
    use jiff::{Timestamp, ToSpan as _};
    use std::collections::BTreeSet;

    #[test]
    fn a_date_has_ten_characters() {
        assert_eq!(date("2026-11-20"), Ok(jiff::civil::date(2026, 11, 20)));
        for wrong in ["26-1-1", "2026-1-1", "2026-02-30", "20261120", "2026-11-20 ", ""] {
            assert!(date(wrong).is_err(), "{wrong}");
        }
    }

    /// A timer that fires each day at an hour of a zone makes each night once, through both changes of
    /// the clock, whichever zone the host has.
    #[test]
    fn a_night_has_one_date_wherever_the_timer_runs() {
        const ZONES: [&str; 23] = [
            "UTC",
            "Europe/Berlin",
            "Europe/London",
            "Europe/Lisbon",
            "Europe/Moscow",
            "Atlantic/Azores",
            "America/New_York",
            "America/St_Johns",
            "America/Los_Angeles",
            "America/Sao_Paulo",
            "America/Santiago",
            "America/Havana",
            "America/Asuncion",
            "Africa/Cairo",
            "Asia/Beirut",
            "Asia/Tehran",
            "Asia/Kolkata",
            "Asia/Taipei",
            "Asia/Tokyo",
            "Australia/Lord_Howe",
            "Australia/Sydney",
            "Pacific/Chatham",
            "Pacific/Kiritimati",
        ];
        for name in ZONES {
            let zone = TimeZone::get(name).unwrap();
            for hour in [0, 2, 3, 23] {
                let mut nights = BTreeSet::new();
                let mut day = jiff::civil::date(2026, 1, 1);
                let days = 365;
                for _ in 0..days {
                    // What a timer does with an hour that is skipped or comes twice: it fires once.
                    let fires = day.to_datetime(time(hour, 0, 0, 0)).to_zoned(zone.clone());
                    nights.insert(day_at(fires.unwrap().timestamp(), &zone));
                    day = day.tomorrow().unwrap();
                }
                assert_eq!(nights.len(), days, "{name} at {hour}");
                assert_eq!(nights.first(), Some(&jiff::civil::date(2026, 1, 1)));
                assert_eq!(nights.last(), Some(&jiff::civil::date(2026, 12, 31)));
            }
        }
    }

    /// The shipped timer and the default zone are both UTC: from one firing to the next is one day, on
    /// hosts of any zone.
    #[test]
    fn the_shipped_timer_makes_each_utc_day_once() {
        let timer = include_str!("../../templates/systemd/sudoku-press.timer");
        assert!(timer.contains("OnCalendar=*-*-* 02:00:00 UTC"), "{timer}");
        let mut moment: Timestamp = "2026-01-01T02:00:00Z".parse().unwrap();
        let mut expected: Date = jiff::civil::date(2026, 1, 1);
        for _ in 0..365 {
            assert_eq!(day_at(moment, &TimeZone::UTC), expected);
            moment += 24.hours();
            expected = expected.tomorrow().unwrap();
        }
    }
}
