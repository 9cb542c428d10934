//! The group laws of transforms.

use crate::support::puzzles::{puzzle, rng};
use proptest::prelude::*;
use sudoku_press::sudoku::grid::{Cell, Digit, Solution};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::transform::Transform;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn any_transform() -> impl Strategy<Value = Transform> {
    any::<u64>().prop_map(|seed| Transform::random(&mut rng(seed)))
}

proptest! {
    #[test]
    fn identity_changes_nothing(t in any_transform()) {
        prop_assert_eq!(t.then(&Transform::IDENTITY), t);
        prop_assert_eq!(Transform::IDENTITY.then(&t), t);
        prop_assert_eq!(Transform::IDENTITY.puzzle(&puzzle(PUZZLE)), puzzle(PUZZLE));
    }

    #[test]
    fn inverse_undoes(t in any_transform()) {
        prop_assert_eq!(t.then(&t.inverse()), Transform::IDENTITY);
        prop_assert_eq!(t.inverse().then(&t), Transform::IDENTITY);
        let there = t.puzzle(&puzzle(PUZZLE));
        prop_assert_eq!(t.inverse().puzzle(&there), puzzle(PUZZLE));
    }

    #[test]
    fn then_is_one_after_the_other(a in any_transform(), b in any_transform(), c in any_transform()) {
        let one_by_one = b.puzzle(&a.puzzle(&puzzle(PUZZLE)));
        prop_assert_eq!(a.then(&b).puzzle(&puzzle(PUZZLE)), one_by_one);
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
    }

    /// A transformed puzzle is not proved again: what it carries must be what a proof would find.
    #[test]
    fn proof_carries_over(t in any_transform()) {
        let there = t.puzzle(&puzzle(PUZZLE));
        prop_assert_eq!(Puzzle::prove(*there.givens()), Ok(there));
        let solution = Solution::try_from(sudoku_press::sudoku::grid::Grid::from(*there.solution()));
        prop_assert_eq!(solution, Ok(*there.solution()));
    }

    #[test]
    fn peers_stay_peers(t in any_transform(), i in 0..81usize) {
        let cell = Cell::ALL[i];
        let mut moved: Vec<_> = cell.peers().iter().map(|&peer| t.source(peer)).collect();
        moved.sort_unstable();
        prop_assert_eq!(&moved[..], &t.source(cell).peers()[..]);
    }

    #[test]
    fn parts_that_tear_a_band_apart_are_refused(i in 0..9usize, j in 0..9usize) {
        let straight: [u8; 9] = std::array::from_fn(|k| k as u8);
        let mut swapped = straight;
        swapped.swap(i, j);
        let kept = i / 3 == j / 3;
        let rows = Transform::new(false, swapped, straight, Digit::ALL);
        let columns = Transform::new(true, straight, swapped, Digit::ALL);
        prop_assert_eq!(rows.is_some(), kept);
        prop_assert_eq!(columns.is_some(), kept);
        let mut doubled = straight;
        doubled[i] = straight[j];
        prop_assert_eq!(Transform::new(false, doubled, straight, Digit::ALL).is_some(), i == j);
    }
}

/// The paper's simple operations, each as one would do it by hand.
#[test]
fn named_operations_have_their_documented_effect() {
    let straight: [u8; 9] = std::array::from_fn(|k| k as u8);
    let p = puzzle(PUZZLE);
    let given = |p: &Puzzle, r, c| p.givens()[Cell::new(r, c)];

    let transposed = Transform::new(true, straight, straight, Digit::ALL).unwrap().puzzle(&p);
    let bands = Transform::new(false, [6, 7, 8, 3, 4, 5, 0, 1, 2], straight, Digit::ALL);
    let swapped_bands = bands.unwrap().puzzle(&p);
    let mut names = Digit::ALL;
    names.swap(0, 1);
    let renamed = Transform::new(false, straight, straight, names).unwrap().puzzle(&p);
    for r in 0..9 {
        for c in 0..9 {
            assert_eq!(given(&transposed, r, c), given(&p, c, r));
            let other_band = [6, 3, 0][r / 3] + r % 3;
            assert_eq!(given(&swapped_bands, r, c), given(&p, other_band, c));
            let swap =
                |d: Digit| Digit::new([2, 1].get(d.index()).copied().unwrap_or(d.get())).unwrap();
            assert_eq!(given(&renamed, r, c), given(&p, r, c).map(swap));
        }
    }
}

/// Chance must reach every part of the group: both orientations, every band, every row.
#[test]
fn random_transforms_reach_everything() {
    let mut rng = rng(5);
    let mut reached = std::collections::HashSet::new();
    for _ in 0..30_000 {
        let t = Transform::random(&mut rng);
        reached.insert((t.source(Cell::new(0, 0)), t.source(Cell::new(8, 7)).column() % 3));
    }
    assert_eq!(reached.len(), 81 * 3);
}
