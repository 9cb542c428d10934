//! The settings of a run as its manifest records them, and the differences between two runs.

use super::{Order, PROGRAM, PUZZLES};
use crate::book::{Imprint, Language, PaletteChoice};
use crate::human::course::Course;
use crate::human::grade::RatedAs;
use crate::human::ladder::Ladder;
use crate::human::logic::Technique;
use crate::make::batch::{Asked, Dedup, Plan, Shape};
use crate::make::generate::{FinishedHouses, FullGrid};
use crate::make::seed::Seed;
use crate::printers::{Printer, Spine, Terms, TrimError};
use crate::store::files::output;
use crate::store::table::compress::Codec;
use crate::store::table::{Columns, RATED_AS, RunValues};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json, value};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::Arc;

/// Everything that decides the bytes of a run's files, except the seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Settings {
    /// Requested number of puzzles, by level.
    pub quotas: BTreeMap<u8, u64>,
    /// What else was asked of the puzzles.
    #[serde(flatten)]
    pub asked: PuzzleSettings,
    /// Whether the catalogue has the columns of ratings on the published ladder.
    #[serde(default)]
    pub rated: bool,
    pub(super) template: String,
    pub(super) template_sha256: String,
    pub(super) trim: String,
    /// Whether the puzzles of an archive were excluded.
    #[serde(default)]
    pub archive: bool,
    pub(super) printer: Option<String>,
    pub(super) printer_sha256: Option<String>,
    pub(super) paper: Option<String>,
    volumes: Option<usize>,
    /// What is printed about the book; its language, fonts and texts are among the files.
    #[serde(flatten)]
    pub imprint: Imprint,
    /// How the pages are imposed in a second file, if they are.
    impose: Option<String>,
    /// The order in which levels take turns, if it is not the template's.
    turns: Option<String>,
    /// Name of the compression of the catalogue.
    pub compress: Option<String>,
    /// Names of the columns of the catalogue, joined by commas, if it does not have all.
    columns: Option<String>,
    /// Code of the language, if it is not English.
    lang: Option<String>,
    /// Whether the run has covers.
    #[serde(default)]
    pub cover: bool,
    /// The design and the palette of the covers, where they are not the usual ones.
    cover_design: Option<String>,
    palette: Option<String>,
    scene: Option<String>,
    /// The widths of the spines that were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spine: Vec<String>,
    /// SHA-256 of the files with language, fonts and texts, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) files: BTreeMap<String, String>,
    /// Version of the algorithm that derives puzzles from plan and seed: see [`PUZZLES`].
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub(super) puzzles: u32,
}

/// The order of settings in a manifest. Others follow by name.
const ORDER: &str = "quotas grid las_vegas_digits symmetry dedup variants attempts ladder wishes er needs without \
     givens minimal patterns rated template template_sha256 trim title author archive printer printer_sha256 paper \
     volumes subtitle series volume_number first_number edition isbn publisher copyright credits website made_with \
     also_by parts first_day answers sheets impose turns pdfx dated compress columns lang fill_pages fill_to cover cover_design \
     palette spine files puzzles";

/// The settings that are written also where they are not set.
const ALWAYS: [&str; 3] = ["las_vegas_digits", "title", "author"];

/// The same settings have the same bytes. What is not set is left out.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = self.fields();
        for name in ALWAYS {
            fields.entry(name).or_insert(Value::Null);
        }
        let ordered = ORDER.split_whitespace().filter_map(|name| fields.remove_entry(name));
        let ordered: Vec<_> = ordered.collect();
        to.collect_map(ordered.into_iter().chain(fields))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::deserialize(from)
    }
}

/// What is asked of puzzles, beyond their numbers. Of the ladder, the filters and the givens only what is set is written,
/// so that runs without it keep their names and manifests.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PuzzleSettings {
    /// Name of the method that makes full grids.
    pub grid: String,
    #[serde(default)]
    las_vegas_digits: Option<usize>,
    /// Name of the symmetry of the givens.
    pub symmetry: String,
    /// Name of the rule by which two puzzles count as the same.
    pub dedup: String,
    variants: u64,
    attempts: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ladder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wishes: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    er: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    minutes: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    course: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    needs: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    givens: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    /// Whether no given can be left out.
    pub minimal: bool,
    /// Whether houses may be complete; not written where they may, as in all runs of versions that did not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finished_houses: Option<String>,
    /// The pictures, 81 characters each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    patterns: Vec<String>,
    /// Which form of a puzzle was rated; not written where none was, or as given, as in all runs of versions that did not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rated_as: Option<String>,
}

/// Values as text.
fn texts(values: &[impl ToString]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// The value of a text.
fn value<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|e: T::Err| e.to_string())
}

/// The values of texts.
fn values<T: FromStr<Err: ToString>>(texts: &[String]) -> Result<Vec<T>, String> {
    texts.iter().map(|text| value(text)).collect()
}

impl PuzzleSettings {
    /// Those of a plan.
    pub(super) fn of(plan: &Plan) -> Self {
        let human = plan.ladder() == Ladder::Human;
        let (asked, shape) = (&plan.asked, &plan.shape);
        let ids = |of: &[Technique]| of.iter().map(|t| t.id().to_owned()).collect();
        let is_rated = plan.has_ratings() || asked.is_of_ratings();
        Self {
            grid: plan.grid.name().to_owned(),
            las_vegas_digits: plan.grid.las_vegas_digits(),
            symmetry: plan.symmetry.name().to_owned(),
            dedup: plan.dedup.name().to_owned(),
            variants: plan.variants,
            attempts: plan.attempts,
            ladder: human.then(|| Ladder::Human.name().to_owned()),
            wishes: human.then(|| asked.wishes.iter().map(|w| w.name().to_owned()).collect()),
            er: asked.er.map(|er| er.to_string()),
            minutes: asked.minutes.map(|minutes| minutes.to_string()),
            course: Some(asked.course.to_string()).filter(|course| !course.is_empty()),
            needs: ids(&asked.needs),
            without: ids(&asked.without),
            givens: shape.givens.map(|givens| givens.to_string()),
            minimal: shape.minimal,
            // A picture says itself which houses are complete.
            finished_houses: Some(shape.finished_houses)
                .filter(|it| shape.patterns.is_empty() && *it != FinishedHouses::Allow)
                .map(|it| it.name().to_owned()),
            patterns: texts(&shape.patterns),
            rated_as: Some(asked.rated_as)
                .filter(|form| is_rated && *form != RatedAs::Given)
                .map(|form| form.name().to_owned()),
        }
    }

    /// The plan that has these settings, with these numbers of puzzles by level or band.
    ///
    /// # Errors
    /// A sentence, when a value is not one that this program knows.
    pub fn plan(&self, quotas: &[(u8, u64)], rated: bool) -> Result<Plan, String> {
        let ladder = self.ladder();
        let quota = |&(number, count): &(u8, u64)| {
            let rung = ladder.rung(number).ok_or_else(|| {
                format!("expected a level of the {ladder} ladder, found {number}")
            })?;
            Ok::<_, String>((rung, count))
        };
        let digits = self.las_vegas_digits.unwrap_or(0);
        let grids = [FullGrid::LasVegas { digits }, FullGrid::Shuffled, FullGrid::Cyclic];
        let grid = grids.into_iter().find(|grid| grid.name() == self.grid);
        Ok(Plan {
            quotas: quotas.iter().map(quota).collect::<Result<_, _>>()?,
            grid: grid.ok_or_else(|| {
                format!("expected a method that makes full grids, found {:?}", self.grid)
            })?,
            symmetry: value(&self.symmetry)?,
            dedup: value(&self.dedup)?,
            variants: self.variants,
            attempts: self.attempts,
            asked: self.asked()?,
            shape: self.shape()?,
            rated,
        })
    }

    /// Those that decide the puzzles: where nothing is asked of ratings, their form only decides columns.
    pub(super) fn deciding(&self) -> Self {
        let asks =
            [&self.ladder, &self.er, &self.minutes, &self.course].into_iter().any(Option::is_some);
        let is_asked = asks || !self.needs.is_empty() || !self.without.is_empty();
        Self { rated_as: self.rated_as.clone().filter(|_| is_asked), ..self.clone() }
    }

    /// What is asked of a puzzle beyond its level or band.
    ///
    /// # Errors
    /// A sentence, when a range, a technique or a wish is not one.
    pub fn asked(&self) -> Result<Asked, String> {
        Ok(Asked {
            er: self.er.as_deref().map(value).transpose()?,
            minutes: self.minutes.as_deref().map(value).transpose()?,
            needs: values(&self.needs)?,
            without: values(&self.without)?,
            course: self.course.as_deref().map_or(Ok(Course::default()), value)?,
            wishes: self.wishes.as_deref().map_or(Ok(Asked::default().wishes), values)?,
            rated_as: self.rated_as.as_deref().map_or(Ok(RatedAs::Given), value)?,
        })
    }

    /// What is asked of the givens beyond their symmetry.
    ///
    /// # Errors
    /// A sentence, when a picture or a range is not one.
    pub fn shape(&self) -> Result<Shape, String> {
        Ok(Shape {
            patterns: values(&self.patterns)?,
            minimal: self.minimal,
            givens: self.givens.as_deref().map(value).transpose()?,
            finished_houses: self
                .finished_houses
                .as_deref()
                .map_or(Ok(FinishedHouses::Allow), value)?,
        })
    }

    /// When two puzzles count as the same; where the name is unknown, by the stricter rule.
    pub fn dedup(&self) -> Dedup {
        self.dedup.parse().unwrap_or(Dedup::Class)
    }

    /// The ladder.
    pub fn ladder(&self) -> Ladder {
        self.ladder.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default()
    }
}

/// A width as flags have it.
fn inches(spine: &Spine) -> String {
    format!("{}in", spine.points() / 72.0)
}

/// The version that is omitted from the manifest.
const fn first() -> u32 {
    1
}

fn is_first(version: &u32) -> bool {
    *version == first()
}

/// Hashes of texts that ship with the program and may change with its version.
const OF_PROGRAM: [&str; 4] = ["template_sha256", "printer_sha256", "files", "lang"];

impl Settings {
    /// The settings of an order.
    pub fn of(order: &Order) -> Self {
        let Order { plan, book, .. } = order;
        let (terms, text) = (book.terms.as_ref(), book.printer_text.as_ref());
        let quotas = plan.quotas.iter();
        let look = book.cover.as_ref().map(|cover| &cover.look);
        Self {
            quotas: quotas.map(|&(rung, n)| (rung.number(), n)).collect(),
            asked: PuzzleSettings::of(plan),
            rated: plan.rated,
            template: book.template.name().to_owned(),
            template_sha256: output::sha256(book.template_text.as_bytes()),
            trim: book.trim.to_string(),
            archive: order.archive.is_some(),
            printer: terms.map(|terms| terms.printer().to_owned()),
            printer_sha256: text.map(|text| output::sha256(text.as_bytes())),
            paper: terms.map(|terms| terms.paper().to_owned()),
            volumes: book.volumes,
            imprint: Imprint {
                language: Language::default(),
                fonts: Vec::new(),
                texts: BTreeMap::new(),
                logo: None,
                title_face: None,
                ..book.imprint.clone()
            },
            impose: book.booklet.then(|| "booklet".to_owned()),
            turns: book.own_turns(),
            compress: order.compress.map(|codec| codec.name().to_owned()),
            columns: order.columns.as_ref().map(|columns| columns.names().join(",")),
            lang: Some(book.imprint.language.code().to_owned()).filter(|code| code != "en"),
            cover: book.cover.is_some(),
            cover_design: look.and_then(|look| look.design).map(|design| design.name().to_owned()),
            palette: look
                .map(|look| &look.palette)
                .filter(|choice| **choice != PaletteChoice::Usual)
                .map(ToString::to_string),
            scene: look.and_then(|look| look.scene).map(|scene| scene.name().to_owned()),
            spine: book.cover.iter().flat_map(|cover| &cover.spines).map(inches).collect(),
            files: book.files.clone(),
            puzzles: PUZZLES,
        }
    }

    /// The requirements of the printer for which the book was made; `None` if it was made for none.
    ///
    /// # Errors
    /// A sentence, when the printer is not a built-in one, or this program has other figures of it.
    pub fn terms(&self) -> Result<Option<Terms>, String> {
        let Some(name) = &self.printer else {
            return Ok(None);
        };
        let builtin = Printer::BUILTIN.iter().find(|(known, _)| known == name);
        let Some((printer, text)) =
            builtin.and_then(|(_, text)| Some((Printer::parse(text).ok()?, text)))
        else {
            return Err(format!("printer {name} is not built in"));
        };
        if self.printer_sha256.as_ref() != Some(&output::sha256(text.as_bytes())) {
            return Err(format!("the book was made with other figures of printer {name}"));
        }
        let trim = self.trim.parse().map_err(|e: TrimError| e.to_string())?;
        let terms = printer.terms(trim, self.paper.as_deref());
        terms.map(Some).map_err(|e| e.to_string())
    }

    /// The width of the spine of the volume with this index, if it was given.
    pub fn spine(&self, volume: usize) -> Option<Spine> {
        let spine = self.spine.get(volume).or_else(|| self.spine.first());
        spine.and_then(|spine| spine.parse().ok())
    }

    /// Code of the language. Manifests of version 0.1 have it among the files alone.
    pub(super) fn language(&self) -> String {
        let builtin = |code: &&String| Language::builtin(code).is_some();
        let code = self.lang.as_ref().or_else(|| self.files.keys().find(builtin));
        code.map_or("en", String::as_str).to_owned()
    }

    /// The settings as flags, a name and a value each: what is not set is left out. Not all names are those of
    /// flags.
    pub(super) fn by_name(&self) -> Vec<(String, String)> {
        let words = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Array(list) => {
                let list = list.iter().map(|value| value.as_str().unwrap_or_default());
                list.collect::<Vec<_>>().join(",")
            }
            value => value.to_string(),
        };
        let mut fields = self.fields();
        fields.insert("lang".to_owned(), self.language().into());
        fields.retain(|_, value| !value.is_object());
        let flag = |(name, value): (&String, &Value)| (name.replace('_', "-"), words(value));
        fields.iter().map(flag).collect()
    }

    /// The printed number of the book's first puzzle.
    pub fn first(&self) -> u64 {
        self.imprint.first_number.map_or(1, |number| number.get().into())
    }

    /// Returns true if puzzles are rated, so that the catalogue may have columns of ratings.
    fn has_ratings(&self) -> bool {
        self.rated || self.asked.ladder() == Ladder::Human
    }

    /// The columns of the catalogue.
    ///
    /// # Errors
    /// A sentence, when one of its columns is not known.
    pub fn columns(&self) -> Result<Columns, String> {
        let rated_as = self.asked.asked().map(|asked| asked.rated_as).unwrap_or_default();
        let all = Columns::with(self.has_ratings().then_some(rated_as), self.asked.minimal);
        match &self.columns {
            None => Ok(all),
            Some(names) => all.select(&names.split(',').collect::<Vec<_>>()),
        }
    }

    /// The values that all rows have in columns which the catalogue leaves out.
    pub(crate) fn left_out(&self, seed: Seed) -> RunValues {
        let asked = &self.asked;
        let mut values = vec![
            ("seed", seed.to_string()),
            ("grid", asked.grid.clone()),
            ("symmetry", asked.symmetry.clone()),
        ];
        if self.has_ratings() {
            values.push(("ladder", asked.ladder().name().to_owned()));
            values.extend(asked.rated_as.clone().map(|form| (RATED_AS, form)));
        }
        let columns = self.columns().unwrap_or_default().names();
        values.retain(|(name, _)| !columns.contains(name));
        Arc::new(values)
    }

    /// File name of the catalogue.
    pub fn catalog(&self) -> String {
        let named = |codec: &Codec| self.compress.as_deref() == Some(codec.name());
        match Codec::ALL.into_iter().find(named) {
            None => "catalog.csv".to_owned(),
            Some(codec) => format!("catalog.csv.{}", codec.ending()),
        }
    }

    /// Names of the settings that differ from those of `other`, a run made by `program`. If that is
    /// another version of the program, hashes of shipped texts are not compared.
    pub fn differences(&self, other: &Self, program: &str) -> Vec<String> {
        let mut names = different(&self.fields(), &other.fields());
        names.retain(|name| program == PROGRAM || !OF_PROGRAM.contains(&name.as_str()));
        names
    }

    /// Names of the settings that decide which puzzles a run has, and that differ from those of `other`.
    pub fn other_puzzles(&self, other: &Self) -> Vec<String> {
        let of = |of: &Self| {
            let Self { quotas, asked, archive, puzzles, .. } = of;
            let more = json!({ "quotas": quotas, "archive": archive, "puzzles": puzzles });
            fields(asked).into_iter().chain(fields(&more)).collect()
        };
        different(&of(self), &of(other))
    }

    /// What is set, by name.
    fn fields(&self) -> Map<String, Value> {
        let mut fields = object(Self::serialize(self, value::Serializer));
        fields.retain(|_, value| !matches!(value, Value::Null | Value::Bool(false)));
        fields
    }
}

/// The names that have other values on both sides; one may be absent on either.
pub(super) fn different(own: &Map<String, Value>, other: &Map<String, Value>) -> Vec<String> {
    let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
    names.into_iter().filter(|name| own.get(*name) != other.get(*name)).cloned().collect()
}

/// The fields of a struct of plain values by name.
pub(super) fn fields(of: &impl Serialize) -> Map<String, Value> {
    object(serde_json::to_value(of))
}

/// The fields of a struct of plain values that was serialized.
fn object(serialized: Result<Value, serde_json::Error>) -> Map<String, Value> {
    match serialized {
        Ok(Value::Object(fields)) => fields,
        other => unreachable!("a struct has fields, found {other:?}"),
    }
}
