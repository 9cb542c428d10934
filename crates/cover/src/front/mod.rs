//! The front of a cover. Each design has a file; all designs share the heading, the count and the
//! foot.
//!
//! A shop shows a front 160 pixels wide, so type is measured in pixels of such an image. Capitals
//! of the word *Sudoku* are at least 12 pixels high, the number of puzzles 16, and small words 7.

mod banner;
mod cards;
mod closeup;
mod copy;
pub(super) mod digit;
mod foot;
mod fox;
mod heading;
mod lesson;
mod letters;
mod pad;
mod pencil;
mod photo;
mod puzzle;
mod scene;
mod tiles;
mod window;

use super::{Area, Cover, CoverResult, NEAR_TRIM, OVERHANG, too_long_for, too_wide};
use book::CoverDesign;
pub(super) use copy::CountedWords;
use grid::{AnyGrid, GridShape};
use heading::{CountStyle, Heading, HeadingForm, LineSpace};
use page::{
    Colour, DrawOp, Face, FigureType, FontStack, PathEl, PathPaint, Point, SymbolSet, TextAlign,
    TextLines, TextStyle,
};
use pencil::PaperSheet;
use words::{Problem, clause, is_east_asian, setting};

/// Wider fronts, as a fraction of their height, have another composition in designs that need the
/// height.
const WIDE_FRONT: f64 = 0.9;
/// Wider fronts are so low that their heading must be short.
const LOW_FRONT: f64 = 1.12;
/// The margin of a front as a fraction of its smaller side, and its minimum in points.
const MARGIN: f64 = 0.058;
const MIN_MARGIN: f64 = 18.5;
/// The right edge of a heading beside the drawing, as a fraction of the front, and the space
/// between both in pixels.
const HEADING_WIDTH: f64 = 0.54;
const ASIDE_GAP: f64 = 6.0;
/// The maximum number of puzzles that a front with a badge tries.
const MAX_PUZZLES: usize = 100;
/// The minimum contrast of a badge with the colour around it.
const SEEN_CONTRAST: f64 = 1.6;
/// A mark that ends at most this much beyond the sheet ends in the bleed.
const BEYOND_SHEET: f64 = 0.5;
/// The width of the edge of a badge, in pixels.
const BADGE_EDGE: f64 = 1.4;
/// The height of the number and of the caption of a badge, and the space between them, in pixels.
const BADGE_NUMBER: f64 = 21.0;
const BADGE_CAPTION: f64 = 8.0;
const BADGE_GAP: f64 = 3.4;
/// The usual and the maximum width of the number, and the maximum width of the caption, as
/// fractions of the badge.
const NUMBER_IN_BADGE: f64 = 0.76;
const MAX_NUMBER_IN_BADGE: f64 = 0.78;
const CAPTION_IN_BADGE: f64 = 0.72;
/// The maximum side of a round badge, as a fraction of the front. A plate has this padding in
/// pixels, and corners of this fraction of its height.
const MAX_ROUND_BADGE: f64 = 0.42;
const PLATE_PADDING: (f64, f64) = (9.0, 11.0);
const PLATE_ROUND: f64 = 0.22;
/// The radius of a circle around a digit with some space, as a fraction of its type size.
const DIGIT_RADIUS: f64 = 0.5;
/// The minimum heights of capitals in pixels of a front 160 pixels wide: for the word, the number
/// of puzzles, and small words.
pub(super) const MIN_WORD: f64 = 12.2;
pub(super) const MIN_NUMBER: f64 = 16.3;
pub(super) const MIN_SMALL: f64 = 7.2;

/// The height of ideographs beside capitals: with the same height, their many strokes look small.
const IDEOGRAPH_HEIGHT: f64 = 1.25;

/// Returns true if a text has ideographs, kana or hangul.
fn has_ideographs(text: &str) -> bool {
    text.chars().any(|c| is_east_asian(c) || ('\u{ac00}'..='\u{d7a3}').contains(&c))
}

/// Returns the height of the capitals of a text, as a fraction of its type size. For ideographs it
/// is the height of their ink.
pub(super) fn cap_ratio(faces: FontStack, text: &str) -> f64 {
    if has_ideographs(text) {
        let (low, high) = faces.ink(text);
        return (high - low).min(0.9);
    }
    faces.first().cap_height()
}

impl Cover<'_> {
    /// Draws the front of the chosen design.
    pub(super) fn draw_front(&mut self) -> CoverResult<()> {
        if let Some(picture) = self.picture.clone() {
            self.draw_picture(picture);
            if self.design == CoverDesign::Picture {
                return Ok(());
            }
            return self.draw_words_on_picture();
        }
        match self.design {
            CoverDesign::Pencil => self.draw_pencil_front(),
            CoverDesign::Closeup => self.draw_closeup(),
            CoverDesign::Lesson => self.draw_lesson(),
            CoverDesign::Pad => self.draw_pad(),
            CoverDesign::Cards => self.draw_cards(),
            CoverDesign::Letters => self.draw_letters(),
            CoverDesign::Window => self.draw_window_front(),
            CoverDesign::Puzzle => self.draw_puzzle(),
            CoverDesign::Tiles => self.draw_tiles_front(),
            CoverDesign::Digit => self.draw_digit(),
            CoverDesign::Picture => {
                let own = clause!("a picture of your own ({})", setting("cover-picture"));
                Err(Problem::expected(own, "none").at("front picture"))
            }
        }
    }

    /// Returns the area that a picture fills: the front with its bleed.
    pub(super) fn picture_area(&self) -> Area {
        let left = if self.sheet.spine.is_some() { self.front.left } else { 0.0 };
        let (width, height) = (self.sheet.width() - left, self.sheet.height());
        Area { left, top: 0.0, width, height }
    }

    /// Returns the size of a pixel in points, if the front is shown 160 pixels wide.
    pub(super) fn pixel(&self) -> f64 {
        self.front.width / 160.0
    }

    /// Returns true if the front is square or wider.
    fn is_wide_front(&self) -> bool {
        self.front.width > WIDE_FRONT * self.front.height
    }

    /// Returns the margin of the front.
    fn margin(&self) -> f64 {
        let side = self.front.width.min(self.front.height);
        (MARGIN * side).max(self.sheet.rules.safe + 0.5).max(MIN_MARGIN)
    }

    /// Returns the type size at which the capitals of a text have this height in pixels, and
    /// ideographs a larger one.
    fn type_size(&self, faces: FontStack, text: &str, pixels: f64) -> f64 {
        let larger = if has_ideographs(text) { IDEOGRAPH_HEIGHT } else { 1.0 };
        (larger * pixels * self.pixel() / cap_ratio(faces, text)).max(self.min_type)
    }

    /// Returns the face of the title that suits the front. A book in round letters keeps them.
    pub(crate) fn title_face(&self) -> Face {
        if self.volume.setup.words().strong.first() == Face::ROUND_BOLD {
            return Face::ROUND_BOLD;
        }
        match self.design {
            CoverDesign::Window | CoverDesign::Puzzle => Face::SERIF_SEMIBOLD,
            CoverDesign::Letters => Face::ROUND_BOLD,
            CoverDesign::Closeup => Face::HYPERLEGIBLE_BOLD,
            CoverDesign::Pencil
            | CoverDesign::Lesson
            | CoverDesign::Pad
            | CoverDesign::Cards
            | CoverDesign::Tiles
            | CoverDesign::Digit
            | CoverDesign::Picture => Face::DISPLAY,
        }
    }

    /// Returns the faces of the word and of numbers: the faces of the title, or the faces of small
    /// type beside a title with serifs. A front has two faces at most.
    pub(crate) fn display(&self) -> FontStack {
        let face = self.title_face();
        if face == Face::SERIF_SEMIBOLD {
            return self.small_type().heavy();
        }
        let strong = self.volume.setup.words().strong;
        if strong.first() == face { strong.heavy() } else { strong.with_first(face).heavy() }
    }

    /// Returns the faces of small type.
    pub(super) fn small_type(&self) -> FontStack {
        self.volume.setup.figures().strong
    }

    /// Returns the start of a line: `x`, or a point further right if the first letter, such as a J,
    /// would extend into the printer's margin.
    fn inset_start(&self, x: f64, style: TextStyle, line: &str) -> f64 {
        x.max(self.front.left + self.sheet.rules.safe + 0.2 + style.overhangs(line).0)
    }

    /// Returns this style, or a smaller one in which no line extends into the printer's margins.
    /// Letters such as a J reach beyond the width of their line.
    fn within_margins(&self, text: &TextLines, anchor: LineAnchor) -> TextStyle {
        let safe = self.sheet.rules.safe + 0.2;
        let [left, right] = [self.front.left + safe, self.front.right() - safe];
        let mut factor: f64 = 1.0;
        let style = text.style;
        for line in &text.lines {
            let (before, after) = style.overhangs(line);
            let wide = style.width(line).max(0.01);
            factor = factor.min((right - left) / (before + wide + after));
            factor = match anchor {
                LineAnchor::Left(x) => factor.min((right - x) / (wide + after)),
                LineAnchor::Middle(x) => factor
                    .min((right - x) / (wide / 2.0 + after))
                    .min((x - left) / (wide / 2.0 + before)),
            };
        }
        TextStyle { size: (factor * style.size).max(self.min_type).min(style.size), ..style }
    }

    /// Fills a path of straight lines.
    fn fill_path(&mut self, colour: Colour, points: Vec<Point>) {
        self.paint(colour, vec![DrawOp::Path { points, paint: PathPaint::Fill }]);
    }

    /// Draws signs as outlines, each centred at a point.
    pub(super) fn draw_figures(
        &mut self,
        colour: Colour,
        type_size: FigureType,
        signs: impl IntoIterator<Item = (char, Point)>,
    ) {
        let mut shape = Vec::new();
        for (sign, at) in signs {
            let steps = type_size.outline(sign, at);
            self.add_figure(&mut shape, steps);
        }
        self.fill(colour, shape);
    }

    /// Draws digits that somebody has filled in, each cell around its point.
    fn draw_written(
        &mut self,
        puzzle: &FrontPuzzle,
        figures: FigureType,
        cells: impl IntoIterator<Item = (usize, Point)>,
    ) {
        let mut written = Vec::new();
        for (turn, (cell, at)) in cells.into_iter().enumerate() {
            self.add_figure(&mut written, figures.written(puzzle.found(cell), at, turn));
        }
        self.fill(self.colours.figure, written);
    }

    /// Draws the givens of a puzzle on a turned sheet. `is_seen` returns true for the cells that
    /// are seen.
    fn draw_givens_on_sheet(
        &mut self,
        sheet: PaperSheet,
        puzzle: &FrontPuzzle,
        digit: f64,
        is_seen: impl Fn(usize) -> bool,
    ) {
        let figures = puzzle.figures(self.small_type().first(), digit);
        let mut given = Vec::new();
        for (cell, sign) in puzzle.all_given().filter(|&(cell, _)| is_seen(cell)) {
            let steps = figures.outline(sign, puzzle.middle(cell)).into_iter();
            self.add_figure(&mut given, steps.map(|s| s.map_points(|at| sheet.at(at))).collect());
        }
        self.fill(self.colours.ink, given);
    }

    /// Adds the outline of a digit to a shape. Leaves out a digit that the band or the tile at the
    /// foot would cover, and one that would end in the bleed, where the cut could show its edge.
    fn add_figure(&self, shape: &mut Vec<PathEl>, steps: Vec<PathEl>) {
        let place = Area::around(steps.iter().flat_map(PathEl::points));
        let is_under = self.foot_tile.is_some_and(|tile| tile.overlaps(place));
        let is_cut = is_under || place.top < self.band_top && self.band_top < place.bottom();
        // Check the holes as well.
        let mut parts = steps.chunk_by(|_, next| !matches!(next, PathEl::Move(_)));
        if !is_cut && !parts.any(|part| self.part_ends_in_bleed(part)) {
            shape.extend(steps);
        }
    }

    /// Returns true if a part of an outline ends in the bleed.
    fn part_ends_in_bleed(&self, part: &[PathEl]) -> bool {
        let points = part.iter().flat_map(PathEl::points);
        let far = points.fold((0.0, 0.0), |far: Point, at| (far.0.max(at.0), far.1.max(at.1)));
        // The handles of curves lie slightly outside the ink.
        [0.0, 3.0, 6.0].iter().any(|less| self.ends_in_bleed((far.0 - less, far.1 - less)))
    }

    /// Returns true if a mark with this lower right corner ends in the bleed.
    fn ends_in_bleed(&self, corner: Point) -> bool {
        ends_between(corner.0, self.front.right(), self.sheet.width())
            || ends_between(corner.1, self.front.bottom(), self.sheet.height())
    }

    /// Returns the pale tint of blocks on paper.
    fn block_tint(&self) -> Colour {
        if self.colours.figure == self.colours.ink {
            return Colour::Grey(0.9);
        }
        self.colour_of([0xff, 0xf0, 0xc2])
    }

    /// Returns true if the front is so low that its heading must be short.
    fn is_low(&self) -> bool {
        self.front.width > LOW_FRONT * self.front.height
    }

    /// Returns the column of the words on the left of a wide front.
    fn heading_column(&self, live: Area) -> Area {
        Area { width: HEADING_WIDTH * self.front.width - self.margin(), ..live }
    }

    /// Draws the heading on the left of a low front. Returns the area for the drawing.
    fn draw_heading_aside(&mut self, live: Area, form: HeadingForm) -> CoverResult<Area> {
        let mut area = self.heading_column(live);
        if let Some(tile) = self.foot_tile {
            area.height = area.height.min(tile.top - ASIDE_GAP * self.pixel() - area.top);
        }
        let mut heading = self.fit_heading(area, form)?;
        heading.lower_count(area.height);
        self.draw_heading(heading, area);
        let left = area.right() + ASIDE_GAP * self.pixel();
        Ok(Area { left, width: live.right() - left, ..live })
    }

    /// Returns a colour for a badge on another colour: the first of some wishes that can be seen.
    pub(super) fn badge_fill(&self, base: Colour, wishes: &[Colour]) -> Colour {
        let colours = &self.colours;
        let others = [colours.ground, colours.deep, colours.accent, colours.text()];
        let mut all = wishes.iter().copied().chain(others);
        let seen = all.find(|&colour| colour.contrast(base) >= SEEN_CONTRAST && colour != base);
        seen.unwrap_or(colours.ink)
    }

    /// Arranges a badge with the number of puzzles. No type is larger than `limit`.
    fn badge(&self, side: f64, limit: f64) -> Badge {
        self.badge_of(self.counted_words(), side, limit)
    }

    /// Arranges a badge with a number and a caption: round, or a plate if the number is long. No
    /// type is larger than `limit`.
    fn badge_of(&self, words: CountedWords, side: f64, limit: f64) -> Badge {
        let CountedWords { number, caption } = words;
        let (display, pixel) = (self.display(), self.pixel());
        let most = self.type_size(display, "0", BADGE_NUMBER).min(limit);
        let least = self.type_size(display, "0", MIN_NUMBER).min(most);
        let wide = TextStyle::new(display, most).width(&number);
        let size = (most * NUMBER_IN_BADGE * side / wide).clamp(least, most);
        let style = TextStyle::new(display, size);
        let faces = self.small_type().heavy();
        let caption_size = self.type_size(faces, &caption, BADGE_CAPTION).min(limit);
        let small = TextStyle::new(faces, caption_size);
        let round = side.max(style.width(&number) / MAX_NUMBER_IN_BADGE);
        let high = style.cap() + cap_ratio(small.faces, &caption) * small.size;
        let gap = BADGE_GAP * pixel;
        let (width, height) = if round <= MAX_ROUND_BADGE * self.front.width {
            (round, round)
        } else {
            let width = style.width(&number) + PLATE_PADDING.0 * pixel;
            (width, high + gap + PLATE_PADDING.1 * pixel)
        };
        let small = small.within(CAPTION_IN_BADGE * width, &caption);
        let radius = if width > height { PLATE_ROUND * height } else { height / 2.0 };
        let texts = [(number, style), (caption, small)];
        Badge { size: (width, height), radius, texts, gap, is_caption_first: false }
    }

    /// Returns puzzles for a front with a badge: the typical one, then others of its level.
    fn level_puzzles(&self) -> Vec<usize> {
        let level = self.volume.level(self.front_puzzle);
        let others = self.volume.puzzles_of_level(level);
        let others = others.filter(|puzzle| *puzzle != self.back_puzzle).take(MAX_PUZZLES);
        [self.front_puzzle].into_iter().chain(others).collect()
    }

    /// Draws a badge around a point.
    fn draw_badge(&mut self, badge: &Badge, fill: Colour, centre: Point) {
        let ((x, y), colours, (width, height)) = (centre, self.colours, badge.size);
        let area = Area { left: x - width / 2.0, top: y - height / 2.0, width, height };
        for (colour, edge) in [(colours.paper, 0.0), (fill, BADGE_EDGE * self.pixel())] {
            let inside = area.inside(edge);
            self.fill_round(colour, inside, badge.radius * inside.height / height);
        }
        let [(number, style), (caption, small)] = &badge.texts;
        let caps = [
            cap_ratio(style.faces, "0") * style.size,
            cap_ratio(small.faces, caption) * small.size,
        ];
        let high = caps[0] + caps[1] + badge.gap;
        let (mut baseline, mut below) = (y - high / 2.0 + caps[0], y + high / 2.0);
        if badge.is_caption_first {
            (baseline, below) = (below, y - high / 2.0 + caps[1]);
        }
        let mut text = Vec::new();
        style.draw_centred(&mut text, (x, baseline), number);
        small.draw_centred(&mut text, (x, below), caption);
        self.paint(colours.on(fill, &[colours.paper, colours.ink]), text);
    }
}

/// Returns true if a mark that ends here ends in the bleed, between the trim and the sheet.
fn ends_between(end: f64, trim: f64, sheet: f64) -> bool {
    end > trim - NEAR_TRIM && end < sheet + BEYOND_SHEET
}

/// A puzzle of the book on a front, with the signs in its cells. Cells are numbered from 0, row by
/// row.
pub(super) struct FrontPuzzle<'a> {
    givens: AnyGrid,
    solution: AnyGrid,
    /// The signs instead of digits.
    symbols: Option<&'a SymbolSet>,
}

impl<'a> Cover<'a> {
    /// Returns a puzzle, counted from 0.
    pub(super) fn cover_puzzle(&self, puzzle: usize) -> FrontPuzzle<'a> {
        let shown = self.volume.puzzle(puzzle);
        let symbols = self.volume.symbols(puzzle);
        FrontPuzzle { givens: shown.givens(), solution: shown.solution(), symbols }
    }
}

impl FrontPuzzle<'_> {
    pub fn shape(&self) -> GridShape {
        self.givens.shape()
    }

    /// Returns the number of cells of a row.
    pub fn side(&self) -> usize {
        self.shape().side()
    }

    /// Returns the given sign of a cell; `None` if the cell is empty.
    pub fn given(&self, cell: usize) -> Option<char> {
        Some(self.sign(self.givens.digit(cell)?))
    }

    /// Returns the given signs with their cells.
    fn all_given(&self) -> impl Iterator<Item = (usize, char)> {
        self.givens.filled().map(|(cell, digit)| (cell, self.sign(digit)))
    }

    /// Returns the sign that the solution has in a cell.
    pub fn found(&self, cell: usize) -> char {
        self.sign(self.solution.digit(cell).expect("a solution is full"))
    }

    fn sign(&self, digit: u8) -> char {
        SymbolSet::sign_in(self.symbols, digit)
    }

    /// Returns the middle of a cell, in cells from the corner of the grid.
    fn middle(&self, cell: usize) -> Point {
        ((cell % self.side()) as f64 + 0.5, (cell / self.side()) as f64 + 0.5)
    }

    /// Returns the type of the signs, in this face unless they are shapes.
    pub fn figures(&self, face: Face, size: f64) -> FigureType {
        FigureType { face: self.symbols.map_or(face, |set| set.face(face)), size }
    }
}

/// The point from which a line of a front is drawn.
#[derive(Clone, Copy)]
enum LineAnchor {
    /// The start of the line. Lines whose first letter would extend into the margin start later.
    Left(f64),
    Middle(f64),
}

/// A badge with the number of puzzles and a caption.
struct Badge {
    size: Point,
    /// The radius of the corners: half the side of a round badge.
    radius: f64,
    texts: [(String, TextStyle); 2],
    /// The distance between number and caption.
    gap: f64,
    /// True if the caption is above the number.
    is_caption_first: bool,
}

impl Badge {
    /// Returns true if the badge around a point covers a digit of this type size, or comes near.
    fn covers(&self, centre: Point, digit: Point, size: f64) -> bool {
        let (x, y) = ((digit.0 - centre.0).abs(), (digit.1 - centre.1).abs());
        // The distances of the digit from the rectangle of the centres of the round corners.
        let core = [self.size.0, self.size.1].map(|side| side / 2.0 - self.radius);
        let (x, y) = ((x - core[0]).max(0.0), (y - core[1]).max(0.0));
        (x * x + y * y).sqrt() < self.radius + DIGIT_RADIUS * size
    }
}
