//! Compares a file of a run with its rebuilt version and describes the visible differences. A page
//! that another program has rewritten is equal if it draws the same objects.

use super::objects::{PageDiff, PdfDiff};
use crate::appearance::{near, same_outline, same_part};
use crate::readback::{PageContents, Pdf, name_digit};
use crate::verify::error::{ProofError, pdf_or_fault};
use crate::verify::finding::{Finding, Location};
use lopdf::ObjectId;
use page::Colour;
use pdf_reader::{
    Drawing, GlyphInk, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph, Rect, Subpath,
    SubpathSegment, decode,
};
use std::cmp::Ordering;
use std::sync::Arc;
use tables::FirstFew;

/// The maximum number of pages that are named.
const MAX_PAGES: usize = 20;
/// The maximum number of words that are quoted.
const MAX_WORDS: usize = 8;
/// The tolerance of coordinates in points, because programs round them.
const TOLERANCE_PTS: f64 = 0.08;
/// The tolerance of colours and opacities.
const COLOUR_TOLERANCE: f64 = 0.012;
/// The tolerance of outline coordinates, in ems.
const TOLERANCE_EMS: f64 = 0.004;
/// The maximum number of bytes of an image.
const MAX_PICTURE: usize = 256 << 20;
/// The metadata that is compared.
const INFO_KEYS: [&[u8]; 4] = [b"Title", b"Author", b"Subject", b"Keywords"];

/// A difference: what was found and what was expected.
struct PageDifference {
    found: String,
    expected: String,
}

impl PageDifference {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { found: found.into(), expected: expected.into() }
    }
}

/// Compares a file with its rebuilt version. Returns no finding if both show the same.
///
/// # Errors
/// If the thread that reads cannot be started.
pub(super) fn files(
    file: &Arc<str>,
    made: &[u8],
    found: &[u8],
) -> Result<Vec<Finding>, ProofError> {
    let made = pdf_or_fault(Pdf::open(made))?;
    let found = pdf_or_fault(Pdf::open(found))?;
    Ok(match (made, found) {
        (Ok(made), Ok(found)) => Comparison { file, made: &made, found: &found }.differences(),
        (Err(e), _) | (_, Err(e)) => {
            vec![Finding::whole(file, e.to_string(), "a book as a PDF")]
        }
    })
}

/// A file of a run: the rebuilt one, and the one in the folder.
#[derive(Clone, Copy)]
struct Comparison<'a> {
    file: &'a Arc<str>,
    made: &'a Pdf,
    found: &'a Pdf,
}

impl Comparison<'_> {
    fn differences(self) -> Vec<Finding> {
        let (pages, found) = (self.made.page_count(), self.found.page_count());
        if pages != found {
            let expected = format!("{pages} pages, as the run makes");
            return vec![Finding::whole(self.file, format!("found {found} pages"), expected)];
        }
        let mut same = PdfDiff::new(self.made.document(), self.found.document());
        let mut changed = FirstFew::new(MAX_PAGES);
        let mut is_rewritten = false;
        for index in 0..pages {
            let is = same.page([self.made.id(index), self.found.id(index)]);
            is_rewritten |= is == PageDiff::Rewritten;
            if is != PageDiff::Same
                && let Some((difference, folio)) = self.page(index, is)
            {
                changed.push(|| {
                    let place = Location::Page { sheet: index + 1, folio, grid: None };
                    Finding::at(self.file, place, difference.found, difference.expected)
                });
            }
        }
        let (mut findings, more) = changed.take();
        if more > 0 {
            let found = format!("{more} more pages are not those of the run");
            findings.push(Finding::whole(self.file, found, ""));
        }
        findings.extend(INFO_KEYS.into_iter().filter_map(|key| self.property(key)));
        if findings.is_empty() && !is_rewritten && !same.whole() {
            findings.push(Finding::whole(
                self.file,
                "found other bookmarks, page labels or layers",
                "those of the book that the run makes",
            ));
        }
        findings
    }

    /// Returns the difference of a property of the document.
    fn property(self, key: &[u8]) -> Option<Finding> {
        let (expected, found) = (self.made.info(key), self.found.info(key));
        if expected == found {
            return None;
        }
        let name = String::from_utf8_lossy(key).to_lowercase();
        let found = found.unwrap_or_default();
        let found = format!("found the {name} {found:?} among its properties");
        Some(Finding::whole(self.file, found, format!("{:?}", expected.unwrap_or_default())))
    }

    /// Returns the difference of a page that has not the same objects, and its printed number.
    fn page(self, index: usize, is: PageDiff) -> Option<(PageDifference, Option<String>)> {
        let (made, found) = match (self.made.read(index), self.found.read(index)) {
            (Ok(made), Ok(found)) => (made, found),
            (Err(stop), _) | (_, Err(stop)) => {
                return Some((PageDifference::new(format!("the page {stop}"), ""), None));
            }
        };
        let seen = if self.has_same_size(index) {
            words(&made.0, &found.0).or_else(|| self.marks(&made.1, &found.1))
        } else {
            Some(PageDifference::new("found another size of the page", "the size of the book"))
        };
        let difference = match seen {
            Some(difference) => difference,
            None if is == PageDiff::Rewritten => return None,
            None => PageDifference::new(
                "found other operators, a link or a setting",
                "the page as the run makes it",
            ),
        };
        Some((difference, made.0.folio))
    }

    /// Returns true if a page has the size that it should have.
    fn has_same_size(self, index: usize) -> bool {
        let made = self.made.page_box(index).unwrap_or_default();
        let found = self.found.page_box(index).unwrap_or_default();
        made.iter().zip(found).all(|(a, b)| is_near(*a, b, 0.5))
    }

    /// Returns the first object that differs from its counterpart.
    fn marks(self, made: &Drawing, found: &Drawing) -> Option<PageDifference> {
        let (expected, found) = (visible(made), visible(found));
        for (a, b) in expected.iter().zip(&found) {
            if let Some(what) = self.object(a, b) {
                let found = format!("found {}, {what}", describe(b));
                return Some(PageDifference::new(found, describe(a)));
            }
        }
        let (more, of) = match expected.len().cmp(&found.len()) {
            Ordering::Equal => return None,
            Ordering::Less => ("a mark more", found[expected.len()]),
            Ordering::Greater => ("a mark less", expected[found.len()]),
        };
        let found = format!("found {more}: {}", describe(of));
        Some(PageDifference::new(found, "the marks of the page"))
    }

    /// Returns how an object differs from the expected one.
    fn object(self, expected: &PageObject, found: &PageObject) -> Option<&'static str> {
        let differs = match (&expected.kind, &found.kind) {
            (PageObjectKind::Glyph(a), PageObjectKind::Glyph(b)) => glyphs(a, b),
            (PageObjectKind::Image(a), PageObjectKind::Image(b)) => {
                let places = a.to_page.0.iter().zip(b.to_page.0);
                let is_same_picture = image_bytes(self.made, a.id) == image_bytes(self.found, b.id);
                first_of([
                    (
                        places.into_iter().all(|(a, b)| is_near(*a, b, TOLERANCE_PTS)),
                        "in another place",
                    ),
                    (is_same_picture && a.dots == b.dots, "another one"),
                ])
            }
            (a, b) => paths(a, b),
        };
        differs.or_else(|| colours_and_clips(expected, found))
    }
}

/// Returns how the path of an area or a line differs from the expected one.
fn paths(expected: &PageObjectKind, found: &PageObjectKind) -> Option<&'static str> {
    match (expected, found) {
        (
            PageObjectKind::Fill { subpaths: a, even_odd: e },
            PageObjectKind::Fill { subpaths: b, even_odd: f },
        ) => first_of([(same_parts(a, b, true) && (e == f || a.len() == 1), "of another shape")]),
        (
            PageObjectKind::Stroke { subpaths: a, width: v, butt_caps: f, max_dash_gap: c },
            PageObjectKind::Stroke { subpaths: b, width: w, butt_caps: g, max_dash_gap: d },
        ) => {
            let same_ends = f == g || a.iter().all(|part| part.closed);
            first_of([
                (same_parts(a, b, false) && same_ends, "in another place"),
                (is_near(*v, *w, TOLERANCE_PTS / 2.0), "of another width"),
                (is_near(*c, *d, TOLERANCE_PTS / 2.0), "with other gaps"),
            ])
        }
        (PageObjectKind::Shading, PageObjectKind::Shading) => None,
        _ => Some("another kind of mark"),
    }
}

/// Returns how the paint of an object, or what is cut off of it, differs from the expected one.
fn colours_and_clips(expected: &PageObject, found: &PageObject) -> Option<&'static str> {
    let same_alpha =
        is_near(expected.alpha, found.alpha, COLOUR_TOLERANCE) && expected.blends == found.blends;
    let same_cut =
        same_rect(expected.bounds, found.bounds) && is_clipped(expected) == is_clipped(found);
    first_of([
        (same_paint(expected.paint, found.paint), "in another colour"),
        (same_alpha, "of another opacity"),
        (same_cut, "cut off in another way"),
    ])
}

fn is_clipped(object: &PageObject) -> bool {
    object.clip.shapes().next().is_some()
}

fn is_near(a: f64, b: f64, far: f64) -> bool {
    (a - b).abs() < far
}

/// Returns the bytes of an image. Inline images, which have no object, are compared with the
/// content.
fn image_bytes(pdf: &Pdf, id: Option<ObjectId>) -> Option<Vec<u8>> {
    let stream = pdf.document().get_object(id?).ok()?.as_stream().ok()?;
    decode(stream, MAX_PICTURE).ok().or_else(|| Some(stream.content.clone()))
}

/// Returns the first words or digits that differ.
fn words(made: &PageContents, found: &PageContents) -> Option<PageDifference> {
    let (right, wrong) = (all_words(made), all_words(found));
    if right != wrong {
        let shortest = right.len().min(wrong.len());
        let before = right.iter().zip(&wrong).take_while(|(a, b)| a == b).count();
        let from_the_end = right.iter().rev().zip(wrong.iter().rev());
        let behind = from_the_end.take(shortest - before).take_while(|(a, b)| a == b).count();
        let found = quote(&wrong[before..wrong.len() - behind]);
        let expected = quote(&right[before..right.len() - behind]);
        return Some(PageDifference::new(format!("found {found}"), expected));
    }
    let (grids, found_grids) = (made.grids.len(), found.grids.len());
    if grids != found_grids {
        let found = format!("found {found_grids} grids");
        return Some(PageDifference::new(found, format!("{grids} grids")));
    }
    made.grids.iter().zip(&found.grids).find_map(|(expected, found)| {
        let cell = expected.grid.differences(&found.grid).next()?;
        let name = found.grid.shape().cell_name(cell);
        let found = format!("found {} in {name}", name_digit(found.grid.digit(cell)));
        Some(PageDifference::new(found, name_digit(expected.grid.digit(cell))))
    })
}

fn all_words(page: &PageContents) -> Vec<&str> {
    page.lines.iter().flat_map(|line| line.split_whitespace()).collect()
}

/// Quotes the first of these words.
fn quote(words: &[&str]) -> String {
    format!("{:?}", words[..words.len().min(MAX_WORDS)].join(" "))
}

/// Returns the text of the first comparison that failed.
fn first_of<const N: usize>(all: [(bool, &'static str); N]) -> Option<&'static str> {
    all.into_iter().find(|(is_same, _)| !is_same).map(|(_, what)| what)
}

/// Returns the visible objects of a page.
fn visible(drawing: &Drawing) -> Vec<&PageObject> {
    drawing.objects.iter().filter(|object| !object.is_invisible() && has_ink(object)).collect()
}

fn has_ink(object: &PageObject) -> bool {
    match &object.kind {
        PageObjectKind::Glyph(glyph) => !matches!(glyph.ink, GlyphInk::Empty | GlyphInk::Missing),
        _ => object.bounds.width().max(object.bounds.height()) > 0.0,
    }
}

fn same_rect(a: Rect, b: Rect) -> bool {
    a.edges().iter().zip(b.edges()).all(|(a, b)| (a - b).abs() < 2.0 * TOLERANCE_PTS)
}

fn same_paint(a: PdfPaint, b: PdfPaint) -> bool {
    match (a.rgb(), b.rgb()) {
        (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| (a - b).abs() < COLOUR_TOLERANCE),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Returns how a glyph differs from the expected one.
fn glyphs(expected: &PlacedGlyph, found: &PlacedGlyph) -> Option<&'static str> {
    let ems = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
    let same_place = ems
        .iter()
        .all(|&em| near(expected.to_page.apply(em), found.to_page.apply(em), TOLERANCE_PTS));
    let same_ink = match (&expected.ink, &found.ink) {
        (GlyphInk::Outline(a), GlyphInk::Outline(b)) => {
            Arc::ptr_eq(a, b) || same_outline(a, b, TOLERANCE_EMS)
        }
        (GlyphInk::Unknown(_), GlyphInk::Unknown(_)) => true,
        _ => false,
    };
    let same_line = match (expected.line, found.line) {
        (Some((a, v)), Some((b, w))) => same_paint(a, b) && (v - w).abs() < TOLERANCE_PTS / 2.0,
        (a, b) => a.is_none() && b.is_none(),
    };
    first_of([
        (expected.character() == found.character(), "another letter"),
        (same_place, "in another place or size"),
        (same_ink, "in another face"),
        (expected.stroke_only == found.stroke_only && same_line, "outlined in another way"),
    ])
}

/// Returns true if two paths are equal. The closing segment of an area is optional.
fn same_parts(a: &[Subpath], b: &[Subpath], is_area: bool) -> bool {
    let mut pairs = a.iter().zip(b);
    a.len() == b.len()
        && pairs.all(|(a, b)| {
            if is_box(a, is_area) && is_box(b, is_area) {
                same_rect(a.bounds, b.bounds)
            } else {
                same_part(&with_one_end(a, is_area), &with_one_end(b, is_area), TOLERANCE_PTS)
            }
        })
}

/// Returns the subpath without the closing segment of an area, and with that of a closed line.
fn with_one_end(part: &Subpath, is_area: bool) -> Subpath {
    let mut part = part.clone();
    let is_back = match part.segments.last() {
        Some(last) => near(last.end(), part.start, 1e-6),
        None => false,
    };
    if is_area && is_back {
        part.segments.pop();
    } else if !is_area && part.closed && !is_back {
        part.segments.push(SubpathSegment::Line(part.start));
    }
    part
}

/// Returns true if a path is an upright box. It may start at any corner and have either direction.
fn is_box(part: &Subpath, is_area: bool) -> bool {
    let ends: Vec<PdfPoint> = part.points().collect();
    let Some(last) = ends.last() else { return false };
    let is_back = part.closed || is_area || near(*last, part.start, 1e-3);
    let has_lines = part.segments.iter().all(|side| matches!(side, SubpathSegment::Line(_)));
    has_lines
        && is_back
        && ends.len() >= 4
        && ends.iter().all(|end| is_corner(*end, part.bounds))
        && ends.windows(2).all(|two| is_upright(two[0], two[1]))
}

fn is_corner(point: PdfPoint, b: Rect) -> bool {
    let is_at_side = is_near(point.0, b.left, 1e-3) || is_near(point.0, b.right, 1e-3);
    is_at_side && (is_near(point.1, b.bottom, 1e-3) || is_near(point.1, b.top, 1e-3))
}

/// Returns true if a line is vertical or horizontal.
fn is_upright(from: PdfPoint, to: PdfPoint) -> bool {
    near(from, (from.0, to.1), 1e-3) || near(from, (to.0, from.1), 1e-3)
}

/// Describes an object.
fn describe(object: &PageObject) -> String {
    let Rect { left, bottom, right, top } = object.bounds;
    let what = match &object.kind {
        PageObjectKind::Glyph(glyph) => {
            let size = glyph.size();
            format!("{:?} ({}, {size:.1} pt)", glyph.character(), glyph.font.name)
        }
        PageObjectKind::Fill { .. } => "an area".to_owned(),
        PageObjectKind::Stroke { width, .. } => format!("a line of {width:.2} pt"),
        PageObjectKind::Image(_) => "a picture".to_owned(),
        PageObjectKind::Shading => "a shading".to_owned(),
    };
    let colour = match object.paint.rgb_bytes() {
        None | Some([0, 0, 0]) => String::new(),
        Some(rgb) => format!(" in {}", Colour::hex(rgb)),
    };
    format!("{what}{colour} at {left:.1}, {bottom:.1} to {right:.1}, {top:.1}")
}
