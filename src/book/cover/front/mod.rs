//! The front of a cover: a file for each design. They share the heading, the count and the foot.
//!
//! A shop shows a front 160 pixels wide. Type is therefore measured in pixels of such a picture: the word *Sudoku*
//! has capitals of at least 12, the number of puzzles of 16, what says for whom the book is of 7.

mod closeup;
pub(super) mod digit;
mod heading;
mod letters;
mod pencil;
mod photo;
mod puzzle;
mod said;
mod scene;
mod tiles;
mod window;

use super::{Area, Cover, CoverResult, large, wide};
use crate::book::draw::{self, TextStyle};
use crate::book::model::look::CoverDesign;
use crate::book::model::page::{Colour, DrawOp, PathPaint, Point};
use crate::book::text::language::is_east_asian;
use crate::book::text::typesetting::{Face, FontStack, PathEl};
use crate::sudoku::grid::{Cell, Digit};
use heading::{Count, Heading};

/// Fronts that are wider, as a fraction of the height, have what they show beside the heading.
const WIDE: f64 = 0.9;
/// Fronts that are wider are so low that their heading must be short.
const FLAT: f64 = 1.12;
/// Where the heading of a wide front ends, as a fraction of its width.
const HALF: f64 = 0.55;
/// The height of capitals, in pixels of a front of 160: least for the word, the number, and what says for whom.
pub(super) const WORD: f64 = 12.2;
pub(super) const NUMBER: f64 = 16.3;
pub(super) const WHOM: f64 = 7.2;

/// The height of the capitals of a text, as a fraction of its type size; ideographs count with their ink.
pub(super) fn capitals(faces: FontStack, text: &str) -> f64 {
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
    pub(super) fn front(&mut self) -> CoverResult<()> {
        if let Some(picture) = self.picture.clone() {
            return self.photo_front(picture);
        }
        match self.design {
            CoverDesign::Pencil => self.pencil_front(),
            CoverDesign::Closeup => self.closeup_front(),
            CoverDesign::Letters => self.letters_front(),
            CoverDesign::Window => self.window_front(),
            CoverDesign::Puzzle => self.puzzle_front(),
            CoverDesign::Tiles => self.tiles_front(),
            CoverDesign::Digit => self.digit_front(),
        }
    }

    /// The area that a picture fills: the front and its bleed.
    pub(super) fn picture_area(&self) -> Area {
        let left = if self.sheet.spine.is_some() { self.face.left } else { 0.0 };
        let (width, height) = (self.sheet.width() - left, self.sheet.height());
        Area { left, top: 0.0, width, height }
    }

    /// A pixel of a front that is shown 160 pixels wide.
    pub(super) fn pixel(&self) -> f64 {
        self.face.width / 160.0
    }

    /// Whether the front has the heading beside what it shows.
    fn is_wide_front(&self) -> bool {
        self.face.width > WIDE * self.face.height
    }

    /// The margin of the front.
    fn margin(&self) -> f64 {
        let side = self.face.width.min(self.face.height);
        (0.058 * side).max(self.sheet.rules.safe + 0.5).max(18.5)
    }

    /// The type size at which the capitals of a text have this height in pixels.
    fn sized(&self, faces: FontStack, text: &str, pixels: f64) -> f64 {
        (pixels * self.pixel() / capitals(faces, text)).max(self.min_type)
    }

    /// The heavy face of the word and the numbers on fronts.
    pub(in crate::book::cover) fn display(&self) -> FontStack {
        let strong = self.volume.setup.words().strong;
        let is_round = strong.first() == Face::ROUND_BOLD;
        let usual = if is_round { strong } else { strong.with_first(Face::DISPLAY) };
        self.volume.setup.imprint.title_face.map_or(usual, |own| usual.with_first(own))
    }

    /// The face of small type.
    fn plain(&self) -> FontStack {
        self.volume.setup.figures().strong
    }

    /// Draws the dark band at the foot, which goes round the fold, with the author and the number of the volume.
    fn foot_band(&mut self) -> CoverResult<()> {
        let (face, pixel) = (self.face, self.pixel());
        let author = self.volume.author().map(str::to_owned);
        let left = author.clone().or_else(|| self.promise());
        let number =
            || Some(self.volume.setup.language.volume(self.volume.numbering.printed_volume?));
        let series = if self.is_flat() { self.volume.titles.series_line.clone() } else { number() };
        let right = series.or_else(|| author.and_then(|_| self.promise()));
        if left.is_none() && right.is_none() {
            return Ok(());
        }
        let words = self.volume.setup.words();
        let size = if self.is_flat() { 5.4 } else { 8.4 } * pixel;
        let width = face.width - 2.0 * self.margin();
        let small = TextStyle::new(self.plain(), (0.86 * size).max(self.min_type));
        let mut style = TextStyle::new(words.strong, size.max(self.min_type));
        // What does not fit beside the author is left out, but the author shrinks for the number of a volume.
        let least = if self.volume.numbering.printed_volume.is_some() { 0.62 } else { 0.9 };
        let beside = right.as_ref().map_or(0.0, |text| small.width(text) + 5.0 * pixel);
        let long = left.as_ref().map_or(0.0, |text| style.width(text));
        let less = ((width - beside) / long.max(1.0)).min(1.0);
        let right = right.filter(|_| less >= least && less * style.size >= self.min_type);
        if let Some(left) = &left {
            let room = if right.is_some() { width - beside } else { width };
            style = self.fitted("author", style, left, room)?;
        }
        let cap = style.cap();
        // Letters such as g and ず reach below their line.
        let below = |style: TextStyle, text: &Option<String>| {
            text.as_ref().map_or(0.0, |text| -style.faces.ink(text).0 * style.size)
        };
        let low = below(style, &left).max(below(small, &right));
        let safe = self.sheet.rules.safe + 0.1 + low;
        let clear = self.margin().max(18.5 + 0.3 * style.size).max(safe);
        let baseline = face.bottom() - clear;
        let top = baseline - cap - clear * if self.is_flat() { 0.6 } else { 1.0 };
        let band =
            Area { left: 0.0, top, width: self.sheet.width(), height: self.sheet.height() - top };
        self.marks.push(band.filled(self.colours.deep));
        self.band = top;
        let (deep, colours) = (self.colours.deep, self.colours);
        let paper = colours.on(deep, &[colours.paper]);
        let bright = colours.on(deep, &[colours.accent, colours.ground, colours.paper]);
        let margin = self.margin();
        if let Some(left) = left {
            let at = (face.left + margin, baseline);
            self.write((draw::left, paper), at, (&[left], style), 0.0);
        }
        if let Some(right) = right {
            let at = (face.right() - margin, baseline);
            self.write((draw::right, bright), at, (&[right], small), 0.0);
        }
        Ok(())
    }

    /// Where a line begins: here, or further right if its first letter, such as a J, reaches into the printer's margin.
    fn clear_start(&self, x: f64, style: TextStyle, line: &str) -> f64 {
        let first = style.faces.runs(line).next();
        let steps = first.and_then(|(face, run)| face.steps(run.chars().next()?, style.size));
        let points = steps.iter().flatten().flat_map(PathEl::points);
        let low = points.map(|point| point.0).fold(0.0, f64::min);
        x.max(self.face.left + self.sheet.rules.safe + 0.2 - low)
    }

    /// Draws a filled path.
    fn polygon(&mut self, colour: Colour, points: Vec<Point>) {
        self.tone(colour, vec![DrawOp::Path { points, paint: PathPaint::Fill }]);
    }

    /// Draws digits as outlines of this type size, each centred at a point.
    fn figures(
        &mut self,
        colour: Colour,
        (face, size): (Face, f64),
        digits: impl IntoIterator<Item = (Digit, Point)>,
    ) {
        let mut shape = Vec::new();
        for (digit, at) in digits {
            self.figure_on(&mut shape, (face, digit), (at, size), |point| point);
        }
        self.shape(colour, shape);
    }

    /// Adds a digit as an outline to a shape, centred at a point of something that lies elsewhere. A digit that would end
    /// in the bleed, where the cut may show its edge, is left out.
    fn figure_on(
        &self,
        shape: &mut Vec<PathEl>,
        (face, digit): (Face, Digit),
        ((x, y), size): (Point, f64),
        to: impl Fn(Point) -> Point,
    ) {
        let character = char::from(b'0' + digit.get());
        let origin = (x - face.advance(character) * size / 2.0, y + face.cap_height() * size / 2.0);
        let steps = face.steps(character, size).unwrap_or_default();
        let steps: Vec<_> = steps.into_iter().map(|step| step.moved(origin).mapped(&to)).collect();
        let in_bleed = |part: &[PathEl]| {
            let points = part.iter().flat_map(PathEl::points);
            let far = points.fold((0.0, 0.0), |far: Point, at| (far.0.max(at.0), far.1.max(at.1)));
            // Handles of curves reach a little farther than the ink.
            [0.0, 3.0, 6.0].iter().any(|less| self.ends_in_bleed((far.0 - less, far.1 - less)))
        };
        // Holes count as well.
        let mut parts = steps.chunk_by(|_, next| !matches!(next, PathEl::Move(_)));
        if !parts.any(in_bleed) {
            shape.extend(steps);
        }
    }

    /// Whether a mark whose right and lower end are here ends in the bleed.
    fn ends_in_bleed(&self, (right, bottom): Point) -> bool {
        let ends = |far: f64, trim: f64, sheet: f64| far > trim - 1.5 && far < sheet + 0.5;
        ends(right, self.face.right(), self.sheet.width())
            || ends(bottom, self.face.bottom(), self.sheet.height())
    }

    /// Whether the front is so low that its heading must be short.
    fn is_flat(&self) -> bool {
        self.face.width > FLAT * self.face.height
    }

    /// What is above the foot, inside the margins, and a gap of so many pixels.
    fn above_foot(&self, gap: f64) -> Area {
        let live = self.face.inside(self.margin());
        let bottom = self.band.min(live.bottom()) - gap * self.pixel();
        Area { height: bottom - live.top, ..live }
    }

    /// Draws a heading of this height into an area, and returns what is left below it, after a gap of so many pixels.
    fn below_heading(
        &mut self,
        area: Area,
        size: (f64, f64),
        heading: Heading,
    ) -> CoverResult<Area> {
        let (height, gap) = size;
        let blocks = self.heading(Area { height, ..area }, heading)?;
        let end = blocks.iter().map(|block| block.1).fold(area.top, f64::max);
        let top = end + gap * self.pixel();
        Ok(Area { top, height: area.bottom() - top, ..area })
    }

    /// Draws the heading at the left of a wide front, or above what other fronts show, and returns the room for that.
    fn room(&mut self, live: Area, size: (f64, f64), count: Count) -> CoverResult<Area> {
        match self.is_wide_front() {
            true => self.wide_heading(live),
            false => self.below_heading(live, size, Heading::with(count)),
        }
    }

    /// The heading of a wide front, at its left. Returns the room for what the front shows.
    fn wide_heading(&mut self, live: Area) -> CoverResult<Area> {
        let (face, margin, pixel) = (self.face, self.margin(), self.pixel());
        let width = HALF * face.width - margin - 2.0 * pixel;
        self.heading(Area { width, ..live }, Heading::with(Count::Stacked))?;
        let left = live.left + width + 6.0 * pixel;
        Ok(Area { left, width: live.right() - left, ..live })
    }

    /// A colour for a badge on paper or on the ground.
    fn badge_fill(&self, base: Colour) -> Colour {
        let colours = &self.colours;
        let seen = [colours.ground, colours.deep, colours.accent, colours.text()];
        let is_seen = |colour: &&Colour| colour.contrast(base) >= 1.6 && **colour != base;
        seen.iter().find(is_seen).copied().unwrap_or(colours.ink)
    }

    /// Draws a badge with the number of puzzles: round, or a plate if the number is long. `edge` is its right end or its
    /// left end.
    fn badge(&mut self, side: f64, fill: Colour, (edge, bottom): Point, is_at_right: bool) {
        let (number, caption) = self.counted();
        let (display, pixel, colours) = (self.display(), self.pixel(), self.colours);
        let mut style = TextStyle::new(display, self.sized(display, "0", 21.0));
        let least = self.sized(display, "0", NUMBER);
        style.size = (style.size * 0.76 * side / style.width(&number)).clamp(least, style.size);
        let small = TextStyle::new(self.plain(), self.sized(self.plain(), &caption, 8.0));
        let round = side.max(style.width(&number) / 0.78);
        let caps =
            [capitals(display, "0") * style.size, capitals(small.faces, &caption) * small.size];
        let gap = 3.4 * pixel;
        let (width, height) = if round <= 0.42 * self.face.width {
            (round, round)
        } else {
            (style.width(&number) + 9.0 * pixel, caps[0] + caps[1] + gap + 11.0 * pixel)
        };
        let small = small.within(0.72 * width, &caption);
        let x = edge + if is_at_right { -width / 2.0 } else { width / 2.0 };
        let y = bottom - height / 2.0;
        let edge = 1.4 * pixel;
        for (colour, inset) in [(colours.paper, 0.0), (fill, edge)] {
            let (wide, high) = (width - 2.0 * inset, height - 2.0 * inset);
            let corner = (x - wide / 2.0, y - high / 2.0);
            let radius = if width > height { 0.22 * high } else { high / 2.0 };
            self.rounded(colour, corner, (wide, high), radius);
        }
        let baseline = y + (caps[0] - caps[1] - gap) / 2.0;
        let mut text = Vec::new();
        draw::centred(&mut text, (x, baseline), style, &number);
        draw::centred(&mut text, (x, baseline + gap + caps[1]), small, &caption);
        self.tone(colours.on(fill, &[colours.paper, colours.ink]), text);
    }
}
