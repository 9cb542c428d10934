//! The examples of technique pages: puzzles that need a technique, made for these pages by
//! `--course` and chosen for a clear position. A book shows one that it does not contain, so that
//! the page gives no answer away.

use super::insight::steps;
use explain::PathStep;
use explain::needed_removals;
use grid::{Canonical, Grid, Puzzle};
use human::{Band, ChainPattern, LadderPath, Link, Position, Reason, StepKind, Tenths};
use std::collections::BTreeSet;

/// The examples: a technique and a puzzle of 81 characters in each line.
const EXAMPLES: &str = include_str!("../../templates/books/examples.txt");

/// An example of a technique: the givens of its puzzle, and the step with the position before it.
pub struct LessonExample {
    pub givens: Grid,
    pub explained: PathStep,
}

/// Returns all examples of a kind of step.
fn examples(kind: StepKind) -> impl Iterator<Item = Puzzle> {
    let lines = EXAMPLES.lines().filter_map(|line| line.split_once(' '));
    let of_technique = lines.filter(move |(name, _)| *name == kind.name());
    of_technique.map(|(_, puzzle)| {
        let givens = puzzle.parse().expect("a test reads all examples");
        Puzzle::prove(givens).expect("a test proves all examples")
    })
}

/// The classes of puzzles of a book, for the choice of examples that are not among them.
pub struct BookClasses(BTreeSet<Grid>);

impl BookClasses {
    /// Computes the class of each puzzle: 10 to 20 microseconds for each.
    pub fn new(puzzles: impl Iterator<Item = Puzzle>) -> Self {
        Self(puzzles.map(|puzzle| *Canonical::of(&puzzle).grid()).collect())
    }

    /// Returns the clearest example of a kind of step that is equivalent to no puzzle of the book.
    pub fn example(&self, kind: StepKind) -> Option<LessonExample> {
        let mut clearest: Option<(ExampleRank, LessonExample)> = None;
        for puzzle in examples(kind) {
            if self.0.contains(Canonical::of(&puzzle).grid()) {
                continue;
            }
            let Some(explained) = clearest_example(kind, &puzzle) else { continue };
            let rank = ExampleRank::new(&explained);
            if clearest.as_ref().is_none_or(|(known, _)| rank < *known) {
                clearest = Some((rank, LessonExample { givens: *puzzle.givens(), explained }));
            }
        }
        clearest.map(|(_, example)| example)
    }
}

/// The clarity of a step as an example. The clearer step is smaller.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ExampleRank {
    /// True if the reader cannot check the step by the printed digits alone.
    needs_removals: bool,
    /// True if the rule speaks of rows, and the step is in columns.
    is_in_columns: bool,
    rating: Tenths,
    candidates: usize,
}

impl ExampleRank {
    fn new(told: &PathStep) -> Self {
        Self {
            needs_removals: !needed_removals(&told.before, &told.step).is_empty(),
            is_in_columns: is_in_columns(told),
            rating: told.step.tenths(),
            candidates: told.before.candidate_count(),
        }
    }
}

/// Returns true if the step is a fish or a skyscraper in columns.
fn is_in_columns(told: &PathStep) -> bool {
    match &told.step.reason {
        Reason::Fish { bases, .. } => bases[0].index() >= 9,
        Reason::Contradiction { chains }
            if told.kind() == StepKind::Pattern(ChainPattern::Skyscraper) =>
        {
            let strong =
                chains[0].nodes.iter().find(|(node, link)| node.on && *link != Link::Assumed);
            matches!(strong, Some((_, Link::House(house))) if house.index() >= 9)
        }
        _ => false,
    }
}

/// Returns the clearest step of a kind on the shortest way of a puzzle: by no harder technique, if
/// that is possible.
pub fn clearest_step(kind: StepKind, puzzle: &Puzzle) -> Option<PathStep> {
    [true, false].into_iter().find_map(|in_course| clearest_of(kind, steps(puzzle, in_course)))
}

/// Returns the clearest step of a kind in a puzzle that is an example: on its shortest way, or
/// among all steps in the order of the ladder.
fn clearest_example(kind: StepKind, puzzle: &Puzzle) -> Option<PathStep> {
    let all = LadderPath::new(Position::new(puzzle.givens()));
    clearest_of(kind, steps(puzzle, true).into_iter().chain(all))
}

/// Returns the clearest of these steps that is of a kind. The easiest hidden single fills the last
/// cells of a grid, so the first one shows how to look for it.
fn clearest_of(kind: StepKind, steps: impl IntoIterator<Item = PathStep>) -> Option<PathStep> {
    let mut steps = steps.into_iter().filter(|told| told.kind() == kind);
    if kind.band() <= Band::Easy { steps.next() } else { steps.min_by_key(ExampleRank::new) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Cell, Digit, House};
    use human::Technique;

    /// Every line of the file names a technique, is a puzzle with one solution, and needs the
    /// technique at the step that is explained. No two lines are equivalent.
    #[test]
    fn each_example_needs_its_technique() {
        let mut classes = BTreeSet::new();
        for line in EXAMPLES.lines() {
            let (name, text) = line.split_once(' ').expect("a technique and a puzzle");
            let kind: StepKind = name.parse().expect("a kind of step");
            let puzzle = Puzzle::prove(text.parse().expect("81 cells")).expect("one solution");
            assert!(clearest_example(kind, &puzzle).is_some(), "{line}");
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

    /// Returns true if no other cell of the row, the column and the block of an empty cell has the
    /// digit.
    fn is_possible(grid: &Grid, cell: Cell, digit: Digit) -> bool {
        let is_seen = |other: &Cell| {
            other.row() == cell.row()
                || other.column() == cell.column()
                || (other.row() / 3, other.column() / 3) == (cell.row() / 3, cell.column() / 3)
        };
        grid[cell].is_none()
            && !Cell::ALL.iter().filter(|other| is_seen(other)).any(|o| grid[*o] == Some(digit))
    }

    fn possible_digits(grid: &Grid, cell: Cell) -> BTreeSet<Digit> {
        Digit::ALL.into_iter().filter(|digit| is_possible(grid, cell, *digit)).collect()
    }

    fn possible_cells(grid: &Grid, house: House, digit: Digit) -> BTreeSet<Cell> {
        house.cells().iter().copied().filter(|cell| is_possible(grid, *cell, digit)).collect()
    }

    /// Judges a step by the digits of the grid alone. `None` if it is of no kind that is judged.
    fn holds(told: &PathStep) -> Option<bool> {
        let grid = told.before.grid();
        let seen = match &told.step.reason {
            Reason::OnePlace { house } => {
                let digit = told.step.placement.unwrap().1;
                possible_cells(grid, *house, digit).len() == 1
            }
            Reason::OneCandidate => {
                possible_digits(grid, told.step.placement.unwrap().0).len() == 1
            }
            Reason::Intersection { digit, from, to, .. } => {
                possible_cells(grid, *from, *digit).iter().all(|cell| to.cells().contains(cell))
            }
            Reason::NakedSet { cells, digits, .. } => {
                let mut here = cells.into_iter().flat_map(|cell| possible_digits(grid, cell));
                here.all(|digit| digits.contains(digit))
            }
            Reason::HiddenSet { house, cells, digits } => {
                let mut here = digits.into_iter().flat_map(|d| possible_cells(grid, *house, d));
                here.all(|cell| cells.contains(cell))
            }
            Reason::Fish { digit, bases, covers } => {
                let mut here = bases.iter().flat_map(|base| possible_cells(grid, *base, *digit));
                here.all(|cell| covers.iter().any(|cover| cover.cells().contains(&cell)))
            }
            Reason::Wing { pivot, pincers, digit } => {
                let mut all = possible_digits(grid, *pivot);
                let both = pincers.map(|pincer| possible_digits(grid, pincer));
                let are_pairs = both.iter().all(|two| two.len() == 2 && two.contains(digit));
                all.extend(both.into_iter().flatten());
                are_pairs && all.len() == 3
            }
            Reason::Contradiction { chains } => chains.iter().all(|chain| {
                chain.nodes.iter().filter(|(node, _)| node.on).all(|(node, link)| match link {
                    Link::House(house) if chains.len() == 1 && chain.nodes.len() == 6 => {
                        possible_cells(grid, *house, node.digit).len() == 2
                    }
                    _ => true,
                })
            }),
            _ => return None,
        };
        Some(seen)
    }

    /// A step that needs no removed candidates holds by the digits of the grid alone.
    #[test]
    fn steps_without_removals_hold_by_printed_digits() {
        let (mut held, mut needing) = (0, 0);
        for line in EXAMPLES.lines() {
            let (_, text) = line.split_once(' ').unwrap();
            for told in steps(&Puzzle::prove(text.parse().unwrap()).unwrap(), false) {
                let is_free = needed_removals(&told.before, &told.step).is_empty();
                if let Some(holds) = holds(&told) {
                    assert!(holds || !is_free, "{line}: {:?}", told.step);
                    held += usize::from(is_free);
                    needing += usize::from(!holds);
                }
            }
        }
        assert!(held > 1000 && needing > 10, "{held} {needing}");
    }

    /// The reader can check the usual techniques on the page, and the fish lie in rows as the rule
    /// says.
    #[test]
    fn usual_examples_can_be_checked_on_the_page() {
        let classes = BookClasses::new(std::iter::empty());
        for name in [
            "pointing",
            "claiming",
            "naked-pair",
            "hidden-pair",
            "naked-triple",
            "hidden-triple",
            "x-wing",
            "swordfish",
            "skyscraper",
            "two-string-kite",
            "xy-wing",
            "xyz-wing",
        ] {
            let kind: StepKind = name.parse().unwrap();
            let told = classes.example(kind).unwrap().explained;
            assert_eq!(told.kind(), kind);
            assert_eq!(holds(&told), Some(true), "{name}");
            assert!(!is_in_columns(&told), "{name}");
        }
    }
}
