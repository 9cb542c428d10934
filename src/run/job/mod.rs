//! Settings by name, as flags have them, from job files, files of series and the environment, each with its place. A name
//! that is none is refused with the nearest. Not what the settings mean: that is the program's.

mod series;

pub use series::{Edition, editions};

use crate::store::files::output;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use toml::{Spanned, Value};

/// Where a setting comes from, the strongest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A flag.
    Flag,
    /// The variable of this name.
    Environment(String),
    /// A file: its name and the line.
    File(String),
    /// Nobody has set it.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::File(place) => f.write_str(place),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A setting as a flag has it, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// One of the known names.
    pub name: String,
    /// Lists are joined by commas, tables are `key=value` pairs joined by commas.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// What is wrong with a setting or a file of settings, a sentence with its place. It does not quote the line, which may
/// hold a secret.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct JobError(String);

/// A text with settings, and the name of its file.
#[derive(Clone, Copy)]
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// The names of settings that there are.
    known: &'a [String],
}

type Key = Spanned<String>;

impl Source<'_> {
    /// Reads the text as TOML.
    fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, JobError> {
        toml::from_str(self.text).map_err(|e| {
            let place =
                e.span().map_or(self.file.to_owned(), |span| self.place(span.start).to_string());
            let why = e.message().lines().next().unwrap_or("not TOML");
            JobError(format!("{place}: expected TOML: {why}"))
        })
    }

    fn place(&self, at: usize) -> Origin {
        let line = self.text[..at].matches('\n').count() + 1;
        Origin::File(format!("{}, line {line}", self.file))
    }

    /// A setting of the text; a value is `None` where it is none for the language.
    fn setting(&self, key: &Key, value: Option<&Value>) -> Result<Setting, JobError> {
        let (name, origin) = (key.get_ref(), self.place(key.span().start));
        if !self.known.contains(name) {
            let nearest = nearest(self.known, name);
            let words =
                format!("{origin}: there is no setting `{name}`; the nearest is `{nearest}`");
            return Err(JobError(words));
        }
        let wrong = || {
            JobError(format!(
                "{origin}: `{name}`: expected a number, a text, true, false or a list, or one of these for \
                 each language"
            ))
        };
        let value = value.and_then(words).ok_or_else(wrong)?;
        Ok(Setting { name: name.clone(), value, origin })
    }
}

/// The settings of a job file, in the order of their lines, each or what is wrong with it. A text that
/// is not TOML is one error.
pub fn read(file: &str, text: &str, known: &[String]) -> Vec<Result<Setting, JobError>> {
    let source = Source { file, text, known };
    let table: BTreeMap<Key, Value> = match source.parse() {
        Ok(table) => table,
        Err(e) => return vec![Err(e)],
    };
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.iter().map(|(key, value)| source.setting(key, Some(value))).collect()
}

/// The settings of a job file that is read here.
pub fn read_file(file: &Path, known: &[String]) -> Vec<Result<Setting, JobError>> {
    let shown = file.display().to_string();
    match output::read_written(file) {
        Ok(text) => read(&shown, &text, known),
        Err(e) => vec![Err(JobError(format!("job {shown} cannot be read: {e}")))],
    }
}

/// The settings among the variables of an environment, or what is wrong with one. A variable of another
/// program has another prefix than `SUDOKU_PRESS_`.
pub fn environment(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: &[String],
) -> Vec<Result<Setting, JobError>> {
    const PREFIX: &str = "SUDOKU_PRESS_";
    let variable = |flag: &str| format!("{PREFIX}{}", flag.to_uppercase().replace('-', "_"));
    let ours = |(name, value): (OsString, OsString)| {
        let name = name.into_string().ok()?;
        name.starts_with(PREFIX).then_some((name, value))
    };
    let mut all: Vec<_> = variables.filter_map(ours).collect();
    // The environment has no order.
    all.sort();
    let setting = |(name, value): (String, OsString)| {
        let Some(flag) = known.iter().find(|flag| variable(flag) == name) else {
            let meant = name[PREFIX.len()..].to_lowercase().replace('_', "-");
            let nearest = variable(nearest(known, &meant));
            let words = format!("environment: there is no {name}; the nearest is {nearest}");
            return Err(JobError(words));
        };
        let utf8 = value.into_string();
        Ok(Setting {
            name: flag.clone(),
            value: utf8.map_err(|_| JobError(format!("environment: {name} is not UTF-8")))?,
            origin: Origin::Environment(name),
        })
    };
    all.into_iter().map(setting).collect()
}

/// A value as a flag has it: a plain one, a list of plain ones, a table of plain ones.
fn words(value: &Value) -> Option<String> {
    let plain = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(n) => Some(n.to_string()),
        Value::Float(n) => Some(n.to_string()),
        Value::Boolean(yes) => Some(yes.to_string()),
        Value::Datetime(date) => Some(date.to_string()),
        Value::Array(_) | Value::Table(_) => None,
    };
    let all: Option<Vec<String>> = match value {
        Value::Array(list) => list.iter().map(plain).collect(),
        Value::Table(table) => {
            table.iter().map(|(key, value)| Some(format!("{key}={}", plain(value)?))).collect()
        }
        value => return plain(value),
    };
    all.map(|all| all.join(","))
}

/// A setting as a job file says it: [`read`] answers the same value.
pub fn line(name: &str, value: &str) -> String {
    // TOML's integers end at 2^63 - 1; a larger seed is a text.
    let number = value.parse::<i64>().is_ok_and(|n| n.to_string() == value);
    match number || value == "true" || value == "false" {
        true => format!("{name} = {value}"),
        // A JSON text is a TOML text too, but for one character.
        false => format!(
            "{name} = {}",
            serde_json::Value::from(value).to_string().replace('\u{7f}', "\\u007f")
        ),
    }
}

/// The name that somebody may have meant; nothing if none is known.
pub fn nearest<'a>(known: &'a [String], name: &str) -> &'a str {
    let nearest = known.iter().min_by_key(|known| distance(known, name));
    nearest.map_or("", String::as_str)
}

/// How many letters must be put in, left out or changed (Levenshtein 1965).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[row.len() - 1]
}
