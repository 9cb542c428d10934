//! Finished books read back: PDF in; grids with their digits, numbers and references out. Not a
//! judge of them, and not our layout backwards: it knows what a grid looks like on any page, and
//! nothing of where our designs put it.
//!
//! ```text
//! `content` walks ─ marks ─► glyphs and lines ─┬─ grids: nine by nine cells between lines
//! font: codes to characters                    └─ text: words on a baseline, set apart by gaps
//!                                                       │
//!                                page: grid + caption + references + printed page number
//! ```
//!
//! A file may be broken in any way: then there is an error, or less is found than a reader would
//! see, but never a panic, and never more work than the bounds in `content` allow.

mod font;
mod grids;
mod marks;
mod page;
mod text;

pub use page::{Found, FoundGrid};

use crate::print::pdf::{self, Stop, Walker};
use font::Font;
use lopdf::{Document, Object, ObjectId};
use marks::{Fonts, Marks, Taker};
use thiserror::Error;

/// Operators and letters on a page, those of its forms counted as often as they are drawn.
const STEPS_MOST: usize = 500_000;

/// Why a PDF cannot be read back.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    fonts: Fonts,
    labels: Vec<Option<String>>,
}

impl Pdf {
    /// Opens a file that is in memory.
    ///
    /// # Errors
    /// When it is no PDF that could be read.
    pub fn open(bytes: &[u8]) -> Result<Self, ReadbackError> {
        let document = pdf::open(bytes).map_err(|e| ReadbackError::Broken(e.to_string()))?;
        if document.is_encrypted() {
            return Err(ReadbackError::Encrypted);
        }
        let pages: Vec<_> = document.page_iter().collect();
        if pages.is_empty() {
            return Err(ReadbackError::NoPages);
        }
        let mut fonts = Fonts::default();
        for (&id, object) in &document.objects {
            let Ok(dict) = object.as_dict() else { continue };
            let font = dict.get(b"Type").and_then(Object::as_name).ok() == Some(b"Font");
            if font && !dict.has(b"CIDSystemInfo") {
                fonts.ids.insert(id, fonts.all.len());
                fonts.all.push(Font::read(&document, dict));
            }
        }
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
        let mut taker = Taker {
            fonts: &self.fonts,
            marks: Marks::default(),
        };
        let walked = Walker::new(&self.document, STEPS_MOST).page(id, &mut taker);
        walked.map_err(|stop| match stop {
            Stop::Unreadable(words) => ReadbackError::Page(words),
            Stop::Endless => {
                ReadbackError::Page("it asks for more work than any page of a book".into())
            }
            Stop::Deep => ReadbackError::Page("it is nested too deep".into()),
        })?;
        let label = self.labels.get(index).cloned().flatten();
        Ok(Found::of(index, label, &taker.marks))
    }
}
