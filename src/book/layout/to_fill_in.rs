//! Lays out pages to write on: notes, and progress pages with boxes to tick.

use crate::book::arrange::{ASCENT, Head, NUMBER_GAP};
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::layout::furniture::{FootText, foot, heading};
use crate::book::page::{Mark, Stamp};
use crate::book::volume::Volume;
use crate::grid::Cell;
use std::ops::Range;

/// Distance between ruled lines, in points, suitable for handwriting.
const RULED: f64 = 24.0;

/// Draws a page of ruled lines.
pub(super) fn notes(volume: &Volume, index: usize) -> Vec<Mark> {
    let mut marks = Vec::new();
    let y = heading(volume, &mut marks, index, volume.language.text("puzzles.notes").to_owned());
    let (left, live) = (volume.live_left(index), volume.area.live());
    let lines = ((volume.area.bottom - y) / RULED).floor().max(0.0) as usize;
    for line in 0..=lines {
        draw::rule(&mut marks, (left, y + line as f64 * RULED), live);
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    marks
}

/// Draws empty grids where a page of puzzles has its grids, with or without dots for candidates.
pub(super) fn practice(volume: &Volume, index: usize, dots: bool) -> Vec<Mark> {
    let page = &volume.puzzle_page;
    let (left, top) = (volume.live_left(index), volume.area.top);
    let mut marks = Vec::new();
    let title = volume.language.text("practice.heading").to_owned();
    let style = TextStyle::new(volume.words().strong, volume.design.puzzle.number);
    let corners: Vec<_> = page.corners().map(|(x, y)| (left + x, top + y)).collect();
    for &corner in &corners {
        marks.push(Mark::Stamp { stamp: Stamp::PuzzleGrid, corner });
        let cells = Cell::ALL.into_iter().filter(|_| dots);
        marks.extend(cells.map(|cell| Mark::Stamp {
            stamp: Stamp::Dots,
            corner: page.grid.cell_corner(corner, cell),
        }));
    }
    if let Some(&(x, y)) = corners.first() {
        let at = (x, y - volume.design.puzzle.caption_gap);
        draw::left(&mut marks, at, style, title.clone());
    }
    foot(volume, &mut marks, index, FootText::Text(title));
    marks
}

pub(super) fn progress(volume: &Volume, index: usize, puzzles: Range<usize>) -> Vec<Mark> {
    let page = &volume.progress_page;
    let (left, top) = (volume.live_left(index), volume.area.top);
    let mut marks = Vec::new();
    let (first, last) = volume.numbers(puzzles.clone());
    let range = volume.language.range(first, last);
    let title = volume.language.text("progress.heading").to_owned();
    Head::new(&volume.design).draw(&mut marks, (left, top), volume.area.live(), title, range);
    let body = volume.design.sizes.body;
    let aside = TextStyle::new(volume.words().italic, body);
    let intro = volume.language.text("progress.intro").to_owned();
    let y = top + Head::new(&volume.design).height() + ASCENT * body;
    draw::left(&mut marks, (left, y), aside, intro);
    let number = TextStyle::new(volume.figures().regular, page.number);
    for (place, puzzle) in puzzles.enumerate() {
        let (column, row) = (place % page.columns, place / page.columns);
        let x = left + column as f64 * page.pitch.0;
        let y = top + page.first + row as f64 * page.pitch.1;
        draw::tick_box(&mut marks, (x, y), page.tick);
        let at = (x + page.tick + page.number * NUMBER_GAP, y + (page.tick + number.cap()) / 2.0);
        draw::left(&mut marks, at, number, volume.number(puzzle).to_string());
    }
    let words = volume.language.text("progress.heading").to_owned();
    foot(volume, &mut marks, index, FootText::Text(words));
    marks
}
