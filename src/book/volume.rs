//! From sections to volumes: complete books, with all that their pages need to be laid out. Not
//! where things stand on a page.

use super::fit::{self, LayoutError};
use super::layout::{AnswerPage, PuzzlePage, Sheet, Stamps};
use super::page::{Page, Stamp};
use super::plan::Plan;
use super::split::{overlaps, split};
use super::template::{Design, Template};
use super::text;
use super::trim::Trim;
use super::{Imprint, Section};
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
    place: (usize, usize),
    /// How many puzzles the volumes before hold.
    before: usize,
    pub(super) sections: Vec<Span>,
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) plan: Plan,
    pub(super) sheet: Sheet,
    pub(super) puzzle_page: PuzzlePage,
    pub(super) answer_page: AnswerPage,
    pub(super) stamps: Vec<Stamp>,
}

impl Volume {
    /// How many pages it has, always even.
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

/// Lays out a book: one volume, or more when the template's page limit asks for it. Volumes are of
/// much the same length and end, where they can, with a full page of puzzles.
///
/// # Errors
/// [`LayoutError`] when there is nothing to print, when something does not fit the trim, or when a
/// text has characters that the template's faces lack.
pub fn volumes(
    template: &Template,
    trim: Trim,
    imprint: &Imprint,
    sections: &[Section],
) -> Result<Vec<Volume>, LayoutError> {
    let design = &template.0.for_width(trim.width());
    let sections: Vec<&Section> = sections.iter().filter(|s| !s.puzzles.is_empty()).collect();
    let count: usize = sections.iter().map(|s| s.puzzles.len()).sum();
    if count == 0 {
        return Err(LayoutError::NoPuzzles);
    }
    let sheet = Sheet::new(design, trim);
    let puzzle_page = PuzzlePage::new(design, &sheet);
    if puzzle_page.grid.cell < design.puzzle.cell_least {
        return Err(LayoutError::Cell {
            template: design.name.clone(),
            trim,
            cell: puzzle_page.grid.cell.max(0.0),
            least: design.puzzle.cell_least,
        });
    }
    let answer_page = AnswerPage::new(design, &sheet).ok_or_else(|| LayoutError::Answers {
        template: design.name.clone(),
        trim,
        least: design.answers.digit_least,
    })?;
    fit::check_texts(design, imprint)?;

    let sizes: Vec<usize> = sections.iter().map(|s| s.puzzles.len()).collect();
    let plan = |range: &Range<usize>| {
        let parts: Vec<usize> = overlaps(&sizes, range)
            .map(|(_, part)| part.len())
            .collect();
        Plan::new(&design.parts, &parts, puzzle_page.len(), answer_page.len())
    };
    let bounds = split(&sizes, puzzle_page.len(), |range| {
        plan(range).parts.len() <= design.page_limit
    })
    .ok_or_else(|| LayoutError::PageLimit {
        template: design.name.clone(),
        limit: design.page_limit,
    })?;

    let design = Arc::new(design.clone());
    let made = bounds.iter().enumerate().map(|(i, range)| {
        let mut volume = Volume {
            design: Arc::clone(&design),
            title: fit::title_of(&design, imprint).to_owned(),
            author: imprint.author.clone(),
            edition: imprint.edition.clone(),
            place: (i + 1, bounds.len()),
            before: range.start,
            sections: spans(&sections, &sizes, range, i),
            puzzles: overlaps(&sizes, range)
                .flat_map(|(section, part)| &sections[section].puzzles[part])
                .copied()
                .collect(),
            plan: plan(range),
            sheet: sheet.clone(),
            puzzle_page: puzzle_page.clone(),
            answer_page: answer_page.clone(),
            stamps: Vec::new(),
        };
        volume.stamps = Stamps::draw(&volume);
        volume.check_fit(trim)?;
        Ok(volume)
    });
    made.collect()
}

/// The spans of a volume; `before` is the number of the volume before it.
fn spans(sections: &[&Section], sizes: &[usize], range: &Range<usize>, before: usize) -> Vec<Span> {
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
