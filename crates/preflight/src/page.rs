//! The pages of a file with boxes, marks and content usages.

use super::marks::{InkMark, marks};
use super::pixels;
use super::pixels::{PixelResult, Pixels};
use super::visibility::{self, VisibilityFault};
use lopdf::{Document, ObjectId};
use pdf_reader::{
    ContentInterpreter, ContentUsage, ContentUsages, Dict, DocumentFonts, Drawing, PdfError, Rect,
    WalkError,
};
use std::collections::HashMap;

/// The maximum number of steps of a page. A small file can require endless work.
const MAX_STEPS: usize = 5_000_000;

/// The maximum number of decoded bytes of all images. Later images are not read.
const MAX_PIXELS: usize = 512 << 20;

/// A page of a file.
pub(super) struct PreflightPage {
    /// The index of the page, counted from 1.
    pub number: usize,
    pub media: Rect,
    /// The box in the file; `None` if it is missing.
    pub trim: Option<Rect>,
    pub bleed: Option<Rect>,
    pub crop: Option<Rect>,
    pub turned: bool,
    pub marks: Vec<InkMark>,
    /// The marks of pattern cells and Type 3 glyphs. Their kinds matter, not their places.
    pub inner: Vec<InkMark>,
    /// The objects of the page; the usages are taken out of it.
    pub drawing: Drawing,
    pub usages: ContentUsages,
    /// Faults from overlapping objects.
    pub faults: Vec<VisibilityFault>,
    pub annotations: usize,
}

impl PreflightPage {
    /// Returns the maximum ink in one place, in percent.
    pub fn max_ink(&self) -> u32 {
        max_ink(self.marks.iter().chain(&self.inner))
    }

    /// Returns true if the page has no visible marks.
    pub fn is_blank(&self) -> bool {
        !self.marks.iter().any(InkMark::is_seen)
    }
}

fn max_ink<'a>(marks: impl Iterator<Item = &'a InkMark>) -> u32 {
    let seen = marks.filter(|mark| mark.is_seen());
    seen.map(InkMark::process_ink).fold(0.0, f64::max).round() as u32
}

/// Interprets all pages. Calls `each` with the number, dictionary and drawing of each.
pub(super) fn walk<'a>(
    document: &'a Document,
    mut each: impl FnMut(usize, Dict<'a>, Drawing) -> Result<(), PdfError>,
) -> Result<(), PdfError> {
    let fonts = DocumentFonts::new(document);
    let mut interpreter = ContentInterpreter::new(document, &fonts, MAX_STEPS);
    let mut last = 0;
    for (number, id) in (1..).zip(pdf_reader::pages(document)) {
        let drawing =
            interpreter.page(id, Rect::ALL).map_err(|stop| PdfError::Page(number, stop))?;
        each(number, Dict::page(document, id), drawing)?;
        last = number;
    }
    if last == 0 { Err(PdfError::NoPages) } else { Ok(()) }
}

/// Reads all pages one after the other, because the marks of all pages would need much memory.
pub(super) fn each(
    document: &Document,
    mut judge: impl FnMut(PreflightPage),
) -> Result<(), PdfError> {
    let mut images = ImageReader::new(document);
    let mut comparisons_left = visibility::MAX_FILE_COMPARISONS;
    walk(document, |number, page, mut drawing| {
        let mut inner = marks(&drawing.cells, |image| images.read(image));
        let glyphs = marks(&drawing.glyphs, |image| images.read(image));
        inner.extend(glyphs.into_iter().map(InkMark::of_letter));
        let marks = marks(&drawing.objects, |image| images.read(image));
        images.record_broken(&mut drawing.usages);
        let annotations = page.get(b"Annots").and_then(|o| o.as_array().ok());
        let Some(media) = page.page_box(b"MediaBox") else {
            let wrong = WalkError::Unreadable("it has no MediaBox".into());
            return Err(PdfError::Page(number, wrong));
        };
        judge(PreflightPage {
            number,
            media,
            trim: page.rect(b"TrimBox"),
            bleed: page.rect(b"BleedBox"),
            crop: page.page_box(b"CropBox").and_then(|crop| crop.intersect(media)),
            turned: page.is_turned(),
            marks,
            inner,
            faults: visibility::faults(&drawing, &mut comparisons_left),
            usages: std::mem::take(&mut drawing.usages),
            annotations: annotations.map(Vec::len).unwrap_or_default(),
            drawing,
        });
        Ok(())
    })
}

/// A reader of images that reads each image once.
pub(super) struct ImageReader<'a> {
    document: &'a Document,
    known: HashMap<ObjectId, PixelResult<Pixels>>,
    /// The remaining number of decoded bytes.
    left: usize,
    /// The parts that images of the current page lack.
    broken: Vec<&'static str>,
}

impl<'a> ImageReader<'a> {
    pub fn new(document: &'a Document) -> Self {
        Self { document, known: HashMap::new(), left: MAX_PIXELS, broken: Vec::new() }
    }

    /// Returns the maximum ink in one place of a page, in percent. Records what its images lack.
    pub fn max_ink(&mut self, drawing: &mut Drawing) -> u32 {
        let lists = [&drawing.objects, &drawing.cells, &drawing.glyphs];
        let inks = lists.map(|objects| max_ink(marks(objects, |image| self.read(image)).iter()));
        self.record_broken(&mut drawing.usages);
        inks.into_iter().max().unwrap_or(0)
    }

    /// Records the parts that images of the page lack.
    fn record_broken(&mut self, usages: &mut ContentUsages) {
        for what in self.broken.drain(..) {
            usages.record(ContentUsage::MissingResource, what);
        }
    }

    fn read(&mut self, image: &pdf_reader::Image) -> Option<Pixels> {
        let pixels = match image.id.and_then(|id| self.known.get(&id)) {
            Some(known) => *known,
            None => pixels::read(self.document, image, &mut self.left),
        };
        if let Some(id) = image.id {
            self.known.insert(id, pixels);
        }
        match pixels {
            Ok(pixels) => pixels,
            Err(what) => {
                self.broken.push(what);
                None
            }
        }
    }
}
