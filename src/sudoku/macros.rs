//! Macros for what every type of this room needs.

/// Runs a block for each number of a range. For constants, in which `for` is not allowed.
macro_rules! const_for {
    ($i:ident in $start:tt..$end:expr => $block:block) => {{
        let mut $i = $start;
        while $i < $end {
            $block
            $i += 1;
        }
    }};
}

/// Implements `Debug` by `Display`, so that a failed assertion shows what people read.
macro_rules! debug_as_display {
    ($($Type:ty),*) => { $(
        impl std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )* };
}
