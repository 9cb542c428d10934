//! Extracts the letters and straight lines of a page. Curves are skipped, because grids have none.

use pdf_reader::{Drawing, PageObjectKind, PdfPoint, Subpath};

/// The maximum width of a filled rectangle that counts as a line, in points.
const MAX_LINE_WIDTH: f64 = 8.0;
/// The minimum ratio of length to width of a filled rectangle that counts as a line.
const MIN_LINE_LENGTH: f64 = 4.0;

/// The character for an empty cell in a row of digits: a figure space.
const EMPTY_CELL: char = '\u{2007}';

/// A letter on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageLetter {
    /// The glyph origin on the baseline, in points.
    pub at: PdfPoint,
    /// Its advance width, in points.
    pub advance: f64,
    /// The size of its type, in points.
    pub size: f64,
    /// The writing direction in counterclockwise quarter turns.
    pub quarter: u8,
    /// Its character; U+FFFD if the file does not give one.
    pub character: char,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineSegment {
    pub from: PdfPoint,
    pub to: PdfPoint,
}

/// The letters and lines of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct PageMarks {
    pub letters: Vec<PageLetter>,
    pub segments: Vec<LineSegment>,
}

/// Rotates a point so that text of this direction becomes upright.
pub fn turned(point: PdfPoint, quarter: u8) -> PdfPoint {
    let (x, y) = point;
    match quarter & 3 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// Returns the visible letters and lines of a page.
pub(super) fn marks(drawing: &Drawing) -> PageMarks {
    let mut marks = PageMarks::default();
    for object in drawing.objects.iter().filter(|object| !object.is_invisible()) {
        match &object.kind {
            PageObjectKind::Glyph(glyph) => marks.letters.extend(read(glyph)),
            PageObjectKind::Fill { subpaths, .. } => {
                marks.segments.extend(subpaths.iter().filter_map(as_line))
            }
            // Every segment of a stroked path is a line.
            PageObjectKind::Stroke { subpaths, .. } => {
                for part in subpaths.iter() {
                    let segments = part.points().zip(part.points().skip(1));
                    marks.segments.extend(segments.map(|(from, to)| LineSegment { from, to }));
                }
            }
            PageObjectKind::Image(_) | PageObjectKind::Shading => {}
        }
    }
    marks
}

fn read(glyph: &pdf_reader::PlacedGlyph) -> Option<PageLetter> {
    let character = glyph.character();
    if character == EMPTY_CELL {
        return None;
    }
    Some(PageLetter {
        at: glyph.to_page.apply((0.0, 0.0)),
        advance: glyph.advance,
        size: glyph.to_page.scale(),
        quarter: glyph.to_page.quarter(),
        character,
    })
}

/// Returns the centre line of a narrow filled rectangle.
fn as_line(part: &Subpath) -> Option<LineSegment> {
    let b = part.bounds;
    let middle = b.middle();
    let (from, to) = if part.segments.len() > 4 {
        return None;
    } else if b.width() <= MAX_LINE_WIDTH && b.height() > MIN_LINE_LENGTH * b.width() {
        ((middle.0, b.bottom), (middle.0, b.top))
    } else if b.height() <= MAX_LINE_WIDTH && b.width() > MIN_LINE_LENGTH * b.height() {
        ((b.left, middle.1), (b.right, middle.1))
    } else {
        return None;
    };
    Some(LineSegment { from, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdf_reader::{Rect, SubpathSegment};

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

    /// Builds a filled subpath with these corners, closed by a segment of its own.
    fn filled(corners: &[PdfPoint]) -> Subpath {
        let bounds =
            corners.iter().fold(Rect::at(corners[0]), |bounds, corner| bounds.union_pt(*corner));
        let segments =
            corners[1..].iter().chain(&corners[..1]).map(|&corner| SubpathSegment::Line(corner));
        Subpath {
            start: corners[0],
            segments: segments.collect(),
            closed: false,
            bounds,
            rectangle: false,
        }
    }

    fn rectangle(width: f64, height: f64) -> Option<((f64, f64), (f64, f64))> {
        let line = as_line(&filled(&[
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
            as_line(&filled(&[(0.0, 0.0), (1.0, 0.0), (1.0, 50.0), (0.5, 51.0), (0.0, 50.0)]))
                .is_none()
        );
    }
}
