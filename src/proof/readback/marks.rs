//! The marks of a page that are read: letters with their characters, and straight lines. Curves are
//! left out, because grids have none.

use crate::print::pdf::{self, Drawing, Kind, Part, Point};

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

/// The letters and lines of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub letters: Vec<Letter>,
    pub segments: Vec<Segment>,
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
            Kind::Area { parts, .. } => marks.segments.extend(parts.iter().filter_map(narrow)),
            // Every side of a path is a line.
            Kind::Lines { parts, .. } => {
                for part in parts {
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
        size: letter.size(),
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
