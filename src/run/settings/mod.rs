//! The settings of a run, which its manifest keeps, and the differences between two runs.
//!
//! ```text
//! flags ─► Layers ─► Settings ─► manifest.json: the settings that differ from their defaults
//!                       │
//!                       ├─ puzzles ─► Plan, Identity
//!                       └─ book ────► BookPlan::from_settings
//! ```

mod book;
mod job;
mod layers;
mod levels;
mod list;
mod lookup;
mod order;
mod puzzles;
mod row;
mod schema;
mod setting_error;
mod value;

pub use book::{BookFiles, BookSettings, CoverSettings};
pub use job::{
    ArchiveSettings, CatalogFormat, CountSettings, JobSettings, LogFormat, MessageSettings,
    PartSettings, SeedChoice, Shard,
};
pub use layers::{Layers, SettingText};
pub use levels::parse_level;
pub use puzzles::PuzzleSettings;
pub use row::{Group, Setting, SettingKind};
pub use schema::{json_schema, reference_page};
pub use setting_error::{Origin, SettingError};
pub use value::check_output_path;

use super::{ALGORITHM_VERSION, BookPlan, PROGRAM, RunSpec};
use engine::make::seed::Seed;
use list::LIST;
use lookup::DEFAULTS;
use press::printers::{PrintSpec, Printer, Spine};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::files::output;
use store::table::compress::Codec;
use store::table::{CatalogColumns, RATED_AS, RunValues};
use value::as_text;

/// Everything that decides the bytes of a run's files, except the seed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The settings of the puzzles.
    pub puzzles: PuzzleSettings,
    /// The look of the book and of its covers.
    pub book: BookSettings,
    /// The compression of the catalogue.
    pub compress: Option<Codec>,
    /// Names of the columns of the catalogue, if it does not have all; or `public`.
    pub(super) columns: Option<Vec<String>>,
    /// The form of a catalogue that is made alone.
    pub catalog_format: CatalogFormat,
    /// The numbers of puzzles of levels or bands.
    pub counts: CountSettings,
    /// The settings of the work.
    pub job: JobSettings,
    /// The archive of printed puzzles.
    pub archive: ArchiveSettings,
    /// The settings of messages.
    pub messages: MessageSettings,
    /// A sharded run.
    pub parts: PartSettings,
    /// The texts and files that the book was made with.
    pub sources: Sources,
    /// Version of the algorithm that derives puzzles from plan and seed: see [`ALGORITHM_VERSION`].
    pub(super) version: u32,
}

/// SHA-256 of the texts and files that a book was made with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    /// SHA-256 of the design.
    pub template: String,
    /// SHA-256 of the printer's figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printer: Option<String>,
    /// SHA-256 of language, fonts, texts and pictures, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The names of the fonts among the files in their order: the first sets the title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fonts: Vec<String>,
}

/// The keys of a manifest's settings that are not settings.
const SOURCES: &str = "sources";
const VERSION: &str = "puzzles";

/// The word for all columns except those with which the run can be made again.
pub(super) const PUBLIC: &str = "public";

impl Default for Settings {
    fn default() -> Self {
        Self {
            puzzles: PuzzleSettings::default(),
            book: BookSettings::default(),
            compress: None,
            columns: None,
            catalog_format: CatalogFormat::Csv,
            counts: CountSettings::default(),
            job: JobSettings::default(),
            archive: ArchiveSettings::default(),
            messages: MessageSettings::default(),
            parts: PartSettings::default(),
            sources: Sources::default(),
            version: ALGORITHM_VERSION,
        }
    }
}

/// The settings that differ from their defaults in the order of the list, each with the value that
/// a job file would have. The same settings have the same bytes.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let sources = serde_json::to_value(&self.sources).map_err(serde::ser::Error::custom)?;
        let others = [(SOURCES, sources), (VERSION, self.version.into())];
        to.collect_map(self.values().chain(others))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields: Map<String, Value> = Map::deserialize(from)?;
        let sources = fields.remove(SOURCES).unwrap_or_default();
        let version = fields.remove(VERSION).unwrap_or_default();
        let mut settings = Self {
            sources: serde_json::from_value(sources).map_err(D::Error::custom)?,
            version: serde_json::from_value(version).map_err(D::Error::custom)?,
            ..Self::default()
        };
        settings.set_all(fields).map_err(D::Error::custom)?;
        Ok(settings)
    }
}

impl Settings {
    /// Returns the settings of a specification.
    pub fn from_spec(order: &RunSpec) -> Self {
        Self {
            puzzles: PuzzleSettings::from_plan(&order.plan),
            compress: order.compress,
            columns: order
                .columns
                .as_ref()
                .map(|columns| columns.names().into_iter().map(str::to_owned).collect()),
            archive: ArchiveSettings {
                is_used: order.archive.is_some(),
                ..ArchiveSettings::default()
            },
            ..Self::from_book(&order.book)
        }
    }

    /// Returns the settings of a book without those of its puzzles.
    pub fn from_book(book: &BookPlan) -> Self {
        let sha256 = |text: &String| output::sha256(text.as_bytes());
        Self {
            book: BookSettings::from_plan(book),
            sources: Sources {
                template: sha256(&book.template_text),
                printer: book.printer_text.as_ref().map(sha256),
                files: book.files.clone(),
                fonts: book.imprint.fonts.iter().map(|face| face.name().to_owned()).collect(),
            },
            ..Self::default()
        }
    }

    /// Returns name and value of the settings that a manifest keeps and that differ from their
    /// defaults, in the order of the list.
    fn values(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let rows = LIST.iter().zip(&*DEFAULTS).filter(|(setting, _)| setting.is_kept);
        rows.filter_map(|(setting, (usual, _))| {
            let value = (setting.write)(self).filter(|value| Some(value) != usual.as_ref())?;
            Some((setting.name, value))
        })
    }

    /// Returns the same settings as text, in the form of flags.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.values().map(|(name, value)| (name, as_text(&value)))
    }

    /// Sets the settings of these fields, in the order of the list.
    fn set_all(&mut self, mut fields: Map<String, Value>) -> Result<(), String> {
        for setting in LIST.iter().filter(|setting| setting.is_kept) {
            let name = setting.name;
            let Some(value) = fields.remove(name) else { continue };
            if value.is_array() || value.is_object() || value.is_null() {
                return Err(format!("the setting `{name}`: expected a text, found {value}"));
            }
            let texts = setting.split(&as_text(&value));
            setting.set(self, &texts).map_err(|why| format!("the setting `{name}`: {why}"))?;
        }
        match fields.keys().next() {
            Some(unknown) => Err(format!("there is no setting `{unknown}`")),
            None => {
                self.book.imprint.course = self.puzzles.rating.course.clone();
                Ok(())
            }
        }
    }

    /// Returns the requirements of the printer of the book; `None` if the book has no particular
    /// printer.
    ///
    /// # Errors
    /// A sentence if the printer is not built in, or this program has other figures for it.
    pub fn terms(&self) -> Result<Option<PrintSpec>, String> {
        let files = &self.book.files;
        let (Some(name), Some(trim)) = (&files.printer, files.trim) else {
            return Ok(None);
        };
        let builtin = Printer::BUILTIN.iter().find(|(known, _)| known == name);
        let Some((printer, text)) =
            builtin.and_then(|(_, text)| Some((Printer::parse(text).ok()?, text)))
        else {
            return Err(format!("printer {name} is not built in"));
        };
        if self.sources.printer.as_ref() != Some(&output::sha256(text.as_bytes())) {
            return Err(format!("the book was made with other figures of printer {name}"));
        }
        let terms = printer.terms(trim, files.paper.as_deref());
        terms.map(Some).map_err(|e| e.to_string())
    }

    /// Returns the width of the spine of the volume with this index, if it is set.
    pub fn spine(&self, volume: usize) -> Option<Spine> {
        let spines = &self.book.cover.spines;
        spines.get(volume).or_else(|| spines.first()).copied()
    }

    /// Returns the printed number of the book's first puzzle.
    pub fn first(&self) -> u64 {
        self.book.imprint.first_number.map_or(1, |number| number.get().into())
    }

    /// Returns the columns of the catalogue.
    ///
    /// # Errors
    /// A sentence if one of its columns is unknown.
    pub fn columns(&self) -> Result<CatalogColumns, String> {
        let PuzzleSettings { rating, givens, .. } = &self.puzzles;
        let rated_as = self.puzzles.has_ratings().then_some(rating.rated_as);
        let all = CatalogColumns::new(rated_as, givens.minimal);
        let all = all.with_link(self.book.imprint.puzzle_link.as_ref());
        self.select_columns(all.numbered_from(self.first()))
    }

    /// Selects the columns that the settings name.
    fn select_columns(&self, all: CatalogColumns) -> Result<CatalogColumns, String> {
        match &self.columns {
            None => Ok(all),
            Some(names) if names.iter().any(|name| name == PUBLIC) => match names.len() {
                1 => Ok(all.public()),
                _ => Err("expected names, or public alone, found both".to_owned()),
            },
            Some(names) => all.select(&names.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    /// Returns the values that all rows have in columns missing from the catalogue.
    pub(crate) fn run_values(&self, seed: Seed) -> RunValues {
        let puzzles = &self.puzzles;
        let mut values = vec![
            ("seed", seed.to_string()),
            ("grid", puzzles.grid.name().to_owned()),
            ("symmetry", puzzles.symmetry.name().to_owned()),
        ];
        if puzzles.has_ratings() {
            values.push(("ladder", puzzles.ladder.name().to_owned()));
            values.push((RATED_AS, puzzles.rating.rated_as.name().to_owned()));
        }
        let columns = self.columns().unwrap_or_default().names();
        values.retain(|(name, _)| !columns.contains(name));
        Arc::new(values)
    }

    /// Returns the file name of the catalogue.
    pub fn catalog(&self) -> String {
        match self.compress {
            None => "catalog.csv".to_owned(),
            Some(codec) => format!("catalog.csv.{}", codec.extension()),
        }
    }

    /// Returns the names of the settings that differ from those of `other`, a run made by
    /// `program`. Hashes of shipped texts are compared only if `program` is this version.
    pub fn differences(&self, other: &Self, program: &str) -> Vec<&'static str> {
        let mut names = self.changed_names(other, |_| true);
        let (own, others) = (&self.sources, &other.sources);
        let sources = [
            ("template", own.template != others.template),
            ("printer", own.printer != others.printer),
            ("files", own.files != others.files),
            ("font", own.fonts != others.fonts),
        ];
        let changed = sources.into_iter().filter(|(_, differ)| *differ && program == PROGRAM);
        for (name, _) in changed {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if self.version != other.version {
            names.push(VERSION);
        }
        names
    }

    /// Returns the names of the settings that decide the puzzles of a run and differ from those of
    /// `other`.
    pub fn changed_puzzle_settings(&self, other: &Self) -> Vec<&'static str> {
        let mut names = self
            .changed_names(other, |setting| setting.decides_puzzles || setting.name == "archive");
        if self.version != other.version {
            names.push(VERSION);
        }
        names
    }

    /// Returns the names of the selected settings that have other values.
    fn changed_names(&self, other: &Self, is_asked: fn(&Setting) -> bool) -> Vec<&'static str> {
        let rows = LIST.iter().filter(|setting| setting.is_kept && is_asked(setting));
        let rows = rows.filter(|setting| (setting.write)(self) != (setting.write)(other));
        rows.map(|setting| setting.name).collect()
    }
}

impl PuzzleSettings {
    /// Returns the settings that decide the puzzles and differ from their defaults, as JSON.
    pub(super) fn to_json(&self) -> Map<String, Value> {
        let settings = Settings { puzzles: self.for_identity(), ..Settings::default() };
        let decides = |name| LIST.iter().any(|row| row.decides_puzzles && row.name == name);
        let values = settings.values().filter(|(name, _)| decides(*name));
        values.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Parses the settings that [`PuzzleSettings::to_json`] wrote.
    ///
    /// # Errors
    /// A sentence about the first invalid setting.
    pub(super) fn from_json(fields: Map<String, Value>) -> Result<Self, String> {
        let mut settings = Settings::default();
        settings.set_all(fields)?;
        Ok(settings.puzzles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Values of each setting as flags, manifests and job files have them. None is the default.
    const VALUES: &[(&str, &[&str])] = &[
        ("ladder", &["human"]),
        ("out", &["rainy", "nights/{date}"]),
        ("seed", &["0", "18446744073709551615", "from-date"]),
        ("date", &["2026-11-20"]),
        ("timezone", &["Europe/Berlin"]),
        ("secret", &["of my own"]),
        ("count", &["1", "10000000000"]),
        ("total", &["48"]),
        ("levels", &["1,3,5"]),
        ("quota", &["2=7", "1=500,5=200"]),
        ("grid", &["shuffled", "cyclic"]),
        ("symmetry", &["half-turn", "full"]),
        ("pattern", &["hearts.txt"]),
        ("variants", &["3"]),
        ("attempts", &["1", "4294967295"]),
        ("minimal", &["true"]),
        ("givens", &["24..28"]),
        ("look", &["published"]),
        ("er", &["2.0..4.4"]),
        ("minutes", &["10..20"]),
        ("needs", &["x-wing", "x-wing,naked-pair", "w-wing,x-cycle"]),
        ("without", &["hidden-single-block"]),
        ("course", &["naked-pair,x-wing"]),
        ("wishes", &["none", "needed,openings"]),
        ("rated-as", &["given"]),
        ("rate", &["se"]),
        ("threads", &["3"]),
        ("compress", &["gzip", "zstd"]),
        ("columns", &["puzzle,solution", "public"]),
        ("puzzle-link", &["sudokupad", "https://example.com/play?grid={puzzle-dots}&n={number}"]),
        ("puzzle-qr", &["answers", "puzzles"]),
        ("format", &["jsonl", "parquet", "xlsx"]),
        ("template", &["pocket"]),
        ("trim", &["6x9", "a4", "120x190mm"]),
        ("lang", &["es"]),
        ("font", &["a.ttf", "a.ttf,b.otf"]),
        ("logo", &["quay.svg"]),
        ("text", &["about=me.md,how-to-play=rules.md"]),
        ("last-day", &["2027-12-31"]),
        ("pages", &["120"]),
        ("printer", &["kdp"]),
        ("paper", &["cream"]),
        ("title", &["Rain", "2026", "true", "007", " a, b; \"c\" = é\n"]),
        ("subtitle", &["{count} puzzles"]),
        ("series", &["Rainy Days"]),
        ("volume-number", &["7"]),
        ("author", &["A. Author"]),
        ("also-by", &["Drizzle; Downpour"]),
        ("isbn", &["978-3-16-148410-0"]),
        ("publisher", &["Quay"]),
        ("address", &["12 Quay Street; London"]),
        ("email", &["hello@example.com"]),
        ("eu-contact", &["Kai GmbH; Kai 3; 20457 Hamburg; eu@example.com"]),
        ("licence", &["CC-BY-4.0"]),
        ("copyright", &["© 2027 A. Author"]),
        ("dedication", &["For Ada"]),
        ("website", &["https://example.com"]),
        ("qr", &["https://example.com/a"]),
        ("first-number", &["101", "next"]),
        ("first-day", &["2027-01-01"]),
        ("order", &["given"]),
        ("turns", &["1,1,2,3,3,4,5"]),
        ("sheets", &["4"]),
        ("parts", &["title,puzzles"]),
        ("answers", &["foot", "apart"]),
        ("openers", &["line", "none"]),
        ("per-page", &["1", "6"]),
        ("volumes", &["2"]),
        ("fill-pages", &["true"]),
        ("fill-to", &["108"]),
        ("tabs", &["true"]),
        ("impose", &["booklet"]),
        ("pdfx", &["1a", "4"]),
        ("dated", &["2026-11-25T16:00:00Z"]),
        ("cover", &["true"]),
        ("cover-design", &["window"]),
        ("palette", &["forest", "by-volume", "ground=#ffc629,accent=#16264d"]),
        ("spine", &["0.49in", "0.118in,0.25in"]),
        ("back", &["blurb.md"]),
        ("cover-picture", &["rain.jpg"]),
        ("again", &["true"]),
        ("lock-wait", &["30s", "600s"]),
        ("quiet", &["true"]),
        ("log-format", &["jsonl"]),
        ("metrics-file", &["night.prom"]),
        ("into", &["parts"]),
        ("shard", &["3/64"]),
    ];

    /// The texts of a setting with which the tests try it.
    fn values_of(setting: &Setting) -> Vec<String> {
        match (setting.name, setting.group) {
            ("patterns", _) => vec!["x".repeat(80) + "."],
            ("archive", Group::Manifest) => vec!["true".to_owned()],
            ("archive", _) => vec!["printed.archive".to_owned()],
            (name, _) => {
                let row = VALUES.iter().find(|(of, _)| *of == name);
                row.expect(name).1.iter().map(|text| (*text).to_owned()).collect()
            }
        }
    }

    #[test]
    fn written_settings_are_read_as_the_same() {
        for setting in LIST {
            let name = setting.name;
            for text in values_of(setting) {
                let mut settings = Settings::default();
                setting.set(&mut settings, &setting.split(&text)).unwrap();
                let value = (setting.write)(&settings).expect(name);
                assert_eq!(as_text(&value), text, "{name}");
                assert_ne!(settings, Settings::default(), "{name} = {text}");
                if !setting.is_kept {
                    continue;
                }
                let json = serde_json::to_string(&settings).unwrap();
                match serde_json::from_str::<Settings>(&json) {
                    Ok(found) => assert_eq!(found.texts().collect::<Vec<_>>(), [(name, text)]),
                    // A run has a number when it is made.
                    Err(e) => assert_eq!(text, "next", "{e}"),
                }
            }
        }
        let names: Vec<_> = Setting::all().map(|setting| setting.name).collect();
        let unique: BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "each flag has one row");
    }

    #[test]
    fn rows_name_rows() {
        for setting in Setting::all() {
            let named = setting.excludes.iter().copied().chain(setting.needs);
            named.for_each(|name| assert!(Setting::find(name).is_some(), "{name}"));
            assert!(!setting.help.is_empty() && !setting.help.contains(". "), "{}", setting.name);
            assert!(!setting.help.ends_with('.') && setting.help.len() <= 80, "{}", setting.name);
            assert!(setting.more.is_empty() || setting.more.ends_with('.'), "{}", setting.name);
            assert_eq!(setting.kind.is_switch(), setting.value_name.is_empty(), "{}", setting.name);
        }
    }

    #[test]
    fn wrong_values_are_refused() {
        for (name, text) in [
            ("ladder", "wooden"),
            ("quota", "many"),
            ("attempts", "-1"),
            ("minimal", "yes"),
            ("volumes", "2.5"),
            ("impose", "poster"),
            ("rate", "4"),
            ("pdfx", "3"),
            ("trim", "6"),
            ("email", "a@b@c"),
            ("puzzle-link", "https://example.com/play"),
            ("puzzle-qr", "covers"),
            ("givens", "9"),
        ] {
            let json =
                format!("{{{name:?}:{text:?},\"sources\":{{\"template\":\"\"}},\"puzzles\":1}}");
            let refused = serde_json::from_str::<Settings>(&json).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("the setting `{name}`: expected ")), "{refused}");
        }
        let refused = serde_json::from_str::<Settings>(
            r#"{"sources":{"template":""},"puzzles":1,"colour":1}"#,
        );
        assert!(refused.unwrap_err().to_string().starts_with("there is no setting `colour`"));
    }
}
