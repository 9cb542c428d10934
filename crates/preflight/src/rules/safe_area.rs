//! Checks that visible marks respect the margins.

use super::is_recto;
use crate::Rule;
use crate::finding::{FindingKey, Findings};
use crate::marks::{InkMark, InkMarkKind};
use crate::page::PreflightPage;
use crate::{INCH, PrintSpec, SIZE_TOLERANCE};
use pdf_reader::Rect;
use words::clause;

/// The tolerance in points for marks beyond a margin.
pub(super) const MARGIN_TOLERANCE_PTS: f64 = 0.05;

/// An area with a minimum distance at each side.
pub(super) struct Panel {
    pub area: Rect,
    /// Left, right, bottom and top: the rule, the side's name, and the minimum distance in points.
    pub sides: [(Rule, &'static str, f64); 4],
}

impl Panel {
    /// Adds a finding for each side that a mark is too close to.
    pub fn check(&self, findings: &mut Findings, page: usize, mark: &InkMark) {
        let (a, b) = (self.area, mark.bounds);
        let clear = [b.left - a.left, a.right - b.right, b.bottom - a.bottom, a.top - b.top];
        for ((rule, side, min), clear) in self.sides.into_iter().zip(clear) {
            let beyond = min - clear;
            if beyond <= MARGIN_TOLERANCE_PTS {
                continue;
            }
            // The finding is advice if the mark's place is uncertain.
            let key = FindingKey::advice(rule, mark.unsure);
            findings.mark(key, (page, b), beyond, || {
                let (inches, points) = (format!("{:.3}", min / INCH), format!("{min:.1}"));
                let expected = clause!("{} in ({} pt) clear at the {}", inches, points, side);
                (expected, clause!("{} {} pt into it", mark.name(), format!("{beyond:.1}")))
            });
        }
    }
}

/// Checks that every visible mark of a page lies inside the margins, or bleeds if the file has
/// bleed.
pub(super) fn check(
    findings: &mut Findings,
    page: &PreflightPage,
    pages: usize,
    bleeds: bool,
    spec: &PrintSpec,
) {
    let (binding, edge) = spec.bleed().filter(|_| bleeds).unwrap_or((0.0, 0.0));
    let outside = (Rule::SafeArea, "outside", spec.outside(bleeds));
    let inside = (Rule::SafeArea, "inside", spec.inside(pages));
    let mut across = [(inside, binding), (outside, edge)];
    if !is_recto(page.number) {
        across.reverse();
    }
    let [(left, left_bleed), (right, right_bleed)] = across;
    let media = page.media;
    let area = Rect {
        left: media.left + left_bleed,
        right: media.right - right_bleed,
        bottom: media.bottom + edge,
        top: media.top - edge,
    };
    let [bottom, top] = ["bottom", "top"].map(|side| (Rule::SafeArea, side, outside.2));
    let panel = Panel { area, sides: [left, right, bottom, top] };
    for mark in page.marks.iter().filter(|mark| mark.is_seen()) {
        let letter = matches!(mark.kind, InkMarkKind::Glyph { .. });
        if letter || !bleeds || !runs_off(mark.bounds, media) {
            panel.check(findings, page.number, mark);
        }
    }
}

/// Returns true if a mark reaches an edge of the page, where it is cut.
fn runs_off(b: Rect, media: Rect) -> bool {
    let inner = media.grown(-SIZE_TOLERANCE, -SIZE_TOLERANCE);
    b.left <= inner.left || b.right >= inner.right || b.bottom <= inner.bottom || b.top >= inner.top
}
