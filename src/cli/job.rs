//! Job files: what flags say, kept in a file. Flags win over the environment, that over the file.
//! Not a language of its own: keys are the names of flags, and values become flags before parsing.

use super::terminal::tell;
use super::{Failure, Messages, OrFail, input, print, printable, run, usage};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args as ClapArgs, Command, Subcommand};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::mem::discriminant;
use std::path::PathBuf;
use sudoku_press::book::Template;
use sudoku_press::run::job::{self, Origin, Setting};
use sudoku_press::run::{Builtin as _, MANIFEST, find};

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press job show --job weekly.toml --origin
    sudoku-press job show --count 100 --template pocket > pocket.toml")]
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

/// A command line that says everything, and where each setting comes from.
pub struct Expanded {
    pub line: Vec<OsString>,
    /// The origin of each setting of the command, by name.
    origins: BTreeMap<String, Origin>,
    /// The first thing that is wrong with the environment or the job file.
    pub wrong: Option<Failure>,
}

/// Commands that take their settings from a finished run. Others take them from a job file, if they have `--job`.
const OF_RUNS: [&str; 3] = ["book", "cover", "listing"];
/// No settings of a job.
const NEVER: [&str; 5] = ["help", "version", "job", "origin", "force"];

/// Adds to a command line what environment and job file say and flags do not, or, where the command is
/// about a finished run, what its manifest says.
///
/// What is wrong does not end the reading: how that is to be told may be said elsewhere. Wrong flags
/// are left to the final parse.
pub fn expand(command: &Command, line: Vec<OsString>) -> Expanded {
    let mut all = Expanded { line, origins: BTreeMap::new(), wrong: None };
    let lenient = command.clone().ignore_errors(true);
    let Ok(matches) = lenient.try_get_matches_from(&all.line) else {
        return all;
    };
    let (of, matches) = last(command, &matches);
    let is_of_run = OF_RUNS.contains(&of.get_name());
    if !is_of_run && argument(of, "job").is_none() {
        return all;
    }
    let flags = flags_of(of);
    let origin = |name: &String| {
        let source = matches.value_source(&name.replace('-', "_"));
        let of_flag = source == Some(ValueSource::CommandLine);
        (name.clone(), if of_flag { Origin::Flag } else { Origin::Default })
    };
    all.origins = flags.iter().map(origin).collect();
    let settings: Vec<Result<Setting, Failure>> = if is_of_run {
        let of_run = of_run(of, matches).map(|(settings, files)| {
            files.into_iter().for_each(|flag| all.say(flag));
            settings.into_iter().map(Ok).collect()
        });
        of_run.unwrap_or_else(|wrong| vec![Err(wrong)])
    } else {
        let both = ["run", "generate"].into_iter();
        let both: Vec<_> = both.filter_map(|name| command.find_subcommand(name)).collect();
        let old: Vec<_> = both.iter().flat_map(|of| old_names(of)).collect();
        let mut known: Vec<_> = both.iter().flat_map(|of| flags_of(of)).collect();
        known.extend(old.iter().map(|(name, _)| name.clone()));
        let mut settings = job::environment(std::env::vars_os(), &known);
        if let Some(file) = matches.get_one::<PathBuf>("job") {
            settings.extend(job::read_file(file, &known));
        }
        let renamed = |mut setting: Setting| {
            let new = old.iter().find(|(name, _)| *name == setting.name);
            setting.name = new.map_or(setting.name, |(_, new)| new.clone());
            setting
        };
        settings.into_iter().map(|setting| setting.map(renamed).or_usage()).collect()
    };
    for setting in settings {
        // Settings are for both commands; one that this command lacks is no mistake.
        let added = match setting {
            Ok(setting) if flags.contains(&setting.name) => all.add(of, setting),
            other => other.map(drop),
        };
        if let Err(e) = added {
            all.wrong.get_or_insert(e);
        }
    }
    all
}

/// The settings of the finished run of which a book, a cover or a listing is made, if the command names its
/// folder; and flags for the files of the user that lie there.
fn of_run(
    command: &Command,
    matches: &ArgMatches,
) -> Result<(Vec<Setting>, Vec<OsString>), Failure> {
    let catalogs: Vec<&PathBuf> = matches.get_many("catalogs").into_iter().flatten().collect();
    let Some(run) = input::finished_run(&catalogs)? else {
        return Ok((Vec::new(), Vec::new()));
    };
    let given = |name: &str| {
        // A name that the command does not have must not be asked for.
        let id = argument(command, name)?.get_id().as_str();
        let values = matches.get_raw(id).into_iter().flatten();
        let of_flag = matches.value_source(id) == Some(ValueSource::CommandLine);
        let values = values.filter(|_| of_flag).map(|value| value.to_string_lossy().into_owned());
        Some(values.collect())
    };
    let files = run.files(given, command.get_name() != "listing");
    let files = files.map_err(usage)?;
    let first = |name| given(name).and_then(|values: Vec<_>| values.into_iter().next());
    let mut settings = run.settings(first("lang").as_deref());
    // A design without days has no use for the day of the first puzzle.
    let of_run = files
        .iter()
        .map(|(name, file)| (*name, file))
        .chain(settings.iter().map(|(name, value)| (name.as_str(), value)));
    let mut of_run =
        of_run.filter(|(name, _)| *name == Template::FLAG).map(|(_, value)| value.clone());
    let design = first(Template::FLAG).or_else(|| of_run.next());
    let design = design.and_then(|name| find::<Template>(&name).ok());
    if design.is_some_and(|(design, _)| !design.has_dates()) {
        settings.retain(|(name, _)| name != "first-day");
    }
    let files = files.into_iter().map(|(name, file)| format!("--{name}={file}").into()).collect();
    let place = run.folder.join(MANIFEST).display().to_string();
    let sourced = |(name, value)| Setting { name, value, origin: Origin::File(place.clone()) };
    Ok((settings.into_iter().map(sourced).collect(), files))
}

/// The result of the final parse. Help and version are printed here, and so are errors for people.
pub fn parsed<T>(parsed: Result<T, clap::Error>, messages: &Messages) -> Result<T, Failure> {
    parsed.map_err(|e| {
        if !e.use_stderr() || !messages.are_json() {
            // What it says of a value may be of a job file.
            let words = e.to_string();
            match printable(&words) == words {
                true => drop(e.print()),
                false => tell(&words),
            }
            let code = e.exit_code();
            messages.end(code as u8);
            std::process::exit(code);
        }
        let words = e.to_string();
        let words = words.trim_start_matches("error: ").trim_end();
        usage(words)
    })
}

/// The names of a command's settings.
pub fn flags_of(command: &Command) -> Vec<String> {
    command
        .get_arguments()
        .filter_map(|arg| arg.get_long().map(str::to_owned))
        .filter(|name| !NEVER.contains(&name.as_str()))
        .collect()
}

/// Earlier names of a command's settings, which are still read, and the names of today.
fn old_names(command: &Command) -> Vec<(String, String)> {
    let flags = command.get_arguments().filter_map(|arg| Some((arg, arg.get_long()?)));
    let names = flags.flat_map(|(arg, new)| {
        let old = arg.get_all_aliases().unwrap_or_default();
        old.into_iter().map(move |old| (old.to_owned(), new.to_owned()))
    });
    names.collect()
}

/// A command line that says these settings, each checked by itself; of settings of one name the first counts.
pub fn line_of(
    command: &Command,
    name: &'static str,
    settings: impl Iterator<Item = Setting>,
) -> Result<Vec<OsString>, Failure> {
    let origins = flags_of(command).into_iter().map(|name| (name, Origin::Default)).collect();
    let mut all = Expanded { line: vec![name.into()], origins, wrong: None };
    for setting in settings {
        all.add(command, setting)?;
    }
    Ok(all.line)
}

/// The command that is named last: `show` of `job show`.
pub fn last<'a>(
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

impl Expanded {
    /// The names of the settings that flags set.
    pub fn flags(&self) -> impl Iterator<Item = &str> {
        let origins = self.origins.iter();
        origins.filter(|(_, origin)| **origin == Origin::Flag).map(|(name, _)| name.as_str())
    }

    /// Adds a flag to the line: before a literal `--`, behind which every word is a name.
    fn say(&mut self, flag: OsString) {
        let end = self.line.iter().position(|word| word == "--").unwrap_or(self.line.len());
        self.line.insert(end, flag);
    }

    fn is_set(&self, name: &str) -> bool {
        self.origins.get(name).is_some_and(|origin| *origin != Origin::Default)
    }

    /// The settings that are set and exclude this one: those that the command refuses beside it, and a symmetry beside
    /// pictures, which the plan refuses.
    fn rivals<'a>(&self, command: &'a Command, name: &str) -> impl Iterator<Item = &'a str> {
        let excludes = |one: &Arg, other: &Arg| {
            let named = [one, other].map(|arg| arg.get_id().as_str());
            named == ["pattern", "symmetry"]
                || command
                    .get_arg_conflicts_with(one)
                    .iter()
                    .any(|arg| arg.get_id() == other.get_id())
        };
        let own = argument(command, name);
        let rivals = command.get_arguments().filter(move |rival| {
            own.is_some_and(|own| excludes(own, rival) || excludes(rival, own))
        });
        rivals.filter_map(Arg::get_long).filter(|rival| self.is_set(rival))
    }

    /// Adds a setting to the line, of an origin that is not stronger than those before: if it is not set yet, and no
    /// stronger origin sets one that excludes it. Two of the same origin that exclude each other are both added, as
    /// two flags are: the command refuses them.
    fn add(&mut self, command: &Command, of: Setting) -> Result<(), Failure> {
        let is_stronger = |rival| discriminant(&self.origins[rival]) != discriminant(&of.origin);
        if self.is_set(&of.name) || self.rivals(command, &of.name).any(is_stronger) {
            return Ok(());
        }
        let (name, origin) = (&of.name, &of.origin);
        let is_switch = |arg: &Arg| matches!(arg.get_action(), ArgAction::SetTrue);
        let switch = argument(command, name).is_some_and(is_switch);
        let flag = match (switch, of.value.as_str()) {
            (true, "true" | "1") => format!("--{name}"),
            (true, "false" | "0" | "") => {
                self.origins.insert(of.name, of.origin);
                return Ok(());
            }
            (true, value) => {
                return Err(usage(format!(
                    "{origin}: {name}: expected true or false, found {value:?}"
                )));
            }
            (false, value) => format!("--{name}={value}"),
        };
        // By itself first, so that what is wrong is said with its place. What is missing may follow.
        let alone = command.clone().try_get_matches_from([command.get_name(), &flag]);
        if let Err(e) = alone
            && e.kind() != ErrorKind::MissingRequiredArgument
        {
            let words = e.to_string();
            let said = words.lines().next().unwrap_or_default();
            return Err(usage(format!("{origin}: {}", said.trim_start_matches("error: "))));
        }
        self.say(flag.into());
        self.origins.insert(of.name, of.origin);
        Ok(())
    }
}

fn argument<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let mut arguments = command.get_arguments();
    arguments.find(|arg| arg.get_long() == Some(name))
}

/// Prints the effective settings, in the form of a job file.
pub fn run(args: Args, expanded: &Expanded, command: &Command) -> Result<(), Failure> {
    // The flags are read again from the whole line, where each still has its name.
    let Show::Show { origin, run: _ } = args.command;
    let matches = command.clone().try_get_matches_from(&expanded.line);
    let matches = matches.or_usage()?;
    let (of, matches) = last(command, &matches);
    let setting = |name: &String, from: &Origin| {
        let id = name.replace('-', "_");
        match (expanded.rivals(of, name).next(), matches.get_raw(&id)) {
            (Some(other), _) if !expanded.is_set(name) => {
                format!("# {name} = none, {other} is set")
            }
            // A shown job that is kept as a file must not contain these words as its secret.
            (_, Some(_)) if name == "secret" && *from != Origin::Default => {
                "# secret = not shown".to_owned()
            }
            (_, Some(values)) if name != "secret" => {
                match values.map(OsStr::to_str).collect::<Option<Vec<_>>>() {
                    Some(texts) => job::line(name, &texts.join(",")),
                    // A job file would name another file.
                    None => format!("# {name} = not shown, it is not UTF-8"),
                }
            }
            _ => format!("# {name} = {}", unset(of, name)),
        }
    };
    print(|out| {
        let mut settings = expanded.origins.iter();
        settings.try_for_each(|(name, from)| match origin {
            true => writeln!(out, "{}  # {from}", setting(name, from)),
            false => writeln!(out, "{}", setting(name, from)),
        })
    })
}

/// What a setting is that nobody has set, as its help says it.
fn unset(command: &Command, name: &str) -> String {
    let help = argument(command, name).and_then(Arg::get_help);
    let help = help.map(ToString::to_string);
    let words = help.as_deref().and_then(|help| {
        let (_, words) = help.split_once("[default: ")?;
        words.split_once(']')
    });
    words.map_or("none".to_owned(), |(words, _)| words.replace('\n', " "))
}
