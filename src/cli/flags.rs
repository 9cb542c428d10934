//! Flags generated from the list of settings.

use super::choice::parse_word;
use clap::builder::{PossibleValue, TypedValueParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::ffi::{OsStr, OsString};
use std::marker::PhantomData;
use std::path::PathBuf;
use sudoku_press::run::{Group, Layers, Origin, Setting, SettingKind, SettingText, Settings};

/// The settings that a command, or a part of it, offers as flags.
pub trait FlagSet {
    /// Returns the settings in the order of help.
    fn settings() -> impl Iterator<Item = &'static Setting>;
}

/// The flags of some settings. Their values are read together with other layers: see
/// [`super::layers`].
#[derive(Debug)]
pub struct SettingFlags<S>(PhantomData<S>);

impl<S: FlagSet> clap::Args for SettingFlags<S> {
    fn augment_args(command: Command) -> Command {
        S::settings().fold(command, |command, setting| command.arg(flag(setting)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S> clap::FromArgMatches for SettingFlags<S> {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(PhantomData))
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), clap::Error> {
        Ok(())
    }
}

/// Defines flag sets: all settings of a command, or those of a group.
macro_rules! flag_sets {
    ($($(#[$about:meta])* $Name:ident = $settings:expr;)*) => {
        $($(#[$about])*
        #[derive(Debug)]
        pub struct $Name;

        impl FlagSet for $Name {
            fn settings() -> impl Iterator<Item = &'static Setting> {
                $settings
            }
        })*
    };
}

flag_sets! {
    /// All settings of `run`.
    RunFlags = Setting::of_command("run");
    /// All settings of `generate`.
    GenerateFlags = Setting::of_command("generate");
    /// The settings of a book and its printer.
    BookFlags = Setting::of_command("book");
    /// The settings of a cover.
    CoverFlags = Setting::of_command("cover").filter(|row| row.group == Group::Cover);
    /// The words of a listing for a translation of a run.
    ListingFlags = named(&["lang", "title", "subtitle"]);
    /// The settings of messages that every long command has.
    MessageFlags = named(&["quiet"]);
    /// The settings of logs and metrics of unattended commands.
    LoggingFlags = named(&["log-format", "metrics-file"]);
}

/// Makes a type that clap reads from the flags of these settings.
macro_rules! args_of_settings {
    ($Type:ident, [$($name:literal),*], $read:expr) => {
        impl clap::Args for $Type {
            fn augment_args(command: clap::Command) -> clap::Command {
                $crate::cli::flags::add_flags(command, &[$($name),*])
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                Self::augment_args(command)
            }
        }

        impl clap::FromArgMatches for $Type {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
                let settings = $crate::cli::flags::read_flags(matches, &[$($name),*])?;
                let read: fn(sudoku_press::run::Settings) -> Self = $read;
                Ok(read(settings))
            }

            fn update_from_arg_matches(
                &mut self,
                matches: &clap::ArgMatches,
            ) -> Result<(), clap::Error> {
                *self = <Self as clap::FromArgMatches>::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}
pub(super) use args_of_settings;

/// Returns the settings with these names.
fn named<'a>(names: &'a [&'a str]) -> impl Iterator<Item = &'static Setting> + use<'a> {
    names.iter().map(|name| Setting::find(name).expect("the list has the setting"))
}

/// Adds the flags of some settings to a command.
pub fn add_flags(command: Command, names: &[&str]) -> Command {
    named(names).fold(command, |command, setting| command.arg(flag(setting)))
}

/// Reads some settings from flags alone.
pub fn read_flags(matches: &ArgMatches, names: &[&str]) -> Result<Settings, clap::Error> {
    let mut layers = Layers::default();
    let mut texts = flag_texts(matches, named(names));
    let read = texts.try_for_each(|text| layers.add(text)).and_then(|()| layers.settings());
    read.map_err(|e| {
        clap::Error::raw(clap::error::ErrorKind::ValueValidation, format_args!("{e:#}\n"))
    })
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
    let arg = Arg::new(setting.name).long(setting.name);
    let arg = arg.help(name_flags(setting.help)).long_help(long_help(setting));
    let arg = arg.help_heading(setting.group.heading()).conflicts_with_all(setting.excludes);
    let arg = match setting.name {
        "out" => arg.short('o'),
        "quiet" => arg.short('q'),
        _ => arg,
    };
    if setting.kind.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg.value_name(setting.value_name).value_parser(parser(setting));
    let arg = arg.allow_negative_numbers(true);
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
        SettingKind::Choice(words) => ValueParser::new(ChoiceParser(words)),
        SettingKind::Path if !setting.is_list => value_parser!(PathBuf),
        // The values are checked together later.
        SettingKind::Words => ValueParser::os_string(),
        _ => ValueParser::new(TextParser(setting)),
    }
}

/// A parser of one of a few words, in any case and with any separators.
#[derive(Clone)]
struct ChoiceParser(fn() -> Vec<(&'static str, &'static str)>);

impl ChoiceParser {
    fn values(&self) -> impl Iterator<Item = PossibleValue> + use<> {
        (self.0)().into_iter().map(|(word, help)| PossibleValue::new(word).help(help))
    }
}

impl TypedValueParser for ChoiceParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        parse_word(self.values().collect(), command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values()))
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
            checked.map(|()| OsString::from(text))
        };
        match value.to_str() {
            None if matches!(setting.kind, SettingKind::Path) => Ok(value.to_owned()),
            _ => check.parse_ref(command, arg, value),
        }
    }
}
