//! The schema of language files: the keys of the English file, with a few exceptions.

use crate::text::NounForm;
use toml::{Table, Value};
use words::{TomlError, TomlReader};

pub(super) const LANGUAGE: TomlReader = TomlReader("language");

/// The schema of the files of one kind.
pub struct TextSchema {
    /// The built-in languages: code and TOML text. `en` is the model of all files.
    pub builtin: &'static [(&'static str, &'static str)],
    /// Tables that may have any keys, each with the English key whose value is the model of all
    /// values.
    pub open: &'static [(&'static str, &'static str)],
    /// Lists of any length. A text may use each placeholder of the English list, and needs none.
    pub lists: &'static [&'static str],
    /// Placeholders that a text may omit, each with the key of the text.
    pub may_lack: &'static [(&'static str, &'static str)],
    /// Texts that may be blank although the English text is not.
    pub may_be_blank: &'static [&'static str],
    /// Tables of texts that replace others on some pages; see
    /// [`MessageCatalog::with_overrides`](super::MessageCatalog::with_overrides).
    pub overrides: &'static [&'static str],
}

impl TextSchema {
    /// Returns the text of the built-in language that a file changes.
    pub fn base(&self, base: &Value) -> Result<&'static str, TomlError> {
        for (code, text) in self.builtin {
            if base.as_str() == Some(code) && !text.contains("\nbase = ") {
                return Ok(text);
            }
        }
        Err(wrong("base", "the code of a complete built-in language, such as \"en\"", Some(base)))
    }

    /// Checks every key of a file.
    pub fn check(&self, table: &Table) -> Result<(), TomlError> {
        let built_in = self.builtin.iter().find(|(code, _)| *code == "en");
        let (_, text) = built_in.expect("English is built in");
        let english: Table = toml::from_str(text).expect("it is tested");
        self.check_table("", &english, table)?;
        for key in self.overrides {
            if let Some(changed) = overridden(table, key) {
                // The texts of English that replace others may have more placeholders.
                let model = overridden(&english, key);
                self.check_table("", model.as_ref().unwrap_or(&english), &changed)?;
            }
        }
        Ok(())
    }

    /// Returns the keys of English that a file lacks; of a table that is missing, its name alone.
    fn missing(&self, key: &str, english: &Table, table: &Table) -> Vec<String> {
        let is_open = self.open.iter().any(|(open, _)| *open == key);
        if is_open || self.overrides.contains(&key) {
            return Vec::new();
        }
        let mut missing = Vec::new();
        for (name, value) in english {
            let key = joined(key, name);
            match (value, table.get(name)) {
                (_, None) => missing.push(key),
                (Value::Table(english), Some(Value::Table(table))) => {
                    missing.extend(self.missing(&key, english, table));
                }
                _ => {}
            }
        }
        missing
    }

    fn check_table(&self, key: &str, english: &Table, table: &Table) -> Result<(), TomlError> {
        if let Some((_, model)) = self.open.iter().find(|(open, _)| *open == key) {
            for (name, value) in table {
                self.check_value(&joined(key, name), &english[*model], Some(value))?;
            }
            return Ok(());
        }
        if let Some(name) = table.keys().find(|name| !english.contains_key(*name)) {
            let known: Vec<_> = english.keys().map(String::as_str).collect();
            let found = Value::String(name.clone());
            let expected = format!("one of {}", known.join(", "));
            return Err(wrong(&joined(key, name), &expected, Some(&found)));
        }
        if key.is_empty()
            && let [first, others @ ..] = &self.missing(key, english, table)[..]
            && !others.is_empty()
        {
            let found = format!("nothing, and nothing for {}", others.join(", "));
            return Err(LANGUAGE.wrong(first, "a value, as English has", found));
        }
        for (name, value) in english {
            self.check_value(&joined(key, name), value, table.get(name))?;
        }
        Ok(())
    }

    fn check_value(
        &self,
        key: &str,
        english: &Value,
        found: Option<&Value>,
    ) -> Result<(), TomlError> {
        match (english, found) {
            // `check` merges the overrides into the file, and checks the result.
            (Value::Table(_), Some(Value::Table(_))) if self.overrides.contains(&key) => Ok(()),
            (Value::Table(english), Some(Value::Table(table))) => {
                self.check_table(key, english, table)
            }
            (Value::Array(english), Some(Value::Array(list))) if self.lists.contains(&key) => {
                let texts = english.iter().filter_map(Value::as_str);
                let may: Vec<&str> = texts.flat_map(placeholders).collect();
                list.iter().try_for_each(|text| check_text(key, Some(text), &[], &may, false))
            }
            (Value::Array(english), Some(Value::Array(list))) if english.len() == list.len() => {
                let mut pairs = english.iter().zip(list);
                pairs.try_for_each(|(english, text)| self.check_value(key, english, Some(text)))
            }
            (Value::String(english), found) => {
                let may = placeholders(english);
                let mut must = may.clone();
                must.retain(|place| !self.may_lack.contains(&(key, place)));
                let blank = english.trim().is_empty() || self.may_be_blank.contains(&key);
                check_text(key, found, &must, &may, blank)
            }
            (Value::Integer(_), Some(Value::Integer(0..)))
            | (Value::Float(_), Some(Value::Float(_) | Value::Integer(_)))
            | (Value::Boolean(_), Some(Value::Boolean(_))) => Ok(()),
            (english, found) => Err(wrong(key, &expected_type(english), found)),
        }
    }
}

/// Returns the key of a value in a table.
fn joined(table: &str, name: &str) -> String {
    if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") }
}

/// Merges changes into a table, and those of each table within it.
pub(super) fn merge(mut table: Table, changes: Table) -> Table {
    for (key, change) in changes {
        let merged = match (table.remove(&key), change) {
            (Some(Value::Table(old)), Value::Table(new)) => Value::Table(merge(old, new)),
            (_, change) => change,
        };
        table.insert(key, merged);
    }
    table
}

/// Returns the value of a key such as `puzzles.one`.
pub(super) fn find<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    let mut names = key.split('.');
    let value = table.get(names.next()?)?;
    names.try_fold(value, |value, name| value.get(name))
}

/// Returns the table with the changes in its table `key`.
pub(super) fn overridden(table: &Table, key: &str) -> Option<Table> {
    Some(merge(table.clone(), find(table, key)?.as_table()?.clone()))
}

/// Creates the error of a wrong value.
pub fn wrong(key: &str, wanted: &str, found: Option<&Value>) -> TomlError {
    let found = match found {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => format!("{text:?}"),
        Some(Value::Integer(number)) => number.to_string(),
        Some(Value::Float(number)) => number.to_string(),
        Some(Value::Array(list)) => format!("a list of {}", list.len()),
        Some(value) => format!("a value of type {}", value.type_str()),
    };
    LANGUAGE.wrong(key, wanted, found)
}

/// Describes the expected value of a key whose English value is not a text.
fn expected_type(english: &Value) -> String {
    match english {
        Value::Array(list) => format!("a list of {} texts", list.len()),
        Value::Boolean(_) => "true or false".to_owned(),
        Value::Table(_) => "a table".to_owned(),
        _ => "a number".to_owned(),
    }
}

/// Returns the names in braces, without the prefixes of their forms.
fn placeholders(text: &str) -> Vec<&str> {
    let places = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    places.map(|place| NounForm::split(place).1).collect()
}

/// Checks that a value is a text that has all placeholders of `must`, and no others than those of
/// `may`.
fn check_text(
    key: &str,
    found: Option<&Value>,
    must: &[&str],
    may: &[&str],
    blank: bool,
) -> Result<(), TomlError> {
    if let Some(text) = found.and_then(Value::as_str) {
        let found = placeholders(text);
        let braces = text.matches(['{', '}']).count();
        let known = found.iter().all(|place| may.contains(place)) && braces == 2 * found.len();
        let complete = must.iter().all(|place| found.contains(place));
        if known && complete && (blank || !text.trim().is_empty()) {
            return Ok(());
        }
    }
    let list: Vec<_> = may.iter().map(|place| format!("{{{place}}}")).collect();
    let wanted = match (must.is_empty(), may.is_empty()) {
        (_, true) if blank => "a text without braces".to_owned(),
        (_, true) => "a text without braces that is not empty".to_owned(),
        (true, false) => format!("a text with {} or none in braces", list.join(", ")),
        (false, false) => format!("a text with {} and no other braces", list.join(", ")),
    };
    Err(wrong(key, &wanted, found))
}
