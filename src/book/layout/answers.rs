//! Lays out the pages with answers.

use crate::book::arrange::Head;
use crate::book::draw;
use crate::book::draw::{GridStyle, TextStyle};
use crate::book::language::BETWEEN;
use crate::book::layout::furniture::{FootText, foot};
use crate::book::page::{Mark, Point, Stamp};
use crate::book::volume::{Theme, Volume};
use crate::grid::Cell;
use crate::words::say;
use std::ops::Range;

pub(super) fn answers(volume: &Volume, index: usize, puzzles: Range<usize>) -> Vec<Mark> {
    let style = &volume.design.answers;
    let Some(page) = &volume.answer_page else {
        return Vec::new();
    };
    let outer = page.grid.outer();
    let (left, live, top) = (volume.live_left(index), volume.area.live(), volume.area.top);
    let mut marks = Vec::new();

    let (first, last) = volume.numbers(puzzles.clone());
    let months = volume.months(puzzles.clone());
    let numbers = || volume.language.range(first, last);
    let sheet = volume.sections.iter().position(|span| {
        matches!(span.theme, Theme::Sheet(_))
            && (span.start..span.start + span.len).contains(&puzzles.start)
    });
    let range = match sheet.and_then(|sheet| volume.section_name(sheet)) {
        Some(version) => [version, numbers()].join(BETWEEN),
        None if months.is_empty() => numbers(),
        None => months.join(BETWEEN),
    };
    let title = volume.language.text("answers.heading").to_owned();
    Head::new(&volume.design).draw(&mut marks, (left, top), live, title, range);

    let places: Vec<_> = page.corners().map(|(x, y)| (left + x, top + y)).zip(puzzles).collect();
    for &(corner, _) in &places {
        marks.push(Mark::Stamp { stamp: Stamp::AnswerGrid, corner });
    }
    let number = TextStyle::new(volume.figures().strong, style.number);
    let reference = {
        let size = volume.design.sizes.legible(style.number * 0.95);
        TextStyle::new(volume.figures().regular, size)
    };
    for &((x, y), puzzle) in &places {
        let at = (x, y - style.caption_gap);
        draw::left(&mut marks, at, number, volume.number(puzzle).to_string());
    }
    for &((x, y), puzzle) in &places {
        let at = (x + outer, y - style.caption_gap);
        // Who looks for a day needs no page number: the book goes by days.
        let page = || volume.pagination.puzzle_page(puzzle);
        let words = volume
            .short_day(puzzle)
            .or_else(|| Some(say!(volume.language, "answers.puzzle", page = page()?)));
        if let Some(words) = words {
            draw::right(&mut marks, at, reference, words);
        }
    }
    answer_digits(volume, &mut marks, page.grid, &places);
    foot(
        volume,
        &mut marks,
        index,
        FootText::Text(volume.language.text("answers.heading").to_owned()),
    );
    marks
}

/// Draws the digits of answers in grids with these corners; givens are in bold.
pub(super) fn answer_digits(
    volume: &Volume,
    marks: &mut Vec<Mark>,
    grid: GridStyle,
    places: &[(Point, usize)],
) {
    // Draw all givens first, then all other digits, so that a page changes its face only once.
    let faces = volume.figures();
    for (face, given) in [(faces.strong.first(), true), (faces.regular.first(), false)] {
        for &(corner, puzzle) in places {
            let puzzle = &volume.puzzles[puzzle];
            let digits = Cell::ALL
                .into_iter()
                .filter(|&cell| puzzle.givens()[cell].is_some() == given)
                .map(|cell| (cell, puzzle.solution()[cell]));
            grid.digits(marks, corner, face, digits);
        }
    }
}
