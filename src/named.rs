//! Enums each of whose values has a name, by which flags, catalogues and manifests know it.

/// Writes an enum as a list of values with their names. `ALL` has them in order, `name` and `Display` tell the
/// name, `named` finds it.
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $Enum:ident {
        $($(#[$doc:meta])* $Value:ident = $name:literal,)*
    }) => {
        $(#[$about])*
        $visible enum $Enum {
            $($(#[$doc])* $Value,)*
        }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Value),*];

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
    };
}
