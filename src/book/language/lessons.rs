//! The words of the pages that help: techniques, hints, times; and of those to write on.

use super::Language;
use crate::book::insight::Hint;
use crate::explain::Words;
use crate::logic::Technique;

impl Language {
    /// The words of explanations, in English for a language that has none.
    pub const fn words(&self) -> &Words {
        &self.1
    }

    /// The heading of the pages that explain techniques.
    pub fn techniques(&self) -> &str {
        &self.0.techniques.heading
    }

    /// Where a position is from: the number of the puzzle, and how many digits were found before.
    pub fn position(&self, puzzle: usize, found: usize) -> String {
        self.fill(&self.0.techniques.position, &[("first", &puzzle), ("count", &found)])
    }

    /// How many puzzles need a technique.
    pub fn needed_by(&self, puzzles: usize) -> String {
        self.fill(&self.0.techniques.needed, &[("count", &self.grouped(puzzles))])
    }

    /// Other puzzles that need a technique, by number.
    pub fn try_also(&self, puzzles: &[usize]) -> String {
        let numbers = puzzles.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        self.fill(&self.0.techniques.r#try, &[("numbers", &numbers)])
    }

    /// The heading of the hints.
    pub fn hints(&self) -> &str {
        &self.0.hints.heading
    }

    /// The text below that heading.
    pub fn hints_intro(&self) -> &str {
        &self.0.hints.intro
    }

    /// A hint: the name of a technique, and where to look; a dash without one.
    pub fn hint(&self, hint: Option<&Hint>) -> String {
        let Some(Hint { technique, houses }) = hint else {
            return "–".to_owned();
        };
        let technique = self.1.technique(*technique);
        let place = match &houses[..] {
            [] => return technique.to_owned(),
            [house] => self.1.house(*house),
            houses => self.1.lines(houses),
        };
        self.fill(&self.0.hints.line, &[("technique", &technique), ("place", &place)])
    }

    /// What every hint about a technique begins with.
    pub fn hint_begins(&self, technique: Technique) -> String {
        let technique = self.1.technique(technique);
        self.fill(&self.0.hints.line, &[("technique", &technique), ("place", &"")])
    }

    /// The heading of the times.
    pub fn times(&self) -> &str {
        &self.0.times.heading
    }

    /// The text below that heading.
    pub fn times_intro(&self) -> &str {
        &self.0.times.intro
    }

    /// The heading of pages of empty grids.
    pub fn practice(&self) -> &str {
        &self.0.practice.heading
    }

    /// The heading of the page with other titles of the author.
    pub fn also_by(&self) -> &str {
        &self.0.also_by.heading
    }
}
