//! The page or the line that opens a level or a month. Without it, the contents list the pages of
//! the puzzles.

use super::{
    Area, BoxStack, ChapterKind, ContentsHeading, DrawOp, PageSetup, PageSlot, Raster, TextColumn,
    TextLines, TextStyle, Volume, child_rules, draw, levels, text,
};
use crate::draw::{FigureMood, Fox};
use crate::text::language::{Language, weekday};
use human::Rung;
use jiff::civil::Date;
use std::ops::Range;

/// The height of the stars, as a fraction of the heading size.
const STARS: f64 = 0.58;
/// The place of the name of a month, of a level below a fox on a high and on a low page, and of
/// another level, as fractions of the height of the page.
const MONTH_PLACE: f64 = 0.2;
const PLACE_BELOW_FOX: f64 = 0.38;
const LOW_PLACE_BELOW_FOX: f64 = 0.46;
const LEVEL_PLACE: f64 = 0.36;
/// The size of the name, the space below it and below the stars, and the length of the rule, in
/// heading sizes.
const NAME_SIZE: f64 = 1.5;
const BELOW_NAME: f64 = 0.8;
const BELOW_STARS: f64 = 0.62;
const RULE_LENGTH: f64 = 2.1;
/// The distances from one text to the next, the line spacing of the numbers, and the width of the
/// promise, in type sizes.
const RANGE_DROP: f64 = 1.9;
const RANGE_LEADING: f64 = 1.35;
const PROMISE_DROP: f64 = 2.3;
const MAX_PROMISE_WIDTH: f64 = 26.0;
/// The minimum space above the houses of a stage, in body sizes.
const HOUSES_DROP: f64 = 2.5;
/// The maximum height of the fox, as a fraction of the height of the page.
const MAX_FOX: f64 = 0.26;
/// The distance from the fox to the name of the level below it, in heading sizes.
const BELOW_FOX: f64 = 2.0;
/// The distances from one day of a calendar to the next, the space above its boxes, and the inset
/// of the days, in type sizes.
const MIN_PITCH: f64 = 1.9;
const MAX_PITCH: f64 = 4.8;
const CALENDAR_GAPS: f64 = 3.0;
const INITIALS_DROP: f64 = 1.6;
const BELOW_INITIALS: f64 = 0.8;
const DAY_INSET: f64 = 0.3;
/// The number of columns of a calendar.
const DAYS_OF_WEEK: f64 = 7.0;
/// The side of a box of a calendar, as a fraction of the distance from one to the next.
const BOX_SIDE: f64 = 0.86;

/// Returns the name of a chapter, and the numbers of its puzzles.
pub(super) fn heading(volume: &Volume, slot: &PageSlot) -> Option<ContentsHeading> {
    let (first, last) = volume.numbering.numbers(volume.chapters[slot.subject()].puzzles.clone());
    let range = volume.setup.language.puzzles(first, last);
    Some(match volume.chapter_name(slot.subject()) {
        Some(name) => (name, Some(range)),
        None => (range, None),
    })
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (setup, chapter) = (&volume.setup, &volume.chapters[slot.subject()]);
    let (heading, children) = (setup.design.keys.sizes.heading, setup.design.keys.children);
    let is_month = matches!(chapter.kind, ChapterKind::Month(_));
    let is_with_fox = children && !is_month;
    let place = match () {
        () if is_month => MONTH_PLACE,
        () if is_with_fox && setup.area.is_low() => LOW_PLACE_BELOW_FOX,
        () if is_with_fox => PLACE_BELOW_FOX,
        () => LEVEL_PLACE,
    };
    let level = match chapter.kind {
        ChapterKind::Level(level) => Some(level),
        _ => None,
    };
    let stack = level_texts(volume, slot, level, page.width);
    let below = Area { top: setup.area.height * place, ..page.area() };
    let below_text = stack.draw(&mut page.marks, below);
    if is_with_fox {
        // The fox stands above the name of the level.
        let end = setup.area.height * place - heading * BELOW_FOX;
        let height = (end - setup.area.top).min(setup.area.height * MAX_FOX);
        let fox = Area { top: end - height, height, ..page.area() };
        page.marks.extend(Fox::new(FigureMood::Cheering).draw_within(fox));
    }
    if is_with_fox && level.is_some() {
        let top = below_text + HOUSES_DROP * setup.design.keys.sizes.body;
        let area = Area { top, height: setup.area.bottom - top, ..page.area() };
        child_rules::draw_stage(volume, slot.subject(), &mut page.marks, area);
    }
    if let ChapterKind::Month(first) = chapter.kind {
        let top = below_text + body_style(setup).size * PROMISE_DROP;
        let area = Area { top, height: setup.area.bottom - top, ..page.area() };
        draw_calendar(volume, chapter.puzzles.clone(), first, &mut page.marks, area);
    }
}

/// Returns the style of the text about a level, which is larger in a book for children.
fn body_style(setup: &PageSetup) -> TextStyle {
    setup.regular(if setup.design.keys.children { 1.3 } else { 1.0 })
}

/// Returns the name of a chapter with its stars, the numbers of its puzzles, and what a level asks
/// of the reader. The first baseline is at the top.
fn level_texts<'a>(
    volume: &'a Volume,
    slot: &PageSlot,
    level: Option<Rung>,
    width: f64,
) -> BoxStack<'a> {
    let (setup, chapter) = (&volume.setup, &volume.chapters[slot.subject()]);
    let (heading, children) = (setup.design.keys.sizes.heading, setup.design.keys.children);
    let mut stack = BoxStack::default();
    if let Some(name) = volume.chapter_name(slot.subject()) {
        let mut style = TextStyle::new(setup.words().regular, heading * NAME_SIZE);
        // A month with its year is longer than the name of a level, and so are names for children.
        if level.is_none() || children {
            style = style.within(width, &name);
        }
        stack.text(0.0, TextLines::line(name, style));
        stack.gap(heading * BELOW_NAME);
    }
    if let Some(level) = level {
        let stars = draw::stars(volume.stars(level), heading * STARS);
        stack.item(stars.height, move |marks, area| {
            let corner = area.centred(stars.width).corner();
            marks.push(DrawOp::Form { form: stars.into(), corner });
        });
        stack.gap(heading * BELOW_STARS);
    }
    stack.item(0.0, move |marks, area| {
        let line = area.centred(heading * RULE_LENGTH);
        marks.push(DrawOp::rule(line.corner(), line.width));
    });
    let range = setup.italic(1.2);
    let (first, last) = volume.numbering.numbers(chapter.puzzles.clone());
    let before = chapter.continued_from.map(|before| setup.language.continued_from(before));
    let lines = [setup.language.puzzles(first, last)].into_iter().chain(before).collect();
    stack.text(range.size * RANGE_DROP, TextLines::new(lines, range, RANGE_LEADING));
    let body = body_style(setup);
    let mut sentences = Vec::new();
    if let Some(level) = level {
        sentences.extend(news(volume, slot.subject()));
        sentences.push(volume.level_promise(level));
    } else if chapter.kind == ChapterKind::Test {
        sentences.push(setup.language.text("course.task").to_owned());
    }
    if !sentences.is_empty() {
        let most = width.min(MAX_PROMISE_WIDTH * body.size);
        let lines = sentences.iter().flat_map(|it| body.faces.wrap_evenly(it, body.size, most));
        let lines = lines.collect();
        let promise = TextLines::new(lines, body, setup.design.typefaces.leading);
        stack.text(body.size * PROMISE_DROP, promise);
    }
    stack
}

/// Says what is new in a chapter: its digits or signs, and the size of its blocks. `None` if it is
/// like the chapter before it, or the first one and has digits.
fn news(volume: &Volume, chapter: usize) -> Option<String> {
    let language = &volume.setup.language;
    let first = volume.chapters[chapter].puzzles.start;
    let (shape, signs) = (volume.shape(first), volume.symbols(first));
    let mut sentences = Vec::new();
    let has_new_shape = chapter > 0 && volume.shape(first - 1) != shape;
    let old_signs = if chapter > 0 { volume.symbols(first - 1) } else { None };
    if has_new_shape || old_signs != signs {
        let side = shape.side();
        sentences.push(match signs {
            None => text!(language, "stage.digits", last = side),
            Some(set) if set.is_of_letters() => {
                text!(language, "stage.letters", signs = set.spaced(shape))
            }
            Some(_) => text!(language, "stage.shapes", count = side),
        });
    }
    if has_new_shape {
        let (rows, columns) = (shape.block_rows(), shape.block_columns());
        sentences.push(text!(language, "stage.blocks", rows, columns));
    }
    if sentences.is_empty() { None } else { Some(sentences.join(language.words().space())) }
}

/// Draws the heading of a chapter as a line with the numbers of its puzzles. The numbers give way
/// to a note that the chapter began in an earlier volume if there is no room for both.
pub(super) fn draw_line(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let chapter = &volume.chapters[slot.subject()];
    let Some(name) = volume.chapter_name(slot.subject()) else { return };
    let stars = match chapter.kind {
        ChapterKind::Level(level) => {
            let height = volume.setup.design.keys.sizes.body * levels::STARS;
            Some(draw::stars(volume.stars(level), height))
        }
        _ => None,
    };
    let (first, last) = volume.numbering.numbers(chapter.puzzles.clone());
    let range = volume.setup.language.puzzles(first, last);
    let before = chapter.continued_from.map(|before| volume.setup.language.continued_from(before));
    let both = before.iter().map(|before| format!("{range}{}{before}", Language::BETWEEN));
    let asides: Vec<String> = both.chain(before.clone()).chain([range.clone()]).collect();
    page.draw_chapter_head(&name, stars, &asides);
}

/// Draws a calendar of a month, with a box to tick for each day that has a puzzle.
fn draw_calendar(
    volume: &Volume,
    puzzles: Range<usize>,
    first: Date,
    marks: &mut Vec<DrawOp>,
    area: Area,
) {
    let days = usize::from(first.days_in_month().unsigned_abs());
    let blank = weekday(first);
    let rows = (blank + days).div_ceil(7);
    let number = volume.setup.regular(1.0);
    let room = area.height - CALENDAR_GAPS * number.size;
    let pitch = (area.width / DAYS_OF_WEEK).min(room / rows as f64).min(MAX_PITCH * number.size);
    if pitch < MIN_PITCH * number.size {
        return;
    }
    let top = area.top + INITIALS_DROP * number.size;
    let left = area.centred(DAYS_OF_WEEK * pitch).left;
    for (column, initial) in volume.setup.language.initials().into_iter().enumerate() {
        let at = (left + (column as f64 + 0.5) * pitch, top);
        volume.setup.strong(1.0).draw_centred(marks, at, &initial);
    }
    let side = BOX_SIDE * pitch;
    let corner = (left + (pitch - side) / 2.0, top + BELOW_INITIALS * number.size);
    let boxes = Raster { columns: 7, rows, first: corner, pitch: (pitch, pitch) };
    let printed: Vec<i8> =
        puzzles.filter_map(|puzzle| Some(volume.dates.date(puzzle)?.day())).collect();
    let small =
        TextStyle::new(volume.setup.figures().regular, volume.setup.design.keys.sizes.small);
    for ((x, y), day) in boxes.across().skip(blank).zip(1..=first.days_in_month()) {
        if printed.contains(&day) {
            marks.push(DrawOp::tick_box((x, y), side));
            let inset = DAY_INSET * small.size;
            let at = (x + inset, y + inset + small.cap());
            small.draw_left(marks, at, &day.to_string());
        }
    }
}
