//! Compares a file of a run with its rebuilt version and describes the visible differences. A page
//! that another program has rewritten is equal if it draws the same objects.

use super::objects::{PageDiff, PdfDiff};
use crate::check::appearance::{near, same_outline, same_part};
use crate::check::readback::{PageContents, Pdf};
use crate::check::verify::error::{ProofError, pdf_or_fault};
use crate::check::verify::finding::{Finding, Location};
use engine::sudoku::grid::{Cell, Grid};
use lopdf::ObjectId;
use press::printers::PdfError;
use press::printers::pdf::{
    Drawing, GlyphInk, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph, Rect, Subpath,
    SubpathSegment, decode,
};
use press::text::markup::hex_colour;
use std::cmp::Ordering;
use std::sync::Arc;
use store::table::FirstFew;

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
type PageDifference = (String, String);

/// Compares a file with its rebuilt version. Returns no finding if both show the same.
///
/// # Errors
/// If the thread that reads cannot be started.
pub(super) fn files(
    file: &Arc<str>,
    made: &[u8],
    found: &[u8],
) -> Result<Vec<Finding>, ProofError> {
    let [made, found] = [pdf_or_fault(Pdf::open(made))?, pdf_or_fault(Pdf::open(found))?];
    Ok(differences(file, made, found))
}

fn differences(
    file: &Arc<str>,
    made: Result<Pdf, PdfError>,
    found: Result<Pdf, PdfError>,
) -> Vec<Finding> {
    let whole = |found: String, expected: &str| vec![Finding::whole(file, found, expected)];
    let (made, found) = match (made, found) {
        (Ok(made), Ok(found)) => (made, found),
        (Err(e), _) | (_, Err(e)) => return whole(e.to_string(), "a book as a PDF"),
    };
    let pdfs = [&made, &found];
    let pages = pdfs.map(|pdf| pdf.page_count());
    if pages[0] != pages[1] {
        let expected = format!("{} pages, as the run makes", pages[0]);
        return whole(format!("found {} pages", pages[1]), &expected);
    }
    let mut same = PdfDiff::new(made.document(), found.document());
    let mut changed = FirstFew::new(MAX_PAGES);
    let mut is_rewritten = false;
    for index in 0..pages[0] {
        let is = same.page(pdfs.map(|pdf| pdf.id(index)));
        is_rewritten |= is == PageDiff::Rewritten;
        let Some((found, expected, folio)) = page(pdfs, index, is) else { continue };
        changed.push(|| {
            let place = Location::Page { sheet: index + 1, folio, grid: None };
            Finding::at(file, place, found, expected)
        });
    }
    let (mut findings, more) = changed.take();
    if more > 0 {
        findings.extend(whole(format!("{more} more pages are not those of the run"), ""));
    }
    for key in INFO_KEYS {
        let [expected, found] = pdfs.map(|pdf| pdf.info(key));
        if expected != found {
            let said = |text: Option<String>| format!("{:?}", text.unwrap_or_default());
            let key = String::from_utf8_lossy(key).to_lowercase();
            let found = format!("found the {key} {} among its properties", said(found));
            findings.extend(whole(found, &said(expected)));
        }
    }
    if findings.is_empty() && !is_rewritten && !same.whole() {
        let expected = "those of the book that the run makes";
        findings.extend(whole("found other bookmarks, page labels or layers".to_owned(), expected));
    }
    findings
}

/// Returns the difference of a page and its printed number.
fn page(pdfs: [&Pdf; 2], index: usize, is: PageDiff) -> Option<(String, String, Option<String>)> {
    if is == PageDiff::Same {
        return None;
    }
    let (a, b) = match pdfs.map(|pdf| pdf.read(index)) {
        [Ok(made), Ok(found)] => (made, found),
        [Err(stop), _] | [_, Err(stop)] => {
            return Some((format!("the page {stop}"), String::new(), None));
        }
    };
    let boxes = pdfs.map(|pdf| pdf.page_box(index).unwrap_or_default());
    let found = if !boxes[0].iter().zip(boxes[1]).all(|(a, b)| (a - b).abs() < 0.5) {
        Some(("found another size of the page".to_owned(), "that of the book".to_owned()))
    } else {
        words(&a.0, &b.0).or_else(|| marks(pdfs, &a.1, &b.1))
    };
    let unseen = || {
        let expected = "the page as the run makes it";
        ("found other operators, a link or a setting".to_owned(), expected.to_owned())
    };
    let (found, expected) = match found {
        None if is == PageDiff::Rewritten => return None,
        found => found.unwrap_or_else(unseen),
    };
    Some((found, expected, a.0.folio))
}

/// Returns the first words or digits that differ.
fn words(made: &PageContents, found: &PageContents) -> Option<PageDifference> {
    let all = |page: &PageContents| -> Vec<String> {
        page.lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
    };
    let (right, wrong) = (all(made), all(found));
    if right != wrong {
        let shortest = right.len().min(wrong.len());
        let before = (0..shortest).take_while(|&i| right[i] == wrong[i]).count();
        let behind = |i: &usize| right[right.len() - 1 - i] == wrong[wrong.len() - 1 - i];
        let behind = (0..shortest - before).take_while(behind).count();
        let describe = |all: &[String]| {
            let differ = &all[before..all.len() - behind];
            format!("{:?}", differ.iter().take(MAX_WORDS).cloned().collect::<Vec<_>>().join(" "))
        };
        return Some((format!("found {}", describe(&wrong)), describe(&right)));
    }
    if made.grids.len() != found.grids.len() {
        let grids = |page: &PageContents| format!("{} grids", page.grids.len());
        return Some((format!("found {}", grids(found)), grids(made)));
    }
    made.grids.iter().zip(&found.grids).find_map(|(expected, found)| {
        let cell = Cell::ALL.into_iter().find(|&cell| expected.grid[cell] != found.grid[cell])?;
        let digit =
            |grid: &Grid| grid[cell].map_or("no digit".to_owned(), |digit| digit.to_string());
        Some((format!("found {} in {cell}", digit(&found.grid)), digit(&expected.grid)))
    })
}

/// Returns the first object that differs from its counterpart.
fn marks(pdfs: [&Pdf; 2], made: &Drawing, found: &Drawing) -> Option<PageDifference> {
    let (expected, found) = (visible(made), visible(found));
    for (a, b) in expected.iter().zip(&found) {
        if let Some(what) = differ(pdfs, a, b) {
            return Some((format!("found {}, {what}", describe(b)), describe(a)));
        }
    }
    let (more, of) = match expected.len().cmp(&found.len()) {
        Ordering::Equal => return None,
        Ordering::Less => ("a mark more", found[expected.len()]),
        Ordering::Greater => ("a mark less", expected[found.len()]),
    };
    Some((format!("found {more}: {}", describe(of)), "the marks of the page".to_owned()))
}

/// Returns the text of the first comparison that failed.
fn first_of<const N: usize>(all: [(bool, &'static str); N]) -> Option<&'static str> {
    all.into_iter().find(|(is_same, _)| !is_same).map(|(_, what)| what)
}

/// Returns how an object differs from the expected one.
fn differ(pdfs: [&Pdf; 2], expected: &PageObject, found: &PageObject) -> Option<&'static str> {
    let near = |a: f64, b: f64, far: f64| (a - b).abs() < far;
    let differs = match (&expected.kind, &found.kind) {
        (PageObjectKind::Glyph(a), PageObjectKind::Glyph(b)) => letters(a, b),
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
                (near(*v, *w, TOLERANCE_PTS / 2.0), "of another width"),
                (near(*c, *d, TOLERANCE_PTS / 2.0), "with other gaps"),
            ])
        }
        (PageObjectKind::Image(a), PageObjectKind::Image(b)) => first_of([
            (
                a.to_page.0.iter().zip(b.to_page.0).all(|(a, b)| near(*a, b, TOLERANCE_PTS)),
                "in another place",
            ),
            (same_picture(pdfs, [a.id, b.id]) && a.dots == b.dots, "another one"),
        ]),
        (PageObjectKind::Shading, PageObjectKind::Shading) => None,
        _ => Some("another kind of mark"),
    };
    let same_alpha =
        near(expected.alpha, found.alpha, COLOUR_TOLERANCE) && expected.blends == found.blends;
    let is_cut = |mark: &PageObject| mark.clip.shapes().next().is_some();
    let same_cut = same_rect(expected.bounds, found.bounds) && is_cut(expected) == is_cut(found);
    differs.or_else(|| {
        first_of([
            (same_paint(expected.paint, found.paint), "in another colour"),
            (same_alpha, "of another opacity"),
            (same_cut, "cut off in another way"),
        ])
    })
}

/// Returns true if two images have the same bytes. Inline images are compared with the content.
fn same_picture(pdfs: [&Pdf; 2], ids: [Option<ObjectId>; 2]) -> bool {
    let read = |i: usize| {
        let stream = pdfs[i].document().get_object(ids[i]?).ok()?.as_stream().ok()?;
        decode(stream, MAX_PICTURE).ok().or_else(|| Some(stream.content.clone()))
    };
    read(0) == read(1)
}

/// Returns the visible objects of a page.
fn visible(drawing: &Drawing) -> Vec<&PageObject> {
    let has_ink = |mark: &&PageObject| match &mark.kind {
        PageObjectKind::Glyph(letter) => !matches!(letter.ink, GlyphInk::Empty | GlyphInk::Missing),
        _ => mark.bounds.width().max(mark.bounds.height()) > 0.0,
    };
    drawing.objects.iter().filter(|mark| !mark.is_invisible()).filter(has_ink).collect()
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
fn letters(expected: &PlacedGlyph, found: &PlacedGlyph) -> Option<&'static str> {
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
    let plain = |part: &Subpath| {
        let mut part = part.clone();
        let last = part.segments.last().map(|side| side.end());
        let is_back = last.is_some_and(|last| near(last, part.start, 1e-6));
        match (is_area || part.closed, is_back) {
            (true, true) if is_area => _ = part.segments.pop(),
            (true, false) if !is_area => part.segments.push(SubpathSegment::Line(part.start)),
            _ => {}
        }
        part
    };
    let same = |(a, b): (&Subpath, &Subpath)| {
        if is_box(a, is_area) && is_box(b, is_area) {
            same_rect(a.bounds, b.bounds)
        } else {
            same_part(&plain(a), &plain(b), TOLERANCE_PTS)
        }
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Returns true if a path is an upright box. It may start at any corner and have either direction.
fn is_box(part: &Subpath, is_area: bool) -> bool {
    let b = part.bounds;
    let on = |at: f64, ends: [f64; 2]| ends.iter().any(|end| (at - end).abs() < 1e-3);
    let corner = |(x, y): PdfPoint| on(x, [b.left, b.right]) && on(y, [b.bottom, b.top]);
    let ends: Vec<PdfPoint> = part.points().collect();
    let is_back =
        part.closed || is_area || ends.last().is_some_and(|end| near(*end, part.start, 1e-3));
    let straight = |two: &[PdfPoint]| {
        near(two[0], (two[0].0, two[1].1), 1e-3) || near(two[0], (two[1].0, two[0].1), 1e-3)
    };
    let is_plain = part.segments.iter().all(|side| matches!(side, SubpathSegment::Line(_)));
    is_plain
        && is_back
        && ends.len() >= 4
        && ends.iter().all(|end| corner(*end))
        && ends.windows(2).all(straight)
}

/// Describes an object.
fn describe(mark: &PageObject) -> String {
    let Rect { left, bottom, right, top } = mark.bounds;
    let what = match &mark.kind {
        PageObjectKind::Glyph(letter) => {
            let size = letter.size();
            format!("{:?} ({}, {size:.1} pt)", letter.character(), letter.font.name)
        }
        PageObjectKind::Fill { .. } => "an area".to_owned(),
        PageObjectKind::Stroke { width, .. } => format!("a line of {width:.2} pt"),
        PageObjectKind::Image(_) => "a picture".to_owned(),
        PageObjectKind::Shading => "a shading".to_owned(),
    };
    let colour = match mark.paint.rgb().map(|rgb| rgb.map(|light| (light * 255.0).round() as u8)) {
        None | Some([0, 0, 0]) => String::new(),
        Some(rgb) => format!(" in {}", hex_colour(rgb)),
    };
    format!("{what}{colour} at {left:.1}, {bottom:.1} to {right:.1}, {top:.1}")
}
