//! Layers of settings: flags, the environment, a job file, a series, the manifest of a finished
//! run. A stronger layer wins, and removes what its settings exclude from weaker ones.
//!
//! ```text
//! flags ──────┐
//! variables ──┤
//! job file ───┼─► Layers ─► Settings
//! series ─────┤
//! manifest ───┘
//! ```

use super::row::{Group, Setting};
use super::setting_error::{Origin, SettingError};
use super::value::SettingValue as _;
use super::{MessageSettings, Settings};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::mem::discriminant;

/// The value of a setting as text, and its origin.
#[derive(Clone, Debug)]
pub struct SettingText {
    /// The setting.
    pub setting: &'static Setting,
    /// The value: one text, or of a list several.
    pub texts: Vec<OsString>,
    /// The origin of the value.
    pub origin: Origin,
}

impl SettingText {
    /// A value from a text; of a list, with commas between the values.
    pub fn new(setting: &'static Setting, text: &str, origin: Origin) -> Self {
        Self { setting, texts: setting.split(text), origin }
    }

    /// Returns the value as one text; `None` if it has characters that are no text.
    pub fn text(&self) -> Option<String> {
        self.texts.join(",".as_ref()).into_string().ok()
    }

    /// Returns true unless the setting is a switch that is off.
    fn is_on(&self) -> bool {
        !self.setting.kind.is_switch() || bool::read_all(&self.texts) == Ok(true)
    }

    fn error(&self, problem: String) -> SettingError {
        SettingError { setting: self.setting.name, origin: self.origin.clone(), problem }
    }
}

/// The values of settings, from the strongest origin of each.
#[derive(Clone, Debug, Default)]
pub struct Layers(BTreeMap<&'static str, SettingText>);

impl Layers {
    /// Adds a value whose origin is not stronger than those before. It is dropped if the setting
    /// has a value, or if a stronger origin sets one that excludes it.
    ///
    /// # Errors
    /// [`SettingError`] for a value that the setting cannot have.
    pub fn add(&mut self, text: SettingText) -> Result<(), SettingError> {
        let SettingText { setting, texts, origin } = &text;
        let is_stronger = |rival: &SettingText| discriminant(&rival.origin) != discriminant(origin);
        if self.is_set(setting.name) || self.rivals(setting).any(is_stronger) {
            return Ok(());
        }
        setting.check(texts).map_err(|problem| text.error(problem))?;
        self.0.insert(setting.name, text);
        Ok(())
    }

    /// Adds values to those of a list, whatever their origin. A setting that is no list keeps the
    /// value that it has.
    pub fn extend(&mut self, text: SettingText) {
        match self.0.get_mut(text.setting.name) {
            Some(old) if old.setting.is_list => old.texts.extend(text.texts),
            Some(_) => {}
            None => drop(self.0.insert(text.setting.name, text)),
        }
    }

    /// Returns true if the setting has a value.
    pub fn is_set(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the value of a setting.
    pub fn get(&self, name: &str) -> Option<&SettingText> {
        self.0.get(name)
    }

    /// Returns the values that exclude this setting.
    pub fn rivals(&self, setting: &Setting) -> impl Iterator<Item = &SettingText> {
        let others = self.0.values().filter(|other| other.is_on());
        others.filter(move |other| setting.is_excluded_by(other.setting))
    }

    /// Returns the values, by name.
    pub fn iter(&self) -> impl Iterator<Item = &SettingText> {
        self.0.values()
    }

    /// Returns the settings of messages, as far as they are right. They decide the form in which
    /// all errors are told.
    pub fn message_settings(&self) -> MessageSettings {
        let mut settings = Settings::default();
        let texts = self.iter().filter(|text| text.setting.group == Group::Messages);
        // A wrong value leaves the default.
        texts.for_each(|text| drop(text.setting.set(&mut settings, &text.texts)));
        settings.messages
    }

    /// Returns the typed settings.
    ///
    /// # Errors
    /// [`SettingError`] for a setting that another one of its layer excludes, that lacks the one
    /// that it needs, or that does not go with another one.
    pub fn settings(&self) -> Result<Settings, SettingError> {
        let mut settings = Settings::default();
        // A setting comes after those on which its meaning depends.
        for row in Setting::all() {
            let Some(text) = self.get(row.name) else { continue };
            if let Some(rival) = self.rivals(row).next().filter(|_| text.is_on()) {
                let (name, origin) = (rival.setting.name, &rival.origin);
                let beside =
                    if *origin == Origin::Flag { String::new() } else { format!(" ({origin})") };
                return Err(text.error(format!(
                    "cannot be used with the setting `{name}`{beside}; leave one out"
                )));
            }
            let is_missing = |needed: &&str| text.is_on() && !self.is_set(needed);
            if let Some(needed) = row.needs.filter(is_missing) {
                return Err(text.error(format!("expected the setting `{needed}` too, found none")));
            }
            row.set(&mut settings, &text.texts).map_err(|problem| text.error(problem))?;
        }
        settings.book.imprint.course = settings.puzzles.rating.course.clone();
        settings.archive.is_used = settings.archive.name.is_some();
        Ok(settings)
    }
}
