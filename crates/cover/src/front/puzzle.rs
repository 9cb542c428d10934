//! The front *puzzle*: title and word on a label like that of an exercise book, a puzzle of the
//! book on a card, and a badge with the number of puzzles. Two beams of light cross the front along
//! a row and a column of the puzzle. Where they meet, a digit is found.

use super::super::shapes::TILE_ROUND;
use super::foot::FootLine;
use super::{
    Area, BADGE_EDGE, Badge, Colour, CountStyle, Cover, CoverResult, DrawOp, FrontPuzzle,
    GridShape, Heading, HeadingForm, PathPaint, Point, TextAlign,
};
use page::GridStyle;
use std::cmp::Reverse;
use words::is_east_asian;

/// The sizes of the card and of the badge, as fractions of the widest card and of the front, and
/// the part of the badge that is beside the card.
const SIZES: [CardSize; 6] = [
    CardSize { card: 1.0, badge: 0.32, beside: 0.4 },
    CardSize { card: 1.0, badge: 0.29, beside: 0.4 },
    CardSize { card: 1.0, badge: 0.29, beside: 0.67 },
    CardSize { card: 0.94, badge: 0.29, beside: 0.67 },
    CardSize { card: 0.88, badge: 0.29, beside: 0.67 },
    CardSize { card: 0.8, badge: 0.29, beside: 0.67 },
];
/// The maximum heights of the label as fractions of the front: the first one that has room for the
/// words is used.
const MAX_LABELS: [f64; 2] = [0.42, 0.5];
/// The maximum type size of the title, the padding of the label, on a wide front too, the distance
/// of the line inside it from its edge, the width of that line, and the space below the label, in
/// pixels.
const MAX_TITLE: f64 = 24.0;
const PADDING: f64 = 9.0;
const WIDE_PADDING: f64 = 5.5;
const LABEL_EDGE: f64 = 3.0;
const LABEL_LINE: f64 = 0.8;
const BELOW_LABEL: f64 = 8.0;
/// The widths of the label on a low front, as fractions of it: the first one that has room for all
/// words is used, or else the first one that has room for most. The space between the label and the
/// card, in pixels.
const LOW_LABELS: [f64; 2] = [0.54, 0.6];
const BESIDE_LABEL: f64 = 6.0;
/// The minimum limit of the other words of a label, as a fraction of the title.
const LEGIBLE: f64 = 0.7;
/// The part of the tile with the number of the volume that is above the card of a low front.
const TILE_ABOVE: f64 = 0.4;
/// The part of the badge that is below the card, and the maximum number of ninths of the grid by
/// which the badge is higher.
const BADGE_BELOW: f64 = 0.28;
const MAX_RISE: u8 = 5;
/// The side of a badge apart from its card, as a fraction of the front, and the space between them
/// in pixels.
const APART_BADGE: f64 = 0.29;
const APART: f64 = 6.0;
/// The part of its usual side that the tile with the number of the volume has at least, and its
/// part on the corner of the card otherwise.
const MIN_TILE: f64 = 0.9;
const ON_CARD: f64 = 0.45;
/// The maximum width of the card, as a fraction of the live area.
const MAX_CARD: f64 = 0.86;
/// The padding of a card on both sides, as a fraction of its grid.
const CARD_PADDING: f64 = 0.077;

/// The size of a card and of its badge.
#[derive(Clone, Copy)]
struct CardSize {
    card: f64,
    badge: f64,
    beside: f64,
}

/// A heading on a label, and the height of the label.
struct Label {
    heading: Heading,
    height: f64,
}

/// A grid and its corner, a badge and its centre, and the puzzle in the grid. Above the badge is
/// the tile with the number of the volume, if there is one.
struct PlacedCard {
    grid: GridStyle,
    corner: Point,
    badge: Badge,
    centre: Point,
    puzzle: usize,
    tile: Option<Area>,
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_puzzle(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        let live = self.above_foot(&foot);
        if self.is_low() {
            return self.draw_low_puzzle(&foot, live);
        }
        let label = self.fit_upper_label(live)?;
        let limit = label.heading.largest();
        let below = live.top + label.height + BELOW_LABEL * self.pixel();
        let card = self.fit_card(live.with_top(below), limit);
        (self.grid, self.front_puzzle) = (card.grid, card.puzzle);
        let digit_size = card.grid.digit_size();
        self.draw_lit_card(card.corner, |at| {
            let is_under_tile = card.tile.is_some_and(|tile| {
                at.0 > tile.left - digit_size && at.1 < tile.bottom() + digit_size
            });
            is_under_tile || card.badge.covers(card.centre, at, digit_size)
        });
        self.draw_label(label, live);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.draw_badge(&card.badge, fill, card.centre);
        if let Some(tile) = card.tile {
            self.draw_number_tile(tile, fill, TILE_ROUND * tile.width);
        }
        self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Draws a low front: the label on the left, and the card on the right. The tile with the
    /// number of the volume covers its upper right corner.
    fn draw_low_puzzle(&mut self, foot: &FootLine, live: Area) -> CoverResult<()> {
        let (label, place, corner) = self.fit_low_label(live)?;
        let edge = BADGE_EDGE * self.pixel();
        let tile = self.volume_tile_side().map(|side| {
            let top = (corner.1 - self.grid.pad() - TILE_ABOVE * side).max(live.top + edge);
            Area { left: live.right() - edge - side, top, width: side, height: side }
        });
        let half = self.grid.in_shape(self.front_shape()).digit_size() / 2.0;
        self.draw_lit_card(corner, |(x, y)| {
            x < place.right()
                || tile.is_some_and(|tile| {
                    x > tile.left - edge - half && y < tile.bottom() + edge + half
                })
        });
        self.draw_label(label, place);
        if let Some(tile) = tile {
            let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
            let round = TILE_ROUND * tile.width;
            self.fill_round(self.colours.paper, tile.inside(-edge), round + edge);
            self.draw_number_tile(tile, fill, round);
        }
        self.draw_foot(foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Returns the shape of the puzzle on the front.
    fn front_shape(&self) -> GridShape {
        self.cover_puzzle(self.front_puzzle).shape()
    }

    /// Fits the label at the top of an area.
    fn fit_upper_label(&self, live: Area) -> CoverResult<Label> {
        let [low, high] = MAX_LABELS.map(|share| {
            let height = share * self.front.height - self.margin();
            self.fit_label(Area { height, ..live }, CountStyle::Levels)
        });
        low.or(high)
    }

    /// Chooses the size of the card on a low front, and fits the label beside it. Returns the
    /// label, its place and the corner of the grid.
    fn fit_low_label(&mut self, room: Area) -> CoverResult<(Label, Area, Point)> {
        let mut outcome: Option<CoverResult<(f64, Label)>> = None;
        // Chinese and Japanese count in other words.
        let has_word_aside =
            !self.title_has_word() && !self.sudoku_word().chars().any(is_east_asian);
        let count = if has_word_aside { CountStyle::WithWord } else { CountStyle::Stacked };
        for share in LOW_LABELS {
            let place = Area { width: share * self.front.width, ..room };
            let found = self.fit_label(place, count).map(|label| (share, label));
            let has_all = found.as_ref().is_ok_and(|(_, label)| {
                let Heading { has_levels, limit, title_size, .. } = label.heading;
                has_levels && limit >= LEGIBLE * title_size
            });
            if has_all || !matches!(outcome, Some(Ok(_))) {
                outcome = Some(found);
            }
            if has_all {
                break;
            }
        }
        let (share, label) = outcome.expect("labels have widths")?;
        let top = room.top + (room.height - label.height) / 2.0;
        let place = Area { top, height: label.height, width: share * self.front.width, ..room };
        let left = place.right() + BESIDE_LABEL * self.pixel();
        let (grid, corner) = self.place_low_card(Area { left, width: room.right() - left, ..room });
        self.grid = grid;
        Ok((label, place, corner))
    }

    /// Places a card in a room, as large as it allows.
    fn place_low_card(&self, room: Area) -> (GridStyle, Point) {
        let grid = self.grid.with_side(room.width.min(room.height) / (1.0 + CARD_PADDING));
        let top = room.top + (room.height - grid.outer()) / 2.0;
        (grid, (room.right() - grid.pad() - grid.outer(), top))
    }

    /// Fits the heading into a label that is at most as large as an area.
    fn fit_label(&self, area: Area, count: CountStyle) -> CoverResult<Label> {
        let (base, max_title) = (self.colours.paper, MAX_TITLE);
        let usual = self.heading_form(count);
        let form = HeadingForm { align: TextAlign::Middle, base, max_title, ..usual };
        let padding = self.label_padding();
        let heading = self.fit_heading(area.inside(padding), form)?;
        let height = heading.height() + 2.0 * padding;
        Ok(Label { heading, height })
    }

    /// Returns the padding of the label.
    fn label_padding(&self) -> f64 {
        (if self.is_wide_front() { WIDE_PADDING } else { PADDING }) * self.pixel()
    }

    /// Draws a label at the top of an area.
    fn draw_label(&mut self, label: Label, area: Area) {
        let (pixel, paper) = (self.pixel(), self.colours.paper);
        let place = Area { height: label.height, ..area };
        self.marks.push(place.filled(paper));
        let points = place.inside(LABEL_EDGE * pixel).corners().to_vec();
        let line = PathPaint::Outline(LABEL_LINE * pixel);
        let edge = self.soft_on(paper);
        self.paint(edge, vec![DrawOp::Path { points, paint: line }]);
        self.draw_heading(label.heading, place.inside(self.label_padding()));
    }

    /// Returns the empty cell whose row and column have the most digits, near the middle of the
    /// grid. `is_covered` returns true for points that something else covers.
    fn found_cell(&self, corner: Point, is_covered: impl Fn(Point) -> bool) -> Option<usize> {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let (shape, middle) = (puzzle.shape(), puzzle.side() as f64 / 2.0);
        let grid = self.grid.in_shape(shape);
        let empty = (0..shape.cell_count()).filter(|cell| puzzle.given(*cell).is_none());
        let seen = empty.filter(|cell| !is_covered(grid.middle(corner, *cell)));
        seen.max_by_key(|cell| {
            let (x, y) = puzzle.middle(*cell);
            let distance = (x - middle).abs().max((y - middle).abs());
            (puzzle.digits_along(*cell, |_| true), Reverse((2.0 * distance) as usize))
        })
    }

    /// Draws the puzzle of the front on a card whose grid has this corner. The row and the column
    /// of the found cell are lit, on the card and across the ground. `is_covered` returns true for
    /// points that something else covers; they have no digits.
    fn draw_lit_card(&mut self, corner: Point, is_covered: impl Fn(Point) -> bool) {
        let found = self.found_cell(corner, &is_covered);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let grid = self.grid.in_shape(puzzle.shape());
        let outer = grid.outer();
        let frame = Area { left: corner.0, top: corner.1, width: outer, height: outer };
        if let Some(cell) = found {
            self.draw_beams(self.picture_area(), grid.cell_area(corner, cell), self.colours.shade);
        }
        self.marks.push(frame.inside(-grid.pad()).filled(Colour::WHITE));
        let fill = self.badge_fill(Colour::WHITE, &[self.colours.accent]);
        if let Some(cell) = found {
            let area = grid.cell_area(corner, cell);
            self.draw_beams(frame.inside(grid.block / 2.0), area, self.block_tint());
            self.fill_path(fill, area.corners().to_vec());
        }
        let form = grid.drawing().into();
        self.paint(self.colours.ink, vec![DrawOp::Form { form, corner }]);
        let face = self.volume.setup.figures().strong.first();
        let figures = puzzle.figures(face, grid.digit_size());
        let signs = puzzle.all_given().map(|(cell, sign)| (sign, grid.middle(corner, cell)));
        self.draw_figures(self.colours.ink, figures, signs.filter(|(_, at)| !is_covered(*at)));
        if let Some(cell) = found {
            let steps = figures.written(puzzle.found(cell), grid.middle(corner, cell), 1);
            self.fill(self.number_on(fill), steps);
        }
    }

    /// Fills the row and the column of a cell across an area.
    pub(crate) fn draw_beams(&mut self, area: Area, cell: Area, colour: Colour) {
        let row = Area { top: cell.top, height: cell.height, ..area };
        let column = Area { left: cell.left, width: cell.width, ..area };
        for beam in [row, column] {
            self.fill_path(colour, beam.corners().to_vec());
        }
    }

    /// Fits a card and its badge into a room. The badge covers no given: the front shows another
    /// puzzle of the level or a higher badge if need be, and then both become smaller, or stand
    /// apart.
    fn fit_card(&self, room: Area, limit: f64) -> PlacedCard {
        let apart = self.place_apart(room, limit);
        // A higher badge would cover the tile with the number of the volume.
        let rises = if apart.tile.is_some() { 0..=0 } else { 0..=MAX_RISE };
        for size in SIZES {
            for puzzle in self.level_puzzles() {
                for rise in rises.clone() {
                    let found = self.place_card(room, size, limit, puzzle, rise);
                    if found.grid.cell >= apart.grid.cell && self.covers_no_given(&found) {
                        return found;
                    }
                }
            }
        }
        apart
    }

    /// Places a card on the left of a room, and beside it a badge.
    fn place_apart(&self, room: Area, limit: f64) -> PlacedCard {
        let badge = self.badge(APART_BADGE * self.front.width, limit);
        let (wide, high) = badge.size;
        let aside = wide.max(self.volume_tile_side().unwrap_or(0.0));
        let widest = room.height.min(room.width - aside - APART * self.pixel());
        let grid = self.grid.with_side(widest / (1.0 + CARD_PADDING));
        let pad = grid.pad();
        let top = room.top + (room.height - grid.outer()) / 2.0;
        let corner = (room.left + pad, top);
        let centre = (room.right() - wide / 2.0, top + grid.outer() + pad - high / 2.0);
        let mut tile = self.place_tile(room, centre.1 - high / 2.0, top);
        let usual = self.volume_tile_side().unwrap_or(0.0);
        if tile.is_some_and(|tile| tile.width < MIN_TILE * usual) {
            // Without room above the badge the tile covers the corner of the card.
            let left = corner.0 + grid.outer() + pad - ON_CARD * usual;
            tile = Some(Area { left, top: room.top, width: usual, height: usual });
        }
        PlacedCard { grid, corner, badge, centre, puzzle: self.front_puzzle, tile }
    }

    /// Places the tile with the number of the volume at the right of a room, beside the top of the
    /// card if it has room there above the badge.
    fn place_tile(&self, room: Area, badge_top: f64, card_top: f64) -> Option<Area> {
        let end = badge_top - APART * self.pixel();
        let side = self.volume_tile_side()?.min(end - room.top);
        let top = card_top.min(end - side);
        Some(Area { left: room.right() - side, top, width: side, height: side })
    }

    /// Places a card of this size in the middle of a room, and a badge at its lower right corner or
    /// some ninths of the grid higher.
    fn place_card(
        &self,
        room: Area,
        size: CardSize,
        limit: f64,
        puzzle: usize,
        rise: u8,
    ) -> PlacedCard {
        let badge = self.badge(size.badge * self.front.width, limit);
        let (wide, high) = badge.size;
        let below = if rise == 0 { BADGE_BELOW * high } else { 0.0 };
        let beside = self.volume_tile_side().map_or(0.0, |side| side + APART * self.pixel());
        let beside = beside.max(size.beside * wide);
        let widest = (MAX_CARD * room.width).min(room.width - beside).min(room.height - below);
        let grid = self.grid.with_side(size.card * widest / (1.0 + CARD_PADDING));
        let (side, pad) = (grid.outer(), grid.pad());
        let free = room.height - below - side - 2.0 * pad;
        let both = side + 2.0 * pad + beside;
        let left = room.left + (room.width - both).max(0.0) / 2.0;
        let corner = (left + pad, room.top + pad + free / 2.0);
        let right = (left + both).min(room.right());
        let bottom = corner.1 + side + pad + below - f64::from(rise) * side / 9.0;
        let centre = (right - wide / 2.0, bottom - high / 2.0);
        let column = Area { width: right - room.left, ..room };
        let tile = self.place_tile(column, centre.1 - high / 2.0, corner.1 - pad);
        PlacedCard { grid, corner, badge, centre, puzzle, tile }
    }

    /// Returns true if the badge covers no given of the card.
    fn covers_no_given(&self, card: &PlacedCard) -> bool {
        let givens = self.volume.puzzle(card.puzzle).givens();
        let grid = card.grid.in_shape(givens.shape());
        givens.filled().all(|(cell, _)| {
            let at = grid.middle(card.corner, cell);
            !card.badge.covers(card.centre, at, grid.digit_size())
        })
    }
}

impl FrontPuzzle<'_> {
    /// Returns the number of different given digits in the row and the column of a cell.
    /// `is_seen` returns true for cells that the front shows.
    pub(super) fn digits_along(&self, cell: usize, is_seen: impl Fn(usize) -> bool) -> u32 {
        let side = self.side();
        let along = self.givens.filled().filter(|&(other, _)| {
            let is_along = other / side == cell / side || other % side == cell % side;
            is_along && is_seen(other)
        });
        along.fold(0_u32, |found, (_, digit)| found | 1 << digit).count_ones()
    }
}
