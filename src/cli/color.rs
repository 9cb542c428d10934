//! Colour: green for what is right, red for what is wrong.

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
    /// What is painted of the text for standard output.
    pub fn for_stdout(self) -> Colors {
        Colors::for_mode(self.color, is_stdout_terminal())
    }

    /// What is painted of the text for standard error.
    pub fn for_stderr(self) -> Colors {
        Colors::for_mode(self.color, is_stderr_terminal())
    }

    /// What is painted of the text for a file.
    pub fn for_file(self) -> Colors {
        Colors(self.color == ColorMode::Always)
    }
}

/// Paints words, or leaves them as they are. What a terminal would obey in the words is made harmless.
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

    /// Words in a colour of the terminal, by its code.
    pub fn paint(self, code: u8, words: impl Display) -> String {
        let words = words.to_string();
        let words = printable(&words);
        match self.0 {
            true => format!("\u{1b}[{code}m{words}\u{1b}[0m"),
            false => words.into_owned(),
        }
    }

    /// A text whose verdicts, lines that begin with `ok`, are green.
    pub fn with_verdicts(self, text: &str) -> String {
        let line = |line: &str| match line.strip_prefix("ok") {
            Some(rest) => self.verdict(true, "ok") + &printable(rest),
            None => printable(line).into_owned(),
        };
        text.split_inclusive('\n').map(line).collect()
    }

    /// Words of a verdict: green if all is right, and otherwise red.
    pub fn verdict(self, fine: bool, words: impl Display) -> String {
        self.paint(if fine { 32 } else { 31 }, words)
    }
}
