//! Pages into a PDF file. The only user of printpdf, lopdf and subsetter; knows nothing of puzzles.
//!
//! printpdf encodes pages and fonts; what it leaves to be wished is mended in the document that it
//! makes, and lopdf saves that, because printpdf's own writer hides a full disk.
//!
//! The file is PDF 1.5, for its object streams: they halve the size of a book of small pages, and
//! every printer has taken 1.5 (2003) for years; for one that asks for less it is PDF 1.4 with a
//! plain table. All colours are DeviceGray; there is no transparency and no date: the same book is
//! the same bytes. What is printed has no annotation and no outline; those are the screen edition's.

mod content;
mod finish;
mod fonts;
mod screen;
mod table;

use super::cover::Cover;
use super::page::{Page, Stamp};
use super::volume::Volume;
use content::Content;
use printpdf::{Mm, PdfDocument, PdfPage, PdfSaveOptions};
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
    let format = Format {
        volume,
        stamps: volume.stamps(),
        size: (volume.sheet.width, volume.sheet.height),
        bleed: 0.0,
        inside: true,
    };
    write_pages(&format, volume.pages(), out, page_done)
}

/// Writes a cover as a PDF of one page.
///
/// # Errors
/// Whatever the writer answers: a full disk is an error.
pub fn write_cover(cover: &Cover, out: &mut dyn Write) -> io::Result<()> {
    let format = Format {
        volume: cover.volume(),
        stamps: cover.stamps(),
        size: cover.size(),
        bleed: cover.bleed(),
        inside: false,
    };
    write_pages(&format, [cover.page()].into_iter(), out, &mut || Ok(()))
}

/// What a file is, beside the marks on its pages.
struct Format<'a> {
    /// Whose pages they are, or whose cover.
    volume: &'a Volume,
    stamps: &'a [Stamp],
    /// Of the pages, with what is cut off.
    size: (f64, f64),
    /// How much is cut off at each edge.
    bleed: f64,
    /// Whether it is what is inside a cover: with numbered pages, and with links on a screen.
    inside: bool,
}

fn write_pages(
    format: &Format,
    pages: impl Iterator<Item = Page>,
    out: &mut dyn Write,
    page_done: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let mut content = Content::default();
    let mut document = PdfDocument::new("");
    for page in pages {
        let ops = content.page(&page);
        document.pages.push(printed(ops));
        page_done()?;
    }
    // A stamp is drawn as a page of its own, and made a form when the document is finished.
    let stamps: Vec<usize> = content.stamps_used().collect();
    for &stamp in &stamps {
        let drawing = &format.stamps[stamp];
        let page = Page {
            width: drawing.width,
            height: drawing.height,
            folio: String::new(),
            marks: drawing.marks.clone(),
        };
        let ops = content.page(&page);
        document.pages.push(printed(ops));
    }
    // And so are groups of stamps.
    let groups = content.groups_used();
    for group in &groups {
        let ops = group.iter().copied().map(content::placed);
        document.pages.push(printed(ops.collect()));
    }
    let groups = groups.len();
    fonts::embed(&mut document, content.used())?;

    let mut warnings = Vec::new();
    // "Secure" leaves out operators that printpdf has no name for, such as ours for groups.
    let options = PdfSaveOptions {
        secure: false,
        ..Default::default()
    };
    let mut document = document.to_lopdf_document(&options, &mut warnings);
    debug_assert!(warnings.is_empty(), "{warnings:?}");
    let faces: Vec<_> = content.used().iter().map(|(face, _)| *face).collect();
    finish::finish(&mut document, format, &stamps, groups, &faces)?;

    let modern = !finish::plain(format.volume);
    let options = lopdf::SaveOptions::builder()
        .use_object_streams(modern)
        .use_xref_streams(modern)
        .max_objects_per_stream(200)
        .compression_level(9)
        .build();
    let mut file = Vec::new();
    document.save_with_options(&mut file, options)?;
    if modern {
        file = table::pack(file)?;
    }
    out.write_all(&file)?;
    out.flush()
}

/// A page for printpdf. Its boxes are set when the document is finished.
fn printed(ops: Vec<printpdf::Op>) -> PdfPage {
    PdfPage::new(Mm(0.0), Mm(0.0), ops)
}
