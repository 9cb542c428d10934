//! The slow judge of the closures of the human ladder: each technique from its definition, cell by
//! cell, one find after the other in a random order.

use crate::support::puzzles::{dug, full_grid, rng};
use crate::support::slow_closure::SlowPosition;
use explainer::Rater;
use grid::{Cell, Grid, Puzzle, Rng, Transform};
use human::{Band, LadderClosure};
use rand::RngExt as _;
use std::collections::BTreeMap;

/// Returns the candidates where the techniques of a band end, cell by cell.
fn fast_end(givens: &Grid, band: Band) -> Vec<Vec<u8>> {
    let mut closure = LadderClosure::new(givens);
    let is_solved = closure.run(band.ladder_steps());
    assert_eq!(is_solved, closure.open_cells().is_empty());
    let digits = |cell: Cell| closure.candidates(cell).map(|digit| digit.get()).collect();
    Cell::ALL.into_iter().map(digits).collect()
}

/// Returns the first band of the ladder whose techniques solve a puzzle, by the slow judge.
fn slow_band(givens: &Grid, rng: &mut Rng) -> Option<Band> {
    Band::ALL[..6].iter().copied().find(|&band| {
        let mut slow = SlowPosition::new(givens);
        slow.exhaust(band, rng);
        slow.is_solved()
    })
}

/// Digs puzzles, and compares where the closure and the slow judge end. Returns the number of
/// puzzles by the band that solves them.
fn compare(count: usize, seed: u64) -> BTreeMap<Option<Band>, usize> {
    let mut rng = rng(seed);
    let mut solved_by = BTreeMap::new();
    for _ in 0..count {
        let givens = rng.random_range(22..=30);
        let puzzle = dug(&full_grid(&mut rng), givens, &mut rng);
        *solved_by.entry(compare_puzzle(&puzzle, &mut rng)).or_default() += 1;
    }
    solved_by
}

/// Compares the end of each band, on the puzzle and on a turned and relabelled copy.
fn compare_puzzle(puzzle: &Puzzle, rng: &mut Rng) -> Option<Band> {
    let turned = Transform::random(rng).puzzle(puzzle);
    let mut solved_by = None;
    for band in Band::ALL[..6].iter().copied().rev() {
        let mut solved = Vec::new();
        for givens in [puzzle.givens(), turned.givens()] {
            let mut slow = SlowPosition::new(givens);
            slow.exhaust(band, rng);
            assert_eq!(fast_end(givens, band), slow.candidates(), "{band}: {givens}");
            solved.push(slow.is_solved());
        }
        assert_eq!(solved[0], solved[1], "{band}: {}", puzzle.givens());
        if !solved[0] {
            break;
        }
        solved_by = Some(band);
    }
    solved_by
}

/// With `SUDOKU_CLOSURES=10000`, that many puzzles: about a minute a thousand.
#[test]
fn closures_end_where_the_slow_judge_ends() {
    let count = std::env::var("SUDOKU_CLOSURES").map_or(60, |count| count.parse().unwrap());
    let solved_by = compare(count, 1);
    assert!(solved_by.len() >= 6, "{solved_by:?}");
}

/// The technique that a closure calls the hardest is needed: the ladder before it gets stuck.
#[test]
fn hardest_technique_of_a_closure_is_needed() {
    let mut rng = rng(2);
    for _ in 0..30 {
        let puzzle = dug(&full_grid(&mut rng), 24, &mut rng);
        let mut closure = LadderClosure::new(puzzle.givens());
        let is_solved = closure.run(Band::Diabolical.ladder_steps());
        let Some(band) = slow_band(puzzle.givens(), &mut rng) else {
            assert!(!is_solved);
            continue;
        };
        assert!(is_solved);
        assert_eq!(closure.hardest().band(), band);
        let rank = closure.hardest().ladder_rank().unwrap();
        let mut slow = SlowPosition::new(puzzle.givens());
        slow.exhaust_before(rank, &mut rng);
        assert!(!slow.is_solved(), "{}: {}", closure.hardest(), puzzle.givens());
    }
}

/// A rating derives its band from its path. The closure from the givens on is the judge.
#[test]
fn band_of_path_equals_band_of_closure() {
    let (mut rng, mut seen) = (rng(3), BTreeMap::new());
    for _ in 0..400 {
        let givens = rng.random_range(22..=32);
        let puzzle = dug(&full_grid(&mut rng), givens, &mut rng);
        let Ok(rating) = Rater::new().rate(&puzzle) else { continue };
        let solved_by = Band::solving(puzzle.givens());
        // The first two bands have a maximum of the expected time.
        let is_right = if solved_by > Band::Easy {
            rating.band == solved_by
        } else {
            (solved_by..=Band::Medium).contains(&rating.band)
        };
        assert!(is_right, "{}, {solved_by}: {}", rating.band, puzzle.givens());
        *seen.entry(solved_by).or_insert(0) += 1;
    }
    assert!(seen.len() >= 6, "{seen:?}");
}
