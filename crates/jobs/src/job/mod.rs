//! Reads settings from job files, series files and the environment, each with its place. Unknown
//! names are rejected with a suggestion.

mod series;

pub use series::Edition;

use super::nearest_name::nearest;
use super::{BookRecord, Job, Origin, Setting, SettingText};
use files::UserText;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::{Spanned, Value};
use words::Problem;

/// A text with settings, and the name of its file.
#[derive(Clone, Copy)]
struct SettingsSource<'a> {
    file: &'a str,
    text: &'a str,
    /// The command whose settings the text has; `None` for all settings.
    command: Option<&'a str>,
}

/// A key of a table, with its place in the text.
type SpannedKey = Spanned<String>;

impl SettingsSource<'_> {
    /// Reads the text as TOML.
    fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, Problem> {
        toml::from_str(self.text).map_err(|e| {
            let place =
                e.span().map_or(self.file.to_owned(), |span| self.place(span.start).to_string());
            let why = e.message().lines().next().unwrap_or("not TOML");
            let explained = e.span().and_then(|span| self.explained(span, why));
            let problem = explained.unwrap_or_else(|| format!("expected TOML: {why}").into());
            problem.at(place)
        })
    }

    /// Explains an error of the TOML parser in the terms of the file; `None` if the words of the
    /// parser are as good. Only characters that cannot be part of a secret are quoted.
    fn explained(&self, span: Range<usize>, why: &str) -> Option<Problem> {
        const QUOTES: [char; 9] = ['“', '”', '„', '‟', '‘', '’', '‚', '«', '»'];
        let (before, rest) = (self.text.get(..span.start)?, self.text.get(span.start..)?);
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let end = rest.find('\n').map_or(self.text.len(), |end| span.start + end);
        let (key, value) = self.text.get(begin..end)?.split_once('=')?;
        let (key, value) = (key.trim(), value.trim());
        if why.starts_with("duplicate key") {
            let first = self.first_line(key, begin)?;
            let wrong = format!("set twice, first in line {first}; leave one out");
            return Some(Problem::new(wrong).with_setting(key.to_owned()));
        }
        if !key.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
            return None;
        }
        if let Some(quote) = value.chars().find(|c| QUOTES.contains(c)) {
            let expected = "a text in straight quotes, \"...\"";
            let found = format!("the quote {quote}");
            return Some(Problem::expected(expected, found).with_setting(key.to_owned()));
        }
        if value.starts_with('"') && value.contains('\\') {
            let wrong = "expected no single \\ in double quotes, where it begins an escape";
            let remedy = format!("write a path in single quotes, {key} = 'C:\\...', or with /");
            return Some(Problem::new(wrong).with_setting(key.to_owned()).remedy(remedy));
        }
        if ["true", "false", "yes", "no", "on", "off"].contains(&&*value.to_lowercase()) {
            return Some(
                Problem::expected("true or false", value.to_owned()).with_setting(key.to_owned()),
            );
        }
        let is_of_type = ["invalid type", "unknown", "missing"].iter().any(|w| why.starts_with(w));
        let is_of_value = !is_of_type && span.start > begin + key.len();
        is_of_value.then(|| {
            let expected = "expected a number, true, false, a list, or a text in quotes";
            Problem::new(format!("{expected}, {key} = \"...\"")).with_setting(key.to_owned())
        })
    }

    /// Returns the number of the line above this place that sets the key in the same table.
    fn first_line(&self, key: &str, before: usize) -> Option<usize> {
        let mut first = None;
        for (number, line) in self.text[..before].lines().enumerate() {
            if line.trim_start().starts_with('[') {
                first = None;
            } else if line.split_once('=').is_some_and(|(other, _)| other.trim() == key) {
                first = first.or(Some(number + 1));
            }
        }
        first
    }

    /// Returns the file and the line of a byte offset.
    fn place(&self, at: usize) -> Origin {
        let line = self.text[..at].matches('\n').count() + 1;
        Origin::File(format!("{}, line {line}", self.file))
    }

    /// Returns the settings that the text may have.
    fn known(&self) -> impl Iterator<Item = &'static Setting> {
        let command = self.command;
        Setting::all().filter(move |row| command.is_none_or(|command| row.is_of(command)))
    }

    /// Returns a setting of the text.
    fn setting(&self, key: &SpannedKey, value: &Value) -> Result<SettingText, Problem> {
        let (written, origin) = (key.get_ref(), self.place(key.span().start));
        let Some(setting) = self.known().find(|known| is_same(known.name, written)) else {
            let names: Vec<_> = self.known().map(|row| row.name.to_owned()).collect();
            let is_section =
                matches!(value, Value::Table(_)) && self.text[..key.span().start].ends_with('[');
            // The name of a section is a misspelt setting only if it begins like one.
            let is_near = |nearest: &&str| !is_section || nearest.get(..1) == written.get(..1);
            let then = match nearest(&names, written).filter(is_near) {
                Some(nearest) => format!("; the nearest is `{nearest}`"),
                None if is_section => {
                    format!(", and settings are in no section; leave the line [{written}] out")
                }
                None => ALL_SETTINGS.to_owned(),
            };
            let wrong = format!("there is no setting `{written}`{then}");
            return Err(Problem::new(wrong).at(&origin));
        };
        let Some(text) = words(value, setting.joiner()) else {
            let wrong = "expected a number, a text, true, false or a list, or one of these for each \
                         language";
            return Err(Problem::new(wrong).with_setting(setting.name).at(&origin));
        };
        Ok(SettingText::new(setting, &text, origin))
    }
}

impl Job {
    /// The built-in job files: name and text. The first line of each says what it makes.
    pub const BUILTIN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/jobs.rs"));

    /// Reads the settings of a job file in the order of their lines, each as a value or an error. A
    /// text that is not TOML is one error.
    pub fn parse(file: &str, text: &str) -> Vec<Result<SettingText, Problem>> {
        let source = SettingsSource { file, text, command: None };
        let table: BTreeMap<SpannedKey, Value> = match source.parse() {
            Ok(table) => table,
            Err(e) => return vec![Err(e)],
        };
        let mut entries: Vec<_> = table.into_iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut all: Vec<Result<SettingText, Problem>> = Vec::new();
        for (key, value) in &entries {
            let read = source.setting(key, value).and_then(|text| {
                let name = text.setting.name;
                match all.iter().flatten().find(|other| other.setting.name == name) {
                    None => Ok(text),
                    Some(SettingText { origin, .. }) => {
                        let wrong = format!("set twice, first in {origin}; leave one out");
                        Err(Problem::new(wrong).with_setting(name).at(&text.origin))
                    }
                }
            });
            all.push(read);
        }
        all
    }
}

/// Finds a built-in job file.
fn builtin(file: &Path) -> Option<&'static (&'static str, &'static str)> {
    let wanted = file.to_str()?;
    Job::BUILTIN.iter().find(|(name, _)| is_same(name, wanted))
}

impl Job {
    /// Returns true for the name of a built-in job file.
    pub fn is_builtin(file: &Path) -> bool {
        builtin(file).is_some()
    }

    /// Returns the archive that a built-in job file names. Its first run creates it.
    pub fn builtin_archive(file: &Path) -> Option<PathBuf> {
        builtin(file)?;
        let texts = Self::read(file).into_iter().flatten();
        let archive = texts.into_iter().find(|text| text.setting.name == "archive")?;
        archive.text().map(PathBuf::from)
    }

    /// Reads the settings of a built-in job file, by its name, or of a job file on this machine. A
    /// file whose name is that of a built-in one needs a path: `./pocket`.
    pub fn read(file: &Path) -> Vec<Result<SettingText, Problem>> {
        if let Some((name, text)) = builtin(file) {
            return Self::parse(&format!("job {name}"), text);
        }
        UserText::read(file).map_or_else(
            |e| vec![Err(unreadable(file, e))],
            |text| Self::parse(&file.display().to_string(), &text),
        )
    }
}

/// Returns the error of a job file that cannot be read. A name without a dot or a separator was
/// probably meant to be that of a built-in one.
fn unreadable(file: &Path, why: io::Error) -> Problem {
    let shown = file.display().to_string();
    if shown.ends_with(".pdf") && why.kind() == io::ErrorKind::InvalidData {
        let record = BookRecord::path_beside(file);
        let expected = format!("{} beside it, which has the settings", record.display());
        let problem = Problem::expected(expected, "none").at(format_args!("--job {shown}"));
        return problem.remedy("copy that hidden file too");
    }
    let is_missing = why.kind() == io::ErrorKind::NotFound && why.raw_os_error().is_some();
    if !is_missing || shown.contains(['/', '\\', '.']) {
        return Problem::unusable("job", shown, why);
    }
    let names: Vec<String> = Job::BUILTIN.iter().map(|(name, _)| (*name).to_owned()).collect();
    let nearest = nearest(&names, &shown.to_lowercase());
    let hint = nearest.map_or_else(String::new, |name| format!("; the nearest is {name}"));
    let known = names.join(", ");
    let expected = format!("a built-in one ({known}), a file or the folder of a finished run");
    Problem::expected(expected, format_args!("{shown:?}{hint}")).at("job")
}

impl Job {
    /// Reads the settings among the variables of an environment, each as a value or an error.
    /// Variables without the prefix `SUDOKU_PRESS_` are ignored.
    pub fn environment(
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> Vec<Result<SettingText, Problem>> {
        let mut ours = Vec::new();
        for (name, value) in variables {
            if let Ok(name) = name.into_string()
                && name.starts_with(PREFIX)
            {
                ours.push((name, value));
            }
        }
        // The environment has no order.
        ours.sort();
        ours.into_iter().map(|(name, value)| setting_of_variable(name, value)).collect()
    }
}

/// The beginning of the name of each variable of the environment that is a setting.
const PREFIX: &str = "SUDOKU_PRESS_";

/// Returns the name of the variable of a setting.
fn variable_name(setting: &str) -> String {
    format!("{PREFIX}{}", setting.to_uppercase().replace('-', "_"))
}

/// Reads the setting of a variable whose name begins with [`PREFIX`].
fn setting_of_variable(name: String, value: OsString) -> Result<SettingText, Problem> {
    let Some(setting) = Setting::all().find(|row| variable_name(row.name) == name) else {
        let meant = name[PREFIX.len()..].to_lowercase().replace('_', "-");
        let names: Vec<_> = Setting::all().map(|row| row.name.to_owned()).collect();
        let then = match nearest(&names, &meant) {
            Some(nearest) => format!("; the nearest is {}", variable_name(nearest)),
            None => ALL_SETTINGS.to_owned(),
        };
        return Err(Problem::new(format!("there is no {name}{then}")).at("environment"));
    };
    let Ok(text) = value.into_string() else {
        return Err(Problem::new(format!("{name} is not UTF-8")).at("environment"));
    };
    Ok(SettingText::new(setting, &text, Origin::Environment(name)))
}

/// Returns a value as a flag has it: a plain one, a list of plain ones with `joiner` between them,
/// or a table of plain ones.
fn words(value: &Value, joiner: &str) -> Option<String> {
    match value {
        Value::Array(list) => {
            let all: Option<Vec<String>> = list.iter().map(word).collect();
            Some(all?.join(joiner))
        }
        Value::Table(table) => {
            let pairs = table.iter().map(|(key, value)| Some(format!("{key}={}", word(value)?)));
            let all: Option<Vec<String>> = pairs.collect();
            Some(all?.join(","))
        }
        value => word(value),
    }
}

/// Returns a plain value as a flag has it; `None` for a list or a table.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(n) => Some(n.to_string()),
        Value::Float(n) => Some(n.to_string()),
        Value::Boolean(yes) => Some(yes.to_string()),
        Value::Datetime(date) => Some(date.to_string()),
        Value::Array(_) | Value::Table(_) => None,
    }
}

impl SettingText {
    /// Returns a setting as a line of a job file, from which [`Job::parse`] returns the same value.
    pub fn line(name: &str, value: &str) -> String {
        // TOML integers end at 2^63 - 1, so a larger seed is a text.
        let number = value.parse::<i64>().is_ok_and(|n| n.to_string() == value);
        if number || value == "true" || value == "false" {
            format!("{name} = {value}")
        } else {
            format!(
                "{name} = {}",
                serde_json::Value::from(value).to_string().replace('\u{7f}', "\\u007f")
            )
        }
    }
}

/// The end of a message about an unknown name without a suggestion.
const ALL_SETTINGS: &str = "; `sudoku-press job show` lists all settings";

/// Returns true if the names are equal, ignoring case and underscores.
fn is_same(known: &str, name: &str) -> bool {
    name.to_lowercase().replace('_', "-") == known
}
