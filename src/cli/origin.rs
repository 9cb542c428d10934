//! Where settings come from but for flags: the environment and job files. Each has its place, so that
//! what is wrong with it can be found.

use super::failure::{Code, Failure, OrFail};
use std::env;
use std::ffi::OsString;
use std::path::Path;
use sudoku_press::files::output;
use sudoku_press::job::{self, JobError};

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

/// The settings of the environment, or what is wrong with one. A variable of another program has
/// another prefix.
pub fn environment(known: &[String]) -> Vec<Result<Setting, Failure>> {
    const PREFIX: &str = "SUDOKU_PRESS_";
    let variable = |flag: &str| format!("{PREFIX}{}", flag.to_uppercase().replace('-', "_"));
    let ours = |(name, value): (OsString, OsString)| {
        let name = name
            .into_string()
            .ok()
            .filter(|name| name.starts_with(PREFIX))?;
        Some((name, value))
    };
    let mut all: Vec<_> = env::vars_os().filter_map(ours).collect();
    // The environment has no order.
    all.sort();
    let setting = |(name, value): (String, OsString)| {
        let Some(flag) = known.iter().find(|flag| variable(flag) == name) else {
            let meant = name[PREFIX.len()..].to_lowercase().replace('_', "-");
            let nearest = variable(job::nearest(known, &meant));
            let words = format!("environment: there is no {name}; the nearest is {nearest}");
            return Err(Failure::say(Code::Usage, words));
        };
        let value = value.into_string().map_err(|_| {
            let words = format!("environment: {name} is not UTF-8");
            Failure::say(Code::Usage, words)
        })?;
        Ok((flag.clone(), value, Origin::Environment(name)))
    };
    all.into_iter().map(setting).collect()
}

/// The settings of a file, each with its place, or what is wrong with one.
pub fn job(file: &Path, known: &[String]) -> Vec<Result<Setting, Failure>> {
    let shown = file.display();
    let text = output::read_to_string(file).or_usage_in(format!("job {shown} cannot be read"));
    let text = match text {
        Ok(text) => text,
        Err(e) => return vec![Err(e)],
    };
    let setting = |setting: Result<job::Setting, JobError>| match setting {
        Ok(setting) => {
            let place = format!("{shown}, line {}", setting.line);
            Ok((setting.name, setting.value, Origin::File(place)))
        }
        Err(e) => {
            let place = match e.line() {
                Some(line) => format!("{shown}, line {line}"),
                None => format!("job {shown}"),
            };
            Err(Failure::new(
                Code::Usage,
                anyhow::Error::from(e).context(place),
            ))
        }
    };
    job::read(&text, known).into_iter().map(setting).collect()
}
