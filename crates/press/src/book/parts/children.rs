//! The extras of books for children: a fox that speaks, stars to colour, and short rules with
//! drawings.

use super::{
    ASCENT, BookDesign, Colour, DrawOp, FormContent, GridStyle, LiveArea, PageSetup, PageSlot,
    Point, SharedForm, TextColumn, Volume, draw, text,
};
use crate::book::draw::Fox;
use crate::book::model::page::FigureMood;
use crate::book::text::language::example;
use engine::human::logic::Position;
use engine::sudoku::grid::House;
use engine::sudoku::puzzle::Puzzle;

/// The height of the speech bubble, as a fraction of the height of the fox.
const BUBBLE_HEIGHT: f64 = 0.68;
/// The space between the fox and its bubble, and the padding inside the bubble, in points.
const GAP: f64 = 16.0;
const PAD: f64 = 12.0;
/// The room for half the width of a line, in points.
const HALF_LINE: f64 = 1.0;
/// The height of a star to colour, as a fraction of its room.
const STAR_HEIGHT: f64 = 0.78;
/// The grey of the highlighted cells in the drawings of the rules.
const GREY: f64 = 0.86;

/// The place of the head of a page.
pub(super) struct HeadArea {
    pub corner: Point,
    pub width: f64,
    /// The lower end of the puzzle beside it.
    pub below: f64,
    pub beside: bool,
}

/// Returns the height of the fox above a puzzle.
pub(super) fn fox_height(area: &LiveArea) -> f64 {
    (0.2 * area.live_width()).clamp(64.0, 92.0)
}

/// Returns the height of the fox, the size of its bubble, and the corners of both, measured from
/// the corner of the head.
fn fox_places(volume: &Volume) -> (f64, Point, [Point; 2]) {
    let place = volume.setup.puzzle_page.head;
    if place.beside > 0.0 {
        let width = place.beside - 22.0;
        let size = (width - 2.0 * HALF_LINE, 0.42 * width);
        let top = size.1 + GAP;
        // The fox stands above the stars to colour and their words.
        let below = tail_height(&volume.setup.design) + 2.0 * volume.setup.design.keys.sizes.body;
        let high = (volume.setup.puzzle_page.grids.grid.outer() - below - top).min(0.9 * width);
        return (high.max(0.5 * width), size, [(0.0, top), (HALF_LINE, HALF_LINE)]);
    }
    let high = fox_height(&volume.setup.area);
    let left = high * Fox::WIDTH + GAP;
    let width = volume.setup.puzzle_page.grids.grid.outer() - left - HALF_LINE;
    (high, (width, BUBBLE_HEIGHT * high), [(0.0, 0.0), (left, 0.05 * high)])
}

/// Returns the form of the fox with its speech bubble.
pub(crate) fn fox_form(volume: &Volume, mood: FigureMood) -> FormContent {
    let (high, size, [figure, bubble]) = fox_places(volume);
    let wide = high * Fox::WIDTH;
    let tip = if volume.setup.puzzle_page.head.beside > 0.0 {
        (Fox::MOUTH.0 * wide, figure.1 - 2.0)
    } else {
        (0.88 * wide, Fox::MOUTH.1 * high)
    };
    let mut marks = Fox::new(mood).draw(figure, high);
    marks.push(draw::speech_bubble(bubble, size, tip));
    let reach = |a: Point, b: Point| (a.0 + b.0 + HALF_LINE, a.1 + b.1 + HALF_LINE);
    let (of_figure, of_bubble) = (reach(figure, (wide, high)), reach(bubble, size));
    let (width, height) = (of_figure.0.max(of_bubble.0), of_figure.1.max(of_bubble.1));
    FormContent { width, height, marks }
}

/// Draws the fox and its words about a puzzle.
pub(super) fn speak(volume: &Volume, slot: &PageSlot, marks: &mut Vec<DrawOp>, area: HeadArea) {
    let (mood, words) = phrase(volume, slot);
    let (_, size, [_, bubble]) = fox_places(volume);
    let (x, y) = area.corner;
    let bubble = (x + bubble.0, y + bubble.1);
    marks.push(DrawOp::Form { form: SharedForm::Figure(mood), corner: (x, y) });
    let width = size.0 - 2.0 * PAD;
    let shrink = (volume.setup.design.keys.sizes.min_type, 0.95);
    let fits = |lines, type_size| lines as f64 * 1.3 * type_size <= size.1 - 0.5 * PAD;
    let style = volume.setup.strong(1.3);
    let (lines, style, _) = style.shrunk_lines(&words, width, shrink, fits);
    let lead = 1.3 * style.size;
    let high = (lines.len() - 1) as f64 * lead + style.cap();
    let mut baseline = bubble.1 + (size.1 - high) / 2.0 + style.cap();
    for line in lines {
        draw::left(marks, (bubble.0 + PAD, baseline), style, &line);
        baseline += lead;
    }
    if area.beside {
        let height = tail_height(&volume.setup.design);
        draw_tail(volume, marks, (x, area.below - height), area.width);
    }
}

/// Returns the words of the fox about a puzzle: a place to look at, or a cheer.
fn phrase(volume: &Volume, slot: &PageSlot) -> (FigureMood, String) {
    let language = &volume.setup.language;
    let section = &volume.chapters[slot.subject()];
    let nth = slot.puzzles().start - section.puzzles.start;
    let pick = |key: &str, n: usize| {
        let list = language.list(key);
        list[n % list.len()].to_owned()
    };
    if nth > 0 && nth.is_multiple_of(5) {
        return (FigureMood::Proud, pick("children.well_done", nth / 5));
    }
    match block_to_look_at(&volume.puzzle(slot.puzzles().start)).filter(|_| nth % 2 == 1) {
        Some(block) => {
            let place = language.list("children.blocks")[block];
            (FigureMood::Looking, text!(language, "children.hint", place))
        }
        None => (FigureMood::Cheering, pick("children.cheers", nth / 2)),
    }
}

/// Returns the fullest block in which some digit has only one place.
fn block_to_look_at(puzzle: &Puzzle) -> Option<usize> {
    let position = Position::new(puzzle.givens());
    let open = (0..9).filter(|&block| !position.one_place(House::block(block)).is_empty());
    open.min_by_key(|&block| position.empty_in(House::block(block)))
}

/// Returns the height of the stars to colour below a puzzle, with the space above them.
pub(super) fn tail_height(design: &BookDesign) -> f64 {
    3.7 * design.keys.sizes.body
}

/// Returns the form of the stars to colour below a puzzle, with the words beside them.
pub(super) fn tail_form(volume: &Volume) -> FormContent {
    let (width, height) =
        (volume.setup.puzzle_page.grids.grid.outer(), tail_height(&volume.setup.design));
    let mut marks = Vec::new();
    draw_tail(volume, &mut marks, (0.0, 0.0), width);
    FormContent { width, height, marks }
}

/// Draws stars to colour with the words beside them, or above them in a narrow column.
fn draw_tail(volume: &Volume, marks: &mut Vec<DrawOp>, (x, y): Point, width: f64) {
    let (height, words) =
        (tail_height(&volume.setup.design), volume.setup.language.text("children.colour"));
    let (star, end) = (STAR_HEIGHT * height, y + height - 2.0 * HALF_LINE);
    let stars = draw::stars_to_colour(marks, (x + width - 2.0 * HALF_LINE, end - star), star);
    let style = volume.setup.strong(1.0);
    let beside = volume.setup.puzzle_page.head.beside > 0.0;
    let room = width - if beside { 0.0 } else { stars + style.size * 0.5 };
    let mut style = style.within(room, words);
    style.size = volume.setup.design.keys.sizes.legible(style.size);
    let baseline = y + words_offset(&volume.setup) - 0.15 * style.size;
    draw::left(marks, (x, baseline), style, words);
}

/// Returns the distance from the top of the stars, with their space, to the middle between the two
/// lines of words.
fn words_offset(setup: &PageSetup) -> f64 {
    if setup.puzzle_page.head.beside > 0.0 {
        -0.9 * setup.design.keys.sizes.body
    } else {
        (1.0 - STAR_HEIGHT / 2.0) * tail_height(&setup.design)
    }
}

/// Draws the page number of a puzzle's answer below the words beside the stars.
pub(super) fn draw_answer(volume: &Volume, marks: &mut Vec<DrawOp>, corner: Point, page: usize) {
    let (style, at) = (volume.setup.regular(1.0), answer_start(volume, corner));
    draw::left(marks, at, style, &text!(volume.setup.language, "puzzles.answer", page));
}

/// Returns the start of these words on their baseline.
pub(super) fn answer_start(volume: &Volume, (x, y): Point) -> Point {
    (x, y + words_offset(&volume.setup) + 1.15 * volume.setup.regular(1.0).size)
}

/// Draws the three houses of the rules, each in a small grid.
pub(super) fn draw_houses(setup: &PageSetup, page: &mut TextColumn, grid: GridStyle) {
    let outer = grid.outer();
    let gap = (page.width - 3.0 * outer) / 2.0;
    let solution = solved_example();
    let face = setup.figures().strong.first();
    let style = setup.strong(1.0);
    let top = page.y;
    let three = [House::row(3), House::column(3), House::block(4)];
    for (i, (house, name)) in
        three.into_iter().zip(setup.language.list("children.houses")).enumerate()
    {
        let corner = (page.left + i as f64 * (outer + gap), top);
        let cells = house.cells();
        for &cell in cells {
            let (corner, side) = (grid.cell_corner(corner, cell), grid.cell);
            page.marks.push(DrawOp::Box { corner, size: (side, side), colour: Colour::Grey(GREY) });
        }
        page.form(SharedForm::ExampleGrid, corner);
        let digits = cells.iter().map(|&cell| (cell, solution.solution()[cell]));
        grid.draw_digits(&mut page.marks, corner, face, digits);
        let at = (corner.0 + outer / 2.0, top + outer + 1.5 * style.size);
        draw::centred(&mut page.marks, at, style, name);
    }
    page.y = top + outer + 3.2 * style.size;
    page.end = page.y;
}

/// Returns the puzzle of the worked example with its solution.
fn solved_example() -> Puzzle {
    Puzzle::prove(example().0).expect("the example is a puzzle")
}

/// Draws the eight sentences of the rules, each with its number. `size` is a multiple of the body
/// size.
pub(super) fn draw_rules(setup: &PageSetup, page: &mut TextColumn, size: f64) {
    let (body, number) = (setup.regular(size), setup.strong(size));
    let indent = 1.6 * body.size;
    let (left, width) = (page.left, page.width);
    page.y += ASCENT * body.size;
    for (i, sentence) in setup.language.list("children.rules").into_iter().enumerate() {
        draw::left(&mut page.marks, (left, page.y), number, &(i + 1).to_string());
        (page.left, page.width) = (left + indent, width - indent);
        page.draw_paragraph(sentence, body);
        (page.left, page.width) = (left, width);
        page.y += 0.45 * body.size;
    }
}

/// Draws a centred line for the name of the child who owns the book.
pub(super) fn draw_name_line(volume: &Volume, page: &mut TextColumn) {
    let style = volume.setup.regular(1.0);
    let words = volume.setup.language.text("children.belongs");
    let width = style.width(words) + 14.0 * style.size;
    let width = width.min(volume.setup.area.centred_width());
    let left = page.middle() - width / 2.0;
    draw::labelled_blank(&mut page.marks, (left, page.y), left + width, style, words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sudoku::grid::Cell;

    #[test]
    fn the_block_that_is_named_has_a_digit_with_one_place() {
        let grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = Puzzle::prove(grid.parse().unwrap()).unwrap();
        let block = block_to_look_at(&puzzle).unwrap();
        let empty: Vec<Cell> =
            puzzle.givens().empty().filter(|cell| cell.block() == block).collect();
        let fits = |cell: &Cell, digit| {
            cell.peers().iter().all(|peer| puzzle.givens()[*peer] != Some(digit))
        };
        let alone = empty.iter().any(|&cell| {
            let digit = puzzle.solution()[cell];
            empty.iter().filter(|other| fits(other, digit)).count() == 1
        });
        assert!(alone, "block {block}");
    }
}
