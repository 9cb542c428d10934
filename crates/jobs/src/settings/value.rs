//! A setting as text: what is written in a manifest or a job file is read as the same value.

use super::{LogFormat, SeedChoice, Shard, SpineWidth};
use crate::nearest_name::{nearest, with_nearest};
use crate::{RunError, Setting};
use book::{
    Answers, BookOptions, CoverDesign, EmailAddress, Isbn, Openers, PuzzleCodePlace, PuzzleOrder,
    PuzzleSwap, PuzzleSymbols, PuzzlesPerPage, date, text as text_of_user,
};
use captions::PuzzleLink;
use cover::{BackDesign, PaletteChoice};
use explainer::RatedForm;
use files::fs_path;
use human::{Course, Ladder, StepKind, Technique, Tenths};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use make::{ClosedRange, FullGrid, GivensMask, Look, QualityRule, Seed, SymmetryChoice};
use page::QrUrl;
use preflight::{Pdfx, Trim};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::num::{NonZeroU16, NonZeroU32};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use tables::{SplitShares, TableFormat};
use words::{Clause, Problem, ValueError, clause, is_same_name};

/// The value of a setting.
pub(super) trait SettingValue: Sized {
    /// Returns the value of a text.
    ///
    /// # Errors
    /// With what was expected.
    fn read(text: &str) -> Result<Self, Clause>;

    /// Returns the value of a text that may have characters of no encoding, as paths have.
    ///
    /// # Errors
    /// With what was expected.
    fn read_os(text: &OsStr) -> Result<Self, Clause> {
        Self::read(text.to_str().ok_or_else(|| not_utf8(text))?)
    }

    /// Returns the value of one text, or of a list of several.
    ///
    /// # Errors
    /// With what was expected.
    fn read_all(texts: &[OsString]) -> Result<Self, Clause> {
        match texts {
            [text] => Self::read_os(text),
            _ => Err(clause!("expected one value, found {}", texts.len())),
        }
    }

    /// Returns the value in JSON: a number, a switch or a text; `None` for a value that is not set.
    fn write(&self) -> Option<Value>;
}

/// Returns the only text of a setting that is no list.
pub(super) fn only(texts: &[OsString]) -> Result<&str, Clause> {
    match texts {
        [text] => text.to_str().ok_or_else(|| not_utf8(text)),
        _ => Err(clause!("expected one value, found {}", texts.len())),
    }
}

fn not_utf8(text: &OsStr) -> Clause {
    clause!("expected UTF-8 text, found {}", text.display().to_string())
}

/// Returns the error of a text that is not as expected.
fn wrong(expected: impl Into<Clause>, text: &str) -> Clause {
    ValueError::quoted(expected, text).into()
}

/// The signs between thousands of numbers, as people write them in different countries.
const SEPARATORS: [char; 7] = [',', '.', ' ', '\'', '’', '\u{a0}', '\u{202f}'];

/// Returns a whole number without the signs between its thousands: `1,000`, `1.000`, `1 000`. Other
/// texts stay as they are.
pub(super) fn without_separators(text: &str) -> String {
    let text = text.trim();
    let Some(separator) = text.chars().find(|sign| SEPARATORS.contains(sign)) else {
        return text.to_owned();
    };
    let groups: Vec<&str> = text.split(separator).collect();
    let is_digits = |group: &&str| group.bytes().all(|sign| sign.is_ascii_digit());
    let (first, others) = groups.split_first().unwrap_or((&"", &[]));
    let is_grouped = (1..=3).contains(&first.len()) && others.iter().all(|group| group.len() == 3);
    if is_grouped && groups.iter().all(is_digits) { groups.concat() } else { text.to_owned() }
}

/// Parses a text as its type does.
fn parse<T: FromStr<Err: Into<Clause>>>(text: &str) -> Result<T, Clause> {
    text.parse().map_err(T::Err::into)
}

impl Setting {
    /// Checks the path of an output in which only `places` are replaced, such as `{date}`.
    ///
    /// # Errors
    /// With what was expected: a `~` at the beginning, or another place, would become part of a
    /// name.
    pub fn check_output_path(path: &Path, places: &[&str]) -> Result<(), Clause> {
        let text = path.to_string_lossy();
        if text == "~" || text.starts_with("~/") {
            return Err(clause!(
                "expected a path, found {}, where ~ is not replaced; write the whole path, such as \
                 /home/name{}, or ./~ for a folder of this name",
                text.to_string(),
                text[1..].to_owned(),
            ));
        }
        let mut rest = &*text;
        while let Some((_, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else { break };
            let is_place =
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
            if is_place && !places.contains(&name) {
                let known: Vec<_> = places.iter().map(|place| format!("{{{place}}}")).collect();
                let known = if known.is_empty() {
                    "a path without {}".to_owned()
                } else {
                    format!("no place in braces but {}", known.join(" or "))
                };
                return Err(clause!(
                    "expected {}, found {}",
                    known,
                    format!("{{{name}}} in {text}")
                ));
            }
            rest = behind;
        }
        Ok(())
    }

    /// Fails if an output is one of the files that the same command reads, under whatever name. A
    /// path that cannot be reached is left to its reader, which names it.
    ///
    /// # Errors
    /// [`RunError::Usage`] with the name of the output.
    pub fn refuse_input_as_output<'a>(
        inputs: impl IntoIterator<Item = &'a Path>,
        output: &Path,
    ) -> Result<(), RunError> {
        for input in inputs {
            if matches!(fs_path::is_same_file(input, output), Ok(true)) {
                let (output, input) = (output.display(), input.display());
                let found = format!("{output}, which is the input {input}");
                let problem = Problem::expected("a file to write that is not read", found);
                return Err(problem.remedy("name another file").into());
            }
        }
        Ok(())
    }
}

/// The text of a value that was written.
pub(super) fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Types whose values one function reads from a text, and another one writes.
macro_rules! values {
    ($($(#[doc = $about:literal])* $Type:ty: $read:expr, $write:expr;)*) => {
        $($(#[doc = $about])*
        impl SettingValue for $Type {
            fn read(text: &str) -> Result<Self, Clause> {
                $read(text)
            }

            fn write(&self) -> Option<Value> {
                Some($write(self).into())
            }
        })*
    };
}

values! {
    /// Text, which has at least one character.
    String: text_of_user, Self::clone;
    Timestamp: |text: &str| text.parse::<Self>().map_err(|e| e.to_string().into()), Self::to_string;
    Date: |text: &str| date(text).map_err(Clause::from), Self::to_string;
    TimeZone: read_time_zone, |zone: &Self| zone.iana_name().unwrap_or("UTC").to_owned();
    /// A time: `30s`, `10m`, `2h`; a number without a unit is seconds.
    Duration: read_duration, |time: &Self| format!("{}s", time.as_secs_f64());
    Shard: read_shard, |shard: &Self| format!("{}/{}", shard.number, shard.all);
    /// A technique by its name.
    Technique: |text: &str| read_step_name(text, Self::ALL.map(Self::name)), Self::to_string;
    /// A technique, or a pattern of a chain, by its name.
    StepKind: |text: &str| read_step_name(text, Self::all().map(Self::name)), Self::to_string;
    Pdfx: |text: &str| {
        let known = [Self::X1a, Self::X4].into_iter().find(|standard| standard.name() == text);
        known.ok_or_else(|| wrong("1a or 4", text))
    }, |standard: &Self| standard.name();
    /// The method alone; its digits are a setting of their own.
    FullGrid: |text: &str| {
        let all = [Self::PAPER, Self::Shuffled, Self::Cyclic];
        let known = all.into_iter().find(|grid| grid.name() == text);
        known.ok_or_else(|| wrong("a method that makes full grids", text))
    }, |grid: &Self| grid.name();
}

fn read_time_zone(text: &str) -> Result<TimeZone, Clause> {
    // UTC needs no list of all zones, which takes milliseconds to read.
    let zone = if text == "UTC" { Ok(TimeZone::UTC) } else { TimeZone::get(text) };
    zone.map_err(|_| wrong("a time zone such as Europe/Berlin or UTC", text))
}

fn read_duration(text: &str) -> Result<Duration, Clause> {
    let read: Result<SignedDuration, _> = text.parse().or_else(|_| format!("{text}s").parse());
    let read = read.ok().and_then(|read| Duration::try_from(read).ok());
    let read = read.filter(|read| read.as_secs() <= 366 * 86_400);
    read.ok_or_else(|| wrong("a duration such as 30s, 10m or 2h", text))
}

fn read_shard(text: &str) -> Result<Shard, Clause> {
    Shard::parse(text).ok_or_else(|| wrong("a shard such as 0/64, up to 63/64", text))
}

/// Types whose text is what they display and parse.
macro_rules! texts {
    ($($Type:ty),* $(,)?) => {
        values! { $($Type: parse, Self::to_string;)* }
    };
}

texts! {
    Trim, Isbn, EmailAddress, QrUrl, PuzzleLink, PuzzleCodePlace, PuzzleOrder, PuzzleSwap, Answers, Openers, PuzzlesPerPage, PuzzleSymbols, CoverDesign, BackDesign, PaletteChoice,
    LogFormat, TableFormat, SplitShares,
    Ladder, SymmetryChoice, RatedForm, Look, GivensMask,
}

/// Types that are whole numbers.
macro_rules! numbers {
    ($($Type:ty),*) => {
        $(impl SettingValue for $Type {
            fn read(text: &str) -> Result<Self, Clause> {
                text.parse().map_err(|_| wrong("a whole number", text))
            }

            fn write(&self) -> Option<Value> {
                serde_json::to_value(self).ok()
            }
        })*
    };
}

numbers! { u8, u16, u32, u64, usize, NonZeroU16, NonZeroU32 }

impl SettingValue for PathBuf {
    fn read(text: &str) -> Result<Self, Clause> {
        Self::read_os(text.as_ref())
    }

    fn read_os(text: &OsStr) -> Result<Self, Clause> {
        if text.is_empty() {
            Err("expected a path, found an empty one".into())
        } else {
            Ok(text.into())
        }
    }

    fn write(&self) -> Option<Value> {
        Some(self.display().to_string().into())
    }
}

/// Splits a text at its first equals sign. What follows may have characters of no encoding.
#[cfg(unix)]
fn split_at_equals(text: &OsStr) -> Option<(&str, &OsStr)> {
    use std::os::unix::ffi::OsStrExt as _;
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|byte| *byte == b'=')?;
    Some((str::from_utf8(&bytes[..at]).ok()?, OsStr::from_bytes(&bytes[at + 1..])))
}

#[cfg(not(unix))]
fn split_at_equals(text: &OsStr) -> Option<(&str, &OsStr)> {
    let (part, file) = text.to_str()?.split_once('=')?;
    Some((part, file.as_ref()))
}

/// The file of a part: `about=me.md`.
impl SettingValue for (String, PathBuf) {
    fn read(text: &str) -> Result<Self, Clause> {
        Self::read_os(text.as_ref())
    }

    fn read_os(text: &OsStr) -> Result<Self, Clause> {
        match split_at_equals(text) {
            Some((part, file)) if !part.is_empty() && !file.is_empty() => {
                Ok((BookOptions::part_name(part), file.into()))
            }
            _ => Err(ValueError::new(
                "a part and a file, such as about=me.md",
                format_args!("{text:?}"),
            )
            .into()),
        }
    }

    fn write(&self) -> Option<Value> {
        Some(format!("{}={}", self.0, self.1.display()).into())
    }
}

impl SettingValue for SeedChoice {
    fn read(text: &str) -> Result<Self, Clause> {
        if text == "from-date" {
            return Ok(Self::FromDate);
        }
        let expected = clause!("a number from {} to {}, or from-date", 0_u8, u64::MAX);
        text.parse().map(|seed| Self::Number(Seed(seed))).map_err(|_| wrong(expected, text))
    }

    fn write(&self) -> Option<Value> {
        Some(match self {
            Self::Number(seed) => seed.0.into(),
            Self::FromDate => "from-date".into(),
        })
    }
}

/// The maximum number of a first puzzle.
const MAX_FIRST_NUMBER: u32 = 999_999_999;

/// Reads the number of the first puzzle.
pub(super) fn read_first_number(text: &str) -> Result<NonZeroU32, Clause> {
    let number = text.parse::<NonZeroU32>().ok().filter(|number| number.get() <= MAX_FIRST_NUMBER);
    let expected = clause!("a number from {} to {}, or next", 1_u8, MAX_FIRST_NUMBER);
    number.ok_or_else(|| wrong(expected, text))
}

/// Reads one of these names of steps. The error has the nearest name. Sets of three cells were once
/// called a triplet.
fn read_step_name<T: FromStr<Err = ValueError>>(
    text: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Result<T, Clause> {
    let lower = text.trim().to_lowercase();
    let found: Result<T, ValueError> = text.parse();
    let found = found.or_else(|e| lower.replace("triplet", "triple").parse().map_err(|_| e));
    found.map_err(|e| {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        with_nearest(e.into(), nearest(&names, &lower))
    })
}

/// A switch, which is written where it is on.
impl SettingValue for bool {
    fn read(text: &str) -> Result<Self, Clause> {
        match text {
            "true" | "1" => Ok(true),
            "false" | "0" | "" => Ok(false),
            _ => Err(wrong("true or false", text)),
        }
    }

    fn write(&self) -> Option<Value> {
        self.then(|| true.into())
    }
}

impl<T: SettingValue> SettingValue for Option<T> {
    fn read(text: &str) -> Result<Self, Clause> {
        T::read(text).map(Some)
    }

    fn read_os(text: &OsStr) -> Result<Self, Clause> {
        T::read_os(text).map(Some)
    }

    fn read_all(texts: &[OsString]) -> Result<Self, Clause> {
        T::read_all(texts).map(Some)
    }

    fn write(&self) -> Option<Value> {
        self.as_ref().and_then(T::write)
    }
}

/// A list: its values with commas between them. An empty one is not set.
impl<T: SettingValue> SettingValue for Vec<T> {
    fn read(text: &str) -> Result<Self, Clause> {
        text.split(',').map(T::read).collect()
    }

    fn read_all(texts: &[OsString]) -> Result<Self, Clause> {
        texts.iter().map(|text| T::read_os(text)).collect()
    }

    fn write(&self) -> Option<Value> {
        let texts: Vec<_> = self.iter().filter_map(T::write).map(|value| as_text(&value)).collect();
        (!texts.is_empty()).then(|| texts.join(",").into())
    }
}

/// Reads a list of wishes, `needed,openings`, or `none`.
pub(super) fn read_wishes(text: &str) -> Result<Vec<QualityRule>, Clause> {
    if is_same_name(text, "none") {
        return Ok(Vec::new());
    }
    let named: Vec<QualityRule> = text.split(',').map(parse).collect::<Result<_, _>>()?;
    // In the order of the enum, so that the same wishes give the same run.
    Ok(QualityRule::ALL.into_iter().filter(|wish| named.contains(wish)).collect())
}

/// Returns the text of a list of wishes.
pub(super) fn write_wishes(wishes: &[QualityRule]) -> Value {
    let names: Vec<_> = wishes.iter().copied().map(QualityRule::name).collect();
    if names.is_empty() { "none".into() } else { names.join(",").into() }
}

/// A number that is the end of a range.
pub trait RangeEnd: FromStr + PartialOrd {
    /// The expected form of a range, with an example.
    const EXPECTED: &'static str;
    /// The minimum and the maximum of an end, if there are any.
    const BOUNDS: Option<(Self, Self)> = None;
}

/// A rating.
impl RangeEnd for Tenths {
    const EXPECTED: &'static str = "a rating, or two, the lower first, such as 2.0..4.4";
}

/// A number of givens.
impl RangeEnd for u8 {
    const EXPECTED: &'static str =
        "a number from 17 to 80, or two, the smaller first, such as 24..28";
    const BOUNDS: Option<(Self, Self)> = Some((17, 80));
}

/// A number of minutes.
impl RangeEnd for u16 {
    const EXPECTED: &'static str = "a number of minutes, or two, the smaller first, such as 10..20";
}

impl Setting {
    /// Reads a range, or one number: `24..28`, `24-28`, `26`.
    ///
    /// # Errors
    /// With what was expected.
    pub fn parse_range<T: RangeEnd>(text: &str) -> Result<ClosedRange<T>, Clause> {
        let parts = text.split_once("..").or_else(|| text.split_once(['-', '–']));
        let (from, to) = parts.unwrap_or((text, text));
        let [from, to] = [from, to].map(|end| end.trim().replace(',', "."));
        if let (Ok(from), Ok(to)) = (from.parse::<T>(), to.parse())
            && from <= to
            && T::BOUNDS.is_none_or(|(low, high)| low <= from && to <= high)
        {
            return Ok(ClosedRange { from, to });
        }
        Err(wrong(T::EXPECTED, text))
    }
}

impl<T: RangeEnd + Display> SettingValue for ClosedRange<T> {
    fn read(text: &str) -> Result<Self, Clause> {
        Setting::parse_range(text)
    }

    fn write(&self) -> Option<Value> {
        Some(self.to_string().into())
    }
}

/// A course without chapters is none.
impl SettingValue for Course {
    fn read(text: &str) -> Result<Self, Clause> {
        text.parse().map_err(|wrong| {
            let is_of_bands = text.to_lowercase().starts_with("levels");
            let unknown = || text.split(',').find_map(|name| Technique::read(name).err());
            if is_of_bands { wrong } else { unknown().unwrap_or(wrong) }
        })
    }

    fn write(&self) -> Option<Value> {
        Some(self.to_string()).filter(|text| !text.is_empty()).map(Value::from)
    }
}

/// A width in inches with as few digits as tell it exactly, so that the cover has the same bytes.
impl SettingValue for SpineWidth {
    fn read(text: &str) -> Result<Self, Clause> {
        if text == Self::ESTIMATE { Ok(Self::Estimate) } else { parse(text).map(Self::Given) }
    }

    fn write(&self) -> Option<Value> {
        let (Self::Given(spine) | Self::Computed(spine)) = self else {
            return Some(Self::ESTIMATE.into());
        };
        let inches = spine.points() / 72.0;
        let mut texts = (0..=17).map(|digits| format!("{inches:.digits$}in"));
        let exact = texts.find(|text| text.parse().as_ref() == Ok(spine));
        Some(exact.unwrap_or_else(|| format!("{inches}in")).into())
    }
}
