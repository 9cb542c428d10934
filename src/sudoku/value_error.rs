//! The one error of a value that is not as it should be.

use std::fmt::{self, Display};

/// A value that is not as it should be: `listing: expected a title, found nothing`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ValueError {
    /// The place of the value, such as a setting or a key; `None` if the reader knows it.
    pub place: Option<String>,
    /// The values that are allowed.
    pub expected: String,
    /// The value that is there; text of others is quoted.
    pub found: String,
}

impl ValueError {
    /// An error that leaves its place to the caller.
    pub fn new(expected: impl Display, found: impl Display) -> Self {
        Self { place: None, expected: expected.to_string(), found: found.to_string() }
    }

    /// An error of a text of others.
    pub fn quoted(expected: impl Display, text: &str) -> Self {
        Self::new(expected, format_args!("{text:?}"))
    }

    /// Names the place.
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
