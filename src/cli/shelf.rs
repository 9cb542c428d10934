//! Designs, printers and languages: built in, or files of the user's. How one is found by name, and the
//! commands `list`, `show` and `check`.

use super::failure::{Code, Failure, OrFail};
use clap::Subcommand;
use std::io::{self, Write as _};
use std::path::Path;
use sudoku_press::book::{Language, LanguageError, Template, TemplateError};
use sudoku_press::files::output;
use sudoku_press::print::{Printer, PrinterError};

/// A kind of such a text: a design, a printer, a language.
pub trait Shelved: Sized {
    /// The flag and command that ask for one.
    const FLAG: &'static str;
    /// The word for one of them.
    const KIND: &'static str;
    /// The built-in ones: name and text.
    const BUILTIN: &'static [(&'static str, &'static str)];
    /// Why a text cannot be read as one.
    type Wrong: std::error::Error + Send + Sync + 'static;
    /// Reads a text.
    fn parse(text: &str) -> Result<Self, Self::Wrong>;
    /// Its name.
    fn name(&self) -> &str;
    /// Its description, on one line.
    fn about(&self) -> String;
}

impl Shelved for Template {
    const FLAG: &'static str = "template";
    const KIND: &'static str = "design";
    const BUILTIN: &'static [(&'static str, &'static str)] = Template::BUILTIN;
    type Wrong = TemplateError;
    fn parse(text: &str) -> Result<Self, TemplateError> {
        Template::parse(text)
    }
    fn name(&self) -> &str {
        self.name()
    }
    fn about(&self) -> String {
        self.description().to_owned()
    }
}

impl Shelved for Printer {
    const FLAG: &'static str = "printer";
    const KIND: &'static str = "printer";
    const BUILTIN: &'static [(&'static str, &'static str)] = Printer::BUILTIN;
    type Wrong = PrinterError;
    fn parse(text: &str) -> Result<Self, PrinterError> {
        Printer::parse(text)
    }
    fn name(&self) -> &str {
        self.name()
    }
    fn about(&self) -> String {
        let papers: Vec<&str> = self.papers().collect();
        format!("{}: {}", self.title(), papers.join(", "))
    }
}

impl Shelved for Language {
    const FLAG: &'static str = "lang";
    const KIND: &'static str = "language";
    const BUILTIN: &'static [(&'static str, &'static str)] = Language::BUILTIN;
    type Wrong = LanguageError;
    fn parse(text: &str) -> Result<Self, LanguageError> {
        Language::parse(text)
    }
    fn name(&self) -> &str {
        self.code()
    }
    fn about(&self) -> String {
        self.name().to_owned()
    }
}

/// A built-in one by its name, or a file, with its text.
pub fn find<T: Shelved>(name: &str) -> Result<(T, String), Failure> {
    let builtin = T::BUILTIN.iter().find(|(known, _)| *known == name);
    let text = match builtin {
        Some((_, text)) => (*text).to_owned(),
        None => output::read_to_string(Path::new(name)).map_err(|e| {
            let names: Vec<_> = T::BUILTIN.iter().map(|(name, _)| *name).collect();
            let words = format!(
                "{}: expected a built-in {} ({}) or a file, found {name:?} ({e})",
                T::FLAG,
                T::KIND,
                names.join(", ")
            );
            Failure::say(Code::Usage, words)
        })?,
    };
    let read = T::parse(&text).or_usage_in(format!("{} {name}", T::FLAG))?;
    Ok((read, text))
}

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the built-in ones
    List,
    /// Print the file of one, to copy and change
    Show {
        /// Name of a built-in one, or a file
        name: String,
    },
    /// Check a file: every key known, every value in range
    Check {
        /// File to check
        file: String,
    },
}

/// Runs `list`, `show` or `check`.
pub fn run<T: Shelved>(args: Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let said = match args.what {
        What::List => T::BUILTIN.iter().try_for_each(|(name, text)| {
            let about = T::parse(text).map(|read| read.about());
            let about = about.expect("the tests parse every built-in text");
            writeln!(out, "{name:<12} {about}")
        }),
        What::Show { name } => out.write_all(find::<T>(&name)?.1.as_bytes()),
        What::Check { file } => {
            let (read, _) = find::<T>(&file)?;
            writeln!(out, "{file}: ok, {} {}", T::KIND, read.name())
        }
    };
    said.or_unwritten(Path::new("standard output"))
}
