//! The error for a value that is not as expected, shared by all rooms.

use std::fmt::{self, Display};

/// An error that compares a value with the allowed ones: `listing: expected a title, found
/// nothing`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ValueError {
    /// The location of the value, such as a setting or a key; `None` if the caller adds it.
    pub place: Option<String>,
    /// The values that are allowed.
    pub expected: String,
    /// The actual value, in quotes if it is text that the program did not write.
    pub found: String,
}

impl ValueError {
    /// Describes a value without its location, which the caller adds.
    pub fn new(expected: impl Display, found: impl Display) -> Self {
        Self { place: None, expected: expected.to_string(), found: found.to_string() }
    }

    /// Describes a text that the program did not write, in quotes.
    pub fn quoted(expected: impl Display, text: &str) -> Self {
        Self::new(expected, format_args!("{text:?}"))
    }

    /// Adds the location.
    #[must_use]
    pub fn at(self, place: impl Display) -> Self {
        Self { place: Some(place.to_string()), ..self }
    }
}

impl Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}
