//! The puzzles of a book in print order. All volumes share them.

use crate::model::{PlacedTitle, PuzzleSymbols, Section};
use captions::PuzzleTitle;
use explainer::Rating;
use grid::{AnyPuzzle, GridShape};
use human::Rung;
use jiff::civil::Date;
use std::collections::BTreeSet;
use std::ops::Range;

/// The puzzles of a book in print order.
#[derive(Clone, Debug)]
pub struct PuzzleSequence {
    sections: Vec<Section>,
    /// The numbers of the puzzles, which count from 0 through all sections.
    order: Vec<u32>,
    symbols: Vec<PuzzleSymbols>,
}

/// Returns each section with the numbers of its puzzles, which count from 0 through all sections.
pub fn numbered(sections: &[Section]) -> impl Iterator<Item = (Range<u32>, &Section)> {
    sections.iter().scan(0, |next, section| {
        let start = *next;
        *next += section.puzzles.len() as u32;
        Some((start..*next, section))
    })
}

impl PuzzleSequence {
    /// Arranges the puzzles of these sections in this order of their numbers. They are printed with
    /// these signs.
    pub fn new(sections: &[Section], order: Vec<u32>, symbols: &[PuzzleSymbols]) -> Self {
        Self { sections: sections.to_vec(), order, symbols: symbols.to_vec() }
    }

    /// Exchanges the puzzles at two places.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.order.swap(one, other);
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns the section of a puzzle, and the index of the puzzle in it.
    fn find(&self, puzzle: usize) -> (&Section, usize) {
        let number = self.order[puzzle];
        let mut sections = numbered(&self.sections);
        let found = sections.find(|(numbers, _)| numbers.contains(&number));
        let (numbers, section) = found.expect("the order has numbers of puzzles");
        (section, (number - numbers.start) as usize)
    }

    /// Returns the number of stars beside a puzzle: up to the hardest level or band of the book. A
    /// single puzzle has as many as its ladder has levels.
    pub fn star_count(&self) -> u8 {
        if self.len() == 1 {
            let level = self.level(0);
            return level.ladder().rungs_of_shape(level.shape()).count() as u8;
        }
        self.levels().into_iter().map(Rung::number).max().unwrap_or(1)
    }

    /// Returns the shapes of the puzzles, the smallest first.
    pub fn shapes(&self) -> Vec<GridShape> {
        let shapes: BTreeSet<_> = self.levels().into_iter().map(Rung::shape).collect();
        shapes.into_iter().collect()
    }

    /// Returns the levels or bands of all puzzles, easiest first.
    pub fn levels(&self) -> BTreeSet<Rung> {
        let filled = self.sections.iter().filter(|section| !section.puzzles.is_empty());
        filled.map(|section| section.rung).collect()
    }

    /// Returns the level or band of a puzzle.
    pub fn level(&self, puzzle: usize) -> Rung {
        self.find(puzzle).0.rung
    }

    /// Returns the rating of a puzzle, if it is known.
    pub fn rating(&self, puzzle: usize) -> Option<Rating> {
        let (section, place) = self.find(puzzle);
        section.ratings.get(place).copied()
    }

    /// Returns the id of a puzzle, if it is known.
    pub fn id(&self, puzzle: usize) -> Option<&str> {
        let (section, place) = self.find(puzzle);
        section.ids.get(place).map(AsRef::as_ref).filter(|id| !id.is_empty())
    }

    /// Returns the title and the date of a puzzle, if it has any.
    pub fn title(&self, puzzle: usize) -> Option<&PuzzleTitle> {
        Some(&self.placed_title(puzzle)?.title)
    }

    /// Returns the title of a puzzle with the row of the file that has it.
    pub fn placed_title(&self, puzzle: usize) -> Option<&PlacedTitle> {
        let (section, place) = self.find(puzzle);
        section.titles.get(place).filter(|placed| !placed.title.is_empty())
    }

    /// Returns the day of a puzzle in a file of the user: its date, or else its title.
    pub fn day(&self, puzzle: usize) -> Option<Date> {
        let PuzzleTitle { words, date } = self.title(puzzle)?;
        [date, words].into_iter().find_map(|text| text.parse().ok())
    }

    /// Returns a puzzle by its place in print order, with the digits for which its signs stand.
    pub fn puzzle(&self, puzzle: usize) -> AnyPuzzle {
        let (section, place) = self.find(puzzle);
        let found = section.puzzles.get(place).expect("the order has numbers of puzzles");
        PuzzleSymbols::printed(&self.symbols, section.rung, found)
    }
}
