//! Enums each of whose values has a name, by which flags, catalogues and manifests know it. What `Display` prints,
//! `FromStr` reads.

/// A name that no value has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct UnknownName {
    /// The names, in words.
    pub expected: String,
    /// What was found instead.
    pub found: String,
}

/// Names in words: all of them, or of a long list the first three and how many there are.
pub(crate) fn choice(names: &[&str]) -> String {
    match names.len() {
        0..=12 => names.join(", "),
        n => format!("one of {n} names, such as {}", names[..3].join(", ")),
    }
}

/// Writes an enum as a list of values with their names, and perhaps the `[default]` one. `ALL` has them in order, `TABLE`
/// with what their first lines say, for help.
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $Enum:ident {
        $($(#[doc = $doc:literal])* $([$with:meta])? $Value:ident = $name:literal,)*
    }) => {
        $(#[$about])*
        $visible enum $Enum {
            $($(#[doc = $doc])* $(#[$with])? $Value,)*
        }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Value),*];

            /// The name of each, what it is, and the value.
            pub const TABLE: &'static [(&'static str, &'static str, Self)] =
                &[$(($name, concat!($($doc),*), Self::$Value)),*];

            /// The name in flags, catalogues and manifests.
            pub const fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }

            /// The one with this name.
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
            type Err = $crate::sudoku::named::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::named(text).ok_or_else(|| $crate::sudoku::named::UnknownName {
                    expected: $crate::sudoku::named::choice(&[$($name),*]),
                    found: text.to_owned(),
                })
            }
        }
    };
}
