//! Flags generated from the list of settings.

use super::choice::{Choice, one_of};
use super::spine::exclude_spines;
use ::jobs::{Origin, Setting, SettingKind, SettingText};
use clap::builder::{TypedValueParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use words::clause;

/// The words of a listing for a translation of a run.
pub const LISTING_WORDS: [&str; 3] = ["lang", "title", "subtitle"];

/// The commands that have flags of settings, in the order of completions and manual pages.
const COMMANDS: [&str; 11] = [
    "run", "book", "cover", "series", "verify", "one", "generate", "listing", "export", "shards",
    "job",
];

/// Adds the flags of settings to the commands that a command line calls, because making those of
/// all commands takes longer than everything else at the start. Their values are read by
/// [`super::layers`].
pub fn with_settings(command: Command, is_called: impl Fn(&str) -> bool) -> Command {
    COMMANDS.into_iter().fold(command, |command, name| {
        command
            .mut_subcommand(name, |one| if is_called(name) { add_settings(one, name) } else { one })
    })
}

/// Adds the flags of settings to the command of this name.
fn add_settings(command: Command, name: &str) -> Command {
    match name {
        "run" => add_flags(command, Setting::of_command(name)),
        "generate" => describe_generate(add_flags(command, Setting::of_command(name))),
        "book" => add_flags(command, Setting::of_command(name).chain(named(&["quiet"]))),
        "cover" => add_flags(command, Setting::of_command(name).chain(named(&["quiet"])))
            .mut_args(exclude_spines),
        "listing" => {
            add_flags(command, named(&LISTING_WORDS).chain(named(&[Setting::UNSET, "quiet"])))
        }
        "export" => describe_export(add_flags(
            command,
            named(&EXPORT_WORDS).chain(named(&[Setting::UNSET, "quiet"])),
        )),
        "shards" => command.mut_subcommand("join", |join| {
            add_flags(join, named(&["quiet", "log-format", "metrics-file"]))
        }),
        "job" => command.mut_subcommand("show", |show| add_flags(show, Setting::of_command("run"))),
        _ => add_flags(command, named(&["quiet"])),
    }
}

/// Describes the flags of `generate` that differ from those of `run`.
fn describe_generate(command: Command) -> Command {
    let help = "File to write, or a folder: a name without an ending; {date} becomes the night's date \
                [default: standard output]";
    command
        .mut_arg("out", |out| {
            out.value_name("FILE|FOLDER").help(help).long_help(None::<&str>).default_value(None)
        })
        .mut_arg("into", |into| into.conflicts_with("force"))
}

/// The settings of an export, which a run has too.
const EXPORT_WORDS: [&str; 4] = ["lang", "first-day", "puzzle-link", "symbols"];

/// Describes the flags of `export` that differ from those of `run`.
fn describe_export(command: Command) -> Command {
    let describe = |arg: Arg, help: &'static str| arg.help(help).long_help(None::<&str>);
    let lang = "Language of the column label: a built-in one (see `lang list`) or a file [default: \
                that of the run, or en]";
    let day = "The day of the first puzzle; each later puzzle gets the next day [default: that of \
               the run]";
    let link = "Web address of each puzzle, with {puzzle}, {puzzle-dots}, {puzzle-scf}, {id} or \
                {number}, or sudokupad or sudokuwiki: the column link of data.csv, and a key of json \
                [default: that of the run]";
    let symbols = "Signs in drawings instead of digits: shapes, or different capital letters, for \
                   one level behind its key: 4x4:1=shapes [default: as in the run]";
    command
        .mut_arg("symbols", |arg| describe(arg, symbols).help_heading(None::<&str>))
        .mut_arg("lang", |arg| describe(arg, lang).help_heading(None::<&str>).default_value(None))
        .mut_arg("first-day", |arg| describe(arg, day).help_heading(None::<&str>))
        .mut_arg("puzzle-link", |arg| describe(arg, link).help_heading(None::<&str>))
}

/// Returns the settings with these names.
fn named<'a>(names: &'a [&'a str]) -> impl Iterator<Item = &'static Setting> + use<'a> {
    names.iter().map(|name| Setting::find(name).expect("the list has the setting"))
}

/// Adds the flags of some settings to a command.
fn add_flags(command: Command, settings: impl Iterator<Item = &'static Setting>) -> Command {
    settings.fold(command, |command, setting| command.arg(flag(setting)))
}

/// Returns the values of settings that flags set.
pub fn flag_texts(
    matches: &ArgMatches,
    settings: impl Iterator<Item = &'static Setting>,
) -> impl Iterator<Item = SettingText> {
    settings.filter_map(|setting| {
        // clap panics if it is asked for a name that the command does not have.
        matches.ids().find(|id| *id == setting.name)?;
        let is_typed = matches.value_source(setting.name) == Some(ValueSource::CommandLine);
        let texts = match setting.kind {
            SettingKind::Switch => vec!["true".into()],
            SettingKind::Words => {
                let words: Vec<_> = matches.get_raw(setting.name)?.collect();
                vec![words.join(" ".as_ref())]
            }
            _ => matches.get_raw(setting.name)?.map(OsStr::to_owned).collect(),
        };
        (is_typed && !texts.is_empty()).then_some(SettingText {
            setting,
            texts,
            origin: Origin::Flag,
        })
    })
}

/// Returns the flag of a setting.
fn flag(setting: &'static Setting) -> Arg {
    let mut arg = Arg::new(setting.name)
        .long(setting.name)
        .help(name_flags(setting.help))
        .long_help(long_help(setting))
        .help_heading(setting.group.heading())
        .conflicts_with_all(setting.excludes);
    match setting.name {
        "out" => arg = arg.short('o'),
        "quiet" => arg = arg.short('q'),
        _ => {}
    }
    if setting.kind.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg
        .value_name(setting.value_name)
        .value_parser(parser(setting))
        .allow_negative_numbers(true);
    let arg = match (setting.is_list, setting.kind) {
        (true, _) => arg.action(ArgAction::Append).value_delimiter(','),
        (false, SettingKind::Words) => arg.num_args(1..=2),
        _ => arg,
    };
    match setting.default_text() {
        Some(text) => arg.default_value(text),
        None => arg,
    }
}

/// Returns all sentences of the help of a flag, its default and an example.
fn long_help(setting: &Setting) -> String {
    let mut help = name_flags(&setting.sentences());
    if !setting.usual.is_empty() {
        help += &format!(" [default: {}]", setting.usual);
    }
    if !setting.example.is_empty() {
        let name = setting.name;
        let value = if setting.example.contains([' ', '&', '(', ';', '{']) {
            format!("\"{}\"", setting.example)
        } else {
            setting.example.to_owned()
        };
        help += &format!(" [example: --{name} {value}]");
    }
    help
}

/// Returns a text in which settings are named as flags: `count` becomes --count.
fn name_flags(help: &str) -> String {
    let mut parts = help.split('`');
    let mut text = parts.next().unwrap_or_default().to_owned();
    // Every second part stood in backquotes.
    while let Some(quoted) = parts.next() {
        match Setting::find(quoted) {
            Some(setting) => text += &format!("--{}", setting.name),
            None => text += &format!("`{quoted}`"),
        }
        text += parts.next().unwrap_or_default();
    }
    text
}

/// Returns a parser that checks the value of a setting.
fn parser(setting: &'static Setting) -> ValueParser {
    match setting.kind {
        SettingKind::Choice(words) => {
            let words = words().into_iter();
            let choices: Vec<Choice<&str>> = words.map(|(word, help)| (word, help, word)).collect();
            ValueParser::new(one_of(&choices))
        }
        SettingKind::Path if !setting.is_list => value_parser!(PathBuf),
        // The values are checked together later.
        SettingKind::Words => ValueParser::os_string(),
        _ => ValueParser::new(TextParser(setting)),
    }
}

/// A parser of a text that the setting checks.
#[derive(Clone)]
struct TextParser(&'static Setting);

impl TypedValueParser for TextParser {
    type Value = OsString;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        let setting = self.0;
        let check = move |text: &str| {
            let checked = setting.check(&[text.into()]);
            let checked = checked.map_err(|wrong| match text.trim() {
                "" => {
                    clause!("{}; --unset {} brings back the default", wrong, setting.name)
                }
                _ => wrong,
            });
            checked.map(|()| OsString::from(text))
        };
        match value.to_str() {
            None if matches!(setting.kind, SettingKind::Path) => Ok(value.to_owned()),
            _ => check.parse_ref(command, arg, value),
        }
    }
}
