//! The head of a page of puzzles: the day in large figures, a fox that speaks, or a masthead. On a
//! low page with one puzzle the day or the fox is beside the puzzle.

use super::writing::RULED;
use super::{
    Area, BookDesign, Colour, DrawOp, LiveArea, PageSlot, TextAlign, TextColumn, TextStyle, Volume,
    children,
};
use crate::model::design::PageHead;
use crate::model::setup::HeadLayout;
use jiff::civil::Date;

/// The type size of the figures of a day, in multiples of the heading.
const DAY_SIZE: f64 = 2.6;
/// The space below a head, and below a masthead, in points.
const GAP: f64 = 12.0;
const BELOW_MASTHEAD: f64 = 18.0;
/// The height of a masthead, in heights of its capitals.
const MASTHEAD_HEIGHT: f64 = 2.1;
/// The maximum height and number of lines of its title, the height in heights of its capitals, and
/// the maximum width of its date, as a fraction of the line.
const MAX_TITLE_HEIGHT: f64 = 1.6;
const MAX_TITLE_LINES: usize = 3;
const MAX_DATE: f64 = 0.6;
/// The width of a head beside a puzzle as a fraction of the live area.
const WIDTH_BESIDE: f64 = 0.34;
/// The space between the figures of a day and the words beside them, in sizes of the figures.
const DAY_GAP: f64 = 0.16;
/// The distances between the lines below a day, and half the height of a line, in sizes of the
/// words.
const BELOW_DAY: f64 = 1.3;
const MONTH_DROP: f64 = 1.6;
const HALF_WORDS: f64 = 0.3;

impl HeadLayout {
    /// Places the head of a design on pages with this number of columns and rows.
    pub fn new(design: &BookDesign, area: &LiveArea, way: (usize, usize)) -> Self {
        let head = design.keys.puzzle.head;
        let above = match head {
            PageHead::None => return Self::default(),
            PageHead::Day => day_style(design).cap() + GAP + GAP,
            PageHead::Figure => children::fox_height(area) + GAP,
            PageHead::Masthead => masthead_height(design),
        };
        if head != PageHead::Masthead && area.is_low() && way == (1, 1) {
            return Self { head, above: 0.0, beside: WIDTH_BESIDE * area.live_width() };
        }
        Self { head, above, beside: 0.0 }
    }
}

fn day_style(design: &BookDesign) -> TextStyle {
    TextStyle::new(design.typefaces.words.strong, design.keys.sizes.heading * DAY_SIZE)
}

/// Returns the height of a masthead, with the space below it.
pub(super) fn masthead_height(design: &BookDesign) -> f64 {
    MASTHEAD_HEIGHT * masthead_style(design).cap() + BELOW_MASTHEAD
}

fn masthead_style(design: &BookDesign) -> TextStyle {
    TextStyle::new(design.typefaces.figures.strong, design.keys.sizes.title)
}

/// Draws the head of a page from the top of its column down. On a low page `below` is the lower end
/// of the puzzle.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn, below: f64) {
    let place = volume.setup.puzzle_pages.classic.head;
    let mut area = Area { height: below - page.y, ..page.area() };
    if place.beside > 0.0 {
        area.width = place.beside - HeadLayout::GUTTER;
    } else if place.head != PageHead::Masthead {
        let grids = volume.puzzle_grids(slot);
        let first = grids.corners.iter().map(|corner| corner.0).fold(f64::MAX, f64::min);
        (area.left, area.width) = (area.left + first, area.width - (first + first));
    }
    match place.head {
        PageHead::None => {}
        PageHead::Day => draw_day(volume, slot, &mut page.marks, area),
        PageHead::Figure => children::speak(volume, slot, &mut page.marks, area),
        PageHead::Masthead => {
            let date = volume.dates.page_date(slot.puzzles().start);
            draw_masthead(volume, date, page);
        }
    }
}

fn draw_day(volume: &Volume, slot: &PageSlot, marks: &mut Vec<DrawOp>, area: Area) {
    let [day, weekday, month] = volume.dates.large_day(slot.puzzles().start);
    let design = &volume.setup.design;
    let (number, words) = (day_style(design), volume.setup.regular(1.15));
    let is_beside = volume.setup.puzzle_pages.classic.head.beside > 0.0;
    let base = area.top + number.cap();
    number.draw_left(marks, (area.left, base), &day);
    let after_day = if day.is_empty() { 0.0 } else { number.width(&day) + DAY_GAP * number.size };
    let (x, mut y) = if is_beside && !day.is_empty() {
        (area.left, base + BELOW_DAY * words.size + design.keys.sizes.heading)
    } else {
        (area.left + after_day, area.top)
    };
    let name = TextStyle::new(volume.setup.words().regular, design.keys.sizes.heading);
    let name = name.within(area.right() - x, &weekday);
    if !is_beside || day.is_empty() {
        // The two lines together are as high as the figures.
        y += number.cap() / 2.0 - HALF_WORDS * words.size;
    }
    name.draw_left(marks, (x, y), &weekday);
    y = if is_beside { y + MONTH_DROP * words.size } else { base };
    words.draw_left(marks, (x, y), &month);
    if !is_beside {
        marks.push(DrawOp::rule((area.left, base + GAP), area.width));
        return;
    }
    let lines = ((area.bottom() - y) / RULED - 0.5).floor().max(0.0) as usize;
    for line in 0..lines {
        marks.push(DrawOp::rule((area.left, area.bottom() - line as f64 * RULED), area.width));
    }
}

/// Draws the title in white on a black band from the top of a column down, and this date at its
/// right end.
pub(super) fn draw_masthead(volume: &Volume, date: Option<Date>, page: &mut TextColumn) {
    const PADDING: f64 = 0.7;
    let (style, (x, y)) = (masthead_style(&volume.setup.design), page.pen());
    let height = MASTHEAD_HEIGHT * style.cap();
    let (pad, middle) = (PADDING * style.cap(), y + height / 2.0);
    let title = volume.titles.title.to_uppercase();
    let date = date.map(|date| volume.setup.language.long_date(date));
    let date = date.unwrap_or_default();
    let setup = &volume.setup;
    let (room, sizes) = (page.width - (pad + pad), &setup.design.keys.sizes);
    let mut aside = TextStyle::new(setup.figures().strong, setup.design.keys.puzzle.number);
    aside.size = sizes.legible(aside.within(room - style.width(&title) - pad, &date).size);
    let aside = aside.within(MAX_DATE * room, &date);
    let beside = if date.is_empty() { 0.0 } else { aside.width(&date) + pad };
    let space = (room - beside, MAX_TITLE_HEIGHT * style.cap());
    let lines = setup.fit_lines(style, &title, space, MAX_TITLE_LINES);
    page.marks.push(DrawOp::Box {
        corner: (x, y),
        size: (page.width, height),
        colour: Colour::BLACK,
    });
    let mut white = Vec::new();
    let first = middle - lines.height() / 2.0 + lines.style.cap() / 2.0;
    lines.draw(&mut white, (x + pad, first), TextAlign::Left);
    let end = (x + page.width - pad, middle + aside.cap() / 2.0);
    aside.draw_right(&mut white, end, &date);
    page.marks.push(DrawOp::Colored { colour: Colour::WHITE, marks: white });
}
