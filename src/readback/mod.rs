//! Finished books read back: PDF in; grids with their digits, numbers and references out. Not a
//! judge of them, and not our layout backwards: it knows what a grid looks like on any page, and
//! nothing of where our designs put it.
//!
//! ```text
//! content streams ─ content ─► glyphs and lines ─┬─ grids: nine by nine cells between lines
//! fonts: codes to characters and widths          └─ text: words on a baseline, set apart by gaps
//!                                                         │
//!                                  page: grid + caption + references + printed page number
//! ```
//!
//! A file may be broken in any way: then there is an error, or less is found than a reader would
//! see, but never a panic, and never more work than the bounds in `content` allow.

mod content;
mod font;
mod geometry;
mod grids;
mod page;
mod path;
mod text;

pub use page::{Found, FoundGrid};

use content::Reader;
use font::Font;
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};
use std::collections::HashMap;
use thiserror::Error;

/// No stream may unpack to more.
const UNPACKED_MOST: usize = 64 << 20;

/// Why a PDF cannot be read back.
#[derive(Debug, Error)]
pub enum ReadbackError {
    /// Not a PDF, or one that is damaged beyond what a viewer would mend.
    #[error("this cannot be read as a PDF: {0}")]
    Broken(String),
    /// A password is needed.
    #[error("the PDF is encrypted")]
    Encrypted,
    /// There is nothing to read.
    #[error("the PDF has no pages")]
    NoPages,
    /// A page that cannot be read.
    #[error("the page cannot be read: {0}")]
    Page(String),
}

/// A PDF whose pages can be read, in any order and from many threads.
pub struct Pdf {
    document: Document,
    pages: Vec<ObjectId>,
    fonts: HashMap<ObjectId, Font>,
    labels: Vec<Option<String>>,
}

impl Pdf {
    /// Opens a file that is in memory.
    ///
    /// # Errors
    /// When it is no PDF that could be read.
    pub fn open(bytes: &[u8]) -> Result<Self, ReadbackError> {
        let options = LoadOptions {
            max_decompressed_size: Some(UNPACKED_MOST),
            ..LoadOptions::default()
        };
        let document = Document::load_mem_with_options(bytes, options)
            .map_err(|e| ReadbackError::Broken(e.to_string()))?;
        if document.is_encrypted() {
            return Err(ReadbackError::Encrypted);
        }
        let pages: Vec<_> = document.page_iter().collect();
        if pages.is_empty() {
            return Err(ReadbackError::NoPages);
        }
        let fonts = document
            .objects
            .iter()
            .filter_map(|(&id, object)| {
                let dict = object.as_dict().ok()?;
                let font = dict.get(b"Type").and_then(Object::as_name).ok()? == b"Font";
                let top = font && !dict.has(b"CIDSystemInfo");
                top.then(|| (id, Font::read(&document, dict)))
            })
            .collect();
        let labels = page::labels(&document, pages.len());
        Ok(Self {
            document,
            pages,
            fonts,
            labels,
        })
    }

    /// How many pages there are.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// What stands on a page; pages are counted from 0.
    ///
    /// # Errors
    /// When there is no such page, or it cannot be read.
    pub fn page(&self, index: usize) -> Result<Found, ReadbackError> {
        let no_page = || ReadbackError::Page("there is no such page".into());
        let id = *self.pages.get(index).ok_or_else(no_page)?;
        let marks = Reader::new(&self.document, &self.fonts).page(id)?;
        let label = self.labels.get(index).cloned().flatten();
        Ok(Found::of(index, label, &marks))
    }
}

/// An object behind a key, references followed.
fn behind<'a>(document: &'a Document, dict: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let object = dict.get(key).ok()?;
    document.dereference(object).ok().map(|(_, object)| object)
}

/// The same, a dictionary.
fn dict_behind<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    behind(document, dict, key)?.as_dict().ok()
}

/// The numbers among objects.
fn numbers(objects: &[Object]) -> Vec<f64> {
    let number = |o: &Object| o.as_float().ok().map(f64::from);
    objects.iter().filter_map(number).collect()
}
