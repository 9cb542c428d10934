//! The rules for covers: a single page, its size, bleed, text near the folds and on the spine, the area
//! of the barcode.

use super::boxes::{self, Wanted};
use super::file;
use super::notes::{Notes, name};
use super::safe_area::{NEAR, beyond_margin};
use crate::print::pdf::Rect;
use crate::print::preflight::Rule;
use crate::print::preflight::marks::{Kind, Mark};
use crate::print::preflight::sheet::{Sheet, is_seen, is_white};
use crate::print::sheet::FAR;
use crate::print::terms::Figure;
use crate::print::{CoverSheet, SAME, Terms};

/// Checks a cover.
pub(super) fn check(notes: &mut Notes, sheets: &[Sheet], terms: &Terms, cover: &CoverSheet) {
    file::bound(notes, cover.pages, terms);
    if sheets.len() != 1 {
        let whole = if cover.spine.is_some() { ", with back, spine and front" } else { "" };
        let what = format_args!("expected one page{whole}, found {}", sheets.len());
        notes.add(Rule::PageCount, None, 1.0, what);
    }
    for (index, sheet) in sheets.iter().enumerate() {
        let page = index + 1;
        if !boxes::check(notes, sheet, page, &Wanted::cover(cover)) {
            continue;
        }
        let parts = Parts::new(sheet.media, cover);
        for mark in sheet.marks.iter().filter(|mark| is_seen(mark)) {
            if matches!(mark.kind, Kind::Glyph { .. }) {
                parts.letter(notes, page, mark);
            } else {
                parts.cut(notes, page, mark);
            }
        }
        parts.barcode(notes, page, &sheet.marks);
    }
}

/// The printer's figure behind a rule; `None` if the rule depends only on the cover.
pub(super) fn figure(rule: Rule, sheets: &[Sheet], cover: &CoverSheet) -> Option<Figure> {
    match rule {
        Rule::PageCount if sheets.len() != 1 => None,
        Rule::PageSize | Rule::Boxes if is_thickness(sheets, cover) => {
            let off = |sheet: &Sheet| (sheet.media.width() - cover.place().sheet.0).abs();
            // Whatever is not known of the paper, such a spine is wrong.
            sheets.iter().all(|sheet| off(sheet) <= FAR).then_some("cover.page")
        }
        Rule::PageSize | Rule::Boxes => Some("cover.bleed"),
        Rule::SafeArea => Some("cover.safe"),
        Rule::Spine if cover.pages < cover.rules.spine_text_from => Some("cover.spine_text_from"),
        _ => rule.figure(),
    }
}

/// Whether only the width of the sheet is wrong, and the width of the spine was computed.
fn is_thickness(sheets: &[Sheet], cover: &CoverSheet) -> bool {
    let (width, height) = cover.place().sheet;
    let high = |sheet: &Sheet| (sheet.media.height() - height).abs() < SAME;
    let wide = |sheet: &Sheet| (sheet.media.width() - width).abs() < SAME;
    let computed = cover.spine.is_some() && !cover.spine_said;
    computed && sheets.iter().all(high) && !sheets.iter().all(wide)
}

/// The lines along which a cover is cut and folded, in points of the file.
struct Parts<'a> {
    cover: &'a CoverSheet,
    /// The sheet with its bleed.
    media: Rect,
    trim: Rect,
    /// The left and the right edge of the spine; `None` for a front cover alone.
    folds: Option<(f64, f64)>,
}

impl<'a> Parts<'a> {
    fn new(media: Rect, cover: &'a CoverSheet) -> Self {
        let (x, y) = cover.place().corner;
        let (left, bottom) = (media.left + x, media.bottom + y);
        let (right, top) = (left + cover.width(), bottom + cover.height());
        let media = Rect { left, bottom, right, top };
        let bleed = cover.rules.bleed;
        let trim = media.grown(-bleed, -bleed);
        let front = trim.right - cover.trim.0;
        Self { cover, media, trim, folds: cover.spine.map(|spine| (front - spine, front)) }
    }

    /// Checks that a letter keeps its distance from edges and folds, and that a thin spine has no text.
    fn letter(&self, notes: &mut Notes, page: usize, letter: &Mark) {
        let (b, rules) = (letter.bounds, &self.cover.rules);
        let kept = self.trim.grown(NEAR, NEAR);
        let off = kept.and(b) != Some(b);
        let across = |at: f64| b.left < at - NEAR && b.right > at + NEAR;
        let folded = self.folds.is_some_and(|(first, second)| across(first) || across(second));
        if off || folded {
            let place = if off { "beyond the trim" } else { "over a fold" };
            let expected = "expected letters inside the trim and beside the folds";
            let what = format_args!("{expected}, found one {place}");
            notes.add(Rule::Cut, Some(page), 0.0, what);
            return;
        }
        let middle = (b.left + b.right) / 2.0;
        // Left and right bounds of the panel: position, rule, name and minimum distance.
        let fold = |at| (at, Rule::SafeArea, "fold's", rules.safe);
        let left = (self.trim.left, Rule::SafeArea, "left", rules.safe);
        let right = (self.trim.right, Rule::SafeArea, "right", rules.safe);
        let spine = |at| (at, Rule::Spine, "spine's", rules.spine_clear);
        let (from, to) = match self.folds {
            None => (left, right),
            Some((first, _)) if middle < first => (left, fold(first)),
            Some((_, second)) if middle > second => (fold(second), right),
            Some((first, second)) => {
                let (pages, min) = (self.cover.pages, rules.spine_text_from);
                if pages < min {
                    let what = format_args!(
                        "expected no spine text below {min} pages, found some on {pages} pages"
                    );
                    notes.mark(Rule::Spine, page, letter, f64::MAX, what);
                }
                (spine(first), spine(second))
            }
        };
        let top = (self.trim.top, Rule::SafeArea, "top", rules.safe);
        let bottom = (self.trim.bottom, Rule::SafeArea, "bottom", rules.safe);
        let sides = [
            (from, b.left - from.0),
            (to, to.0 - b.right),
            (bottom, b.bottom - bottom.0),
            (top, top.0 - b.top),
        ];
        for ((_, rule, side, min), clear) in sides {
            beyond_margin(notes, rule, page, letter, (min - clear, side, min));
        }
    }

    /// Checks that a line or area that reaches the trim edge continues to the edge of the sheet.
    fn cut(&self, notes: &mut Notes, page: usize, mark: &Mark) {
        let (b, media, bleed) = (mark.bounds, self.media, self.cover.rules.bleed);
        let short = [
            (b.left - media.left, "left"),
            (media.right - b.right, "right"),
            (b.bottom - media.bottom, "bottom"),
            (media.top - b.top, "top"),
        ];
        for (short, side) in short {
            if short > SAME && short < bleed + NEAR {
                let what = format_args!(
                    "expected a mark that is cut off to reach the {side} edge of the sheet, found {} \
                     that ends {short:.1} pt before it",
                    name(mark)
                );
                notes.mark(Rule::Bleed, page, mark, short, what);
            }
        }
    }

    /// Checks that the area of the barcode is free, or covered by a white area. Where the publisher places the
    /// barcode, it may have black marks that do not leave it.
    fn barcode(&self, notes: &mut Notes, page: usize, marks: &[Mark]) {
        let Some((fold, _)) = self.folds else {
            return;
        };
        let space = &self.cover.rules.barcode;
        let right = fold - space.edge;
        let bottom = self.trim.bottom + space.edge;
        let place = Rect { left: right - space.width, bottom, right, top: bottom + space.height };
        let inner = place.grown(-NEAR, -NEAR);
        let covers = |mark: &Mark| {
            let same = mark.bounds.and(inner) == Some(inner);
            mark.kind == Kind::Fill && is_white(mark) && same
        };
        let uncovered = marks.iter().rposition(covers).map_or(0, |last| last + 1);
        let ours = |mark: &Mark| {
            let black = mark.paint.rgb() == Some([0.0; 3]);
            self.cover.has_barcode() && black && mark.bounds.and(place) == Some(mark.bounds)
        };
        let mut above = marks[uncovered..].iter().filter(|mark| is_seen(mark) && !ours(mark));
        if let Some(mark) = above.find(|mark| mark.bounds.and(inner).is_some()) {
            let what = format_args!(
                "expected {:.1} x {:.1} in of white for the barcode, {:.2} in from fold and trim, found {}",
                space.width / 72.0,
                space.height / 72.0,
                space.edge / 72.0,
                name(mark)
            );
            notes.mark(Rule::Barcode, page, mark, 0.0, what);
        }
    }
}
