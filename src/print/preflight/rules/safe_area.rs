//! Whether what is seen keeps to the margins.

use super::notes::{Notes, is_recto, name};
use crate::print::SAME;
use crate::print::Terms;
use crate::print::pdf::Rect;
use crate::print::preflight::Rule;
use crate::print::preflight::marks::{Kind, Mark};
use crate::print::preflight::sheet::{Sheet, is_seen};

/// What lies beyond a margin by less, in points, is inside: a fourteen-hundredth of an inch.
pub(super) const NEAR: f64 = 0.05;

/// Whether everything that is seen lies inside the margins, or bleeds where a file may.
pub(super) fn check(
    notes: &mut Notes,
    sheet: &Sheet,
    page: usize,
    pages: usize,
    bleeds: bool,
    terms: &Terms,
) {
    let recto = is_recto(page);
    let (binding, edge) = terms.bleed().filter(|_| bleeds).unwrap_or((0.0, 0.0));
    let outside = terms.outside(bleeds);
    let (left, right) = if recto {
        (binding + terms.inside(pages), edge + outside)
    } else {
        (edge + outside, binding + terms.inside(pages))
    };
    let media = sheet.media;
    let safe = Rect {
        left: media.left + left,
        right: media.right - right,
        bottom: media.bottom + edge + outside,
        top: media.top - edge - outside,
    };
    for mark in sheet.marks.iter().filter(|mark| is_seen(mark)) {
        let b = mark.bounds;
        let letter = matches!(mark.kind, Kind::Glyph { .. });
        if bleeds && !letter && runs_off(b, media) {
            continue;
        }
        let sides = [
            (safe.left - b.left, if recto { "inside" } else { "outside" }),
            (
                b.right - safe.right,
                if recto { "outside" } else { "inside" },
            ),
            (safe.bottom - b.bottom, "bottom"),
            (b.top - safe.top, "top"),
        ];
        for (beyond, side) in sides {
            let least = if side == "inside" {
                terms.inside(pages)
            } else {
                outside
            };
            beyond_margin(notes, Rule::SafeArea, page, mark, (beyond, side, least));
        }
    }
}

/// Notes a mark that lies beyond a margin: by how much, which, and how wide that is.
pub(super) fn beyond_margin(
    notes: &mut Notes,
    rule: Rule,
    page: usize,
    mark: &Mark,
    (beyond, side, least): (f64, &str, f64),
) {
    if beyond <= NEAR {
        return;
    }
    notes.add(rule, Some(page), beyond, || {
        format!(
            "expected {:.3} in ({least:.1} pt) clear at the {side}, found {} {beyond:.1} pt into it",
            least / 72.0,
            name(mark)
        )
    });
}

/// Whether a mark reaches an edge of the page, so that the knife cuts through it.
fn runs_off(b: Rect, media: Rect) -> bool {
    b.left <= media.left + SAME
        || b.right >= media.right - SAME
        || b.bottom <= media.bottom + SAME
        || b.top >= media.top - SAME
}
