//! Macros that remove repetition in constants and in implementations of traits.

/// Runs a block for each number of a range in a constant, where Rust does not allow `for`.
macro_rules! const_for {
    ($i:ident in $start:tt..$end:expr => $block:block) => {{
        let mut $i = $start;
        while $i < $end {
            $block
            $i += 1;
        }
    }};
}

/// Implements `Debug` by `Display`, so that a failed assertion shows the text that people read.
macro_rules! debug_as_display {
    ($($Type:ty),*) => { $(
        impl std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )* };
}
