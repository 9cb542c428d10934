//! The answers to the puzzles of the previous page, small, in a strip below or beside the puzzles
//! of a page or in a place without a puzzle, and with them the rule of the game. On the first page,
//! which has no such answers, the levels of its puzzles are in their place. The answers to the last
//! page are large, on a page of their own.

use super::{
    ASCENT, Area, BookDesign, DrawOp, GridLayout, GridRoom, GridStyle, PageSlot, Point, Raster,
    TextAlign, TextColumn, TextLines, TextStyle, Volume, answer_grids, answers, caption, head,
};

use crate::model::design::{AnswerPlace, PageHead};
use crate::model::setup::{PreviousAnswers, StripSide};
use crate::text::language::Language;
use human::Rung;
use std::collections::BTreeSet;

/// The space above the strip, and between a rule and answers side by side, in points.
const GAP: f64 = 12.0;
const HALF_GAP: f64 = GAP / 2.0;
/// The space above the words that head the answers, and below them, in points.
const ABOVE_WORDS: f64 = 9.0;
const BELOW_WORDS: f64 = 8.0;
/// The space between the puzzles and a strip beside them, in points.
const GAP_BESIDE: f64 = 20.0;
/// The sizes of digits to try, as fractions of a cell.
const DIGIT_SIZES: [f64; 4] = [0.64, 0.72, 0.78, 0.86];
/// The minimum width of the rule beside an answer, in multiples of its type size.
const MIN_RULE_WIDTH: f64 = 12.0;
/// The minimum width of a promise beside the name of its level, the space between both, and below
/// them, in multiples of their type size.
const MIN_PROMISE_WIDTH: f64 = 16.0;
const LEVEL_GAP: f64 = 1.0;
const BELOW_LEVEL: f64 = 0.35;
/// The columns and rows of a place without a puzzle: the rule, and three answers.
const PLACE_SIDE: usize = 2;
/// The minimum space between a number and the words beside it, in sizes of the number: at less than
/// 0.6 they would read as one word.
const WORDS_GAP: f64 = 0.65;
/// The number of lines of the band with the levels, and the size of the rule in an empty place, in
/// sizes of the body text.
const BAND_LINES: f64 = 4.5;
const LARGE_RULE: f64 = 1.8;
/// The distance from the heading of the rule in an empty place to its first line, in type sizes.
const BELOW_LARGE_HEADING: f64 = 1.6;
/// The maximum space between two rows of large answers in several columns, as a fraction of a grid.
const MAX_ANSWER_GAP: f64 = 0.3;
/// The maximum line spacing of the rule.
const MAX_LEADING: f64 = 1.4;

/// Returns the lines of the rule in this width and type size.
fn rule_lines(design: &BookDesign, language: &Language, width: f64, size: f64) -> TextLines {
    let style = TextStyle::new(design.typefaces.words.regular, size);
    let lines = style.faces.wrap_paragraph(language.text("newspaper.rule"), style.size, width);
    TextLines::new(lines, style, design.typefaces.leading.min(MAX_LEADING))
}

/// Returns the height of the words above several answers, with the space above them.
fn words_height(design: &BookDesign) -> f64 {
    ABOVE_WORDS + heading_style(design).cap()
}

/// Returns the style of the heading of the strip.
fn heading_style(design: &BookDesign) -> TextStyle {
    TextStyle::new(design.typefaces.words.strong, design.keys.sizes.small)
}

/// Returns a grid with digits of the minimum size, which take this fraction of a cell.
fn small_grid(design: &BookDesign, digit: f64) -> GridStyle {
    let own = &design.keys.answers;
    let digit = digit.max(own.digit);
    own.grid(own.min_digit / digit, digit)
}

impl PreviousAnswers {
    /// Arranges this number of answers at a side of the puzzles, if the design puts them on the
    /// next page. `top` is the height of the head of the page.
    pub fn new(room: GridRoom, count: usize, side: StripSide, top: f64) -> Option<Self> {
        if room.design.keys.answers.place != AnswerPlace::Next {
            return None;
        }
        match side {
            StripSide::Below => Self::below(room, count),
            StripSide::Beside => Self::beside(room, count, top),
            StripSide::LastPlace => None,
        }
    }

    /// Arranges three answers below their heading in a place without a puzzle, with the rule in its
    /// last quarter, in smaller type if it is long. Returns `None` for another number, and if the
    /// digits would be too small.
    pub fn in_place(room: GridRoom, count: usize, place: Area) -> Option<Self> {
        let GridRoom { design, language, .. } = room;
        let own = &design.keys.answers;
        let caption = answer_grids::caption_height(design) + own.caption_gap;
        let heading = heading_style(design).cap();
        let height = place.height - heading - BELOW_WORDS;
        let by_width = (place.width - own.grid_gap) / PLACE_SIDE as f64;
        let by_height = (height - HALF_GAP) / PLACE_SIDE as f64 - caption;
        let outer = by_width.min(by_height);
        let cell = (outer - own.block) / GridStyle::CELLS;
        let digit = own.digit.max(own.min_digit / cell);
        let grid = own.grid(cell, digit);
        let has_room = digit <= DIGIT_SIZES[DIGIT_SIZES.len() - 1];
        if count + 1 != PLACE_SIDE * PLACE_SIDE || !has_room {
            return None;
        }
        let sizes = &design.keys.sizes;
        let rule_size = [sizes.body, sizes.small, sizes.min_type]
            .into_iter()
            .find(|size| rule_lines(design, language, outer, *size).line_height() <= outer)?;
        let pitch = (place.width - outer, height - (caption + outer));
        let first = (place.left, place.bottom() - height);
        let raster = Raster { columns: PLACE_SIDE, rows: PLACE_SIDE, first, pitch };
        Some(Self {
            rule_at: (place.right() - outer, place.bottom() - outer),
            grids: GridLayout::new(grid, caption, raster.across().take(count)),
            strip: place,
            rule_width: outer,
            rule_size,
            side: StripSide::LastPlace,
            words: Some((place.left, place.top + heading)),
            levels: None,
        })
    }

    /// Arranges answers below the puzzles, and the rule beside a single answer or above several.
    fn below(room: GridRoom, count: usize) -> Option<Self> {
        let GridRoom { design, area, language } = room;
        let own = &design.keys.answers;
        let live = area.live_width();
        // Take smaller cells if they bring all answers into one row.
        let mut grid = small_grid(design, own.digit);
        for digit in DIGIT_SIZES {
            let tight = small_grid(design, digit);
            if Raster::fitting(live, tight.outer(), own.grid_gap) >= count {
                grid = tight;
                break;
            }
        }
        let outer = grid.outer();
        let most = Raster::fitting(live, outer, own.grid_gap);
        if most == 0 {
            return None;
        }
        let columns = count.div_ceil(count.div_ceil(most));
        let rows = count.div_ceil(columns);
        let caption = answer_grids::caption_height(design) + own.caption_gap;
        // Several answers fill the width.
        let across = (live - outer) / (columns - 1).max(1) as f64;
        let pitch = (across, caption + outer + own.grid_gap);
        let rule_size = design.keys.sizes.body;
        let rule_height = rule_lines(design, language, live, rule_size).line_height();
        let words_height = words_height(design);
        let answers = rows as f64 * pitch.1 - own.grid_gap;
        let beside = live - outer - GAP - HALF_GAP;
        let (left, above, width, height) =
            if columns == 1 && beside >= MIN_RULE_WIDTH * design.keys.sizes.body {
                let rule = rule_lines(design, language, beside, rule_size).line_height();
                (live - outer, 0.0, beside, answers.max(rule))
            } else {
                let above = rule_height + words_height + BELOW_WORDS;
                (0.0, above, live, above + answers)
            };
        let strip = Area { left: 0.0, top: area.live_height() - height, width: live, height };
        let first = (left, strip.top + above);
        let places = Raster { columns, rows, first, pitch }.across().take(count);
        let grids = GridLayout::new(grid, caption, places);
        let mut words = None;
        if above > 0.0 {
            words = Some((0.0, strip.top + rule_height + words_height));
        }
        let (rule_at, side) = ((strip.left, strip.top), StripSide::Below);
        let (rule_width, levels) = (width, None);
        Some(Self { grids, strip, rule_at, rule_width, rule_size, side, words, levels })
    }

    /// Arranges answers below one another beside the puzzles, below the rule.
    fn beside(room: GridRoom, count: usize, top: f64) -> Option<Self> {
        let GridRoom { design, area, language } = room;
        let grid = small_grid(design, DIGIT_SIZES[DIGIT_SIZES.len() - 1]);
        let (own, width) = (&design.keys.answers, grid.outer());
        let strip =
            Area { left: area.live_width() - width, top, width, height: area.live_height() - top };
        let rule_size = design.keys.sizes.body;
        let lines = rule_lines(design, language, width, rule_size);
        let rule = lines.line_height() + words_height(design) + BELOW_WORDS;
        let caption = answer_grids::caption_height(design) + own.caption_gap;
        let unit = caption + width;
        let pitch = (strip.height - rule - unit) / (count - 1).max(1) as f64;
        if pitch < unit + HALF_GAP {
            return None;
        }
        let first = (strip.left, strip.top + rule);
        let places = Raster { columns: 1, rows: count, first, pitch: (0.0, pitch) };
        let grids = GridLayout::new(grid, caption, places.down());
        let words = Some((strip.left, strip.top + rule - BELOW_WORDS));
        let (rule_at, side) = ((strip.left, strip.top), StripSide::Beside);
        let (rule_width, levels) = (width, None);
        Some(Self { grids, strip, rule_at, rule_width, rule_size, side, words, levels })
    }

    /// Returns the width that the strip takes from the puzzles.
    pub fn width_beside(&self) -> f64 {
        match self.side {
            StripSide::Below | StripSide::LastPlace => 0.0,
            StripSide::Beside => self.strip.width + GAP_BESIDE,
        }
    }

    /// Returns the height that the strip takes from the puzzles.
    pub fn height_below(&self) -> f64 {
        match self.side {
            StripSide::Below => self.strip.height + GAP,
            StripSide::Beside | StripSide::LastPlace => 0.0,
        }
    }
}

/// Returns the answers to the previous page that stand on a page: the corners of their grids, and
/// the puzzles. `corner` is the upper left corner of the live area.
fn previous_answers(
    volume: &Volume,
    slot: &PageSlot,
    last: &PreviousAnswers,
    corner: Point,
) -> Vec<(Point, usize)> {
    if volume.setup.answer_pages.is_none() {
        return Vec::new();
    }
    let mut pages = volume.pagination.pages.iter();
    let before =
        pages.find(|page| page.part == slot.part && page.puzzles().end == slot.puzzles().start);
    let Some(before) = before else { return Vec::new() };
    last.grids.on_page(corner).zip(before.puzzles()).collect()
}

/// Draws the rule, and the answers to the puzzles of the previous page, or the levels of this page
/// if there is none.
pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let Some(last) = &volume.setup.puzzle_pages.classic.last else { return };
    let corner = (page.left, volume.setup.area.top);
    let places = previous_answers(volume, slot, last, corner);
    let (design, language) = (&volume.setup.design, &volume.setup.language);
    if let Some(band) = last.levels {
        draw_level_band(volume, slot, band, page);
    }
    if places.is_empty() {
        return match last.levels {
            Some(_) => draw_large_rule(volume, last, page),
            None => draw_levels(volume, slot, last, page),
        };
    }
    let rule = rule_lines(design, language, last.rule_width, last.rule_size);
    let at = (corner.0 + last.rule_at.0, corner.1 + last.rule_at.1 + ASCENT * rule.style.size);
    rule.draw(&mut page.marks, at, TextAlign::Left);
    draw_words(volume, last, corner, &places, &mut page.marks);
    let own = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, own.number);
    answers::draw_numbered(volume, page, &last.grids, &places, number, own.caption_gap);
    // Without a heading, words stand beside the number.
    if last.words.is_some() {
        let width = last.grids.grid.outer();
        draw_titles(volume, &mut page.marks, &places, number, own.caption_gap, width);
    }
    answers::draw_digits(volume, &mut page.marks, last.grids.grid, &places);
}

/// Draws the words above the answers, or at the right of the number of the only answer, if they
/// are legible there.
fn draw_words(
    volume: &Volume,
    last: &PreviousAnswers,
    corner: Point,
    places: &[(Point, usize)],
    marks: &mut Vec<DrawOp>,
) {
    let words = volume.setup.language.previous_answers(places.len());
    let sizes = &volume.setup.design.keys.sizes;
    if let Some(at) = last.words {
        let at = (corner.0 + at.0, corner.1 + at.1);
        return draw_heading(volume, last.strip.width, at, words, marks);
    }
    let own = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, own.number);
    let ((x, y), puzzle) = places[0];
    let text = volume.numbering.number(puzzle).to_string();
    let outer = last.grids.grid.outer();
    let room = outer - number.width(&text) - WORDS_GAP * number.size;
    let captions = volume.setup.design.typefaces.captions;
    let aside = TextStyle::new(captions, sizes.small).within(room, words);
    if aside.size >= sizes.min_type {
        aside.draw_right(marks, (x + outer, y - own.caption_gap), words);
    }
}

/// Draws the heading of the strip.
fn draw_heading(volume: &Volume, width: f64, at: Point, words: &str, marks: &mut Vec<DrawOp>) {
    let setup = &volume.setup;
    let style = heading_style(&setup.design).within(width, words);
    style.draw_left(marks, at, words);
}

/// Returns the height of the band with the levels.
pub fn level_band_height(design: &BookDesign) -> f64 {
    GAP + BAND_LINES * design.keys.sizes.body * design.typefaces.leading
}

/// Draws a band across the page: a line, and below it a column for each level of the page, with its
/// name and what it asks of the reader.
fn draw_level_band(volume: &Volume, slot: &PageSlot, band: Area, page: &mut TextColumn) {
    let sizes = &volume.setup.design.keys.sizes;
    let band = Area { left: page.left, top: volume.setup.area.top + band.top, ..band };
    page.marks.push(DrawOp::rule(band.corner(), band.width));
    let below = band.with_top(band.top + GAP);
    for size in [sizes.body, sizes.small, sizes.min_type] {
        if let Some(columns) = level_columns(volume, slot, below, size) {
            page.marks.extend(columns);
            return;
        }
    }
}

/// Returns the columns of a band in type of this size, or `None` if one of them is too long.
fn level_columns(volume: &Volume, slot: &PageSlot, band: Area, size: f64) -> Option<Vec<DrawOp>> {
    let setup = &volume.setup;
    let style = TextStyle::new(setup.words().regular, size);
    let name = TextStyle::new(setup.words().strong, size);
    let levels = levels_of_page(volume, slot);
    let pitch = (band.width + GAP) / levels.len() as f64;
    let mut marks = Vec::new();
    for (index, level) in levels.into_iter().enumerate() {
        let left = band.left + index as f64 * pitch;
        let mut column = TextColumn::within(setup, Area { left, width: pitch - GAP, ..band });
        column.y += ASCENT * size;
        let title = vec![volume.level_title(level)];
        column.draw_lines(title, name, size * setup.design.typefaces.leading);
        column.draw_paragraph(&volume.level_promise(level), style);
        if !column.fits() {
            return None;
        }
        marks.append(&mut column.marks);
    }
    Some(marks)
}

/// Returns the levels of the puzzles of a page.
fn levels_of_page(volume: &Volume, slot: &PageSlot) -> BTreeSet<Rung> {
    slot.puzzles().map(|puzzle| volume.level(puzzle)).collect()
}

/// Draws the rule in large type below its heading, in a place that has no answers.
fn draw_large_rule(volume: &Volume, last: &PreviousAnswers, page: &mut TextColumn) {
    let (setup, strip) = (&volume.setup, last.strip);
    let area = Area { left: page.left + strip.left, top: setup.area.top + strip.top, ..strip };
    let size = LARGE_RULE * setup.design.keys.sizes.body;
    let heading = setup.language.text("how_to_play.heading");
    let style = TextStyle::new(setup.words().strong, size).within(area.width, heading);
    let baseline = area.top + style.cap();
    page.draw_line(style, (area.left, baseline), heading);
    let rule = rule_lines(&setup.design, &setup.language, area.width, size);
    let first = baseline + BELOW_LARGE_HEADING * size;
    rule.draw(&mut page.marks, (area.left, first), TextAlign::Left);
}

/// Draws the rule, and what the levels of a page ask of the reader in the place of the answers, as
/// many as have room.
fn draw_levels(volume: &Volume, slot: &PageSlot, last: &PreviousAnswers, page: &mut TextColumn) {
    let (setup, strip) = (&volume.setup, last.strip);
    let corner = (page.left, setup.area.top);
    let levels = levels_of_page(volume, slot);
    let (mut left, mut top) = (strip.right() - last.grids.grid.outer(), strip.top);
    let rule_width = if last.words.is_some() { strip.width } else { last.rule_width };
    let rule_size = setup.design.keys.sizes.body;
    let rule = rule_lines(&setup.design, &setup.language, rule_width, rule_size);
    let at = (corner.0 + strip.left, corner.1 + strip.top + ASCENT * rule.style.size);
    rule.draw(&mut page.marks, at, TextAlign::Left);
    if last.words.is_some() {
        left = strip.left;
        top += rule.line_height() + words_height(&setup.design);
        if levels.len() > 1 {
            let at = (corner.0 + left, corner.1 + top);
            let heading = setup.language.levels_heading(volume.ladder());
            draw_heading(volume, strip.width, at, heading, &mut page.marks);
            top += BELOW_WORDS;
        }
    }
    let (width, height) = (strip.right() - left, strip.bottom() - top);
    let area = Area { left: corner.0 + left, top: corner.1 + top, width, height };
    let mut column = TextColumn::within(setup, area);
    let style = TextStyle::new(setup.words().regular, setup.design.keys.sizes.small);
    let name = TextStyle::new(setup.words().strong, style.size);
    let names = levels.iter().map(|&level| name.width(&volume.level_title(level)));
    let indent = names.fold(0.0, f64::max) + LEVEL_GAP * style.size;
    let is_beside = width - indent >= MIN_PROMISE_WIDTH * style.size;
    column.y += ASCENT * style.size;
    for level in levels {
        let drawn = column.marks.len();
        let title = vec![volume.level_title(level)];
        let (start, lead) = (column.y, style.size * setup.design.typefaces.leading);
        column.draw_lines(title, name, lead);
        if is_beside {
            (column.left, column.width, column.y) = (area.left + indent, width - indent, start);
        }
        column.draw_paragraph(&volume.level_promise(level), style);
        (column.left, column.width) = (area.left, width);
        column.y += BELOW_LEVEL * style.size;
        if !column.fits() {
            column.marks.truncate(drawn);
            break;
        }
    }
    page.marks.append(&mut column.marks);
}

/// Draws a page of answers. The answers to the last page of a paper are as large as its puzzles,
/// below one heading, and their rows fill the page.
pub(super) fn draw_answers(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let setup = &volume.setup;
    let (Some(last), Some(pages)) = (&setup.puzzle_pages.classic.last, &setup.answer_pages) else {
        return answers::draw(volume, slot, page);
    };
    let end = page.y + setup.area.live_height();
    if setup.puzzle_pages.classic.head.head == PageHead::Masthead {
        // The answers to the last page are in the next edition.
        head::draw_masthead(volume, volume.dates.page_date(slot.puzzles().end), page);
        page.y += head::masthead_height(&setup.design);
    }
    let words = setup.language.previous_answers(slot.puzzles().len());
    let style = TextStyle::new(setup.words().strong, setup.design.keys.sizes.heading);
    let style = style.within(page.width, words);
    page.y += ASCENT * style.size;
    let at = page.pen();
    page.draw_line(style, at, words);
    let own = &setup.design.keys.puzzle;
    page.y += own.caption_gap + GAP;
    let rows = spread_rows(&pages.classic, slot.puzzles().len(), end - page.y, own.caption_gap);
    let places: Vec<_> = rows.on_page(page.pen()).zip(slot.puzzles()).collect();
    let number = TextStyle::new(setup.figures().strong, own.number);
    answers::draw_numbered(volume, page, &rows, &places, number, own.caption_gap);
    // All answers show their titles, or none does: words stand beside the number of a small one.
    if last.words.is_some() {
        let width = rows.grid.outer();
        draw_titles(volume, &mut page.marks, &places, number, own.caption_gap, width);
    }
    answers::draw_digits(volume, &mut page.marks, rows.grid, &places);
}

/// Draws the titles of puzzles after the numbers above their answers. Grids of this width have
/// these corners, and the numbers are at this distance above them.
fn draw_titles(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    places: &[(Point, usize)],
    number: TextStyle,
    gap: f64,
    width: f64,
) {
    for &((x, y), puzzle) in places {
        caption::draw_above_answer(volume, marks, (x, y - gap), number, x + width, puzzle);
    }
}

/// Lays out this number of grids row by row, in the columns of a page of puzzles. The rows of a
/// full page fill this height unless they would be too far apart, with at least this gap between
/// them. A last row with fewer grids is centred below the others, so that no place looks empty.
fn spread_rows(grids: &GridLayout, count: usize, height: f64, gap: f64) -> GridLayout {
    let mut lefts: Vec<f64> = grids.corners.iter().map(|(x, _)| *x).collect();
    lefts.sort_by(f64::total_cmp);
    lefts.dedup();
    let columns = lefts.len();
    let rows = grids.len().div_ceil(columns);
    // The heading may leave less room for the rows than there is on a page of puzzles.
    let most = (height + gap) / rows as f64 - gap - grids.caption - grids.grid.block;
    let grid = GridStyle { cell: grids.grid.cell.min(most / GridStyle::CELLS), ..grids.grid };
    let spread = (height - grids.caption - grid.outer()) / (rows - 1).max(1) as f64;
    let near = grids.caption + (1.0 + MAX_ANSWER_GAP) * grid.outer();
    let pitch = if columns > 1 { spread.min(near) } else { spread };
    let in_last = (count - 1) % columns + 1;
    let corners = (0..count).map(|place| {
        let (row, column) = (place / columns, place % columns);
        let mut left = lefts[column];
        if row > 0 && place + in_last >= count {
            left += (lefts[columns - 1] - lefts[in_last - 1]) / 2.0;
        }
        (left, row as f64 * pitch)
    });
    GridLayout::new(grid, grids.caption, corners)
}
