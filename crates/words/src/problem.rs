//! A problem that a person can mend, with the settings that its message names. A job file names a
//! setting `count = 50`, a command line `--count 50`.

use crate::value_error::ValueError;
use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;

/// A setting in a message, perhaps with a value.
#[derive(Clone, Debug)]
pub struct NamedSetting {
    /// The name of the setting.
    pub name: Cow<'static, str>,
    /// The value that the message gives, if any.
    pub value: Option<String>,
}

/// Names a setting in a message.
pub fn setting(name: impl Into<Cow<'static, str>>) -> NamedSetting {
    NamedSetting { name: name.into(), value: None }
}

impl NamedSetting {
    /// Adds a value.
    #[must_use]
    pub fn to(self, value: impl Display) -> Self {
        Self { value: Some(value.to_string()), ..self }
    }
}

impl Display for NamedSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value } = self;
        match (value, f.alternate()) {
            (None, false) => write!(f, "the setting `{name}`"),
            (Some(value), false) => write!(f, "the setting `{name} = {value}`"),
            (None, true) => write!(f, "--{name}"),
            (Some(value), true) => write!(f, "--{name} {value}"),
        }
    }
}

/// A clause of a message: text, and the settings that it names. `{}` shows a setting as a job file
/// has it, `{:#}` as a flag.
#[derive(Clone, Debug)]
pub enum Clause {
    /// A text. A text of the program may have a translation.
    Text(Cow<'static, str>),
    /// A setting.
    Setting(Box<NamedSetting>),
    /// A template, and what stands for each `{}` in it.
    Filled(&'static str, Box<[Self]>),
}

/// A language in which messages are shown, with its names of settings.
pub trait Wording {
    /// Returns the translation of a template, whose `{}` stay in place, if there is one.
    fn translate_template(&self, template: &str) -> Option<String>;
    /// Returns the translation of a whole text, if there is one.
    fn translate(&self, text: &str) -> Option<String>;
    /// Names a setting.
    fn name_setting(&self, setting: &NamedSetting) -> String;
}

impl Default for Clause {
    fn default() -> Self {
        Self::Text("".into())
    }
}

/// Makes a [`Clause`] of a template. Each `{}` in it stands for a setting, a text or another
/// clause.
#[doc(hidden)]
#[macro_export]
macro_rules! message_clause {
    ($template:literal $(, $part:expr)* $(,)?) => {
        $crate::Clause::fill($template, [$($part.into()),*])
    };
}

pub use message_clause as clause;

impl Clause {
    /// Fills a template.
    pub fn fill<const N: usize>(template: &'static str, parts: [Self; N]) -> Self {
        Self::Filled(template, parts.into())
    }

    /// Shows the clause in another language.
    pub fn show_in(&self, wording: &impl Wording) -> String {
        match self {
            Self::Text(text) => {
                wording.translate(text).unwrap_or_else(|| text.clone().into_owned())
            }
            Self::Setting(setting) => wording.name_setting(setting),
            Self::Filled(template, parts) => {
                let known = wording.translate_template(template);
                if known.is_none()
                    && let Some(whole) = wording.translate(&self.to_string())
                {
                    return whole;
                }
                let mut texts = known.as_deref().unwrap_or(template).split("{}");
                let mut shown = texts.next().unwrap_or_default().to_owned();
                for (part, text) in parts.iter().zip(texts) {
                    shown += &part.show_in(wording);
                    shown += text;
                }
                shown
            }
        }
    }

    /// Returns the name of the first setting in it.
    fn first_setting(&self) -> Option<&str> {
        match self {
            Self::Text(_) => None,
            Self::Setting(setting) => Some(&setting.name),
            Self::Filled(_, parts) => parts.iter().find_map(Self::first_setting),
        }
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Setting(setting) => setting.fmt(f),
            Self::Filled(template, parts) => {
                let mut texts = template.split("{}");
                f.write_str(texts.next().unwrap_or_default())?;
                for (part, text) in parts.iter().zip(texts) {
                    part.fmt(f)?;
                    f.write_str(text)?;
                }
                Ok(())
            }
        }
    }
}

impl From<NamedSetting> for Clause {
    fn from(setting: NamedSetting) -> Self {
        Self::Setting(Box::new(setting))
    }
}

impl From<&'static str> for Clause {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Clause {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// A problem that a person can mend: `--pages 7: expected at least 24, found 7; use --total 6`.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The setting that causes it.
    pub setting: Option<Box<NamedSetting>>,
    /// The place: a file and its line, a folder, a design.
    pub place: Option<Box<str>>,
    /// The fault, such as `expected 1 to 5, found 7`.
    pub wrong: Clause,
    /// The advice.
    pub remedy: Option<Box<Clause>>,
    /// The setting that a form shows beside the message, which does not name it.
    pub field: Option<&'static str>,
    /// The cause, if another error is.
    pub cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl Problem {
    /// Describes what is wrong.
    pub fn new(wrong: impl Into<Clause>) -> Self {
        Self { wrong: wrong.into(), ..Self::default() }
    }

    /// Compares a value with what was expected.
    pub fn expected(expected: impl Into<Clause>, found: impl Display) -> Self {
        Self::new(clause!("expected {}, found {}", expected, found.to_string()))
    }

    /// Describes a file that a setting names and that cannot be used.
    pub fn unusable(
        name: &'static str,
        file: impl Display,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        let cause = cause.into();
        let problem = Self::new(cause.to_string()).with_setting_value(name, file);
        Self { cause: Some(cause.into()), ..problem }
    }

    /// Names the setting that causes the problem.
    #[must_use]
    pub fn with_setting(self, name: impl Into<Cow<'static, str>>) -> Self {
        Self { setting: Some(setting(name).into()), ..self }
    }

    /// Names the setting that causes the problem, with its value.
    #[must_use]
    pub fn with_setting_value(self, name: &'static str, value: impl Display) -> Self {
        Self { setting: Some(setting(name).to(value).into()), ..self }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(self, place: impl Display) -> Self {
        Self { place: Some(place.to_string().into()), ..self }
    }

    /// Adds what to do.
    #[must_use]
    pub fn remedy(self, remedy: impl Into<Clause>) -> Self {
        Self { remedy: Some(Box::new(remedy.into())), ..self }
    }

    /// Names the setting of a message that speaks of something else, such as a printer.
    #[must_use]
    pub fn for_field(self, name: &'static str) -> Self {
        Self { field: Some(name), ..self }
    }

    /// Returns the name of the setting that causes the problem, or else of the first that the
    /// message names.
    pub fn setting_name(&self) -> Option<&str> {
        if let Some(setting) = &self.setting {
            return Some(&setting.name);
        }
        let in_message = self.wrong.first_setting();
        let in_remedy = self.remedy.as_deref().and_then(Clause::first_setting);
        self.field.or(in_message).or(in_remedy)
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, &self.setting) {
            (Some(place), Some(setting)) => write!(f, "{place}: `{}`: ", setting.name)?,
            (Some(place), None) => write!(f, "{place}: ")?,
            (None, Some(setting)) => clause!("{}: ", (**setting).clone()).fmt(f)?,
            (None, None) => {}
        }
        self.wrong.fmt(f)?;
        match &self.remedy {
            Some(remedy) => clause!("; {}", remedy.as_ref().clone()).fmt(f),
            None => Ok(()),
        }
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let cause = self.cause.as_deref()?;
        Some(cause)
    }
}

impl From<ValueError> for Problem {
    fn from(error: ValueError) -> Self {
        let ValueError { place, expected, found } = error;
        Self { place: place.map(String::into_boxed_str), ..Self::expected(expected, found) }
    }
}

impl<T: Into<Clause>> From<T> for Problem {
    fn from(wrong: T) -> Self {
        Self::new(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_sees_settings_in_its_own_form() {
        let problem = Problem::expected("full pages of 6 puzzles", 7);
        let problem = problem.remedy(clause!("use {}, or fewer", setting("total").to(6)));
        assert_eq!(problem.setting_name(), Some("total"));
        let problem = problem.with_setting("pages");
        assert_eq!(
            problem.to_string(),
            "the setting `pages`: expected full pages of 6 puzzles, found 7; use the setting \
             `total = 6`, or fewer"
        );
        assert_eq!(
            format!("{problem:#}"),
            "--pages: expected full pages of 6 puzzles, found 7; use --total 6, or fewer"
        );
        let in_file = problem.at("job.toml:3");
        assert!(in_file.to_string().starts_with("job.toml:3: `pages`: expected full"));
        assert_eq!(in_file.setting_name(), Some("pages"));
        // A message without a remedy names its setting, too.
        let needed = Problem::new(clause!("expected {} too, found none", setting("archive")));
        assert_eq!(needed.setting_name(), Some("archive"));
        assert_eq!(needed.for_field("paper").setting_name(), Some("paper"));
    }
}
