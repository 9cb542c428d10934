//! Writes pages as a PDF file. Only this module of `book` uses printpdf, subsetter and lopdf. It
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

use crate::model::{Page, Point, Volume};
use content::ContentEncoder;
use document::DocumentSpec;
use lopdf::xref::XrefType;
use lopdf::{Dictionary, Object, Stream, dictionary};
use preflight::SheetPlacement;
use standard::FileStandard;
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

/// Writes a volume as a PDF.
///
/// # Errors
/// Returns errors of the writer, such as a full disk.
pub fn write(volume: &Volume, out: &mut dyn Write) -> io::Result<()> {
    write_with_progress(volume, out, &mut || Ok(()))
}

/// Writes a volume as a PDF, and calls `page_done` after the layout of each page. All pages are
/// laid out before the first byte is written.
///
/// # Errors
/// Returns errors of the writer, such as a full disk, and errors of `page_done`, after which no
/// further page is laid out.
pub fn write_with_progress(
    volume: &Volume,
    out: &mut dyn Write,
    page_done: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    write_volume(volume, false, out, page_done)
}

/// Writes the pages of [`Volume::booklet`], imposed for folded and stapled sheets: two on each side
/// of a sheet.
///
/// # Errors
/// Returns errors of the writer, such as a full disk.
pub fn write_booklet(volume: &Volume, out: &mut dyn Write) -> io::Result<()> {
    write_volume(&volume.booklet(), true, out, &mut || Ok(()))
}

fn write_volume(
    volume: &Volume,
    is_booklet: bool,
    out: &mut dyn Write,
    page_done: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let pages = if is_booklet { 2.0 } else { 1.0 };
    let bleed = volume.bleed();
    let (width, height) = (pages * volume.setup.area.width, volume.setup.area.height);
    let size = (width + bleed.0 + bleed.1, height + bleed.1 + bleed.1);
    let standard = FileStandard::from_volume(volume);
    let place = SheetPlacement { sheet: size, corner: (0.0, 0.0) };
    let book = DocumentSpec { volume, size, bleed, place, is_cover: false, is_booklet, standard };
    write_pages(&book, volume.pages(), out, page_done)
}

/// Writes the cover of a volume as a PDF of one page: a drawing with its bleed, at its place on the
/// sheet.
///
/// # Errors
/// Returns errors of the writer, such as a full disk.
pub fn write_cover(
    volume: &Volume,
    cover: Page,
    place: SheetPlacement,
    bleed: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = (cover.width, cover.height);
    let standard = FileStandard::from_volume(volume);
    let bleed = (bleed, bleed);
    let book =
        DocumentSpec { volume, size, bleed, place, is_cover: true, is_booklet: false, standard };
    write_pages(&book, [cover].into_iter(), out, &mut || Ok(()))
}

fn write_pages(
    book: &DocumentSpec,
    pages: impl Iterator<Item = Page>,
    out: &mut dyn Write,
    page_done: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let mut content = ContentEncoder::new(book.is_cover);
    for (index, page) in pages.enumerate() {
        content.add_page(&page, book.corner(index));
        page_done()?;
    }
    let mut document = document::build(book, content.finish())?;
    // PDF 1.5 introduced object streams. They are added to the document, so a copy is saved.
    let mut file = save(&mut document.clone(), book.standard.version() >= "1.5")?;
    // lopdf packs object streams, and may end one as PDF/A forbids. All other streams are ours.
    if !book.standard.has_valid_stream_ends(&file) {
        file = save(&mut document, false)?;
    }
    out.write_all(&file)?;
    out.flush()
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
