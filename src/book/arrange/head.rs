//! The head of a page of answers, or of another list of numbers; headings and paragraphs of text.

use crate::book::arrange::live_area::{ASCENT, LiveArea};
use crate::book::design::BookDesign;
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::page::{Mark, Point};
/// The head of a page of answers, or of another list of numbers.
pub(in crate::book) struct Head {
    title: TextStyle,
    range: TextStyle,
}

impl Head {
    pub fn new(design: &BookDesign) -> Self {
        let size = design.sizes.heading * 0.64;
        Self {
            title: TextStyle::new(design.typefaces.words.strong, size),
            range: TextStyle::new(design.typefaces.words.italic, design.sizes.legible(size * 0.82)),
        }
    }

    /// Distance of the baseline from the top of the live area.
    fn baseline(&self) -> f64 {
        ASCENT * self.title.size
    }

    /// Distance of the rule from the top of the live area.
    fn rule(&self) -> f64 {
        self.baseline() + 0.55 * self.title.size
    }

    /// Distance of the first captions from the top of the live area.
    pub fn height(&self) -> f64 {
        self.rule() + 1.25 * self.title.size
    }

    /// Draws the head; `left` and `top` are those of the live area.
    pub fn draw(
        &self,
        marks: &mut Vec<Mark>,
        (left, top): Point,
        live: f64,
        title: String,
        range: String,
    ) {
        let y = top + self.baseline();
        let mut style = self.range;
        let room = live - self.title.width(&title) - self.title.size;
        style.size *= (room / style.width(&range)).min(1.0);
        draw::rule(marks, (left, top + self.rule()), live);
        draw::left(marks, (left, y), self.title, title);
        draw::right(marks, (left + live, y), style, range);
    }
}

/// Draws a heading at the top of a page; returns where the text below it starts.
pub(in crate::book) fn heading(
    design: &BookDesign,
    area: &LiveArea,
    marks: &mut Vec<Mark>,
    left: f64,
    text: String,
) -> f64 {
    let style = TextStyle::new(design.typefaces.words.regular, design.sizes.heading);
    let y = area.top + area.height * 0.015 + ASCENT * style.size;
    draw::left(marks, (left, y), style, text);
    y + style.size * 0.5 + design.sizes.body * design.typefaces.leading
}

/// Draws a paragraph from this first baseline down; returns the baseline of the line after the last.
pub(in crate::book) fn paragraph(
    design: &BookDesign,
    marks: &mut Vec<Mark>,
    (x, mut y): Point,
    width: f64,
    style: TextStyle,
    text: &str,
) -> f64 {
    for line in style.faces.wrap_paragraph(text, style.size, width) {
        draw::left(marks, (x, y), style, line);
        y += style.size * design.typefaces.leading;
    }
    y
}
