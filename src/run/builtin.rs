//! Designs, printers and languages: built in, or files of the user's. How one is found by name.

use super::book_plan::specimens;
use crate::book::{self, Imprint, Language, Template};
use crate::human::ladder::Ladder;
use crate::printers::{Printer, PrinterError};
use crate::store::files::output;
use crate::words::toml_file::TomlError;
use std::error::Error;
use std::path::Path;

/// A kind of such a text: a design, a printer, a language.
pub trait Builtin: Sized {
    /// The flag and command that ask for one.
    const FLAG: &'static str;
    /// The word for one of them.
    const KIND: &'static str;
    /// The built-in ones: name and text.
    const BUILTIN: &'static [(&'static str, &'static str)];
    /// Reads a text.
    ///
    /// # Errors
    /// When it is not such a text.
    fn parse(text: &str) -> Result<Self, TomlError>;
    /// Its name.
    fn name(&self) -> &str;
    /// Its description, on one line.
    fn about(&self) -> String;
    /// What is wrong with it although it can be read, a sentence each.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Builtin for Template {
    const FLAG: &'static str = "template";
    const KIND: &'static str = "design";
    const BUILTIN: &'static [(&'static str, &'static str)] = Template::BUILTIN;
    fn parse(text: &str) -> Result<Self, TomlError> {
        Template::parse(text)
    }
    fn name(&self) -> &str {
        self.name()
    }
    fn about(&self) -> String {
        self.description().to_owned()
    }
    /// Looks at the pages of a book of some hundred puzzles in the design's own size.
    fn faults(&self) -> Vec<String> {
        let trim = self.trim().unwrap_or_else(|| "8.5x11".parse().expect("this is a page size"));
        let ladder = match self.turns(Ladder::Published).len() < self.turn_numbers().len() {
            true => Ladder::Human,
            false => Ladder::Published,
        };
        let turns = self.turns(ladder);
        let of = |rung| match turns.is_empty() {
            true => 40,
            false => 40 * turns.iter().filter(|turn| **turn == rung).count() as u64,
        };
        let quotas: Vec<_> = ladder.rungs().map(|rung| (rung, of(rung))).collect();
        match book::volumes(self, trim, &Imprint::default(), &specimens(&quotas)) {
            Ok(volumes) => volumes[0].faults(),
            Err(e) => vec![e.to_string()],
        }
    }
}

impl Builtin for Printer {
    const FLAG: &'static str = "printer";
    const KIND: &'static str = "printer";
    const BUILTIN: &'static [(&'static str, &'static str)] = Printer::BUILTIN;
    fn parse(text: &str) -> Result<Self, TomlError> {
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

impl Builtin for Language {
    const FLAG: &'static str = "lang";
    const KIND: &'static str = "language";
    const BUILTIN: &'static [(&'static str, &'static str)] = Language::BUILTIN;
    fn parse(text: &str) -> Result<Self, TomlError> {
        Language::parse(text)
    }
    fn name(&self) -> &str {
        self.code()
    }
    fn about(&self) -> String {
        self.text("name").to_owned()
    }
}

/// What is wrong with a file that a book is made of.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookFilesError {
    /// No built-in design, language or printer has the name, and no file can be read.
    #[error("{0}")]
    Missing(String),
    /// The printer does not print this page size or paper.
    #[error(transparent)]
    Terms(#[from] PrinterError),
    /// A design, a language, a printer, a font, a picture or a text cannot be used.
    #[error("{0}")]
    File(String, #[source] Box<dyn Error + Send + Sync>),
}

/// The text of the built-in one with this name: that of its file or, as `zh-Hans` of `zh`, the one in it.
pub(super) fn builtin<T: Builtin>(name: &str) -> Option<&'static str> {
    let by_file = T::BUILTIN.iter().find(|(known, _)| *known == name);
    let is_named = |text| T::parse(text).is_ok_and(|one| one.name() == name);
    let found = by_file.or_else(|| T::BUILTIN.iter().find(|(_, text)| is_named(text)));
    found.map(|(_, text)| *text)
}

/// A built-in one by its name, or a file, with its text.
///
/// # Errors
/// When there is none, or its text is wrong.
pub fn find<T: Builtin>(name: &str) -> Result<(T, String), BookFilesError> {
    let text = match builtin::<T>(name) {
        Some(text) => text.to_owned(),
        None => output::read_written(Path::new(name)).map_err(|why| {
            let names: Vec<_> = T::BUILTIN.iter().map(|(name, _)| *name).collect();
            let (flag, kind, names) = (T::FLAG, T::KIND, names.join(", "));
            BookFilesError::Missing(format!(
                "{flag}: expected a built-in {kind} ({names}) or a file, found {name:?} ({why})"
            ))
        })?,
    };
    let wrong = |e: TomlError| BookFilesError::File(format!("{} {name}", T::FLAG), e.into());
    Ok((T::parse(&text).map_err(wrong)?, text))
}
