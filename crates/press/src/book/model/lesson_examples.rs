//! The examples of technique pages: puzzles that need a technique, made for these pages by
//! `--course` and chosen for a clear position. A book shows one that it does not contain, so that
//! the page gives no answer away.

use super::insight::Insight;
use crate::text::explain::PathStep;
use engine::human::grade::Band;
use engine::human::logic::StepKind;
use engine::sudoku::canon::Canonical;
use engine::sudoku::grid::Grid;
use engine::sudoku::puzzle::Puzzle;
use std::collections::BTreeSet;

/// The examples: a technique and a puzzle of 81 characters in each line, the clearest first.
const EXAMPLES: &str = include_str!("../../../templates/books/examples.txt");

/// An example of a technique: the givens of its puzzle, and the step with the position before it.
pub(crate) struct LessonExample {
    pub givens: Grid,
    pub explained: PathStep,
}

/// Returns all examples of a kind of step, the clearest first.
fn examples(kind: StepKind) -> impl Iterator<Item = Puzzle> {
    let lines = EXAMPLES.lines().filter_map(|line| line.split_once(' '));
    let of_technique = lines.filter(move |(name, _)| *name == kind.name());
    of_technique.map(|(_, puzzle)| {
        let givens = puzzle.parse().expect("a test reads all examples");
        Puzzle::prove(givens).expect("a test proves all examples")
    })
}

/// The classes of puzzles of a book, for the choice of examples that are not among them.
pub(crate) struct BookClasses(BTreeSet<Grid>);

impl BookClasses {
    /// Computes the class of each puzzle: 10 to 20 microseconds for each.
    pub fn new(puzzles: impl Iterator<Item = Puzzle>) -> Self {
        Self(puzzles.map(|puzzle| *Canonical::of(&puzzle).grid()).collect())
    }

    /// Returns the clearest example of a kind of step that is equivalent to no puzzle of the book.
    pub fn example(&self, kind: StepKind) -> Option<LessonExample> {
        for puzzle in examples(kind) {
            if self.0.contains(Canonical::of(&puzzle).grid()) {
                continue;
            }
            if let Some(explained) = explain(kind, &puzzle) {
                return Some(LessonExample { givens: *puzzle.givens(), explained });
            }
        }
        None
    }
}

/// Explains the use of a kind of step in a puzzle. The easiest hidden single fills the last cells
/// of a grid, so the first one shows how to look for it.
fn explain(kind: StepKind, puzzle: &Puzzle) -> Option<PathStep> {
    let mut found = Insight::new(puzzle).technique_use(kind)?;
    if kind.band() <= Band::Easy {
        found = found.at_first_step();
    }
    found.explain(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::human::logic::Technique;

    /// Every line of the file names a technique, is a puzzle with one solution, and needs the
    /// technique at the step that is explained. No two lines are equivalent.
    #[test]
    fn each_example_needs_its_technique() {
        let mut classes = BTreeSet::new();
        for line in EXAMPLES.lines() {
            let (name, text) = line.split_once(' ').expect("a technique and a puzzle");
            let kind: StepKind = name.parse().expect("a kind of step");
            let puzzle = Puzzle::prove(text.parse().expect("81 cells")).expect("one solution");
            let found = Insight::new(&puzzle).technique_use(kind);
            let told = found.and_then(|found| found.explain(&puzzle));
            assert_eq!(told.expect(line).kind(), kind, "{line}");
            assert!(classes.insert(*Canonical::of(&puzzle).grid()), "{line}: twice");
        }
    }

    /// A book that contains the first example shows the second.
    #[test]
    fn an_example_of_the_book_is_not_shown() {
        let all: Vec<Puzzle> = examples(Technique::XWing.into()).collect();
        let shown = |book: &[Puzzle]| {
            let classes = BookClasses::new(book.iter().copied());
            classes.example(Technique::XWing.into()).map(|example| example.givens)
        };
        assert_eq!(shown(&[]), Some(*all[0].givens()));
        assert_eq!(shown(&all[..1]), Some(*all[1].givens()));
        assert_eq!(shown(&all), None);
    }
}
