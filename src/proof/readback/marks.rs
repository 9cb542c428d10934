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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::pdf::Side;

    #[test]
    fn text_of_each_direction_is_upright_after_the_turn() {
        for (quarter, along, up) in [
            (0, (1.0, 0.0), (0.0, 1.0)),
            (1, (0.0, 1.0), (-1.0, 0.0)),
            (2, (-1.0, 0.0), (0.0, -1.0)),
            (3, (0.0, -1.0), (1.0, 0.0)),
        ] {
            assert_eq!((turned(along, quarter), turned(up, quarter)), ((1.0, 0.0), (0.0, 1.0)));
        }
    }

    /// A filled path with these corners, closed by a side of its own.
    fn filled(corners: &[Point]) -> Part {
        let bounds =
            corners.iter().fold(Rect::at(corners[0]), |bounds, corner| bounds.with(*corner));
        let sides = corners[1..].iter().chain(&corners[..1]).map(|&corner| Side::Line(corner));
        Part { start: corners[0], sides: sides.collect(), closed: false, bounds, rectangle: false }
    }

    fn rectangle(width: f64, height: f64) -> Option<((f64, f64), (f64, f64))> {
        let line = narrow(&filled(&[
            (10.0, 20.0),
            (10.0 + width, 20.0),
            (10.0 + width, 20.0 + height),
            (10.0, 20.0 + height),
        ]));
        line.map(|line| (line.from, line.to))
    }

    #[test]
    fn a_rectangle_is_a_line_if_it_is_narrow_and_more_than_four_times_as_long() {
        assert_eq!(rectangle(2.0, 90.0), Some(((11.0, 20.0), (11.0, 110.0))));
        assert_eq!(rectangle(90.0, 2.0), Some(((10.0, 21.0), (100.0, 21.0))));
        assert!(rectangle(8.0, 90.0).is_some() && rectangle(90.0, 8.0).is_some());
        assert!(rectangle(8.1, 90.0).is_none() && rectangle(90.0, 8.1).is_none());
        assert!(rectangle(2.0, 8.1).is_some() && rectangle(8.1, 2.0).is_some());
        assert!(rectangle(2.0, 8.0).is_none() && rectangle(8.0, 2.0).is_none());
        // Five corners are no rectangle.
        assert!(
            narrow(&filled(&[(0.0, 0.0), (1.0, 0.0), (1.0, 50.0), (0.5, 51.0), (0.0, 50.0)]))
                .is_none()
        );
    }

    /// Corners on two circles in turn, of one whose radius is 1.
    fn corners(number: usize, inner: f64, size: f64) -> Vec<Point> {
        // Rational points near the tenths of a circle.
        const TURN: [Point; 10] = [
            (1.0, 0.0),
            (0.81, 0.59),
            (0.31, 0.95),
            (-0.31, 0.95),
            (-0.81, 0.59),
            (-1.0, 0.0),
            (-0.81, -0.59),
            (-0.31, -0.95),
            (0.31, -0.95),
            (0.81, -0.59),
        ];
        let at = |i: usize| {
            let far = size * if i.is_multiple_of(2) { 1.0 } else { inner };
            (50.0 + far * TURN[i % 10].0, 60.0 + far * TURN[i % 10].1)
        };
        (0..number).map(at).collect()
    }

    #[test]
    fn a_star_has_five_tips_and_five_notches() {
        for (number, inner, size, expected) in [
            (10, 0.4, 5.0, true),
            (11, 0.4, 5.0, true),
            (9, 0.4, 5.0, false),
            (12, 0.4, 5.0, false),
            // A regular polygon; a star too small to be seen.
            (10, 1.0, 5.0, false),
            (10, 0.4, 0.4, false),
            // Notches are at most three quarters as far from the middle as tips.
            (10, 0.75, 5.0, true),
            (10, 0.8, 5.0, false),
        ] {
            assert_eq!(is_star(&corners(number, inner, size)), expected, "{number} {inner} {size}");
        }
    }
}
