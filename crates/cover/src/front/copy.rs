//! The words of a front: the word *Sudoku*, the number of puzzles, their levels and their readers.

use super::{Cover, CoverDesign};
use book::Language;
use explain::text;
use page::FittedTitle;

/// The names of the puzzle in all languages of the program. A title may have any of them.
const NAMES: [&str; 5] = ["sudoku", "数独", "數獨", "ナンプレ", "스도쿠"];

/// A number of things, and the word that follows it.
#[derive(Clone)]
pub(crate) struct CountedWords {
    pub number: String,
    pub caption: String,
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
        let plain = title.to_lowercase();
        NAMES.iter().any(|name| plain.contains(name)) || contains_words(title, &self.sudoku_word())
    }

    /// Returns the number of puzzles, and the word that follows it.
    pub(crate) fn counted_words(&self) -> CountedWords {
        let language = &self.volume.setup.language;
        let puzzles = self.volume.puzzle_count();
        let key = if puzzles == 1 { "front.one" } else { "front.count" };
        let phrase = language.text(key).replace("{count}", "");
        let number = language.group_digits(puzzles);
        CountedWords { number, caption: phrase.trim().to_owned() }
    }

    /// Returns the levels of the puzzles, such as `from beginner to evil`. A book for children says
    /// who gives hints, because the names of its levels make no phrase.
    pub(super) fn level_range(&self) -> String {
        let language = &self.volume.setup.language;
        if self.volume.setup.design.keys.children {
            return language.text("front.fox").to_owned();
        }
        language.level_range(&self.levels)
    }

    /// Returns the levels of the puzzles with a mark of a new line after the sizes of small grids.
    pub(super) fn level_range_in_lines(&self) -> String {
        let range = self.level_range();
        let names = self.names_of_levels();
        let is_sized = self.volume.setup.language.size_range(&self.levels).is_some();
        match range.strip_suffix(&names) {
            Some(sizes) if is_sized => {
                format!("{}{}{names}", sizes.trim_end(), FittedTitle::NEW_LINE)
            }
            _ => range,
        }
    }

    /// Returns the levels of the puzzles without their sizes, such as `from gentle to medium`.
    pub(super) fn names_of_levels(&self) -> String {
        self.volume.setup.language.name_range(&self.levels)
    }

    /// Returns the sizes of small grids, and the number of puzzles on a page if it is one or two.
    pub(super) fn size_and_pages(&self) -> Option<String> {
        let language = &self.volume.setup.language;
        let sizes = language.size_range(&self.levels);
        let pages = match self.volume.most_on_a_page() {
            1 => "front.one_a_page",
            2 => "front.two_a_page",
            _ => return sizes,
        };
        let pages = language.text(pages).to_owned();
        Some(sizes.map_or_else(|| pages.clone(), |sizes| language.with_sizes(&sizes, &pages)))
    }

    /// Returns the readers of the book if it is in large print or for children, or the promise of
    /// a book with a puzzle for each day. `None` if the title or the chosen subtitle says so.
    pub(super) fn audience(&self) -> Option<String> {
        let (keys, language) = (&self.volume.setup.design.keys, &self.volume.setup.language);
        let mut whom = None;
        if keys.sizes.is_large_print() && self.design != CoverDesign::Closeup {
            whom = Some(language.text("front.large_print").to_owned());
        } else if keys.children && !self.has_badge_with_ages() {
            whom = Some(text!(language, "front.children", age = self.volume.min_age()));
        }
        if let Some(whom) = whom {
            // A title or a subtitle that says so is enough.
            let subtitle = self.chosen_subtitle().unwrap_or_default();
            let is_said = contains_words(&self.volume.titles.title, &whom);
            if !is_said && !contains_words(&subtitle, &whom) {
                return Some(whom);
            }
        }
        let years = self.volume.years()?;
        let language = &self.volume.setup.language;
        // The front *digit* shows the year in large type.
        if self.design == CoverDesign::Digit {
            return None;
        }
        // The usual title says what the line would.
        if self.volume.titles.title == language.title(&self.volume.setup.design.titles) {
            return Some(years);
        }
        let promise = format!("{}{}{years}", language.text("front.daily"), Language::BETWEEN);
        Some(promise.replace(' ', "\u{a0}"))
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

    /// Returns the short line that says where the answers are, if the volume has answers.
    pub(crate) fn answers_line(&self) -> Option<String> {
        self.volume.pagination.answer_page(0)?;
        Some(self.volume.setup.language.text("cover.answers").to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case_and_hyphenation() {
        assert!(contains_words("The Big Large-Print Book", "Large print"));
        assert!(!contains_words("A Large Book in Print", "Large print"));
    }
}
