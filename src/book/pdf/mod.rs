//! Pages into a PDF file. The only user of printpdf, subsetter and lopdf in `book`; knows nothing of
//! puzzles.
//!
//! `content` turns marks into operators and remembers which characters, stamps and groups of stamps are
//! used. Then `fonts` lets printpdf embed the fonts, `document` builds the rest of the file around them,
//! and lopdf saves it.
//!
//! The file is PDF 1.5, for its object streams: they halve the size of a book of small pages, and
//! every printer has taken 1.5 (2003) for years; for one that asks for less it is PDF 1.4 with a
//! plain table. All colours are DeviceGray; there is no transparency and no date: the same book is
//! the same bytes. What is printed has no annotation and no outline; those are the screen edition's.

mod content;
mod document;
mod fonts;
mod operators;
mod screen;
mod values;

use crate::book::cover::Cover;
use crate::book::page::{Drawing, Page, Stamp};
use crate::book::volume::Volume;
use content::Content;
use document::{Book, takes_only_pdf_1_4};
use std::io::{self, Write};

/// Writes a volume as a PDF, and reports each page when it is laid out. All are before the first byte
/// is written.
///
/// # Errors
/// Whatever the writer answers: a full disk is an error. Whatever `page_done` answers: no further page
/// is made then.
pub fn write(
    volume: &Volume,
    out: &mut dyn Write,
    page_done: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let book = Book {
        volume,
        size: (volume.area.width, volume.area.height),
        bleed: 0.0,
        is_cover: false,
    };
    let drawing = |stamp| volume.drawing(stamp);
    write_pages(&book, volume.pages(), &drawing, out, page_done)
}

/// Writes a cover as a PDF of one page.
///
/// # Errors
/// Whatever the writer answers: a full disk is an error.
pub fn write_cover(cover: &Cover, out: &mut dyn Write) -> io::Result<()> {
    let book = Book {
        volume: cover.volume(),
        size: cover.size(),
        bleed: cover.bleed(),
        is_cover: true,
    };
    let drawing = |stamp| cover.drawing(stamp);
    let pages = [cover.page()].into_iter();
    write_pages(&book, pages, &drawing, out, &mut || Ok(()))
}

fn write_pages(
    book: &Book,
    pages: impl Iterator<Item = Page>,
    drawing: &dyn Fn(Stamp) -> Drawing,
    out: &mut dyn Write,
    page_done: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let mut content = Content::new(book.is_cover);
    for page in pages {
        content.add_page(&page);
        page_done()?;
    }
    let mut document = document::build(book, content.finish(drawing))?;
    let modern = !takes_only_pdf_1_4(book.volume);
    let options = lopdf::SaveOptions::builder()
        .use_object_streams(modern)
        .use_xref_streams(modern)
        .max_objects_per_stream(1000)
        .compression_level(9)
        .build();
    let mut file = Vec::new();
    document.save_with_options(&mut file, options)?;
    out.write_all(&file)?;
    out.flush()
}
