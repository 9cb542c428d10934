//! The page with the rules, with a worked example beside or above the text of its steps. In large type on small
//! pages the example goes on, or begins, on a second page.

use crate::book::arrange::head::{heading, paragraph};
use crate::book::arrange::live_area::{ASCENT, LiveArea};
use crate::book::design::BookDesign;
use crate::book::draw;
use crate::book::draw::{GridStyle, TextStyle};
use crate::book::language::{Language, example};
use crate::book::page::{Colour, Mark, Stamp};

/// Grey of the shaded block: 12 % black.
const SHADE: f64 = 0.88;
/// Fraction of the width that the worked example takes.
const EXAMPLE: f64 = 0.56;

/// How the rules and the example are spread over pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::book) enum Spread {
    /// All on one page.
    One,
    /// The rules and the grid of the example, then its steps.
    StepsNext,
    /// The rules, then the example.
    ExampleNext,
    /// The rules alone: the example fits no page.
    RulesAlone,
}

impl Spread {
    /// Number of pages.
    pub fn pages(self) -> usize {
        match self {
            Self::One | Self::RulesAlone => 1,
            Self::StepsNext | Self::ExampleNext => 2,
        }
    }
}

/// What the page depends on.
#[derive(Clone, Copy)]
pub(in crate::book) struct Rules<'a> {
    pub design: &'a BookDesign,
    pub area: &'a LiveArea,
    pub language: &'a Language,
}

impl Rules<'_> {
    /// Width of the text.
    pub fn width(self) -> f64 {
        self.area.live().min(self.area.measure() * self.design.sizes.body)
    }

    /// Style of the text.
    pub fn body(self) -> TextStyle {
        TextStyle::new(self.design.typefaces.words.regular, self.design.sizes.body)
    }

    fn leading(self) -> f64 {
        self.design.sizes.body * self.design.typefaces.leading
    }

    /// The grid of the worked example, which is smaller if the text must go below it.
    pub fn grid(self) -> GridStyle {
        let style = &self.design.puzzle;
        let width = self.width();
        let side = if self.area.is_low() {
            self.low_side()
        } else if self.beside().is_some() {
            EXAMPLE * width
        } else {
            (EXAMPLE * width).min(self.area.room() * 0.3)
        };
        let side = side.max(9.0 * self.design.sizes.min_type / style.digit);
        GridStyle {
            cell: side / 9.0,
            digit: style.digit,
            thin: style.thin.min(1.0),
            block: style.block.min(2.5),
        }
    }

    /// Side length of the worked example on low pages.
    fn low_side(self) -> f64 {
        (EXAMPLE * self.width()).min(self.area.room() * 0.4)
    }

    /// Width available for text beside the example; `None` if some words would not fit into a line.
    fn beside(self) -> Option<f64> {
        let (body, width) = (self.design.sizes.body, self.width());
        let beside = if self.area.is_low() {
            width - self.low_side() - body * 1.6
        } else {
            width * (1.0 - EXAMPLE) - body * 1.6
        };
        (beside >= 10.5 * body).then_some(beside)
    }

    /// Finds the spread with the fewest pages.
    pub fn spread(self) -> Spread {
        let marks = &mut Vec::new();
        let (bottom, after_rules) = (self.area.bottom, self.rules(marks, 0.0));
        let whole = self.example(marks, (0.0, after_rules));
        if whole.1 <= bottom {
            return Spread::One;
        }
        let grid = self.example_grid(marks, (0.0, after_rules));
        if grid <= bottom && self.beside().is_none() && self.steps_next(marks, 0.0).1 <= bottom {
            return Spread::StepsNext;
        }
        match self.example(marks, (0.0, self.top())).1 <= bottom {
            true => Spread::ExampleNext,
            false => Spread::RulesAlone,
        }
    }

    /// The first baseline of a page without heading.
    pub fn top(self) -> f64 {
        self.area.top + ASCENT * self.design.sizes.body
    }

    /// Draws the heading and the rules; returns the baseline of the line after the last.
    pub fn rules(self, marks: &mut Vec<Mark>, left: f64) -> f64 {
        let words = self.language.text("how_to_play.heading").to_owned();
        let y = heading(self.design, self.area, marks, left, words);
        paragraph(
            self.design,
            marks,
            (left, y),
            self.width(),
            self.body(),
            self.language.text("how_to_play.rules"),
        )
    }

    /// Draws the heading of the example and its grid, from this baseline down; returns the end of the grid.
    pub fn example_grid(self, marks: &mut Vec<Mark>, (left, mut y): (f64, f64)) -> f64 {
        let size = self.design.sizes.body;
        let strong = TextStyle::new(self.design.typefaces.words.strong, size * 1.15);
        y += size * 0.75;
        draw::left(marks, (left, y), strong, self.language.text("how_to_play.example").to_owned());
        y += size;
        let (example, block, _, _) = example();
        let grid = self.grid();
        let edge = grid.block / 2.0;
        let shade = |n: usize| edge + n as f64 * 3.0 * grid.cell;
        marks.push(Mark::Box {
            corner: (left + shade(block % 3), y + shade(block / 3)),
            size: (3.0 * grid.cell, 3.0 * grid.cell),
            colour: Colour::Grey(SHADE),
        });
        marks.push(Mark::Stamp { stamp: Stamp::ExampleGrid, corner: (left, y) });
        let face = self.design.typefaces.figures.regular.first();
        grid.digits(marks, (left, y), face, example.filled());
        y + grid.outer()
    }

    /// Draws the example with its steps beside or below its grid, from this baseline down; returns the baseline
    /// of the next paragraph, and the end of the example.
    pub fn example(self, marks: &mut Vec<Mark>, (left, y): (f64, f64)) -> (f64, f64) {
        let sizes = &self.design.sizes;
        let (body, end) = (self.body(), self.example_grid(marks, (left, y)));
        let steps = TextStyle::new(body.faces, sizes.legible(sizes.body * 0.94));
        let (pen, last) = match self.beside() {
            Some(width) => {
                let at = (left + self.width() - width, end - self.grid().outer() + steps.cap());
                self.steps(marks, at, width.min(26.0 * steps.size), steps)
            }
            None => self.steps(marks, (left, end + body.size * 1.8), self.width(), body),
        };
        let next = (end + body.size * 2.1).max(pen + body.size * 0.4);
        (next, last.max(end))
    }

    /// Draws the steps on a page of their own; returns what [`Rules::example`] returns.
    pub fn steps_next(self, marks: &mut Vec<Mark>, left: f64) -> (f64, f64) {
        let (pen, last) = self.steps(marks, (left, self.top()), self.width(), self.body());
        (pen + self.design.sizes.body * 0.4, last)
    }

    /// Draws the steps; returns the baseline after the last, and the last baseline.
    fn steps(
        self,
        marks: &mut Vec<Mark>,
        (x, mut y): (f64, f64),
        width: f64,
        style: TextStyle,
    ) -> (f64, f64) {
        for step in self.language.list("how_to_play.steps") {
            y = paragraph(self.design, marks, (x, y), width, style, step);
            y += style.size * 0.5;
        }
        (y, y - style.size * (self.design.typefaces.leading + 0.5))
    }

    /// Draws those of further paragraphs that fit below this baseline, the last first; returns the last
    /// baseline.
    pub fn further(
        self,
        marks: &mut Vec<Mark>,
        (left, mut y): (f64, f64),
        texts: [&str; 2],
    ) -> f64 {
        let (body, width, leading) = (self.body(), self.width(), self.leading());
        let lines = |text: &str| match text {
            "" => 0.0,
            text => body.faces.wrap_paragraph(text, body.size, width).len() as f64,
        };
        let space = body.size * 0.5;
        let room = (self.area.bottom - y + leading - space) / leading;
        let [advice, answers] = texts;
        let both = lines(advice) + lines(answers) <= room;
        let rest = [(both, advice), (!answers.is_empty() && lines(answers) <= room, answers)];
        for (_, text) in rest.into_iter().filter(|(fits, _)| *fits) {
            y = paragraph(self.design, marks, (left, y), width, body, text) + space;
        }
        y - space - leading
    }
}
