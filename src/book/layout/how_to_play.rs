//! The page that explains the rules, with its worked example beside the text, or above it.

use super::{Inside, Stamps, Volume};
use crate::book::draw::{self, GridStyle, Type};
use crate::book::language::example;
use crate::book::page::Mark;

/// The grey of a shaded block: 12 %.
const SHADE: f64 = 0.88;
/// Lines are no longer than so many sizes of their type: the eye must find the next one.
const MEASURE: f64 = 37.0;
/// On low pages they are longer, so that there are fewer of them.
const MEASURE_LOW: f64 = 46.0;
/// How much of that width the worked example takes.
const EXAMPLE: f64 = 0.56;

impl Volume {
    /// The grid of the worked example: smaller if the text must stand below it.
    pub(super) fn example_grid(&self) -> GridStyle {
        let style = &self.design.puzzle;
        let live = self
            .sheet
            .live()
            .min(self.measure() * self.design.sizes.body);
        let side = if self.is_low() {
            self.low_example(live)
        } else if self.beside_example().is_some() {
            EXAMPLE * live
        } else {
            (EXAMPLE * live).min(self.sheet.room() * 0.3)
        };
        GridStyle {
            cell: side / 9.0,
            digit: style.digit,
            thin: style.thin.min(1.0),
            block: style.block.min(2.5),
        }
    }

    /// Whether pages are wider than they are high: then height is what is short.
    pub(super) fn is_low(&self) -> bool {
        self.sheet.width > self.sheet.height
    }

    /// How long lines may be, in sizes of their type.
    pub(super) fn measure(&self) -> f64 {
        if self.is_low() { MEASURE_LOW } else { MEASURE }
    }

    /// The side of the worked example on low pages.
    fn low_example(&self, live: f64) -> f64 {
        (EXAMPLE * live).min(self.sheet.room() * 0.4)
    }

    /// How much room there is for text beside the example: none if no line could hold some words.
    fn beside_example(&self) -> Option<f64> {
        let body = self.design.sizes.body;
        let live = self.sheet.live().min(self.measure() * body);
        let beside = if self.is_low() {
            live - self.low_example(live) - body * 1.6
        } else {
            live * (1.0 - EXAMPLE) - body * 1.6
        };
        (beside >= 10.5 * body).then_some(beside)
    }

    /// The page, and where its last line ends.
    pub(in crate::book) fn how_to_play(&self, index: usize) -> (Vec<Mark>, f64) {
        let sizes = &self.design.sizes;
        let (left, live) = (self.live_left(index), self.sheet.live());
        let live = live.min(self.measure() * sizes.body);
        let body = Type::new(self.words().regular, sizes.body);
        let steps = Type::new(body.faces, sizes.body * 0.94);
        let strong = Type::new(self.words().strong, sizes.body * 1.15);
        let beside = self.beside_example();
        let mut marks = Vec::new();
        let y = self.heading(&mut marks, index, self.language.how_to_play().to_owned());
        let mut y = self.paragraph(&mut marks, (left, y), live, body, self.language.rules());

        y += body.size * 0.75;
        draw::left(
            &mut marks,
            (left, y),
            strong,
            self.language.example_heading().to_owned(),
        );
        y += body.size;

        let (example, block, _, _) = example();
        let grid = self.example_grid();
        let edge = grid.block / 2.0;
        let shade = |n: usize| edge + n as f64 * 3.0 * grid.cell;
        marks.push(Mark::Box {
            corner: (left + shade(block % 3), y + shade(block / 3)),
            size: (3.0 * grid.cell, 3.0 * grid.cell),
            grey: SHADE,
        });
        marks.push(Mark::Stamp {
            stamp: Stamps::EXAMPLE,
            corner: (left, y),
        });
        let face = self.figures().regular.first();
        grid.digits(&mut marks, (left, y), face, example.filled());

        let (x, width, style) = match beside {
            Some(width) => (left + live - width, width.min(26.0 * steps.size), steps),
            None => (left, live, body),
        };
        let mut pen = match beside {
            Some(_) => y + steps.cap(),
            None => y + grid.outer() + body.size * 1.8,
        };
        for step in self.language.example_steps() {
            pen = self.paragraph(&mut marks, (x, pen), width, style, step);
            pen += style.size * 0.5;
        }
        y = (y + grid.outer() + body.size * 2.1).max(pen + body.size * 0.4);

        // What else there is to say, if there is room: where the answers are comes first.
        let answers = self.plan.answer_page(0);
        let answers = answers
            .map(|page| self.language.answers_begin(page))
            .unwrap_or_default();
        let lines = |text: &str| body.faces.wrap_paragraph(text, body.size, live).len() as f64;
        let space = body.size * 0.5;
        let room = (self.sheet.bottom - y + body.size * self.design.cast.leading - space)
            / (body.size * self.design.cast.leading);
        let both = lines(self.language.advice()) + lines(&answers) <= room;
        let rest = [
            (both, self.language.advice()),
            (!answers.is_empty() && lines(&answers) <= room, &answers),
        ];
        for (_, paragraph) in rest.into_iter().filter(|(fits, _)| *fits) {
            y = self.paragraph(&mut marks, (left, y), live, body, paragraph) + space;
        }
        self.foot(&mut marks, index, Inside::Nothing);
        (marks, y - space - body.size * self.design.cast.leading)
    }
}
