//! Levels and bands as users write them: by number, or by name in any language of books.

use std::str::FromStr;
use sudoku_press::book::Language;
use sudoku_press::human::ladder::{Ladder, Rung};
use sudoku_press::make::batch::{Levels, Quotas};
use sudoku_press::run::job::nearest;
use sudoku_press::sudoku::named::is_same_name;

/// A value of a flag in which levels or bands may have names. The ladder, which another flag says,
/// decides what a name means: *Teuflisch* is level 5 and band 6.
#[derive(Clone, Debug)]
pub struct NamedLevels<T> {
    flag: &'static str,
    typed: String,
    /// Puts numbers in the place of names.
    numbered: fn(&str, Ladder) -> Result<String, String>,
    parse: fn(&str) -> Result<T, String>,
}

/// A list of levels or bands: `1-3`, `easy,hard`, `Easy-Hard`.
pub type LevelList = NamedLevels<Levels>;
/// Numbers of puzzles for levels or bands: `easy=500,5=200`.
pub type QuotaList = NamedLevels<Quotas>;
/// One level or band.
pub type OneLevel = NamedLevels<u8>;

impl<T> NamedLevels<T> {
    /// Refuses a text that is nothing on any ladder.
    fn checked(self) -> Result<Self, String> {
        let on = |ladder| (self.numbered)(&self.typed, ladder).and_then(|text| (self.parse)(&text));
        on(Ladder::Published).or_else(|e| on(Ladder::Human).map_err(|_| e))?;
        Ok(self)
    }

    /// Returns the value on a ladder.
    ///
    /// # Errors
    /// When a name is of the other ladder.
    pub fn on(&self, ladder: Ladder) -> Result<T, String> {
        let numbered = (self.numbered)(&self.typed, ladder);
        let value = numbered.and_then(|text| (self.parse)(&text));
        value.map_err(|e| format!("{}: {e}", self.flag))
    }
}

/// Reads the value of `--levels`.
pub fn level_list(text: &str) -> Result<LevelList, String> {
    let parse = |text: &str| Levels::from_str(text);
    NamedLevels { flag: "--levels", typed: text.to_owned(), numbered: numbered_list, parse }
        .checked()
}

/// Reads the value of `--quota`.
pub fn quota_list(text: &str) -> Result<QuotaList, String> {
    let parse = |text: &str| Quotas::from_str(text);
    NamedLevels { flag: "--quota", typed: text.to_owned(), numbered: numbered_quotas, parse }
        .checked()
}

/// Reads the value of `--level`.
pub fn one_level(text: &str) -> Result<OneLevel, String> {
    let parse = |text: &str| text.parse().map_err(|_| format!("expected a level, found {text:?}"));
    let typed = text.trim().to_owned();
    NamedLevels { flag: "--level", typed, numbered: number, parse }.checked()
}

/// Reads a level or band of `--turns`, which stand for the rungs of either ladder.
pub fn turn(text: &str) -> Result<u8, String> {
    let [level, band] = [Ladder::Published, Ladder::Human].map(|ladder| number(text, ladder));
    let (level, band) = match (level, band) {
        (Ok(level), Ok(band)) => (level, band),
        (Ok(only), Err(_)) | (Err(_), Ok(only)) => (only.clone(), only),
        (Err(e), Err(_)) => return Err(e),
    };
    let number = level.parse().ok().filter(|_| level == band);
    number.ok_or_else(|| {
        format!(
            "expected the number of a level or band, found {text:?} (level {level}, band {band})"
        )
    })
}

fn numbered_list(text: &str, ladder: Ladder) -> Result<String, String> {
    let part = |part: &str| {
        number(part, ladder).or_else(|unknown| {
            // A name may have hyphens of its own: each may be that of the range.
            let mut ranges = part.match_indices('-').map(|(at, _)| (&part[..at], &part[at + 1..]));
            let range = ranges.find_map(|(from, to)| {
                let [from, to] = [from, to].map(|end| number(end, ladder).ok());
                Some(format!("{}-{}", from?, to?))
            });
            range.ok_or(unknown)
        })
    };
    Ok(text.split(',').map(part).collect::<Result<Vec<_>, _>>()?.join(","))
}

fn numbered_quotas(text: &str, ladder: Ladder) -> Result<String, String> {
    let part = |part: &str| match part.rsplit_once('=') {
        Some((name, count)) => Ok(format!("{}={count}", number(name, ladder)?)),
        None => Ok(part.to_owned()),
    };
    Ok(text.split(',').map(part).collect::<Result<Vec<_>, String>>()?.join(","))
}

/// Returns the number of a level or band in the place of its name. A text without letters stays as
/// it is.
fn number(text: &str, ladder: Ladder) -> Result<String, String> {
    if !text.contains(char::is_alphabetic) {
        return Ok(text.to_owned());
    }
    if let Some(rung) = named(text, ladder) {
        return Ok(rung.number().to_string());
    }
    let names = |ladder: Ladder| ladder.rungs().map(|rung| rung.name().to_lowercase());
    let known: Vec<String> = names(ladder).collect();
    let (other, flag) = match ladder {
        Ladder::Published => (Ladder::Human, "--ladder human"),
        Ladder::Human => (Ladder::Published, "--ladder published"),
    };
    let found = match named(text, other) {
        Some(rung) => {
            format!("{text:?}, which is {} {} with {flag}", rung.word(), rung.number())
        }
        None => match nearest(&known, &text.trim().to_lowercase()) {
            Some(nearest) => format!("{text:?}; the nearest is {nearest}"),
            None => format!("{text:?}"),
        },
    };
    let expected = match ladder {
        Ladder::Published => "a level, 1 (Beginner) to 5 (Evil)",
        Ladder::Human => "a band, 1 (Gentle) to 7 (Extreme)",
    };
    Err(format!("expected {expected}, or its name, found {found}"))
}

/// Returns the level or band of a ladder that has this name in any language of books.
fn named(text: &str, ladder: Ladder) -> Option<Rung> {
    let is_english = |rung: &Rung| is_same_name(rung.name(), text);
    ladder.rungs().find(is_english).or_else(|| {
        let mut languages =
            Language::BUILTIN.iter().filter_map(|(code, _)| Language::builtin(code));
        languages.find_map(|language| {
            ladder.rungs().find(|rung| is_same_name(language.level_name(*rung), text))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn name_of_each_language_is_one_level_of_a_ladder() {
        for ladder in Ladder::ALL {
            let mut numbers = BTreeMap::new();
            for (code, _) in Language::BUILTIN {
                let language = Language::builtin(code).unwrap();
                for rung in ladder.rungs() {
                    let name = language.level_name(rung);
                    assert_eq!(*numbers.entry(name.to_lowercase()).or_insert(rung), rung, "{name}");
                    let typed = name.to_uppercase();
                    assert_eq!(named(&typed, ladder), Some(rung), "{code}: {typed}");
                }
            }
        }
    }

    #[test]
    fn names_stand_for_numbers_in_lists_and_quotas() {
        for (text, ladder, expected) in [
            ("easy", Ladder::Published, "2"),
            ("Easy-Hard", Ladder::Published, "2-4"),
            ("1-2,evil", Ladder::Published, "1-2,5"),
            ("Teuflisch", Ladder::Published, "5"),
            ("Teuflisch", Ladder::Human, "6"),
            ("入门-高级", Ladder::Human, "1-4"),
            ("5-3", Ladder::Published, "5-3"),
        ] {
            assert_eq!(numbered_list(text, ladder).as_deref(), Ok(expected), "{text}");
        }
        let quotas = numbered_quotas("facile=20,5=3", Ladder::Published);
        assert_eq!(quotas.as_deref(), Ok("2=20,5=3"));
        assert_eq!((turn("Hard"), turn("extreme"), turn("3")), (Ok(4), Ok(7), Ok(3)));
        assert!(turn("Teuflisch").unwrap_err().contains("(level 5, band 6)"));
    }

    #[test]
    fn unknown_name_is_refused_with_the_nearest() {
        let wrong = |text, ladder| numbered_list(text, ladder).unwrap_err();
        assert!(wrong("eesy", Ladder::Published).ends_with("found \"eesy\"; the nearest is easy"));
        let other = wrong("gentle", Ladder::Published);
        assert!(
            other.ends_with("found \"gentle\", which is band 1 with --ladder human"),
            "{other}"
        );
        let other = wrong("Evil", Ladder::Human);
        assert!(other.ends_with("which is level 5 with --ladder published"), "{other}");
    }
}
