//! The pages with puzzles: captions, grids, digits, and what stands below them.

use super::arrange::{LOG_GAP, NOTE, caption_height, log_height};
use super::{Inside, Stamps, Volume};
use crate::book::design::{Label, Weight};
use crate::book::draw::{self, Type};
use crate::book::page::{Mark, Stamp};
use crate::book::volume::Span;
use crate::grid::Cell;
use std::ops::Range;

/// No blank below a grid is shorter than this, in sizes of its type.
const BLANK: f64 = 2.5;

impl Volume {
    pub(super) fn puzzles(&self, index: usize, section: usize, puzzles: Range<usize>) -> Vec<Mark> {
        let span = &self.sections[section];
        let style = &self.design.puzzle;
        let page = &self.puzzle_page;
        let outer = page.grid.outer();
        let places: Vec<_> = page
            .corners()
            .map(|(x, y)| (self.live_left(index) + x, self.sheet.top + y))
            .zip(puzzles.clone())
            .collect();
        let mut marks = Vec::new();

        let number = Type::new(self.figures().strong, style.number);
        let height = caption_height(&self.design);
        for &((x, y), puzzle) in &places {
            marks.push(Mark::Stamp {
                stamp: Stamps::PUZZLE,
                corner: (x, y),
            });
            // Number and stars on one middle line.
            let middle = y - style.caption_gap - height / 2.0;
            let stamp = Stamps::caption(self.levels[puzzle]);
            let stars = &self.stamps[stamp];
            marks.push(Mark::Stamp {
                stamp,
                corner: (x + outer - stars.width, middle - stars.height / 2.0),
            });
            let at = (x, middle + number.cap() / 2.0);
            let said = self.number(puzzle).to_string();
            if let Some(label) = self.label(puzzle) {
                let style = Type::new(self.figures().regular, style.number);
                // Far enough from the number that it is not read as one with it.
                let x = x + number.width(&said) + number.size * 0.9;
                draw::left(&mut marks, (x, at.1), style, label);
            }
            draw::left(&mut marks, at, number, said);
        }
        let face = match self.design.faces.givens {
            Weight::Regular => self.figures().regular.first(),
            Weight::Strong => self.figures().strong.first(),
        };
        for &(corner, puzzle) in &places {
            let givens = self.puzzles[puzzle].givens();
            page.grid.digits(&mut marks, corner, face, givens.filled());
        }
        if style.dots {
            for &(corner, puzzle) in &places {
                let empty = |cell: &Cell| self.puzzles[puzzle].givens()[*cell].is_none();
                marks.extend(Cell::ALL.into_iter().filter(empty).map(|cell| Mark::Stamp {
                    stamp: Stamps::DOTS,
                    corner: page.grid.cell_corner(corner, cell),
                }));
            }
        }
        if style.log {
            for &((x, y), puzzle) in &places {
                self.log(&mut marks, (x, y + outer), puzzle);
            }
        }
        let first_note = log_height(&self.design) - style.notes as f64 * NOTE;
        for &((x, y), _) in &places {
            for line in 1..=style.notes {
                let y = y + outer + first_note + line as f64 * NOTE;
                draw::rule(&mut marks, (x, y), outer);
            }
        }
        if style.class {
            self.class(&mut marks, index);
        }
        if let Some(below) = &page.below {
            let left = self.live_left(index);
            marks.push(self.answers_below(below, left, puzzles.clone()));
        }

        // Where each puzzle says its answer's page, the foot need not, and is the same on all pages.
        let answers = self.plan.answer_page(puzzles.start);
        match answers.zip(self.plan.answer_page(puzzles.end - 1)) {
            Some((first, last)) if !style.log => {
                let foot = self.answers_foot(span, (first, last));
                self.foot(&mut marks, index, Inside::Text(foot));
            }
            _ => self.foot(&mut marks, index, Inside::Stamp(Stamps::foot(section))),
        }
        marks
    }

    /// What stands beside the number of a puzzle.
    fn label(&self, puzzle: usize) -> Option<String> {
        match self.design.puzzle.label {
            Label::None => None,
            Label::Level => Some(self.language.level_name(self.levels[puzzle]).to_owned()),
            Label::Date => Some(self.day(self.before + puzzle)),
        }
    }

    /// The line for name, class and date above the puzzles.
    fn class(&self, marks: &mut Vec<Mark>, index: usize) {
        let style = Type::new(self.words().regular, self.design.sizes.body);
        let (left, live) = (self.live_left(index), self.sheet.live());
        let y = self.sheet.top + style.cap();
        let words = [
            (0.0, 0.52, self.language.pupil()),
            (0.55, 0.76, self.language.class()),
            (0.79, 1.0, self.language.date()),
        ];
        for (from, until, word) in words {
            let at = (left + from * live, y);
            draw::blank(marks, at, left + until * live, style, word);
        }
    }

    fn level_foot(&self, span: &Span) -> String {
        let (first, last) = self.numbers(span.start..span.start + span.len);
        self.language.level_foot(span.level, first, last)
    }

    /// The level, its numbers if there is room for them on every page, and where the answers are.
    fn answers_foot(&self, span: &Span, answers: (usize, usize)) -> String {
        let style = Type::new(self.figures().regular, self.design.sizes.foot);
        let last = self.page_count();
        let whole = self.level_foot(span);
        let widest = format!("{whole}{}{last}", self.language.answers_on(last - 1, last));
        let fits = style.width(&widest) + 2.0 * style.size <= self.sheet.live();
        let level = match span.level {
            Some(level) if !fits => self.language.level_name(level).to_owned(),
            _ => whole,
        };
        level + &self.language.answers_on(answers.0, answers.1)
    }

    /// The level and its numbers, for the foot of each of its pages.
    pub(super) fn foot_stamp(&self, span: &Span) -> Stamp {
        let style = Type::new(self.figures().regular, self.design.sizes.foot);
        draw::line(style, self.level_foot(span))
    }

    /// The blanks for time and date below a grid, or for time alone, as wide as the widest page
    /// number leaves room for. Its top is the lower edge of the frame.
    pub(super) fn log_stamp(&self) -> Stamp {
        let style = Type::new(self.words().regular, self.design.sizes.body);
        let outer = self.puzzle_page.grid.outer();
        let y = LOG_GAP * style.size + style.cap();
        let widest = self
            .language
            .answer_on(8)
            .replace('8', &"8".repeat(self.page_count().to_string().len()));
        let (between, before) = (style.size * 1.6, style.size * 0.5);
        let room = outer - style.width(&widest);
        let words = [self.language.time(), self.language.date()];
        let words = words.map(|word| (word, style.width(word)));
        // What each blank leaves to be written in, if the first so many words have one.
        let blank = |count: usize| {
            let taken = |(_, width): &(&str, f64)| width + between + before;
            let taken: f64 = words[..count].iter().map(taken).sum();
            ((room - taken) / count as f64).min(style.size * 12.0)
        };
        // A blank in which nobody can write is left out.
        let count = (1..=2).rev().find(|&n| blank(n) >= BLANK * style.size);
        let count = count.unwrap_or(0);
        let mut marks = Vec::new();
        let mut pen = 0.0;
        for &(word, width) in &words[..count] {
            draw::left(&mut marks, (pen, y), style, word.to_owned());
            draw::rule(&mut marks, (pen + width + before, y + 1.5), blank(count));
            pen += width + before + blank(count) + between;
        }
        Stamp {
            width: outer,
            height: y + style.size * 0.3,
            marks,
        }
    }

    /// The line below a grid, from its lower left corner: time, date, page of the answer.
    fn log(&self, marks: &mut Vec<Mark>, (x, y): (f64, f64), puzzle: usize) {
        let style = Type::new(self.words().regular, self.design.sizes.body);
        marks.push(Mark::Stamp {
            stamp: Stamps::LOG,
            corner: (x, y),
        });
        let Some(page) = self.plan.answer_page(puzzle) else {
            return;
        };
        let answer = self.language.answer_on(page);
        let at = (
            x + self.puzzle_page.grid.outer(),
            y + LOG_GAP * style.size + style.cap(),
        );
        draw::right(marks, at, style, answer);
    }
}
