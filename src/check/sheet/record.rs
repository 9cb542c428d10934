//! What a run was made of, as its manifest has it: settings, seed, version, files and sums.

use super::subject::Subject;
use crate::run::{Manifest, Settings};
use crate::words::markup::escaped;
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

/// A table of something, which scrolls by itself, with the heads of its columns. A head `Bytes` stands over
/// numbers.
pub(super) fn table(of: &str, heads: &[&str], rows: impl Iterator<Item = String>) -> String {
    let head = |head: &&str| {
        let class = if *head == "Bytes" { " class=\"number\"" } else { "" };
        format!("<th scope=\"col\"{class}>{head}</th>")
    };
    let (heads, rows) = (heads.iter().map(head).collect::<String>(), rows.collect::<String>());
    format!(
        "<div class=\"wide\" role=\"group\" aria-label=\"Table of {of}\" tabindex=\"0\"><table>\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
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
    out += &table("files", &["File", "Bytes", "SHA-256"], files.iter().map(|file| {
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td><code>{}</code></td></tr>\n",
            escaped(&file.name),
            file.size,
            escaped(&file.sha256)
        )
    }));
    for other in &subject.others {
        let _ = writeln!(
            out,
            "<p class=\"note\">{} is not listed in the manifest.</p>",
            escaped(other)
        );
    }
    out
}
