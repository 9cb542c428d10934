//! Checks that visible marks keep to the margins.

use super::notes::{Key, Notes, is_recto, name};
use crate::print::SAME;
use crate::print::Terms;
use crate::print::pdf::Rect;
use crate::print::preflight::Rule;
use crate::print::preflight::marks::{Kind, Mark};
use crate::print::preflight::sheet::{Sheet, is_seen};

/// Tolerance in points: marks that exceed a margin by less than this count as inside.
pub(super) const NEAR: f64 = 0.05;

/// Checks that every visible mark lies inside the margins, or bleeds if the file may have bleed.
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
            (b.right - safe.right, if recto { "outside" } else { "inside" }),
            (safe.bottom - b.bottom, "bottom"),
            (b.top - safe.top, "top"),
        ];
        for (beyond, side) in sides {
            let min = if side == "inside" { terms.inside(pages) } else { outside };
            beyond_margin(notes, Rule::SafeArea, page, mark, (beyond, side, min));
        }
    }
}

/// Adds a finding for a mark outside a margin: by how much, which margin, and how wide it is.
pub(super) fn beyond_margin(
    notes: &mut Notes,
    rule: Rule,
    page: usize,
    mark: &Mark,
    (beyond, side, min): (f64, &str, f64),
) {
    if beyond <= NEAR {
        return;
    }
    let what = format_args!(
        "expected {:.3} in ({min:.1} pt) clear at the {side}, found {} {beyond:.1} pt into it",
        min / 72.0,
        name(mark)
    );
    // It is only advice if the place is not known well.
    notes.mark(Key(rule, mark.unsure), page, mark, beyond, what);
}

/// Whether a mark extends to an edge of the page, so that it is cut.
fn runs_off(b: Rect, media: Rect) -> bool {
    b.left <= media.left + SAME
        || b.right >= media.right - SAME
        || b.bottom <= media.bottom + SAME
        || b.top >= media.top - SAME
}
