//! What decides a run: as its manifest says it, and as the archive remembers it.

use super::press::Design;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use sudoku_press::archive::Run;
use sudoku_press::batch::Plan;
use sudoku_press::files::output;
use sudoku_press::generate::FullGrid;
use sudoku_press::seed::Seed;
use sudoku_press::table::compress::Codec;

/// The program and its version.
pub const PROGRAM: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// A run in the archive, of settings that can be written as JSON.
fn entry(kind: &str, settings: &impl Serialize, seed: Seed) -> Run {
    let settings = serde_json::to_string(settings);
    Run {
        kind: kind.to_owned(),
        program: PROGRAM.to_owned(),
        seed: Some(seed.0),
        settings: settings.expect("settings are a struct of plain values"),
    }
}

/// All that decides the bytes of a run's files, but for the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Puzzles wanted, by level.
    quotas: BTreeMap<u8, u64>,
    grid: String,
    las_vegas_digits: Option<usize>,
    symmetry: String,
    dedup: String,
    variants: u64,
    attempts: u32,
    template: String,
    template_sha256: String,
    trim: String,
    title: Option<String>,
    author: Option<String>,
    /// What was printed before was refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub archive: bool,
    // Not written when nobody asked: a manifest without them is one without a printer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    printer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    printer_sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paper: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    volumes: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_day: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compress: Option<String>,
    /// Language, fonts and texts: what they are called, and the SHA-256 of their files.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
}

impl Settings {
    pub fn of(plan: &Plan, design: &Design) -> Self {
        let (terms, text) = (design.order.terms.as_ref(), design.order.text.as_ref());
        Self {
            quotas: plan
                .quotas
                .iter()
                .map(|&(level, n)| (level.number(), n))
                .collect(),
            grid: plan.grid.name().to_owned(),
            las_vegas_digits: match plan.grid {
                FullGrid::LasVegas { digits } => Some(digits),
                FullGrid::Shuffled | FullGrid::Pattern => None,
            },
            symmetry: plan.symmetry.name().to_owned(),
            dedup: plan.dedup.name().to_owned(),
            variants: plan.variants,
            attempts: plan.attempts,
            template: design.template.name().to_owned(),
            template_sha256: output::sha256(design.template_text.as_bytes()),
            trim: design.trim.to_string(),
            title: design.imprint.title.clone(),
            author: design.imprint.author.clone(),
            archive: false,
            printer: terms.map(|terms| terms.printer().to_owned()),
            printer_sha256: text.map(|text| output::sha256(text.as_bytes())),
            paper: terms.map(|terms| terms.paper().to_owned()),
            volumes: design.order.volumes,
            edition: design.imprint.edition.clone(),
            parts: design.imprint.parts.clone(),
            first_day: design.imprint.first_day.map(|day| day.to_string()),
            compress: None,
            files: design.files.clone(),
        }
    }

    /// The name of the catalogue.
    pub fn catalog(&self) -> String {
        let mut all = Codec::ALL.into_iter();
        let named = |codec: &Codec| self.compress.as_deref() == Some(codec.name());
        let codec = all.find(named);
        codec.map_or("catalog.csv".to_owned(), |codec| {
            format!("catalog.csv.{}", codec.ending())
        })
    }

    /// The run in the archive with these settings and this seed.
    pub fn entry(&self, seed: Seed) -> Run {
        entry("run", self, seed)
    }

    /// The names of the settings that are not the same.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let fields = |settings: &Self| match serde_json::to_value(settings) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => unreachable!("settings are a struct of plain values"),
        };
        // A field may be absent from either side.
        let (own, other) = (fields(self), fields(other));
        let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
        names
            .into_iter()
            .filter(|name| own.get(*name) != other.get(*name))
            .cloned()
            .collect()
    }
}

/// All that decides a catalogue by itself, but for the seed and the form.
#[derive(Serialize)]
pub struct PlanSettings {
    quotas: Vec<(u8, u64)>,
    grid: String,
    symmetry: &'static str,
    dedup: &'static str,
    variants: u64,
    attempts: u32,
}

impl PlanSettings {
    pub fn of(plan: &Plan) -> Self {
        let quotas = plan.quotas.iter();
        Self {
            quotas: quotas.map(|&(level, n)| (level.number(), n)).collect(),
            grid: format!("{:?}", plan.grid),
            symmetry: plan.symmetry.name(),
            dedup: plan.dedup.name(),
            variants: plan.variants,
            attempts: plan.attempts,
        }
    }

    /// The run in the archive with these settings and this seed.
    pub fn entry(&self, seed: Seed) -> Run {
        entry("generate", self, seed)
    }
}
