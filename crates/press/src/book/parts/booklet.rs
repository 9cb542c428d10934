//! The front of a booklet: in a frame the title in white on a black panel, an ornament in the style
//! of the design, a puzzle that overlaps the panel, the levels and the author.

use super::puzzles::grid_style;
use super::title::{draw_givens, draw_series, level_lines, subtitle_lines, title_lines};
use super::{DrawOp, PageSlot, Point, SharedForm, TextColumn, TextStyle, Volume, draw, opener};
use crate::book::draw::Fox;
use crate::book::model::design::{GridLook, PageHead};
use crate::book::model::page::{Colour, FigureMood, PathPaint};

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
/// The fraction of the card that lies on the panel.
const OVERLAP: f64 = 0.4;
/// The width of the figure for children, as a fraction of the width of the frame.
const FIGURE_WIDTH: f64 = 0.27;
/// The shares of the free height above the title, above the puzzle, and above the levels. The rest
/// is below the author.
const SHARES: [f64; 3] = [0.27, 0.27, 0.25];

/// Draws the page.
pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (setup, area) = (&volume.setup, &volume.setup.area);
    let (design, leading) = (&setup.design, setup.design.typefaces.leading);
    (page.left, page.width) = (0.0, area.width);
    let frame = (area.width - 2.0 * area.outside, area.height - 2.0 * area.top);
    // The title grows in the lines that it has on the title page.
    let (lines, title, _) = title_lines(volume);
    let widest = lines.iter().map(|line| title.width(line)).fold(1.0, f64::max);
    let growth = (area.centred_width() / widest).clamp(1.0, TITLE_GROWTH);
    let title = TextStyle { size: growth * title.size, ..title };
    let (below, subtitle, _) = subtitle_lines(volume);
    let body = setup.regular(1.1);
    let author_style = setup.strong(AUTHOR_SIZE);
    let series_style = setup.regular(1.1);
    let levels = level_lines(volume, body);
    let author = volume.author().map(str::to_owned);
    let has_series = volume.titles.series_line.is_some();

    // All heights are known before the free height is shared.
    let between = |lines: &[String]| lines.len().saturating_sub(1) as f64;
    let ornament = ornament_height(volume);
    let gap = 1.3 * subtitle.size;
    let title_height = title.cap() + between(&lines) * title.size * TITLE_LEADING;
    let words = title_height
        + gap
        + ornament
        + gap
        + subtitle.cap()
        + between(&below) * subtitle.size * leading;
    let levels_height = body.cap() + between(&levels) * body.size * leading;
    let author_height = if author.is_some() { 2.0 * author_style.size } else { 0.0 };
    let series_height = if has_series { 1.8 * series_style.size } else { 0.0 };
    let foot = levels_height + series_height + author_height;
    let least = MIN_FREE * frame.1;
    let room = (frame.1 - words - foot - least).max(0.0);
    let has_figure = design.keys.puzzle.head == PageHead::Figure;
    let wide = PUZZLE_SIDE.0 - if has_figure { 0.5 * FIGURE_WIDTH } else { 0.0 };
    let card = (wide * frame.0).min(PUZZLE_SIDE.1 * frame.1).min(room);
    let cell = card / (9.0 + 2.0 * CARD_BORDER);
    let grid = grid_style(design, cell, (1.0, 2.5));
    let free = frame.1 - words - foot - card;
    let [above, before, after] = SHARES.map(|share| share * free);

    // The frame, and the panel inside it.
    let (left, top) = (area.outside, area.top);
    let corners = [(0.0, 0.0), (frame.0, 0.0), frame, (0.0, frame.1)];
    let points = corners.map(|(x, y)| (left + x, top + y)).to_vec();
    page.marks.push(DrawOp::Path { points, paint: PathPaint::Outline(FRAME_LINE) });
    let card_top = top + above + words + before;
    let panel = (frame.0 - 2.0 * FRAME_GAP, card_top + OVERLAP * card - top - FRAME_GAP);
    page.marks.push(DrawOp::Box {
        corner: (left + FRAME_GAP, top + FRAME_GAP),
        size: panel,
        colour: Colour::BLACK,
    });

    let behind = std::mem::take(&mut page.marks);
    page.y = top + above + title.cap();
    page.draw_centred(lines, title, title.size * TITLE_LEADING);
    page.y = top + above + title_height + gap;
    draw_ornament(volume, page);
    page.y = top + above + title_height + gap + ornament + gap + subtitle.cap();
    page.draw_centred(below, subtitle, subtitle.size * leading);
    let marks = std::mem::replace(&mut page.marks, behind);
    page.marks.push(DrawOp::Colored { colour: Colour::WHITE, marks });

    // The figure stands at the right of the card, below the panel.
    let tall = (FIGURE_WIDTH * frame.0 / Fox::WIDTH).min((1.0 - OVERLAP) * card - FRAME_GAP);
    let aside = if has_figure { tall * Fox::WIDTH + 0.03 * frame.0 } else { 0.0 };
    let x = page.middle() - (card + aside) / 2.0;
    draw_card(page, (x, card_top), card, design.keys.puzzle.grid == GridLook::Rounded);
    let inset = (card - grid.outer()) / 2.0;
    let corner = (x + inset, card_top + inset);
    page.marks.extend(grid.ruling(corner));
    draw_givens(volume, page, grid, corner);
    if has_figure {
        let corner = (x + card + aside - tall * Fox::WIDTH, card_top + card - tall);
        page.marks.extend(Fox::new(FigureMood::Looking).mirrored().draw(corner, tall));
    }

    page.y = card_top + card + after + body.cap();
    page.draw_centred(levels, body, body.size * leading);
    page.y = card_top + card + after + levels_height + series_height;
    draw_series(volume, page, series_style);
    page.y = card_top + card + after + levels_height + series_height + author_height;
    page.draw_centred(author.into_iter().collect(), author_style, 0.0);
}

/// Draws a white card with this top left corner.
fn draw_card(page: &mut TextColumn, corner: Point, side: f64, is_rounded: bool) {
    if !is_rounded {
        page.marks.push(DrawOp::Box { corner, size: (side, side), colour: Colour::WHITE });
        return;
    }
    let steps = draw::rounded(corner, (side, side), 0.05 * side);
    let marks = vec![DrawOp::Shape { steps, even_odd: false }];
    page.marks.push(DrawOp::Colored { colour: Colour::WHITE, marks });
}

/// Returns the height of the ornament.
fn ornament_height(volume: &Volume) -> f64 {
    match volume.setup.design.keys.puzzle.head {
        PageHead::Day => 2.1 * volume.setup.regular(1.0).size,
        _ => stars_size(volume).1,
    }
}

fn stars_size(volume: &Volume) -> Point {
    draw::stars_size(volume.star_count(), volume.setup.design.keys.sizes.heading * opener::STARS)
}

/// Draws the ornament from here down: seven cells with the days of a week for a puzzle a day,
/// otherwise the stars of the hardest level between two rules.
fn draw_ornament(volume: &Volume, page: &mut TextColumn) {
    if volume.setup.design.keys.puzzle.head == PageHead::Day {
        let (style, side) = (volume.setup.regular(1.0), ornament_height(volume));
        let left = page.middle() - 3.5 * side;
        for (day, initial) in volume.setup.language.initials().into_iter().enumerate() {
            let x = left + day as f64 * side;
            draw::tick_box(&mut page.marks, (x, page.y), side);
            let at = (x + side / 2.0, page.y + (side + style.cap()) / 2.0);
            draw::centred(&mut page.marks, at, style, &initial);
        }
        return;
    }
    let levels = volume.levels_present();
    let Some(&hardest) = levels.last() else { return };
    let (width, height) = stars_size(volume);
    let (middle, y) = (page.middle(), page.y);
    page.form(SharedForm::OpenerStars(hardest), (middle - width / 2.0, y));
    let (rule, gap) = (1.6 * height, 0.8 * height);
    draw::rule(&mut page.marks, (middle - width / 2.0 - gap - rule, y + height / 2.0), rule);
    draw::rule(&mut page.marks, (middle + width / 2.0 + gap, y + height / 2.0), rule);
}
