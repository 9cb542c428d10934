//! Flags with a fixed list of values, each with its name and its help; and the names of outputs.

use super::{Failure, usage_error};
use ::jobs::{Preset as _, Setting};
use book::Language;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tables::{GridFormat, TableFormat};
use words::is_same_name;

/// A name, its help and its value.
pub type Choice<T> = (&'static str, &'static str, T);

/// Returns a parser that accepts these words, in any case and with any separators.
pub fn one_of<T: Copy + Send + Sync + 'static>(choices: &[Choice<T>]) -> OneOf<T> {
    OneOf { choices: choices.to_vec(), alias: |_| None }
}

/// Returns a parser of the code of a built-in language, which has other names too.
pub fn language_code() -> OneOf<&'static str> {
    let choices = Language::BUILTIN.iter().map(|(code, _)| (*code, "", *code));
    OneOf { choices: choices.collect(), alias: Language::known_name }
}

/// A parser of one of a few words.
#[derive(Clone)]
pub struct OneOf<T> {
    choices: Vec<Choice<T>>,
    /// Returns the word for which another name stands.
    alias: fn(&str) -> Option<&'static str>,
}

impl<T> OneOf<T> {
    fn words(&self) -> impl Iterator<Item = PossibleValue> {
        self.choices.iter().map(|(word, help, _)| {
            let (word, help) = (PossibleValue::new(*word), help.trim().trim_end_matches('.'));
            if help.is_empty() { word } else { word.help(help) }
        })
    }
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    /// Reads a word. If it is unknown, clap lists the known words and suggests the nearest.
    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let typed = value.to_str().unwrap_or_default();
        let text = (self.alias)(typed).unwrap_or(typed);
        if let Some(choice) = self.choices.iter().find(|choice| is_same_name(choice.0, text)) {
            return Ok(choice.2);
        }
        let known = PossibleValuesParser::new(self.words()).parse_ref(command, arg, value);
        Err(known.expect_err("a known word was found before"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words()))
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

/// Endings of files that people expect to be no table in a format of this program.
const OTHER_ENDINGS: [&str; 9] =
    ["json", "ndjson", "xls", "ods", "tsv", "pdf", "html", "png", "svg"];

/// Fails for a name that ends as a file of another format than those that are written.
pub fn refuse_other_ending(out: &Path, written: &[TableFormat]) -> Result<(), Failure> {
    let ending = out.extension().and_then(OsStr::to_str).unwrap_or_default();
    let other = TableFormat::named(ending);
    if other.is_some_and(|other| written.contains(&other))
        || other.is_none() && !OTHER_ENDINGS.contains(&ending)
    {
        return Ok(());
    }
    let names: Vec<_> = written.iter().map(|format| format!(".{}", format.name())).collect();
    let remedy = match (other, written) {
        (Some(other), [_]) => format!("; --format {} writes such a file", other.name()),
        (None, [_]) => "; --format names other formats".to_owned(),
        _ => String::new(),
    };
    let (out, names) = (out.display(), names.join(" or "));
    Err(usage_error(format!("--out {out}: expected the ending {names}, found .{ending}{remedy}")))
}
