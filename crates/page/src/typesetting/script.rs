//! Scripts that this program cannot set: those from right to left, and those whose characters
//! change form or place next to others. One character after another from left to right would
//! misspell them.

use std::ops::RangeInclusive;
use std::sync::LazyLock;
use words::{Clause, clause};

/// An unsupported script, or a group of unsupported signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnsupportedScript {
    name: &'static str,
    why: &'static str,
}

/// The blocks of unsupported characters: first and last character, letter of the reason, and name.
const BLOCKS: &str = include_str!("scripts.txt");
/// The first character of all blocks; almost all text is before it.
const FIRST: char = '\u{300}';

/// Returns the reason that a letter in [`BLOCKS`] stands for.
const fn reason(letter: u8) -> &'static str {
    match letter {
        b'R' => "which runs from right to left; books are set from left to right, with any font",
        b'J' => {
            "whose characters change their form and place beside others; books are set a \
             character after the other, with any font"
        }
        b'M' => "which belongs above or below another one; use one character for both, such as é",
        _ => "which changes nothing here: books are set from left to right",
    }
}

/// The parsed rows of [`BLOCKS`], which are searched for each character of a book.
static ROWS: LazyLock<Vec<(RangeInclusive<u32>, UnsupportedScript)>> = LazyLock::new(|| {
    let rows = BLOCKS.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(parse_row).collect()
});

/// Parses a row of [`BLOCKS`].
fn parse_row(row: &'static str) -> Option<(RangeInclusive<u32>, UnsupportedScript)> {
    let [first, last, letter, name] = row.splitn(4, ' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let first = u32::from_str_radix(first, 16).ok()?;
    let last = u32::from_str_radix(last, 16).ok()?;
    let why = reason(letter.as_bytes()[0]);
    Some((first..=last, UnsupportedScript { name, why }))
}

impl UnsupportedScript {
    /// Describes a character of the script: its code, the name of the script, and the reason.
    pub fn describe(self, character: char) -> Clause {
        clause!("{} is {}, {}", format!("U+{:04X}", u32::from(character)), self.name, self.why)
    }

    /// Returns the script of a character, if it is unsupported.
    pub fn find(character: char) -> Option<Self> {
        if character < FIRST {
            return None;
        }
        let mut rows = ROWS.iter();
        rows.find(|(block, _)| block.contains(&u32::from(character))).map(|(_, script)| *script)
    }
}
