//! Reads what a book is made of: design, language, printer, fonts and texts, by name or file.

use super::book_plan::{BookPlan, CoverPlan};
use super::builtin::{BuiltinError, find};
use super::finished_run::{BACK, PICTURE};
use crate::book::{CoverLook, Face, Imprint, Language, Manuscript, Picture, Template};
use crate::printers::{Printer, PrinterError, Spine, Trim};
use crate::store::files::output;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The names and files that a book is made of.
#[derive(Clone, Copy, Debug)]
pub struct BookFiles<'a> {
    /// The design: a built-in name or a file.
    pub template: &'a str,
    /// The language: a built-in code or a file.
    pub language: &'a str,
    /// Font files.
    pub fonts: &'a [PathBuf],
    /// Names of parts, each with the file of its text.
    pub texts: &'a [(String, PathBuf)],
    /// The printer: a built-in name or a file.
    pub printer: Option<&'a str>,
    /// The name of the paper in the printer's list. `None` selects its first paper.
    pub paper: Option<&'a str>,
    /// The page size. `None` selects the design's, or else 8.5 x 11 inches.
    pub trim: Option<Trim>,
}

/// An error in the files of a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookFilesError {
    /// There is no such design, language or printer.
    #[error(transparent)]
    Builtin(#[from] BuiltinError),
    /// The printer does not print this page size or paper.
    #[error(transparent)]
    Terms(#[from] PrinterError),
    /// A font or a text cannot be used.
    #[error("{0}")]
    File(String, #[source] Box<dyn Error + Send + Sync>),
}

impl BookFiles<'_> {
    /// Reads the files. The title and the other texts of the imprint are left empty.
    ///
    /// # Errors
    /// If a file is missing or invalid.
    pub fn read(&self) -> Result<BookPlan, BookFilesError> {
        let (template, template_text) = find::<Template>(self.template)?;
        let (language, text) = find::<Language>(self.language)?;
        let mut files = BTreeMap::new();
        if self.language != "en" {
            files.insert(language.code().to_owned(), output::sha256(text.as_bytes()));
        }
        let mut fonts = Vec::new();
        for path in self.fonts {
            let name = format!("font {}", path.display());
            let bytes = output::read(path).map_err(|e| wrong(&name, e))?;
            let hash = output::sha256(&bytes);
            let face = Face::read(bytes).map_err(|e| wrong(&name, e))?;
            files.insert(face.name().to_owned(), hash);
            fonts.push(face);
        }
        let mut texts = BTreeMap::new();
        for (part, path) in self.texts {
            let (read, hash) = read_text(path, &language)?;
            files.insert(format!("text {part}"), hash);
            texts.insert(part.clone(), read);
        }
        let trim = self.trim.or(template.trim());
        let trim = trim.unwrap_or_else(|| "8.5x11".parse().expect("this is a page size"));
        let (mut terms, mut printer_text) = (None, None);
        if let Some(name) = self.printer {
            let (printer, text) = find::<Printer>(name)?;
            terms = Some(printer.terms(trim, self.paper)?);
            printer_text = Some(text);
        }
        let imprint = Imprint { language, fonts, texts, ..Imprint::default() };
        Ok(BookPlan {
            template,
            template_text,
            trim,
            imprint,
            terms,
            printer_text,
            volumes: None,
            cover: None,
            booklet: false,
            files,
        })
    }
}

impl BookPlan {
    /// Orders a cover for each volume: `back` is the file of the text on the back, `picture` that of the
    /// picture on the front, `spines` are the widths of the spines, if the paper does not tell them.
    ///
    /// # Errors
    /// When the text or the picture cannot be used.
    pub fn with_cover(
        mut self,
        look: CoverLook,
        back: Option<&Path>,
        picture: Option<&Path>,
        spines: Vec<Spine>,
    ) -> Result<Self, BookFilesError> {
        let read = |path| read_text(path, &self.imprint.language);
        let (back, text) = back.map(read).transpose()?.unzip();
        let (picture, seen) = picture.map(read_picture).transpose()?.unzip();
        let hashes = [text.map(|hash| (BACK, hash)), seen.map(|hash| (PICTURE, hash))];
        let hashes = hashes.into_iter().flatten().map(|(name, hash)| (name.to_owned(), hash));
        self.files.extend(hashes);
        self.cover = Some(CoverPlan { look: CoverLook { back, picture, ..look }, spines });
        Ok(self)
    }
}

impl BookPlan {
    /// Leaves those of these parts blank that the book has, and for which there is no text. Returns their number.
    pub fn leave_blank<'a>(&mut self, parts: impl Iterator<Item = &'a str>) -> usize {
        let listed = self.imprint.parts.clone().unwrap_or_else(|| self.template.parts());
        let texts = &mut self.imprint.texts;
        let blank = parts.filter(|part| listed.iter().any(|name| name == part));
        let blank: Vec<_> = blank.filter(|part| !texts.contains_key(*part)).collect();
        texts.extend(blank.iter().map(|part| ((*part).to_owned(), Manuscript::default())));
        blank.len()
    }
}

/// Reads a text of the user's, and its SHA-256.
///
/// # Errors
/// When the file cannot be read, or is not such a text.
fn read_text(path: &Path, language: &Language) -> Result<(Manuscript, String), BookFilesError> {
    let name = format!("text {}", path.display());
    let text = output::read_written(path).map_err(|e| wrong(&name, e))?;
    let read = Manuscript::parse(&text, language).map_err(|e| wrong(&name, e))?;
    Ok((read, output::sha256(text.as_bytes())))
}

/// Reads a picture, and its SHA-256.
fn read_picture(path: &Path) -> Result<(Arc<Picture>, String), BookFilesError> {
    let name = path.display().to_string();
    let bytes = output::read(path).map_err(|e| wrong(&name, e))?;
    let hash = output::sha256(&bytes);
    let picture = Picture::read(bytes).map_err(|e| wrong(&name, e))?;
    Ok((Arc::new(picture), hash))
}

fn wrong(name: &str, error: impl Into<Box<dyn Error + Send + Sync>>) -> BookFilesError {
    BookFilesError::File(name.to_owned(), error.into())
}
