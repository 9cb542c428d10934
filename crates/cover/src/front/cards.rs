//! The front *cards*: the largest puzzle of the book on a card, and the smallest one on a second
//! card beside it, with cells of the same size. A badge has the number of puzzles.

use super::{Area, Colour, CountStyle, Cover, CoverResult, DrawOp, FrontPuzzle, Point};
use page::GridStyle;

/// The maximum height of the heading, as a fraction of the front.
const MAX_HEADING: f64 = 0.44;
/// The space between elements, and between a card and the band, in pixels.
const SPACE: f64 = 7.0;
const ABOVE_BAND: f64 = 4.0;
/// The padding of a card, and the distance of its shadow, in cells.
const PADDING: f64 = 0.35;
const SHADOW: f64 = 0.14;
/// The parts of the width, on a high and a wide front, and of the height of the room that the large
/// card takes, and the side of the badge as a fraction of the
/// front.
const LARGE: [f64; 2] = [0.72, 0.9];
const HIGH: f64 = 0.88;
const BADGE: f64 = 0.27;
/// The minimum side of a cell in points. Smaller cards are left out.
const MIN_CELL: f64 = 4.0;
/// The maximum side of both cards together, in sides of the large one.
const MAX_SPREAD: f64 = 1.32;
/// The side of the small card as a fraction of the large one, if both grids have one shape.
const SAME_SHAPE: f64 = 0.62;
/// The widths of lines in cells, their minimum in points, and the type size of digits.
const THIN: f64 = 0.028;
const BLOCK: f64 = 0.09;
const MIN_LINE: f64 = 0.8;
const DIGIT_SIZE: f64 = 0.62;
/// The number of digits that are filled in on the small card.
const FOUND: usize = 5;

/// A card with a puzzle: the area of the card, and its grid with its outer corner.
#[derive(Clone, Copy)]
struct PuzzleCard {
    area: Area,
    grid: GridStyle,
    corner: Point,
}

impl PuzzleCard {
    /// Returns the card at a corner, with cells of this side.
    fn new(corner: Point, shape: grid::GridShape, cell: f64) -> Self {
        let [thin, block] = [THIN, BLOCK].map(|part| (part * cell).max(MIN_LINE));
        let grid = GridStyle { shape, cell, digit: DIGIT_SIZE, thin, block };
        let side = grid.outer() + 2.0 * PADDING * cell;
        let area = Area { left: corner.0, top: corner.1, width: side, height: side };
        Self { area, grid, corner: area.inside(PADDING * cell).corner() }
    }

    /// Returns the side of a card in cells.
    fn side(shape: grid::GridShape) -> f64 {
        shape.side() as f64 + BLOCK + 2.0 * PADDING
    }
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_cards(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        self.set_band(&foot);
        let (live, pixel) = (self.above_foot(&foot), self.pixel());
        let before = self.marks.len();
        let room = if self.is_wide_front() {
            let mut column = self.heading_column(live);
            let left = column.right() + SPACE * pixel;
            if let Some(tile) = self.foot_tile {
                column.height = tile.top - SPACE * pixel - column.top;
            }
            let mut heading = self.fit_heading(column, self.heading_form(CountStyle::Stacked))?;
            heading.lower_count(column.height);
            self.draw_heading(heading, column);
            Area { left, width: live.right() - left, ..live }
        } else {
            let height = MAX_HEADING * self.front.height - self.margin();
            let form = self.heading_form(CountStyle::Levels);
            let heading = self.fit_heading(Area { height, ..live }, form)?;
            let (high, limit) = (heading.height(), heading.largest());
            self.draw_heading(heading, live);
            let room = live.with_top(live.top + high + SPACE * pixel);
            self.draw_count_badge(room, limit);
            room
        };
        let words = self.marks.split_off(before);
        self.draw_two_cards(room);
        self.marks.extend(words);
        self.draw_foot_band(&foot);
        Ok(())
    }

    /// Draws the badge in the upper right corner of a room.
    fn draw_count_badge(&mut self, room: Area, limit: f64) {
        let badge = self.badge(BADGE * self.front.width, limit);
        let (wide, high) = badge.size;
        let centre = (room.right() - wide / 2.0, room.top + high / 2.0);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.draw_badge(&badge, fill, centre);
    }

    /// Draws the large card at the upper left of a room, and the small one at its lower right.
    fn draw_two_cards(&mut self, room: Area) {
        let (large, small) = self.puzzles_on_cards();
        let shapes = [large, small].map(|puzzle| self.volume.shape(puzzle));
        let [wide, narrow] = shapes.map(PuzzleCard::side);
        let room = Area { height: room.height - ABOVE_BAND * self.pixel(), ..room };
        let large_share = LARGE[usize::from(self.is_wide_front())];
        let cell = (large_share * room.width / wide).min(HIGH * room.height / wide);
        if cell < MIN_CELL {
            return;
        }
        let small_cell = if narrow < wide { cell } else { SAME_SHAPE * cell };
        let (large_side, side) = (wide * cell, narrow * small_cell);
        let high = room.height.min(MAX_SPREAD * large_side);
        let top = room.top + (room.height - high) / 2.0;
        let first = PuzzleCard::new((room.left, top), shapes[0], cell);
        let right = room.right().min(first.area.left + MAX_SPREAD * large_side);
        let bottom = top + high;
        let second = PuzzleCard::new((right - side, bottom - side), shapes[1], small_cell);
        let around = second.area.inside(-0.3 * cell);
        let hidden = |at: Point| {
            (around.left..around.right()).contains(&at.0)
                && (around.top..around.bottom()).contains(&at.1)
        };
        let [large, small] = [large, small].map(|puzzle| self.cover_puzzle(puzzle));
        self.draw_puzzle_card(first, &large, 0, hidden);
        self.draw_puzzle_card(second, &small, FOUND, |_| false);
    }

    /// Returns a puzzle of the largest shape, and another of the smallest.
    fn puzzles_on_cards(&self) -> (usize, usize) {
        let levels = &self.levels;
        let (first, last) = (levels[0], levels[levels.len() - 1]);
        let large = if self.volume.shape(self.front_puzzle) == last.shape() {
            self.front_puzzle
        } else {
            self.volume.showcase_puzzle(last, None)
        };
        (large, self.volume.showcase_puzzle(first, Some(large)))
    }

    /// Draws a card with its shadow and its puzzle. `found` is the number of digits that are filled
    /// in, and `is_hidden` returns true for points that something else covers.
    fn draw_puzzle_card(
        &mut self,
        card: PuzzleCard,
        puzzle: &FrontPuzzle,
        found: usize,
        is_hidden: impl Fn(Point) -> bool,
    ) {
        let PuzzleCard { area, grid, corner } = card;
        let far = SHADOW * grid.cell;
        let shadow = Area { left: area.left + far, top: area.top + far, ..area };
        self.marks.push(shadow.filled(self.shadow_colour()));
        self.marks.push(area.filled(Colour::WHITE));
        let form = grid.drawing().into();
        self.paint(self.colours.ink, vec![DrawOp::Form { form, corner }]);
        let face = self.volume.setup.figures().strong.first();
        let figures = puzzle.figures(face, grid.digit_size());
        let signs = puzzle.all_given().map(|(cell, sign)| (sign, grid.middle(corner, cell)));
        self.draw_figures(self.colours.ink, figures, signs.filter(|(_, at)| !is_hidden(*at)));
        let found = puzzle.givens.empty_cells().step_by(2).take(found);
        self.draw_written(puzzle, figures, found.map(|cell| (cell, grid.middle(corner, cell))));
    }
}
