//! Texts by key in one language: a TOML file that has the keys of the English one.
//!
//! English is the schema: a file of another language has the same keys, lists as long, and in each text the same
//! places in braces. So a key is written twice, in `en.toml` and where its text is used; a test compares the two.

#[cfg(feature = "explain")]
pub mod explain;
pub(crate) mod markup;
pub mod toml_file;

mod schema;

use schema::{LANGUAGE, find, merge, overridden};
pub(crate) use schema::{TextSchema, wrong};

use crate::text::toml_file::TomlError;
use std::fmt::Display;
use std::sync::Arc;
use toml::{Table, Value};

/// Names of places with their values.
pub(crate) type Placeholders<'a> = [(&'a str, &'a dyn Display)];

/// A text with its places filled: each with the variable of its name, or with `name = value`.
macro_rules! text {
    (@ $place:ident) => { $place };
    (@ $place:ident $value:expr) => { $value };
    ($texts:expr, $key:expr $(, $place:ident $(= $value:expr)?)* $(,)?) => {
        $texts.format($key, &[$((stringify!($place), &$crate::text::text!(@ $place $($value)?))),*])
    };
}
pub(crate) use text;

/// The texts of one language.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MessageCatalog(Arc<Table>);

impl MessageCatalog {
    /// Reads a file. One with the key `base` takes what it lacks from that built-in language.
    ///
    /// # Errors
    /// When it is not as `schema` demands.
    pub fn parse(toml: &str, schema: &TextSchema) -> Result<Self, TomlError> {
        let mut table: Table = LANGUAGE.read(toml)?;
        if let Some(base) = table.remove("base") {
            table = merge(LANGUAGE.read(schema.base(&base)?)?, table);
        }
        schema.check(&table)?;
        let spacing = cjk_spacing(&table).to_owned();
        if !spacing.is_empty() {
            table.iter_mut().for_each(|(_, value)| space_texts(value, &spacing));
        }
        Ok(Self(Arc::new(table)))
    }

    /// What the file has for a key such as `puzzles.one`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        find(&self.0, key)
    }

    /// The text of a key that English has.
    pub fn text(&self, key: &str) -> &str {
        let text = self.get(key).and_then(Value::as_str);
        text.unwrap_or_else(|| panic!("{key} is no text of en.toml"))
    }

    /// The texts of a list that English has.
    pub fn list(&self, key: &str) -> Vec<&str> {
        let list = self.get(key).and_then(Value::as_array);
        let list = list.unwrap_or_else(|| panic!("{key} is no list of en.toml"));
        list.iter().filter_map(Value::as_str).collect()
    }

    /// A text with its places filled; see [`say`].
    pub fn format(&self, key: &str, places: &Placeholders) -> String {
        self.fill(self.text(key), places)
    }

    /// Fills the places of a text that is one of these.
    pub fn fill(&self, text: &str, places: &Placeholders) -> String {
        self.spaced(&fill(text, places))
    }

    /// A text with the language's space between East Asian characters and Latin letters or digits.
    pub fn spaced(&self, text: &str) -> String {
        spaced(text, cjk_spacing(&self.0))
    }

    /// The texts with those of a table in the place of others, where a file has such a table.
    pub fn with_overrides(&self, key: &str) -> Self {
        overridden(&self.0, key).map_or_else(|| self.clone(), |table| Self(Arc::new(table)))
    }

    /// All texts with their keys; those of a list share a key. Places are in braces.
    pub fn all(&self) -> Vec<(String, &str)> {
        let mut all = Vec::new();
        self.0.iter().for_each(|(key, value)| collect_texts(key, value, &mut all));
        all
    }
}

/// A text with its places in braces filled. It has no others.
pub(crate) fn fill(text: &str, places: &Placeholders) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let value = places.iter().find(|(place, _)| *place == name);
        let (_, value) = value.expect("a text has no other places than the English one");
        out += &value.to_string();
        rest = after;
    }
    out + rest
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

/// What a language writes between an East Asian character and a Latin letter or digit: usually nothing.
fn cjk_spacing(table: &Table) -> &str {
    table.get("beside").and_then(Value::as_str).unwrap_or_default()
}

/// Applies [`spaced`] to every text.
fn space_texts(value: &mut Value, with: &str) {
    match value {
        Value::String(text) => *text = spaced(text, with),
        Value::Array(values) => values.iter_mut().for_each(|value| space_texts(value, with)),
        Value::Table(table) => table.iter_mut().for_each(|(_, value)| space_texts(value, with)),
        _ => {}
    }
}

fn spaced(text: &str, space: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        let meet = |a: char, b: char| is_east_asian(a) && b.is_ascii_alphanumeric();
        if meet(before, c) || meet(c, before) {
            out.push_str(space);
        }
        out.push(c);
        before = c;
    }
    out
}

/// Whether a character is an ideograph or kana, which are written without spaces.
pub(crate) fn is_east_asian(c: char) -> bool {
    matches!(c, '々' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '㐀'..='䶿' | '一'..='鿿' | '豈'..='\u{faff}')
}
