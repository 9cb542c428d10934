//! Collects the layers of settings of a command: its flags, the environment and a job file, or the
//! manifest of the finished run that it names.

use super::flags::flag_texts;
use super::job::input_files;
use super::{Failure, FailureContext, input, usage_error};
use clap::{ArgMatches, Command};
use press::text::problem::Problem;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use store::files::fs_path::{exists, parent_dir};
use sudoku_press::run::{Group, Layers, Origin, Setting, SettingText, job};

/// Commands that take settings from the finished run whose folder they name.
const COMMANDS_ON_RUNS: [&str; 3] = ["book", "cover", "listing"];

/// The settings of a command line, as far as they are valid.
#[derive(Default)]
pub struct CollectedSettings {
    /// The valid settings, by layer.
    pub layers: Layers,
    /// The first error in the environment, the job file or the manifest.
    pub failure: Option<Failure>,
    /// The first invalid flag, if clap accepts the line.
    pub flag_error: Option<Problem>,
}

/// Collects the settings of a command line that clap rejects, as far as they are valid.
pub fn collect_from_rejected(command: &Command, line: &[OsString]) -> CollectedSettings {
    let lenient = command.clone().ignore_errors(true);
    match lenient.try_get_matches_from(line) {
        Ok(matches) => collect(command, &matches),
        Err(_) => CollectedSettings::default(),
    }
}

/// Collects the settings of a command line that clap accepts.
pub fn collect(command: &Command, matches: &ArgMatches) -> CollectedSettings {
    let (command, matches) = leaf(command, matches);
    let mut collected = CollectedSettings::default();
    let name = if command.get_name() == "show" { "run" } else { command.get_name() };
    let is_read = |row: &&Setting| row.is_of(name) || row.group == Group::Messages;
    for flag in flag_texts(matches, Setting::all().filter(is_read)) {
        if let Err(e) = collected.layers.add(flag) {
            collected.flag_error.get_or_insert(e);
        }
    }
    if COMMANDS_ON_RUNS.contains(&name) {
        if let Err(e) = lay_on_run(&mut collected.layers, matches, name) {
            collected.keep_failure(e);
        }
    } else if let Ok(file) = matches.try_get_one::<PathBuf>("job") {
        // Job files and variables serve several commands, so settings of other commands are
        // ignored.
        let texts = job::environment(std::env::vars_os()).into_iter();
        let texts = texts.chain(file.map(|file| job::read_file(file)).into_iter().flatten());
        let texts = texts.map(|text| {
            let text = text.usage_error()?;
            if let (Some(file), Origin::File(_)) = (file, &text.origin) {
                refuse_file_beside_job(file, &text)?;
            }
            Ok(text)
        });
        collected.add(
            texts.filter(|text| text.as_ref().ok().is_none_or(|text| text.setting.is_of(name))),
        );
    }
    collected
}

/// Fails if a job file names a file that lies beside it and not in the folder of the command, from
/// which names count.
fn refuse_file_beside_job(job: &Path, text: &SettingText) -> Result<(), Failure> {
    for path in input_files(text) {
        let beside = parent_dir(job).join(path);
        if parent_dir(job) == Path::new(".") || exists(path).unwrap_or(true) {
            continue;
        }
        if exists(&beside).unwrap_or(false) {
            return Err(usage_error(format_args!(
                "{}: `{}`: expected a name that counts from the folder of the command, found {}, which is \
                 beside the job file; write {}",
                text.origin,
                text.setting.name,
                path.display(),
                beside.display()
            )));
        }
    }
    Ok(())
}

/// Returns the innermost subcommand, such as `show` of `job show`.
fn leaf<'a>(
    mut command: &'a Command,
    mut matches: &'a ArgMatches,
) -> (&'a Command, &'a ArgMatches) {
    while let Some((name, below)) = matches.subcommand()
        && let Some(named) = command.find_subcommand(name)
    {
        (command, matches) = (named, below);
    }
    (command, matches)
}

impl CollectedSettings {
    /// Adds a layer, and keeps the first failure.
    fn add(&mut self, texts: impl Iterator<Item = Result<SettingText, Failure>>) {
        for text in texts {
            if let Err(e) = text.and_then(|text| self.layers.add(text).usage_error()) {
                self.keep_failure(e);
            }
        }
    }

    fn keep_failure(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }
}

/// Lays the flags of a command on the settings of the finished run that it names, if any.
fn lay_on_run(flags: &mut Layers, matches: &ArgMatches, command: &str) -> Result<(), Failure> {
    let catalogs: Vec<&PathBuf> = matches.get_many("catalogs").into_iter().flatten().collect();
    if let Some(run) = input::finished_run(&catalogs)? {
        flags.lay_on(run.settings(flags, command).map_err(usage_error)?);
    }
    Ok(())
}
