//! Whether to colour, and the few colours there are.

use clap::{Args, ValueEnum};
use std::env;
use std::io::{self, IsTerminal as _};

/// What the user typed.
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

/// How a text is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    Plain,
    /// The digits that are given.
    Bold,
    /// The digits that were found.
    Cyan,
}

/// Colours, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    Colors,
    Mono,
}

impl ColorArgs {
    pub fn palette(&self) -> Palette {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self.color {
            When::Always => Palette::Colors,
            When::Auto if !no_color && !dumb && io::stdout().is_terminal() => Palette::Colors,
            When::Auto | When::Never => Palette::Mono,
        }
    }
}

impl Palette {
    pub fn paint(self, ink: Ink, text: char) -> String {
        match (self, ink) {
            (Self::Mono, _) | (_, Ink::Plain) => text.to_string(),
            (Self::Colors, Ink::Bold) => format!("\u{1b}[1m{text}\u{1b}[0m"),
            (Self::Colors, Ink::Cyan) => format!("\u{1b}[36m{text}\u{1b}[0m"),
        }
    }
}
