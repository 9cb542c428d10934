//! Writes volumes, booklets and covers as PDFs: gives the crate `page` the pages, and the facts of
//! the volume that the file states.

use crate::model::part::PartName;
use crate::model::{PuzzleSymbols, Volume};
use crate::parts::entries;
use page::{LinkTarget, OutlineEntry, Page, PdfSpec};
use preflight::{Medium, SheetPlacement};
use std::io::{self, Write};
use std::ops::Range;

impl Volume {
    /// Writes the volume as a PDF.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_with_progress(out, &mut || Ok(()))
    }

    /// Writes the volume as a PDF, and calls `page_done` after the layout of each page. All pages
    /// are laid out before the first byte is written.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk, and errors of `page_done`, after which no
    /// further page is laid out.
    pub fn write_with_progress(
        &self,
        out: &mut dyn Write,
        page_done: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let mut spec = pdf_spec(self, self.bleed());
        if spec.print.is_some_and(|print| print.medium() == Medium::Screen) {
            spec.outline = outline(self);
        }
        let area = &self.setup.area;
        spec.write_book(
            (area.width, area.height),
            self.front_matter(),
            self.pages(),
            out,
            page_done,
        )
    }

    /// Writes the pages of [`Volume::booklet`], imposed for folded and stapled sheets: two on each
    /// side of a sheet.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk.
    pub fn write_booklet(&self, out: &mut dyn Write) -> io::Result<()> {
        let volume = self.booklet();
        let area = &volume.setup.area;
        let spec = pdf_spec(&volume, volume.bleed());
        spec.write_booklet((area.width, area.height), volume.pages(), out)
    }

    /// Writes the cover of the volume as a PDF of one page: a drawing with its bleed, at its place
    /// on the sheet.
    ///
    /// # Errors
    /// Returns errors of the writer, such as a full disk.
    pub fn write_cover(
        &self,
        cover: Page,
        place: SheetPlacement,
        bleed: f64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        pdf_spec(self, (bleed, bleed)).write_cover(cover, place, out)
    }
}

/// Returns what the files of a volume state, without an outline.
fn pdf_spec(volume: &Volume, bleed: (f64, f64)) -> PdfSpec<'_> {
    let symbols: Vec<_> =
        volume.setup.options.symbols.iter().map(PuzzleSymbols::to_string).collect();
    PdfSpec {
        bleed,
        print: volume.spec.as_ref(),
        pdfx: volume.pdfx.map(|(pdfx, date)| (pdfx, date.map(|date| date.as_nanosecond()))),
        title: &volume.titles.full,
        subject: &volume.titles.subtitle,
        author: volume.author(),
        language: volume.setup.language.code(),
        entry: (!symbols.is_empty()).then(|| (PuzzleSymbols::PDF_KEY, symbols.join(","))),
        outline: Vec::new(),
    }
}

/// Returns the outline: the parts, the levels with their puzzles in groups of ten, and the answers
/// of each level.
fn outline(volume: &Volume) -> Vec<OutlineEntry> {
    let title = entry(volume.titles.full.clone(), LinkTarget::Page(0));
    let parts = entries(volume).into_iter().map(|part| {
        let children = match part.slot.part {
            PartName::Opener | PartName::Puzzles => {
                tens(volume, volume.chapters[part.slot.subject()].puzzles.clone())
            }
            PartName::Answers => answers_by_chapter(volume),
            _ => Vec::new(),
        };
        OutlineEntry { children, ..entry(part.title, LinkTarget::Page(part.page)) }
    });
    [title].into_iter().chain(parts).collect()
}

/// Groups puzzles by tens of their numbers.
fn tens(volume: &Volume, puzzles: Range<usize>) -> Vec<OutlineEntry> {
    let numbering = &volume.numbering;
    let mut bounds: Vec<usize> =
        puzzles.clone().filter(|n| *n == puzzles.start || numbering.number(*n) % 10 == 1).collect();
    bounds.push(puzzles.end);
    let mut groups = Vec::new();
    for pair in bounds.windows(2) {
        let (first, last) = numbering.numbers(pair[0]..pair[1]);
        let title = volume.setup.language.puzzles(first, last);
        groups.push(entry(title, LinkTarget::Puzzle(pair[0])));
    }
    groups
}

/// Returns an entry for the answers of each chapter, if there are several with names.
fn answers_by_chapter(volume: &Volume) -> Vec<OutlineEntry> {
    let mut entries = Vec::new();
    for (index, chapter) in volume.chapters.iter().enumerate() {
        if let Some(name) = volume.chapter_name(index) {
            entries.push(entry(name, LinkTarget::Answer(chapter.puzzles.start)));
        }
    }
    if entries.len() > 1 { entries } else { Vec::new() }
}

/// Returns an entry without children.
fn entry(title: String, target: LinkTarget) -> OutlineEntry {
    OutlineEntry { title, target, children: Vec::new() }
}
