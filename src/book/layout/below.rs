//! Lays out answers and hints below the puzzles, upside down so that they are not read by accident.

use crate::book::arrange::{ASCENT, BELOW_GAP, Below, HintsBelow};
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

/// Draws the hints of a page, turned upside down, at the lower end of its live area or above the answers there.
pub(super) fn hints_below(
    volume: &Volume,
    below: &HintsBelow,
    left: f64,
    puzzles: Range<usize>,
) -> Mark {
    let number = TextStyle::new(volume.figures().strong, below.size);
    let words = TextStyle::new(volume.words().regular, below.size);
    let mut marks = Vec::new();
    for (i, puzzle) in puzzles.enumerate() {
        let x = (i % below.columns) as f64 * below.pitch();
        let y = (i / below.columns) as f64 * below.lead + ASCENT * below.size;
        let text = volume.number(puzzle).to_string();
        let indent = number.width(&text) + 0.9 * below.size;
        draw::left(&mut marks, (x, y), number, text);
        draw::left(&mut marks, (x + indent, y), words, volume.hints[puzzle].clone());
    }
    let (width, height) = below.block;
    let answers = volume.puzzle_page.below.as_ref().map_or(0.0, |b| b.height() + BELOW_GAP);
    let corner = (left + (volume.area.live() - width) / 2.0, volume.area.bottom - answers - height);
    Mark::Turned { turn: Turn::Half, corner, size: below.block, marks }
}
