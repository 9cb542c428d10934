//! The list of settings that a run keeps: a row for each, in the order of manifests.
//!
//! A row says the name, which is that of flags and job files, and the field of [`Settings`] that has
//! the value. Everything else follows from it: what a manifest has, what decides the puzzles, what
//! differs between two runs.

use super::Settings;
use super::value::SettingValue;
use crate::make::batch::QualityRules;
use crate::make::generate::FullGrid;
use serde_json::Value;

/// A setting.
pub(crate) struct Setting {
    /// The name in flags, job files and manifests.
    pub name: &'static str,
    /// Whether it decides which puzzles a run has.
    pub decides_puzzles: bool,
    /// Its value in JSON; `None` where it is not set.
    pub write: fn(&Settings) -> Option<Value>,
    /// Sets it to the value of a text, or says what was expected.
    pub read: fn(&mut Settings, &str) -> Result<(), String>,
}

/// A row whose value is a field.
macro_rules! field {
    ($name:literal, $decides:literal, $($field:ident).+) => {
        Setting {
            name: $name,
            decides_puzzles: $decides,
            write: |of| of.$($field).+.write(),
            read: |of, text| {
                of.$($field).+ = SettingValue::read(text)?;
                Ok(())
            },
        }
    };
}

/// A row for a switch whose value is a word.
macro_rules! word {
    ($name:literal, $word:literal, $($field:ident).+) => {
        Setting {
            name: $name,
            decides_puzzles: false,
            write: |of| of.$($field).+.then(|| $word.into()),
            read: |of, text| {
                of.$($field).+ = text == $word;
                if text == $word { Ok(()) } else { Err(format!("expected {}, found {text:?}", $word)) }
            },
        }
    };
}

/// Settings of the puzzles, which decide them.
macro_rules! puzzles {
    ($name:literal, $($field:ident).+) => {
        field!($name, true, puzzles.$($field).+)
    };
}

/// Settings of the book and its covers.
macro_rules! book {
    ($name:literal, $($field:ident).+) => {
        field!($name, false, book.$($field).+)
    };
}

/// All settings. A setting that another one needs comes after it.
pub(crate) const LIST: &[Setting] = &[
    puzzles!("ladder", ladder),
    puzzles!("quota", quotas),
    puzzles!("grid", grid),
    Setting {
        name: "las-vegas-digits",
        decides_puzzles: true,
        write: |of| of.puzzles.grid.las_vegas_digits().map(Value::from),
        read: |of, text| {
            let digits = SettingValue::read(text)?;
            if let FullGrid::LasVegas { .. } = of.puzzles.grid {
                of.puzzles.grid = FullGrid::LasVegas { digits };
            }
            Ok(())
        },
    },
    puzzles!("symmetry", symmetry),
    puzzles!("dedup", dedup),
    puzzles!("variants", variants),
    puzzles!("attempts", attempts),
    puzzles!("patterns", givens.patterns),
    puzzles!("minimal", givens.minimal),
    puzzles!("givens", givens.count),
    puzzles!("finished-houses", givens.finished_houses),
    puzzles!("er", rating.er),
    puzzles!("minutes", rating.minutes),
    puzzles!("needs", rating.needs),
    puzzles!("without", rating.without),
    puzzles!("course", rating.course),
    Setting {
        name: "wishes",
        decides_puzzles: true,
        write: |of| QualityRules(of.puzzles.rating.rules.clone()).write(),
        read: |of, text| {
            of.puzzles.rating.rules = QualityRules::read(text)?.0;
            Ok(())
        },
    },
    puzzles!("rated-as", rating.rated_as),
    word!("rate", "se", puzzles.rated),
    field!("archive", false, archive),
    field!("compress", false, compress),
    field!("columns", false, columns),
    book!("template", files.template),
    book!("trim", files.trim),
    book!("lang", files.lang),
    book!("printer", files.printer),
    book!("paper", files.paper),
    book!("title", imprint.title),
    book!("subtitle", imprint.subtitle),
    book!("series", imprint.series),
    book!("volume-number", imprint.volume_number),
    book!("author", imprint.author),
    book!("also-by", imprint.also_by),
    book!("edition", imprint.edition),
    book!("isbn", imprint.colophon.isbn),
    book!("publisher", imprint.colophon.publisher),
    book!("copyright", imprint.colophon.copyright),
    book!("credits", imprint.colophon.credits),
    book!("website", imprint.colophon.website),
    book!("made-with", imprint.colophon.made_with),
    book!("qr", imprint.qr),
    book!("first-number", imprint.first_number),
    book!("first-day", imprint.first_day),
    book!("order", imprint.order),
    book!("turns", turns),
    book!("sheets", imprint.sheets),
    book!("parts", imprint.parts),
    book!("answers", imprint.answers),
    book!("volumes", volumes),
    book!("fill-pages", imprint.fill_pages),
    book!("fill-to", imprint.fill_to),
    book!("tabs", imprint.tabs),
    word!("impose", "booklet", book.booklet),
    book!("pdfx", imprint.pdfx),
    book!("dated", imprint.dated),
    book!("cover", cover.is_wanted),
    book!("cover-design", cover.design),
    book!("palette", cover.palette),
    book!("scene", cover.scene),
    book!("spine", cover.spines),
];
