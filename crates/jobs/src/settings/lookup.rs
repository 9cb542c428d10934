//! Look-ups in the list of settings: by name, by command, and their defaults.

use super::Settings;
use super::list::LIST;
use super::row::{Group, Setting};
use super::value::as_text;
use serde_json::Value;
use std::sync::LazyLock;
use words::is_same_name;

impl Setting {
    /// Returns the settings that are flags and keys of job files, in the order of the list.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        LIST.iter().filter(|setting| setting.group != Group::Manifest)
    }

    /// Returns the settings group by group.
    pub fn by_group() -> impl Iterator<Item = &'static Self> {
        let groups = Group::ALL.into_iter();
        groups.flat_map(|group| Self::all().filter(move |row| row.group == group))
    }

    /// Returns the settings of a command, group by group.
    pub fn of_command(command: &str) -> impl Iterator<Item = &'static Self> {
        Self::by_group().filter(move |row| row.is_of(command))
    }

    /// Returns the setting that is a flag of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::all().find(|setting| setting.name == name)
    }

    /// Returns the setting that a user means by this name: case and separators are ignored.
    pub fn find_typed(name: &str) -> Option<&'static Self> {
        Self::all().find(|setting| is_same_name(setting.name, name.trim()))
    }

    /// Returns its default as text; `None` if it has none that is a value.
    pub fn default_text(&self) -> Option<&'static str> {
        let place = LIST.iter().position(|row| std::ptr::eq(row, self) || row.is_same(self))?;
        DEFAULTS[place].1.as_deref()
    }
}

/// The values of settings that nobody has set, in JSON and as text.
pub(super) static DEFAULTS: LazyLock<Vec<(Option<Value>, Option<String>)>> = LazyLock::new(|| {
    let usual = Settings::default();
    let value = |row: &Setting| {
        let value = (row.write)(&usual);
        let text = value.as_ref().map(as_text);
        (value, text)
    };
    LIST.iter().map(value).collect()
});
