//! A setting as text: what is written in a manifest or a job file is read as the same value.

use crate::book::{Answers, CoverDesign, Isbn, PaletteChoice, PuzzleOrder, QrUrl, Scene};
use crate::human::course::Course;
use crate::human::grade::RatedAs;
use crate::human::ladder::Ladder;
use crate::human::logic::Technique;
use crate::make::batch::{Dedup, ErRange, GivensRange, MinutesRange, QualityRule, QualityRules};
use crate::make::generate::{FinishedHouses, FullGrid, GivensMask, Symmetry};
use crate::printers::{Pdfx, Spine, Trim};
use crate::store::table::compress::Codec;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};
use std::str::FromStr;

/// The value of a setting.
pub(super) trait SettingValue: Sized {
    /// The value of a text.
    ///
    /// # Errors
    /// With what was expected.
    fn read(text: &str) -> Result<Self, String>;

    /// The value in JSON: a number, a switch or a text; `None` for a value that is not set.
    fn write(&self) -> Option<Value>;
}

/// Parses a text as its type does.
fn parse<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|e: T::Err| e.to_string())
}

/// The text of a value that was written.
pub(super) fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Types whose text is what they display and parse.
macro_rules! texts {
    ($($Type:ty),* $(,)?) => {
        $(impl SettingValue for $Type {
            fn read(text: &str) -> Result<Self, String> {
                parse(text)
            }

            fn write(&self) -> Option<Value> {
                Some(self.to_string().into())
            }
        })*
    };
}

texts! {
    String, Date, Timestamp, Trim, Isbn, QrUrl, PuzzleOrder, Answers, CoverDesign, PaletteChoice, Scene, Codec,
    Ladder, Symmetry, Dedup, RatedAs, FinishedHouses, Technique, GivensMask, ErRange, MinutesRange, GivensRange,
}

/// Types that are whole numbers.
macro_rules! numbers {
    ($($Type:ty),*) => {
        $(impl SettingValue for $Type {
            fn read(text: &str) -> Result<Self, String> {
                text.parse().map_err(|_| format!("expected a whole number, found {text:?}"))
            }

            fn write(&self) -> Option<Value> {
                serde_json::to_value(self).ok()
            }
        })*
    };
}

numbers! { u8, u32, u64, usize, NonZeroU16, NonZeroU32 }

/// A switch, which is written where it is on.
impl SettingValue for bool {
    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| format!("expected true or false, found {text:?}"))
    }

    fn write(&self) -> Option<Value> {
        self.then(|| true.into())
    }
}

impl<T: SettingValue> SettingValue for Option<T> {
    fn read(text: &str) -> Result<Self, String> {
        T::read(text).map(Some)
    }

    fn write(&self) -> Option<Value> {
        self.as_ref().and_then(T::write)
    }
}

/// A list: its values with commas between them. An empty one is not set.
impl<T: SettingValue> SettingValue for Vec<T> {
    fn read(text: &str) -> Result<Self, String> {
        text.split(',').map(T::read).collect()
    }

    fn write(&self) -> Option<Value> {
        let texts: Vec<_> = self.iter().filter_map(T::write).map(|value| as_text(&value)).collect();
        (!texts.is_empty()).then(|| texts.join(",").into())
    }
}

/// Numbers of puzzles by level or band: `1=500,5=200`.
impl SettingValue for BTreeMap<u8, u64> {
    fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected numbers of puzzles such as 1=500,5=200, found {text:?}");
        let pair = |pair: &str| {
            let (number, count) = pair.split_once('=')?;
            Some((number.parse().ok()?, count.parse().ok()?))
        };
        text.split(',').map(pair).collect::<Option<_>>().ok_or_else(wrong)
    }

    fn write(&self) -> Option<Value> {
        let pairs: Vec<_> =
            self.iter().map(|(number, count)| format!("{number}={count}")).collect();
        (!pairs.is_empty()).then(|| pairs.join(",").into())
    }
}

/// A list of wishes, or `none`.
impl SettingValue for QualityRules {
    fn read(text: &str) -> Result<Self, String> {
        parse(text)
    }

    fn write(&self) -> Option<Value> {
        let names: Vec<_> = self.0.iter().copied().map(QualityRule::name).collect();
        Some(if names.is_empty() { "none".into() } else { names.join(",").into() })
    }
}

/// A course without chapters is none.
impl SettingValue for Course {
    fn read(text: &str) -> Result<Self, String> {
        parse(text)
    }

    fn write(&self) -> Option<Value> {
        Some(self.to_string()).filter(|text| !text.is_empty()).map(Value::from)
    }
}

impl SettingValue for Pdfx {
    fn read(text: &str) -> Result<Self, String> {
        let known = [Self::X1a, Self::X4].into_iter().find(|standard| standard.name() == text);
        known.ok_or_else(|| format!("expected 1a or 4, found {text:?}"))
    }

    fn write(&self) -> Option<Value> {
        Some(self.name().into())
    }
}

/// A width in inches with as few digits as tell it exactly, so that the cover has the same bytes.
impl SettingValue for Spine {
    fn read(text: &str) -> Result<Self, String> {
        parse(text)
    }

    fn write(&self) -> Option<Value> {
        let inches = self.points() / 72.0;
        let mut texts = (0..=17).map(|digits| format!("{inches:.digits$}in"));
        let exact = texts.find(|text| text.parse().as_ref() == Ok(self));
        Some(exact.unwrap_or_else(|| format!("{inches}in")).into())
    }
}

/// The method alone; its digits are a setting of their own.
impl SettingValue for FullGrid {
    fn read(text: &str) -> Result<Self, String> {
        let all = [Self::PAPER, Self::Shuffled, Self::Cyclic];
        let known = all.into_iter().find(|grid| grid.name() == text);
        known.ok_or_else(|| format!("expected a method that makes full grids, found {text:?}"))
    }

    fn write(&self) -> Option<Value> {
        Some(self.name().into())
    }
}
