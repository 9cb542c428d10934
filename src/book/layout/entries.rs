//! Lays out lists of puzzles: the hints, and the times.

use crate::book::arrange;
use crate::book::arrange::{ASCENT, EntriesPage, Head};
use crate::book::draw::{self, TextStyle};
use crate::book::layout::furniture::{FootText, foot};
use crate::book::page::Mark;
use crate::book::volume::Volume;
use std::ops::Range;

/// Draws a page of hints.
pub(super) fn hints(volume: &Volume, index: usize, puzzles: Range<usize>) -> Vec<Mark> {
    let words = (volume.language.text("hints.heading"), volume.language.text("hints.intro"));
    entries(volume, index, words, (&volume.hints_page, &volume.hints), puzzles)
}

/// Draws a page of times.
pub(super) fn times(volume: &Volume, index: usize, puzzles: Range<usize>) -> Vec<Mark> {
    let words = (volume.language.text("times.heading"), volume.language.text("times.intro"));
    entries(volume, index, words, (&volume.times_page, &volume.times), puzzles)
}

/// Draws a page with a title, an introduction, and for each of these puzzles its number and its words, column by
/// column.
fn entries(
    volume: &Volume,
    index: usize,
    (title, intro): (&str, &str),
    (page, words): (&EntriesPage, &[String]),
    puzzles: Range<usize>,
) -> Vec<Mark> {
    let (left, top, live) = (volume.live_left(index), volume.area.top, volume.area.live());
    let mut marks = Vec::new();
    let (first, last) = volume.numbers(puzzles.clone());
    let head = Head::new(&volume.design);
    let range = volume.language.range(first, last);
    head.draw(&mut marks, (left, top), live, title.to_owned(), range);
    let aside = TextStyle::new(volume.words().italic, volume.design.sizes.body);
    let y = top + head.height() + ASCENT * aside.size;
    arrange::paragraph(&volume.design, &mut marks, (left, y), live, aside, intro);
    let number = TextStyle::new(volume.figures().strong, page.size);
    let style = TextStyle::new(volume.words().regular, page.size);
    // Of the last page all columns are equally long.
    let rows = puzzles.len().div_ceil(page.columns).min(page.rows);
    for (place, puzzle) in puzzles.enumerate() {
        let (column, row) = (place / rows, place % rows);
        let x = left + column as f64 * page.pitch.0;
        let y = top + page.first + row as f64 * page.pitch.1 + ASCENT * page.size;
        draw::left(&mut marks, (x, y), number, volume.number(puzzle).to_string());
        let text = &words[puzzle];
        let lines = style.faces.wrap(text, style.size, page.width);
        for (i, line) in lines.into_iter().enumerate() {
            let y = y + i as f64 * style.size * volume.design.typefaces.leading;
            draw::left(&mut marks, (x + page.indent, y), style, line);
        }
    }
    foot(volume, &mut marks, index, FootText::Text(title.to_owned()));
    marks
}
