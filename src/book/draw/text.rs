//! Draws lines of text.

use crate::book::draw::shapes::rule;
use crate::book::model::page::{Drawing, Mark, Point};
use crate::book::text::typesetting::{Face, FaceChain};
use std::borrow::Cow;

/// Minimum type size for kerning, in points. Gaps between letters are visible in a title but not in a
/// line of text, where kerning would only enlarge the file.
const KERNED: f64 = 18.0;

/// A chain of faces at a type size.
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

/// A line of text as a drawing. Its baseline is one type size below its top.
pub(in crate::book) fn line(style: TextStyle, text: impl Into<Cow<'static, str>>) -> Drawing {
    let text = text.into();
    let mut marks = Vec::new();
    let width = style.width(&text);
    left(&mut marks, (0.0, style.size), style, text);
    Drawing { width, height: style.size * 1.3, marks }
}

/// Draws a line of text that starts at a point.
pub(in crate::book) fn left(
    marks: &mut Vec<Mark>,
    at: Point,
    style: TextStyle,
    text: impl Into<Cow<'static, str>>,
) {
    let text = text.into();
    let mut pen = at.0;
    let mut set = |pen: f64, face, text| {
        marks.push(Mark::Text { at: (pen, at.1), face, size: style.size, text });
    };
    // Fast path: almost every text is a single run, which needs no copy.
    let one = {
        let mut runs = style.faces.runs(&text);
        runs.next().filter(|_| runs.next().is_none())
    };
    if let (true, Some((face, _))) = (style.size < KERNED, one) {
        set(pen, face, text);
        return;
    }
    for (face, run) in style.faces.runs(&text) {
        // Start a new mark wherever kerning changes the distance to the next letter.
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

/// Draws a line of text that ends at a point.
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

/// Draws a line of text centred at a point.
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

/// Draws a word, and after it a blank to write on, which ends at a point.
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
