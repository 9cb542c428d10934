//! The night of a run: its date, and the seed that follows from the date.

use super::staging::{has_unplaced_run, pending_run};
use crate::{Manifest, RunError, SeedChoice, WorkSettings};
use clap_lex::OsStrExt as _;
use files::{Checksum, fs_path};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use make::Seed;
use std::path::{Path, PathBuf};
use words::{Problem, clause, setting};

impl Night {
    /// Returns the date in a time zone at a moment.
    pub fn day_at(moment: Timestamp, zone: &TimeZone) -> Date {
        moment.to_zoned(zone.clone()).date()
    }
}

/// The night of a run. Its date stays the same for the whole run, even if midnight passes.
#[derive(Clone, Debug)]
pub struct Night {
    /// The date.
    pub date: Date,
    /// The secret of the user, without which the puzzles of the night cannot be made.
    pub secret: String,
}

impl WorkSettings {
    /// Returns the night that these settings mean at this time.
    pub fn night(&self, now: Timestamp) -> Night {
        let date = self.date.unwrap_or_else(|| Night::day_at(now, &self.timezone));
        Night { date, secret: self.secret.clone().unwrap_or_default() }
    }

    /// Returns the seed of the run; `None` if one is drawn.
    ///
    /// # Errors
    /// [`RunError::Usage`] if the seed depends on a secret and there is none.
    pub fn seed(&self, night: &Night) -> Result<Option<Seed>, RunError> {
        Ok(match self.seed {
            None => None,
            Some(SeedChoice::Number(seed)) => Some(seed),
            Some(SeedChoice::FromDate) => Some(night.seed()?),
        })
    }
}

impl Night {
    /// Returns the seed of this date and secret. The same night gives the same run.
    ///
    /// # Errors
    /// [`RunError::Usage`] without a secret, or with a placeholder.
    pub fn seed(&self) -> Result<Seed, RunError> {
        let secret = self.secret.trim().to_lowercase();
        if ["", "change me", "changeme", "secret"].contains(&secret.as_str()) {
            let wrong = clause!(
                "expected a secret of your own ({}, or SUDOKU_PRESS_SECRET), found none or a \
                 placeholder; without it anybody can make your puzzles",
                setting("secret"),
            );
            return Err(Problem::new(wrong).with_setting_value("seed", "from-date").into());
        }
        let hash =
            Checksum::from_bytes(format!("{}\n{}", self.secret, self.date).as_bytes()).text();
        let seed = u64::from_str_radix(&hash[..16], 16);
        Ok(Seed(seed.expect("SHA-256 has hexadecimal digits")))
    }

    /// Returns a path with the date in place of `{date}`.
    pub fn dated(&self, path: &Path) -> PathBuf {
        dated(path, self.date).unwrap_or_else(|| path.to_owned())
    }

    /// Returns the dates and folders of the nights of the last 31 days whose folders hold a pending
    /// run, oldest first. A folder that cannot be read is skipped.
    pub fn pending_before(&self, path: &Path) -> Vec<(Date, PathBuf)> {
        let nights = (1..=MAX_DAYS).rev().filter_map(|days| {
            let (date, folder) = self.other_night(path, -days)?;
            (is_begun(&folder) && !is_finished(&folder)).then_some((date, folder))
        });
        nights.collect()
    }

    /// Returns the dates and folders of the nights since the last finished one that were never
    /// begun, oldest first. A night that was not made a week before either is left out, because the
    /// job does not run on its weekday.
    pub fn missing_before(&self, path: &Path) -> Vec<(Date, PathBuf)> {
        let is_made = |days: i64| {
            self.other_night(path, -days).is_some_and(|(_, folder)| is_finished(&folder))
        };
        let Some(last) = (1..=MAX_DAYS).find(|days| is_made(*days)) else { return Vec::new() };
        let first = (last..=MAX_DAYS).rev().find(|days| is_made(*days)).unwrap_or(last);
        let nights = (1..last).rev().filter_map(|days| {
            let is_day_off = first >= days + 7 && !is_made(days + 7);
            let (date, folder) = self.other_night(path, -days)?;
            (!is_day_off && !is_begun(&folder)).then_some((date, folder))
        });
        nights.collect()
    }

    /// Returns the folder of the first night of the next 31 days that was made or begun: the clock
    /// was set back since.
    pub fn later_night(&self, path: &Path) -> Option<PathBuf> {
        let mut nights = (1..=MAX_DAYS).filter_map(|days| self.other_night(path, days));
        let (_, folder) = nights.find(|(_, folder)| is_begun(folder) || is_finished(folder))?;
        Some(folder)
    }

    /// Returns the night this many days later, with its folder.
    fn other_night(&self, path: &Path, days: i64) -> Option<(Date, PathBuf)> {
        let date = self.date.checked_add(days.days()).ok()?;
        Some((date, dated(path, date)?))
    }
}

/// The number of days in which a night looks for others.
const MAX_DAYS: i64 = 31;

/// Returns true if a folder holds a pending run, false if it cannot be read.
fn is_begun(folder: &Path) -> bool {
    pending_run(folder).is_ok_and(|unfinished| unfinished.is_some())
        || has_unplaced_run(folder).unwrap_or(false)
}

fn is_finished(folder: &Path) -> bool {
    fs_path::exists(&folder.join(Manifest::FILE)).unwrap_or(true)
}

/// Replaces `{date}` in a path by a date; `None` if the path has no such place. All other bytes
/// stay, in any encoding.
fn dated(path: &Path, date: Date) -> Option<PathBuf> {
    let mut parts = path.as_os_str().split("{date}").peekable();
    let mut dated = parts.next()?.to_owned();
    parts.peek()?;
    for part in parts {
        dated.push(date.to_string());
        dated.push(part);
    }
    Some(dated.into())
}
