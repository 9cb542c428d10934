//! Flags with a fixed list of values, each with its name and its help; and the names of outputs.

use ::jobs::{Preset as _, Setting};
use book::Language;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::path::PathBuf;
use tables::{GridFormat, TableFormat};
use words::is_same_name;

/// A name, its help and its value.
pub type Choice<T> = (&'static str, &'static str, T);

/// Returns a parser that accepts these words, in any case and with any separators.
pub fn one_of<T: Copy + Send + Sync + 'static>(choices: &[Choice<T>]) -> OneOf<T> {
    OneOf(choices.to_vec())
}

/// Returns the word that a user has typed, in any case and with any separators. If the word is
/// unknown, clap lists the known words and suggests the nearest.
pub fn parse_word(
    words: Vec<PossibleValue>,
    command: &Command,
    arg: Option<&Arg>,
    typed: &OsStr,
) -> Result<String, clap::Error> {
    let text = typed.to_str().unwrap_or_default();
    let known = words.iter().find(|word| is_same_name(word.get_name(), text));
    let word = known.map_or(typed.to_owned(), |word| word.get_name().into());
    PossibleValuesParser::new(words).parse_ref(command, arg, &word)
}

/// A parser of one of a few words.
#[derive(Clone)]
pub struct OneOf<T>(Vec<Choice<T>>);

impl<T> OneOf<T> {
    fn words(&self) -> impl Iterator<Item = PossibleValue> {
        let choices = self.0.iter();
        choices.map(|(word, help, _)| {
            PossibleValue::new(*word).help(help.trim().trim_end_matches('.'))
        })
    }
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let word = parse_word(self.words().collect(), command, arg, value)?;
        let chosen = self.0.iter().find(|choice| choice.0 == word);
        Ok(chosen.expect("clap has checked the word").2)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words()))
    }
}

/// A parser of the code of a built-in language.
#[derive(Clone)]
pub struct LanguageCode;

impl LanguageCode {
    fn words() -> impl Iterator<Item = PossibleValue> {
        Language::BUILTIN.iter().map(|(code, _)| PossibleValue::new(*code))
    }
}

impl TypedValueParser for LanguageCode {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let known = value.to_str().and_then(Language::known_name);
        let code = known.map_or(value, OsStr::new);
        PossibleValuesParser::new(Self::words()).parse_ref(command, arg, code)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::words()))
    }
}

/// Returns a parser of the path of an output, in which no place is replaced.
pub fn output_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| Setting::check_output_path(&path, &[]).map(|()| path))
}

/// The format of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    /// Text for people; puzzles have a form.
    Text(GridFormat),
    /// Rows of a table.
    Table(TableFormat),
}

words::named! {
    /// The format of a report.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ReportFormat {
        /// Text for people
        Text = "txt",
        /// JSON objects, each on one line
        Jsonl = "jsonl",
    }
}

/// Returns the formats of answers with several fields.
pub fn answers() -> Vec<Choice<AnswerFormat>> {
    let text = ("txt", "Text for people", AnswerFormat::Text(GridFormat::Line));
    [text].into_iter().chain(tables()).collect()
}

/// Returns the formats of answers that are grids; a table has the puzzle that was read, too.
pub fn grids() -> Vec<Choice<AnswerFormat>> {
    let formats = GridFormat::TABLE.iter();
    let grids = formats.map(|(name, about, format)| (*name, *about, AnswerFormat::Text(*format)));
    grids.chain(tables()).collect()
}

/// Returns the formats of lists: those of grids, and tables that are no text.
pub fn lists() -> Vec<Choice<AnswerFormat>> {
    let tables = TableFormat::TABLE.iter();
    let others = tables.filter(|(.., format)| format.has_columns() && !format.is_text_table());
    let answers = others.map(|(name, about, format)| (*name, *about, AnswerFormat::Table(*format)));
    grids().into_iter().chain(answers).collect()
}

fn tables() -> impl Iterator<Item = Choice<AnswerFormat>> {
    let tables = TableFormat::TABLE.iter().filter(|(.., format)| format.is_text_table());
    tables.map(|(name, about, format)| (*name, *about, AnswerFormat::Table(*format)))
}
