//! The layout of help: commands in groups, and for each large command only the common flags.
//! `--help` lists all flags.

use ::jobs::Setting;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::ffi::OsString;

/// The commands, in groups.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Make", &["run", "generate", "one", "series"]),
    ("Book", &["book", "cover", "listing", "export"]),
    ("Check", &["verify", "preflight"]),
    ("Solve", &["solve", "rate", "explain"]),
    ("Data", &["transform", "archive", "shards"]),
    ("Setup", &["studio", "template", "printer", "lang", "job", "completions", "man"]),
];

/// The longest line, as in all other help.
pub const WIDTH: usize = 100;

const EXAMPLES: &str = "\
Examples:
    sudoku-press run --ladder human --total 100 --title \"Rainy Days\" --printer kdp --paper cream \\
        --trim 6x9 --cover --out rainy
    sudoku-press verify rainy
    sudoku-press generate --count 1000 --levels 2-4 --out puzzles.csv
    sudoku-press book puzzles.csv --template large-print

`sudoku-press COMMAND -h` shows the flags that most people use, `--help` all of them. Case, spaces, hyphens
and underscores do not matter in the names and words that flags take: KDP, Large_Print, \"x wing\".";

/// The template of the short help of a large command.
const SHORT_TEMPLATE: &str = "\
{about}

{usage-heading} {usage}

{options}

All flags, with their defaults: --help{after-help}
";

/// The commands whose `-h` shows their common settings, and these flags that are no settings. Of
/// other commands, `-h` shows all flags.
const COMMAND_FLAGS: [(&str, &[&str]); 4] = [
    ("run", &["force", "job"]),
    ("generate", &["force"]),
    ("book", &["out", "force", "ladder"]),
    ("cover", &["out", "force", "png"]),
];

/// Returns the command with its help in groups. With `-h`, large commands show only the common
/// flags.
pub fn grouped(command: Command, is_short: bool) -> Command {
    let mut commands = String::new();
    for (group, names) in GROUPS {
        commands += &format!("{group}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let line = about.map(StyledStr::to_string).unwrap_or_default();
            commands += &format!("  {name:<12} {line}\n");
        }
        commands.push('\n');
    }
    let command = command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{commands}Options:\n{{options}}\n\n{EXAMPLES}\n"
    ));
    // `cover` shares the flags of `book`, but writes another file.
    let command = command.mut_subcommand("cover", |cover| {
        cover.mut_arg("out", |out| {
            out.help("File to write; several volumes are numbered [default: cover.pdf]")
        })
    });
    if !is_short {
        return command;
    }
    let command = COMMAND_FLAGS.into_iter().fold(command, |command, (name, flags)| {
        command.mut_subcommand(name, |one| shortened(one, name, flags))
    });
    // `job show` takes the settings of `run`.
    command.mut_subcommand("job", |job| {
        job.mut_subcommand("show", |show| shortened(show, "run", &["origin", "job"]))
    })
}

/// Returns a command whose help has only these flags and the common settings of `name`.
fn shortened(command: Command, name: &str, flags: &[&str]) -> Command {
    let is_common = |long: &str| Setting::find(long).is_some_and(|row| row.common.contains(&name));
    let is_shown =
        |arg: &Arg| arg.get_long().is_some_and(|long| flags.contains(&long) || is_common(long));
    command
        .help_template(SHORT_TEMPLATE)
        .mut_args(|arg| if is_shown(&arg) { shorten_help(arg) } else { arg.hide(true) })
}

/// Words that are no commands, each with the command that does what the word says.
const OTHER_COMMANDS: [(&str, &str); 4] = [
    ("canon", "transform --canonical"),
    ("check", "verify"),
    ("hint", "explain --next"),
    ("proof", "verify X --sheet FILE"),
];

/// Returns the message about a word that is no command, if another command does what it says.
pub fn other_command(error: &clap::Error, line: &[OsString]) -> Option<String> {
    let words: Vec<_> = line.iter().skip(1).take(2).map(|word| word.to_string_lossy()).collect();
    if error.kind() == ErrorKind::UnknownArgument && words == ["series", "make"] {
        return Some("expected a file, found `make`; use `sudoku-press series FILE`".to_owned());
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let (_, command) = OTHER_COMMANDS.iter().find(|(known, _)| known == word)?;
    Some(format!("expected a command, found `{word}`; use `sudoku-press {command}`"))
}

/// Returns the message about a switch with a value, which was meant to take the switch back.
pub fn switched_off(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(arg)) = error.get(ContextKind::InvalidArg) else { return None };
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else {
        return None;
    };
    let name = arg.trim_start_matches('-').split(['=', ' ']).next().and_then(Setting::find)?;
    if error.kind() != ErrorKind::TooManyValues || !name.kind.is_switch() {
        return None;
    }
    let name = name.name;
    Some(format!(
        "--{name}: expected no value, found {value:?}; --unset {name} brings back the default, which \
         is off"
    ))
}

/// Adds the flag that was probably meant to the error of a word that a command does not take, such
/// as the number of puzzles.
pub fn suggest_flag(error: &mut clap::Error, line: &[OsString]) {
    let makes_puzzles =
        line.get(1).is_some_and(|name| ["run", "generate"].iter().any(|c| name == c));
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return };
    if error.kind() != ErrorKind::UnknownArgument || !makes_puzzles || word.starts_with('-') {
        return;
    }
    let tip = match word.parse::<u64>() {
        Ok(number) => format!("'--total {number}' makes {number} puzzles"),
        Err(_) => format!("'--out {word}' names what is written"),
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

/// Shortens the help of a flag: no heading, no default, possible values only if there are at most
/// four.
fn shorten_help(arg: Arg) -> Arg {
    let takes_value = arg.get_action().takes_values();
    let is_many = arg.get_possible_values().len() > 4;
    arg.hide_default_value(takes_value).hide_possible_values(is_many).help_heading(None::<&str>)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a wrong flag, clap checks all commands for a similar one, also those that are not
    /// called.
    #[test]
    fn commands_are_valid_without_settings() {
        crate::cli::command_line(|_| false).debug_assert();
    }

    /// A command that is in no group would be missing from the help, and a misspelt flag would not
    /// be shown.
    #[test]
    fn help_names_every_command_and_only_flags_that_are_there() {
        let command = crate::cli::command_line(|_| true);
        let named: Vec<_> = GROUPS.into_iter().flat_map(|(_, names)| names).collect();
        for one in command.get_subcommands() {
            assert!(named.contains(&&one.get_name()), "{}", one.get_name());
        }
        for (name, shown) in COMMAND_FLAGS {
            let one = command.find_subcommand(name).unwrap();
            let flags: Vec<_> = one.get_arguments().filter_map(Arg::get_long).collect();
            let common = Setting::all().filter(|row| row.common.contains(&name));
            let mut shown = common.map(|row| row.name).chain(shown.iter().copied());
            assert_eq!(shown.find(|flag| !flags.contains(flag)), None, "{name}");
        }
    }
}
