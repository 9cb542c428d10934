//! Checks that all texts of a volume fit on its pages.

use crate::layout::pagination::PageSlot;
use crate::model::{LayoutError, LiveArea, OVERHANG, Volume, too_wide};
use crate::parts::{self, render_page, title, title_problem, wide_hint};
use page::{DrawOp, Page};
use preflight::Trim;
use words::Problem;

/// Checks that every line fits between the margins, and that no text is longer than its page. The
/// first and the last page of each kind suffice, because they have the largest numbers. Pages about
/// techniques all differ, so each is checked.
pub fn check_fit(volume: &Volume, trim: Trim) -> Result<(), LayoutError> {
    if let Some((what, text)) = title::too_wide(volume) {
        return Err(too_wide(what, &text, trim).into());
    }
    if let Some(hint) = wide_hint(volume) {
        return Err(too_wide("line", hint, trim).into());
    }
    if let Some(problem) = title_problem(volume) {
        return Err(problem.into());
    }
    let slots = &volume.pagination.pages;
    let mut tall = None;
    for index in 0..slots.len() {
        if is_between_alike(slots, index) {
            continue;
        }
        let (page, excess) = render_page(volume, index);
        if let Some(text) = outside(volume.area(&slots[index]), &page) {
            return Err(too_wide("line", &text, trim).into());
        }
        if excess > 0.0 {
            tall = tall.or(Some((slots[index].part, excess)));
        }
    }
    let Some((part, excess)) = tall else { return Ok(()) };
    let place = format!("design {} on trim {trim}, page {part}", volume.setup.design.keys.name);
    let found = format!(
        "{excess:.0} points too many; use a smaller sizes.body or a larger trim, or leave the page out \
         (parts)"
    );
    Err(Problem::expected("text that fits the page", found).at(place).into())
}

/// Returns true if a page stands between pages that differ from it in their numbers alone.
fn is_between_alike(slots: &[PageSlot], index: usize) -> bool {
    if index == 0 || index + 1 == slots.len() || parts::are_all_different(slots[index].part) {
        return false;
    }
    let mut near = slots[index - 1..=index + 1].windows(2);
    near.all(|pair| pair[0].part == pair[1].part && pair[0].subject() == pair[1].subject())
}

/// Returns the first line of a page that reaches beyond the margins.
fn outside(area: &LiveArea, page: &Page) -> Option<String> {
    let margin = area.inside.min(area.outside) - OVERHANG;
    let stamped = page.marks.iter().filter_map(|mark| match mark {
        DrawOp::Form { form, corner } => Some((&form.marks, corner.0)),
        _ => None,
    });
    stamped.chain([(&page.marks, 0.0)]).find_map(|(marks, from)| {
        let outside = marks.iter().find_map(|mark| {
            let DrawOp::Text { at, face, size, text } = mark else { return None };
            let width: f64 = text.chars().map(|c| face.advance(c)).sum();
            let (left, right) = (from + at.0, from + at.0 + width * size);
            if left < margin || right > page.width - margin { Some(at.1) } else { None }
        })?;
        // Several text operations may make up a line.
        let parts = marks.iter().filter_map(|mark| match mark {
            DrawOp::Text { at, text, .. } if at.1 == outside => Some(text.as_ref()),
            _ => None,
        });
        Some(parts.collect())
    })
}
