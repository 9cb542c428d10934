//! The words for levels, bands and ratings.

use super::fill::Fill;
use super::{Language, by_count};
use crate::grade::{Band, Tenths};
use crate::ladder::{Ladder, Rung};
use crate::logic::Technique;

impl Language {
    /// The name of a level or band.
    pub fn level_name(&self, level: impl Into<Rung>) -> &str {
        let level = level.into();
        match level {
            Rung::Level(level) => &self.0.levels.names[level.index()],
            Rung::Band(_) => &self.0.bands.names[level.index()],
        }
    }

    /// A description of a level or band, with the minimum and the maximum of the minutes that its puzzles
    /// take where they are known. [`Language::level_givens`] adds the figures.
    pub fn level_promise(&self, level: Rung, minutes: Option<(usize, usize)>) -> String {
        let text = &self.0.bands;
        let promise = match level {
            Rung::Level(level) => &self.0.levels.promises[level.index()],
            Rung::Band(_) => &text.promises[level.index()],
        };
        let mut sentences = vec![promise.clone()];
        sentences.extend(minutes.map(|(fewest, most)| match fewest == most {
            true => self.fill(&text.minutes_equal, &[("most", &most)]),
            false => self.fill(&text.minutes, &[("fewest", &fewest), ("most", &most)]),
        }));
        if level == Rung::Band(Band::Extreme) {
            sentences.push(text.warning.clone());
        }
        // Chinese and Japanese sentences follow each other without a space.
        let space = if promise.ends_with('。') { "" } else { " " };
        sentences.join(space)
    }

    /// A puzzle's rating, beside it.
    pub fn rating(&self, er: Tenths) -> String {
        self.fill(&self.0.bands.rating, &[("rating", &er)])
    }

    /// The name of a technique, beside a puzzle: the word of explanations, in English for a language that
    /// has none.
    pub fn technique(&self, technique: Technique) -> &str {
        self.1.technique(technique)
    }

    /// A puzzle's expected time in minutes, beside it.
    pub fn time_of(&self, (fewest, most): (usize, usize)) -> String {
        let places: &Fill = &[("fewest", &fewest), ("most", &most)];
        self.fill(&self.0.bands.time, places)
    }

    /// The same in a list; a dash where it is not known.
    pub fn time_told(&self, minutes: Option<(usize, usize)>) -> String {
        minutes.map_or_else(|| "–".to_owned(), |minutes| self.time_of(minutes))
    }

    /// The heading of the page that describes the levels or bands.
    pub fn levels_heading(&self, ladder: Ladder) -> &str {
        match ladder {
            Ladder::Paper => &self.0.levels.heading,
            Ladder::Human => &self.0.bands.heading,
        }
    }

    /// The text below that heading: what the stars count.
    pub fn levels_intro(&self, ladder: Ladder) -> &str {
        match ladder {
            Ladder::Paper => &self.0.levels.intro,
            Ladder::Human => &self.0.bands.intro,
        }
    }

    /// The figures of a level's puzzles: minimum and maximum number of givens, minimum in a row or
    /// column.
    pub fn level_givens(&self, fewest: usize, most: usize, row_col_min: usize) -> String {
        let levels = &self.0.levels;
        let givens = if fewest == most {
            self.fill(&levels.givens_equal, &[("most", &most)])
        } else {
            self.fill(&levels.givens, &[("fewest", &fewest), ("most", &most)])
        };
        match row_col_min {
            0 => self.fill(&levels.spread_empty, &[("givens", &givens)]),
            least => self.fill(&levels.spread, &[("givens", &givens), ("least", &least)]),
        }
    }

    /// `Five levels, from Beginner to Evil`.
    pub fn levels_line<R: Copy + Into<Rung>>(&self, levels: &[R]) -> String {
        let (Some(&first), Some(&last)) = (levels.first(), levels.last()) else {
            return String::new();
        };
        let (first, last) = (first.into(), last.into());
        let (of_levels, of_bands) = (&self.0.levels, &self.0.bands);
        let phrases = match first {
            Rung::Level(_) => [&of_levels.one, &of_levels.two, &of_levels.more],
            Rung::Band(_) => [&of_bands.one, &of_bands.two, &of_bands.more],
        };
        let phrase = by_count(phrases, levels.len());
        let (first, last) = (self.level_name(first), self.level_name(last));
        let count = self.count(levels.len());
        self.fill(phrase, &[("count", &count), ("first", &first), ("last", &last)])
    }
}
