//! Converts manifests to text.

use crate::run::{Manifest, shards};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use store::files::output::FileRecord;

/// The content of the manifest of a run or of a sharded run.
pub(super) struct RunRecord {
    pub program: String,
    pub seed: u64,
    /// The number of puzzles, by level or band.
    pub counts: BTreeMap<u8, u64>,
    /// A sentence for each level that has too few puzzles.
    pub short: Vec<String>,
    /// The settings by name, as text.
    pub settings: Vec<(String, String)>,
    pub files: Vec<FileRecord>,
    /// True if the run used an archive.
    pub archive: bool,
}

impl RunRecord {
    /// Reads the manifest of a run.
    pub fn of_run(manifest: &Manifest) -> Self {
        let Manifest { program, settings: of_run, seed, counts, short, files, .. } =
            manifest.clone();
        let archive = of_run.archive.is_used;
        let texts = of_run.texts().map(|(name, text)| (name.replace('-', " "), text));
        let sources = fields(&of_run.sources).into_iter().map(|(name, value)| match &*name {
            "fonts" => (name, value),
            _ => (format!("SHA-256 of the {name}"), value),
        });
        let settings = texts.chain(sources).collect();
        Self { program, seed, counts, short, settings, files, archive }
    }

    /// Reads the manifest of a sharded run.
    pub fn of_parts(manifest: &shards::ShardsManifest, seed: u64) -> Self {
        let all = serde_json::to_value(manifest).unwrap_or_default();
        let of_folder = fields(&all).into_iter();
        let of_folder = of_folder
            .filter(|(name, _)| ["archive", "compress", "part", "run"].contains(&name.as_str()));
        // The quotas and the seed are shown elsewhere; the rest are versions of rules.
        let of_puzzles = fields(&all["settings"]).into_iter();
        let of_puzzles = of_puzzles
            .filter(|(name, _)| !["quota", "seed", "form", "puzzles"].contains(&name.as_str()));
        let settings = of_folder.chain(of_puzzles).collect();
        let program = all["program"].as_str().unwrap_or_default().to_owned();
        let shards::ShardsManifest { archive, counts, short, files, .. } = manifest.clone();
        Self { program, seed, counts, short, settings, files, archive }
    }
}

/// Returns the fields of a value by name, as text.
fn fields(value: &impl Serialize) -> Vec<(String, String)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(value) else {
        return Vec::new();
    };
    fields.into_iter().map(|(name, value)| (name.replace(['_', '-'], " "), words(&value))).collect()
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(n) => n.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(all) => {
            let pairs = all.iter().map(|(key, value)| format!("{key}: {}", words(value)));
            pairs.collect::<Vec<_>>().join(", ")
        }
    }
}
