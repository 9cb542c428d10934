//! The nine digits of a face at a size, and which of them some ink is.

use super::mask::Mask;
use crate::book::Face;
use crate::grid::Digit;
use ab_glyph_rasterizer::{Point, Rasterizer, point};
use skrifa::outline::OutlinePen;

/// The number of places within a pixel at which a digit is drawn, in each direction.
const PHASES: usize = 4;
/// The least likeness of a digit and its drawing; and of a digit and one that was cut out of a book, which is blurred
/// when it is moved by parts of a pixel.
const ALIKE: f32 = 0.90;
const ALIKE_CUT: f32 = 0.80;
/// The likeness to another digit must be less than to its own by this part of what lacks to 1.
const MARGIN: f32 = 1.5;
/// The maximum distance of the edges of a digit from those of its drawing, in pixels and as a part
/// of its height.
const EDGES: (f32, f32) = (1.6, 0.06);

/// What some ink is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Digit(Digit),
    /// Like no digit, or like several.
    Unknown,
}

/// Where the digits come from.
enum Source {
    /// A face, and its size in pixels.
    Face(Face, f32),
    /// Digits that were cut out of a book; blank where it has none.
    Cut(Box<[Mask; 9]>),
}

/// The digits of a face at a size.
pub(super) struct Digits {
    source: Source,
    /// Each digit at each place within a pixel, drawn when it is first needed.
    drawn: Vec<Option<Mask>>,
    /// For each digit, the likeness above which no other digit can be more alike.
    sure: Option<[f32; 9]>,
}

impl Digits {
    /// The digits of a face. The size is in pixels.
    pub fn of_face(face: Face, size: f64) -> Self {
        Self::new(Source::Face(face, size as f32))
    }

    /// Digits that were cut out of a book.
    pub fn cut(digits: [Mask; 9]) -> Self {
        Self::new(Source::Cut(Box::new(digits)))
    }

    fn new(source: Source) -> Self {
        Self { source, drawn: vec![None; 9 * PHASES * PHASES], sure: None }
    }

    /// A digit at a place within a pixel.
    pub fn mask(&mut self, digit: Digit, (across, down): (usize, usize)) -> &Mask {
        let index = (digit.index() * PHASES + down) * PHASES + across;
        let part = |phase: usize| phase as f32 / PHASES as f32;
        let source = &self.source;
        self.drawn[index].get_or_insert_with(|| match source {
            Source::Face(face, size) => drawn(*face, *size, digit, (part(across), part(down))),
            Source::Cut(digits) => digits[digit.index()].moved((part(across), part(down))),
        })
    }

    /// The likeness of some ink and a digit whose middle lies on the middle of the ink.
    pub fn resemblance(&mut self, ink: &Mask, digit: Digit) -> f32 {
        self.compare(ink, digit, f32::MAX)
    }

    /// The likeness of some ink and a digit; 0 if their edges are apart.
    fn likeness(&mut self, ink: &Mask, digit: Digit) -> f32 {
        self.compare(ink, digit, 1.0)
    }

    fn compare(&mut self, ink: &Mask, digit: Digit, slack: f32) -> f32 {
        let still = self.mask(digit, (0, 0)).middle;
        let split = |ink: f32, own: f32| {
            let steps = ((ink - own) * PHASES as f32).round() as i32;
            let phases = PHASES as i32;
            (steps.div_euclid(phases), steps.rem_euclid(phases) as usize)
        };
        let (dx, across) = split(ink.middle.0, still.0);
        let (dy, down) = split(ink.middle.1, still.1);
        let mask = self.mask(digit, (across, down));
        let height = mask.bounds[3] as f32 - mask.bounds[1] as f32;
        let far = slack * (EDGES.0 + EDGES.1 * height);
        let moved = [dx, dy, dx, dy];
        let apart = (0..4).any(|i| {
            let own = mask.bounds[i] as i32 + moved[i];
            (own as f32 - ink.bounds[i] as f32).abs() > far
        });
        if apart { 0.0 } else { ink.likeness(mask, (dx, dy)) }
    }

    fn alike(&self) -> f32 {
        match self.source {
            Source::Face(..) => ALIKE,
            Source::Cut(_) => ALIKE_CUT,
        }
    }

    /// Whether some ink is this digit, without a look at the others: the angles between vectors are
    /// distances, so ink within half the angle between two digits is nearer to the first.
    pub fn surely(&mut self, ink: &Mask, digit: Digit) -> bool {
        let likeness = self.likeness(ink, digit);
        likeness >= self.alike() && likeness > self.sure()[digit.index()]
    }

    /// Reads some ink, and says how much it is like what was read.
    pub fn read(&mut self, ink: &Mask) -> (Reading, f32) {
        let mut all = Digit::ALL.map(|digit| (self.likeness(ink, digit), digit));
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [(first, digit), (second, _), ..] = all;
        match first >= self.alike() && 1.0 - second > MARGIN * (1.0 - first) {
            true => (Reading::Digit(digit), first),
            false => (Reading::Unknown, first),
        }
    }

    fn sure(&mut self) -> [f32; 9] {
        if let Some(sure) = self.sure {
            return sure;
        }
        let sure = Digit::ALL.map(|digit| {
            let own = self.mask(digit, (0, 0)).clone();
            let others = Digit::ALL.into_iter().filter(|&other| other != digit);
            let nearest = others.map(|other| {
                // The middles are known to half a step.
                let mask = self.mask(other, (0, 0));
                let near = |own: f32, other: f32| (own - other).round() as i32;
                let (x, y) = (near(own.middle.0, mask.middle.0), near(own.middle.1, mask.middle.1));
                let places = (0..9).map(|i| (x + i % 3 - 1, y + i / 3 - 1));
                places.map(|at| own.likeness(mask, at)).fold(0.0, f32::max)
            });
            let nearest = nearest.fold(0.0, f32::max);
            // The cosine of half an angle.
            ((1.0 + nearest) / 2.0).sqrt()
        });
        *self.sure.insert(sure)
    }
}

/// A digit of a face, drawn with its origin `dx` pixels to the right and `dy` pixels down.
fn drawn(face: Face, size: f32, digit: Digit, (dx, dy): (f32, f32)) -> Mask {
    let character = char::from(b'0' + digit.get());
    let advance = face.advance(character) as f32 * size;
    // Digits stay above a quarter of their size below the baseline, and below a whole one above it.
    let (width, height) = (advance.ceil() as usize + 4, (1.25 * size).ceil() as usize + 2);
    let scale = size / f32::from(face.metrics().units_per_em);
    let mut pen = Pen {
        raster: Rasterizer::new(width, height),
        scale,
        origin: point(2.0 + dx, size.ceil() + dy),
        begin: point(0.0, 0.0),
        at: point(0.0, 0.0),
    };
    face.draw(character, &mut pen);
    let mut ink = vec![0; width * height];
    pen.raster.for_each_pixel(|i, cover| ink[i] = (cover * 255.0).round().clamp(0.0, 255.0) as u8);
    Mask::new(width, height, ink)
}

/// Draws an outline. Its y grows upwards, that of the picture downwards.
struct Pen {
    raster: Rasterizer,
    scale: f32,
    origin: Point,
    begin: Point,
    at: Point,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        point(self.origin.x + x * self.scale, self.origin.y - y * self.scale)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.begin = self.place(x, y);
        self.at = self.begin;
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.raster.draw_line(self.at, to);
        self.at = to;
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (c, to) = (self.place(x1, y1), self.place(x, y));
        self.raster.draw_quad(self.at, c, to);
        self.at = to;
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (c, d, to) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.raster.draw_cubic(self.at, c, d, to);
        self.at = to;
    }
    fn close(&mut self) {
        self.raster.draw_line(self.at, self.begin);
        self.at = self.begin;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every face is tried for every cell: a digit must not pass as another one of another face.
    #[test]
    fn a_digit_of_a_face_is_itself_and_no_other_digit_of_any_face() {
        for size in [9.0, 14.0, 20.0, 50.0] {
            let mut faces: Vec<_> =
                Face::BUILTIN.iter().map(|&face| Digits::of_face(face, size)).collect();
            for own in 0..faces.len() {
                for digit in Digit::ALL {
                    let ink = faces[own].mask(digit, (1, 2)).clone();
                    let name = Face::BUILTIN[own].name();
                    assert!(faces[own].surely(&ink, digit), "{digit} of {name} at {size}");
                    for (face, digits) in Face::BUILTIN.iter().zip(&mut faces) {
                        let mut others = Digit::ALL.into_iter().filter(|&other| other != digit);
                        let other = others.find(|&other| digits.surely(&ink, other));
                        let face = face.name();
                        assert_eq!(other, None, "{digit} of {name} at {size} passes in {face}");
                    }
                }
            }
        }
    }
}
