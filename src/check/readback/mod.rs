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
//! A file may be broken in any way. Then there is an error, or less is found than a reader sees;
//! but there is no panic, and no more work or memory than the limits of `printers::pdf` allow.

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

use crate::printers::pdf::{
    self, ContentInterpreter, Dict, DocumentFonts, Drawing, PdfError, Rect, WalkError,
};
use lopdf::{Document, ObjectId};
use marks::marks;
use page::PageInfo;

/// The maximum number of operators and letters on a page. Those of a form count each time it is
/// drawn.
const MAX_STEPS: usize = 500_000;

/// A PDF whose pages can be read, in any order and from many threads. The whole file is in memory.
///
/// ```
/// use sudoku_press::check::readback::Pdf;
/// use sudoku_press::printers::PdfError;
/// assert!(matches!(Pdf::open(b"a picture"), Err(PdfError::Broken(_))));
/// ```
pub struct Pdf {
    document: Document,
    pages: Vec<LogicalPage>,
    fonts: DocumentFonts,
    /// The number of pages of the file. Those of a booklet have two pages each.
    sides: usize,
}

/// A page as a reader has it: a page of the file, or one half of a side of a booklet.
struct LogicalPage {
    id: ObjectId,
    /// True if it is the left or the right half; `None` if it is the whole page.
    half: Option<usize>,
}

impl LogicalPage {
    /// Returns the part of the page of the file that is this page.
    fn area(&self, whole: Rect) -> Rect {
        let middle = (whole.left + whole.right) / 2.0;
        match self.half {
            None => whole,
            Some(0) => Rect { right: middle, ..whole },
            Some(_) => Rect { left: middle, ..whole },
        }
    }
}

/// Returns the pages of a file in reading order. Sheets of a booklet are read as if they were
/// folded.
fn logical_pages(document: &Document, sides: &[ObjectId]) -> Vec<LogicalPage> {
    if pdf::booklet_labels(document, sides.len()).is_none() {
        return sides.iter().map(|&id| LogicalPage { id, half: None }).collect();
    }
    let order = pdf::booklet_sides(2 * sides.len()).enumerate();
    let page = |(side, pages): (usize, [usize; 2])| {
        let halves = pages.into_iter().enumerate();
        halves.map(move |(half, page)| (page, LogicalPage { id: sides[side], half: Some(half) }))
    };
    let mut logical_pages: Vec<_> = order.flat_map(page).collect();
    logical_pages.sort_by_key(|(page, _)| *page);
    logical_pages.into_iter().map(|(_, page)| page).collect()
}

impl Pdf {
    /// Reads a PDF from its bytes.
    ///
    /// # Errors
    /// [`PdfError`] if it is not a PDF, is encrypted, or has no pages.
    pub fn open(bytes: &[u8]) -> Result<Self, PdfError> {
        let document = pdf::open(bytes)?;
        if pdf::is_encrypted(&document) {
            return Err(PdfError::Encrypted);
        }
        let pages: Vec<_> = pdf::pages(&document).collect();
        if pages.is_empty() {
            return Err(PdfError::NoPages);
        }
        let (sides, pages) = (pages.len(), logical_pages(&document, &pages));
        Ok(Self { document, pages, fonts: DocumentFonts::default(), sides })
    }

    /// Returns true if it has layers, which viewers can hide.
    pub fn has_layers(&self) -> bool {
        self.document.catalog().is_ok_and(|catalog| catalog.has(b"OCProperties"))
    }

    /// Returns true if it is a booklet, with two pages on each side.
    pub fn is_booklet(&self) -> bool {
        self.pages.len() > self.sides
    }

    /// Returns the title that the file says it has; `None` if it says none.
    pub fn title(&self) -> Option<String> {
        let title = self.info(b"Title")?;
        Some(title.trim().to_owned()).filter(|title| !title.is_empty())
    }

    /// Returns a property of the file, such as its author.
    pub(in crate::check) fn info(&self, key: &[u8]) -> Option<String> {
        lopdf::decode_text_string(Dict::info(&self.document).get(key)?).ok()
    }

    /// Returns the file.
    #[cfg(feature = "run")]
    pub(in crate::check) fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the page of the file on which the page with this index is.
    #[cfg(feature = "run")]
    pub(in crate::check) fn id(&self, index: usize) -> ObjectId {
        self.pages[index].id
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Returns the contents of the page with this index, counted from 0. Takes info a millisecond.
    ///
    /// # Errors
    /// [`PdfError::Page`] if there is no such page, its content is missing or damaged, or it has
    /// more than 500,000 operators and letters.
    pub fn page(&self, index: usize) -> Result<PageContents, PdfError> {
        let read = self.read(index).map_err(|stop| PdfError::Page(index + 1, stop));
        read.map(|(contents, _)| contents)
    }

    /// Returns the contents of the page with this index, and everything that is drawn on it.
    ///
    /// # Errors
    /// As for [`Pdf::page`].
    pub(in crate::check) fn read(
        &self,
        index: usize,
    ) -> Result<(PageContents, Drawing), WalkError> {
        let drawing = self.drawing(index)?;
        let info = PageInfo::page(&self.document, self.pages[index].id);
        Ok((PageContents::from_marks(index, info, &marks(&drawing)), drawing))
    }

    /// Returns the box of the page with this index that is seen: its crop box, or else its media
    /// box. `None` if it has neither. Left, bottom, right, top in points.
    pub fn page_box(&self, index: usize) -> Option<[f64; 4]> {
        let page = self.pages.get(index)?;
        let whole = page::visible(&self.document, page.id);
        (whole != Rect::ALL).then(|| page.area(whole).edges())
    }

    /// What is drawn on the page with this index.
    ///
    /// # Errors
    /// As for [`Pdf::page`].
    pub(crate) fn drawing(&self, index: usize) -> Result<Drawing, WalkError> {
        let no_page = || WalkError::Unreadable("there is no such page".into());
        let page = self.pages.get(index).ok_or_else(no_page)?;
        let area = page.area(page::visible(&self.document, page.id));
        ContentInterpreter::new(&self.document, &self.fonts, MAX_STEPS).page(page.id, area)
    }
}
