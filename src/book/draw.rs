//! The small drawings: empty grids, digits in cells, lines of text. Not where on a
//! page they belong.

use super::faces::Faces;
use super::font::Face;
use super::page::{Mark, Paint, Point, Stamp};
use crate::grid::{Cell, Digit};
use std::borrow::Cow;

/// From this size on pairs of letters are kerned: a hole in a title is seen, one in a line of text
/// is not, and costs the file two steps.
const KERNED: f64 = 18.0;

/// A face at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type {
    pub faces: Faces,
    pub size: f64,
}

impl Type {
    pub fn new(faces: Faces, size: f64) -> Self {
        Self { faces, size }
    }

    pub fn cap(self) -> f64 {
        self.faces.first().cap_height() * self.size
    }

    pub fn width(self, text: &str) -> f64 {
        let width = self.faces.width(text, self.size);
        if self.size < KERNED {
            return width;
        }
        let kern = |(face, run): (Face, &str)| -> f64 {
            let pairs = run.chars().zip(run.chars().skip(1));
            pairs.map(|(a, b)| face.kern(a, b)).sum()
        };
        width + self.faces.runs(text).map(kern).sum::<f64>() * self.size
    }
}

/// The measures of a grid. Its side is counted from the middle of the frame to the middle of the
/// frame, so half a frame line lies outside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GridStyle {
    pub cell: f64,
    /// The size of a digit as a part of the cell.
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
}

impl GridStyle {
    /// From outer edge to outer edge of the frame.
    pub fn outer(self) -> f64 {
        9.0 * self.cell + self.block
    }

    /// The size of its digits.
    pub fn digit_size(self) -> f64 {
        self.cell * self.digit
    }

    /// The empty grid; the corner of the stamp is the outer corner of the frame.
    pub fn stamp(self) -> Stamp {
        let (outer, edge) = (self.outer(), self.block / 2.0);
        let mut marks = Vec::new();
        // The thin lines first: where lines cross, the bold one lies on top.
        for bold in [false, true] {
            for i in (0..=9).filter(|i| (i % 3 == 0) == bold) {
                let at = edge + f64::from(i) * self.cell;
                let width = if bold { self.block } else { self.thin };
                // Bold lines reach the outer edge, which makes the corners square.
                let (start, end) = if bold {
                    (0.0, outer)
                } else {
                    (edge, outer - edge)
                };
                for (from, to) in [((at, start), (at, end)), ((start, at), (end, at))] {
                    marks.push(Mark::Line { from, to, width });
                }
            }
        }
        Stamp {
            width: outer,
            height: outer,
            marks,
        }
    }

    /// The top left corner of a cell of the grid whose outer corner is given.
    pub fn cell_corner(self, corner: Point, cell: Cell) -> Point {
        let edge = self.block / 2.0;
        let along = |n: usize| edge + n as f64 * self.cell;
        (
            corner.0 + along(cell.column()),
            corner.1 + along(cell.row()),
        )
    }

    /// Digits in the cells of the grid whose outer corner is given: each in the middle of its cell
    /// by its own advance and by the height of a capital.
    pub fn digits(
        self,
        marks: &mut Vec<Mark>,
        corner: Point,
        face: Face,
        digits: impl Iterator<Item = (Cell, Digit)>,
    ) {
        const FIGURES: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let size = self.digit_size();
        let edge = self.block / 2.0;
        let baseline = (self.cell + face.cap_height() * size) / 2.0;
        let advances =
            FIGURES.map(|figure| figure.chars().map(|c| face.advance(c)).sum::<f64>() * size);
        marks.extend(digits.map(|(cell, digit)| {
            let figure = FIGURES[digit.index()];
            let middle = (cell.column() as f64 + 0.5) * self.cell;
            let x = corner.0 + edge + middle - advances[digit.index()] / 2.0;
            let y = corner.1 + edge + cell.row() as f64 * self.cell + baseline;
            Mark::Text {
                at: (x, y),
                face,
                size,
                text: Cow::Borrowed(figure),
            }
        }));
    }
}

/// A line of text as a stamp. Its baseline lies one size below its top.
pub(super) fn line(style: Type, text: impl Into<Cow<'static, str>>) -> Stamp {
    let text = text.into();
    let mut marks = Vec::new();
    let width = style.width(&text);
    left(&mut marks, (0.0, style.size), style, text);
    Stamp {
        width,
        height: style.size * 1.3,
        marks,
    }
}

/// A line of text that begins at a point.
pub(super) fn left(
    marks: &mut Vec<Mark>,
    at: Point,
    style: Type,
    text: impl Into<Cow<'static, str>>,
) {
    let text = text.into();
    let mut pen = at.0;
    let mut set = |pen: f64, face, text| {
        marks.push(Mark::Text {
            at: (pen, at.1),
            face,
            size: style.size,
            text,
        });
    };
    // Nearly every text is one run, and needs no copy.
    let one = {
        let mut runs = style.faces.runs(&text);
        runs.next().filter(|_| runs.next().is_none())
    };
    if let (true, Some((face, _))) = (style.size < KERNED, one) {
        set(pen, face, text);
        return;
    }
    for (face, run) in style.faces.runs(&text) {
        // A new mark wherever the distance to the next letter is corrected.
        let mut piece = String::new();
        let mut letters = run.chars().peekable();
        while let Some(letter) = letters.next() {
            piece.push(letter);
            let next = letters.peek().filter(|_| style.size >= KERNED);
            let kern = next.map_or(0.0, |&next| face.kern(letter, next));
            if kern != 0.0 || letters.peek().is_none() {
                let width: f64 = piece.chars().map(|c| face.advance(c)).sum();
                set(pen, face, Cow::Owned(std::mem::take(&mut piece)));
                pen += (width + kern) * style.size;
            }
        }
    }
}

/// A line of text that ends at a point.
pub(super) fn right(
    marks: &mut Vec<Mark>,
    at: Point,
    style: Type,
    text: impl Into<Cow<'static, str>>,
) {
    let text = text.into();
    let width = style.width(&text);
    left(marks, (at.0 - width, at.1), style, text);
}

/// A line of text with a point in its middle.
pub(super) fn centred(
    marks: &mut Vec<Mark>,
    at: Point,
    style: Type,
    text: impl Into<Cow<'static, str>>,
) {
    let text = text.into();
    let width = style.width(&text);
    left(marks, (at.0 - width / 2.0, at.1), style, text);
}

/// A level line.
pub(super) fn rule(marks: &mut Vec<Mark>, from: Point, width: f64) {
    marks.push(Mark::Line {
        from,
        to: (from.0 + width, from.1),
        width: 0.75,
    });
}

/// An empty square with its top left corner at a point.
pub(super) fn tick_box(marks: &mut Vec<Mark>, (x, y): Point, side: f64) {
    marks.push(Mark::Path {
        points: vec![(x, y), (x + side, y), (x + side, y + side), (x, y + side)],
        paint: Paint::Outline(0.75),
    });
}

/// A word and a blank behind it, up to a point.
pub(super) fn blank(marks: &mut Vec<Mark>, at: Point, until: f64, style: Type, word: &str) {
    left(marks, at, style, word.to_owned());
    let start = at.0 + style.width(word) + style.size * 0.5;
    rule(marks, (start, at.1 + 1.5), (until - start).max(0.0));
}

/// The dots in an empty cell, one where each small digit would stand.
pub(super) fn dots(cell: f64) -> Stamp {
    /// The side of a dot, in points.
    const DOT: f64 = 1.1;
    let at = |n: usize| cell * (0.22 + 0.28 * n as f64) - DOT / 2.0;
    let marks = (0..9).map(|n| Mark::Box {
        corner: (at(n % 3), at(n / 3)),
        size: (DOT, DOT),
        grey: 0.0,
    });
    Stamp {
        width: cell,
        height: cell,
        marks: marks.collect(),
    }
}
