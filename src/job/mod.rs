//! Job files: what flags say, kept as text. Settings by name, each with the line on which it stands; a
//! name that is none is refused with the nearest. Not what the settings mean: that is the program's.

mod effective;
mod origin;
mod series;

pub use effective::Effective;
pub use origin::{Origin, SourceError, Sourced, environment, read_file};
pub use series::{Edition, editions};

use std::collections::BTreeMap;
use toml::Spanned;

/// A setting as a flag would have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// One of the known names.
    pub name: String,
    /// Lists are joined by commas, tables are `key=value` pairs joined by commas.
    pub value: String,
    /// Counted from 1.
    pub line: usize,
}

/// Why a text is no job file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The text is not TOML. The message does not quote the line, which may hold a secret.
    #[error("{why}")]
    Syntax {
        /// What is wrong, in the words of the TOML reader.
        why: String,
        /// Counted from 1, where it is known.
        line: Option<usize>,
    },
    /// A setting that there is not.
    #[error("there is no setting `{name}`; the nearest is `{nearest}`")]
    Unknown {
        /// As it stands there.
        name: String,
        /// The known one that is most like it.
        nearest: String,
        /// Counted from 1.
        line: usize,
    },
    /// A value that no flag could have.
    #[error(
        "`{name}` is not a number, a text, true, false or a list, or not one for each language"
    )]
    Value {
        /// Which setting.
        name: String,
        /// Counted from 1.
        line: usize,
    },
}

impl JobError {
    /// The line of the error, counted from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Syntax { line, .. } => *line,
            Self::Unknown { line, .. } | Self::Value { line, .. } => Some(*line),
        }
    }

    fn syntax(text: &str, error: &toml::de::Error) -> Self {
        let line = error.span().map(|span| line_of(text, span.start));
        let why = error.message().lines().next().unwrap_or("not TOML");
        let why = format!("expected TOML: {why}");
        Self::Syntax { why, line }
    }
}

/// The settings of a job file, in the order of their lines, each or what is wrong with it. A text that
/// is not TOML is one error.
pub fn read(text: &str, known: &[String]) -> Vec<Result<Setting, JobError>> {
    let table: BTreeMap<Spanned<String>, toml::Value> = match toml::from_str(text) {
        Ok(table) => table,
        Err(e) => return vec![Err(JobError::syntax(text, &e))],
    };
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let setting = |(key, value): (Spanned<String>, toml::Value)| {
        let line = line_of(text, key.span().start);
        let name = key.into_inner();
        if !known.contains(&name) {
            let nearest = nearest(known, &name).to_owned();
            return Err(JobError::Unknown { name, nearest, line });
        }
        match words(&value) {
            Some(value) => Ok(Setting { name, value, line }),
            None => Err(JobError::Value { name, line }),
        }
    };
    entries.into_iter().map(setting).collect()
}

/// The line of a place in a text, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// A value as a flag has it: a plain one, a list of plain ones, a table of plain ones.
fn words(value: &toml::Value) -> Option<String> {
    use toml::Value as V;
    let all: Option<Vec<String>> = match value {
        V::Array(list) => list.iter().map(plain).collect(),
        V::Table(table) => {
            table.iter().map(|(key, value)| Some(format!("{key}={}", plain(value)?))).collect()
        }
        value => return plain(value),
    };
    all.map(|all| all.join(","))
}

fn plain(value: &toml::Value) -> Option<String> {
    use toml::Value as V;
    match value {
        V::String(text) => Some(text.clone()),
        V::Integer(n) => Some(n.to_string()),
        V::Float(n) => Some(n.to_string()),
        V::Boolean(yes) => Some(yes.to_string()),
        V::Datetime(date) => Some(date.to_string()),
        V::Array(_) | V::Table(_) => None,
    }
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
