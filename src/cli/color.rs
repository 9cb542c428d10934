//! Colours of the output: green for correct results, red for errors.

use super::terminal::is_stderr_terminal;
use super::{is_stdout_terminal, printable};
use std::env;
use std::fmt::Display;

/// Returns false if the user or the terminal wants no colours.
fn are_colors_wanted() -> bool {
    env::var_os("NO_COLOR").unwrap_or_default().is_empty()
        && env::var_os("TERM").unwrap_or_default() != "dumb"
}

/// Adds colours to text, or leaves it plain, which is the default. Control characters in the text
/// are escaped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Colors(bool);

impl Colors {
    /// Returns the colours for standard output.
    pub fn for_stdout() -> Self {
        Self(is_stdout_terminal() && are_colors_wanted())
    }

    /// Returns the colours for standard error.
    pub fn for_stderr() -> Self {
        Self(is_stderr_terminal() && are_colors_wanted())
    }

    /// Returns text in a colour of the terminal. `code` is the SGR code.
    pub fn paint(self, code: u8, words: impl Display) -> String {
        let words = words.to_string();
        let words = printable(&words);
        if self.0 { format!("\u{1b}[{code}m{words}\u{1b}[0m") } else { words.into_owned() }
    }

    /// Returns a text in which the `OK` at the beginning of a line is green.
    pub fn with_verdicts(self, text: &str) -> String {
        let line = |line: &str| match line.strip_prefix("OK") {
            Some(rest) => self.verdict(true, "OK") + &printable(rest),
            None => printable(line).into_owned(),
        };
        text.split_inclusive('\n').map(line).collect()
    }

    /// Returns the text of a verdict: green if it is good, otherwise red.
    pub fn verdict(self, fine: bool, words: impl Display) -> String {
        self.paint(if fine { 32 } else { 31 }, words)
    }
}
