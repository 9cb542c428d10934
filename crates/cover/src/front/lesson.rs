//! The front *lesson*: a banner that says what the book teaches, and a puzzle of the book. One row
//! and one column are lit. Together they have all digits except one, which somebody has written
//! where they cross. Tags give the order of looking: the row, the column, the digit.

use super::banner::{BannerForm, MAX_FACT_NUMBER};
use super::foot::FootLine;
use super::{
    Area, Colour, CountedWords, Cover, CoverResult, DrawOp, Face, FrontPuzzle, PathEl, Point,
    TextAlign, TextStyle,
};
use explain::text;
use page::{FigureType, GridStyle};
use std::cmp::Reverse;

/// The maximum height of the banner, as a fraction of a high front.
const MAX_BANNER: f64 = 0.42;
/// The space between elements, and above the facts and below them in the band, in pixels.
const SPACE: f64 = 9.0;
const ABOVE_FACTS: f64 = 8.0;
const BELOW_FACTS: f64 = 7.0;
/// The minimum side of a cell in points. Smaller grids are left out.
const MIN_CELL: f64 = 5.0;
/// The part of the grid above the band, and the padding of the card in cells.
const SEEN: f64 = 0.66;
const PADDING: f64 = 0.3;
/// The radius of a tag in cells, its minimum in pixels, the width of its edge, and the height of
/// its number, as fractions of the radius.
const TAG: f64 = 0.36;
const MIN_TAG: f64 = 4.6;
const TAG_EDGE: f64 = 0.18;
const TAG_NUMBER: f64 = 1.0;
/// The side of the found cell and the radius of its corners, the width of its edge, and the type
/// size of its digit, in cells.
const FOUND: f64 = 1.12;
const FOUND_ROUND: f64 = 0.14;
const FOUND_EDGE: f64 = 0.09;
const FOUND_DIGIT: f64 = 0.92;
/// The colours of the found cell, and of tags and the digit.
const LIGHT: [u8; 3] = [0xff, 0xd3, 0x4d];
const SIGNAL: [u8; 3] = [0xc6, 0x28, 0x20];
/// The place of the third tag from the middle of its cell, in cells.
const THIRD_TAG: Point = (0.62, -0.62);
/// The wanted place of the found cell, as a fraction of the visible grid.
const WANTED: Point = (0.45, 0.72);
/// The maximum number of puzzles that the front tries.
const MAX_PUZZLES: usize = 200;

/// A puzzle, the cell in which somebody has found a digit, and the cells with digits that were
/// found before.
struct FoundCell {
    puzzle: usize,
    found: usize,
    before: Vec<usize>,
}

/// The merit of a cell, the highest first: the digits that its row and column have, and its
/// distance from the wanted place.
type LessonRank = (u32, Reverse<usize>);

/// The grid of a lesson, and the area in which it is visible.
#[derive(Clone, Copy)]
struct LessonGrid {
    grid: GridStyle,
    corner: Point,
    seen: Area,
}

impl LessonGrid {
    /// Returns true if a cell is whole, with room for a tag below it.
    fn has_whole(self, cell: usize) -> bool {
        self.grid.middle(self.corner, cell).1 + 0.9 * self.grid.cell < self.seen.bottom()
    }

    /// Returns the part of an area that is visible.
    fn visible(self, area: Area) -> Area {
        Area { height: area.bottom().min(self.seen.bottom()) - area.top, ..area }
    }
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_lesson(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        self.set_band(&foot);
        let (live, pixel) = (self.front.inside(self.margin()), self.pixel());
        let form = self.lesson_banner();
        if self.is_wide_front() {
            return self.draw_wide_lesson(&foot, &form);
        }
        let facts =
            self.fit_facts(self.lesson_facts(), self.beside_tile(live).width, MAX_FACT_NUMBER);
        let place = self.raise_band(&foot, facts.height());
        let height = MAX_BANNER * self.front.height - self.margin();
        let banner = self.fit_banner(Area { height, ..live }, &form)?;
        let top = live.top + banner.height() + SPACE * pixel;
        let room = Area { height: self.band_top - top, ..live.with_top(top) };
        let before = self.marks.len();
        self.draw_sets(&banner.sets, live, TextAlign::Left);
        let words = self.marks.split_off(before);
        self.draw_lesson_card(room);
        self.marks.extend(words);
        self.draw_foot_band(&foot);
        self.draw_facts(&facts, self.beside_tile(place), self.band_colour());
        Ok(())
    }

    /// Draws a wide front: the words on the left, and the card on the right.
    fn draw_wide_lesson(&mut self, foot: &FootLine, form: &BannerForm) -> CoverResult<()> {
        let (live, pixel) = (self.above_foot(foot), self.pixel());
        let column = self.heading_column(live);
        let facts = self.fit_facts(self.lesson_facts(), column.width, MAX_FACT_NUMBER);
        let spaces = facts.height() + 2.0 * SPACE * pixel;
        let height = self.column_bottom(column) - column.top - spaces;
        let banner = self.fit_banner(Area { height, ..column }, form)?;
        let left = column.right() + SPACE * pixel;
        let room = Area { left, width: live.right() - left, ..live };
        self.draw_lesson_card(room);
        self.draw_sets(&banner.sets, column, TextAlign::Left);
        let free = self.column_bottom(column) - column.top - banner.height() - facts.height();
        let top = column.top + banner.height() + free / 2.0;
        self.draw_facts(&facts, column.with_top(top), self.colours.ground);
        self.draw_foot_band(foot);
        Ok(())
    }

    /// Returns the part of an area beside the tile with the number of the volume.
    pub(super) fn beside_tile(&self, area: Area) -> Area {
        let Some(tile) = self.foot_tile else { return area };
        let left = tile.right() + SPACE * self.pixel();
        Area { left, width: area.right() - left, ..area }
    }

    /// Raises the band by a row of this height above the foot. Returns the place of the row.
    pub(super) fn raise_band(&mut self, foot: &FootLine, height: f64) -> Area {
        let (live, pixel) = (self.front.inside(self.margin()), self.pixel());
        let low = if foot.has_words() { foot.top - BELOW_FACTS * pixel } else { foot.above };
        let place = Area { top: low - height, height, ..live };
        self.band_top = place.top - ABOVE_FACTS * pixel;
        place
    }

    /// Returns the form of the banner: the words of the book, and *step by step* in a course.
    fn lesson_banner(&self) -> BannerForm {
        let is_course = !self.volume.setup.options.course.is_empty();
        let steps = is_course.then(|| {
            let steps = self.volume.setup.language.text("front.steps");
            let techniques = self.counted_techniques().filter(|_| self.has_one_fact());
            let words = techniques.map(|fact| format!("{} {}", fact.number, fact.caption));
            words.into_iter().chain([steps.to_owned()]).collect::<Vec<_>>().join(" · ")
        });
        self.usual_banner(steps.or_else(|| Some(self.level_range_in_lines())))
    }

    /// Returns the number of techniques, if there are several, and of puzzles.
    fn lesson_facts(&self) -> Vec<CountedWords> {
        let techniques = self.counted_techniques().filter(|_| !self.has_one_fact());
        techniques.into_iter().chain([self.counted_words()]).collect()
    }

    /// Returns true if there is room for one fact alone: on a wide front, and beside the tile with
    /// the number of the volume.
    fn has_one_fact(&self) -> bool {
        self.is_wide_front() || self.foot_tile.is_some()
    }

    /// Returns the number of techniques of a course, if there are several.
    pub(crate) fn counted_techniques(&self) -> Option<CountedWords> {
        let lessons = self.volume.lessons.len();
        if lessons < 2 || self.volume.setup.options.course.is_empty() {
            return None;
        }
        let language = &self.volume.setup.language;
        let phrase = text!(language, "front.techniques", count = "");
        let number = language.group_digits(lessons);
        Some(CountedWords { number, caption: phrase.trim().to_owned() })
    }

    /// Returns the grid in a room: as large as the room is wide. The band hides its foot.
    fn place_lesson_grid(&self, room: Area) -> LessonGrid {
        let wide = self.is_wide_front();
        let hidden = if wide { 1.0 } else { SEEN };
        let side = room.width.min(room.height / hidden);
        let cell = side / (9.1 + 2.0 * PADDING);
        let grid = self.grid.with_side(9.1 * cell);
        let high = grid.outer() + 2.0 * PADDING * cell;
        let top = room.top + ((room.height - high) / 2.0).max(0.0);
        let left = room.middle() - grid.outer() / 2.0;
        LessonGrid { grid, corner: (left, top + PADDING * cell), seen: room }
    }

    /// Draws the card with the puzzle.
    fn draw_lesson_card(&mut self, room: Area) {
        let place = self.place_lesson_grid(room);
        if place.grid.cell < MIN_CELL {
            return;
        }
        let lesson = self.choose_lesson(place);
        (self.grid, self.front_puzzle) = (place.grid, lesson.puzzle);
        let puzzle = self.cover_puzzle(lesson.puzzle);
        let LessonGrid { grid, corner, .. } =
            LessonGrid { grid: place.grid.in_shape(puzzle.shape()), ..place };
        let place = LessonGrid { grid, ..place };
        let outer = grid.outer();
        let frame = Area { left: corner.0, top: corner.1, width: outer, height: outer };
        let card = place.visible(frame.inside(-PADDING * place.grid.cell));
        self.marks.push(card.filled(Colour::WHITE));
        let cell = grid.cell_area(corner, lesson.found);
        let inner = place.visible(frame.inside(grid.block / 2.0));
        self.draw_beams(inner, cell, self.block_tint());
        self.draw_lesson_lines(place);
        let face = self.volume.setup.figures().strong.first();
        let figures = puzzle.figures(face, grid.digit_size());
        let low = place.seen.bottom();
        let shown = puzzle
            .all_given()
            .filter(|&(cell, _)| cell != lesson.found && grid.middle(corner, cell).1 < low);
        let signs = shown.map(|(cell, sign)| (sign, grid.middle(corner, cell)));
        self.draw_figures(self.colours.ink, figures, signs);
        let before = lesson.before.iter().map(|&cell| (cell, grid.middle(corner, cell)));
        self.draw_written(&puzzle, figures, before);
        self.draw_found_cell(place, puzzle.found(lesson.found), lesson.found, face);
        self.draw_tags(place, card, lesson.found);
    }

    /// Draws the found cell with its sign in handwriting.
    fn draw_found_cell(&mut self, place: LessonGrid, sign: char, found: usize, face: Face) {
        let side = place.grid.cell;
        let middle = place.grid.middle(place.corner, found);
        let around = Area::square(middle, FOUND * side);
        let round = FOUND_ROUND * side;
        self.fill_round(self.colour_of(SIGNAL), around, round);
        let inside = around.inside(FOUND_EDGE * side);
        self.fill_round(self.colour_of(LIGHT), inside, round - FOUND_EDGE * side);
        let figures = FigureType { face, size: FOUND_DIGIT * side };
        self.fill(self.colour_of(SIGNAL), figures.written(sign, middle, 1));
    }

    /// Draws the lines of the grid as far as they are visible.
    fn draw_lesson_lines(&mut self, place: LessonGrid) {
        let low = place.seen.bottom();
        let mut lines = Vec::new();
        for line in place.grid.ruling(place.corner) {
            if let DrawOp::Line { from, to, width } = line
                && from.1 < low
            {
                lines.push(DrawOp::Line { from, to: (to.0, to.1.min(low)), width });
            }
        }
        self.paint(self.colours.ink, lines);
    }

    /// Draws the tags 1, 2 and 3: beside the row, above the column, and at the cell.
    fn draw_tags(&mut self, place: LessonGrid, card: Area, found: usize) {
        let cell = place.grid.cell;
        let (x, y) = place.grid.middle(place.corner, found);
        let radius = (TAG * cell).max(MIN_TAG * self.pixel());
        let third = (x + THIRD_TAG.0 * cell, y + THIRD_TAG.1 * cell);
        for (number, at) in ["1", "2", "3"].into_iter().zip([(card.left, y), (x, card.top), third])
        {
            self.draw_tag(number, at, radius);
        }
    }

    /// Draws a tag with a number around a point.
    fn draw_tag(&mut self, number: &str, at: Point, radius: f64) {
        self.fill(Colour::WHITE, PathEl::circle(at, radius));
        self.fill(self.colour_of(SIGNAL), PathEl::circle(at, (1.0 - TAG_EDGE) * radius));
        let style = TextStyle::new(self.display(), 1.0);
        let size = TAG_NUMBER * radius / style.cap();
        let face = self.display().first();
        let steps = FigureType { face, size }.outline(number.chars().next().unwrap_or('1'), at);
        self.fill(Colour::WHITE, steps);
    }

    /// Returns the puzzle and the cell whose row and column have the most digits, and the digits
    /// that must be found before, so that only one digit is left for the cell.
    fn choose_lesson(&self, place: LessonGrid) -> FoundCell {
        let mut best: Option<(LessonRank, usize, usize)> = None;
        for puzzle in (0..self.volume.puzzle_count()).take(MAX_PUZZLES) {
            let shown = self.cover_puzzle(puzzle);
            if shown.shape() != self.volume.shape(self.front_puzzle) {
                continue;
            }
            let place = LessonGrid { grid: place.grid.in_shape(shown.shape()), ..place };
            for cell in shown.givens.empty_cells().filter(|&cell| place.has_whole(cell)) {
                let digits = shown.digits_along(cell, |other| place.has_whole(other));
                let rank = (digits, Reverse(self.distance_to_wanted(place, cell)));
                if best.as_ref().is_none_or(|(other, ..)| rank > *other) {
                    best = Some((rank, puzzle, cell));
                }
            }
        }
        // A complete grid has no empty cell.
        let (puzzle, found) =
            best.map_or((self.front_puzzle, 0), |(_, puzzle, cell)| (puzzle, cell));
        let before = self.cover_puzzle(puzzle).missing_along(found, |cell| place.has_whole(cell));
        FoundCell { puzzle, found, before }
    }

    /// Returns the distance of a cell from the wanted place, in cells.
    fn distance_to_wanted(&self, place: LessonGrid, cell: usize) -> usize {
        let at = place.grid.middle(place.corner, cell);
        let seen = place.seen.bottom().min(place.corner.1 + place.grid.outer()) - place.corner.1;
        let wanted =
            (place.corner.0 + WANTED.0 * place.grid.outer(), place.corner.1 + WANTED.1 * seen);
        let far = (at.0 - wanted.0).abs() + (at.1 - wanted.1).abs();
        (far / place.grid.cell) as usize
    }
}

impl FrontPuzzle<'_> {
    /// Returns cells of the row and the column of a cell whose digits, together with the givens
    /// there, leave one digit for the cell. `is_seen` returns true for cells that the front shows.
    fn missing_along(&self, found: usize, is_seen: impl Fn(usize) -> bool) -> Vec<usize> {
        let side = self.side();
        let own = self.solution.digit(found);
        let along = (0..self.shape().cell_count()).filter(|&cell| {
            let is_along = cell / side == found / side || cell % side == found % side;
            cell != found && is_along && is_seen(cell)
        });
        let (given, empty): (Vec<usize>, Vec<usize>) =
            along.partition(|&cell| self.givens.digit(cell).is_some());
        let mut known: Vec<_> = given.into_iter().map(|cell| self.givens.digit(cell)).collect();
        known.push(own);
        let mut before = Vec::new();
        for cell in empty {
            let digit = self.solution.digit(cell);
            if !known.contains(&digit) {
                known.push(digit);
                before.push(cell);
            }
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::AnyPuzzle;

    #[test]
    fn lit_lines_leave_one_digit_for_the_cell() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = AnyPuzzle::prove(line.parse().unwrap()).unwrap();
        let (givens, solution) = (puzzle.givens(), puzzle.solution());
        let shown = FrontPuzzle { givens, solution, symbols: None };
        // A band hides the last three rows.
        let is_seen = |cell: usize| cell < 54;
        for found in shown.givens.empty_cells().filter(|&cell| is_seen(cell)) {
            let before = shown.missing_along(found, is_seen);
            let along = (0..54).filter(|cell| cell / 9 == found / 9 || cell % 9 == found % 9);
            let known = along.filter_map(|cell| {
                let is_found = before.contains(&cell);
                if is_found { shown.solution.digit(cell) } else { shown.givens.digit(cell) }
            });
            let mut digits: Vec<u8> = known.collect();
            digits.sort_unstable();
            digits.dedup();
            assert_eq!(digits.len(), 8, "cell {found}: {digits:?}");
            assert!(!digits.contains(&shown.solution.digit(found).unwrap()), "cell {found}");
            assert!(before.iter().all(|&cell| is_seen(cell) && shown.givens.digit(cell).is_none()));
        }
    }
}
