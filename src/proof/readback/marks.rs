//! What is read of a page: glyphs with their characters, and straight lines. Not what they mean, and
//! no curves: no grid has any.

use super::font::Font;
use crate::print::pdf::{self, Metrics, Part, Point, Sink, State};
use lopdf::{Dictionary, ObjectId};
use std::collections::HashMap;

/// A filled rectangle is a line if it is no thicker, and much longer than thick.
const LINE_MOST: f64 = 8.0;
/// How much longer.
const LINE_LONG: f64 = 4.0;

/// What stands for an empty cell in a row of digits.
const DIGIT_BLANK: char = '\u{2007}';

/// A character on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// Where the pen stood.
    pub at: Point,
    /// How wide it is.
    pub advance: f64,
    /// The size on paper.
    pub size: f64,
    /// The direction of writing, in quarter turns.
    pub quarter: u8,
    /// What it says; U+FFFD where the file does not tell.
    pub character: char,
}

/// A straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
}

/// What stands on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub glyphs: Vec<Glyph>,
    pub segments: Vec<Segment>,
}

/// A point as somebody sees it who has turned the page so that writing of this direction is
/// upright.
pub(super) fn turned((x, y): Point, quarter: u8) -> Point {
    match quarter & 3 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// The fonts of a file, numbered.
#[derive(Default)]
pub(super) struct Fonts {
    pub all: Vec<Font>,
    pub ids: HashMap<ObjectId, usize>,
}

/// Takes the marks of one page.
pub(super) struct Taker<'a> {
    pub fonts: &'a Fonts,
    pub marks: Marks,
}

impl Sink for Taker<'_> {
    fn font(&mut self, id: Option<ObjectId>, _: &Dictionary) -> Option<usize> {
        self.fonts.ids.get(&id?).copied()
    }

    fn metrics(&self, font: usize) -> &Metrics {
        &self.fonts.all[font].metrics
    }

    fn glyph(&mut self, glyph: pdf::Glyph, state: &State) {
        if state.hides_text() {
            return;
        }
        let character = self.fonts.all[glyph.font].character(glyph.code);
        if character == DIGIT_BLANK {
            return;
        }
        let onto = glyph.onto;
        self.marks.glyphs.push(Glyph {
            at: onto.apply((0.0, state.rise)),
            advance: glyph.advance * onto.scale(),
            size: state.size * onto.scale(),
            quarter: onto.quarter(),
            character,
        });
    }

    /// A filled rectangle may be meant as a line.
    fn fill(&mut self, parts: &[Part], _: &State) {
        for part in parts.iter().filter(|part| part.points.len() <= 5) {
            let b = part.bounds;
            let middle = ((b.left + b.right) / 2.0, (b.bottom + b.top) / 2.0);
            let ends = if b.width() <= LINE_MOST && b.height() > LINE_LONG * b.width() {
                [(middle.0, b.bottom), (middle.0, b.top)]
            } else if b.height() <= LINE_MOST && b.width() > LINE_LONG * b.height() {
                [(b.left, middle.1), (b.right, middle.1)]
            } else {
                continue;
            };
            let [from, to] = ends;
            self.marks.segments.push(Segment { from, to });
        }
    }

    /// Every side is a line.
    fn stroke(&mut self, parts: &[Part], _: &State) {
        for part in parts {
            let sides = part.points.windows(2);
            let sides = sides.map(|ends| Segment {
                from: ends[0],
                to: ends[1],
            });
            self.marks.segments.extend(sides);
        }
    }
}
