//! The dates of a volume.

use crate::model::{PageHead, PageSetup, PuzzleLabel, PuzzleSequence, date_of};
use explain::text;
use jiff::civil::Date;
use std::ops::Range;
use std::sync::Arc;

/// The dates of the puzzles of a volume, and their printed forms.
#[derive(Clone, Debug)]
pub struct VolumeDates {
    pub setup: Arc<PageSetup>,
    pub sequence: Arc<PuzzleSequence>,
    /// Number of puzzles in earlier volumes.
    pub start: usize,
}

impl VolumeDates {
    /// Returns the date of a puzzle, in a book with dates. The first puzzle of the first volume has
    /// the first day. Without a first day, the puzzle has the date of its file.
    pub fn date(&self, puzzle: usize) -> Option<Date> {
        if self.setup.design.keys.puzzle.label != PuzzleLabel::Date {
            return None;
        }
        match self.setup.options.first_day {
            Some(first) => date_of(first, self.start + puzzle),
            None => self.sequence.day(self.start + puzzle),
        }
    }

    /// Returns true if pages of puzzles show dates or weekdays.
    pub fn are_printed(&self) -> bool {
        let puzzle = &self.setup.design.keys.puzzle;
        puzzle.label == PuzzleLabel::Date || puzzle.head == PageHead::Masthead
    }

    /// Returns the three texts of a large day: figures, weekday, and month or week.
    pub fn large_day(&self, puzzle: usize) -> [String; 3] {
        let (language, count) = (&self.setup.language, self.start + puzzle);
        match self.date(puzzle) {
            Some(date) => language.large_day(date),
            // A day without a date has no figures.
            None => {
                let week = text!(language, "days.iso_week", week = count / 7 + 1);
                [String::new(), language.list("days.weekdays")[count % 7].to_owned(), week]
            }
        }
    }

    /// Returns the date of the page that begins with this puzzle, if each page has one date for all
    /// its puzzles. Without a first day, it is the date that the puzzles have in their file.
    pub fn page_date(&self, puzzle: usize) -> Option<Date> {
        let (first, most) = (self.start + puzzle, self.setup.puzzle_pages.classic.grids.len());
        if let Some(first_day) = self.setup.options.first_day {
            return date_of(first_day, first.div_ceil(most));
        }
        let puzzles = first..self.sequence.len().min(first + most);
        let mut days = puzzles.map(|puzzle| self.sequence.day(puzzle));
        let day = days.next()??;
        if days.all(|other| other == Some(day)) { Some(day) } else { None }
    }

    /// Returns the date that stands above a puzzle, in its own heading or in that of its page.
    pub fn heading_date(&self, puzzle: usize) -> Option<Date> {
        let pages = &self.setup.puzzle_pages.classic;
        if pages.head.head == PageHead::Masthead {
            return self.page_date(puzzle - puzzle % pages.grids.len());
        }
        self.date(puzzle)
    }

    /// Returns the date or weekday printed with a puzzle.
    pub fn day(&self, puzzle: usize) -> String {
        let count = self.start + puzzle;
        match self.date(puzzle) {
            Some(date) => self.setup.language.long_date(date),
            None => self.setup.language.undated_day(count / 7 + 1, count % 7),
        }
    }

    /// Returns the date printed with an answer, without its year, in a book with dates.
    pub fn short_date(&self, puzzle: usize) -> Option<String> {
        Some(self.setup.language.short_date(self.date(puzzle)?))
    }

    /// Returns the months of some puzzles, in a book with dates.
    pub fn months(&self, puzzles: Range<usize>) -> Vec<String> {
        let mut months: Vec<_> = puzzles
            .filter_map(|n| self.date(n))
            .map(|date| self.setup.language.month(date))
            .collect();
        months.dedup();
        months
    }

    /// Returns the ISO weeks of some puzzles, if the design prints them.
    pub fn iso_weeks(&self, puzzles: Range<usize>) -> Vec<String> {
        let puzzles = puzzles.filter(|_| self.setup.design.keys.puzzle.iso_weeks);
        let weeks = puzzles.filter_map(|n| Some(self.date(n)?.iso_week_date().week()));
        let mut weeks: Vec<_> = weeks
            .map(|week| text!(self.setup.language, "days.iso_week", week = week.unsigned_abs()))
            .collect();
        weeks.dedup();
        weeks
    }
}
