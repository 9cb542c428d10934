//! Which night it is, and the seed that belongs to it. Not a clock for anything else.

use super::locks;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use sudoku_press::output;
use sudoku_press::seed::Seed;

/// What the user typed.
#[derive(Args, Debug)]
pub struct NightArgs {
    /// The night's date, for --seed from-date and {date} in --out [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    date: Option<String>,

    /// What only you know, so that nobody else can make your nights' puzzles
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    secret: String,
}

fn date(text: &str) -> Result<String, String> {
    let parts: Vec<_> = text.split('-').map(str::len).collect();
    let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let day = |range: std::ops::Range<usize>, most| {
        let number = text.get(range).and_then(|n| n.parse::<u8>().ok());
        number.is_some_and(|n| (1..=most).contains(&n))
    };
    if digits && parts == [4, 2, 2] && day(5..7, 12) && day(8..10, 31) {
        return Ok(text.to_owned());
    }
    Err(format!("{text:?} is not a date such as 2026-11-20"))
}

/// One answer for the whole run, though midnight passes.
fn today() -> &'static str {
    static TODAY: OnceLock<String> = OnceLock::new();
    TODAY.get_or_init(|| locks::now().chars().take(10).collect())
}

impl NightArgs {
    fn date(&self) -> &str {
        self.date.as_deref().unwrap_or_else(|| today())
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
            Some(text) if text.contains("{date}") => text.replace("{date}", self.date()).into(),
            _ => path.to_owned(),
        }
    }
}
