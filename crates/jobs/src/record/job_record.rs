//! The job of a finished run, as its manifest keeps it: the words of the user, and the files by
//! name and SHA-256. It names no folder, no archive, no secret and no machine.
//!
//! ```json
//! { "levels": "1-3", "total": "60", "title": "Rainy Days",
//!   "files": [{ "setting": "text", "part": "about", "file": "me.md", "sha256": "..." }] }
//! ```

use crate::{Setting, Settings, UserFile};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::ffi::OsString;
use words::Problem;

/// The job of a finished run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct JobRecord {
    /// The settings that differ from their defaults, in the order of the list, each with the text
    /// that was given. Settings that name files of the user are left out.
    texts: Vec<(&'static str, String)>,
    /// The files of the user, in the order of their settings.
    pub files: Vec<UserFile>,
}

/// The key of the files of the user.
const FILES: &str = "files";

impl JobRecord {
    /// Records the job of these settings, which have the values of the run.
    pub fn new(settings: &Settings) -> Self {
        let mut texts = Vec::new();
        for row in Setting::all().filter(|row| row.is_of_job()) {
            let Some(given) = settings.given.get(row.name) else { continue };
            let text = match row.name {
                // Of a file, the pictures themselves are kept.
                "pattern" if names_file(given.setting, &given.texts) => settings.pictures(),
                // The numbers of a series go on, and those of this run stay.
                "first-number" => match settings.book.imprint.first_number {
                    Some(number) => number.to_string(),
                    None => continue,
                },
                // A number is of the finished run alone.
                "another" => settings.counts.another.join(","),
                _ if names_file(given.setting, &given.texts) => continue,
                _ => given.text().unwrap_or_default(),
            };
            // A book of files has no pictures and no replaced puzzles of its own.
            if !text.is_empty() && !row.is_default(&text) {
                texts.push((row.name, text));
            }
        }
        Self { texts, files: settings.book.user_files.clone() }
    }

    /// Returns the settings with their texts, in the order of the list.
    pub fn texts(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        self.texts.iter().filter_map(|(name, text)| Some((Setting::find(name)?, &**text)))
    }
}

/// Returns true if a value names a file for reading.
fn names_file(setting: &Setting, texts: &[OsString]) -> bool {
    texts.iter().any(|text| setting.input_file(text).is_some())
}

impl Serialize for JobRecord {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let texts = self.texts().map(|(setting, text)| (setting.name, Value::from(text)));
        let files = serde_json::to_value(&self.files).map_err(serde::ser::Error::custom)?;
        let files = (!self.files.is_empty()).then_some((FILES, files));
        to.collect_map(texts.chain(files))
    }
}

impl<'de> Deserialize<'de> for JobRecord {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields: Map<String, Value> = Map::deserialize(from)?;
        let files = fields.remove(FILES).unwrap_or_else(|| Value::Array(Vec::new()));
        let files = serde_json::from_value(files).map_err(D::Error::custom)?;
        let mut texts = Vec::new();
        for row in Setting::all().filter(|row| row.is_of_job()) {
            let Some(value) = fields.remove(row.name) else { continue };
            let text = read_text(row, &value)
                .map_err(|problem| D::Error::custom(problem.with_setting(row.name)))?;
            texts.push((row.name, text));
        }
        match fields.keys().next() {
            Some(unknown) => Err(D::Error::custom(format!("there is no setting `{unknown}`"))),
            None => Ok(Self { texts, files }),
        }
    }
}

/// Reads the text of a setting in a manifest.
fn read_text(row: &Setting, value: &Value) -> Result<String, Problem> {
    let Some(text) = value.as_str() else {
        return Err(Problem::expected("a text", value.to_string()));
    };
    row.check(&row.split(text)).map_err(Problem::new)?;
    Ok(text.to_owned())
}
