//! Job files: what flags say, kept in a file. Flags win over the environment, that over the file.
//! Not a language of its own: keys are the names of flags, and values become flags before parsing.

use super::failure::{Code, Failure, OrFail};
use super::run;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args as ClapArgs, Command, Subcommand};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::Path;

/// What the user typed.
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Show,
}

#[derive(Subcommand, Debug)]
enum Show {
    /// Print the settings that `run` with these flags would have
    Show {
        /// Say where each setting comes from
        #[arg(long)]
        origin: bool,

        #[command(flatten)]
        run: Box<run::Args>,
    },
}

/// Where a setting comes from, the strongest first.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
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

/// A command line that says everything, and where each setting comes from.
pub struct Expanded {
    pub line: Vec<OsString>,
    origins: BTreeMap<String, Origin>,
}

/// Commands whose settings may stand in a file.
const WITH_JOBS: [&[&str]; 3] = [&["run"], &["generate"], &["job", "show"]];
/// Settings that exclude each other: the stronger origin wins.
const EITHER: [(&str, &str); 2] = [("quota", "count"), ("quota", "levels")];
/// No settings of a job.
const NEVER: [&str; 5] = ["help", "version", "job", "origin", "force"];

/// Adds to a command line what environment and job file say and flags do not.
pub fn expand(command: &Command, line: Vec<OsString>) -> Result<Expanded, Failure> {
    let top = command;
    let mut all = Expanded {
        line,
        origins: BTreeMap::new(),
    };
    // What is wrong with the flags is said by whoever parses them in earnest.
    let Ok(matches) = command.clone().try_get_matches_from(&all.line) else {
        return Ok(all);
    };
    let Some((path, command, matches)) = of_job(command, &matches) else {
        return Ok(all);
    };
    let flags = flags_of(command);
    for name in &flags {
        let id = name.replace('-', "_");
        let given = matches.value_source(&id) == Some(ValueSource::CommandLine);
        let origin = if given { Origin::Flag } else { Origin::Default };
        all.origins.insert(name.clone(), origin);
    }
    for name in &flags {
        let variable = format!("SUDOKU_PRESS_{}", name.to_uppercase().replace('-', "_"));
        if let Ok(value) = env::var(&variable) {
            all.add(command, path, name, &value, Origin::Environment(variable))?;
        }
    }
    let known = || {
        let both = ["run", "generate"].into_iter();
        let both = both.filter_map(|name| top.find_subcommand(name));
        both.flat_map(flags_of).collect::<Vec<_>>()
    };
    if let Some(file) = matches.get_one::<std::path::PathBuf>("job") {
        let known = known();
        for (name, value, origin) in read(file, &known)? {
            // A job is for both commands: what this one has no use for is no mistake.
            if !flags.contains(&name) {
                continue;
            }
            all.add(command, path, &name, &value, origin)?;
        }
    }
    Ok(all)
}

/// The names of a command's settings.
fn flags_of(command: &Command) -> Vec<String> {
    command
        .get_arguments()
        .filter_map(|arg| arg.get_long().map(str::to_owned))
        .filter(|name| !NEVER.contains(&name.as_str()))
        .collect()
}

/// The command that may have a job, as it is nested.
fn of_job<'a>(
    command: &'a Command,
    matches: &'a ArgMatches,
) -> Option<(&'static [&'static str], &'a Command, &'a ArgMatches)> {
    WITH_JOBS.into_iter().find_map(|path| {
        let mut at = (command, matches);
        for name in path {
            at = (at.0.find_subcommand(name)?, at.1.subcommand_matches(name)?);
        }
        Some((path, at.0, at.1))
    })
}

impl Expanded {
    fn add(
        &mut self,
        command: &Command,
        path: &[&str],
        name: &str,
        value: &str,
        origin: Origin,
    ) -> Result<(), Failure> {
        let stronger = |other: &str| {
            let other = self.origins.get(other);
            other.is_some_and(|o| *o != Origin::Default && !same_source(o, &origin))
        };
        let excluded = EITHER
            .iter()
            .any(|(a, b)| name == *a && stronger(b) || name == *b && stronger(a));
        if excluded || self.origins.get(name) != Some(&Origin::Default) {
            return Ok(());
        }
        let is = |arg: &&clap::Arg| arg.get_long() == Some(name);
        let switch = command
            .get_arguments()
            .find(is)
            .is_some_and(|arg| matches!(arg.get_action(), ArgAction::SetTrue));
        let flag = match (switch, value) {
            (true, "true" | "1") => format!("--{name}"),
            (true, "false" | "0" | "") => return Ok(()),
            (true, _) => {
                let words = format!("{origin}: {name} is true or false, not {value:?}");
                return Err(Failure::say(Code::Usage, words));
            }
            (false, _) => format!("--{name}={value}"),
        };
        // By itself first, so that what is wrong is said with its place.
        let alone = command.clone().try_get_matches_from([path[0], &flag]);
        if let Err(e) = alone {
            let words = e.to_string();
            let said = words.lines().next().unwrap_or_default();
            let words = format!("{origin}: {}", said.trim_start_matches("error: "));
            return Err(Failure::say(Code::Usage, words));
        }
        self.line.push(flag.into());
        self.origins.insert(name.to_owned(), origin);
        Ok(())
    }
}

/// Two settings of one job file exclude each other as two flags do: that is said, not settled.
fn same_source(a: &Origin, b: &Origin) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// The settings of a file, each with its place.
fn read(file: &Path, known: &[String]) -> Result<Vec<(String, String, Origin)>, Failure> {
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
            let nearest = known.iter().min_by_key(|flag| distance(flag, &key));
            let nearest = nearest.map_or("", String::as_str);
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

/// Prints the effective settings, in the form of a job file.
pub fn run(args: Args, expanded: &Expanded, command: &Command) -> Result<(), Failure> {
    // The flags are read again from the whole line, where each still has its name.
    let Show::Show { origin, run: _ } = args.command;
    let matches = command.clone().try_get_matches_from(&expanded.line);
    let matches = matches.or_usage()?;
    let Some((_, _, matches)) = of_job(command, &matches) else {
        return Ok(());
    };
    let mut out = std::io::stdout().lock();
    for (name, from) in &expanded.origins {
        let id = name.replace('-', "_");
        let value = match matches.get_raw(&id) {
            Some(_) if name == "secret" => "\"(not shown)\"".to_owned(),
            Some(values) => {
                let text: Vec<_> = values.map(|v| v.to_string_lossy()).collect();
                let text = text.join(",");
                match text.parse::<u64>().is_ok() || text == "true" || text == "false" {
                    true => text,
                    // A JSON text is a TOML text too.
                    false => serde_json::to_string(&text).map_err(anyhow::Error::from)?,
                }
            }
            None => "none".to_owned(),
        };
        let mark = if value == "none" { "# " } else { "" };
        let line = match origin {
            true => writeln!(out, "{mark}{name} = {value}  # {from}"),
            false => writeln!(out, "{mark}{name} = {value}"),
        };
        line.or_unwritten(Path::new("standard output"))?;
    }
    Ok(())
}
