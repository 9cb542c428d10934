//! The words of a front: the word *Sudoku*, the number of puzzles, their levels and their readers.

use super::{Cover, CoverDesign};
use crate::book::text::listing::daily_promise;
use crate::text::text;

impl Cover<'_> {
    /// Returns the word *Sudoku* in the language of the book.
    pub(in crate::book::cover) fn sudoku_word(&self) -> String {
        self.volume.setup.language.text("front.word").to_owned()
    }

    /// Returns true if the title contains the word.
    pub(in crate::book::cover) fn title_has_word(&self) -> bool {
        let title = self.volume.titles.title.to_lowercase();
        title.contains(&self.sudoku_word().to_lowercase()) || title.contains("sudoku")
    }

    /// Returns the number of puzzles, and the word that follows it.
    pub(super) fn counted_words(&self) -> (String, String) {
        let language = &self.volume.setup.language;
        let puzzles = self.volume.puzzle_count();
        let key = if puzzles == 1 { "front.one" } else { "front.count" };
        let phrase = language.text(key).replace("{count}", "");
        (language.group_digits(puzzles), phrase.trim().to_owned())
    }

    /// Returns the levels of the puzzles, such as `from Beginner to Evil`.
    pub(super) fn level_range(&self) -> String {
        let language = &self.volume.setup.language;
        let [first, last] = [self.levels[0], self.levels[self.levels.len() - 1]];
        let (first, last) = (language.level_name(first), language.level_name(last));
        match self.levels.len() {
            1 => language.levels_line(&self.levels),
            2 => text!(language, "front.two", first, last),
            _ => text!(language, "front.more", first, last),
        }
    }

    /// Returns the readers of the book if it is in large print or for children, or the promise of
    /// a book with a puzzle for each day.
    pub(super) fn audience(&self) -> Option<String> {
        let design = &self.volume.setup.design;
        let language = &self.volume.setup.language;
        match () {
            () if design.keys.sizes.min_type >= 16.0 => Some(language.text("front.large_print")),
            () if design.keys.children => Some(language.text("front.children")),
            () => None,
        }
        .map(str::to_owned)
        // The front *digit* shows the year in large type.
        .or_else(|| {
            let promise = daily_promise(self.volume)?;
            let is_digit = self.design == CoverDesign::Digit;
            Some(if is_digit { language.text("front.daily").to_owned() } else { promise })
        })
    }

    /// Returns the line that says where the answers are, if the volume has answers.
    pub(super) fn answers_line(&self) -> Option<String> {
        self.volume.pagination.answer_page(0)?;
        self.volume.setup.language.list("cover.lines").last().map(|&line| line.to_owned())
    }
}
