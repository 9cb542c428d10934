//! The front of a cover: a file for each design. They share the heading, the count and the foot.
//!
//! A shop shows a front 160 pixels wide. Type is therefore measured in pixels of such a picture: the word *Sudoku*
//! has capitals of at least 12, the number of puzzles of 16, what says for whom the book is of 7.

mod closeup;
mod digit;
mod heading;
mod letters;
mod pencil;
mod photo;
mod puzzle;
mod said;
mod scene;
mod tiles;
mod window;

use super::{Area, Cover, large};
use crate::book::draw::{self, TextStyle};
use crate::book::error::CoverError;
use crate::book::language::is_east_asian;
use crate::book::look::CoverDesign;
use crate::book::page::{Colour, Mark, Point};
use crate::book::typesetting::{Face, FaceChain, Step};
use crate::sudoku::grid::Digit;

/// Fronts that are wider, as a fraction of the height, have what they show beside the heading.
const WIDE: f64 = 0.9;
/// Where the heading of a wide front ends, as a fraction of its width.
const HALF: f64 = 0.53;
/// The height of capitals, in pixels of a front of 160: least for the word, the number, and what says for whom.
pub(super) const WORD: f64 = 12.2;
pub(super) const NUMBER: f64 = 16.3;
pub(super) const WHOM: f64 = 7.2;

/// The height of the capitals of a text, as a fraction of its type size; ideographs count with their ink.
pub(super) fn capitals(faces: FaceChain, text: &str) -> f64 {
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
    pub(super) fn front(&mut self) -> Result<(), CoverError> {
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
    fn sized(&self, faces: FaceChain, text: &str, pixels: f64) -> f64 {
        (pixels * self.pixel() / capitals(faces, text)).max(self.min_type)
    }

    /// The heavy face of the word and the numbers on fronts.
    pub(super) fn display(&self) -> FaceChain {
        let strong = self.volume.words().strong;
        match strong.first() == Face::ROUND_BOLD {
            true => strong,
            false => strong.after(Face::DISPLAY),
        }
    }

    /// The face of what is said in small type.
    fn plain(&self) -> FaceChain {
        self.volume.figures().strong
    }

    /// Draws the dark band at the foot, which goes round the fold, with the author and the number of the volume.
    fn foot_band(&mut self) -> Result<(), CoverError> {
        let (face, pixel) = (self.face, self.pixel());
        let author = self.volume.author().map(str::to_owned);
        let promise = || self.promise();
        let left = author.clone().or_else(promise);
        let right = self.numbered_line().or_else(|| author.as_ref().and_then(|_| self.promise()));
        if left.is_none() && right.is_none() {
            return Ok(());
        }
        let words = self.volume.words();
        let size = if self.is_wide_front() { 6.4 } else { 8.4 } * pixel;
        let width = face.width - 2.0 * self.margin();
        let mut style = TextStyle::new(words.strong, size.max(self.min_type));
        let mut small = TextStyle::new(self.plain(), (0.86 * size).max(self.min_type));
        if let Some(left) = &left {
            style = self.fitted("author", style, left, width)?;
        }
        // What does not fit beside the author is left out.
        let used = left.as_ref().map_or(0.0, |text| style.width(text));
        let right = right.filter(|text| {
            let room = width - used - 4.0 * pixel;
            while small.width(text) > room && small.size > self.min_type.max(0.7 * small.size) {
                small.size = (small.size * 0.96).max(self.min_type);
            }
            small.width(text) <= room
        });
        let cap = style.cap();
        let clear = self.margin().max(18.5 + 0.3 * style.size);
        let baseline = face.bottom() - clear;
        let top = baseline - cap - clear;
        let band =
            Area { left: 0.0, top, width: self.sheet.width(), height: self.sheet.height() - top };
        self.marks.push(band.filled(self.colours.deep));
        self.band = top;
        let (deep, colours) = (self.colours.deep, self.colours);
        let paper = colours.on(deep, &[colours.paper]);
        let bright = colours.on(deep, &[colours.accent, colours.ground, colours.paper]);
        let margin = self.margin();
        if let Some(left) = left {
            let mut text = Vec::new();
            draw::left(&mut text, (face.left + margin, baseline), style, left);
            self.tone(paper, text);
        }
        if let Some(right) = right {
            let mut text = Vec::new();
            draw::right(&mut text, (face.right() - margin, baseline), small, right);
            self.tone(bright, text);
        }
        Ok(())
    }

    /// Draws a filled path.
    fn polygon(&mut self, colour: Colour, points: Vec<Point>) {
        self.tone(colour, vec![Mark::Path { points, paint: crate::book::page::Paint::Fill }]);
    }

    /// Adds a digit as an outline to a shape, centred at a point.
    fn figure(&self, shape: &mut Vec<Step>, face: Face, digit: Digit, (x, y): Point, size: f64) {
        let character = char::from(b'0' + digit.get());
        let origin = (x - face.advance(character) * size / 2.0, y + face.cap_height() * size / 2.0);
        let steps = face.steps(character, size).unwrap_or_default();
        shape.extend(steps.into_iter().map(|step| step.moved(origin)));
    }

    /// A round badge with the number of puzzles. It grows with the number; `at` is where its centre is, in a square of
    /// this side.
    fn badge(&mut self, side: f64, fill: Colour, at: impl Fn(f64) -> Point) {
        let (number, caption) = self.counted();
        let display = self.display();
        let pixel = self.pixel();
        let size = (0.105 * side / pixel).clamp(NUMBER, 22.0);
        let mut style = TextStyle::new(display, self.sized(display, "0", size));
        if style.width(&number) > 0.78 * side {
            style.size = self.sized(display, "0", NUMBER);
        }
        let side = side.max(style.width(&number) / 0.78);
        let mut small = TextStyle::new(self.plain(), self.sized(self.plain(), &caption, WHOM));
        small.size *= (0.72 * side / small.width(&caption)).min(1.0);
        let (x, y) = at(side);
        let mut ring = Vec::new();
        draw::rounded(&mut ring, (x - side / 2.0, y - side / 2.0), (side, side), side / 2.0);
        let inner = side - 2.4 * pixel;
        let mut disc = Vec::new();
        draw::rounded(&mut disc, (x - inner / 2.0, y - inner / 2.0), (inner, inner), inner / 2.0);
        self.shape(self.colours.paper, ring);
        self.shape(fill, disc);
        let number_cap = capitals(display, "0") * style.size;
        let caption_cap = capitals(small.faces, &caption) * small.size;
        let gap = 3.6 * pixel;
        let baseline = y + (number_cap - caption_cap - gap) / 2.0;
        let (mut text, mut below) = (Vec::new(), Vec::new());
        draw::centred(&mut text, (x, baseline), style, number);
        draw::centred(&mut below, (x, baseline + gap + caption_cap), small, caption);
        let colours = self.colours;
        self.tone(colours.on(fill, &[colours.paper, colours.ink]), text);
        self.tone(colours.on(fill, &[colours.paper, colours.ink]), below);
    }
}
