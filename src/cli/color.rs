//! Colours of the output: green for correct results, red for errors.

use super::flags::args_of_settings;
use super::terminal::is_stderr_terminal;
use super::{is_stdout_terminal, printable};
use std::env;
use std::fmt::Display;
use sudoku_press::run::ColorMode;

/// The flag of commands that print colours.
#[derive(Clone, Copy, Debug)]
pub struct ColorArgs {
    color: ColorMode,
}

args_of_settings! { ColorArgs, ["color"], |settings| Self { color: settings.messages.color } }

impl ColorArgs {
    /// Returns the colours for standard output.
    pub fn for_stdout(self) -> Colors {
        Colors::for_mode(self.color, is_stdout_terminal())
    }

    /// Returns the colours for standard error.
    pub fn for_stderr(self) -> Colors {
        Colors::for_mode(self.color, is_stderr_terminal())
    }

    /// Returns the colours for a file: none, unless `--color always` is set.
    pub fn for_file(self) -> Colors {
        Colors(self.color == ColorMode::Always)
    }
}

/// Adds colours to text, or leaves it plain. Control characters in the text are escaped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Colors(bool);

impl Colors {
    pub fn for_mode(choice: ColorMode, is_terminal: bool) -> Self {
        Self(match choice {
            ColorMode::Always => true,
            ColorMode::Never => false,
            ColorMode::Auto => {
                let set = |name: &str| env::var_os(name).unwrap_or_default();
                is_terminal && set("NO_COLOR").is_empty() && set("TERM") != "dumb"
            }
        })
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
