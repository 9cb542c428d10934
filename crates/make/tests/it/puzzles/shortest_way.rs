//! The shortest way through a puzzle: each step holds when it is taken, and no removal can be left out.

use crate::support::known::known_puzzles;
use crate::support::slow_closure::{SlowPosition, removed};
use grid::Puzzle;
use human::{Band, LadderPath, PathStep, Position, ShortestWay, StepKind};
use make::{Batch, Plan, Seed};
use std::collections::BTreeMap;

/// Returns puzzles that need removals, and no technique beyond chains: known ones, and made ones.
fn puzzles(made: u64) -> Vec<Puzzle> {
    let plan = [Band::Hard, Band::Fiendish, Band::Diabolical].map(|band| (band, made)).to_vec();
    let batch = Batch::new(Plan::new(plan), Seed(31), 0).unwrap();
    let made = batch.map(|item| *item.unwrap().puzzle().unwrap().entry.puzzle.classic().unwrap());
    let is_judged =
        |puzzle: &Puzzle| (Band::Hard..=Band::Diabolical).contains(&Band::solving(puzzle.givens()));
    known_puzzles().filter(is_judged).chain(made).collect()
}

/// Returns true if one step is there in a position that removes the same: of one candidate by any
/// reason of its kind, of several by the same ends of a chain.
fn is_there(told: &PathStep, position: &SlowPosition) -> bool {
    match (told.step.chain_ends(), &removed(told)[..]) {
        (Some(_), &[lost]) => position.can_remove(told.kind(), &[lost]),
        _ => position.holds(told),
    }
}

fn take(told: &PathStep, position: &mut SlowPosition) {
    position.remove(&removed(told));
    if let Some((cell, digit)) = told.step.placement {
        position.place(cell, digit.get());
    }
}

/// Returns true if these removals hold one after the other, and singles fill the rest.
fn leads_to_end(puzzle: &Puzzle, removals: &[&PathStep]) -> bool {
    let mut position = SlowPosition::new(puzzle.givens());
    position.fill_singles();
    for told in removals {
        if !is_there(told, &position) {
            return false;
        }
        take(told, &mut position);
        position.fill_singles();
    }
    position.is_solved()
}

/// Replays a way step by step, and panics at a step that does not hold.
fn check_steps(puzzle: &Puzzle, way: &ShortestWay) {
    let (givens, solution) = (puzzle.givens(), puzzle.solution());
    let mut position = SlowPosition::new(givens);
    for told in &way.steps {
        if let Some((cell, digit)) = told.step.placement {
            assert_eq!(solution[cell], digit, "{givens}");
        }
        if told.step.is_single() {
            let (cell, digit) = told.step.placement.unwrap();
            assert!(position.singles().contains(&(cell, digit.get())), "{givens}: {cell}");
        } else {
            assert!(position.singles().is_empty(), "{givens}: {}", told.kind());
            assert!(position.holds(told), "{givens}: {}", told.kind());
        }
        for (cell, digit) in removed(told) {
            assert!(position.has(cell, digit), "{givens}: {cell} lacks {digit}");
            assert_ne!(solution[cell].get(), digit, "{givens}: {cell}");
        }
        take(told, &mut position);
    }
    assert!(position.is_solved() && way.end.is_full(), "{givens}");
}

/// Returns true if this many finds of a band, each of one kind, lead to the end.
fn can_finish(position: &SlowPosition, band: Band, count: usize) -> bool {
    if position.is_solved() || count == 0 {
        return position.is_solved();
    }
    let finds = band.allowed_steps().flat_map(|kind| position.removals(kind));
    finds.into_iter().any(|find| {
        let mut next = position.clone();
        next.remove(&find);
        next.fill_singles();
        can_finish(&next, band, count - 1)
    })
}

#[test]
fn no_fewer_removals_lead_to_the_end() {
    let mut judged = BTreeMap::<(Band, usize), usize>::new();
    for puzzle in puzzles(30) {
        let band = Band::solving(puzzle.givens());
        let way = ShortestWay::new(Position::new(puzzle.givens()));
        let count = way.removals().count();
        if band > Band::Fiendish || count > 3 {
            continue;
        }
        assert!(way.is_fewest, "{}", puzzle.givens());
        let mut position = SlowPosition::new(puzzle.givens());
        position.fill_singles();
        assert!(!can_finish(&position, band, count - 1), "{}: {count}", puzzle.givens());
        *judged.entry((band, count)).or_default() += 1;
    }
    let of_count = |band, count| judged.get(&(band, count)).copied().unwrap_or_default();
    assert!(of_count(Band::Hard, 2) >= 5, "{judged:?}");
    assert!(of_count(Band::Fiendish, 2) + of_count(Band::Fiendish, 3) >= 5, "{judged:?}");
}

#[test]
fn no_removal_of_the_way_can_be_dropped() {
    let mut kinds = BTreeMap::<StepKind, usize>::new();
    let (mut shown, mut found, mut judged) = (0, 0, 0);
    for puzzle in puzzles(40) {
        let band = Band::solving(puzzle.givens());
        let way = ShortestWay::new(Position::new(puzzle.givens()));
        check_steps(&puzzle, &way);
        let removals: Vec<&PathStep> = way.removals().collect();
        assert!(leads_to_end(&puzzle, &removals), "{}", puzzle.givens());
        for (index, told) in removals.iter().enumerate() {
            assert!(told.kind().band() <= band, "{}: {}", puzzle.givens(), told.kind());
            let mut others = removals.clone();
            others.remove(index);
            let kind = told.kind();
            assert!(!leads_to_end(&puzzle, &others), "{}: {index} {kind}", puzzle.givens());
            *kinds.entry(kind).or_default() += 1;
        }
        let path = LadderPath::new(Position::new(puzzle.givens()));
        found += path.filter(|told| !told.step.is_single()).count();
        (shown, judged) = (shown + removals.len(), judged + 1);
    }
    eprintln!("{judged} puzzles, {found} removals found, {shown} shown, {kinds:?}");
    assert!(judged >= 120 && shown < found, "{judged} puzzles, {shown} of {found} removals");
    assert!(kinds.len() > 12, "{kinds:?}");
}
