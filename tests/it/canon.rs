//! One form for a class, judged by trying all 3,359,232 rearrangements.

use crate::support::{
    SEVENTEEN, SYMMETRIC, dug, grid, mixed_puzzles, puzzle, rng, smallest_by_brute_force,
    ways_from_to,
};
use sudoku_press::canon::Canonical;
use sudoku_press::grid::{Cell, Solution};
use sudoku_press::puzzle::Puzzle;
use sudoku_press::transform::Transform;

fn symmetric() -> Solution {
    Solution::try_from(grid(SYMMETRIC)).unwrap()
}

/// Sparse, dense and full puzzles, some on the most symmetric grid.
fn all_sorts() -> Vec<Puzzle> {
    let mut rng = rng(40);
    let mut puzzles: Vec<_> = mixed_puzzles(14, 41).collect();
    puzzles.push(puzzle(SEVENTEEN));
    puzzles.extend([0, 26, 40, 60, 81].map(|givens| dug(&symmetric(), givens, &mut rng)));
    puzzles
}

#[test]
fn is_the_smallest_line_that_any_rearrangement_makes() {
    for p in all_sorts() {
        let canonical = Canonical::of(&p);
        assert_eq!(
            canonical.grid(),
            &smallest_by_brute_force(p.givens()),
            "{p:?}"
        );
    }
}

#[test]
fn does_not_change_under_random_transforms() {
    let mut rng = rng(42);
    for p in mixed_puzzles(500, 43).chain(all_sorts()) {
        for _ in 0..10 {
            let disguised = Transform::random(&mut rng).puzzle(&p);
            assert_eq!(
                Canonical::of(&disguised),
                Canonical::of(&p),
                "{p:?} {disguised:?}"
            );
        }
    }
}

#[test]
fn is_its_own_canonical_form() {
    for p in all_sorts() {
        let canonical = Canonical::of(&p);
        let again = Canonical::of(&Puzzle::prove(*canonical.grid()).unwrap());
        assert_eq!(again, canonical);
    }
}

#[test]
fn the_symmetric_grid_has_648_automorphisms() {
    assert_eq!(ways_from_to(&grid(SYMMETRIC), &grid(SYMMETRIC)), 648);
}

/// Where a form that settles the solution first fails: puzzles whose solution has automorphisms.
#[test]
fn holds_on_the_grid_with_648_automorphisms() {
    let mut rng = rng(44);
    for i in 0..60 {
        let p = dug(&symmetric(), [0, 27, 36, 50][i % 4], &mut rng);
        for _ in 0..10 {
            let disguised = Transform::random(&mut rng).puzzle(&p);
            assert_eq!(
                Canonical::of(&disguised),
                Canonical::of(&p),
                "{p:?} {disguised:?}"
            );
        }
    }
}

/// Near misses: puzzles on one symmetric grid that differ in one given. Most are different, some
/// are the same in disguise; an exhaustive search says which.
#[test]
fn tells_apart_exactly_what_an_exhaustive_search_tells_apart() {
    let mut rng = rng(45);
    let base = dug(&symmetric(), 30, &mut rng);
    let with = |cell: Cell| {
        let mut givens = *base.givens();
        givens[cell] = Some(base.solution()[cell]);
        Puzzle::prove(givens).unwrap()
    };
    let near: Vec<_> = base.givens().empty().map(with).take(6).collect();
    // Nearly full grids of one cell missing fall into few classes on this grid.
    let but = |cell: Cell| {
        let mut givens = grid(SYMMETRIC);
        givens[cell] = None;
        Puzzle::prove(givens).unwrap()
    };
    let full: Vec<_> = [0, 1, 9, 40, 80].map(|i| but(Cell::ALL[i])).into();
    let (mut same, mut different) = (0, 0);
    for set in [near, full] {
        for (i, a) in set.iter().enumerate() {
            for b in &set[..i] {
                let equivalent = ways_from_to(a.givens(), b.givens()) > 0;
                assert_eq!(
                    Canonical::of(a) == Canonical::of(b),
                    equivalent,
                    "{a:?} {b:?}"
                );
                *(if equivalent {
                    &mut same
                } else {
                    &mut different
                }) += 1;
            }
        }
    }
    assert!(
        same > 0 && different > 0,
        "both answers must be put to the test: {same} {different}"
    );
}
