//! What a run was made of, as its manifest has it: settings, seed, version, files and sums.

use super::subject::Subject;
use crate::markup::escaped;
use crate::run::{Manifest, Settings};
use serde_json::Value;
use std::fmt::Write as _;

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

/// A list of names and values.
pub(super) fn list(pairs: &[(String, String)]) -> String {
    let pair = |(name, value): &(String, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value))
    };
    let pairs: String = pairs.iter().map(pair).collect();
    format!("<dl>\n{pairs}</dl>\n")
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
    let mut out = list(&pairs);
    out += "<div class=\"wide\" role=\"group\" aria-label=\"Table of files\" tabindex=\"0\"><table>\n\
            <thead><tr><th scope=\"col\">File</th><th scope=\"col\" class=\"number\">Bytes</th>\
            <th scope=\"col\">SHA-256</th></tr></thead>\n<tbody>\n";
    for file in files {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td><code>{}</code></td></tr>",
            escaped(&file.name),
            file.size,
            escaped(&file.sha256)
        );
    }
    out += "</tbody></table></div>\n";
    for other in &subject.others {
        let _ = writeln!(
            out,
            "<p class=\"note\">{} is not listed in the manifest.</p>",
            escaped(other)
        );
    }
    out
}
