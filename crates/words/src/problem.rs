//! A problem that a person can mend, with the settings that its message names. A job file names a
//! setting `count = 50`, a command line `--count 50`.

use crate::value_error::ValueError;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path;
use std::sync::Arc;

/// A setting in a message, perhaps with a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
/// has it, `{:#}` as a flag. In JSON a value is a string.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Clause {
    /// A text that is the same in each language.
    Value(Box<str>),
    /// A setting.
    Setting(Box<NamedSetting>),
    /// A template, and what stands for each `{}` in it. A text of the program has no parts.
    Filled(Cow<'static, str>, Box<[Self]>),
    /// An error of the system.
    System {
        /// The words of the system.
        text: Box<str>,
        /// The kind of the error, which may have a translation.
        kind: Box<str>,
    },
}

/// A language in which messages are shown, with its names of settings.
pub trait Wording {
    /// Returns the translation of a template, whose `{}` stay in place, if there is one.
    fn translate(&self, template: &str) -> Option<String>;
    /// Names a setting.
    fn name_setting(&self, setting: &NamedSetting) -> String;
}

impl Default for Clause {
    fn default() -> Self {
        Self::Value("".into())
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
        Self::Filled(template.into(), parts.into())
    }

    /// Returns a text of the program.
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Filled(text.into(), [].into())
    }

    /// Returns an error as a clause, so that a language can show it as far as it knows it.
    pub fn of_error(error: &(dyn Error + 'static)) -> Self {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            error.into()
        } else if let Some(error) = error.downcast_ref::<ValueError>() {
            error.clone().into()
        } else if let Some(clause) = error.downcast_ref::<Self>() {
            clause.clone()
        } else {
            error.to_string().into()
        }
    }

    /// Quotes a text that the program did not write.
    pub fn quoted(text: &str) -> Self {
        format!("{text:?}").into()
    }

    /// Joins clauses by a template of two, such as `{}; {}`; `None` if there are none.
    pub fn join(template: &'static str, clauses: impl IntoIterator<Item = Self>) -> Option<Self> {
        clauses.into_iter().reduce(|one, next| Self::fill(template, [one, next]))
    }

    /// Lists clauses: `a, b and c`.
    pub fn list(clauses: impl IntoIterator<Item = Self>) -> Self {
        let mut clauses: Vec<_> = clauses.into_iter().collect();
        let last = clauses.pop().unwrap_or_default();
        match Self::join("{}, {}", clauses) {
            Some(first) => Self::fill("{} and {}", [first, last]),
            None => last,
        }
    }

    /// Replaces a text in all values.
    #[must_use]
    pub fn with_value(self, old: &str, new: &str) -> Self {
        match self {
            Self::Value(text) => text.replace(old, new).into(),
            Self::Filled(template, parts) => {
                let replaced = parts.into_iter().map(|part| part.with_value(old, new));
                Self::Filled(template, replaced.collect())
            }
            other => other,
        }
    }

    /// Shows the clause in another language.
    pub fn show_in(&self, wording: &impl Wording) -> String {
        match self {
            Self::Value(text) => text.clone().into_string(),
            Self::Setting(setting) => wording.name_setting(setting),
            Self::Filled(template, parts) => {
                let known = wording.translate(template);
                let template = known.as_deref().unwrap_or(template);
                if parts.is_empty() {
                    return template.to_owned();
                }
                let mut texts = template.split("{}");
                let mut shown = texts.next().unwrap_or_default().to_owned();
                for (part, text) in parts.iter().zip(texts) {
                    shown += &part.show_in(wording);
                    shown += text;
                }
                shown
            }
            Self::System { text, kind } => {
                wording.translate(kind).unwrap_or_else(|| text.clone().into_string())
            }
        }
    }

    /// Returns the name of the first setting in it.
    fn first_setting(&self) -> Option<&str> {
        match self {
            Self::Value(_) | Self::System { .. } => None,
            Self::Setting(setting) => Some(&setting.name),
            Self::Filled(_, parts) => parts.iter().find_map(Self::first_setting),
        }
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(text) | Self::System { text, .. } => f.write_str(text),
            Self::Setting(setting) => setting.fmt(f),
            Self::Filled(template, parts) if parts.is_empty() => f.write_str(template),
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

/// A clause is an error that says no more than its words.
impl Error for Clause {}

impl From<NamedSetting> for Clause {
    fn from(setting: NamedSetting) -> Self {
        Self::Setting(Box::new(setting))
    }
}

impl From<&'static str> for Clause {
    fn from(text: &'static str) -> Self {
        Self::text(text)
    }
}

impl From<&io::Error> for Clause {
    fn from(error: &io::Error) -> Self {
        let text = error.to_string();
        match error.get_ref() {
            Some(own) => own.downcast_ref::<Self>().cloned().unwrap_or_else(|| text.into()),
            None => Self::System { text: text.into(), kind: error.kind().to_string().into() },
        }
    }
}

impl From<io::Error> for Clause {
    fn from(error: io::Error) -> Self {
        Self::from(&error)
    }
}

/// Values that a message shows as they are.
macro_rules! shown {
    ($($Value:ty),*) => {
        $(impl From<$Value> for Clause {
            fn from(value: $Value) -> Self {
                Self::Value(value.to_string().into())
            }
        })*
    };
}

shown!(String, char, i32, u8, u16, u32, u64, usize, f64, fmt::Arguments<'_>, path::Display<'_>);

/// A problem that a person can mend: `--pages 7: expected at least 24, found 7; use --total 6`.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The setting that causes it.
    pub setting: Option<Box<NamedSetting>>,
    /// The place: a file and its line, a folder, a design.
    pub place: Option<Box<Clause>>,
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
    pub fn expected(expected: impl Into<Clause>, found: impl Into<Clause>) -> Self {
        Self::new(clause!("expected {}, found {}", expected, found))
    }

    /// Describes a file that a setting names and that cannot be used.
    pub fn unusable(
        name: &'static str,
        file: impl Display,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        let cause = cause.into();
        let problem = Self::new(Clause::of_error(&*cause)).with_setting_value(name, file);
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
    pub fn at(self, place: impl Into<Clause>) -> Self {
        Self { place: Some(Box::new(place.into())), ..self }
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

    /// Returns the problem as a clause.
    pub fn clause(&self) -> Clause {
        let Self { setting, place, wrong, remedy, .. } = self;
        let mut whole = wrong.clone();
        if let Some(remedy) = remedy {
            whole = clause!("{}; {}", whole, (**remedy).clone());
        }
        let place = place.as_deref().cloned();
        match (place, setting.as_deref().cloned()) {
            (Some(place), Some(setting)) => {
                clause!("{}: `{}`: {}", place, setting.name.into_owned(), whole)
            }
            (Some(place), None) => clause!("{}: {}", place, whole),
            (None, Some(setting)) => clause!("{}: {}", setting, whole),
            (None, None) => whole,
        }
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
        self.clause().fmt(f)
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let cause = self.cause.as_deref()?;
        Some(cause)
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
