//! From sections to volumes: complete books, with all that their pages need to be laid out. Not
//! where things stand on a page.

use super::chapters::{Chapter, weekday};
use super::design::Design;
use super::draw::GridStyle;
use super::fit::subtitle_of;
use super::language::Language;
use super::layout::{AnswerPage, Below, ProgressPage, Prose, PuzzlePage, Sheet};
use super::page::{Page, Stamp};
use super::plan::Plan;
use super::split::overlaps;
use crate::print::terms::Terms;
use crate::puzzle::Puzzle;
use crate::score::Level;
use jiff::ToSpan;
use jiff::civil::Date;
use std::ops::Range;
use std::sync::Arc;

/// Puzzles of one volume that stand together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    /// Of all of them, if they have one.
    pub level: Option<Level>,
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
    pub(super) language: Language,
    pub(super) title: String,
    pub(super) author: Option<String>,
    pub(super) edition: Option<String>,
    pub(super) seed: Option<u64>,
    /// Which volume of how many.
    pub(super) place: (usize, usize),
    /// How many puzzles the volumes before hold.
    pub(super) before: usize,
    pub(super) sections: Vec<Span>,
    pub(super) puzzles: Vec<Puzzle>,
    /// The level of each.
    pub(super) levels: Vec<Level>,
    /// The day of the book's first puzzle.
    pub(super) first_day: Option<Date>,
    pub(super) texts: Arc<[Prose]>,
    pub(super) plan: Plan,
    pub(super) sheet: Sheet,
    pub(super) puzzle_page: PuzzlePage,
    pub(super) answer_page: Option<AnswerPage>,
    pub(super) progress_page: ProgressPage,
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
        (
            self.puzzle_page.len(),
            self.answer_page.as_ref().map_or(0, AnswerPage::len),
        )
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
            Some((number, _)) => format!("{}, {}", self.title, self.language.volume(number)),
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
        subtitle_of(&self.design, &self.language, self.puzzles.len())
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

impl Volume {
    /// The levels of its puzzles, the easiest first.
    pub fn levels_present(&self) -> Vec<Level> {
        let present = |level: &Level| self.levels.contains(level);
        Level::ALL.into_iter().filter(present).collect()
    }

    /// Whether every puzzle has its answer in the volume.
    pub(super) fn has_answers(&self) -> bool {
        self.plan.answer_page(0).is_some() || self.puzzle_page.below.is_some()
    }

    /// The grid of an answer.
    pub(super) fn answer_grid(&self) -> GridStyle {
        let below = self
            .puzzle_page
            .below
            .as_ref()
            .map(|below: &Below| below.grid);
        let apart = self.answer_page.as_ref().map(|page| page.grid);
        below.or(apart).unwrap_or(self.puzzle_page.grid)
    }

    /// The day of a puzzle, counted from 0 through the whole book.
    pub(super) fn day(&self, puzzle: usize) -> String {
        let day = |first: Date| first.checked_add((puzzle as i64).days()).ok();
        match self.first_day.and_then(day) {
            Some(date) => {
                let month = usize::from(date.month().unsigned_abs()) - 1;
                let day = date.day().unsigned_abs();
                self.language
                    .day(weekday(date), day, month, i32::from(date.year()))
            }
            None => self.language.week_day(puzzle / 7 + 1, puzzle % 7),
        }
    }
}

/// The spans of a volume; `before` is the number of the volume before it.
pub(super) fn spans(
    chapters: &[Chapter],
    sizes: &[usize],
    range: &Range<usize>,
    before: usize,
) -> Vec<Span> {
    let mut start = 0;
    overlaps(sizes, range)
        .map(|(i, part)| {
            let puzzles = &chapters[i].puzzles[part.clone()];
            let givens = || puzzles.iter().map(|(_, puzzle)| puzzle.givens_count());
            let span = Span {
                level: chapters[i].level,
                start,
                len: puzzles.len(),
                continued_from: (part.start > 0).then_some(before),
                givens: (givens().min().unwrap_or(0), givens().max().unwrap_or(0)),
                row_col_min: puzzles
                    .iter()
                    .map(|(_, puzzle)| puzzle.row_col_min())
                    .min()
                    .unwrap_or(0),
            };
            start += span.len;
            span
        })
        .collect()
}
