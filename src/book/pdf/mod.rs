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

use super::page::Page;
use super::volume::Volume;
use content::Content;
use printpdf::{Mm, PdfDocument, PdfPage, PdfSaveOptions};
use std::io::{self, BufWriter, Write};

/// Writes a volume as a PDF, and reports each page when it is laid out.
///
/// # Errors
/// Whatever the writer answers: a full disk is an error.
pub fn write(volume: &Volume, out: &mut dyn Write, page_done: &mut dyn FnMut()) -> io::Result<()> {
    let mut content = Content::default();
    let mut document = PdfDocument::new("");
    for page in volume.pages() {
        let ops = content.page(&page);
        document.pages.push(printed(ops));
        page_done();
    }
    // A stamp is drawn as a page of its own, and made a form when the document is finished.
    let stamps: Vec<usize> = content.stamps_used().collect();
    for &stamp in &stamps {
        let drawing = &volume.stamps()[stamp];
        let page = Page {
            width: drawing.width,
            height: drawing.height,
            folio: String::new(),
            marks: drawing.marks.clone(),
        };
        let ops = content.page(&page);
        document.pages.push(printed(ops));
    }
    fonts::embed(&mut document, content.used());

    let mut warnings = Vec::new();
    let mut document = document.to_lopdf_document(&PdfSaveOptions::default(), &mut warnings);
    debug_assert!(warnings.is_empty(), "{warnings:?}");
    finish::finish(&mut document, volume, &stamps)?;

    let modern = !finish::plain(volume);
    let options = lopdf::SaveOptions::builder()
        .use_object_streams(modern)
        .use_xref_streams(modern)
        .max_objects_per_stream(200)
        .compression_level(9)
        .build();
    let mut out = BufWriter::new(out);
    document.save_with_options(&mut out, options)?;
    out.flush()
}

/// A page for printpdf. Its boxes are set when the document is finished.
fn printed(ops: Vec<printpdf::Op>) -> PdfPage {
    PdfPage::new(Mm(0.0), Mm(0.0), ops)
}
