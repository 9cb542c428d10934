//! Checks covers: a single page, its size, bleed, text near the folds and on the spine, and the
//! barcode area.

use super::boxes::{self, ExpectedBoxes};
use super::safe_area::{MARGIN_TOLERANCE_PTS, Panel};
use crate::Rule;
use crate::finding::Findings;
use crate::marks::{InkMark, InkMarkKind};
use crate::page::PreflightPage;
use crate::print_spec::RequirementKey;
use crate::{CoverSheet, INCH, SIZE_TOLERANCE};
use pdf_reader::{Drawing, PageObjectKind, PdfPoint, Rect};
use words::clause;

/// The number of steps along a piece of an outline at which the piece is looked at.
const END_STEPS: u8 = 8;
/// The visibility below which a mark counts as covered.
const MIN_VISIBILITY: f64 = 0.01;

/// Checks the sheet of a cover.
pub(super) fn check(findings: &mut Findings, page: &PreflightPage, cover: &CoverSheet) {
    if !boxes::check(findings, page, &ExpectedBoxes::cover(cover)) {
        return;
    }
    let lines = CoverLines::new(page.media, cover);
    for mark in page.marks.iter().filter(|mark| mark.is_seen()) {
        if matches!(mark.kind, InkMarkKind::Glyph { .. }) {
            lines.letter(findings, page.number, mark);
        } else {
            lines.cut(findings, page, mark);
        }
    }
    lines.barcode(findings, page.number, &page.marks);
}

/// Returns the printer's figure behind a rule; `None` if the rule depends only on the cover.
pub(super) fn figure(rule: Rule, media: &[Rect], cover: &CoverSheet) -> Option<RequirementKey> {
    match rule {
        Rule::PageCount if media.len() != 1 => None,
        Rule::PageSize | Rule::Boxes if is_thickness(media, cover) => {
            let width = cover.placement().sheet.0;
            for sheet in media {
                // Such a spine is wrong for any paper.
                if (sheet.width() - width).abs() > cover.max_deviation {
                    return None;
                }
            }
            Some("cover.width")
        }
        Rule::PageSize | Rule::Boxes => Some("cover.bleed"),
        Rule::SafeArea => Some("cover.safe"),
        Rule::Spine if cover.pages < cover.rules.spine_text_from => Some("cover.spine_text_from"),
        _ => rule.figure(),
    }
}

/// Returns true if only the width of the sheet is wrong and the spine width was computed.
fn is_thickness(media: &[Rect], cover: &CoverSheet) -> bool {
    if cover.spine.is_none() || cover.is_spine_given {
        return false;
    }
    let (width, height) = cover.placement().sheet;
    media.iter().all(|sheet| (sheet.height() - height).abs() < SIZE_TOLERANCE)
        && media.iter().any(|sheet| (sheet.width() - width).abs() >= SIZE_TOLERANCE)
}

/// The outline of a mark in straight pieces: the sides of its box if it has no path.
struct Outline {
    pieces: Vec<(PdfPoint, PdfPoint)>,
    /// Half of the width of a stroked line.
    half_width: f64,
}

impl Outline {
    fn new(drawing: &Drawing, mark: &InkMark) -> Self {
        let (subpaths, half_width) = match &drawing.objects[mark.object_index].kind {
            PageObjectKind::Fill { subpaths, .. } => (subpaths, 0.0),
            PageObjectKind::Stroke { subpaths, width, .. } => (subpaths, width / 2.0),
            _ => return Self::of_box(mark.bounds),
        };
        let is_area = half_width == 0.0;
        let mut pieces = Vec::new();
        for part in subpaths.iter().filter(|_| drawing.charge(1)) {
            if part.bounds.grown(half_width, half_width).intersect(mark.bounds).is_some() {
                part.pieces(is_area || part.closed, |from, to| pieces.push((from, to)));
            }
        }
        drawing.charge(pieces.len());
        Self { pieces, half_width }
    }

    fn of_box(b: Rect) -> Self {
        let corners = [(b.left, b.bottom), (b.right, b.bottom), (b.right, b.top), (b.left, b.top)];
        let next = corners.into_iter().cycle().skip(1);
        Self { pieces: corners.into_iter().zip(next).collect(), half_width: 0.0 }
    }
}

/// The trim and fold lines of a cover, in file coordinates.
struct CoverLines<'a> {
    cover: &'a CoverSheet,
    /// The sheet including bleed.
    media: Rect,
    trim: Rect,
    /// The left and right edge of the spine; `None` for a front cover alone.
    folds: Option<(f64, f64)>,
}

impl<'a> CoverLines<'a> {
    fn new(media: Rect, cover: &'a CoverSheet) -> Self {
        let (x, y) = cover.placement().corner;
        let (left, bottom) = (media.left + x, media.bottom + y);
        let (right, top) = (left + cover.width(), bottom + cover.height());
        let media = Rect { left, bottom, right, top };
        let bleed = cover.rules.bleed;
        let trim = media.grown(-bleed, -bleed);
        let front = trim.right - cover.trim.0;
        Self { cover, media, trim, folds: cover.spine.map(|spine| (front - spine, front)) }
    }

    /// Checks that a letter keeps its distance from edges and folds, and that a thin spine has no
    /// text.
    fn letter(&self, findings: &mut Findings, page: usize, letter: &InkMark) {
        let (b, rules) = (letter.bounds, &self.cover.rules);
        let kept = self.trim.grown(MARGIN_TOLERANCE_PTS, MARGIN_TOLERANCE_PTS);
        let off = kept.intersect(b) != Some(b);
        if off || self.is_over_fold(b) {
            let expected = "letters inside the trim and beside the folds";
            let found = if off { "one beyond the trim" } else { "one over a fold" };
            findings.add(Rule::Cut, Some(page), 0.0, expected, found);
            return;
        }
        let (middle, _) = b.middle();
        let [left_side, right_side, fold, bottom, top] =
            ["left", "right", "fold's", "bottom", "top"]
                .map(|side| (Rule::SafeArea, side, rules.safe));
        let spine = (Rule::Spine, "spine's", rules.spine_clear);
        // The panel that contains it, from left to right.
        let Rect { left, right, .. } = self.trim;
        let (from, to) = match self.folds {
            None => ((left, left_side), (right, right_side)),
            Some((first, _)) if middle < first => ((left, left_side), (first, fold)),
            Some((_, second)) if middle > second => ((second, fold), (right, right_side)),
            Some((first, second)) => {
                let (pages, min) = (self.cover.pages, rules.spine_text_from);
                if pages < min {
                    let expected = clause!("no spine text below {} pages", min);
                    let found = clause!("some on {} pages", pages);
                    findings.mark(Rule::Spine, (page, b), f64::MAX, || (expected, found));
                }
                ((first, spine), (second, spine))
            }
        };
        let area = Rect { left: from.0, right: to.0, ..self.trim };
        Panel { area, sides: [from.1, to.1, bottom, top] }.check(findings, page, letter);
    }

    /// Returns true if a box lies on both sides of a fold.
    fn is_over_fold(&self, b: Rect) -> bool {
        let Some((first, second)) = self.folds else {
            return false;
        };
        [first, second].iter().any(|fold| {
            b.left < fold - MARGIN_TOLERANCE_PTS && b.right > fold + MARGIN_TOLERANCE_PTS
        })
    }

    /// Checks that a line or area that reaches the trim edge continues to the edge of the sheet.
    fn cut(&self, findings: &mut Findings, page: &PreflightPage, mark: &InkMark) {
        let (b, media, bleed) = (mark.bounds, self.media, self.cover.rules.bleed);
        let short = [
            (b.left - media.left, "left"),
            (media.right - b.right, "right"),
            (b.bottom - media.bottom, "bottom"),
            (media.top - b.top, "top"),
        ];
        for (short, side) in short {
            let ends_in_bleed = short > SIZE_TOLERANCE && short < bleed + MARGIN_TOLERANCE_PTS;
            if ends_in_bleed && !self.is_end_hidden(&page.drawing, mark, side) {
                let expected =
                    clause!("a mark that is cut off to reach the {} edge of the sheet", side);
                let short_words = format!("{short:.1}");
                let found = clause!("{} that ends {} pt before it", mark.name(), short_words);
                findings.mark(Rule::Bleed, (page.number, b), short, || (expected, found));
            }
        }
    }

    /// Returns true if a mark that ends in the bleed at a side shows no end there: its outline is
    /// covered by later marks, or lies beside the sheet.
    fn is_end_hidden(&self, drawing: &Drawing, mark: &InkMark, side: &str) -> bool {
        let Some(strip) = self.bleed_strip(side).intersect(mark.bounds) else { return true };
        if drawing.is_exhausted() {
            return false;
        }
        let around = drawing.objects_in(strip);
        let Outline { pieces, half_width } = Outline::new(drawing, mark);
        let reach = strip.grown(half_width, half_width);
        for (from, to) in pieces {
            let Some((from, to)) = reach.clip_line(from, to) else { continue };
            for step in 0..=END_STEPS {
                let part = f64::from(step) / f64::from(END_STEPS);
                let [x, y] = [to.0 - from.0, to.1 - from.1].map(|length| part * length);
                let point = strip.nearest((from.0 + x, from.1 + y));
                if drawing.visibility_at(mark.object_index, point, &around) > MIN_VISIBILITY {
                    return false;
                }
            }
        }
        !drawing.is_exhausted()
    }

    /// Returns the part of the sheet between the trim and the edge of the sheet at a side.
    fn bleed_strip(&self, side: &str) -> Rect {
        let (media, trim) = (self.media, self.trim);
        match side {
            "left" => Rect { right: trim.left, ..media },
            "right" => Rect { left: trim.right, ..media },
            "bottom" => Rect { top: trim.bottom, ..media },
            _ => Rect { bottom: trim.top, ..media },
        }
    }

    /// Checks that the barcode area is free or covered by a white area. If the publisher places the
    /// barcode, black marks inside the area are allowed.
    fn barcode(&self, findings: &mut Findings, page: usize, marks: &[InkMark]) {
        let Some((fold, _)) = self.folds else {
            return;
        };
        let space = &self.cover.rules.barcode;
        let right = fold - space.edge;
        let bottom = self.trim.bottom + space.edge;
        let place = Rect { left: right - space.width, bottom, right, top: bottom + space.height };
        let inner = place.grown(-MARGIN_TOLERANCE_PTS, -MARGIN_TOLERANCE_PTS);
        let cover = marks.iter().rposition(|mark| {
            let is_white_area = mark.kind == InkMarkKind::Fill && mark.paint.is_white();
            is_white_area && mark.bounds.intersect(inner) == Some(inner)
        });
        let above = match cover {
            Some(last) => &marks[last + 1..],
            None => marks,
        };
        for mark in above.iter().filter(|mark| mark.is_seen()) {
            let is_inside = mark.bounds.intersect(place) == Some(mark.bounds);
            let is_black = mark.paint.rgb() == Some([0.0; 3]);
            if self.cover.has_barcode() && is_inside && is_black
                || mark.bounds.intersect(inner).is_none()
            {
                continue;
            }
            let expected = clause!(
                "{} x {} in of white for the barcode, {} in from fold and trim",
                format!("{:.1}", space.width / INCH),
                format!("{:.1}", space.height / INCH),
                format!("{:.2}", space.edge / INCH),
            );
            findings
                .mark(Rule::Barcode, (page, mark.bounds), 0.0, || (expected, mark.name().into()));
            return;
        }
    }
}
