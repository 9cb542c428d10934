//! The bounds of every level, checked by the slow solvers.

use crate::support::puzzles::{full_grid, rng};
use rand::RngExt as _;
use sudoku_press::make::generate::{
    Bounds, FullGrid, HoleOrder, Recipe, Symmetry, dig, dig_puzzle, transform_to_level,
};
use sudoku_press::sudoku::grid::{Cell, Digit, Grid, House, Solution};
use sudoku_press::sudoku::score::Level;
use sudoku_press::sudoku::solver::{dfs, mrv};

/// The paper's table, written down once more: order, range of the bound, fewest in a row or column.
const TABLE: [(Level, HoleOrder, [u32; 2], usize); 5] = [
    (Level::Beginner, HoleOrder::Random, [50, 60], 5),
    (Level::Easy, HoleOrder::Random, [36, 49], 4),
    (Level::Medium, HoleOrder::Jumping, [32, 35], 3),
    (Level::Hard, HoleOrder::Snake, [28, 31], 2),
    (Level::Evil, HoleOrder::Reading, [22, 27], 0),
];

#[test]
fn recipes_agree_with_the_paper() {
    for (level, order, [fewest, most], row_col_min) in TABLE {
        let recipe = Recipe::paper(level);
        assert_eq!((recipe.order, recipe.row_col_min), (order, row_col_min));
        assert_eq!([recipe.min_givens, recipe.max_givens], [fewest, most]);
        assert_eq!(recipe.grid, FullGrid::LasVegas { digits: 11 });
    }
}

/// Bounds, uniqueness and level of what comes out, by slow code alone.
#[test]
fn every_level_meets_its_bounds() {
    for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
        for (level, _, [fewest, _], row_col_min) in TABLE {
            let recipe = Recipe { symmetry, ..Recipe::paper(level) };
            let mut rng = rng(100 + u64::from(level.number()));
            let mut made = 0;
            for _ in 0..2_000 {
                let Some(base) = dig_puzzle(&recipe, &mut rng) else {
                    continue;
                };
                let Some((puzzle, score)) = transform_to_level(&recipe, &base, &mut rng) else {
                    continue;
                };
                made += 1;
                let givens = puzzle.givens();
                let count = Cell::ALL.iter().filter(|&&c| givens[c].is_some()).count();
                assert!(count >= fewest as usize, "{level}: {count} givens");
                let lines = &House::ALL[..18];
                let emptiest = lines
                    .iter()
                    .map(|h| h.cells().iter().filter(|&&c| givens[c].is_some()).count());
                let emptiest = emptiest.min().unwrap();
                assert!(emptiest >= row_col_min, "{level}: {emptiest} in a row or column");
                assert_eq!(mrv::search(givens, 2).solutions, [*puzzle.solution()]);
                assert_eq!(score.givens, count);
                assert_eq!(score.row_col_min, emptiest);
                assert_eq!(score.searches, dfs::searches(givens, 1_000_000));
                assert_eq!(score.level(), level);
                if symmetry == Symmetry::HalfTurn {
                    for cell in Cell::ALL {
                        let turned = Cell::ALL[80 - cell.index()];
                        assert_eq!(givens[cell].is_some(), givens[turned].is_some());
                    }
                }
                if made == 40 {
                    break;
                }
            }
            assert_eq!(made, 40, "{level} {symmetry:?} comes out often enough");
        }
    }
}

/// The paper's procedure as it says it: every cell once, in order, kept if a bound breaks or if any
/// other digit that the rules allow leads to a solution.
fn plain_dig(solution: &Solution, order: &[Cell; 81], symmetry: Symmetry, bounds: Bounds) -> Grid {
    let mut grid = Grid::from(*solution);
    let mut tried = [false; 81];
    for &cell in order {
        let orbit = symmetry.orbit(cell);
        if tried[cell.index()] {
            continue;
        }
        orbit.iter().for_each(|c| tried[c.index()] = true);
        let before = grid;
        orbit.iter().for_each(|&c| grid[c] = None);
        let within = grid.filled_count() >= bounds.givens
            && orbit.iter().all(|c| {
                c.houses()[..2].iter().all(|&h| grid.filled_count_in(h) >= bounds.row_col_min)
            });
        let ambiguous = || {
            orbit.iter().any(|&c| {
                Digit::ALL.into_iter().filter(|&d| d != solution[c]).any(|d| {
                    let mut other = grid;
                    other[c] = Some(d);
                    !mrv::search(&other, 1).solutions.is_empty()
                })
            })
        };
        if !within || ambiguous() {
            grid = before;
        }
    }
    grid
}

#[test]
fn fast_dig_is_the_plain_dig_cell_for_cell() {
    let mut rng = rng(7);
    for i in 0..144 {
        let full = full_grid(&mut rng);
        let order = HoleOrder::ALL[i % 4].cells(&mut rng);
        let symmetry = Symmetry::ALL[i / 4 % Symmetry::ALL.len()];
        let bounds = Bounds {
            givens: rng.random_range(0..50u32) as usize,
            row_col_min: rng.random_range(0..5u32) as usize,
        };
        let fast = dig(&full, &order, symmetry, bounds);
        assert_eq!(fast, plain_dig(&full, &order, symmetry, bounds), "{full} {order:?} {bounds:?}");
    }
}

#[test]
fn orders_agree_with_the_paper_and_visit_every_cell_once() {
    let mut rng = rng(8);
    let number = |order: HoleOrder, rng: &mut _| order.cells(rng).map(Cell::index);
    let jumping = number(HoleOrder::Jumping, &mut rng);
    assert_eq!(jumping[..4], [0, 2, 4, 6]);
    assert_eq!(jumping[39..43], [78, 80, 1, 3]);
    assert_eq!(jumping[80], 79);
    let snake = number(HoleOrder::Snake, &mut rng);
    assert_eq!(snake[7..12], [7, 8, 17, 16, 15]);
    assert_eq!(snake[16..20], [10, 9, 18, 19]);
    assert_eq!(number(HoleOrder::Reading, &mut rng), std::array::from_fn(|i| i));
    assert_ne!(number(HoleOrder::Random, &mut rng), number(HoleOrder::Random, &mut rng));
    for order in HoleOrder::ALL {
        let mut cells = order.cells(&mut rng);
        cells.sort_unstable();
        assert_eq!(cells, Cell::ALL);
    }
}

#[test]
fn full_grids_of_every_kind_are_full_grids_and_differ() {
    for kind in [FullGrid::PAPER, FullGrid::Shuffled, FullGrid::Cyclic] {
        let mut rng = rng(9);
        let mut seen = std::collections::HashSet::new();
        let (mut tries, mut made) = (0, 0);
        while made < 200 {
            tries += 1;
            assert!(tries < 1_000, "{kind:?} comes out often enough");
            let Some(full) = kind.attempt(&mut rng) else {
                continue;
            };
            made += 1;
            assert_eq!(Solution::try_from(Grid::from(full)), Ok(full));
            seen.insert(full.to_string());
        }
        assert!(seen.len() >= 199, "{kind:?}: {} different of 200", seen.len());
    }
}

#[test]
fn las_vegas_ends_when_no_grid_can_be_found() {
    let mut rng = rng(10);
    let never = FullGrid::LasVegas { digits: 81 };
    assert!((0..1_000).all(|_| never.attempt(&mut rng).is_none()));
}
