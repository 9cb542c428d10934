//! Which night it is, and the seed that belongs to it. Not a clock for anything else.

use clap::Args;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use sudoku_press::files::output;
use sudoku_press::seed::Seed;

/// What the user typed.
#[derive(Args, Debug)]
pub struct NightArgs {
    /// The night's date, for --seed from-date and {date} in --out [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    date: Option<Date>,

    /// What only you know, so that nobody else can make your nights' puzzles
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    secret: String,
}

/// A date as people write it in settings.
pub fn date(text: &str) -> Result<Date, String> {
    let date = Date::strptime("%Y-%m-%d", text);
    date.map_err(|_| format!("{text:?} is not a date such as 2026-11-20"))
}

/// One answer for the whole run, though midnight passes.
fn today() -> Date {
    static TODAY: OnceLock<Date> = OnceLock::new();
    *TODAY.get_or_init(|| Offset::UTC.to_datetime(Timestamp::now()).date())
}

impl NightArgs {
    fn date(&self) -> Date {
        self.date.unwrap_or_else(today)
    }

    /// The same for the same date and secret: a rerun of a night is the same run.
    pub fn seed(&self) -> Seed {
        let hash = output::sha256(format!("{}\n{}", self.secret, self.date()).as_bytes());
        let seed = u64::from_str_radix(&hash[..16], 16);
        Seed(seed.expect("SHA-256 is written in hexadecimal digits"))
    }

    /// A path with the date where it says {date}.
    pub fn dated(&self, path: &Path) -> PathBuf {
        match path.to_str() {
            Some(text) if text.contains("{date}") => {
                text.replace("{date}", &self.date().to_string()).into()
            }
            _ => path.to_owned(),
        }
    }
}
