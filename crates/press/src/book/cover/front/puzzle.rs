//! The front *puzzle*: title and word on a label like that of an exercise book, a puzzle of the
//! book on a card, and a badge with the number of puzzles.

use super::super::shapes::{TILE, TILE_ROUND, add_tile};
use super::foot::FootLine;
use super::{
    Area, Badge, CountStyle, Cover, CoverResult, DrawOp, GridShape, Heading, HeadingForm,
    PathPaint, Point, TextAlign,
};
use crate::book::draw::GridStyle;

/// The sizes of the card and of the badge, as fractions of the widest card and of the front.
const SIZES: [CardSize; 6] = [
    CardSize { card: 1.0, badge: 0.32 },
    CardSize { card: 1.0, badge: 0.29 },
    CardSize { card: 0.94, badge: 0.29 },
    CardSize { card: 0.88, badge: 0.29 },
    CardSize { card: 0.8, badge: 0.29 },
    CardSize { card: 0.7, badge: 0.29 },
];
/// The maximum height of the label, as a fraction of the front, its padding, the distance of the
/// line inside it from its edge, the width of that line, and the space below it, in pixels.
const MAX_LABEL: f64 = 0.5;
const PADDING: f64 = 9.0;
/// The maximum type size of the title, in pixels.
const MAX_TITLE: f64 = 20.0;
const LABEL_EDGE: f64 = 3.0;
const LABEL_LINE: f64 = 0.8;
const BELOW_LABEL: f64 = 8.0;
/// The width of the label on a wide front, as a fraction of it.
const WIDE_LABEL: f64 = 0.66;
/// The part of the badge that is beside and below the card.
const BADGE_BESIDE: f64 = 0.4;
const BADGE_BELOW: f64 = 0.28;
/// The side of a badge apart from its card, as a fraction of the front, and the space between them
/// in pixels.
const APART_BADGE: f64 = 0.29;
const APART: f64 = 6.0;
/// The maximum width of the card, as a fraction of the live area.
const MAX_CARD: f64 = 0.86;
/// The padding of a card on both sides, as a fraction of its grid.
const CARD_PADDING: f64 = 0.077;
/// The number of tiles across the ground.
/// The type size of the digits on tiles, as a fraction of the place of a tile.
const DIGIT_SIZE: f64 = 0.56;
const GROUND_TILES: f64 = 5.0;
const WIDE_GROUND_TILES: f64 = 9.0;

/// The size of a card and of its badge.
#[derive(Clone, Copy)]
struct CardSize {
    card: f64,
    badge: f64,
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
        if self.is_wide_front() {
            return self.draw_wide_label(&foot, live);
        }
        self.draw_ground_tiles();
        let height = MAX_LABEL * self.front.height - self.margin();
        let label = self.fit_label(Area { height, ..live }, CountStyle::Levels)?;
        let limit = label.heading.title_size;
        let below = live.top + label.height + BELOW_LABEL * self.pixel();
        self.draw_label(label, live);
        let room = live.with_top(below);
        let card = self.fit_card(room, limit);
        (self.grid, self.front_puzzle) = (card.grid, card.puzzle);
        self.draw_front_card(card.corner);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.draw_badge(&card.badge, fill, card.centre);
        if let Some(tile) = card.tile {
            self.draw_number_tile(tile, fill, TILE_ROUND * tile.width);
        }
        self.draw_foot(&foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Fits the heading into a label that is at most as large as an area.
    fn fit_label(&self, area: Area, count: CountStyle) -> CoverResult<Label> {
        let (base, max_title) = (self.colours.paper, MAX_TITLE);
        let usual = self.heading_form(count);
        let form = HeadingForm { align: TextAlign::Middle, base, max_title, ..usual };
        let padding = PADDING * self.pixel();
        let heading = self.fit_heading(area.inside(padding), form)?;
        let height = heading.height() + 2.0 * padding;
        Ok(Label { heading, height })
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
        self.draw_heading(label.heading, place.inside(PADDING * pixel));
    }

    /// Draws the label in the middle of a wide front. The puzzle covers the ground around it.
    fn draw_wide_label(&mut self, foot: &FootLine, live: Area) -> CoverResult<()> {
        let side = self.volume_tile_side();
        let beside = side.map_or(0.0, |side| side + APART * self.pixel());
        let width = (WIDE_LABEL * self.front.width).min(live.width - beside);
        let place = Area { width, ..live.centred(width + beside) };
        let label = self.fit_label(place, CountStyle::Stacked)?;
        let top = live.top + (live.height - label.height) / 2.0;
        let place = Area { top, height: label.height, ..place };
        self.draw_ground_tiles();
        self.draw_ground_digits(Area { width: place.width + beside, ..place });
        self.draw_label(label, place);
        if let Some(side) = side {
            let tile = Area { left: place.right() + beside - side, width: side, ..place };
            let tile = Area { height: side, ..tile };
            let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
            self.draw_number_tile(tile, fill, TILE_ROUND * side);
        }
        self.draw_foot(foot, self.colours.ground, TextAlign::Middle);
        Ok(())
    }

    /// Draws the puzzle of the front on a card whose grid has this corner.
    fn draw_front_card(&mut self, corner: Point) {
        let puzzle = self.cover_puzzle(self.front_puzzle);
        let grid = self.grid.in_shape(puzzle.shape());
        self.draw_card(corner, grid);
        let face = self.volume.setup.figures().strong.first();
        let figures = puzzle.figures(face, grid.digit_size());
        let signs = puzzle.all_given().map(|(cell, sign)| (sign, grid.middle(corner, cell)));
        self.draw_figures(self.colours.ink, figures, signs);
    }

    /// Fits a card and its badge into a room. The badge covers no given: the front shows another
    /// puzzle of the level if need be, and then both become smaller, or stand apart.
    fn fit_card(&self, room: Area, limit: f64) -> PlacedCard {
        let apart = self.place_apart(room, limit);
        for size in SIZES {
            for puzzle in self.level_puzzles() {
                let found = self.place_card(room, size, limit, puzzle);
                if found.grid.cell < apart.grid.cell {
                    return apart;
                }
                if self.covers_no_given(&found) {
                    return found;
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
        let tile = self.place_tile(room, centre.1 - high / 2.0, top);
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

    /// Places a card of this size in the middle of a room, and a badge at its lower right corner.
    fn place_card(&self, room: Area, size: CardSize, limit: f64, puzzle: usize) -> PlacedCard {
        let badge = self.badge(size.badge * self.front.width, limit);
        let (wide, high) = badge.size;
        let below = BADGE_BELOW * high;
        let beside = self.volume_tile_side().map_or(0.0, |side| side + APART * self.pixel());
        let widest = (MAX_CARD * room.width).min(room.width - beside).min(room.height - below);
        let grid = self.grid.with_side(size.card * widest / (1.0 + CARD_PADDING));
        let (side, pad) = (grid.outer(), grid.pad());
        let free = room.height - below - side - 2.0 * pad;
        let both = side + 2.0 * pad + beside.max(BADGE_BESIDE * wide);
        let left = room.left + (room.width - both).max(0.0) / 2.0;
        let corner = (left + pad, room.top + pad + free / 2.0);
        let right = (left + both).min(room.right());
        let bottom = corner.1 + side + pad + below;
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

    /// Returns the side of the place of a tile on the ground.
    fn ground_pitch(&self) -> f64 {
        let across = if self.is_wide_front() { WIDE_GROUND_TILES } else { GROUND_TILES };
        self.front.width / across
    }

    /// Returns the givens on the ground and the middles of their tiles, from the upper right. The
    /// edges of the front cut the outer tiles in the middle.
    fn ground_givens(&self) -> Vec<(char, Point)> {
        let (front, pitch) = (self.front, self.ground_pitch());
        let half = TILE.0 * pitch / 2.0;
        let puzzle = self.cover_puzzle(self.back_puzzle);
        let side = puzzle.side();
        let mut found = Vec::new();
        for place in 0..GridShape::MAX_CELLS {
            let (column, row) = (place % GridShape::MAX_SIDE, place / GridShape::MAX_SIDE);
            let at = (front.right() - column as f64 * pitch, front.top + row as f64 * pitch);
            let is_seen = at.0 > front.left + half && at.1 - half < front.bottom();
            if !is_seen || self.ends_in_bleed((at.0 + half, at.1 + half)) {
                continue;
            }
            // A small puzzle is repeated.
            found.extend(puzzle.given(row % side * side + column % side).map(|sign| (sign, at)));
        }
        found
    }

    /// Draws large pale tiles on the ground.
    fn draw_ground_tiles(&mut self) {
        let mut steps = Vec::new();
        for (_, at) in self.ground_givens() {
            add_tile(&mut steps, at, self.ground_pitch());
        }
        self.fill(self.colours.shade, steps);
    }

    /// Draws the digits on whole tiles above the foot that keep clear of a label.
    fn draw_ground_digits(&mut self, label: Area) {
        let (live, pitch) = (self.front.inside(self.margin()), self.ground_pitch());
        let half = DIGIT_SIZE * pitch / 2.0;
        let kept = label.inside(-half);
        let digits = self.ground_givens().into_iter().filter(|&(_, (x, y))| {
            let is_whole = x + half < live.right() && y - half > live.top && x - half > live.left;
            let is_beside = x < kept.left || x > kept.right();
            is_whole && y + half < kept.bottom() && (is_beside || y < kept.top)
        });
        let face = self.volume.setup.figures().strong.first();
        let figures = self.cover_puzzle(self.back_puzzle).figures(face, DIGIT_SIZE * pitch);
        let soft = self.soft_on(self.colours.shade);
        self.draw_figures(soft, figures, digits);
    }
}
