//! Lays out answers below the puzzles, upside down so that they are not read by accident.

use crate::book::arrange::Below;
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::layout::answers::answer_digits;
use crate::book::page::{Mark, Stamp, Turn};
use crate::book::volume::Volume;
use std::ops::Range;

/// Draws the answers of a page, turned upside down, at the lower end of its live area.
pub(super) fn answers_below(
    volume: &Volume,
    below: &Below,
    left: f64,
    puzzles: Range<usize>,
) -> Mark {
    let style = &volume.design.answers;
    let number = TextStyle::new(volume.figures().strong, style.number);
    let outer = below.grid.outer();
    let mut marks = Vec::new();
    let places: Vec<_> = puzzles
        .enumerate()
        .map(|(i, puzzle)| {
            let (column, row) = (i % below.columns, i / below.columns);
            let x = column as f64 * (outer + below.gap);
            let y = row as f64 * (outer + below.caption + below.gap);
            ((x, y + below.caption), puzzle)
        })
        .collect();
    for &((x, y), puzzle) in &places {
        marks.push(Mark::Stamp { stamp: Stamp::AnswerGrid, corner: (x, y) });
        let at = (x, y - style.caption_gap);
        draw::left(&mut marks, at, number, volume.number(puzzle).to_string());
    }
    answer_digits(volume, &mut marks, below.grid, &places);
    let (width, height) = below.size;
    Mark::Turned {
        turn: Turn::Half,
        corner: (left + (volume.area.live() - width) / 2.0, volume.area.bottom - height),
        size: below.size,
        marks,
    }
}
