//! The front of a booklet: in a frame the title in white on a black panel, an ornament in the style
//! of the design, a puzzle that overlaps the panel, the levels and the author.

use super::arrangement::{DRAWN_LINES, grid_style};
use super::title::{
    draw_givens, level_lines, series_lines, shown_grid, subtitle_lines, title_lines,
};
use super::{Area, BoxStack, DrawOp, PageSlot, Raster, TextColumn, TextLines, Volume};
use crate::draw::{FigureMood, Fox};
use crate::model::design::PageHead;
use page::{Colour, GridLook, GridStyle, PathPaint};

/// The largest size of the title, as a multiple of its size on the title page.
const TITLE_GROWTH: f64 = 1.3;
/// The line spacing of the title, as a multiple of its size.
const TITLE_LEADING: f64 = 1.2;
/// The type size of the author, as a multiple of the body size.
const AUTHOR_SIZE: f64 = 1.4;
/// The width of the line of the frame, and the gap between frame and panel, in points.
const FRAME_LINE: f64 = 1.25;
const FRAME_GAP: f64 = 4.5;
/// The side of the puzzle as fractions of the width and the height of the frame, and the border of
/// its card in cells.
const PUZZLE_SIDE: (f64, f64) = (0.66, 0.44);
/// The smallest free height, as a fraction of the height of the frame.
const MIN_FREE: f64 = 0.2;
const CARD_BORDER: f64 = 0.55;
const CARD_CELLS: f64 = GridStyle::CELLS + CARD_BORDER + CARD_BORDER;
/// The side of a cell with the day of a week, in body sizes.
const DAY_CELL: f64 = 2.1;
/// The number of days in a week.
const WEEK: f64 = 7.0;
/// The length of the rule of the ornament, in sizes of the subtitle.
const RULE_LENGTH: f64 = 5.0;
/// The radius of the corners of a round card, as a fraction of its side.
const CARD_ROUND: f64 = 0.05;
/// The fraction of the card that lies on the panel.
const OVERLAP: f64 = 0.4;
/// The width of the figure for children, as a fraction of the width of the frame.
const FIGURE_WIDTH: f64 = 0.27;
/// The shares of the free height above the title, above the puzzle, above the levels, and below the
/// author.
const SHARES: [f64; 4] = [0.27, 0.27, 0.25, 0.21];
/// The space above and below the ornament, in sizes of the subtitle.
const ORNAMENT_GAP: f64 = 1.3;
/// The distances from the levels to the series, and to the author, in type sizes.
const SERIES_DROP: f64 = 1.8;
const AUTHOR_DROP: f64 = 2.0;
/// The part of the width of the figure that the card is narrower beside it.
const NARROWER: f64 = 0.5;
/// The space beside the figure, as a fraction of the width of the frame.
const FIGURE_GAP: f64 = 0.03;

/// Draws the page.
pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (setup, area) = (&volume.setup, &volume.setup.area);
    let design = &setup.design;
    let (right, bottom) = (area.width - area.outside, area.height - area.top);
    let (width, height) = (right - area.outside, bottom - area.top);
    let frame = Area { left: area.outside, top: area.top, width, height };

    // All heights are known before the free height is shared.
    let words = panel_words(volume);
    let mut foot = BoxStack::default();
    let levels = level_lines(volume, setup.regular(1.1));
    foot.text(levels.style.cap(), levels);
    if volume.titles.series_line.is_some() {
        let series = series_lines(volume, setup.regular(1.1));
        foot.text(SERIES_DROP * series.style.size, series);
    }
    if let Some(author) = volume.author() {
        let author = TextLines::line(author, setup.strong(AUTHOR_SIZE));
        foot.text(AUTHOR_DROP * author.style.size, author);
    }
    let least = MIN_FREE * height;
    let room = (height - words.height() - foot.height() - least).max(0.0);
    let has_figure = design.keys.puzzle.head == PageHead::Figure;
    let narrower = if has_figure { NARROWER * FIGURE_WIDTH } else { 0.0 };
    let wide = PUZZLE_SIDE.0 - narrower;
    let card = (wide * width).min(PUZZLE_SIDE.1 * height).min(room);

    let words_height = words.height();
    let mut stack = BoxStack::default();
    stack.share(SHARES[0]);
    stack.item(words_height, |marks, area| {
        let mut white = Vec::new();
        words.draw(&mut white, area);
        marks.push(DrawOp::Colored { colour: Colour::WHITE, marks: white });
    });
    stack.share(SHARES[1]);
    stack.item(card, |marks, area| draw_puzzle(volume, marks, area, has_figure));
    stack.share(SHARES[2]);
    stack.append(foot);
    stack.share(SHARES[3]);

    // The frame, and the panel inside it.
    let paint = PathPaint::Outline(FRAME_LINE);
    page.marks.push(DrawOp::Path { points: frame.corners().to_vec(), paint });
    let above = (SHARES[0] + SHARES[1]) * stack.free(frame) + words_height;
    let panel = frame.inside(FRAME_GAP);
    let panel = Area { height: above + OVERLAP * card - FRAME_GAP, ..panel };
    page.marks.push(panel.filled(Colour::BLACK));
    stack.draw(&mut page.marks, frame);
}

/// Returns the title, the ornament and the subtitle. The title grows in the lines that it has on
/// the title page.
fn panel_words(volume: &Volume) -> BoxStack<'_> {
    let (mut title, _) = title_lines(volume);
    let widths = title.lines.iter().map(|line| title.style.width(line));
    let widest = widths.fold(1.0, f64::max);
    title.style.size *= (volume.setup.area.centred_width() / widest).clamp(1.0, TITLE_GROWTH);
    title.leading = TITLE_LEADING;
    let (subtitle, _) = subtitle_lines(volume);
    let gap = ORNAMENT_GAP * subtitle.style.size;
    let mut words = BoxStack::default();
    words.text(title.style.cap(), title);
    words.gap(gap);
    words.item(ornament_height(volume), |marks, area| draw_ornament(volume, marks, area));
    words.gap(gap);
    words.text(subtitle.style.cap(), subtitle);
    words
}

/// Draws a puzzle on a card as high as an area, and the figure at the right of the card, below the
/// panel.
fn draw_puzzle(volume: &Volume, marks: &mut Vec<DrawOp>, area: Area, has_figure: bool) {
    let (design, card) = (&volume.setup.design, area.height);
    let tall = (FIGURE_WIDTH * area.width / Fox::WIDTH).min((1.0 - OVERLAP) * card - FRAME_GAP);
    let aside = if has_figure { tall * Fox::WIDTH + FIGURE_GAP * area.width } else { 0.0 };
    let all = area.centred(card + aside);
    let is_rounded = design.keys.puzzle.grid == GridLook::Rounded;
    draw_card(marks, Area { width: card, ..all }, is_rounded);
    let grid = grid_style(design, card / CARD_CELLS, DRAWN_LINES);
    let inset = (card - grid.outer()) / 2.0;
    let corner = (all.left + inset, all.top + inset);
    let grid = shown_grid(volume, grid);
    marks.extend(grid.ruling(corner));
    draw_givens(volume, marks, grid, corner);
    if has_figure {
        let corner = (all.right() - tall * Fox::WIDTH, all.bottom() - tall);
        marks.extend(Fox::new(FigureMood::Looking).mirrored().draw(corner, tall));
    }
}

/// Draws a white card.
fn draw_card(marks: &mut Vec<DrawOp>, card: Area, is_rounded: bool) {
    if !is_rounded {
        marks.push(card.filled(Colour::WHITE));
        return;
    }
    let steps = card.rounded(CARD_ROUND * card.width);
    let shape = vec![DrawOp::Shape { steps, even_odd: false }];
    marks.push(DrawOp::Colored { colour: Colour::WHITE, marks: shape });
}

/// Returns the height of the ornament.
fn ornament_height(volume: &Volume) -> f64 {
    match volume.setup.design.keys.puzzle.head {
        PageHead::Day => DAY_CELL * volume.setup.regular(1.0).size,
        _ => 0.0,
    }
}

/// Draws the ornament in an area: seven cells with the days of a week for a puzzle a day, otherwise
/// a short rule. Stars here would read as the level of the whole book.
fn draw_ornament(volume: &Volume, marks: &mut Vec<DrawOp>, area: Area) {
    if volume.setup.design.keys.puzzle.head == PageHead::Day {
        let (style, side) = (volume.setup.regular(1.0), area.height);
        let first = area.centred(WEEK * side).corner();
        let days = Raster { columns: 7, rows: 1, first, pitch: (side, side) };
        for (corner, initial) in days.across().zip(volume.setup.language.initials()) {
            marks.push(DrawOp::tick_box(corner, side));
            let at = (corner.0 + side / 2.0, corner.1 + (side + style.cap()) / 2.0);
            style.draw_centred(marks, at, &initial);
        }
        return;
    }
    let rule = area.centred(RULE_LENGTH * subtitle_lines(volume).0.style.size);
    marks.push(DrawOp::rule(rule.corner(), rule.width));
}
