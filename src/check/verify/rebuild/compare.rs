//! A file of a run against the same file made again: what readers would see of the difference, in words. A page that
//! another program has written anew is the same if it draws the same marks.

use super::objects::{Page, Same};
use crate::check::ink::{near, same_outline, same_part};
use crate::check::readback::{PageContents, Pdf};
use crate::check::verify::finding::{Finding, Place};
use crate::printers::pdf::{
    Drawing, Ink, Kind, Letter, Mark, Paint, Part, Point, Rect, Side, unpacked,
};
use crate::store::table::FirstFew;
use crate::sudoku::grid::{Cell, Grid};
use crate::text::markup::hex_colour;
use lopdf::ObjectId;
use std::cmp::Ordering;
use std::sync::Arc;

/// Pages of a file that are named.
const PAGES: usize = 20;
/// Words of a text that are named.
const WORDS: usize = 8;
/// Places that differ by less are the same, in points: programs round.
const NEAR: f64 = 0.08;
/// Colours and opacities that differ by less are the same.
const NEAR_LIGHT: f64 = 0.012;
/// Places of an outline that differ by less are the same, in ems.
const NEAR_EMS: f64 = 0.004;
/// The maximum number of bytes of a picture.
const MAX_PICTURE: usize = 256 << 20;
/// What a file says of itself, beside what its pages show.
const INFO: [&[u8]; 4] = [b"Title", b"Author", b"Subject", b"Keywords"];

/// What was found, and what was expected.
type Wrong = (String, String);

/// How a file differs from what was made again; empty if it shows the same.
pub(super) fn files(file: &Arc<str>, made: &[u8], found: &[u8]) -> Vec<Finding> {
    let whole = |wrong: String, right: &str| vec![Finding::whole(file, wrong, right)];
    let (made, found) = match (Pdf::open(made), Pdf::open(found)) {
        (Ok(made), Ok(found)) => (made, found),
        (Err(e), _) | (_, Err(e)) => return whole(e.to_string(), "a book as a PDF"),
    };
    let pdfs = [&made, &found];
    let pages = pdfs.map(|pdf| pdf.page_count());
    if pages[0] != pages[1] {
        let right = format!("{} pages, as the run makes", pages[0]);
        return whole(format!("found {} pages", pages[1]), &right);
    }
    let mut same = Same::new(made.document(), found.document());
    let mut changed = FirstFew::new(PAGES);
    let mut is_rewritten = false;
    for index in 0..pages[0] {
        let is = same.page(pdfs.map(|pdf| pdf.id(index)));
        is_rewritten |= is == Page::Rewritten;
        let Some((wrong, right, folio)) = page(pdfs, index, is) else { continue };
        changed.push(|| {
            let place = Place::Page { sheet: index + 1, folio, grid: None };
            Finding::at(file, place, wrong, right)
        });
    }
    let (mut findings, more) = changed.take();
    if more > 0 {
        findings.extend(whole(format!("{more} more pages are not those of the run"), ""));
    }
    for key in INFO {
        let [right, wrong] = pdfs.map(|pdf| pdf.info(key));
        if right != wrong {
            let said = |text: Option<String>| format!("{:?}", text.unwrap_or_default());
            let key = String::from_utf8_lossy(key).to_lowercase();
            let wrong = format!("found the {key} {} among its properties", said(wrong));
            findings.extend(whole(wrong, &said(right)));
        }
    }
    if findings.is_empty() && !is_rewritten && !same.whole() {
        let right = "those of the book that the run makes";
        findings.extend(whole("found other bookmarks, page labels or layers".to_owned(), right));
    }
    findings
}

/// What is wrong with a page, and its printed number.
fn page(pdfs: [&Pdf; 2], index: usize, is: Page) -> Option<(String, String, Option<String>)> {
    if is == Page::Same {
        return None;
    }
    let (a, b) = match pdfs.map(|pdf| pdf.read(index)) {
        [Ok(made), Ok(found)] => (made, found),
        [Err(stop), _] | [_, Err(stop)] => {
            return Some((format!("the page {stop}"), String::new(), None));
        }
    };
    let boxes = pdfs.map(|pdf| pdf.page_box(index).unwrap_or_default());
    let wrong = match boxes[0].iter().zip(boxes[1]).all(|(a, b)| (a - b).abs() < 0.5) {
        false => Some(("found another size of the page".to_owned(), "that of the book".to_owned())),
        true => words(&a.0, &b.0).or_else(|| marks(pdfs, &a.1, &b.1)),
    };
    let unseen = || {
        let right = "the page as the run makes it";
        ("found other operators, a link or a setting".to_owned(), right.to_owned())
    };
    let (wrong, right) = match wrong {
        None if is == Page::Rewritten => return None,
        wrong => wrong.unwrap_or_else(unseen),
    };
    Some((wrong, right, a.0.folio))
}

/// The first words or digits that differ.
fn words(made: &PageContents, found: &PageContents) -> Option<Wrong> {
    let all = |page: &PageContents| -> Vec<String> {
        page.lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
    };
    let (right, wrong) = (all(made), all(found));
    if right != wrong {
        let shortest = right.len().min(wrong.len());
        let before = (0..shortest).take_while(|&i| right[i] == wrong[i]).count();
        let behind = |i: &usize| right[right.len() - 1 - i] == wrong[wrong.len() - 1 - i];
        let behind = (0..shortest - before).take_while(behind).count();
        let told = |all: &[String]| {
            let differ = &all[before..all.len() - behind];
            format!("{:?}", differ.iter().take(WORDS).cloned().collect::<Vec<_>>().join(" "))
        };
        return Some((format!("found {}", told(&wrong)), told(&right)));
    }
    if made.grids.len() != found.grids.len() {
        let grids = |page: &PageContents| format!("{} grids", page.grids.len());
        return Some((format!("found {}", grids(found)), grids(made)));
    }
    made.grids.iter().zip(&found.grids).find_map(|(right, wrong)| {
        let cell = Cell::ALL.into_iter().find(|&cell| right.grid[cell] != wrong.grid[cell])?;
        let digit =
            |grid: &Grid| grid[cell].map_or("no digit".to_owned(), |digit| digit.to_string());
        Some((format!("found {} in {cell}", digit(&wrong.grid)), digit(&right.grid)))
    })
}

/// The first mark that differs from that in its place.
fn marks(pdfs: [&Pdf; 2], made: &Drawing, found: &Drawing) -> Option<Wrong> {
    let (right, wrong) = (visible(made), visible(found));
    for (a, b) in right.iter().zip(&wrong) {
        if let Some(what) = differ(pdfs, a, b) {
            return Some((format!("found {}, {what}", told(b)), told(a)));
        }
    }
    let (more, of) = match right.len().cmp(&wrong.len()) {
        Ordering::Equal => return None,
        Ordering::Less => ("a mark more", wrong[right.len()]),
        Ordering::Greater => ("a mark less", right[wrong.len()]),
    };
    Some((format!("found {more}: {}", told(of)), "the marks of the page".to_owned()))
}

/// The first of these that is not the same.
fn first_of<const N: usize>(all: [(bool, &'static str); N]) -> Option<&'static str> {
    all.into_iter().find(|(is_same, _)| !is_same).map(|(_, what)| what)
}

/// In what a mark differs from the right one.
fn differ(pdfs: [&Pdf; 2], right: &Mark, wrong: &Mark) -> Option<&'static str> {
    let near = |a: f64, b: f64, far: f64| (a - b).abs() < far;
    let differs = match (&right.kind, &wrong.kind) {
        (Kind::Letter(a), Kind::Letter(b)) => letters(a, b),
        (Kind::Area { parts: a, even_odd: e }, Kind::Area { parts: b, even_odd: f }) => {
            first_of([(same_parts(a, b, true) && (e == f || a.len() == 1), "of another shape")])
        }
        (
            Kind::Lines { parts: a, width: v, flat: f, gap: c },
            Kind::Lines { parts: b, width: w, flat: g, gap: d },
        ) => {
            let same_ends = f == g || a.iter().all(|part| part.closed);
            first_of([
                (same_parts(a, b, false) && same_ends, "in another place"),
                (near(*v, *w, NEAR / 2.0), "of another width"),
                (near(*c, *d, NEAR / 2.0), "with other gaps"),
            ])
        }
        (Kind::Image(a), Kind::Image(b)) => first_of([
            (a.onto.0.iter().zip(b.onto.0).all(|(a, b)| near(*a, b, NEAR)), "in another place"),
            (same_picture(pdfs, [a.id, b.id]) && a.dots == b.dots, "another one"),
        ]),
        (Kind::Shading, Kind::Shading) => None,
        _ => Some("another kind of mark"),
    };
    let same_alpha = near(right.alpha, wrong.alpha, NEAR_LIGHT) && right.blends == wrong.blends;
    let is_cut = |mark: &Mark| mark.clip.shapes().next().is_some();
    let same_cut = same_rect(right.bounds, wrong.bounds) && is_cut(right) == is_cut(wrong);
    differs.or_else(|| {
        first_of([
            (same_paint(right.paint, wrong.paint), "in another colour"),
            (same_alpha, "of another opacity"),
            (same_cut, "cut off in another way"),
        ])
    })
}

/// Whether two pictures have the same bytes. Those inside of a page are a part of its content.
fn same_picture(pdfs: [&Pdf; 2], ids: [Option<ObjectId>; 2]) -> bool {
    let read = |i: usize| {
        let stream = pdfs[i].document().get_object(ids[i]?).ok()?.as_stream().ok()?;
        unpacked(stream, MAX_PICTURE).ok().or_else(|| Some(stream.content.clone()))
    };
    read(0) == read(1)
}

/// The marks that are seen on a page.
fn visible(drawing: &Drawing) -> Vec<&Mark> {
    let has_ink = |mark: &&Mark| match &mark.kind {
        Kind::Letter(letter) => !matches!(letter.ink, Ink::Empty | Ink::Missing),
        _ => mark.bounds.width().max(mark.bounds.height()) > 0.0,
    };
    drawing.marks.iter().filter(|mark| !mark.is_invisible()).filter(has_ink).collect()
}

fn same_rect(a: Rect, b: Rect) -> bool {
    a.sides().iter().zip(b.sides()).all(|(a, b)| (a - b).abs() < 2.0 * NEAR)
}

fn same_paint(a: Paint, b: Paint) -> bool {
    match (a.rgb(), b.rgb()) {
        (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| (a - b).abs() < NEAR_LIGHT),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// In what a letter differs from the right one.
fn letters(right: &Letter, wrong: &Letter) -> Option<&'static str> {
    let ems = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
    let same_place = ems.iter().all(|&em| near(right.onto.apply(em), wrong.onto.apply(em), NEAR));
    let same_ink = match (&right.ink, &wrong.ink) {
        (Ink::Outline(a), Ink::Outline(b)) => Arc::ptr_eq(a, b) || same_outline(a, b, NEAR_EMS),
        (Ink::Unknown(_), Ink::Unknown(_)) => true,
        _ => false,
    };
    let same_line = match (right.line, wrong.line) {
        (Some((a, v)), Some((b, w))) => same_paint(a, b) && (v - w).abs() < NEAR / 2.0,
        (a, b) => a.is_none() && b.is_none(),
    };
    first_of([
        (right.character() == wrong.character(), "another letter"),
        (same_place, "in another place or size"),
        (same_ink, "in another face"),
        (right.hollow == wrong.hollow && same_line, "outlined in another way"),
    ])
}

/// Whether two paths are the same. A side that closes an area may be there or not.
fn same_parts(a: &[Part], b: &[Part], is_area: bool) -> bool {
    let plain = |part: &Part| {
        let mut part = part.clone();
        let last = part.sides.last().map(|side| side.end());
        let is_back = last.is_some_and(|last| near(last, part.start, 1e-6));
        match (is_area || part.closed, is_back) {
            (true, true) if is_area => _ = part.sides.pop(),
            (true, false) if !is_area => part.sides.push(Side::Line(part.start)),
            _ => {}
        }
        part
    };
    let same = |(a, b): (&Part, &Part)| match is_box(a, is_area) && is_box(b, is_area) {
        true => same_rect(a.bounds, b.bounds),
        false => same_part(&plain(a), &plain(b), NEAR),
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Whether a path is an upright box, which may begin at each of its corners and go around in each direction.
fn is_box(part: &Part, is_area: bool) -> bool {
    let b = part.bounds;
    let on = |at: f64, ends: [f64; 2]| ends.iter().any(|end| (at - end).abs() < 1e-3);
    let corner = |(x, y): Point| on(x, [b.left, b.right]) && on(y, [b.bottom, b.top]);
    let ends: Vec<Point> = part.points().collect();
    let is_back =
        part.closed || is_area || ends.last().is_some_and(|end| near(*end, part.start, 1e-3));
    let straight = |two: &[Point]| {
        near(two[0], (two[0].0, two[1].1), 1e-3) || near(two[0], (two[1].0, two[0].1), 1e-3)
    };
    let is_plain = part.sides.iter().all(|side| matches!(side, Side::Line(_)));
    is_plain
        && is_back
        && ends.len() >= 4
        && ends.iter().all(|end| corner(*end))
        && ends.windows(2).all(straight)
}

/// A mark, for people.
fn told(mark: &Mark) -> String {
    let Rect { left, bottom, right, top } = mark.bounds;
    let what = match &mark.kind {
        Kind::Letter(letter) => {
            let size = letter.size();
            format!("{:?} ({}, {size:.1} pt)", letter.character(), letter.font.name)
        }
        Kind::Area { .. } => "an area".to_owned(),
        Kind::Lines { width, .. } => format!("a line of {width:.2} pt"),
        Kind::Image(_) => "a picture".to_owned(),
        Kind::Shading => "a shading".to_owned(),
    };
    let colour = match mark.paint.rgb().map(|rgb| rgb.map(|light| (light * 255.0).round() as u8)) {
        None | Some([0, 0, 0]) => String::new(),
        Some(rgb) => format!(" in {}", hex_colour(rgb)),
    };
    format!("{what}{colour} at {left:.1}, {bottom:.1} to {right:.1}, {top:.1}")
}
