//! What a front says: the word, how many, how hard, for whom.

use super::Cover;
use crate::text::text;

impl Cover<'_> {
    /// The word *Sudoku* in the language of the book.
    pub(in crate::book::cover) fn word(&self) -> String {
        self.volume.setup.language.text("front.word").to_owned()
    }

    /// Whether the title has the word.
    pub(in crate::book::cover) fn title_has_word(&self) -> bool {
        let title = self.volume.titles.title.to_lowercase();
        title.contains(&self.word().to_lowercase()) || title.contains("sudoku")
    }

    /// The number of puzzles, and the word after it.
    pub(super) fn counted(&self) -> (String, String) {
        let language = &self.volume.setup.language;
        let puzzles = self.volume.puzzle_count();
        let key = if puzzles == 1 { "front.one" } else { "front.count" };
        let phrase = language.text(key).replace("{count}", "");
        (language.group_digits(puzzles), phrase.trim().to_owned())
    }

    /// How hard the puzzles are: `from Beginner to Evil`.
    pub(super) fn how_hard(&self) -> String {
        let language = &self.volume.setup.language;
        let [first, last] = [self.levels[0], self.levels[self.levels.len() - 1]];
        let (first, last) = (language.level_name(first), language.level_name(last));
        match self.levels.len() {
            1 => language.levels_line(&self.levels),
            2 => text!(language, "front.two", first, last),
            _ => text!(language, "front.more", first, last),
        }
    }

    /// For whom the book is, if not for everybody: in large print, or for children.
    pub(super) fn for_whom(&self) -> Option<String> {
        let design = &self.volume.setup.design;
        let language = &self.volume.setup.language;
        match () {
            () if design.keys.sizes.min_type >= 16.0 => Some(language.text("front.large_print")),
            () if design.keys.name == "playful" => Some(language.text("front.children")),
            () => None,
        }
        .map(str::to_owned)
    }

    /// Where the answers are.
    pub(super) fn promise(&self) -> Option<String> {
        self.volume.pagination.answer_page(0)?;
        self.volume.setup.language.list("cover.lines").last().map(|&line| line.to_owned())
    }
}
