//! The settings of a run: the job that somebody ordered, the values that follow from it, and the
//! differences between two runs.
//!
//! ```text
//! flags ─► Job ─► Settings ─► RunSpec ─► manifest.json: `job`, and `made` for comparisons
//!           ▲                                              │
//!           └─── run, generate, book, cover, listing ◄─────┘ the job alone
//! ```

mod book;
mod changes;
mod counts;
mod job;
mod levels;
mod list;
mod lookup;
mod overlay;
mod quotas;
mod row;
mod schema;
mod specs;
mod value;
mod work;

pub use book::{BookFiles, BookSettings, CoverSettings, SpineWidth, UserFile};
pub(crate) use counts::keep_quotas;
pub use job::{FinishedFacts, Job, Origin, SettingText};
pub use quotas::Levels;
pub use row::{Group, Setting, SettingKind};
pub use work::is_printed_number;
pub use work::{
    ArchiveSettings, CountSettings, LogFormat, MessageSettings, PartSettings, SeedChoice, Shard,
    WorkSettings,
};

use super::{ALGORITHM_VERSION, Preset as _};
use explainer::RatedForm;
use human::{Ladder, Rung};
use list::LIST;
use lookup::DEFAULTS;
use make::{Look, Plan, RatingConstraints, Seed, SymmetryChoice};
use preflight::{PrintSpec, Printer};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::num::NonZeroU16;
use std::sync::Arc;
use tables::compress::Codec;
use tables::{CatalogColumns, PuzzleIds, RunValues, SplitShares, TableFormat};
use value::as_text;
use words::{Clause, Problem, clause, setting};

/// The maximum number of sheets of a class.
const MAX_SHEETS: u16 = 1_000;

/// Everything that decides the bytes of a run's files, except the seed.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The ladder of the levels or bands.
    pub ladder: Ladder,
    /// The settings of the puzzles. Their quotas are empty until levels and numbers are shared.
    pub puzzles: Plan,
    /// The look of the book and of its covers.
    pub book: BookSettings,
    /// The compression of the catalogue.
    pub compress: Option<Codec>,
    /// Names of the columns of the catalogue, if it does not have all; or `public`.
    pub(super) columns: Option<Vec<String>>,
    /// The form of a catalogue that is made alone.
    pub catalog_format: TableFormat,
    /// The splits of a catalogue without a book, each with a file of its own.
    pub split: Option<SplitShares>,
    /// The text before the level in the identifiers of puzzles.
    pub(super) id_prefix: Option<String>,
    /// True for a catalogue without a book.
    pub is_data: bool,
    /// The numbers of puzzles of levels or bands.
    pub counts: CountSettings,
    /// The settings of the work.
    pub work: WorkSettings,
    /// The archive of printed puzzles.
    pub archive: ArchiveSettings,
    /// The settings of messages.
    pub messages: MessageSettings,
    /// A sharded run.
    pub parts: PartSettings,
    /// The job from which these values follow.
    pub given: Job,
    /// Version of the algorithm that derives puzzles from plan and seed: see [`ALGORITHM_VERSION`].
    pub(super) version: u32,
}

/// The keys of a manifest's settings that are not settings.
const FILES: &str = "files";
const VERSION: &str = "puzzles";

/// The word for all columns except those with which the run can be made again.
pub(super) const PUBLIC: &str = "public";

impl Default for Settings {
    fn default() -> Self {
        Self {
            ladder: Ladder::default(),
            puzzles: Plan::new(Vec::<(Rung, u64)>::new()),
            book: BookSettings::default(),
            compress: None,
            columns: None,
            catalog_format: TableFormat::Csv,
            split: None,
            id_prefix: None,
            is_data: false,
            counts: CountSettings::default(),
            work: WorkSettings::default(),
            archive: ArchiveSettings::default(),
            messages: MessageSettings::default(),
            parts: PartSettings::default(),
            given: Job::default(),
            version: ALGORITHM_VERSION,
        }
    }
}

/// The settings that differ from their defaults in the order of the list, each with the value that
/// a job file would have. The same settings have the same bytes.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let files = serde_json::to_value(&self.book.user_files);
        let files = (FILES, files.map_err(serde::ser::Error::custom)?);
        let has_files = !self.book.user_files.is_empty();
        let others = has_files.then_some(files).into_iter().chain([(VERSION, self.version.into())]);
        to.collect_map(self.values().chain(others))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields: Map<String, Value> = Map::deserialize(from)?;
        let files = fields.remove(FILES).unwrap_or_else(|| Value::Array(Vec::new()));
        let version = fields.remove(VERSION).unwrap_or_default();
        let mut settings = Self {
            version: serde_json::from_value(version).map_err(D::Error::custom)?,
            ..Self::default()
        };
        settings.set_all(fields).map_err(D::Error::custom)?;
        settings.book.user_files = serde_json::from_value(files).map_err(D::Error::custom)?;
        Ok(settings)
    }
}

impl Settings {
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
    fn set_all(&mut self, mut fields: Map<String, Value>) -> Result<(), Problem> {
        for setting in LIST.iter().filter(|setting| setting.is_kept) {
            let name = setting.name;
            let Some(value) = fields.remove(name) else { continue };
            if value.is_array() || value.is_object() || value.is_null() {
                return Err(Problem::expected("a text", value.to_string()).with_setting(name));
            }
            let texts = setting.split(&as_text(&value));
            setting.set(self, &texts).map_err(|why| Problem::new(why).with_setting(name))?;
        }
        match fields.keys().next() {
            Some(unknown) => Err(format!("there is no setting `{unknown}`").into()),
            None => {
                let has_sheets = self.book.imprint.sheets.is_some_and(|sheets| sheets.get() > 1);
                self.puzzles.by_sheet = has_sheets && !self.puzzles.has_small_sizes();
                Ok(())
            }
        }
    }

    /// Counts the sheets by their names if nothing else says how many there are.
    ///
    /// # Errors
    /// [`Problem`] for more names than sheets.
    fn count_sheets(&mut self) -> Result<(), Problem> {
        let imprint = &mut self.book.imprint;
        let names = u16::try_from(imprint.names.len()).unwrap_or(u16::MAX);
        let remedy = match imprint.sheets {
            _ if names == 0 => return Ok(()),
            None if (2..=MAX_SHEETS).contains(&names) => {
                imprint.sheets = NonZeroU16::new(names);
                return Ok(());
            }
            Some(sheets) if names <= sheets.get() => return Ok(()),
            None if names < 2 => clause!("name the other pupils too"),
            None => clause!("make a run for each class"),
            Some(_) => {
                let sheets = setting("sheets").to(names);
                clause!("use {}, or name fewer pupils with {}", sheets, setting("names"))
            }
        };
        let expected = match imprint.sheets {
            Some(sheets) => clause!("at most {} names, one for each sheet", sheets.get()),
            None => clause!("from 2 to {} names, one for each sheet", MAX_SHEETS),
        };
        Err(Problem::expected(expected, names).with_setting("names").remedy(remedy))
    }

    /// Returns the requirements of the printer of the book; `None` if the book has no particular
    /// printer.
    ///
    /// # Errors
    /// A sentence if the printer is not built in.
    pub fn terms(&self) -> Result<Option<PrintSpec>, Clause> {
        let files = &self.book.files;
        let (Some(name), Some(trim)) = (&files.printer, files.trim) else {
            return Ok(None);
        };
        let is_own = self.book.user_files.iter().any(|file| file.setting == Printer::FLAG);
        let Some(printer) = Printer::builtin(name).filter(|_| !is_own) else {
            return Err(clause!("printer {} is not built in", name.clone()));
        };
        let spec = printer.terms(trim, files.paper.as_deref());
        spec.map(Some).map_err(|e| e.to_string().into())
    }

    /// Returns the printed number of the book's first puzzle.
    pub fn first(&self) -> u64 {
        self.book.imprint.first_number.map_or(1, |number| number.get().into())
    }

    /// Returns the format of the catalogue. Beside a book it is CSV.
    pub fn table_format(&self) -> TableFormat {
        if self.is_data { self.catalog_format } else { TableFormat::Csv }
    }

    /// Returns the identifiers of the puzzles. Those of a catalogue without a book begin with its
    /// first number.
    pub fn ids(&self) -> PuzzleIds {
        let prefix = self.id_prefix.clone().unwrap_or_default();
        PuzzleIds { prefix, first: if self.is_data { self.first() } else { 1 } }
    }

    /// Returns the series in which an archive keeps the numbers of the puzzles, if any. Catalogues
    /// whose identifiers have the same prefix are one series.
    pub fn series(&self) -> Option<Cow<'_, str>> {
        if self.is_data {
            let prefix = self.id_prefix.as_deref().unwrap_or_default();
            return Some(format!("ids {prefix}").trim_end().to_owned().into());
        }
        self.book.imprint.series.as_deref().map(Cow::Borrowed)
    }

    /// Returns the columns of the catalogue. A format without columns has the puzzles alone.
    ///
    /// # Errors
    /// A sentence if one of its columns is unknown.
    pub fn columns(&self) -> Result<CatalogColumns, Clause> {
        let all = self.all_columns(&self.puzzles);
        if !self.table_format().has_columns() {
            return Ok(all.select(&["puzzle"])?);
        }
        self.select_columns(all)
    }

    /// Returns all columns that the catalogue of a plan can have.
    fn all_columns(&self, plan: &Plan) -> CatalogColumns {
        let link = self.book.imprint.puzzle_link.as_ref();
        CatalogColumns::for_plan(plan).with_link(link, self.first()).with_ids(&self.ids())
    }

    /// Selects the columns that the settings name.
    fn select_columns(&self, all: CatalogColumns) -> Result<CatalogColumns, Clause> {
        match &self.columns {
            None => Ok(all),
            Some(names) if names.iter().any(|name| name == PUBLIC) => match names.len() {
                1 => Ok(all.public()),
                _ => Err("expected names, or public alone, found both".into()),
            },
            Some(names) => Ok(all.select(&names.iter().map(String::as_str).collect::<Vec<_>>())?),
        }
    }

    /// Returns true if the catalogue has columns, and lacks those with which the run can be made
    /// again.
    pub fn has_public_columns(&self) -> bool {
        match &self.columns {
            Some(names) => !names.iter().any(|name| name == "seed"),
            None => false,
        }
    }

    /// Returns the values that all rows have in columns missing from the catalogue.
    pub fn run_values(&self, seed: Seed) -> RunValues {
        let puzzles = &self.puzzles;
        let mut values = vec![("seed", seed.to_string()), ("grid", puzzles.grid.name().to_owned())];
        if let SymmetryChoice::One(symmetry) = puzzles.symmetry {
            values.push(("symmetry", symmetry.name().to_owned()));
        }
        if puzzles.has_ratings() {
            values.push(("ladder", self.ladder.name().to_owned()));
            values.push((CatalogColumns::RATED_AS, puzzles.rating.rated_as.name().to_owned()));
        }
        let columns = self.columns().unwrap_or_default().names();
        values.retain(|(name, _)| !columns.contains(name));
        Arc::new(values)
    }

    /// Returns the file names of the catalogue: one, or one for each split.
    pub fn catalogs(&self) -> Vec<String> {
        let mut ending = self.table_format().name().to_owned();
        if let Some(codec) = self.compress {
            ending += &format!(".{}", codec.extension());
        }
        match &self.split {
            Some(shares) if self.is_data => {
                shares.splits().map(|split| format!("{split}.{ending}")).collect()
            }
            _ => vec![format!("catalog.{ending}")],
        }
    }

    /// Returns the names of the settings that differ from those of `other`, also where only the
    /// content of a user's file differs.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let mut names = self.changed_names(other, |_| true);
        for row in Setting::all() {
            let own = self.book.contents(row.name);
            if !names.contains(&row.name) && !own.eq(other.book.contents(row.name)) {
                names.push(row.name);
            }
        }
        if self.version != other.version {
            names.push(VERSION);
        }
        names
    }

    /// Returns the names of the settings that decide the puzzles of a run and differ from those of
    /// `other`, the run before. Further puzzles may be replaced; those that were stay.
    pub fn changed_puzzle_settings(&self, other: &Self) -> Vec<&'static str> {
        let mut names = self
            .changed_names(other, |setting| setting.decides_puzzles || setting.name == "archive");
        if !self.counts.another.starts_with(&other.counts.another) {
            names.push(Setting::ANOTHER);
        }
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

/// Returns the settings that decide the puzzles of a plan and differ from their defaults, as JSON.
pub(super) fn identity_values(plan: &Plan) -> Map<String, Value> {
    let mut puzzles = without_idle_settings(plan.clone());
    // Without constraints on ratings, the rated form only adds columns.
    if plan.ladder() == Ladder::Published && !plan.rating.is_of_ratings() {
        puzzles.rating.rated_as = RatedForm::default();
    }
    let mut settings = Settings { ladder: plan.ladder(), puzzles, ..Settings::default() };
    if plan.by_sheet {
        settings.book.imprint.sheets = u16::try_from(plan.variants).ok().and_then(NonZeroU16::new);
    }
    let decides = |name| LIST.iter().any(|row| row.decides_puzzles && row.name == name);
    let values = settings.values().filter(|(name, _)| decides(*name));
    values.map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Parses the settings that [`identity_values`] wrote.
///
/// # Errors
/// [`Problem`] of the first invalid setting.
pub(super) fn parse_identity_values(fields: Map<String, Value>) -> Result<Plan, Problem> {
    let mut settings = Settings::default();
    settings.set_all(fields)?;
    Ok(settings.puzzles)
}

/// Returns the plan with the default of each setting that has no effect, so that the same puzzles
/// have the same settings.
fn without_idle_settings(mut plan: Plan) -> Plan {
    let usual = RatingConstraints::default();
    if plan.ladder() == Ladder::Published {
        plan.rating.rules = usual.rules;
    }
    if !plan.has_ratings() && !plan.rating.is_of_ratings() {
        plan.rating.rated_as = usual.rated_as;
    }
    if plan.variants > 1 || !plan.givens.patterns.is_empty() {
        plan.givens.repeats_patterns = false;
    }
    // A pattern decides itself how the givens are spread.
    if !plan.givens.patterns.is_empty() {
        plan.givens.look = Look::default();
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Values of each setting as flags, manifests and job files have them. None is the default.
    const VALUES: &[(&str, &[&str])] = &[
        ("ladder", &["human"]),
        ("out", &["rainy", "nights/{date}"]),
        // It is the absence of values.
        ("unset", &[]),
        ("seed", &["0", "18446744073709551615", "from-date"]),
        ("date", &["2026-11-20"]),
        ("timezone", &["Europe/Berlin"]),
        ("secret", &["of my own"]),
        ("count", &["1", "10000000000"]),
        ("total", &["48"]),
        ("levels", &["1,3,5"]),
        ("quota", &["2=7", "1=500,5=200"]),
        ("grid", &["shuffled", "cyclic"]),
        ("symmetry", &["half-turn", "full", "mixed"]),
        ("pattern", &["hearts.txt"]),
        ("variants", &["3"]),
        ("attempts", &["1", "4294967295"]),
        ("another", &["37", "B2-000010,2027A-L1-000101,B2-000010"]),
        ("swap", &["37=40", "1=2,3=4"]),
        ("minimal", &["true"]),
        ("givens", &["24..28"]),
        ("look", &["children", "published"]),
        ("repeat-patterns", &["true"]),
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
        ("id-prefix", &["2027A-", "x_1"]),
        ("data", &["true"]),
        ("puzzle-link", &["sudokupad", "https://example.com/play?grid={puzzle-dots}&n={number}"]),
        ("puzzle-qr", &["answers", "puzzles"]),
        ("format", &["jsonl", "parquet", "xlsx"]),
        ("split", &["train=0.9,valid=0.05,test=0.05", "train=0.8,test=0.2"]),
        // A small size needs the human ladder, which layers set: `puzzles::sizes` tries it.
        ("size", &[]),
        ("dedup", &["exact"]),
        ("symbols", &["DUTCHOVEN", "4x4:1=shapes,PLANET"]),
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
        ("names", &["Ada,Ben", "Ada Example,Ben,Cem"]),
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
        ("spine", &["0.49in", "0.118in,0.25in", "estimate"]),
        ("back-design", &["corner"]),
        ("back", &["A calm book.\n\nFor *rainy* days."]),
        ("cover-picture", &["rain.jpg"]),
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
            ("id-prefix", "a b"),
            ("split", "train=0.9,test=0.2"),
        ] {
            let json = format!("{{{name:?}:{text:?},\"puzzles\":1}}");
            let refused = serde_json::from_str::<Settings>(&json).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("the setting `{name}`: expected ")), "{refused}");
        }
        let refused = serde_json::from_str::<Settings>(r#"{"puzzles":1,"colour":1}"#);
        assert!(refused.unwrap_err().to_string().starts_with("there is no setting `colour`"));
    }
}
