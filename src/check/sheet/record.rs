//! What a run was made of, as its manifest has it: settings, seed, version, files and sums.

use super::filled;
use super::subject::Subject;
use crate::run::{Manifest, Settings};
use crate::store::files::output::FileRecord;
use askama::Template;
use serde_json::Value;

#[derive(Template)]
#[template(path = "proof/record.html")]
struct Record<'a> {
    /// Names and values.
    pairs: Vec<(String, String)>,
    files: &'a [FileRecord],
    /// Files in the folder that the manifest does not list.
    others: &'a [String],
}

/// The settings by name, as text.
pub(super) fn settings(settings: &Settings) -> Vec<(String, String)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(settings) else {
        return Vec::new();
    };
    fields.into_iter().map(|(name, value)| (name.replace('_', " "), words(&value))).collect()
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

/// What the manifest of a run says; a sentence for other files.
pub(super) fn record(subject: &Subject) -> String {
    let Some(run) = &subject.read.run else {
        return "<p>These files are not the folder of a finished run: there is no manifest.</p>\n"
            .to_owned();
    };
    let Manifest { program, settings: of_run, seed, counts, short, files } = &run.manifest;
    let counts = counts.iter().map(|(level, n)| format!("{level}: {n}"));
    let mut pairs = vec![
        ("program".to_owned(), program.clone()),
        ("seed".to_owned(), seed.to_string()),
        ("puzzles by level".to_owned(), counts.collect::<Vec<_>>().join(", ")),
    ];
    pairs.extend(short.iter().map(|why| ("short".to_owned(), why.clone())));
    pairs.extend(settings(of_run));
    filled(&Record { pairs, files, others: &subject.others })
}
