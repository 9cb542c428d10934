//! The small drawings: empty grids, rows of stars, digits in cells, lines of text. Not where on a
//! page they belong.

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
    pub face: Face,
    pub size: f64,
}

impl Type {
    pub fn new(face: Face, size: f64) -> Self {
        Self { face, size }
    }

    pub fn cap(self) -> f64 {
        self.face.cap_height() * self.size
    }

    pub fn width(self, text: &str) -> f64 {
        let width = self.face.width(text, self.size);
        if self.size < KERNED {
            return width;
        }
        let pairs = text.chars().zip(text.chars().skip(1));
        width + pairs.map(|(a, b)| self.face.kern(a, b)).sum::<f64>() * self.size
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
        marks.extend(digits.map(|(cell, digit)| {
            let figure = FIGURES[digit.index()];
            let middle = (cell.column() as f64 + 0.5) * self.cell;
            let x = corner.0 + edge + middle - face.width(figure, size) / 2.0;
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

/// The tips and notches of a star of radius 1 around the origin, y downwards, from the top tip.
/// A table, because sines differ between platforms.
const STAR: [Point; 10] = {
    const NOTCH: f64 = 0.40;
    const TIPS: [Point; 5] = [
        (0.0, -1.0),
        (0.951_056_516, -0.309_016_994),
        (0.587_785_252, 0.809_016_994),
        (-0.587_785_252, 0.809_016_994),
        (-0.951_056_516, -0.309_016_994),
    ];
    let mut star = [(0.0, 0.0); 10];
    let mut i = 0;
    while i < 5 {
        star[2 * i] = TIPS[i];
        // The notch after a tip lies opposite to the tip three further on.
        let (x, y) = TIPS[(i + 3) % 5];
        star[2 * i + 1] = (-x * NOTCH, -y * NOTCH);
        i += 1;
    }
    star
};
/// How far the sides of that star lie from its middle.
const STAR_SIDE: f64 = 0.328_27;
/// From its top tip to its lower tips.
const STAR_HEIGHT: f64 = 1.809_016_994;
/// Half its width.
const STAR_HALF: f64 = 0.951_056_516;
/// From a star to the next, in widths.
const STAR_PITCH: f64 = 1.2;
/// The line of an outlined star.
const STAR_LINE: f64 = 0.75;

/// Five stars of a height, so many of them filled and the rest outlined.
pub(super) fn stars(filled: u8, height: f64) -> Stamp {
    let radius = height / STAR_HEIGHT;
    let pitch = 2.0 * STAR_HALF * radius * STAR_PITCH;
    // The outline lies half a line inside, so that both kinds look equally large.
    let inner = radius - STAR_LINE / 2.0 / STAR_SIDE;
    let marks = (0..5u8)
        .map(|i| {
            let (radius_drawn, paint) = if i < filled {
                (radius, Paint::Fill)
            } else {
                (inner, Paint::Outline(STAR_LINE))
            };
            let middle = (STAR_HALF * radius + f64::from(i) * pitch, radius);
            let points = STAR
                .iter()
                .map(|(x, y)| (middle.0 + x * radius_drawn, middle.1 + y * radius_drawn))
                .collect();
            Mark::Path { points, paint }
        })
        .collect();
    Stamp {
        width: 4.0 * pitch + 2.0 * STAR_HALF * radius,
        height,
        marks,
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
    let mark = |x, text| Mark::Text {
        at: (x, at.1),
        face: style.face,
        size: style.size,
        text,
    };
    if style.size < KERNED {
        marks.push(mark(at.0, text));
        return;
    }
    // A new mark wherever the distance to the next letter is corrected.
    let mut pen = at.0;
    let mut piece = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        piece.push(letter);
        let kern = letters
            .peek()
            .map_or(0.0, |&next| style.face.kern(letter, next));
        if kern != 0.0 || letters.peek().is_none() {
            let width = style.face.width(&piece, style.size);
            marks.push(mark(pen, Cow::Owned(std::mem::take(&mut piece))));
            pen += width + kern * style.size;
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
