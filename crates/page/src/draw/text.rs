//! Draws lines of text.

use crate::page::{DrawOp, FormContent, Point};
use crate::typesetting::{Face, FontStack, PathEl};
use std::borrow::Cow;

/// The minimum type size for kerning, in points. Uneven gaps are visible in a title; in small text
/// kerning would only enlarge the file.
const MIN_KERNED: f64 = 18.0;
/// The height of a form with a line of text, in type sizes.
const FORM_HEIGHT: f64 = 1.3;

/// A font stack at a type size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// The faces, in order of preference.
    pub faces: FontStack,
    /// The type size in points.
    pub size: f64,
}

impl TextStyle {
    /// Creates a style.
    pub fn new(faces: FontStack, size: f64) -> Self {
        Self { faces, size }
    }

    /// Returns the height of a capital letter.
    pub fn cap(self) -> f64 {
        self.faces.first().cap_height() * self.size
    }

    /// Returns the width of a text.
    pub fn width(self, text: &str) -> f64 {
        let width = self.faces.width(text, self.size);
        if self.size < MIN_KERNED {
            return width;
        }
        let kerns = self.faces.runs(text).map(|(face, run)| kern_sum(face, run));
        width + kerns.sum::<f64>() * self.size
    }

    /// Returns how far the ink of a line extends beyond its width, on the left and on the right.
    pub fn overhangs(self, line: &str) -> (f64, f64) {
        let (Some(first), Some(last)) = (line.chars().next(), line.chars().next_back()) else {
            return (0.0, 0.0);
        };
        let before = self.letter_extent(first).0;
        let after = self.letter_extent(last).1 - self.faces.width(&last.to_string(), self.size);
        ((-before).max(0.0), after.max(0.0))
    }

    /// Returns the left and the right edge of the ink of a letter, from its origin.
    fn letter_extent(self, letter: char) -> (f64, f64) {
        let face = self.faces.runs(&letter.to_string()).next().map(|(face, _)| face);
        let steps = face.and_then(|face| face.steps(letter, self.size)).unwrap_or_default();
        let (mut left, mut right) = (0.0_f64, 0.0_f64);
        for (x, _) in steps.iter().flat_map(PathEl::points) {
            left = left.min(*x);
            right = right.max(*x);
        }
        (left, right)
    }

    /// Returns the largest type that fits, of sizes that shrink by `factor` down to `least`, and
    /// true. If none fits, returns the smallest one, and false.
    pub fn largest(
        mut self,
        (least, factor): (f64, f64),
        fits: impl Fn(Self) -> bool,
    ) -> (Self, bool) {
        while !fits(self) {
            if self.size <= least {
                return (self, false);
            }
            self.size = (self.size * factor).max(least);
        }
        (self, true)
    }

    /// Breaks a text into even lines of this width. The type size shrinks by `factor`, down to
    /// `least`, until `fits` accepts the number of lines and the type size. Returns the lines,
    /// their style, and true if they fit.
    pub fn shrunk_lines(
        self,
        text: &str,
        width: f64,
        shrink: (f64, f64),
        fits: impl Fn(usize, f64) -> bool,
    ) -> (Vec<String>, Self, bool) {
        let lines_in = |style: Self| style.faces.wrap_evenly(text, style.size, width);
        let (style, is_found) = self.largest(shrink, |style| {
            let lines = lines_in(style);
            lines.iter().all(|line| style.width(line) <= width) && fits(lines.len(), style.size)
        });
        (lines_in(style), style, is_found)
    }

    /// Returns this style, or a smaller one if the text would be wider than `width`. The type has
    /// no lower limit: the check of finished pages refuses what is too small.
    pub fn within(self, width: f64, text: &str) -> Self {
        let long = self.width(text);
        if long <= width {
            return self;
        }
        Self { size: self.size * (width.max(0.0) / long), ..self }
    }
}

/// Returns the sum of the kerning of a run of text, as a fraction of the type size.
fn kern_sum(face: Face, run: &str) -> f64 {
    let pairs = run.chars().zip(run.chars().skip(1));
    pairs.map(|(a, b)| face.kern(a, b)).sum()
}

impl TextStyle {
    /// The space between a word and its blank, in type sizes.
    pub const BLANK_GAP: f64 = 0.5;
    /// The distance of a blank from the baseline, in points.
    pub const BLANK_DROP: f64 = 1.5;

    /// Returns a line of text as a form. Its baseline is one type size below its top.
    pub fn form(self, text: &str) -> FormContent {
        let mut marks = Vec::new();
        self.draw_left(&mut marks, (0.0, self.size), text);
        FormContent { width: self.width(text), height: self.size * FORM_HEIGHT, marks }
    }

    /// Draws a line of text that starts at a point.
    pub fn draw_left(self, marks: &mut Vec<DrawOp>, at: Point, text: &str) {
        let mut pen = at.0;
        for (face, run) in self.faces.runs(text) {
            // A new mark starts wherever kerning changes the distance to the next letter.
            let pairs = run.char_indices().zip(run.chars().skip(1));
            let kerned =
                pairs.filter(|_| self.size >= MIN_KERNED).filter_map(|((at, letter), next)| {
                    let kern = face.kern(letter, next);
                    (kern != 0.0).then_some((at + letter.len_utf8(), kern))
                });
            let mut start = 0;
            for (end, kern) in kerned.chain([(run.len(), 0.0)]) {
                let piece = &run[start..end];
                let text = Cow::Owned(piece.to_owned());
                marks.push(DrawOp::Text { at: (pen, at.1), face, size: self.size, text });
                pen += (piece.chars().map(|c| face.advance(c)).sum::<f64>() + kern) * self.size;
                start = end;
            }
        }
    }

    /// Draws a line of text that ends at a point.
    pub fn draw_right(self, marks: &mut Vec<DrawOp>, at: Point, text: &str) {
        self.draw_left(marks, (at.0 - self.width(text), at.1), text);
    }

    /// Draws a line of text that is centred at a point.
    pub fn draw_centred(self, marks: &mut Vec<DrawOp>, at: Point, text: &str) {
        self.draw_left(marks, (at.0 - self.width(text) / 2.0, at.1), text);
    }

    /// Draws a word, and after it a blank to write on that ends at `until`. Returns where the blank
    /// begins.
    pub fn draw_with_blank(
        self,
        marks: &mut Vec<DrawOp>,
        at: Point,
        until: f64,
        word: &str,
    ) -> f64 {
        self.draw_left(marks, at, word);
        let start = at.0 + self.width(word) + self.size * Self::BLANK_GAP;
        marks.push(DrawOp::rule((start, at.1 + Self::BLANK_DROP), (until - start).max(0.0)));
        start
    }
}
