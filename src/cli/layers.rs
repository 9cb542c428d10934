//! Collects the layers of settings of a command: its flags, the environment and a job file, or the
//! manifest of the finished run that it names.

use super::flags::flag_texts;
use super::job::input_files;
use super::{Failure, FailureContext, input, run, usage_error};
use ::jobs::{BookRecord, Job, Manifest, Setting, SettingText, SourceRun};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use files::fs_path::{exists, is_dir, metadata_opt, parent_dir};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use words::Problem;

/// Commands that take settings from the finished run whose folder they name.
const COMMANDS_ON_RUNS: [&str; 4] = ["book", "cover", "listing", "export"];

/// The settings of a command line, as far as they are valid.
#[derive(Default)]
pub struct CollectedSettings {
    /// The valid settings, by layer.
    pub job: Job,
    /// The first error in the environment, the job file or the manifest.
    pub failure: Option<Failure>,
    /// The first invalid flag, if clap accepts the line.
    pub flag_error: Option<Problem>,
    /// A note about a job whose name has two meanings.
    pub note: Option<String>,
}

/// Collects the settings of messages from a command line that clap rejects, wherever they stand in
/// it, and those of the environment and the job file.
pub fn collect_from_rejected(command: Command, line: &[OsString]) -> CollectedSettings {
    let words = words_of_messages(&command, line);
    let mut lenient = command.ignore_errors(true);
    match lenient.try_get_matches_from_mut(words) {
        Ok(matches) => collect(&lenient, &matches),
        Err(_) => CollectedSettings::default(),
    }
}

/// Returns the commands of a line, its flags of messages and the one that names a job. clap stops
/// at the first word that is wrong.
fn words_of_messages(mut command: &Command, line: &[OsString]) -> Vec<OsString> {
    let (mut kept, mut words) = (Vec::new(), line.iter());
    kept.extend(words.next().cloned());
    while let Some(word) = words.next().filter(|word| *word != "--") {
        let text = word.to_string_lossy();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (&*text, None),
        };
        if let Some(below) = command.find_subcommand(name)
            && kept.last().is_some_and(|last| !last.to_string_lossy().starts_with('-'))
        {
            (command, _) = (below, kept.push(word.clone()));
        } else if let Some(arg) = command.get_arguments().find(|arg| is_of_messages(arg, name)) {
            kept.push(word.clone());
            if arg.get_action().takes_values() && value.is_none() {
                kept.extend(words.next().cloned());
            }
        }
    }
    kept
}

/// Returns true for a flag that sets the form of messages, or names a job that may set it.
fn is_of_messages(arg: &Arg, word: &str) -> bool {
    let long = arg.get_long().unwrap_or_default();
    let is_setting = Setting::find(long).is_some_and(|row| row.group.is_of_messages());
    let is_named = word.strip_prefix("--") == Some(long)
        || arg.get_short().is_some_and(|short| word.strip_prefix('-') == Some(&short.to_string()));
    is_named && (is_setting || long == "job")
}

/// Collects the settings of a command line that clap accepts.
pub fn collect(command: &Command, matches: &ArgMatches) -> CollectedSettings {
    let (command, matches) = leaf(command, matches);
    let mut collected = CollectedSettings::default();
    let name =
        if command.get_name() == "show" { shown_command(matches) } else { command.get_name() };
    let is_read = |row: &&Setting| row.is_of(name) || row.group.is_of_messages();
    for flag in flag_texts(matches, Setting::all().filter(is_read)) {
        if let Err(e) = collected.job.add(flag) {
            collected.flag_error.get_or_insert(e);
        }
    }
    let job_file = matches.try_get_one::<PathBuf>("job");
    // `archive export` has the name of `export`.
    let is_on_run = COMMANDS_ON_RUNS.contains(&name) && matches.try_contains_id("catalogs").is_ok();
    if is_on_run && !matches!(job_file, Ok(Some(_))) {
        if let Err(e) = lay_on_run(&mut collected.job, matches, name) {
            collected.keep_failure(e);
        }
    } else if let Ok(file) = job_file {
        if !is_on_run {
            collected.add(Job::environment(std::env::vars_os()), name);
        }
        if let Some(file) = file
            && let Err(e) = collected.add_job(file, name, is_forced(matches))
        {
            collected.keep_failure(e);
        }
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

/// Returns the command whose settings `job show` prints: that of the finished run it names.
fn shown_command(matches: &ArgMatches) -> &'static str {
    let job = matches.try_get_one::<PathBuf>("job").ok().flatten();
    // A folder that cannot be read is reported when its job is read.
    let run = job.filter(|job| !Job::is_builtin(job)).and_then(|job| SourceRun::open(job).ok()?);
    if run.is_some_and(|run| run.manifest.settings.is_data) { "generate" } else { "run" }
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
    /// Adds a layer, and keeps the first failure. Job files and variables serve several commands,
    /// so settings of other commands than this one are ignored.
    fn add(&mut self, texts: Vec<Result<SettingText, Problem>>, command: &str) {
        let mut right = Vec::new();
        for text in texts {
            match text {
                Ok(text) if text.setting.is_of(command) => right.push(text),
                Ok(_) => {}
                Err(problem) => self.keep_wrong(problem),
            }
        }
        if let Err(problem) = self.job.overlay(right) {
            self.keep_wrong(problem);
        }
    }

    /// Keeps the problem of a layer. A file that cannot be read has an exit code of its own.
    fn keep_wrong(&mut self, problem: Problem) {
        if let Err(failure) = Err::<(), _>(problem).usage_error() {
            self.keep_failure(failure);
        }
    }

    /// Adds the settings of a job: a built-in one, a file, the folder of a finished run, or for
    /// `book` and `cover` a book of a file. A name
    /// that could be two of them is the built-in one, unless the command replaces files.
    fn add_job(&mut self, job: &Path, command: &str, is_forced: bool) -> Result<(), Failure> {
        if Job::is_builtin(job) {
            let name = job.display();
            let other = namesake(job)?;
            if let Some(other) = other.filter(|_| is_forced) {
                return Err(usage_error(format_args!(
                    "--job {name}: expected one meaning, found the built-in job and {other}; write \
                     --job ./{name} for yours, or --job my-{name}.toml for the built-in one, saved by \
                     `sudoku-press job show {name} > my-{name}.toml`"
                )));
            }
            self.note =
                other.map(|other| format!("{name} is the built-in job; ./{name} is {other}"));
        } else if is_dir(job).read_context(job)? {
            let Some(run) = SourceRun::open(job)? else {
                let found = format_args!("the folder {}, which holds none", job.display());
                return Err(usage_error(
                    Problem::expected("a file, or the folder of a finished run", found).at("job"),
                ));
            };
            return run.lay_under(&mut self.job, command).map_err(Problem::from).usage_error();
        }
        if let Some((target, record)) = BookRecord::named(job)? {
            if !COMMANDS_ON_RUNS.contains(&command) {
                let found = "a book of files of puzzles";
                let problem = Problem::expected("a job file, or the folder of a run", found);
                let again = run::path_word(job);
                let remedy = format!("`sudoku-press book --job {again}` makes it again");
                return Err(usage_error(problem.at(format_args!("--job {again}")).remedy(remedy)));
            }
            let laid = record.lay_under(&target, &mut self.job, command);
            return laid.map_err(Problem::from).usage_error();
        }
        if let Some(problem) = file_of_run(job) {
            return Err(usage_error(problem));
        }
        let texts = Job::read(job);
        let mut texts_of_files = texts.iter().flatten();
        let refused = texts_of_files.try_for_each(|text| refuse_file_beside_job(job, text));
        // The error too is written in the form that the job file sets.
        self.add(texts, command);
        refused
    }

    fn keep_failure(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }
}

/// Returns the problem of a file of a finished run whose folder is the job.
fn file_of_run(job: &Path) -> Option<Problem> {
    let folder = parent_dir(job);
    // A folder that cannot be read is no reason to refuse a job file.
    let run = SourceRun::open(folder).ok().flatten()?;
    let name = job.file_name()?.to_str()?;
    let is_listed = run.manifest.files.iter().any(|file| file.name == name);
    if !is_listed && ![Manifest::FILE, Manifest::CHECKSUMS].contains(&name) {
        return None;
    }
    let folder = run::path_word(folder);
    let problem = Problem::expected("a job file, or the folder of a run", "a file of a run");
    let remedy = format!("--job {folder} begins with the settings of that run");
    Some(problem.at(format_args!("--job {}", run::path_word(job))).remedy(remedy))
}

/// Returns true if the command may replace what is there.
fn is_forced(matches: &ArgMatches) -> bool {
    matches.try_contains_id("force").is_ok()
        && matches.value_source("force") == Some(ValueSource::CommandLine)
}

/// Describes the file or the finished run in the working folder that has the name of a built-in
/// job.
fn namesake(job: &Path) -> Result<Option<&'static str>, Failure> {
    let Some(about) = metadata_opt(job).read_context(job)? else { return Ok(None) };
    if about.is_dir() {
        return Ok(SourceRun::open(job)?.map(|_| "the folder of a run"));
    }
    Ok(about.is_file().then_some("a file"))
}

/// Lays the flags of a command on the settings of the finished run that it names, if any.
fn lay_on_run(flags: &mut Job, matches: &ArgMatches, command: &str) -> Result<(), Failure> {
    let catalogs: Vec<&PathBuf> = matches.get_many("catalogs").into_iter().flatten().collect();
    if let Some(run) = input::finished_run(&catalogs)? {
        run.lay_under(flags, command).map_err(Problem::from).usage_error()?;
    }
    Ok(())
}
