//! From sections to volumes: complete books, with all that their pages need to be laid out. Not
//! where things stand on a page.

use super::Section;
use super::layout::{AnswerPage, PuzzlePage, Sheet};
use super::page::{Page, Stamp};
use super::plan::Plan;
use super::split::overlaps;
use super::template::Design;
use super::terms::Terms;
use super::text;
use crate::puzzle::Puzzle;
use crate::score::Level;
use std::ops::Range;
use std::sync::Arc;

/// The puzzles of one level in one volume.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub level: Level,
    /// Its first puzzle, counted from 0 in the volume.
    pub start: usize,
    pub len: usize,
    /// The volume before, if the level began there.
    pub continued_from: Option<usize>,
    /// Fewest and most givens.
    pub givens: (usize, usize),
    /// The fewest givens in any row or column.
    pub row_col_min: usize,
}

/// A book, or a part of one that is bound by itself: complete, with its own title page and answers.
#[derive(Clone, Debug)]
pub struct Volume {
    pub(super) design: Arc<Design>,
    pub(super) title: String,
    pub(super) author: Option<String>,
    pub(super) edition: Option<String>,
    /// Which volume of how many.
    pub(super) place: (usize, usize),
    /// How many puzzles the volumes before hold.
    pub(super) before: usize,
    pub(super) sections: Vec<Span>,
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) plan: Plan,
    pub(super) sheet: Sheet,
    pub(super) puzzle_page: PuzzlePage,
    pub(super) answer_page: AnswerPage,
    pub(super) stamps: Vec<Stamp>,
    pub(super) terms: Option<Terms>,
}

impl Volume {
    /// How many pages it has: even, unless a printer says that it need not be.
    pub fn page_count(&self) -> usize {
        self.plan.parts.len()
    }

    /// Its pages, each made when it is asked for.
    pub fn pages(&self) -> impl Iterator<Item = Page> + '_ {
        (0..self.page_count()).map(|index| self.lay(index))
    }

    /// The drawings that its pages share.
    pub fn stamps(&self) -> &[Stamp] {
        &self.stamps
    }

    /// How many pages come before page 1: those with roman numbers.
    pub fn front_matter(&self) -> usize {
        self.plan.front()
    }

    /// Which volume it is, from 1.
    pub fn volume_number(&self) -> usize {
        self.place.0
    }

    /// How many volumes the book has.
    pub fn volume_count(&self) -> usize {
        self.place.1
    }

    /// The margin at the binding, in points.
    pub fn inside(&self) -> f64 {
        self.sheet.inside
    }

    /// The margin at the outer edge, in points.
    pub fn outside(&self) -> f64 {
        self.sheet.outside
    }

    /// The side of a puzzle's cell, in points.
    pub fn cell(&self) -> f64 {
        self.puzzle_page.grid.cell
    }

    /// How many puzzles and how many answers stand on a full page.
    pub fn per_page(&self) -> (usize, usize) {
        (self.puzzle_page.len(), self.answer_page.len())
    }

    /// How many puzzles it holds.
    pub fn puzzle_count(&self) -> usize {
        self.puzzles.len()
    }

    /// The number of its first puzzle.
    pub fn first_number(&self) -> usize {
        self.number(0)
    }

    /// The number of its last puzzle.
    pub fn last_number(&self) -> usize {
        self.number(self.puzzles.len() - 1)
    }

    /// The title, and which volume it is if there are several.
    pub fn full_title(&self) -> String {
        match self.among() {
            None => self.title.clone(),
            Some((number, _)) => format!("{}, {}", self.title, text::volume(number)),
        }
    }

    /// Who made it.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Which volume of how many, if they are several.
    pub(super) fn among(&self) -> Option<(usize, usize)> {
        (self.place.1 > 1).then_some(self.place)
    }

    /// The line below the title.
    pub(super) fn subtitle(&self) -> String {
        let count = text::count(self.puzzles.len());
        self.design.subtitle.replace("{count}", &count)
    }

    /// The number printed for a puzzle.
    pub(super) fn number(&self, puzzle: usize) -> usize {
        self.before + puzzle + 1
    }

    /// The numbers of the first and the last puzzle of a range.
    pub(super) fn numbers(&self, puzzles: Range<usize>) -> (usize, usize) {
        (self.number(puzzles.start), self.number(puzzles.end - 1))
    }
}

/// The spans of a volume; `before` is the number of the volume before it.
pub(super) fn spans(
    sections: &[&Section],
    sizes: &[usize],
    range: &Range<usize>,
    before: usize,
) -> Vec<Span> {
    let mut start = 0;
    overlaps(sizes, range)
        .map(|(i, part)| {
            let puzzles = &sections[i].puzzles[part.clone()];
            let givens = || puzzles.iter().map(Puzzle::givens_count);
            let span = Span {
                level: sections[i].level,
                start,
                len: puzzles.len(),
                continued_from: (part.start > 0).then_some(before),
                givens: (givens().min().unwrap_or(0), givens().max().unwrap_or(0)),
                row_col_min: puzzles.iter().map(Puzzle::row_col_min).min().unwrap_or(0),
            };
            start += span.len;
            span
        })
        .collect()
}
