//! The forms on a page, known by their content.

use page::{DrawOp, FormContent, LinkTarget, Page, PathPaint};
use std::sync::Arc;

/// All forms of these operations, each with its top left corner.
pub fn forms(marks: &[DrawOp]) -> impl Iterator<Item = (&Arc<FormContent>, (f64, f64))> {
    marks.iter().filter_map(|mark| match mark {
        DrawOp::Form { form, corner } => Some((form, *corner)),
        _ => None,
    })
}

/// Returns true if a form is the empty grid of classic: a square with twenty lines.
pub fn is_grid(form: &FormContent) -> bool {
    let lines = form.marks.iter().filter(|mark| matches!(mark, DrawOp::Line { .. }));
    form.width == form.height && lines.count() == 20
}

/// The number of filled stars; `None` if a form has anything else than stars.
pub fn filled_stars(form: &FormContent) -> Option<usize> {
    let mut filled = 0;
    for mark in &form.marks {
        match mark {
            DrawOp::Path { points, paint } if points.len() == 10 => {
                filled += usize::from(*paint == PathPaint::Fill);
            }
            _ => return None,
        }
    }
    Some(filled)
}

/// The corners of the empty grids of a page with puzzles, and their side.
pub fn puzzle_grids(page: &Page) -> Vec<((f64, f64), f64)> {
    let is_puzzle =
        |mark: &DrawOp| matches!(mark, DrawOp::Anchor { target: LinkTarget::Puzzle(_), .. });
    if !page.marks.iter().any(is_puzzle) {
        return Vec::new();
    }
    let grids = forms(&page.marks).filter(|(form, _)| is_grid(form));
    grids.map(|(form, corner)| (corner, form.width)).collect()
}
