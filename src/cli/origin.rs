//! Where settings come from but for flags: the environment and job files. Each has its place, so that
//! what is wrong with it can be found.

use super::failure::{Code, Failure, OrFail};
use std::env;
use std::fs;
use std::path::Path;
use sudoku_press::job;

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
            let nearest = variable(job::nearest(known, &meant));
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
    let settings = job::read(&text, known).map_err(|e| {
        let place = match e.line() {
            Some(line) => format!("{shown}, line {line}"),
            None => format!("job {shown}"),
        };
        Failure::new(Code::Usage, anyhow::Error::from(e).context(place))
    })?;
    let setting = |setting: job::Setting| {
        let place = format!("{shown}, line {}", setting.line);
        (setting.name, setting.value, Origin::File(place))
    };
    Ok(settings.into_iter().map(setting).collect())
}
