//! Enums whose values have names, which flags, catalogues and manifests use. `FromStr` reads the
//! names that `Display` writes, in any case and with any separators.

use crate::problem::{Clause, clause};

/// Returns true if two names differ at most in case, spaces, hyphens and underscores.
///
/// ```
/// use sudoku_press_words::is_same_name;
/// assert!(is_same_name("large-print", "Large Print"));
/// assert!(!is_same_name("kdp", "kpd"));
/// ```
pub fn is_same_name(one: &str, other: &str) -> bool {
    letters(one).eq(letters(other))
}

/// Returns the characters of a name that count in a comparison.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !is_separator(*c)).flat_map(char::to_lowercase)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '_' | '\u{2010}' | '\u{2011}')
}

/// Returns the names as a sentence lists them: all of them, or three examples of a long list.
pub fn choice(names: &[&str]) -> Clause {
    match names.len() {
        0..=12 => names.join(", ").into(),
        n => clause!("one of {} names, such as {}", n, names[..3].join(", ")),
    }
}

/// Defines an enum from a list of values with their names. `[default]` marks the default value.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $Enum:ident {
        $($(#[doc = $doc:literal])* $([$with:meta])? $Value:ident = $name:literal,)*
    }) => {
        $(#[$about])*
        $visible enum $Enum {
            $($(#[doc = $doc])* $(#[$with])? $Value,)*
        }

        impl $Enum {
            /// All values, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Value),*];

            /// The name, the description and the value of each, for the help of flags.
            pub const TABLE: &'static [(&'static str, &'static str, Self)] =
                &[$(($name, concat!($($doc),*), Self::$Value)),*];

            /// Returns the name that flags, catalogues and manifests use.
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($name),*];
                NAMES[self as usize]
            }

            /// Returns the value with exactly this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = $crate::ValueError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                for one in Self::ALL {
                    if $crate::is_same_name(one.name(), text) {
                        return Ok(one);
                    }
                }
                let names = $crate::choice(&[$($name),*]);
                Err($crate::ValueError::quoted(names, text))
            }
        }
    };
}
