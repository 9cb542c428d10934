//! The front of a cover. Each design has a file; all designs share the heading, the count and the
//! foot.
//!
//! A shop shows a front 160 pixels wide, so type is measured in pixels of such an image. Capitals
//! of the word *Sudoku* are at least 12 pixels high, the number of puzzles 16, and small words 7.

mod closeup;
mod copy;
pub(super) mod digit;
mod fox;
mod heading;
mod letters;
mod pencil;
mod photo;
mod puzzle;
mod scene;
mod window;

use super::{Area, Cover, CoverResult, OVERHANG, too_large, too_wide};
use crate::book::draw::{self, TextAlign, TextLines, TextStyle};
use crate::book::model::look::CoverDesign;
use crate::book::model::page::{Colour, DrawOp, PathPaint, Point};
use crate::book::text::language::is_east_asian;
use crate::book::text::typesetting::{Face, FontStack, PathEl};
use crate::text::problem::{Problem, clause, setting};
use engine::sudoku::grid::{Cell, Digit};
use heading::{CountStyle, FrontHeading};

/// Wider fronts, as a fraction of their height, have the heading beside the drawing.
const WIDE_FRONT: f64 = 0.9;
/// Wider fronts are so low that their heading must be short.
const LOW_FRONT: f64 = 1.12;
/// The right edge of the heading on a wide front, as a fraction of its width.
const HEADING_WIDTH: f64 = 0.55;
/// The maximum number of puzzles that a front with a badge tries.
const MAX_PUZZLES: usize = 100;
/// The width of the edge of a badge, in pixels.
const BADGE_EDGE: f64 = 1.4;
/// The radius of a circle around a digit with some space, as a fraction of its type size.
const DIGIT_RADIUS: f64 = 0.5;
/// The minimum heights of capitals in pixels of a front 160 pixels wide: for the word, the number
/// of puzzles, and small words.
pub(super) const MIN_WORD: f64 = 12.2;
pub(super) const MIN_NUMBER: f64 = 16.3;
pub(super) const MIN_SMALL: f64 = 7.2;

/// Returns the height of the capitals of a text, as a fraction of its type size. For ideographs it
/// is the height of their ink.
pub(super) fn cap_ratio(faces: FontStack, text: &str) -> f64 {
    let is_high = |c: char| is_east_asian(c) || ('\u{ac00}'..='\u{d7a3}').contains(&c);
    match text.chars().find(|&c| is_high(c)) {
        Some(_) => {
            let (low, high) = faces.ink(text);
            (high - low).min(0.9)
        }
        None => faces.first().cap_height(),
    }
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

    /// Returns true if the heading is beside the drawing.
    fn is_wide_front(&self) -> bool {
        self.front.width > WIDE_FRONT * self.front.height
    }

    /// Returns the margin of the front.
    fn margin(&self) -> f64 {
        let side = self.front.width.min(self.front.height);
        (0.058 * side).max(self.sheet.rules.safe + 0.5).max(18.5)
    }

    /// Returns the type size at which the capitals of a text have this height in pixels.
    fn type_size(&self, faces: FontStack, text: &str, pixels: f64) -> f64 {
        (pixels * self.pixel() / cap_ratio(faces, text)).max(self.min_type)
    }

    /// Returns the heavy faces of the word and the numbers on fronts.
    pub(crate) fn display(&self) -> FontStack {
        let strong = self.volume.setup.words().strong;
        let is_round = strong.first() == Face::ROUND_BOLD;
        if is_round { strong } else { strong.with_first(Face::DISPLAY) }
    }

    /// Returns the faces of small type.
    fn small_type(&self) -> FontStack {
        self.volume.setup.figures().strong
    }

    /// Draws the dark band at the foot of the whole cover, with the author and the number of the
    /// volume.
    fn draw_foot_band(&mut self) -> CoverResult<()> {
        let (front, pixel) = (self.front, self.pixel());
        let author = self.volume.author().map(str::to_owned);
        let left = author.clone().or_else(|| self.answers_line());
        let number =
            || Some(self.volume.setup.language.volume(self.volume.numbering.printed_volume?));
        let series = if self.is_low() { self.volume.titles.series_line.clone() } else { number() };
        let right = series.or_else(|| author.and_then(|_| self.answers_line()));
        if left.is_none() && right.is_none() {
            return Ok(());
        }
        let size = if self.is_low() { 5.4 } else { 8.4 } * pixel;
        let width = front.width - 2.0 * self.margin();
        let small = TextStyle::new(self.small_type(), (0.86 * size).max(self.min_type));
        let mut style = TextStyle::new(self.small_type(), size.max(self.min_type));
        // Text that does not fit beside the author is left out. The author shrinks only for the
        // number of a volume.
        let least = if self.volume.numbering.printed_volume.is_some() { 0.62 } else { 0.9 };
        let beside = right.as_ref().map_or(0.0, |text| small.width(text) + 5.0 * pixel);
        let long = left.as_ref().map_or(0.0, |text| style.width(text));
        let less = ((width - beside) / long.max(1.0)).min(1.0);
        let right = right.filter(|_| less >= least && less * style.size >= self.min_type);
        if let Some(left) = &left {
            let room = if right.is_some() { width - beside } else { width };
            style = self.fit("author", style, left, room)?;
        }
        let cap = style.cap();
        // Letters such as g and ず extend below their baseline.
        let below = |style: TextStyle, text: &Option<String>| {
            text.as_ref().map_or(0.0, |text| -style.faces.ink(text).0 * style.size)
        };
        let low = below(style, &left).max(below(small, &right));
        let safe = self.sheet.rules.safe + 0.1 + low;
        let clear = self.margin().max(18.5 + 0.3 * style.size).max(safe);
        let baseline = front.bottom() - clear;
        let top = baseline - cap - clear * if self.is_low() { 0.6 } else { 1.0 };
        let (width, height) = self.size();
        let (width, height) = (width + 2.0 * OVERHANG, height + OVERHANG - top);
        let band = Area { left: -OVERHANG, top, width, height };
        self.marks.push(band.filled(self.colours.deep));
        self.band_top = top;
        let (deep, colours) = (self.colours.deep, self.colours);
        let paper = colours.on(deep, &[colours.paper]);
        let bright = colours.on(deep, &[colours.accent, colours.ground, colours.paper]);
        let margin = self.margin();
        let (left_end, right_end) =
            ((front.left + margin, baseline), (front.right() - margin, baseline));
        if let Some(left) = left {
            self.write(paper, &TextLines::line(left, style), left_end, TextAlign::Left);
        }
        if let Some(right) = right {
            self.write(bright, &TextLines::line(right, small), right_end, TextAlign::Right);
        }
        Ok(())
    }

    /// Draws the band at the foot into a list of its own, so that what lies below the band can be
    /// drawn later. Sets the upper edge of the band.
    fn take_foot_band(&mut self) -> CoverResult<Vec<DrawOp>> {
        let before = self.marks.len();
        self.draw_foot_band()?;
        Ok(self.marks.split_off(before))
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

    /// Draws digits as outlines of this type size, each centred at a point.
    fn draw_figures(
        &mut self,
        colour: Colour,
        (face, size): (Face, f64),
        digits: impl IntoIterator<Item = (Digit, Point)>,
    ) {
        let mut shape = Vec::new();
        for (digit, at) in digits {
            self.add_figure(&mut shape, (face, digit), (at, size), |point| point);
        }
        self.fill(colour, shape);
    }

    /// Adds the outline of a digit to a shape, centred at a point before `to` maps it. Leaves out a
    /// digit that the band at the foot would cut, and one that would end in the bleed, where the
    /// cut could show its edge.
    fn add_figure(
        &self,
        shape: &mut Vec<PathEl>,
        (face, digit): (Face, Digit),
        ((x, y), size): (Point, f64),
        to: impl Fn(Point) -> Point,
    ) {
        let character = char::from(b'0' + digit.get());
        let origin = (x - face.advance(character) * size / 2.0, y + face.cap_height() * size / 2.0);
        let steps = face.steps(character, size).unwrap_or_default();
        let steps: Vec<_> =
            steps.into_iter().map(|step| step.translated(origin).map_points(&to)).collect();
        let in_bleed = |part: &[PathEl]| {
            let points = part.iter().flat_map(PathEl::points);
            let far = points.fold((0.0, 0.0), |far: Point, at| (far.0.max(at.0), far.1.max(at.1)));
            // The handles of curves lie slightly outside the ink.
            [0.0, 3.0, 6.0].iter().any(|less| self.ends_in_bleed((far.0 - less, far.1 - less)))
        };
        let heights = steps.iter().flat_map(PathEl::points).map(|point| point.1);
        let (high, low) = heights.fold((f64::MAX, f64::MIN), |(a, b), y| (a.min(y), b.max(y)));
        let is_cut = high < self.band_top && self.band_top < low;
        // Check the holes as well.
        let mut parts = steps.chunk_by(|_, next| !matches!(next, PathEl::Move(_)));
        if !is_cut && !parts.any(in_bleed) {
            shape.extend(steps);
        }
    }

    /// Returns true if a mark with this lower right corner ends in the bleed.
    fn ends_in_bleed(&self, (right, bottom): Point) -> bool {
        let ends = |far: f64, trim: f64, sheet: f64| far > trim - 1.5 && far < sheet + 0.5;
        ends(right, self.front.right(), self.sheet.width())
            || ends(bottom, self.front.bottom(), self.sheet.height())
    }

    /// Returns true if the front is so low that its heading must be short.
    fn is_low(&self) -> bool {
        self.front.width > LOW_FRONT * self.front.height
    }

    /// Returns the live area above the foot and above a gap in pixels.
    fn above_foot(&self, gap: f64) -> Area {
        let live = self.front.inside(self.margin());
        let bottom = self.band_top.min(live.bottom()) - gap * self.pixel();
        Area { height: bottom - live.top, ..live }
    }

    /// Draws a heading into the upper part of an area, and returns the area below it. `size` is the
    /// height of the heading in points and the gap below it in pixels.
    fn head_above(&mut self, area: Area, size: Point, heading: FrontHeading) -> CoverResult<Area> {
        let (height, gap) = size;
        let blocks = self.draw_heading(Area { height, ..area }, heading)?;
        let end = blocks.iter().map(|block| block.1).fold(area.top, f64::max);
        let top = end + gap * self.pixel();
        Ok(Area { top, height: area.bottom() - top, ..area })
    }

    /// Draws the heading on the left of a wide front, or at the top of any other front. Returns the
    /// area for the drawing.
    fn heading_room(&mut self, live: Area, size: Point, count: CountStyle) -> CoverResult<Area> {
        if self.is_wide_front() {
            self.draw_wide_heading(live)
        } else {
            self.head_above(live, size, FrontHeading::with(count))
        }
    }

    /// Draws the heading on the left of a wide front. Returns the area for the drawing.
    fn draw_wide_heading(&mut self, live: Area) -> CoverResult<Area> {
        let (front, margin, pixel) = (self.front, self.margin(), self.pixel());
        let width = HEADING_WIDTH * front.width - margin - 2.0 * pixel;
        self.draw_heading(Area { width, ..live }, FrontHeading::with(CountStyle::Stacked))?;
        let left = live.left + width + 6.0 * pixel;
        Ok(Area { left, width: live.right() - left, ..live })
    }

    /// Returns a colour for a badge on paper or on the ground.
    fn badge_fill(&self, base: Colour) -> Colour {
        let colours = &self.colours;
        let seen = [colours.ground, colours.deep, colours.accent, colours.text()];
        let is_seen = |colour: &&Colour| colour.contrast(base) >= 1.6 && **colour != base;
        seen.iter().find(is_seen).copied().unwrap_or(colours.ink)
    }

    /// Arranges a badge with the number of puzzles: round, or a plate if the number is long.
    fn badge(&self, side: f64) -> Badge {
        let (number, caption) = self.counted_words();
        let (display, pixel) = (self.display(), self.pixel());
        let mut style = TextStyle::new(display, self.type_size(display, "0", 21.0));
        let least = self.type_size(display, "0", MIN_NUMBER);
        style.size = (style.size * 0.76 * side / style.width(&number)).clamp(least, style.size);
        let small =
            TextStyle::new(self.small_type(), self.type_size(self.small_type(), &caption, 8.0));
        let round = side.max(style.width(&number) / 0.78);
        let caps =
            [cap_ratio(display, "0") * style.size, cap_ratio(small.faces, &caption) * small.size];
        let gap = 3.4 * pixel;
        let (width, height) = if round <= 0.42 * self.front.width {
            (round, round)
        } else {
            (style.width(&number) + 9.0 * pixel, caps[0] + caps[1] + gap + 11.0 * pixel)
        };
        let small = small.within(0.72 * width, &caption);
        let radius = if width > height { 0.22 * height } else { height / 2.0 };
        Badge { size: (width, height), radius, texts: [(number, style), (caption, small)], gap }
    }

    /// Returns puzzles for a front with a badge: the typical one, then others of its level.
    fn level_puzzles(&self) -> Vec<usize> {
        let level = self.volume.level(self.front_puzzle);
        let others = self.volume.puzzles_of_level(level);
        let others = others.filter(|puzzle| *puzzle != self.back_puzzle).take(MAX_PUZZLES);
        [self.front_puzzle].into_iter().chain(others).collect()
    }

    /// Draws a badge around a point.
    fn draw_badge(&mut self, badge: &Badge, fill: Colour, (x, y): Point) {
        let (colours, (width, height)) = (self.colours, badge.size);
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
        let baseline = y + (caps[0] - caps[1] - badge.gap) / 2.0;
        let mut text = Vec::new();
        draw::centred(&mut text, (x, baseline), *style, number);
        draw::centred(&mut text, (x, baseline + badge.gap + caps[1]), *small, caption);
        self.paint(colours.on(fill, &[colours.paper, colours.ink]), text);
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
