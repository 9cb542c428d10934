//! The words of a front: the word *Sudoku*, the number of puzzles, their levels and their readers.

use super::{Cover, CoverDesign};
use crate::book::text::language::{is_east_asian, sizes_line};
use crate::book::text::listing::daily_promise;
use crate::text::text;

/// The names of the puzzle in all languages of the program. A title may have any of them.
const NAMES: [&str; 5] = ["sudoku", "数独", "數獨", "ナンプレ", "스도쿠"];

/// A title that has the word *Sudoku* as a word of its own, split around it.
pub(super) struct SplitTitle {
    pub before: String,
    pub word: String,
    pub after: String,
}

impl SplitTitle {
    /// Splits a title. `None` if it lacks the word, or has it only inside another word.
    fn new(title: &str) -> Option<Self> {
        let (at, end) = name_in(title)?;
        let (before, after) = (&title[..at], &title[end..]);
        let parts = |c: char| !c.is_alphanumeric() || is_east_asian(c);
        let is_apart =
            before.chars().next_back().is_none_or(parts) && after.chars().next().is_none_or(parts);
        let bare = |text: &str| {
            text.trim_matches(|c: char| c.is_whitespace() || ":,;–—|".contains(c)).to_owned()
        };
        is_apart.then(|| Self {
            before: bare(before),
            word: title[at..end].to_owned(),
            after: bare(after),
        })
    }
}

/// Returns the start and the end of the first name of the puzzle in a text, in any case.
fn name_in(text: &str) -> Option<(usize, usize)> {
    text.char_indices().find_map(|(at, _)| {
        let begins = |name: &&&str| {
            let start = text.get(at..at + name.len());
            start.is_some_and(|start| start.to_lowercase() == **name)
        };
        NAMES.iter().find(begins).map(|name| (at, at + name.len()))
    })
}

/// Returns true if a text contains some words, in any case and with any hyphens.
fn contains_words(text: &str, words: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(['-', '\u{a0}'], " ");
    plain(text).contains(&plain(words))
}

impl Cover<'_> {
    /// Returns the word *Sudoku* in the language of the book.
    pub(crate) fn sudoku_word(&self) -> String {
        self.volume.setup.language.text("front.word").to_owned()
    }

    /// Returns true if the title contains the word, which is then not printed again.
    pub(crate) fn title_has_word(&self) -> bool {
        let title = &self.volume.titles.title;
        name_in(title).is_some() || contains_words(title, &self.sudoku_word())
    }

    /// Returns the title, split around the word.
    pub(super) fn split_title(&self) -> Option<SplitTitle> {
        SplitTitle::new(&self.volume.titles.title)
    }

    /// Returns the number of puzzles, and the word that follows it.
    pub(super) fn counted_words(&self) -> (String, String) {
        let language = &self.volume.setup.language;
        let puzzles = self.volume.puzzle_count();
        let key = if puzzles == 1 { "front.one" } else { "front.count" };
        let phrase = language.text(key).replace("{count}", "");
        (language.group_digits(puzzles), phrase.trim().to_owned())
    }

    /// Returns the levels of the puzzles, such as `from beginner to evil`. A book for children says
    /// who gives hints, because the names of its levels make no phrase.
    pub(super) fn level_range(&self) -> String {
        let language = &self.volume.setup.language;
        if self.volume.setup.design.keys.children {
            return language.text("front.fox").to_owned();
        }
        if let Some(sizes) = sizes_line(self.levels.iter().copied()) {
            return sizes;
        }
        let [first, last] = [self.levels[0], self.levels[self.levels.len() - 1]];
        let (first, last) = (language.level_name_inside(first), language.level_name_inside(last));
        match self.levels.len() {
            1 => language.levels_line(&self.levels),
            2 => text!(language, "front.two", first, last),
            _ => text!(language, "front.more", first, last),
        }
    }

    /// Returns the readers of the book if it is in large print or for children, or the promise of
    /// a book with a puzzle for each day. `None` if the title or the chosen subtitle says so.
    pub(super) fn audience(&self) -> Option<String> {
        let design = &self.volume.setup.design;
        let language = &self.volume.setup.language;
        match () {
            () if design.keys.sizes.is_large_print() => Some(language.text("front.large_print")),
            () if design.keys.children => Some(language.text("front.children")),
            () => None,
        }
        .map(str::to_owned)
        .filter(|whom| {
            // A title or a subtitle that says so is enough.
            let title = &self.volume.titles.title;
            let subtitle = self.chosen_subtitle().unwrap_or_default();
            ![title, &subtitle].into_iter().any(|text| contains_words(text, whom))
        })
        // The front *digit* shows the year in large type.
        .or_else(|| {
            let promise = daily_promise(self.volume)?;
            let is_digit = self.design == CoverDesign::Digit;
            Some(if is_digit { language.text("front.daily").to_owned() } else { promise })
        })
    }

    /// Returns a title in which the words for the readers stay on one line.
    pub(super) fn with_kept_audience(&self, title: &str) -> String {
        let whom = self.volume.setup.language.text("front.large_print");
        let found = title.char_indices().map(|(at, _)| at).find(|&at| {
            let start = title.get(at..at + whom.len());
            start.is_some_and(|start| start.to_lowercase() == whom.to_lowercase())
        });
        let Some(at) = found else { return title.to_owned() };
        let (kept, end) = (&title[at..at + whom.len()], at + whom.len());
        format!("{}{}{}", &title[..at], kept.replace(' ', "\u{a0}"), &title[end..])
    }

    /// Returns the line that says where the answers are, if the volume has answers.
    pub(super) fn answers_line(&self) -> Option<String> {
        self.volume.pagination.answer_page(0)?;
        self.volume.setup.language.list("cover.lines").last().map(|&line| line.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_split_around_the_word() {
        let parts = |title| {
            SplitTitle::new(title).map(|split| [split.before, split.word, split.after].join("/"))
        };
        for (title, expected) in [
            ("The Big Book of Large Print Sudoku", Some("The Big Book of Large Print/Sudoku/")),
            ("SUDOKU: Rainy Days", Some("/SUDOKU/Rainy Days")),
            ("Das große Sudoku-Buch", Some("Das große/Sudoku/-Buch")),
            ("毎日の数独ドリル", Some("毎日の/数独/ドリル")),
            ("Sudokubuch für den Winter", None),
            ("Rainy Days", None),
        ] {
            assert_eq!(parts(title).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn words_are_found_in_any_case_and_hyphenation() {
        assert!(contains_words("The Big Large-Print Book", "Large print"));
        assert!(!contains_words("A Large Book in Print", "Large print"));
    }
}
