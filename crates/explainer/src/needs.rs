//! The steps that a puzzle needs. The ladder alone decides as far as it goes, and the fast search
//! finds what comes beyond it.

use crate::fast::with_finder;
use grid::Puzzle;
use human::{LadderClosure, LadderSteps, StepKind, Tenths};

/// Returns true if these steps solve a puzzle. The ladder alone decides as far as it goes; the
/// techniques beyond it are tried where it is stuck, one step at a time.
pub fn can_solve(steps: LadderSteps, puzzle: &Puzzle) -> bool {
    let mut closure = LadderClosure::new(puzzle.givens());
    while !closure.run(steps) {
        if steps.beyond().is_empty() {
            return false;
        }
        let mut position = closure.position(puzzle.solution());
        let next = with_finder(|finder| finder.next(&position, steps.beyond(), Tenths(u16::MAX)));
        let Some(effect) = next else { return false };
        effect.apply(&mut position);
        closure = LadderClosure::from_position(&position);
    }
    true
}

/// Returns true if a puzzle needs any of these kinds: without all of them and their larger forms,
/// the other steps of the set do not solve it.
///
/// This is what *needs* means everywhere: for filters, for courses and for `verify`, on every band.
/// The set is [`Band::all_steps`](human::Band::all_steps) of the puzzle's band; in a course, it is
/// [`LadderSteps::up_to`] the technique of the chapter.
pub fn has_need_of(steps: LadderSteps, kinds: &[StepKind], puzzle: &Puzzle) -> bool {
    let others = kinds.iter().fold(steps, |left, &kind| left.without(kind));
    others != steps && !can_solve(others, puzzle)
}
