//! Compares a file of a run with its rebuilt version and describes the visible differences. A page
//! that another program has rewritten is equal if it draws the same objects.

use super::objects::{PageDiff, PdfDiff};
use crate::appearance::{near, same_outline, same_part};
use crate::readback::{PageContents, PageReader, Pdf};
use crate::verify::error::{ProofError, pdf_or_fault};
use crate::verify::finding::{Finding, Location};
use grid::AnyGrid;
use lopdf::ObjectId;
use page::Colour;
use pdf_reader::{
    Drawing, GlyphInk, Matrix, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph, Rect,
    Subpath, SubpathSegment, WalkError, decode,
};
use std::sync::Arc;

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
        let (mut findings, mut is_rewritten) = (Vec::new(), false);
        for index in 0..pages {
            let is = same.page([self.made.id(index), self.found.id(index)]);
            is_rewritten |= is == PageDiff::Rewritten;
            if is != PageDiff::Same {
                findings.extend(self.page(index, is == PageDiff::Rewritten));
            }
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

    /// Returns the finding about a page that is stored in another way, unless it was rewritten and
    /// looks the same.
    fn page(self, index: usize, is_rewritten: bool) -> Option<Finding> {
        let finding = |folio: Option<String>, found: String, expected: &str| {
            let place = Location::Page { sheet: index + 1, folio, grid: None };
            Some(Finding::at(self.file, place, found, expected))
        };
        let [(made, drawn), (found, seen)] = match self.read(index) {
            Ok(pages) => pages,
            Err(stop) => return finding(None, format!("the page {stop}"), ""),
        };
        let difference = if self.has_same_size(index) {
            words(&made, &found).or_else(|| self.marks(&drawn, &seen))
        } else {
            Some(["another size of the page", "the size of the book"].map(str::to_owned))
        };
        match difference {
            Some([found, expected]) => finding(made.folio, format!("found {found}"), &expected),
            None if is_rewritten && digits(&made).eq(digits(&found)) => None,
            None => {
                let found = "found other operators, a link or a setting".to_owned();
                finding(made.folio, found, "the page as the run makes it")
            }
        }
    }

    /// Reads a page of the rebuilt file and of the one in the folder.
    fn read(self, index: usize) -> Result<[(PageContents, Drawing); 2], WalkError> {
        let [made, found] = [self.made, self.found].map(|pdf| PageReader::new(pdf).read(index));
        Ok([made?, found?])
    }

    /// Returns true if a page has the size that it should have.
    fn has_same_size(self, index: usize) -> bool {
        let made = self.made.page_box(index).unwrap_or_default();
        let found = self.found.page_box(index).unwrap_or_default();
        made.iter().zip(found).all(|(a, b)| is_near(*a, b, 0.5))
    }

    /// Returns the first object that differs from its counterpart, and the counterpart.
    fn marks(self, made: &Drawing, found: &Drawing) -> Option<[String; 2]> {
        let (made, found) = (visible(made), visible(found));
        let pairs = (0..made.len().max(found.len())).map(|at| [found.get(at), made.get(at)]);
        let is_same = |pair: &[Option<&&PageObject>; 2]| matches!(*pair, [Some(a), Some(b)] if self.same_object(a, b));
        let different = { pairs }.find(|pair| !is_same(pair))?;
        Some(different.map(describe))
    }

    /// Returns true if two objects look the same.
    fn same_object(self, a: &PageObject, b: &PageObject) -> bool {
        same_paint(a.paint, b.paint)
            && is_near(a.alpha, b.alpha, COLOUR_TOLERANCE)
            && a.blends == b.blends
            && same_rect(a.bounds, b.bounds)
            && is_clipped(a) == is_clipped(b)
            && self.same_kind(&a.kind, &b.kind)
    }

    /// Returns true if two objects have the same shape at the same place.
    fn same_kind(self, a: &PageObjectKind, b: &PageObjectKind) -> bool {
        match (a, b) {
            (PageObjectKind::Glyph(a), PageObjectKind::Glyph(b)) => same_glyph(a, b),
            (PageObjectKind::Image(a), PageObjectKind::Image(b)) => {
                same_place(a.to_page, b.to_page)
                    && a.dots == b.dots
                    && image_bytes(self.made, a.id) == image_bytes(self.found, b.id)
            }
            (
                PageObjectKind::Fill { subpaths: a, even_odd: e },
                PageObjectKind::Fill { subpaths: b, even_odd: f },
            ) => same_parts(a, b, true) && (e == f || a.len() == 1),
            (
                PageObjectKind::Stroke { subpaths: a, width: v, butt_caps: f, max_dash_gap: c },
                PageObjectKind::Stroke { subpaths: b, width: w, butt_caps: g, max_dash_gap: d },
            ) => {
                same_parts(a, b, false)
                    && (f == g || a.iter().all(|part| part.closed))
                    && is_near(*v, *w, TOLERANCE_PTS / 2.0)
                    && is_near(*c, *d, TOLERANCE_PTS / 2.0)
            }
            (PageObjectKind::Shading, PageObjectKind::Shading) => true,
            _ => false,
        }
    }
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

/// Returns the first word of a page that differs, and the expected one.
fn words(made: &PageContents, found: &PageContents) -> Option<[String; 2]> {
    let (right, wrong) = (all_words(made), all_words(found));
    let mut places = 0..right.len().max(wrong.len());
    let first = places.find(|&at| right.get(at) != wrong.get(at))?;
    Some([wrong, right].map(|all| format!("{:?}", all.get(first).unwrap_or(&""))))
}

/// Returns the digits of each grid of a page.
fn digits(page: &PageContents) -> impl Iterator<Item = AnyGrid> + '_ {
    page.grids.iter().map(|grid| grid.grid)
}

fn all_words(page: &PageContents) -> Vec<&str> {
    page.lines.iter().flat_map(|line| line.split_whitespace()).collect()
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

/// Returns true if two matrices move the unit square to the same place.
fn same_place(a: Matrix, b: Matrix) -> bool {
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
    corners.iter().all(|&corner| near(a.apply(corner), b.apply(corner), TOLERANCE_PTS))
}

fn same_glyph(a: &PlacedGlyph, b: &PlacedGlyph) -> bool {
    let same_ink = match (&a.ink, &b.ink) {
        (GlyphInk::Outline(a), GlyphInk::Outline(b)) => {
            Arc::ptr_eq(a, b) || same_outline(a, b, TOLERANCE_EMS)
        }
        (GlyphInk::Unknown(_), GlyphInk::Unknown(_)) => true,
        _ => false,
    };
    let same_line = match (a.line, b.line) {
        (Some((a, v)), Some((b, w))) => same_paint(a, b) && is_near(v, w, TOLERANCE_PTS / 2.0),
        (a, b) => a.is_none() && b.is_none(),
    };
    same_ink
        && same_line
        && a.stroke_only == b.stroke_only
        && a.character() == b.character()
        && same_place(a.to_page, b.to_page)
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
    let (b, ends): (Rect, Vec<PdfPoint>) = (part.bounds, part.points().collect());
    let is_at = |at: f64, edges: [f64; 2]| edges.iter().any(|edge| is_near(at, *edge, 1e-3));
    let mut corners = ends.iter();
    let mut sides = ends.windows(2);
    part.segments.iter().all(|side| matches!(side, SubpathSegment::Line(_)))
        && ends.len() >= 4
        && (part.closed || is_area || near(ends[ends.len() - 1], part.start, 1e-3))
        && corners.all(|end| is_at(end.0, [b.left, b.right]) && is_at(end.1, [b.bottom, b.top]))
        && sides.all(|two| is_at(two[0].0, [two[1].0; 2]) || is_at(two[0].1, [two[1].1; 2]))
}

/// Describes an object, or that there is none.
fn describe(object: Option<&&PageObject>) -> String {
    let Some(object) = object else { return "no mark".to_owned() };
    let Rect { left, bottom, right, top } = object.bounds;
    let what = match &object.kind {
        PageObjectKind::Glyph(glyph) => {
            let size = glyph.size();
            format!("{:?} ({}, {size:.1} pt)", glyph.character(), glyph.font.name)
        }
        PageObjectKind::Fill { .. } => "an area".to_owned(),
        PageObjectKind::Stroke { width, max_dash_gap, .. } if *max_dash_gap > 0.0 => {
            format!("a line of {width:.2} pt with gaps of {max_dash_gap:.1} pt")
        }
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
