//! The half title and the title page. They are centred on the paper, not on
//! the live area.

use super::puzzles::grid_style;
use super::{
    Colour, GridStyle, PageSlot, Point, SharedForm, TextColumn, TextStyle, Volume, children,
};
use crate::book::cover::palette::Palette;
use crate::book::draw::Fox;
use crate::book::model::page::FigureMood;
use crate::book::text::typesetting::TitleSpace;

/// The maximum height of the logo, as a fraction of the height of the page.
const MAX_LOGO_HEIGHT: f64 = 0.05;
/// The middle of title and subtitle, and the baseline of the author, as fractions of the height.
const TITLE_MIDDLE: f64 = 0.2;
const FOOT: f64 = 0.92;
/// The type size of the author, as a multiple of the body size.
const AUTHOR_SIZE: f64 = 1.2;
/// The space between the fox and the grid in points, the maximum height of the fox as a multiple of
/// the grid, and its minimum height in points.
const FOX_GAP: f64 = 18.0;
const MAX_FOX: f64 = 1.25;
const MIN_FOX: f64 = 72.0;
/// The line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.2;

/// Returns the first of title, subtitle and author that is too wide for its lines, and its name.
pub(crate) fn too_wide(volume: &Volume) -> Option<(&'static str, String)> {
    let (author, style) = (volume.author().unwrap_or_default(), volume.setup.strong(AUTHOR_SIZE));
    let subtitle = volume.titles.subtitle.clone();
    let fits = [
        ("title", volume.titles.title.clone(), title_lines(volume).2),
        ("subtitle", subtitle, subtitle_lines(volume).2),
        ("author", author.to_owned(), style.width(author) <= volume.setup.area.centred_width()),
    ];
    fits.into_iter().find(|(.., fits)| !fits).map(|(what, text, _)| (what, text))
}

pub(super) fn draw_half_title(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (lines, title, _) = title_lines(volume);
    let min = volume.setup.design.keys.sizes.body * 1.2;
    let size = (title.size * 0.55).max(min).min(title.size);
    (page.left, page.width, page.y) =
        (0.0, volume.setup.area.width, volume.setup.area.height * 0.3);
    page.draw_centred(lines, TextStyle::new(title.faces, size), size * 1.25);
    let aside = volume.setup.italic(1.2);
    page.y += aside.size * 0.4;
    draw_series(volume, page, aside);
}

pub(super) fn draw_title_page(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (area, leading) = (&volume.setup.area, volume.setup.design.typefaces.leading);
    let height = area.height;
    (page.left, page.width) = (0.0, area.width);
    let body = volume.setup.regular(1.1);

    // The middle of title and subtitle has a fixed place, so that the block grows both ways.
    let (lines, title, _) = title_lines(volume);
    let (below, subtitle, _) = subtitle_lines(volume);
    let between = |count: usize| count.saturating_sub(1) as f64;
    let block = title.cap()
        + between(lines.len()) * title.size * TITLE_LEADING
        + subtitle.size * 2.0
        + between(below.len()) * subtitle.size * leading;
    let grid = title_grid(volume);
    let top = (TITLE_MIDDLE * height - block / 2.0).max(area.top);
    page.y = top + title.cap();
    page.draw_centred(lines, title, title.size * TITLE_LEADING);
    page.y += subtitle.size * 2.0 - title.size * TITLE_LEADING;
    page.draw_centred(below, subtitle, subtitle.size * leading);

    // The foot of the page has the author, above the logo.
    let author = volume.author().map(str::to_owned);
    let style = volume.setup.strong(AUTHOR_SIZE);
    let has_logo = volume.setup.imprint.logo.is_some();
    let logo = if has_logo { MAX_LOGO_HEIGHT * height + 1.2 * body.size } else { 0.0 };
    let foot = (FOOT * height).min(area.foot) - logo;
    let author_top = if author.is_some() { foot - 2.2 * style.size } else { foot };

    let levels = level_lines(volume, body);
    let series = volume.titles.series_line.is_some();
    let under = 2.4 * body.size
        + between(levels.len()) * body.size * leading
        + if series { 2.0 * body.size } else { 0.0 }
        + if volume.setup.design.keys.children { 3.0 * body.size } else { 0.0 };
    // The puzzle and the lines below it stand in the middle between title and author.
    let end = top + block;
    let room = author_top - end - under;
    let fox = fox_height(volume, grid, room);
    let high = fox.unwrap_or(0.0).max(grid.outer());
    let foot_of_grid = end + 0.45 * (room - high).max(0.0) + high;
    let beside = fox.map_or(0.0, |high| high * Fox::WIDTH + FOX_GAP);
    let left = page.middle() - (beside + grid.outer()) / 2.0;
    if let Some(high) = fox {
        let fox = Fox::new(FigureMood::Cheering);
        page.marks.extend(fox.draw((left, foot_of_grid - high), high));
    }
    let corner = (left + beside, foot_of_grid - grid.outer());
    page.form(SharedForm::TitleGrid, corner);
    draw_givens(volume, page, grid, corner);

    page.y = foot_of_grid + 2.4 * body.size;
    page.draw_centred(levels, body, body.size * leading);
    page.y += body.size * (2.0 - leading);
    if series {
        draw_series(volume, page, volume.setup.strong(1.1));
        page.y += body.size * (2.0 - leading);
    }
    if volume.setup.design.keys.children {
        page.y += body.size;
        // A low page may have no room for it.
        if page.y <= author_top {
            children::draw_name_line(volume, page);
        }
    }
    page.y = foot;
    page.draw_centred(author.into_iter().collect(), style, 0.0);
    draw_logo(volume, page);
}

/// Returns the height of the fox beside the grid of a title page, if the book is for children and
/// has room for it. `room` is the height between title and author.
fn fox_height(volume: &Volume, grid: GridStyle, room: f64) -> Option<f64> {
    let width = volume.setup.area.centred_width() - grid.outer() - FOX_GAP;
    let high = (width / Fox::WIDTH).min(MAX_FOX * grid.outer()).min(room.max(grid.outer()));
    (volume.setup.design.keys.children && high >= MIN_FOX).then_some(high)
}

/// Draws the logo at the foot of the page, below everything else. A logo of one colour is black,
/// and any other logo is grey.
fn draw_logo(volume: &Volume, page: &mut TextColumn) {
    let Some(logo) = &volume.setup.imprint.logo else { return };
    let foot = volume.setup.area.foot;
    let room = (foot - page.y - volume.setup.design.keys.sizes.body)
        .min(MAX_LOGO_HEIGHT * volume.setup.area.height)
        .max(0.0);
    let (width, height) =
        logo.within((volume.setup.area.centred_width(), room), volume.terms.as_ref());
    let is_plain = logo.is_plain();
    let paint = |rgb: [u8; 3]| if is_plain { Colour::BLACK } else { Palette::grey(rgb) };
    let corner = (page.middle() - width / 2.0, foot - height);
    page.marks.extend(logo.to_grey().marks(corner, width, paint));
}

/// Draws the givens of a typical puzzle in a grid with this corner.
pub(super) fn draw_givens(volume: &Volume, page: &mut TextColumn, grid: GridStyle, corner: Point) {
    let levels = volume.levels_present();
    let shown =
        levels.get(levels.len() / 2).map_or(0, |&middle| volume.showcase_puzzle(middle, None));
    let face = volume.setup.figures().regular.first();
    grid.draw_digits(&mut page.marks, corner, face, volume.puzzle(shown).givens().filled());
}

/// Returns the lines about the levels.
pub(super) fn level_lines(volume: &Volume, style: TextStyle) -> Vec<String> {
    let levels = volume.setup.language.levels_line(&volume.levels_present());
    style.faces.wrap_evenly(&levels, style.size, volume.setup.area.centred_width())
}

/// Draws the series and the number of the volume, from here down.
pub(super) fn draw_series(volume: &Volume, page: &mut TextColumn, style: TextStyle) {
    let line = volume.titles.series_line.clone().unwrap_or_default();
    let lines = style.faces.wrap_evenly(&line, style.size, volume.setup.area.centred_width());
    page.draw_centred(lines, style, style.size * volume.setup.design.typefaces.leading);
}

/// Returns the grid on the title page: half as wide as the live area, with proportionally thin
/// lines.
pub(super) fn title_grid(volume: &Volume) -> GridStyle {
    let digit = volume.setup.design.keys.puzzle.digit;
    let side = (volume.setup.area.live_width() * 0.5).min(volume.setup.area.height * 0.3);
    let side = side.max(9.0 * volume.setup.design.keys.sizes.min_type / digit);
    grid_style(&volume.setup.design, side / 9.0, (0.75, 1.75))
}

pub(super) fn title_lines(volume: &Volume) -> (Vec<String>, TextStyle, bool) {
    let style =
        TextStyle::new(volume.setup.design.typefaces.title, volume.setup.design.keys.sizes.title);
    broken_well(volume, style, &volume.titles.title, 3)
}

/// Breaks a text where it reads well, at a space before the middle of a word. Returns the lines,
/// their style, and true if they fit.
fn broken_well(
    volume: &Volume,
    style: TextStyle,
    text: &str,
    lines: usize,
) -> (Vec<String>, TextStyle, bool) {
    let width = volume.setup.area.centred_width();
    let body = volume.setup.design.keys.sizes.body.min(style.size);
    let sizes = (body, style.size);
    let space = TitleSpace { width, height: f64::INFINITY, sizes, lines, leading: TITLE_LEADING };
    match style.faces.title(text, &space) {
        Some((found, size)) => (found, TextStyle::new(style.faces, size), true),
        None => style.shrunk_lines(text, width, (body, 0.95), |count, _| count <= lines),
    }
}

pub(super) fn subtitle_lines(volume: &Volume) -> (Vec<String>, TextStyle, bool) {
    let style = volume.setup.italic(1.5);
    broken_well(volume, style, &volume.titles.subtitle, 2)
}
