//! Symmetric givens: the transforms that keep every pattern of a symmetry, found by trying all
//! rearrangements, and puzzles of every symmetry.

use crate::support::puzzles::{full_grid, rng};
use crate::support::reference::all_rearrangements;
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};
use sudoku_press::make::generate::{Bounds, HoleOrder, Symmetry, dig};
use sudoku_press::sudoku::grid::Cell;
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::solver::mrv;
use sudoku_press::sudoku::transform::Transform;

/// Where a cell goes when the grid is turned or mirrored.
pub type Move = fn(usize, usize) -> (usize, usize);

const QUARTER: Move = |r, c| (c, 8 - r);

const HALF: Move = |r, c| (8 - r, 8 - c);

const LEFT_RIGHT: Move = |r, c| (r, 8 - c);

const TOP_BOTTOM: Move = |r, c| (8 - r, c);

const DIAGONAL: Move = |r, c| (c, r);

const OTHER_DIAGONAL: Move = |r, c| (8 - c, 8 - r);

/// Each symmetry, the moves under which its patterns look the same, and the number of rearrangements that
/// keep every such pattern. The numbers are counted below, and were counted by another program before.
pub const SYMMETRIES: [(Symmetry, &[Move], usize); 9] = [
    (Symmetry::None, &[], 3_359_232),
    (Symmetry::HalfTurn, &[HALF], 1_152),
    (Symmetry::QuarterTurn, &[QUARTER], 96),
    (Symmetry::LeftRight, &[LEFT_RIGHT], 31_104),
    (Symmetry::TopBottom, &[TOP_BOTTOM], 31_104),
    (Symmetry::BothMirrors, &[LEFT_RIGHT, TOP_BOTTOM], 1_152),
    (Symmetry::Diagonal, &[DIAGONAL], 2_592),
    (Symmetry::BothDiagonals, &[DIAGONAL, OTHER_DIAGONAL], 96),
    (Symmetry::Full, &[QUARTER, DIAGONAL], 192),
];

/// For each cell the smallest of those that the moves lead to, again and again.
fn classes(moves: &[Move]) -> [usize; 81] {
    let mut class: [usize; 81] = std::array::from_fn(|i| i);
    loop {
        let before = class;
        for i in 0..81 {
            for (r, c) in moves.iter().map(|to| to(i / 9, i % 9)) {
                let least = class[i].min(class[r * 9 + c]);
                (class[i], class[r * 9 + c]) = (least, least);
            }
        }
        if class == before {
            return class;
        }
    }
}

/// Rows and columns from which the first column and the first row come tell the whole rearrangement.
fn name(source: &dyn Fn(usize, usize) -> Cell) -> [Cell; 18] {
    std::array::from_fn(|i| if i < 9 { source(i, 0) } else { source(0, i - 9) })
}

/// A rearrangement keeps every pattern of a symmetry exactly when the cells that are given together come
/// from cells that are given together. The random transforms are these, all of them and no other.
#[test]
fn the_transforms_of_each_symmetry_are_all_that_keep_its_patterns() {
    let symmetric = &SYMMETRIES[1..];
    let classes: Vec<_> = symmetric.iter().map(|(_, moves, _)| classes(moves)).collect();
    let mut keeping = vec![BTreeSet::new(); symmetric.len()];
    all_rearrangements(|source| {
        for (class, keeping) in classes.iter().zip(&mut keeping) {
            // For each class the one that its first cell comes from.
            let mut from = [u8::MAX; 81];
            let keeps = (0..81).all(|i| {
                let comes = class[source(i / 9, i % 9).index()] as u8;
                let first = &mut from[class[i]];
                if *first == u8::MAX {
                    *first = comes;
                }
                *first == comes
            });
            if keeps {
                keeping.insert(name(source));
            }
        }
    });
    for ((symmetry, _, count), keeping) in symmetric.iter().zip(keeping) {
        assert_eq!(keeping.len(), *count, "{symmetry:?}");
        let mut rng = rng(11);
        let mut drawn = BTreeMap::<_, u32>::new();
        for _ in 0..count * 20 {
            let t = Transform::random_keeping(*symmetry, &mut rng);
            *drawn.entry(name(&|r, c| t.source(Cell::new(r, c)))).or_default() += 1;
        }
        assert!(drawn.keys().eq(&keeping), "{symmetry:?}: {} drawn", drawn.len());
        // Each comes twenty times on average; a kind that came half as often would show.
        let most = drawn.values().max().unwrap();
        assert!(*most < 60, "{symmetry:?}: one was drawn {most} times");
    }
}

#[test]
fn orbits_are_what_turns_and_mirrors_make_of_a_cell() {
    assert_eq!(SYMMETRIES.map(|(symmetry, ..)| symmetry), Symmetry::ALL);
    for (symmetry, moves, _) in SYMMETRIES {
        let class = classes(moves);
        for cell in Cell::ALL {
            let mut orbit = symmetry.orbit(cell).to_vec();
            assert_eq!(orbit[0], cell);
            orbit.sort_unstable();
            let same = |other: &Cell| class[other.index()] == class[cell.index()];
            assert_eq!(orbit, Cell::ALL.into_iter().filter(same).collect::<Vec<_>>());
        }
        assert_eq!(symmetry.name().parse(), Ok(symmetry));
    }
    assert!("mirror".parse::<Symmetry>().is_err());
}

/// Whether there are several solutions without any of the groups of givens that belong together.
pub fn is_minimal(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let class = classes(moves);
    puzzle.givens().filled().all(|(cell, _)| {
        let together = |other: &Cell| class[other.index()] == class[cell.index()];
        let mut fewer = *puzzle.givens();
        Cell::ALL.into_iter().filter(together).for_each(|cell| fewer[cell] = None);
        mrv::search(&fewer, 2).solutions.len() == 2
    })
}

/// The last given, or the last cell of the order, was not tried, and no test saw it.
#[test]
fn a_puzzle_is_minimal_only_if_neither_its_first_nor_its_last_given_can_go() {
    let mut rng = rng(19);
    let bounds = Bounds { givens: 0, row_col_min: 0 };
    let (mut first, mut last) = (0, 0);
    for _ in 0..12 {
        let solution = full_grid(&mut rng);
        let order = HoleOrder::Random.cells(&mut rng);
        let minimal = dig(&solution, &order, Symmetry::None, bounds);
        for extra in minimal.empty() {
            let mut more = minimal;
            more[extra] = Some(solution[extra]);
            let can_go = |cell: &Cell| {
                let mut fewer = more;
                fewer[*cell] = None;
                mrv::search(&fewer, 2).solutions.len() == 1
            };
            let given: Vec<Cell> = more.filled().map(|(cell, _)| cell).collect();
            if given.iter().filter(|cell| can_go(cell)).ne([&extra]) {
                continue;
            }
            first += usize::from(given[0] == extra);
            last += usize::from(given[given.len() - 1] == extra);
            assert!(!Symmetry::None.is_minimal(&Puzzle::prove(more).unwrap()), "{more} {extra}");
            // Nothing but this one can go: last, after all that must stay.
            let mut late: Vec<Cell> = Cell::ALL.to_vec();
            late.sort_by_key(|cell| (*cell == extra, more[*cell].is_some()));
            let late: [Cell; 81] = late.try_into().unwrap();
            assert_eq!(dig(&solution, &late, Symmetry::None, bounds), minimal, "{extra}");
        }
    }
    assert!(first > 0 && last > 0, "{first} {last}");
}

/// Dug and disguised, the givens look the same under each move; and a dug puzzle from which no orbit can go
/// is one, by solving it without each.
#[test]
fn puzzles_have_the_symmetry_that_was_asked_for() {
    for (i, (symmetry, moves, _)) in (20..).zip(SYMMETRIES) {
        let mut rng = rng(i);
        for n in 0..12 {
            let order = HoleOrder::ALL[n % 4].cells(&mut rng);
            let givens = if n < 6 { 0 } else { rng.random_range(20..50u32) as usize };
            let bounds = Bounds { givens, row_col_min: 0 };
            let dug = Puzzle::prove(dig(&full_grid(&mut rng), &order, symmetry, bounds)).unwrap();
            assert!(givens > 0 || is_minimal(&dug, moves), "{symmetry:?}");
            let disguised = Transform::random_keeping(symmetry, &mut rng).puzzle(&dug);
            for (puzzle, to) in
                [dug, disguised].iter().flat_map(|p| moves.iter().map(move |to| (p, to)))
            {
                for cell in Cell::ALL {
                    let (r, c) = to(cell.row(), cell.column());
                    let moved = puzzle.givens()[Cell::new(r, c)];
                    assert_eq!(puzzle.givens()[cell].is_some(), moved.is_some(), "{symmetry:?}");
                }
            }
        }
    }
}
