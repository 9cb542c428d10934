//! The canonical form, compared with a search over all 3,359,232 rearrangements and with a search over all
//! columns.

use crate::support::plain_canon;
use crate::support::puzzles::{
    SEVENTEEN, SYMMETRIC, dug, full_grid, grid, mixed_puzzles, puzzle, rng,
};
use crate::support::reference::{smallest_by_brute_force, ways_from_to};
use rand::seq::SliceRandom as _;
use sudoku_press::make::generate::{Bounds, Symmetry, dig};
use sudoku_press::make::seed::Rng;
use sudoku_press::sudoku::canon::Canonical;
use sudoku_press::sudoku::grid::{Cell, Solution};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::transform::Transform;

fn symmetric() -> Solution {
    Solution::try_from(grid(SYMMETRIC)).unwrap()
}

/// The same puzzle turned by half a turn has the same cells filled.
fn half_turn(solution: &Solution, givens: usize, rng: &mut Rng) -> Puzzle {
    let mut order = Cell::ALL;
    order.shuffle(rng);
    let bounds = Bounds { givens, row_col_min: 0 };
    Puzzle::prove(dig(solution, &order, Symmetry::HalfTurn, bounds)).unwrap()
}

/// Dug row by row or column by column, so that some stay empty.
fn with_empty_lines(solution: &Solution, by_row: bool) -> Puzzle {
    let mut order = Cell::ALL;
    if !by_row {
        order.sort_by_key(|cell| cell.column());
    }
    let bounds = Bounds { givens: 0, row_col_min: 0 };
    Puzzle::prove(dig(solution, &order, Symmetry::None, bounds)).unwrap()
}

/// A puzzle on the most symmetric grid that is itself three times the same: to take the next row of
/// each band and the stack before changes nothing.
fn three_times_the_same(givens: usize, rng: &mut Rng) -> Puzzle {
    let next = |cell: Cell| {
        let (row, column) = (cell.row(), cell.column());
        Cell::new(row / 3 * 3 + (row + 1) % 3, (column + 6) % 9)
    };
    let mut left = Puzzle::prove(grid(SYMMETRIC)).unwrap();
    let mut order = Cell::ALL;
    order.shuffle(rng);
    for cell in order {
        let mut fewer = *left.givens();
        for cell in [cell, next(cell), next(next(cell))] {
            assert_eq!(left.solution()[cell], left.solution()[next(cell)]);
            fewer[cell] = None;
        }
        if fewer.filled_count() >= givens
            && let Ok(puzzle) = Puzzle::prove(fewer)
        {
            left = puzzle;
        }
    }
    left
}

/// Sparse, dense and full puzzles, some with a pattern, some on the most symmetric grid.
fn all_sorts() -> Vec<Puzzle> {
    let mut rng = rng(40);
    let mut puzzles: Vec<_> = mixed_puzzles(14, 41).collect();
    puzzles.push(puzzle(SEVENTEEN));
    puzzles.extend([0, 26, 40, 60, 75, 81].map(|givens| dug(&symmetric(), givens, &mut rng)));
    puzzles.extend([0, 30, 45, 63].map(|givens| three_times_the_same(givens, &mut rng)));
    for givens in [0, 26, 32, 40, 55, 70, 77, 81] {
        let full = full_grid(&mut rng);
        puzzles.push(half_turn(&full, givens, &mut rng));
        puzzles.push(dug(&full, givens, &mut rng));
    }
    for by_row in [false, true] {
        puzzles.push(with_empty_lines(&full_grid(&mut rng), by_row));
        puzzles.push(with_empty_lines(&symmetric(), by_row));
    }
    puzzles.iter().map(|puzzle| Transform::random(&mut rng).puzzle(puzzle)).collect()
}

/// The four quarters of them, to be judged side by side.
fn judge_by_brute_force(quarter: usize) {
    for p in all_sorts().iter().skip(quarter).step_by(4) {
        let smallest = smallest_by_brute_force(p.givens());
        assert_eq!(Canonical::of(p).grid(), &smallest, "{p:?}");
        assert_eq!(plain_canon::smallest(p.givens()), smallest, "the other judge: {p:?}");
    }
}

#[test]
fn is_the_smallest_line_that_any_rearrangement_makes() {
    judge_by_brute_force(0);
    judge_by_brute_force(1);
}

#[test]
fn is_the_smallest_line_that_any_rearrangement_makes_of_more_puzzles() {
    judge_by_brute_force(2);
    judge_by_brute_force(3);
}

/// Rare positions: in one dense puzzle of a thousand, two digits that wait for their names meet in
/// a stack of which the columns depend on them.
#[test]
fn is_what_a_plain_search_finds() {
    let mut rng = rng(46);
    for i in 0..2_500 {
        let givens = [0, 0, 25, 30, 36, 45, 55, 60, 65, 72][i % 10];
        let full = if i % 50 < 45 { full_grid(&mut rng) } else { symmetric() };
        let p = match i % 3 {
            0 => half_turn(&full, givens, &mut rng),
            _ => dug(&full, givens, &mut rng),
        };
        let p = Transform::random(&mut rng).puzzle(&p);
        assert_eq!(Canonical::of(&p).grid(), &plain_canon::smallest(p.givens()), "{p:?}");
    }
}

fn same_in_ten_disguises(p: &Puzzle, rng: &mut Rng) {
    for _ in 0..10 {
        let disguised = Transform::random(rng).puzzle(p);
        assert_eq!(Canonical::of(&disguised), Canonical::of(p), "{p:?} {disguised:?}");
    }
}

#[test]
fn does_not_change_under_random_transforms() {
    let mut rng = rng(42);
    for p in mixed_puzzles(2_000, 43).chain(all_sorts()) {
        same_in_ten_disguises(&p, &mut rng);
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
        same_in_ten_disguises(&p, &mut rng);
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
                assert_eq!(Canonical::of(a) == Canonical::of(b), equivalent, "{a:?} {b:?}");
                *(if equivalent { &mut same } else { &mut different }) += 1;
            }
        }
    }
    assert!(same > 0 && different > 0, "both answers must be put to the test: {same} {different}");
}
