//! Blanks for time and date, and the page of the answer, below or beside each puzzle; beside it
//! also its hint, upside down.

use super::writing::RULED;
use super::{
    Area, BookDesign, DrawOp, FormContent, LinkTarget, Point, TextAlign, TextColumn, TextStyle,
    Volume, below, children, text,
};
use crate::model::design::PageHead;
use crate::model::setup::{GridAside, HeadLayout};
use page::{PuzzleCodeStyle, Rotation};
use std::sync::Arc;

/// The line spacing of the column, in type sizes.
const ASIDE_LEADING: f64 = 1.3;
/// The distance from a grid to the line for time and date, in multiples of its type size.
const LOG_GAP: f64 = 1.5;
/// The lengths of a blank below a grid, the space from one to the next, and the descent of the
/// line, in type sizes.
const MIN_BLANK: f64 = 2.5;
const MAX_BLANK: f64 = 12.0;
const BETWEEN_BLANKS: f64 = 1.6;
const LOG_DESCENT: f64 = 0.3;
/// The size of letters to cross out in body sizes, their distance from the grid, and the distance
/// from one letter to the next, in type sizes.
const LETTERS_SIZE: f64 = 1.15;
const LETTERS_GAP: f64 = 0.75;
const LETTERS_PITCH: f64 = 1.9;

/// Returns the height of the stars below a puzzle of a child, below which its code stands, or 0
/// without them.
pub(super) fn tail_above_code(design: &BookDesign, head: &HeadLayout) -> f64 {
    let has_tail = design.keys.puzzle.log && head.head == PageHead::Figure && head.beside == 0.0;
    if has_tail { children::strip_height(design) + children::tail_height(design) } else { 0.0 }
}

/// Returns the height of the letters below a grid with the space above them. Children have them in
/// boxes above their stars.
pub(super) fn letters_height(design: &BookDesign, head: &HeadLayout) -> f64 {
    if !design.has_letters || tail_above_code(design, head) > 0.0 {
        return 0.0;
    }
    let style = letters_style(design);
    LETTERS_GAP * style.size + style.cap()
}

fn letters_style(design: &BookDesign) -> TextStyle {
    TextStyle::new(design.typefaces.figures.regular, LETTERS_SIZE * design.keys.sizes.body)
}

/// Draws the letters of a puzzle, which a reader crosses out when all of a letter are in, in the
/// middle below its grid with this lower left corner.
pub(super) fn draw_letters(volume: &Volume, marks: &mut Vec<DrawOp>, corner: Point, puzzle: usize) {
    let Some(set) = volume.symbols(puzzle).filter(|set| set.is_of_letters()) else { return };
    let style = letters_style(&volume.setup.design);
    let letters = set.listed(volume.shape(puzzle));
    let outer = volume.frame_side(puzzle);
    let pitch = (LETTERS_PITCH * style.size).min(outer / letters.len() as f64);
    let first = corner.0 + (outer - (letters.len() - 1) as f64 * pitch) / 2.0;
    let baseline = corner.1 + LETTERS_GAP * style.size + style.cap();
    for (nth, letter) in letters.into_iter().enumerate() {
        let at = (first + nth as f64 * pitch, baseline);
        style.draw_centred(marks, at, &letter.to_string());
    }
}

/// Returns the height of the letters, the line for time and date, the code and the lines for notes
/// below a grid.
pub(super) fn log_height(
    design: &BookDesign,
    head: &HeadLayout,
    has_aside: bool,
    notes: usize,
) -> f64 {
    let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.body);
    let code = design.code_height_below();
    let log = match head.head {
        _ if has_aside => 0.0,
        _ if !design.keys.puzzle.log => code,
        PageHead::Figure => tail_above_code(design, head) + code,
        // The code is beside the line.
        _ => code.max(LOG_GAP * style.size + style.cap()),
    };
    // On a page with a head beside the puzzle, the lines for notes are below the head.
    letters_height(design, head) + log + if head.beside > 0.0 { 0.0 } else { notes as f64 * RULED }
}

/// Returns the form below a grid: stars to colour, which may be beside the grid instead, or blanks.
pub(super) fn log_form(volume: &Volume, puzzle: usize) -> Option<Arc<FormContent>> {
    let head = volume.setup.puzzle_pages.classic.head;
    if head.head != PageHead::Figure {
        return Some(blanks_form(volume, volume.frame_side(puzzle)).into());
    }
    if head.beside > 0.0 { None } else { Some(children::tail_form(volume, puzzle).into()) }
}

/// Returns the form with blanks for time and date, or for time alone, below a grid of this width.
/// It leaves room for the widest page number. Its top is the lower edge of the frame.
fn blanks_form(volume: &Volume, outer: f64) -> FormContent {
    let (style, language) = (volume.setup.regular(1.0), &volume.setup.language);
    let y = LOG_GAP * style.size + style.cap();
    let digits = "8".repeat(volume.page_count().to_string().len());
    let widest = text!(language, "puzzles.answer", page = 8).replace('8', &digits);
    let (between, before) = (style.size * BETWEEN_BLANKS, style.size * TextStyle::BLANK_GAP);
    let room = outer - volume.setup.design.code_width_below() - style.width(&widest);
    let words = ["puzzles.time", "puzzles.date"]
        .map(|key| language.text(key))
        .map(|word| (word, style.width(word)));
    // A puzzle that has a date needs no blank for one.
    let most = if volume.dates.date(0).is_some() { 1 } else { 2 };
    let mut marks = Vec::new();
    for count in (1..=most).rev() {
        let taken: f64 = words[..count].iter().map(|(_, width)| width + between + before).sum();
        let blank = ((room - taken) / count as f64).min(style.size * MAX_BLANK);
        // Leave out blanks that would be too short to write in.
        if blank < MIN_BLANK * style.size {
            continue;
        }
        let mut pen = 0.0;
        for &(word, width) in &words[..count] {
            style.draw_left(&mut marks, (pen, y), word);
            marks.push(DrawOp::rule((pen + width + before, y + TextStyle::BLANK_DROP), blank));
            pen += width + before + blank + between;
        }
        break;
    }
    FormContent { width: outer, height: y + style.size * LOG_DESCENT, marks }
}

/// Draws a blank for the time and the page of the answer, one below the other, up from the lower
/// left corner of a column beside a grid, and the hint at its upper end.
pub(super) fn draw_aside(
    volume: &Volume,
    page: &mut TextColumn,
    aside: GridAside,
    corner: Point,
    puzzle: usize,
) {
    draw_aside_hint(volume, page, aside, corner, puzzle);
    let language = &volume.setup.language;
    let size = volume.setup.design.keys.sizes.small;
    let style = TextStyle::new(volume.setup.words().regular, size);
    let lead = ASIDE_LEADING * size;
    let mut y = corner.1;
    if let Some(answer) = volume.pagination.answer_page(puzzle) {
        let words = text!(language, "puzzles.answer", page = answer);
        let lines = style.faces.wrap_paragraph(&words, size, aside.width);
        let height = (lines.len() - 1) as f64 * lead + style.cap();
        let area = Area { left: corner.0, top: y - height, width: aside.width, height };
        page.marks.push(DrawOp::link(area, LinkTarget::Answer(puzzle)));
        for line in lines.iter().rev() {
            page.draw_line(style, (corner.0, y), line);
            y -= lead;
        }
        y -= lead / 2.0;
    }
    let until = corner.0 + aside.width.min(MAX_BLANK * size);
    let time = language.text("puzzles.time");
    style.draw_with_blank(&mut page.marks, (corner.0, y - TextStyle::BLANK_DROP), until, time);
}

/// Draws the hint of a puzzle upside down at the upper end of the column with this lower left
/// corner, below a QR code if there is one.
fn draw_aside_hint(
    volume: &Volume,
    page: &mut TextColumn,
    aside: GridAside,
    corner: Point,
    puzzle: usize,
) {
    let Some(hint) = below::foot_hint(volume, puzzle) else { return };
    let lines = below::aside_hint_lines(&volume.setup, aside.width, hint);
    let (cap, more) = (lines.style.cap(), lines.lines.len() - 1);
    let height = cap + more as f64 * lines.leading * lines.style.size;
    let mut marks = Vec::new();
    lines.draw(&mut marks, (0.0, cap), TextAlign::Left);
    let code = if volume.setup.design.has_code_below() { PuzzleCodeStyle::SIDE } else { 0.0 };
    let top = corner.1 - volume.frame_side(puzzle) + code;
    let (corner, size) = ((corner.0, top), (aside.width, height));
    page.marks.push(DrawOp::Rotated { turn: Rotation::Half, corner, size, marks });
}

/// Draws the page of the answer on the line below a grid with this lower left corner.
pub(super) fn draw_log(volume: &Volume, page: &mut TextColumn, corner: Point, puzzle: usize) {
    let Some(answer) = volume.pagination.answer_page(puzzle) else { return };
    let words = text!(volume.setup.language, "puzzles.answer", page = answer);
    if volume.setup.puzzle_pages.classic.head.head == PageHead::Figure {
        let tail = tail_corner(volume, page.left, corner);
        return children::draw_answer(volume, &mut page.marks, tail, (puzzle, &words));
    }
    let style = volume.setup.regular(1.0);
    let outer = volume.frame_side(puzzle);
    let right = outer - volume.setup.design.code_width_below();
    let at = (corner.0 + right, corner.1 + LOG_GAP * style.size + style.cap());
    style.draw_right(&mut page.marks, at, &words);
    let (width, height) = (style.width(&words), style.cap());
    let area = Area { left: at.0 - width, top: at.1 - height, width, height };
    page.marks.push(DrawOp::link(area, LinkTarget::Answer(puzzle)));
}

/// Returns the corner of the words of a fox about a puzzle: the lower left corner of its grid, or
/// above that at the left edge of the live area if the fox is beside the grid.
fn tail_corner(volume: &Volume, left: f64, corner: Point) -> Point {
    if volume.setup.puzzle_pages.classic.head.beside > 0.0 {
        (left, corner.1 - children::tail_height(&volume.setup.design))
    } else {
        corner
    }
}
