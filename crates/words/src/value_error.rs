//! The error for a value that is not as expected, shared by all rooms.

use crate::problem::{Clause, clause};
use std::fmt::{self, Display};

/// An error that compares a value with the allowed ones: `listing: expected a title, found
/// nothing`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ValueError {
    /// The location of the value, such as a setting or a key; `None` if the caller adds it.
    pub place: Option<String>,
    /// The values that are allowed.
    pub expected: Clause,
    /// The actual value, in quotes if it is text that the program did not write.
    pub found: Clause,
}

impl ValueError {
    /// Describes a value without its location, which the caller adds.
    pub fn new(expected: impl Into<Clause>, found: impl Into<Clause>) -> Self {
        Self { place: None, expected: expected.into(), found: found.into() }
    }

    /// Describes a text that the program did not write, in quotes.
    pub fn quoted(expected: impl Into<Clause>, text: &str) -> Self {
        Self::new(expected, Clause::quoted(text))
    }

    /// Adds the location.
    #[must_use]
    pub fn at(self, place: impl Display) -> Self {
        Self { place: Some(place.to_string()), ..self }
    }
}

impl From<ValueError> for Clause {
    fn from(ValueError { place, expected, found }: ValueError) -> Self {
        let wrong = clause!("expected {}, found {}", expected, found);
        match place {
            Some(place) => clause!("{}: {}", place, wrong),
            None => wrong,
        }
    }
}

impl Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Clause::from(self.clone()).fmt(f)
    }
}

/// Implements `Display` and the conversion from a `String` for a text that is checked when it is
/// parsed: a struct around a `String`.
#[macro_export]
macro_rules! checked_string {
    ($name:ident) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::ValueError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }
    };
}
