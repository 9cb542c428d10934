//! The error in the value of a setting, and the origin that its message names.

use std::fmt;

/// The origin of a value, the strongest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A flag.
    Flag,
    /// The variable of this name.
    Environment(String),
    /// A file: its name and the line.
    File(String),
    /// Nobody has set the value.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::File(place) => f.write_str(place),
            Self::Default => f.write_str("default"),
        }
    }
}

/// An error in the value of a setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct SettingError {
    /// The name of the setting.
    pub setting: &'static str,
    /// The origin of the value.
    pub origin: Origin,
    /// A sentence with the expected and the found value.
    pub problem: String,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setting, origin, problem } = self;
        match origin {
            Origin::Flag | Origin::Default => write!(f, "the setting `{setting}`: {problem}"),
            origin => write!(f, "{origin}: `{setting}`: {problem}"),
        }
    }
}
