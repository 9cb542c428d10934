//! Where settings come from but for flags: the environment and job files. Each has its place, so that
//! what is wrong with it can be found.

use super::{JobError, Setting, nearest, read};
use crate::files::output;
use std::ffi::OsString;
use std::path::Path;
use thiserror::Error;

/// Where a setting comes from, the strongest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A flag.
    Flag,
    /// The variable of this name.
    Environment(String),
    /// A job file: its name and the line.
    File(String),
    /// Nobody has set it.
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

/// A setting as a flag has it, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sourced {
    /// The flag's name.
    pub name: String,
    /// The flag's value.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// What is wrong with a setting, with its place.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct SourceError(String);

/// The settings among the variables of an environment, or what is wrong with one. A variable of another
/// program has another prefix than `SUDOKU_PRESS_`.
pub fn environment(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: &[String],
) -> Vec<Result<Sourced, SourceError>> {
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
            return Err(SourceError(words));
        };
        let utf8 = value.into_string();
        Ok(Sourced {
            name: flag.clone(),
            value: utf8.map_err(|_| SourceError(format!("environment: {name} is not UTF-8")))?,
            origin: Origin::Environment(name),
        })
    };
    all.into_iter().map(setting).collect()
}

/// The settings of a job file, or what is wrong with one.
pub fn read_file(file: &Path, known: &[String]) -> Vec<Result<Sourced, SourceError>> {
    let shown = file.display();
    let text = match output::read_written(file) {
        Ok(text) => text,
        Err(e) => return vec![Err(SourceError(format!("job {shown} cannot be read: {e}")))],
    };
    let place = |line| format!("{shown}, line {line}");
    let setting = |setting: Result<Setting, JobError>| match setting {
        Ok(Setting { name, value, line }) => {
            Ok(Sourced { name, value, origin: Origin::File(place(line)) })
        }
        Err(e) => {
            let place = e.line().map_or(format!("job {shown}"), place);
            Err(SourceError(format!("{place}: {e}")))
        }
    };
    read(&text, known).into_iter().map(setting).collect()
}
