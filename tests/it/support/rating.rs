//! Paths in the order of the rating, by the slow search.

use super::cases::cases;
use explain::{PathEnd, PathStep, SolvePath};
use grid::Puzzle;
use human::{Position, TechniqueSet};
use std::sync::LazyLock;

/// The paths of all cases, in their order. Many tests look at them, and the search is slow.
pub static CASE_PATHS: LazyLock<Vec<SolvePath>> = LazyLock::new(|| {
    cases().iter().map(|case| rated_path(&case.puzzle, TechniqueSet::ALL)).collect()
});

/// Returns the path in the order of the rating, by the slow search, as far as these techniques go.
pub fn rated_path(puzzle: &Puzzle, allowed: TechniqueSet) -> SolvePath {
    let mut position = Position::new(puzzle.givens());
    let mut steps = Vec::new();
    while let Some(step) = position.next_step(allowed) {
        let before = position.clone();
        step.apply(&mut position);
        steps.push(PathStep { before, step });
    }
    let end = if position.is_full() { PathEnd::Complete } else { PathEnd::Nested };
    SolvePath { grid: *puzzle.givens(), steps, end }
}
