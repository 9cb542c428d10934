//! The pages with answers.

use super::answer_blocks::{self, ClassAnswers};
use super::answer_grids::{self, reference_style};
use super::{
    Area, Colour, DrawOp, GridLayout, GridRoom, GridStyle, LinkTarget, PagePlanner, PageSlot,
    PartName, Point, TextColumn, TextStyle, Volume, caption, codes, even_ranges, heading_text,
    slots_of_range, text, tidy_ranges,
};
use crate::model::design::AnswerPlace;
use crate::model::setup::ShapedForms;
use crate::text::language::Language;
use page::SymbolSet;

/// The minimum space between the number of an answer and the words at its right, in type sizes.
const BEFORE_NAME: f64 = 0.4;
/// The grey of the row in which the letters of an answer make their word.
const WORD_GREY: f64 = 0.86;

/// Arranges `all` answers on the fewest pages whose digits have the minimum size; returns `None` if
/// not even one grid fits.
///
/// `of_class` is the number of answers of a class, and `of_sheet` the number of puzzles of a sheet:
/// the answers of each sheet then form a row or a block, if their digits stay legible.
pub fn arrange_answers(
    room: GridRoom,
    all: usize,
    of_class: Option<usize>,
    of_sheet: Option<usize>,
) -> Option<GridLayout> {
    let blocks = of_class
        .zip(of_sheet)
        .and_then(|(all, of_sheet)| answer_blocks::arrange(room, ClassAnswers { all, of_sheet }));
    blocks.or_else(|| answer_grids::arrange(room, all, of_class))
}

/// Assigns the pages of all answers.
pub fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let Some(own) = &planner.setup.answer_pages else { return };
    if planner.setup.design.keys.answers.place == AnswerPlace::Next {
        // These pages show only the answers to the last page of puzzles. Each other answer is on
        // the page after its puzzle.
        let ranges = planner.ranges().last();
        let on_page = planner.setup.puzzle_pages.classic.grids.len();
        let last =
            ranges.map(|range| range.start + (range.len() - 1) / on_page * on_page..range.end);
        let size = own.classic.len();
        return pages.extend(
            last.into_iter().flat_map(|range| slots_of_range(PartName::Answers, 0, range, size)),
        );
    }
    let slot = PageSlot::new(first.part, 0);
    let mut start = 0;
    for section in own.sections(&planner.chapters) {
        let grids = own.of_shape(section.shape.unwrap_or_default());
        let (count, size, group) = (section.puzzles, grids.len(), grids.group_size);
        let ranges: Vec<_> = if group > 1 {
            even_ranges(count, size, group).collect()
        } else {
            tidy_ranges(count, size, grids.column_count())
        };
        let shares = ranges.into_iter().map(|share| start + share.start..start + share.end);
        pages.extend(shares.map(|puzzles| slot.with_puzzles(puzzles)));
        start += count;
    }
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = &volume.setup.design.keys.answers;
    let Some(pages) = &volume.setup.answer_pages else { return };
    let grids = pages.of_shape(volume.shape(slot.puzzles().start));
    let places: Vec<_> = grids.on_page(page.pen()).zip(slot.puzzles()).collect();
    draw_answers_head(volume, slot, page);
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    draw_numbered(volume, page, grids, &places, number, style.caption_gap);
    let reference = reference_style(&volume.setup.design);
    for &((x, y), puzzle) in &places {
        let (base, right) = (y - style.caption_gap, x + grids.grid.outer());
        let words = reference_text(volume, puzzle).unwrap_or_default();
        // The name of a pupil may be wider than a grid.
        let number_width = number.width(&volume.numbering.number(puzzle).to_string());
        let room = grids.grid.outer() - number_width - BEFORE_NAME * reference.size;
        let words = caption::cut_title(words, |words| reference.width(words) <= room);
        let words = words.unwrap_or_default();
        let end = right - reference.width(&words);
        caption::draw_above_answer(volume, &mut page.marks, (x, base), number, end, puzzle);
        reference.draw_right(&mut page.marks, (right, base), &words);
    }
    draw_digits(volume, &mut page.marks, grids.grid, &places);
    codes::draw(volume, slot.part, page, &places);
}

/// Draws the empty grids of answers with these corners, and the number of each puzzle in this style
/// and at this distance above its grid.
pub(super) fn draw_numbered(
    volume: &Volume,
    page: &mut TextColumn,
    grids: &GridLayout,
    places: &[(Point, usize)],
    number: TextStyle,
    gap: f64,
) {
    let forms = ShapedForms::new(grids.grid, GridStyle::drawing);
    for &(corner, puzzle) in places {
        page.form(forms.of_shape(volume.shape(puzzle)), corner);
    }
    for &(corner, puzzle) in places {
        let at = (corner.0, corner.1 - gap);
        page.draw_line(number, at, &volume.numbering.number(puzzle).to_string());
        add_link(&mut page.marks, grids, corner, puzzle);
    }
}

/// Draws the head of a page of answers. In a file of their own it names the book, which lies
/// elsewhere.
fn draw_answers_head(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (heading, range) = (heading_text(volume, slot), puzzle_range(volume, slot));
    if volume.is_answers_file {
        let asides = [[heading.as_str(), &range].join(Language::BETWEEN), heading];
        page.draw_chapter_head(&volume.titles.title, None, &asides);
    } else {
        page.draw_head(&heading, range);
    }
}

/// Returns the words at the right above an answer. A reader who looks for a day needs no page
/// number, because the book is in order of days.
fn reference_text(volume: &Volume, puzzle: usize) -> Option<String> {
    let language = &volume.setup.language;
    if let Some(date) = volume.dates.short_date(puzzle) {
        return Some(date);
    }
    if let Some(sheet) = sheet_index(volume, puzzle)
        && let Some(name) = volume.chapter_name(sheet)
    {
        return Some(name);
    }
    if !volume.has_page_numbers() {
        return None;
    }
    let page = volume.pagination.puzzle_page(puzzle)?;
    Some(text!(language, "answers.puzzle", page))
}

/// Returns the chapter of the sheet of a class that contains a puzzle.
fn sheet_index(volume: &Volume, puzzle: usize) -> Option<usize> {
    let mut chapters = volume.chapters.iter();
    chapters.position(|chapter| chapter.kind.is_sheet() && chapter.puzzles.contains(&puzzle))
}

/// Returns the range of the answers of a page: numbers, sheets or months.
fn puzzle_range(volume: &Volume, slot: &PageSlot) -> String {
    let [first, last] =
        [slot.puzzles().start, slot.puzzles().end - 1].map(|puzzle| sheet_index(volume, puzzle));
    let versions = first.zip(last).and_then(|(first, last)| volume.sheet_range_name(first, last));
    let months = volume.dates.months(slot.puzzles());
    match (versions, months.is_empty()) {
        (Some(versions), _) => versions,
        (None, false) => months.join(Language::BETWEEN),
        (None, true) => volume.number_range_text(slot),
    }
}

/// Adds the link from an answer to its puzzle, and the anchor of the answer. Its grid has this
/// corner.
fn add_link(marks: &mut Vec<DrawOp>, grids: &GridLayout, corner: Point, puzzle: usize) {
    let (side, top) = (grids.grid.outer(), corner.1 - grids.caption);
    let area = Area { left: corner.0, top, width: side, height: side + grids.caption };
    marks.push(DrawOp::link(area, LinkTarget::Puzzle(puzzle)));
    marks.push(DrawOp::Anchor { target: LinkTarget::Answer(puzzle), top });
}

/// Draws the number of a puzzle above the grid of its answer, which has this corner and this width.
pub(super) fn draw_number(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    corner: Point,
    width: f64,
    puzzle: usize,
) {
    let style = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    let text = volume.numbering.number(puzzle).to_string();
    let at = (corner.0, corner.1 - style.caption_gap);
    number.draw_left(marks, at, &text);
    caption::draw_above_answer(volume, marks, at, number, corner.0 + width, puzzle);
}

/// Draws the digits of answers in grids with these corners. Givens are bold.
pub(super) fn draw_digits(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    grid: GridStyle,
    places: &[(Point, usize)],
) {
    // All givens come before all other digits, so that a page changes its face only once.
    let faces = volume.setup.figures();
    let puzzles: Vec<_> = places
        .iter()
        .map(|&(corner, puzzle)| (corner, volume.puzzle(puzzle), volume.symbols(puzzle)))
        .collect();
    for (corner, puzzle, signs) in &puzzles {
        if signs.is_some_and(SymbolSet::has_word) {
            let grid = grid.in_shape(puzzle.shape());
            shade_row(marks, grid, *corner, SymbolSet::word_row(&puzzle.givens()));
        }
    }
    for (face, given) in [(faces.strong.first(), true), (faces.regular.first(), false)] {
        for (corner, puzzle, signs) in &puzzles {
            let corner = *corner;
            let givens = puzzle.givens();
            let solution = puzzle.solution();
            let digits =
                solution.filled().filter(|(cell, _)| givens.digit(*cell).is_some() == given);
            grid.in_shape(puzzle.shape()).draw_signs(marks, corner, face, *signs, digits);
        }
    }
}

/// Shades the cells of a row, between lines that are drawn already, in a grid with this outer
/// corner.
fn shade_row(marks: &mut Vec<DrawOp>, grid: GridStyle, corner: Point, row: usize) {
    let side = grid.shape.side();
    for cell in row * side..(row + 1) * side {
        let inside = grid.cell_area(corner, cell).inside(grid.block / 2.0);
        marks.push(inside.filled(Colour::Grey(WORD_GREY)));
    }
}
