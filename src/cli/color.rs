//! Whether to colour, and the colours.

use clap::{Args, ValueEnum};
use std::env;
use std::io::{self, IsTerminal as _};

#[derive(Args, Debug)]
pub struct ColorArgs {
    /// Colour: on a terminal unless NO_COLOR is set, always, or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// When standard output is a terminal and NO_COLOR is not set
    Auto,
    /// In any case
    Always,
    /// Never
    Never,
}

impl ColorArgs {
    /// Whether to colour.
    pub fn colors(&self) -> bool {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self.color {
            When::Always => true,
            When::Auto => !no_color && !dumb && io::stdout().is_terminal(),
            When::Never => false,
        }
    }
}

/// The terminal's code for bold type.
pub const BOLD: u8 = 1;
/// The terminal's code for cyan.
pub const CYAN: u8 = 36;

/// A character in bold or in colour.
pub fn painted(code: u8, text: char) -> String {
    format!("\u{1b}[{code}m{text}\u{1b}[0m")
}
