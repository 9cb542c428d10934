//! Paths in the order of the human ladder: each step is sound, of the first kind that applies, and no other order solves
//! more.

use crate::support::known::{NESTED, known_puzzles};
use crate::support::puzzles::mixed_puzzles;
use crate::support::slow_closure::SlowPosition;
use grid::Puzzle;
use human::{Band, LadderPath, PathStep, Position, StepKind};
use std::collections::BTreeMap;

/// Returns the puzzles whose paths are followed: known ones, and random ones.
fn puzzles(random: usize) -> impl Iterator<Item = Puzzle> {
    known_puzzles().chain(mixed_puzzles(random, 74))
}

fn path(puzzle: &Puzzle) -> LadderPath {
    LadderPath::new(Position::new(puzzle.givens()))
}

/// Panics if the step takes away a digit of the solution, or nothing at all.
fn check_sound(puzzle: &Puzzle, told: &PathStep) {
    let solution = puzzle.solution();
    if let Some((cell, digit)) = told.step.placement {
        assert_eq!(solution[cell], digit, "{}: {}", puzzle.givens(), told.kind());
    }
    assert!(told.step.placement.is_some() || !told.step.eliminations.is_empty());
    for &(cell, digits) in &told.step.eliminations {
        assert!(!digits.is_empty() && !digits.contains(solution[cell]), "{}", puzzle.givens());
        assert!(digits.minus(told.before.candidates(cell)).is_empty(), "{}", puzzle.givens());
    }
}

#[test]
fn each_step_is_sound_and_fills_the_grid() {
    let mut kinds = BTreeMap::<StepKind, usize>::new();
    for puzzle in puzzles(4_500) {
        let mut path = path(&puzzle);
        for told in path.by_ref() {
            check_sound(&puzzle, &told);
            *kinds.entry(told.kind()).or_default() += 1;
        }
        assert!(path.position().is_full(), "{}", puzzle.givens());
    }
    let rare = ["jellyfish", "hidden-quad", "remote-pair", "y-cycle"];
    let is_rare = |kind: &StepKind| rare.contains(&kind.name());
    for kind in Band::Diabolical.allowed_steps().filter(|kind| !is_rare(kind)) {
        assert!(kinds.contains_key(&kind), "{kind}: {kinds:?}");
    }
    for kind in kinds.keys() {
        let name = kind.name();
        let is_unique = ["unique", "bug", "direct"].iter().any(|start| name.starts_with(start));
        assert!(!is_unique, "{name}");
    }
    let nested = Puzzle::prove(NESTED.parse().unwrap()).unwrap();
    let mut path = path(&nested);
    path.by_ref().for_each(|told| check_sound(&nested, &told));
    assert!(!path.position().is_full());
}

/// Returns true for a cycle, which the slow program finds as two chains.
fn is_cycle(kind: StepKind) -> bool {
    kind.name().ends_with("-cycle")
}

#[test]
fn each_step_is_the_first_that_applies() {
    let mut judged = BTreeMap::<StepKind, usize>::new();
    for puzzle in puzzles(1_900) {
        for told in path(&puzzle) {
            let kind = told.kind();
            let (slow, grid) = (SlowPosition::from_position(&told.before), told.before.grid());
            // What applies easily is asked everywhere, the rest where nothing easy is left.
            let earlier = Band::Diabolical.allowed_steps().take_while(|other| *other != kind);
            for earlier in earlier.filter(|other| !is_cycle(*other)) {
                assert!(!slow.applies(earlier), "{grid}: {earlier} before {kind}");
            }
            let is_judged = kind.band() < Band::Extreme && !is_cycle(kind);
            assert!(!is_judged || slow.applies(kind), "{grid}: {kind}");
            *judged.entry(kind).or_default() += 1;
        }
    }
    assert!(judged.len() > 20, "{judged:?}");
}
