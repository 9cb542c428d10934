//! Where settings come from but for flags: the environment and job files. Each has its place, so that
//! what is wrong with it can be found; a name that is none is refused with the nearest.

use super::failure::{Code, Failure, OrFail};
use std::env;
use std::fs;
use std::path::Path;

/// Where a setting comes from, the strongest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    Flag,
    Environment(String),
    File(String),
    Default,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::File(place) => f.write_str(place),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A setting as a flag has it: name, value, and where it comes from.
pub type Setting = (String, String, Origin);

/// The settings of the environment. Of other commands' variables nothing is known: there are none.
pub fn environment(known: &[String]) -> Result<Vec<Setting>, Failure> {
    const PREFIX: &str = "SUDOKU_PRESS_";
    let variable = |flag: &str| format!("{PREFIX}{}", flag.to_uppercase().replace('-', "_"));
    let mut settings = Vec::new();
    for (name, value) in env::vars_os() {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
            continue;
        };
        let Some(flag) = known.iter().find(|flag| variable(flag) == name) else {
            let meant = name[PREFIX.len()..].to_lowercase().replace('_', "-");
            let nearest = variable(nearest(known, &meant));
            let words = format!("environment: there is no {name}; the nearest is {nearest}");
            return Err(Failure::say(Code::Usage, words));
        };
        let value = value.into_string().map_err(|_| {
            let words = format!("environment: {name} is not UTF-8");
            Failure::say(Code::Usage, words)
        })?;
        settings.push((flag.clone(), value, Origin::Environment(name.to_owned())));
    }
    // The environment has no order.
    settings.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    Ok(settings)
}

/// The settings of a file, each with its place.
pub fn job(file: &Path, known: &[String]) -> Result<Vec<Setting>, Failure> {
    let shown = file.display();
    let text = fs::read_to_string(file).or_usage_in(format!("job {shown} cannot be read"))?;
    let table: toml::Table = text.parse().or_usage_in(format!("job {shown}"))?;
    let mut settings = Vec::new();
    for (key, value) in table {
        let place = text
            .lines()
            .position(|line| line.trim_start().trim_matches('[').starts_with(&key))
            .map_or(format!("{shown}"), |line| {
                format!("{shown}, line {}", line + 1)
            });
        if !known.contains(&key) {
            let nearest = nearest(known, &key);
            let words = format!("{place}: there is no setting `{key}`; the nearest is `{nearest}`");
            return Err(Failure::say(Code::Usage, words));
        }
        let value = words(&value).ok_or_else(|| {
            let words = format!("{place}: `{key}` is not a number, a text, true, false or a list");
            Failure::say(Code::Usage, words)
        })?;
        settings.push((key, value, Origin::File(place)));
    }
    Ok(settings)
}

/// A value as a flag has it.
fn words(value: &toml::Value) -> Option<String> {
    use toml::Value as V;
    Some(match value {
        V::String(text) => text.clone(),
        V::Integer(n) => n.to_string(),
        V::Float(n) => n.to_string(),
        V::Boolean(yes) => yes.to_string(),
        V::Array(list) => list
            .iter()
            .map(words)
            .collect::<Option<Vec<_>>>()?
            .join(","),
        V::Table(quota) => {
            let pair = |(key, value)| Some(format!("{key}={}", words(value)?));
            quota
                .iter()
                .map(pair)
                .collect::<Option<Vec<_>>>()?
                .join(",")
        }
        V::Datetime(date) => date.to_string(),
    })
}

/// The name that somebody may have meant.
fn nearest<'a>(known: &'a [String], key: &str) -> &'a str {
    let nearest = known.iter().min_by_key(|flag| distance(flag, key));
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
