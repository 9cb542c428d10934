//! Reads finished books: from a PDF to grids with their digits, numbers and references. Nothing is
//! judged. No design is known: a grid is found by its lines, wherever it is on a page.
//!
//! ```text
//! printers::pdf ─ Drawing ─► letters and lines ─┬─ grids: 9 by 9 cells between lines
//!                                               └─ text: words on a baseline, separated by gaps
//!                                                   │
//!                            page: grid + caption + references + printed page number
//! ```
//!
//! A file may be broken in any way. Then there is an error, or less is found than a reader sees; but
//! there is no panic, and no more work or memory than the limits of `printers::pdf` allow.

mod grids;
mod marks;
mod page;
mod text;

pub use grids::Lattice;
#[cfg(feature = "run")]
pub(in crate::check) use marks::turned;
pub use page::{PageContents, PageGrid};
#[cfg(feature = "run")]
pub(in crate::check) use text::folio_value;

use crate::printers::pdf::{self, Dict, Drawing, Fonts, Rect, Stop, Walker};
use lopdf::{Document, ObjectId};
use marks::marks;
use page::About;
use thiserror::Error;

/// The maximum number of operators and letters on a page. Those of a form count each time it is
/// drawn.
const MAX_STEPS: usize = 500_000;

/// Why a PDF cannot be read back.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadbackError {
    /// Not a PDF, or one that is damaged beyond repair.
    #[error("cannot be read as a PDF: {0}")]
    Broken(String),
    /// The file is encrypted, with or without a password.
    #[error("the PDF is encrypted; save a copy without password and restrictions")]
    Encrypted,
    /// The PDF has no pages.
    #[error("the PDF has no pages")]
    NoPages,
    /// A page cannot be read.
    #[error("the page cannot be read: {0}")]
    Page(String),
    /// A page exceeds a limit on work and memory, which is here in words: `500,000 marks`.
    #[error("the page exceeds the processing limit ({0}); the file may be damaged")]
    Limit(String),
}

/// A PDF whose pages can be read, in any order and from many threads. The whole file is in memory.
///
/// ```
/// use sudoku_press::check::readback::{Pdf, ReadbackError};
/// assert!(matches!(Pdf::open(b"a picture"), Err(ReadbackError::Broken(_))));
/// ```
pub struct Pdf {
    document: Document,
    pages: Vec<Leaf>,
    fonts: Fonts,
    /// The number of pages of the file. Those of a booklet have two pages each.
    sides: usize,
}

/// A page as a reader has it: a page of the file, or one half of a side of a booklet.
struct Leaf {
    id: ObjectId,
    /// Whether it is the left or the right half; `None` if it is the whole page.
    half: Option<usize>,
}

impl Leaf {
    /// The part of the page of the file that is this page.
    fn area(&self, whole: Rect) -> Rect {
        let middle = (whole.left + whole.right) / 2.0;
        match self.half {
            None => whole,
            Some(0) => Rect { right: middle, ..whole },
            Some(_) => Rect { left: middle, ..whole },
        }
    }
}

/// The pages of a file in reading order. Sheets of a booklet are read as if they were folded.
fn leaves(document: &Document, sides: &[ObjectId]) -> Vec<Leaf> {
    if pdf::booklet_labels(document, sides.len()).is_none() {
        return sides.iter().map(|&id| Leaf { id, half: None }).collect();
    }
    let order = pdf::booklet_sides(2 * sides.len()).enumerate();
    let leaf = |(side, pages): (usize, [usize; 2])| {
        let halves = pages.into_iter().enumerate();
        halves.map(move |(half, page)| (page, Leaf { id: sides[side], half: Some(half) }))
    };
    let mut leaves: Vec<_> = order.flat_map(leaf).collect();
    leaves.sort_by_key(|(page, _)| *page);
    leaves.into_iter().map(|(_, leaf)| leaf).collect()
}

impl Pdf {
    /// Reads a PDF from its bytes.
    ///
    /// # Errors
    /// [`ReadbackError`] if it is not a PDF, is encrypted, or has no pages.
    pub fn open(bytes: &[u8]) -> Result<Self, ReadbackError> {
        let document = pdf::open(bytes).map_err(|e| ReadbackError::Broken(e.to_string()))?;
        if pdf::is_encrypted(&document) {
            return Err(ReadbackError::Encrypted);
        }
        let pages: Vec<_> = pdf::pages(&document).collect();
        if pages.is_empty() {
            return Err(ReadbackError::NoPages);
        }
        let (sides, pages) = (pages.len(), leaves(&document, &pages));
        Ok(Self { document, pages, fonts: Fonts::default(), sides })
    }

    /// Whether it has layers, which viewers can hide.
    pub fn has_layers(&self) -> bool {
        self.document.catalog().is_ok_and(|catalog| catalog.has(b"OCProperties"))
    }

    /// Whether it is a booklet, with two pages on each side.
    pub fn is_booklet(&self) -> bool {
        self.pages.len() > self.sides
    }

    /// The title that the file says it has; `None` if it says none.
    pub fn title(&self) -> Option<String> {
        let title = Dict::info(&self.document).get(b"Title")?;
        let title = lopdf::decode_text_string(title).ok()?;
        Some(title.trim().to_owned()).filter(|title| !title.is_empty())
    }

    /// The file.
    #[cfg(feature = "run")]
    pub(in crate::check) fn document(&self) -> &Document {
        &self.document
    }

    /// The page of the file on which the page with this index is.
    #[cfg(feature = "run")]
    pub(in crate::check) fn id(&self, index: usize) -> ObjectId {
        self.pages[index].id
    }

    /// The number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The contents of the page with this index, counted from 0. Takes about a millisecond.
    ///
    /// # Errors
    /// [`ReadbackError::Page`] if there is no such page, or its content is missing or damaged.
    /// [`ReadbackError::Limit`] if it has more than 500,000 operators and letters.
    pub fn page(&self, index: usize) -> Result<PageContents, ReadbackError> {
        self.read(index).map(|(contents, _)| contents)
    }

    /// The contents of the page with this index, and everything that is drawn on it.
    ///
    /// # Errors
    /// As for [`Pdf::page`].
    pub(in crate::check) fn read(
        &self,
        index: usize,
    ) -> Result<(PageContents, Drawing), ReadbackError> {
        let drawing = self.drawing(index)?;
        let about = About::page(&self.document, self.pages[index].id);
        Ok((PageContents::of(index, about, &marks(&drawing)), drawing))
    }

    /// The box of the page with this index that is seen: its crop box, or else its media box. `None` if it has
    /// neither. Left, bottom, right, top in points.
    pub fn page_box(&self, index: usize) -> Option<[f64; 4]> {
        let leaf = self.pages.get(index)?;
        let whole = page::visible(&self.document, leaf.id);
        (whole != Rect::ALL).then(|| leaf.area(whole).sides())
    }

    /// What is drawn on the page with this index.
    ///
    /// # Errors
    /// As for [`Pdf::page`].
    pub(crate) fn drawing(&self, index: usize) -> Result<Drawing, ReadbackError> {
        let no_page = || ReadbackError::Page("there is no such page".into());
        let leaf = self.pages.get(index).ok_or_else(no_page)?;
        let area = leaf.area(page::visible(&self.document, leaf.id));
        let drawing = Walker::new(&self.document, &self.fonts, MAX_STEPS).page(leaf.id, area);
        drawing.map_err(|stop| match stop {
            Stop::Unreadable(words) => ReadbackError::Page(words),
            Stop::Limit(limit) => ReadbackError::Limit(limit),
        })
    }
}
