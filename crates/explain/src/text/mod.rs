//! Localised texts by key. A TOML file has the texts of one language.
//!
//! English is the schema. A file of another language has the same keys, lists of the same length,
//! and in each text the same placeholders in braces. So a key is written twice, in `en.toml` and in
//! the code that uses its text. A test compares the two.

pub mod markup;

mod schema;

use schema::{LANGUAGE, find, merge, overridden};
pub use schema::{TextSchema, wrong};

use std::fmt::Display;
use std::sync::Arc;
use toml::{Table, Value};
use words::{TomlError, is_east_asian};

/// The names of placeholders with their values.
pub type Placeholders<'a> = [(&'a str, &'a dyn PlaceholderValue)];

/// A form of a noun in a phrase. The prefix of a placeholder chooses it: `{house}`, `{in_house}`
/// and `{of_house}` are `row 3`, `in row 3` and `of row 3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NounForm {
    /// The noun alone.
    Plain,
    /// After "in".
    In,
    /// After "of".
    Of,
}

impl NounForm {
    /// Splits a placeholder into its form and the name of its value.
    pub(crate) fn split(place: &str) -> (Self, &str) {
        if let Some(name) = place.strip_prefix("in_") {
            return (Self::In, name);
        }
        match place.strip_prefix("of_") {
            Some(name) => (Self::Of, name),
            None => (Self::Plain, place),
        }
    }
}

/// A value of a placeholder.
pub trait PlaceholderValue {
    /// Returns the value in a form. Most values have one form only.
    fn in_form(&self, form: NounForm) -> String;
}

impl<T: Display> PlaceholderValue for T {
    fn in_form(&self, _: NounForm) -> String {
        self.to_string()
    }
}

/// Formats a text. Each placeholder takes the variable of its name, or `name = value`.
#[macro_export]
macro_rules! text {
    (@ $place:ident) => { $place };
    (@ $place:ident $value:expr) => { $value };
    ($texts:expr, $key:expr $(, $place:ident $(= $value:expr)?)* $(,)?) => {
        $texts.format($key, &[$((stringify!($place), &$crate::text!(@ $place $($value)?))),*])
    };
}
pub(crate) use text;

/// The texts of one language.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageCatalog(Arc<Table>);

impl MessageCatalog {
    /// Reads a language file. A file with the key `base` takes its missing texts from that built-in
    /// language.
    ///
    /// # Errors
    /// Fails if the file does not satisfy `schema`.
    pub fn parse(toml: &str, schema: &TextSchema) -> Result<Self, TomlError> {
        let mut table: Table = LANGUAGE.read(toml)?;
        if let Some(base) = table.remove("base") {
            table = merge(LANGUAGE.read(schema.base(&base)?)?, table);
        }
        schema.check(&table)?;
        let spacing = cjk_spacing(&table).to_owned();
        let catalog = Self(Arc::new(table));
        Ok(if spacing.is_empty() { catalog } else { catalog.map(|text| spaced(text, &spacing)) })
    }

    /// Returns the catalog with every text changed.
    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let mut table = Table::clone(&self.0);
        table.iter_mut().for_each(|(_, value)| map_texts(value, &change));
        Self(Arc::new(table))
    }

    /// Returns the value of a key such as `puzzles.one`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        find(&self.0, key)
    }

    /// Returns the text of a key. Panics if English does not have the key.
    pub fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Some(Value::String(text)) => text,
            _ => panic!("{key} is no text of en.toml"),
        }
    }

    /// Returns the texts of a list. Panics if English does not have the list.
    pub fn list(&self, key: &str) -> Vec<&str> {
        match self.get(key) {
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
            _ => panic!("{key} is no list of en.toml"),
        }
    }

    /// Formats the text of a key; see [`text!`].
    pub fn format(&self, key: &str, places: &Placeholders) -> String {
        self.fill(self.text(key), places)
    }

    /// Fills the placeholders of a text of this language.
    pub fn fill(&self, text: &str, places: &Placeholders) -> String {
        self.spaced(&fill(text, places))
    }

    /// Inserts the language's space between East Asian characters and Latin letters or digits.
    pub fn spaced(&self, text: &str) -> String {
        spaced(text, cjk_spacing(&self.0))
    }

    /// Returns the texts with those of the table `key` in place of the usual ones. Returns the
    /// texts unchanged if the file has no such table.
    pub fn with_overrides(&self, key: &str) -> Self {
        overridden(&self.0, key).map_or_else(|| self.clone(), |table| Self(Arc::new(table)))
    }

    /// Returns all texts with their keys. The texts of a list share a key. Placeholders remain in
    /// braces.
    pub fn all(&self) -> Vec<(String, &str)> {
        let mut all = Vec::new();
        self.0.iter().for_each(|(key, value)| collect_texts(key, value, &mut all));
        all
    }
}

/// Fills the placeholders of a text. Panics if `places` lacks one of them.
pub fn fill(text: &str, places: &Placeholders) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let (form, name) = NounForm::split(name);
        let found = places.iter().find(|(place, _)| *place == name);
        let (_, value) = found.expect("a text has no other places than the English one");
        out += &value.in_form(form);
        rest = after;
    }
    out + rest
}

/// Changes every text of a value.
fn map_texts(value: &mut Value, change: &impl Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(values) => values.iter_mut().for_each(|value| map_texts(value, change)),
        Value::Table(table) => table.iter_mut().for_each(|(_, value)| map_texts(value, change)),
        _ => {}
    }
}

fn collect_texts<'a>(key: &str, value: &'a Value, all: &mut Vec<(String, &'a str)>) {
    match value {
        Value::String(text) => all.push((key.to_owned(), text)),
        Value::Array(values) => values.iter().for_each(|value| collect_texts(key, value, all)),
        Value::Table(table) => {
            table
                .iter()
                .for_each(|(name, value)| collect_texts(&format!("{key}.{name}"), value, all));
        }
        _ => {}
    }
}

/// Returns the text that a language writes between an East Asian character and a Latin letter or
/// digit. Most languages write nothing.
fn cjk_spacing(table: &Table) -> &str {
    table.get("beside").and_then(Value::as_str).unwrap_or_default()
}

fn spaced(text: &str, space: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        if is_east_asian(before) && c.is_ascii_alphanumeric()
            || is_east_asian(c) && before.is_ascii_alphanumeric()
        {
            out.push_str(space);
        }
        out.push(c);
        before = c;
    }
    out
}
