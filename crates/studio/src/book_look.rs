//! The look of a book: what the volumes of a series have alike, and what a new book can take from
//! another one.

use super::book_job::BookValues;
use super::shelf::Draft;
use super::{StudioState, choices};
use files::output;
use jobs::Setting;
use std::io;
use std::path::{Path, PathBuf};
use words::{Clause, clause};

/// The settings by which a book to sell names its publisher: the next one has the same.
pub(super) const OF_PUBLISHER: [&str; 5] =
    ["publisher", "address", "email", "eu-contact", "website"];

/// The settings that give the volumes of a series one look.
const OF_LOOK: [&str; 16] = [
    "template",
    "trim",
    "font",
    "parts",
    "per-page",
    "answers",
    "openers",
    "printer",
    "paper",
    "fill-pages",
    "tabs",
    "cover",
    "cover-design",
    "palette",
    "back-design",
    "logo",
];

/// Returns true for a setting that is the same in all volumes of a series.
fn is_of_look(name: &str) -> bool {
    OF_LOOK.contains(&name) || OF_PUBLISHER.contains(&name) || name == "author"
}

/// The look of a book, which others can have.
pub(super) struct BookLook<'a> {
    state: &'a StudioState,
    book: &'a str,
    /// The values of the book.
    values: BookValues,
}

impl<'a> BookLook<'a> {
    /// Reads the look of a book.
    ///
    /// # Errors
    /// A message if the book has no draft, or one that cannot be read.
    pub fn of_book(state: &'a StudioState, book: &'a str) -> Result<Self, Clause> {
        let draft = Draft::read(&state.options.folder.join(book));
        let draft = draft.map_err(|problem| problem.message())?;
        let values = draft.ok_or_else(|| clause!("there is no book {}", book.to_owned()))?.values;
        Ok(Self { state, book, values })
    }

    /// Returns the series of the book, if it is of one.
    pub fn series(&self) -> Option<&String> {
        self.values.get("series")
    }

    /// Gives another book this look. Returns the names of the files that it needs in its folder.
    pub fn give(&self, other: &str, values: &mut BookValues) -> Vec<PathBuf> {
        let printer = self.values.get("printer");
        if values.get("printer") != printer {
            // The width of the spine, too, is of the printer before.
            let printer = printer.map(String::as_str).unwrap_or_default();
            *values =
                choices::chosen(self.state, other, std::mem::take(values), "printer", printer);
        }
        let mut look = self.values.clone();
        look.retain(|name, _| is_of_look(name));
        let files = follow_folder(&mut look, self.book, other);
        values.retain(|name, _| !is_of_look(name));
        values.extend(look);
        files
    }

    /// Returns the bytes of a file of the book; `None` if it is missing, which the form says.
    ///
    /// # Errors
    /// An I/O error.
    pub fn read_file(&self, file: &Path) -> io::Result<Option<Vec<u8>>> {
        read_if_there(&self.state.options.folder.join(self.book).join(file))
    }
}

/// Reads a file; `None` if it is missing.
///
/// # Errors
/// An I/O error.
pub(super) fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match output::read(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Changes the folder of the files that settings name in the folder of a book, such as its logo.
/// Returns the names of the files.
pub(super) fn follow_folder(values: &mut BookValues, old: &str, new: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for setting in Setting::all() {
        let Some(text) = values.get_mut(setting.name) else { continue };
        let mut texts = Vec::new();
        for value in setting.split(text) {
            let mut moved = value.to_string_lossy().into_owned();
            if let Some((part, file)) = setting.input_file(&value)
                && let Ok(own) = file.strip_prefix(old)
            {
                moved = format!("{part}{new}/{}", own.display());
                // Two settings may name one file.
                if !files.iter().any(|known| known == own) {
                    files.push(own.to_owned());
                }
            }
            texts.push(moved);
        }
        *text = texts.join(",");
    }
    files
}
