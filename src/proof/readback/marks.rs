//! The marks of a page that are read: letters with their characters, straight lines, and stars. Curves
//! are left out, because grids have none.

use crate::print::pdf::{self, Drawing, Kind, Part, Point, Rect};

/// The maximum width, in points, of a filled rectangle that is a line.
const MAX_LINE_WIDTH: f64 = 8.0;
/// A filled rectangle that is a line is longer than its width by this factor.
const MIN_LINE_LENGTH: f64 = 4.0;

/// The character for an empty cell in a row of digits: a figure space.
const EMPTY_CELL: char = '\u{2007}';

/// A letter on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    /// The origin of the letter, on its baseline.
    pub at: Point,
    /// Its advance width, in points.
    pub advance: f64,
    /// The size of its type, in points.
    pub size: f64,
    /// The direction of writing, in quarter turns against the clock.
    pub quarter: u8,
    /// Its character; U+FFFD if the file does not give one.
    pub character: char,
}

/// A straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
}

/// A star with five tips.
#[derive(Clone, Copy, Debug)]
pub(super) struct Star {
    pub bounds: Rect,
    /// Whether it is filled, not outlined.
    pub filled: bool,
}

/// The letters, lines and stars of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub letters: Vec<Letter>,
    pub segments: Vec<Segment>,
    pub stars: Vec<Star>,
}

impl Marks {
    fn stars(&mut self, parts: &[Part], filled: bool) {
        let stars = parts.iter().filter(|part| is_star(&part.points().collect::<Vec<_>>()));
        self.stars.extend(stars.map(|part| Star { bounds: part.bounds, filled }));
    }
}

/// Whether the corners of a path are five tips far from its middle and five notches near to it, in turn.
fn is_star(corners: &[Point]) -> bool {
    if !(10..=11).contains(&corners.len()) {
        return false;
    }
    let middle = corners[..10].iter().fold((0.0, 0.0), |m, c| (m.0 + c.0 / 10.0, m.1 + c.1 / 10.0));
    let far = |c: &Point| (c.0 - middle.0).powi(2) + (c.1 - middle.1).powi(2);
    let tip = corners.iter().map(far).fold(0.0, f64::max);
    let is_tip = |corner: &Point| far(corner) > 0.6 * tip;
    tip > 0.25 && corners.windows(2).all(|two| is_tip(&two[0]) != is_tip(&two[1]))
}

/// A point after the page is turned so that text of this direction is upright.
pub(in crate::proof) fn turned((x, y): Point, quarter: u8) -> Point {
    match quarter & 3 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// The letters and lines of a page that are not invisible.
pub(super) fn marks(drawing: &Drawing) -> Marks {
    let mut marks = Marks::default();
    for mark in drawing.marks.iter().filter(|mark| !mark.is_invisible()) {
        match &mark.kind {
            Kind::Letter(letter) => marks.letters.extend(read(letter)),
            Kind::Area { parts, .. } => {
                marks.segments.extend(parts.iter().filter_map(narrow));
                marks.stars(parts, true);
            }
            // Every side of a path is a line.
            Kind::Lines { parts, .. } => {
                marks.stars(parts, false);
                for part in parts.iter() {
                    let mut from = part.start;
                    for to in part.points().skip(1) {
                        marks.segments.push(Segment { from, to });
                        from = to;
                    }
                }
            }
            Kind::Image(_) | Kind::Shading => {}
        }
    }
    marks
}

fn read(letter: &pdf::Letter) -> Option<Letter> {
    let character = letter.character();
    (character != EMPTY_CELL).then(|| Letter {
        at: letter.onto.apply((0.0, 0.0)),
        advance: letter.advance,
        size: letter.onto.scale(),
        quarter: letter.onto.quarter(),
        character,
    })
}

/// A narrow filled rectangle is a line.
fn narrow(part: &Part) -> Option<Segment> {
    let b = part.bounds;
    let middle = b.middle();
    let (from, to) = if part.sides.len() > 4 {
        return None;
    } else if b.width() <= MAX_LINE_WIDTH && b.height() > MIN_LINE_LENGTH * b.width() {
        ((middle.0, b.bottom), (middle.0, b.top))
    } else if b.height() <= MAX_LINE_WIDTH && b.width() > MIN_LINE_LENGTH * b.height() {
        ((b.left, middle.1), (b.right, middle.1))
    } else {
        return None;
    };
    Some(Segment { from, to })
}
