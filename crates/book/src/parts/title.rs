//! The half title and the title page. They are centred on the paper, not on the live area. On a
//! wide title page for children, a fox sits on the left of all else.

use super::arrangement::grid_style;
use super::{
    Area, BoxStack, Colour, DrawOp, GridStyle, PageSlot, Point, TextAlign, TextColumn, TextLines,
    TextStyle, Volume, children,
};
use crate::draw::{FigureMood, Fox};
use page::{Palette, TitleSpace};

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
/// The type size of the subtitle, as a multiple of the body size, and its maximum number of lines.
const SUBTITLE_SIZE: f64 = 1.5;
const MAX_SUBTITLE_LINES: usize = 3;
/// The minimum size of words that are in one line beside a fox, as a fraction of their usual size.
const ONE_LINE: f64 = 0.7;
/// The line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.2;

/// The middle of the half title as a fraction of the height, its size as a fraction of the size of
/// the title, and its line spacing.
const HALF_TITLE: f64 = 0.3;
const HALF_TITLE_SIZE: f64 = 0.55;
const HALF_TITLE_LEADING: f64 = 1.25;
/// The minimum size of the half title in body sizes, and the space below it in sizes of the series.
const MIN_HALF_TITLE: f64 = 1.2;
const BELOW_HALF_TITLE: f64 = 0.4;
/// The maximum side of the grid, as fractions of the width of the live area and of the height.
const GRID_WIDTH: f64 = 0.5;
const GRID_HEIGHT: f64 = 0.3;
/// The distances to the first baselines of the subtitle, of the levels below the puzzle, and of the
/// next lines, in multiples of their type size.
const SUBTITLE_DROP: f64 = 2.0;
const LEVELS_DROP: f64 = 2.4;
const NEXT_DROP: f64 = 2.0;
const NAME_DROP: f64 = 3.0;
/// The space above the author, and above the logo, in multiples of their type size.
const ABOVE_AUTHOR: f64 = 2.2;
const ABOVE_LOGO: f64 = 1.2;
/// The share of the free height above the puzzle, and the free height that the puzzle leaves at
/// least, in multiples of the type size of the levels.
const ABOVE_PUZZLE: f64 = 0.45;
const MIN_FREE: f64 = 2.0;

/// Returns the first of title, subtitle and author that is too wide for its lines, and its name.
pub fn too_wide(volume: &Volume) -> Option<(&'static str, String)> {
    let (author, style) = (volume.author().unwrap_or_default(), volume.setup.strong(AUTHOR_SIZE));
    let subtitle = volume.titles.subtitle.clone();
    let fits = [
        ("title", volume.titles.title.clone(), title_lines(volume).1),
        ("subtitle", subtitle, subtitle_lines(volume).1),
        ("author", author.to_owned(), style.width(author) <= line_width(volume)),
    ];
    fits.into_iter().find(|(.., fits)| !fits).map(|(what, text, _)| (what, text))
}

/// Returns the areas of the fox and of all else on a wide title page for children, as high as the
/// paper. `None` on other pages.
fn wide_areas(volume: &Volume) -> Option<[Area; 2]> {
    let area = &volume.setup.area;
    let is_wide = volume.setup.design.keys.children && area.is_low();
    is_wide.then(|| children::fox_beside_words(area.paper().centred(area.centred_width())))
}

/// Returns the maximum width of a line of the title page.
fn line_width(volume: &Volume) -> f64 {
    match wide_areas(volume) {
        Some([_, words]) => words.width,
        None => volume.setup.area.centred_width(),
    }
}

pub(super) fn draw_half_title(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let (mut title, _) = title_lines(volume);
    let min = volume.setup.design.keys.sizes.body * MIN_HALF_TITLE;
    title.style.size = (title.style.size * HALF_TITLE_SIZE).max(min).min(title.style.size);
    title.leading = HALF_TITLE_LEADING;
    let aside = volume.setup.italic(1.2);
    let below = title.leading * title.style.size + aside.size * BELOW_HALF_TITLE;
    let mut stack = BoxStack::default();
    stack.text(0.0, title);
    stack.text(below, series_lines(volume, aside));
    let paper = volume.setup.area.paper();
    stack.draw(&mut page.marks, Area { top: HALF_TITLE * paper.height, ..paper });
}

pub(super) fn draw_title_page(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let setup = &volume.setup;
    let mut column = setup.area.paper();
    if let Some([fox, words]) = wide_areas(volume) {
        page.marks.extend(Fox::new(FigureMood::Cheering).draw_within(fox));
        column = words;
    }
    let body = setup.regular(1.1);

    // The middle of title and subtitle has a fixed place, so that the block grows both ways.
    let (title, _) = title_lines(volume);
    let (subtitle, _) = subtitle_lines(volume);
    let mut heading = BoxStack::default();
    heading.text(title.style.cap(), title);
    heading.text(SUBTITLE_DROP * subtitle.style.size, subtitle);
    let top = (TITLE_MIDDLE * column.height - heading.height() / 2.0).max(setup.area.top);
    let end = heading.draw(&mut page.marks, Area { top, ..column });

    // The foot of the page has the author, above the logo.
    let author = TextLines::line(volume.author().unwrap_or_default(), setup.strong(AUTHOR_SIZE));
    let has_logo = setup.options.logo.is_some();
    let logo =
        if has_logo { MAX_LOGO_HEIGHT * column.height + ABOVE_LOGO * body.size } else { 0.0 };
    let foot = (FOOT * column.height).min(setup.area.foot) - logo;
    let above_author = if author.has_text() { ABOVE_AUTHOR * author.style.size } else { 0.0 };

    // The puzzle and the lines below it stand in the middle between title and author.
    let mut captions = BoxStack::default();
    let levels = level_lines(volume, body);
    if levels.has_text() {
        captions.text(LEVELS_DROP * body.size, levels);
    }
    if volume.titles.series_line.is_some() {
        captions.text(NEXT_DROP * body.size, series_lines(volume, setup.strong(1.1)));
    }
    if setup.design.keys.children {
        captions.gap(NAME_DROP * body.size);
    }
    let room = Area { top: end, height: foot - above_author - end, ..column };
    let grid = title_grid(volume, room.height - captions.height() - MIN_FREE * body.size);
    let fox = fox_height(volume, grid, room.height - captions.height());
    let mut puzzle = BoxStack::default();
    puzzle.share(ABOVE_PUZZLE);
    puzzle.item(fox.unwrap_or(0.0).max(grid.outer()), |marks, area| {
        draw_puzzle(volume, marks, area, grid, fox);
    });
    puzzle.append(captions);
    // A low page may have no room for the name.
    if setup.design.keys.children && puzzle.height() <= room.height {
        puzzle.item(0.0, |marks, area| children::draw_name_line(volume, marks, area));
    }
    puzzle.draw(&mut page.marks, room);
    author.draw(&mut page.marks, (column.middle(), foot), TextAlign::Middle);
    draw_logo(volume, &mut page.marks, Area { top: foot, ..column });
}

/// Draws a typical puzzle, and a fox of this height beside it, at the lower end of an area.
fn draw_puzzle(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    area: Area,
    grid: GridStyle,
    fox: Option<f64>,
) {
    let beside = if let Some(high) = fox { high * Fox::WIDTH + FOX_GAP } else { 0.0 };
    let left = area.centred(beside + grid.outer()).left;
    if let Some(high) = fox {
        let corner = (left, area.bottom() - high);
        marks.extend(Fox::new(FigureMood::Cheering).draw(corner, high));
    }
    let corner = (left + beside, area.bottom() - grid.outer());
    let grid = shown_grid(volume, grid);
    marks.push(DrawOp::Form { form: grid.drawing().into(), corner });
    draw_givens(volume, marks, grid, corner);
}

/// Returns the height of the fox beside the grid of a title page, if the book is for children, and
/// the page is not wide and has room for it. `room` is the height between title and author.
fn fox_height(volume: &Volume, grid: GridStyle, room: f64) -> Option<f64> {
    let width = volume.setup.area.centred_width() - grid.outer() - FOX_GAP;
    let high = (width / Fox::WIDTH).min(MAX_FOX * grid.outer()).min(room.max(grid.outer()));
    let is_here = volume.setup.design.keys.children && !volume.setup.area.is_low();
    if is_here && high >= MIN_FOX { Some(high) } else { None }
}

/// Draws the logo at the foot of the page, in the middle of an area that begins below everything
/// else. A logo of one colour is black, and any other logo is grey.
fn draw_logo(volume: &Volume, marks: &mut Vec<DrawOp>, area: Area) {
    let Some(logo) = &volume.setup.options.logo else { return };
    let foot = volume.setup.area.foot;
    let room = (foot - area.top - volume.setup.design.keys.sizes.body)
        .min(MAX_LOGO_HEIGHT * volume.setup.area.height)
        .max(0.0);
    let (width, height) = logo.within((line_width(volume), room), volume.spec.as_ref());
    let is_plain = logo.is_plain();
    let corner = (area.centred(width).left, foot - height);
    marks.extend(
        logo.to_grey()
            .marks(corner, width, |rgb| if is_plain { Colour::BLACK } else { Palette::grey(rgb) }),
    );
}

/// Returns the grid of a typical puzzle in this frame.
pub(super) fn shown_grid(volume: &Volume, grid: GridStyle) -> GridStyle {
    grid.in_shape(volume.shape(volume.emblem_puzzle()))
}

/// Draws the givens of a typical puzzle in its grid, which has this corner.
pub(super) fn draw_givens(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    grid: GridStyle,
    corner: Point,
) {
    let shown = volume.emblem_puzzle();
    let face = volume.setup.figures().regular.first();
    let givens = volume.puzzle(shown).givens();
    grid.draw_signs(marks, corner, face, volume.symbols(shown), givens.filled());
}

/// Returns the lines about the levels, unless the subtitle names them.
pub(super) fn level_lines(volume: &Volume, style: TextStyle) -> TextLines {
    let line = if volume.titles.has_levels { String::new() } else { volume.levels_line() };
    evenly(volume, &line, style)
}

/// Returns the lines of the series with the number of the volume.
pub(super) fn series_lines(volume: &Volume, style: TextStyle) -> TextLines {
    evenly(volume, volume.titles.series_line.as_deref().unwrap_or_default(), style)
}

/// Returns even lines of a text that is centred on the paper.
fn evenly(volume: &Volume, text: &str, style: TextStyle) -> TextLines {
    let lines = style.faces.wrap_evenly(text, style.size, line_width(volume));
    TextLines::new(lines, style, volume.setup.design.typefaces.leading)
}

/// Returns the grid on the title page: half as wide as the live area and no higher than `room`.
/// Its lines are proportionally thin.
fn title_grid(volume: &Volume, room: f64) -> GridStyle {
    let digit = volume.setup.design.keys.puzzle.digit;
    let area = &volume.setup.area;
    let side = (area.live_width() * GRID_WIDTH).min(area.height * GRID_HEIGHT).min(room);
    let side = side.max(GridStyle::CELLS * volume.setup.design.keys.sizes.min_type / digit);
    grid_style(&volume.setup.design, side / 9.0, (0.75, 1.75))
}

/// Returns the lines of the title, and true if they fit.
pub(super) fn title_lines(volume: &Volume) -> (TextLines, bool) {
    let design = &volume.setup.design;
    let faces = design.typefaces.title.for_title(&volume.titles.title);
    let style = TextStyle::new(faces, design.keys.sizes.title);
    broken_well(volume, &volume.titles.title, TextLines::new(Vec::new(), style, TITLE_LEADING), 3)
}

/// Returns the lines of the subtitle, and true if they fit. A break stands for the dot before the
/// levels.
pub(super) fn subtitle_lines(volume: &Volume) -> (TextLines, bool) {
    let leading = volume.setup.design.typefaces.leading;
    let block = TextLines::new(Vec::new(), volume.setup.italic(SUBTITLE_SIZE), leading);
    let (mut lines, fits) = broken_well(volume, &volume.titles.subtitle, block, MAX_SUBTITLE_LINES);
    for line in &mut lines.lines {
        line.truncate(line.trim_end_matches([' ', '·']).len());
    }
    (lines, fits)
}

/// Breaks a text where it reads well, at a space before the middle of a word, into at most this
/// number of lines. Returns the lines, and true if they fit.
fn broken_well(volume: &Volume, text: &str, block: TextLines, lines: usize) -> (TextLines, bool) {
    let (style, width) = (block.style, line_width(volume));
    let body = volume.setup.design.keys.sizes.body.min(style.size);
    let sizes = (body, style.size);
    let space = TitleSpace { width, height: f64::INFINITY, sizes, lines, leading: TITLE_LEADING };
    let mut found = None;
    if wide_areas(volume).is_some() {
        let sizes = (body.max(ONE_LINE * style.size), style.size);
        found = style.faces.title(text, &TitleSpace { sizes, lines: 1, ..space });
    }
    let (found, style, fits) = match found.or_else(|| style.faces.title(text, &space)) {
        Some(title) => (title.lines, TextStyle::new(style.faces, title.size), true),
        None => style.shrunk_lines(text, width, (body, 0.95), |count, _| count <= lines),
    };
    (TextLines { lines: found, style, ..block }, fits)
}
