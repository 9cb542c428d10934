//! Reads finished books: from a PDF to grids with their digits, numbers and captions. It judges
//! nothing and knows no design; a grid is found by its lines.
//!
//! ```text
//! pdf_reader ─ Drawing ─► letters and lines ─┬─ grids: 9 by 9 cells between lines
//!                                               └─ text: words on a baseline, separated by gaps
//!                                                   │
//!                            page: grid + caption + references + printed page number
//! ```
//!
//! Any file is safe to read. Damage leads to an error or to missing content, but never to a panic
//! or to more work and memory than the limits of `pdf_reader`.

mod grids;
mod marks;
mod page;
mod text;

pub use grids::Lattice;
pub use marks::turned;
pub use page::PageContents;
pub(crate) use page::{PageGrid, name_digit};
pub(crate) use text::folio_value;

use book::PuzzleSymbols;
use grids::LastLattices;
use lopdf::{Document, ObjectId};
use marks::{PageMarks, marks};
use page::PageInfo;
use pdf_reader::{ContentInterpreter, Dict, DocumentFonts, Drawing, PdfError, Rect, WalkError};
use std::sync::Arc;

/// The maximum number of operators and letters on a page. Forms count each time they are drawn.
const MAX_STEPS: usize = 500_000;

/// A PDF whose pages can be read, in any order and from many threads. The whole file is in memory.
///
/// ```
/// use sudoku_press_proof::readback::Pdf;
/// use preflight::PdfError;
/// assert!(matches!(Pdf::open(b"a picture"), Err(PdfError::Broken(_))));
/// ```
pub struct Pdf {
    document: Document,
    pages: Vec<LogicalPage>,
    fonts: DocumentFonts,
    /// The signs that stand for digits.
    symbols: Arc<[PuzzleSymbols]>,
    /// The number of page objects in the file. A booklet has two pages on each.
    sides: usize,
}

/// A page in reading order: a page of the file, or one half of a booklet side.
struct LogicalPage {
    id: ObjectId,
    /// 0 for the left half, 1 for the right half; `None` for the whole page.
    half: Option<usize>,
}

impl LogicalPage {
    /// Returns the area of the file's page that this page occupies.
    fn area(&self, whole: Rect) -> Rect {
        let middle = (whole.left + whole.right) / 2.0;
        match self.half {
            None => whole,
            Some(0) => Rect { right: middle, ..whole },
            Some(_) => Rect { left: middle, ..whole },
        }
    }
}

/// Returns the pages of a file in reading order. Booklets are read as if folded.
fn logical_pages(document: &Document, sides: &[ObjectId]) -> Vec<LogicalPage> {
    if pdf_reader::booklet_labels(document, sides.len()).is_none() {
        return sides.iter().map(|&id| LogicalPage { id, half: None }).collect();
    }
    let mut numbered = Vec::new();
    for (&id, pages) in sides.iter().zip(pdf_reader::booklet_sides(2 * sides.len())) {
        for (half, page) in pages.into_iter().enumerate() {
            numbered.push((page, LogicalPage { id, half: Some(half) }));
        }
    }
    numbered.sort_by_key(|(page, _)| *page);
    numbered.into_iter().map(|(_, page)| page).collect()
}

impl Pdf {
    /// Reads a PDF from its bytes.
    ///
    /// # Errors
    /// [`PdfError`] if it is not a PDF, is encrypted, or has no pages.
    pub fn open(bytes: &[u8]) -> Result<Self, PdfError> {
        let document = pdf_reader::open(bytes)?;
        if pdf_reader::is_encrypted(&document) {
            return Err(PdfError::Encrypted);
        }
        let pages: Vec<_> = pdf_reader::pages(&document).collect();
        if pages.is_empty() {
            return Err(PdfError::NoPages);
        }
        let (sides, pages) = (pages.len(), logical_pages(&document, &pages));
        let fonts = DocumentFonts::new(&document);
        let catalog = document.catalog();
        let named = catalog.and_then(|catalog| catalog.get(PuzzleSymbols::PDF_KEY.as_bytes()));
        let named = named.and_then(lopdf::decode_text_string).unwrap_or_default();
        let symbols = PuzzleSymbols::from_pdf(&named).into();
        Ok(Self { document, pages, fonts, symbols, sides })
    }

    /// Returns true if the file has layers, which viewers can hide.
    pub fn has_layers(&self) -> bool {
        self.document.catalog().is_ok_and(|catalog| catalog.has(b"OCProperties"))
    }

    /// Returns true if the file is a booklet, with two pages on each side.
    pub fn is_booklet(&self) -> bool {
        self.pages.len() > self.sides
    }

    /// Returns the title in the file's metadata, if there is one.
    pub fn title(&self) -> Option<String> {
        let title = self.info(b"Title")?;
        Some(title.trim().to_owned()).filter(|title| !title.is_empty())
    }

    /// Returns the code of the language in the file's catalogue; empty without one.
    pub fn language(&self) -> String {
        let catalog = self.document.catalog();
        let code = catalog.and_then(|catalog| catalog.get(b"Lang"));
        code.and_then(lopdf::decode_text_string).unwrap_or_default()
    }

    /// Returns true if this program wrote the file, and no other one has saved it since.
    pub fn is_own(&self) -> bool {
        let producer = self.info(b"Producer").unwrap_or_default();
        producer.starts_with("sudoku-press ")
    }

    /// Returns a text of the Info dictionary, such as the author.
    pub fn info(&self, key: &[u8]) -> Option<String> {
        lopdf::decode_text_string(Dict::info(&self.document).get(key)?).ok()
    }

    /// Returns the parsed file.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the page object that contains the page with this index.
    pub fn id(&self, index: usize) -> ObjectId {
        self.pages[index].id
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Returns the contents of the page with this index, counted from 0. Takes about a millisecond.
    ///
    /// # Errors
    /// [`PdfError::Page`] if there is no such page, its content is missing or damaged, or it has
    /// more than 500,000 operators and letters.
    pub fn page(&self, index: usize) -> Result<PageContents, PdfError> {
        let read =
            PageReader::new(self).read(index).map_err(|stop| PdfError::Page(index + 1, stop));
        read.map(|(contents, _)| contents)
    }

    /// Returns the visible box of the page with this index: left, bottom, right, top in points.
    /// That is the crop box or else the media box; `None` without either.
    pub fn page_box(&self, index: usize) -> Option<[f64; 4]> {
        let page = self.pages.get(index)?;
        let whole = page::visible_area(&self.document, page.id);
        if whole == Rect::ALL { None } else { Some(page.area(whole).edges()) }
    }

    /// Returns everything drawn on the page with this index.
    ///
    /// # Errors
    /// The errors of [`Pdf::page`].
    pub fn drawing(&self, index: usize) -> Result<Drawing, WalkError> {
        PageReader::new(self).drawing(index)
    }
}

/// A reader of pages one after another. It reads once what the pages have in common.
pub(crate) struct PageReader<'a> {
    pdf: &'a Pdf,
    interpreter: ContentInterpreter<'a>,
    /// The grids of the last left and the last right page.
    lattices: [LastLattices; 2],
}

impl<'a> PageReader<'a> {
    pub fn new(pdf: &'a Pdf) -> Self {
        let interpreter = ContentInterpreter::new(&pdf.document, &pdf.fonts, MAX_STEPS);
        Self { pdf, interpreter, lattices: Default::default() }
    }

    /// Returns the contents of the page with this index together with everything drawn on it.
    ///
    /// # Errors
    /// The errors of [`Pdf::page`].
    pub fn read(&mut self, index: usize) -> Result<(PageContents, Drawing), WalkError> {
        let drawing = self.drawing(index)?;
        let info = PageInfo::page(&self.pdf.document, self.pdf.pages[index].id, &self.pdf.symbols);
        let PageMarks { letters, segments } = marks(&drawing);
        let lattices = self.lattices[index % 2].find(segments);
        Ok((PageContents::from_marks(index, info, &letters, lattices), drawing))
    }

    fn drawing(&mut self, index: usize) -> Result<Drawing, WalkError> {
        let Some(page) = self.pdf.pages.get(index) else {
            return Err(WalkError::Unreadable("there is no such page".into()));
        };
        let area = page.area(page::visible_area(&self.pdf.document, page.id));
        self.interpreter.page(page.id, area)
    }
}
