//! Writes pages as a PDF file. Only this module of `page` uses printpdf, subsetter and lopdf. It
//! knows nothing of Sudoku.
//!
//! `content` turns drawing operations into PDF operators and collects the characters, forms and
//! groups that they use. `fonts` then embeds the fonts with printpdf, `document` builds the rest of
//! the file around them, and lopdf saves it.
//!
//! The file is PDF 1.5, because its object streams halve the size of a book of small pages, and
//! every printer has accepted 1.5 (from 2003) for years. For a printer that requires less it is PDF
//! 1.4 with a plain cross-reference table. On request files follow PDF/X; the screen edition
//! follows PDF/A-2b. Pages are in DeviceGray, covers in the colours that the printer takes. Files
//! have no transparency. Their only date is the given one or a fixed one, so the same book has the
//! same bytes. Only the screen edition has annotations and an outline.

mod content;
mod document;
mod fonts;
mod operators;
mod screen;
mod standard;

use crate::page::{LinkTarget, Page, Point};
use content::ContentEncoder;
use document::{DocumentKind, DocumentSpec};
use lopdf::xref::XrefType;
use lopdf::{Dictionary, Object, Stream, dictionary};
use preflight::{Pdfx, PrintSpec, SheetPlacement};
use std::io::{self, Write};

/// The producer in the metadata.
const PRODUCER: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// Converts an error of lopdf.
fn broken(error: lopdf::Error) -> io::Error {
    io::Error::other(format!("the PDF could not be put together: {error}"))
}

/// Rounds a length to the nearest `f32`, which lopdf writes.
fn real(points: f64) -> Object {
    Object::Real(points as f32)
}

/// The properties of a PDF apart from its pages.
pub struct PdfSpec<'a> {
    /// The bleed at the binding, and at each other edge.
    pub bleed: (f64, f64),
    /// The requirements of the printer, or of the screen, that the file follows.
    pub print: Option<&'a PrintSpec>,
    /// The PDF/X standard that the file follows, and its date in nanoseconds since 1970. Without a
    /// date, the file has a fixed one.
    pub pdfx: Option<(Pdfx, Option<i128>)>,
    /// The title in the metadata.
    pub title: &'a str,
    /// The subject in the metadata.
    pub subject: &'a str,
    /// The author in the metadata.
    pub author: Option<&'a str>,
    /// The code of the language: `en`.
    pub language: &'a str,
    /// An entry of the caller in the catalog of the file: key and text.
    pub entry: Option<(&'static str, String)>,
    /// The outline of a file for the screen.
    pub outline: Vec<OutlineEntry>,
}

/// An entry of the outline of a file. An entry whose target is in no page of the file is left out.
pub struct OutlineEntry {
    /// The words of the entry.
    pub title: String,
    /// The place to which the entry leads.
    pub target: LinkTarget,
    /// The entries below this one, which are closed.
    pub children: Vec<Self>,
}

impl PdfSpec<'_> {
    /// Writes pages of this trim size. The first `front_matter` have roman numbers. Calls
    /// `page_done` after each page. All pages are taken before the first byte is written.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk, and errors of `page_done`, after which no
    /// further page is taken.
    pub fn write_book(
        &self,
        trim: Point,
        front_matter: usize,
        pages: impl Iterator<Item = Page>,
        out: &mut dyn Write,
        page_done: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        DocumentSpec::new(self, trim, DocumentKind::Book { front_matter })
            .write(pages, out, page_done)
    }

    /// Writes pages of this trim size, imposed for folded and stapled sheets: two on each side of a
    /// sheet.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk.
    pub fn write_booklet(
        &self,
        trim: Point,
        pages: impl Iterator<Item = Page>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        DocumentSpec::new(self, trim, DocumentKind::Booklet).write(pages, out, &mut || Ok(()))
    }

    /// Writes a cover: a drawing with its bleed, at its place on the sheet.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk.
    pub fn write_cover(
        &self,
        cover: Page,
        place: SheetPlacement,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let document =
            DocumentSpec::new(self, (cover.width, cover.height), DocumentKind::Cover(place));
        document.write([cover].into_iter(), out, &mut || Ok(()))
    }
}

impl DocumentSpec<'_> {
    fn write(
        &self,
        pages: impl Iterator<Item = Page>,
        out: &mut dyn Write,
        page_done: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let mut content = ContentEncoder::new(self.is_cover());
        let mut folios = Vec::new();
        for (index, page) in pages.enumerate() {
            content.add_page(&page, self.corner(index));
            folios.push(page.folio);
            page_done()?;
        }
        let mut built = document::build(self, content.finish(), &folios)?;
        // PDF 1.5 introduced object streams. They are added to the document, so a copy is saved.
        let mut file = save(&mut built.clone(), self.standard.version() >= "1.5")?;
        // lopdf packs object streams, and may end one as PDF/A forbids. All other streams are ours.
        if !self.standard.has_valid_stream_ends(&file) {
            file = save(&mut built, false)?;
        }
        out.write_all(&file)?;
        out.flush()
    }
}

/// Writes a drawing as a PDF of one page of this size: PDF 1.4 without fonts, dates and metadata.
pub fn write_drawing(size: Point, operators: String) -> io::Result<Vec<u8>> {
    let mut document = lopdf::Document::with_version("1.4");
    let content = Stream::new(Dictionary::new(), operators.into_bytes());
    let content = document.add_object(content);
    let pages = document.new_object_id();
    let edges: Vec<Object> = [0.0, 0.0, size.0, size.1].map(real).to_vec();
    let page = document.add_object(dictionary! {
        "Type" => "Page",
        "Parent" => pages,
        "MediaBox" => edges.clone(),
        "TrimBox" => edges,
        "Resources" => Dictionary::new(),
        "Contents" => content,
    });
    let kids = vec![Object::from(page)];
    let tree = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => 1 };
    document.objects.insert(pages, tree.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    save(&mut document, false)
}

/// Saves a file with object streams and a cross-reference stream, or with a plain table.
fn save(document: &mut lopdf::Document, has_object_streams: bool) -> io::Result<Vec<u8>> {
    document.reference_table.cross_reference_type = if has_object_streams {
        XrefType::CrossReferenceStream
    } else {
        XrefType::CrossReferenceTable
    };
    let options = lopdf::SaveOptions::builder()
        .use_object_streams(has_object_streams)
        .use_xref_streams(has_object_streams)
        .max_objects_per_stream(1000)
        .compression_level(9)
        .build();
    let mut file = Vec::new();
    document.save_with_options(&mut file, options)?;
    Ok(file)
}
