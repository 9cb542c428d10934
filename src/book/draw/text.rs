//! Lines of text: in which face, at which size, from which point.

use crate::book::draw::shapes::rule;
use crate::book::page::{Drawing, Mark, Point};
use crate::book::typesetting::{Face, FaceChain};
use std::borrow::Cow;

/// From this size on pairs of letters are kerned: a hole in a title is seen, one in a line of text
/// is not, and costs the file two steps.
const KERNED: f64 = 18.0;

/// A face at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct TextStyle {
    pub faces: FaceChain,
    pub size: f64,
}

impl TextStyle {
    pub fn new(faces: FaceChain, size: f64) -> Self {
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

/// A line of text as a drawing. Its baseline lies one size below its top.
pub(in crate::book) fn line(style: TextStyle, text: impl Into<Cow<'static, str>>) -> Drawing {
    let text = text.into();
    let mut marks = Vec::new();
    let width = style.width(&text);
    left(&mut marks, (0.0, style.size), style, text);
    Drawing {
        width,
        height: style.size * 1.3,
        marks,
    }
}

/// A line of text that begins at a point.
pub(in crate::book) fn left(
    marks: &mut Vec<Mark>,
    at: Point,
    style: TextStyle,
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
pub(in crate::book) fn right(
    marks: &mut Vec<Mark>,
    at: Point,
    style: TextStyle,
    text: impl Into<Cow<'static, str>>,
) {
    let text = text.into();
    let width = style.width(&text);
    left(marks, (at.0 - width, at.1), style, text);
}

/// A line of text with a point in its middle.
pub(in crate::book) fn centred(
    marks: &mut Vec<Mark>,
    at: Point,
    style: TextStyle,
    text: impl Into<Cow<'static, str>>,
) {
    let text = text.into();
    let width = style.width(&text);
    left(marks, (at.0 - width / 2.0, at.1), style, text);
}

/// A word and a blank behind it, up to a point.
pub(in crate::book) fn blank(
    marks: &mut Vec<Mark>,
    at: Point,
    until: f64,
    style: TextStyle,
    word: &str,
) {
    left(marks, at, style, word.to_owned());
    let start = at.0 + style.width(word) + style.size * 0.5;
    rule(marks, (start, at.1 + 1.5), (until - start).max(0.0));
}
