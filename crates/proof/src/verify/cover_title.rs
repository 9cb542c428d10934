//! Compares the title of a book with its cover: the largest text of the first page must stand on
//! the cover.

use super::error::{ProofError, pdf_or_fault};
use super::finding::{Finding, path_text};
use super::inputs::VerifiedBook;
use super::proof::Proof;
use crate::readback::{PageContents, PageReader, Pdf};
use files::output;
use jobs::IoContext as _;
use pdf_reader::{Drawing, PageObject, PageObjectKind, PlacedGlyph, Rect};
use std::path::Path;

/// Letters of at least this part of the size of the largest ones belong to the title.
const TITLE_PART: f64 = 0.95;
/// The maximum gap between the letters of a word, in the size of the letters.
const MAX_GAP: f64 = 0.12;

/// The first page of a file that can be read.
struct PrintedPage {
    contents: PageContents,
    drawing: Drawing,
}

impl PrintedPage {
    /// Reads the first page; `None` if it cannot be read, which is found elsewhere.
    fn read(path: &Path) -> Result<Option<Self>, ProofError> {
        let bytes = output::read(path).read_context(path)?;
        let Ok(pdf) = pdf_or_fault(Pdf::open(&bytes))? else { return Ok(None) };
        let Ok((contents, drawing)) = PageReader::new(&pdf).read(0) else { return Ok(None) };
        Ok(Some(Self { contents, drawing }))
    }

    /// Returns the visible letters outside of grids, in painting order.
    fn letters(&self) -> impl Iterator<Item = &PlacedGlyph> {
        let is_outside = |object: &&PageObject| {
            let (x, y) = object.bounds.middle();
            let mut grids = self.contents.places.iter();
            !object.is_invisible()
                && !grids.any(|&[left, bottom, right, top]| {
                    Rect { left, bottom, right, top }.contains((x, y))
                })
        };
        self.drawing.objects.iter().filter(is_outside).filter_map(|object| match &object.kind {
            PageObjectKind::Glyph(glyph) if glyph.bounds().is_some() => Some(&**glyph),
            _ => None,
        })
    }

    /// Returns the text of the largest letters, with a space at each gap.
    fn title(&self) -> String {
        let largest = self.letters().map(PlacedGlyph::size).fold(0.0, f64::max);
        let (mut title, mut end) = (String::new(), None);
        for glyph in self.letters().filter(|glyph| glyph.size() >= TITLE_PART * largest) {
            let (x, y) = glyph.to_page.apply((0.0, 0.0));
            let is_next = |(right, base): (f64, f64)| {
                (x - right).abs() <= MAX_GAP * largest && (y - base).abs() <= MAX_GAP * largest
            };
            if end.is_some_and(|end| !is_next(end)) {
                title.push(' ');
            }
            title.push(glyph.character());
            end = Some((x + glyph.advance, y));
        }
        title
    }
}

/// Returns the letters and digits of a text in capitals: a cover may break a title into lines.
fn normalize(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

impl Proof {
    /// Compares the title of each book with its cover. A difference is only advice: a cover may be
    /// a picture, and the first page of another program may have other text.
    pub(super) fn compare_titles(&mut self, books: &[VerifiedBook]) -> Result<(), ProofError> {
        let [volumes, covers] = [false, true].map(|is_cover| {
            books.iter().filter(move |book| book.is_cover == is_cover).map(|book| &*book.path)
        });
        for (volume, cover) in volumes.zip(covers) {
            let (Some(first), Some(front)) =
                (PrintedPage::read(volume)?, PrintedPage::read(cover)?)
            else {
                continue;
            };
            let title = first.title();
            let printed: String = front.letters().map(PlacedGlyph::character).collect();
            let (wanted, printed) = (normalize(&title), normalize(&printed));
            if printed.is_empty() || printed.contains(&wanted) {
                continue;
            }
            let found = format!("a cover without the title of {}", path_text(volume));
            let expected = format!("{title:?} on it");
            self.advice.push(Finding::whole(&path_text(cover), found, expected));
        }
        Ok(())
    }
}
