//! Puzzles to test with, and slow, simple reference implementations.

use rand::seq::SliceRandom as _;
use sudoku_press::make::generate::{Bounds, FullGrid, Symmetry, dig};
use sudoku_press::make::seed::{Rng, Seed, Slot};
use sudoku_press::sudoku::grid::{Cell, Digit, Grid, Solution};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::score::Level;

/// One of the first 17-given puzzles that became known, in Gordon Royle's collection.
pub const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

/// The most symmetric full grid: 648 of its rearrangements only rename its digits.
pub const SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// A stream of random numbers of its own for each test.
pub fn rng(seed: u64) -> Rng {
    let slot = Slot { rung: Level::Beginner.into(), number: 0 };
    Seed(seed).stream(slot, 0)
}

pub fn grid(line: &str) -> Grid {
    line.parse().unwrap()
}

pub fn puzzle(line: &str) -> Puzzle {
    Puzzle::prove(grid(line)).unwrap()
}

pub fn full_grid(rng: &mut Rng) -> Solution {
    std::iter::repeat_with(|| FullGrid::PAPER.attempt(rng)).flatten().next().unwrap()
}

/// Dug in random order down to a number of givens, or until nothing more can go.
pub fn dug(solution: &Solution, givens: usize, rng: &mut Rng) -> Puzzle {
    let mut order = Cell::ALL;
    order.shuffle(rng);
    let bounds = Bounds { givens, row_col_min: 0 };
    Puzzle::prove(dig(solution, &order, Symmetry::None, bounds)).unwrap()
}

/// Puzzles of all densities, from almost full to minimal.
pub fn mixed_puzzles(n: usize, seed: u64) -> impl Iterator<Item = Puzzle> {
    let mut rng = rng(seed);
    (0..n).map(move |i| {
        let full = full_grid(&mut rng);
        dug(&full, [0, 0, 24, 28, 34, 45, 60][i % 7], &mut rng)
    })
}

/// Every way to put three things in order.
pub const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Every way to rearrange nine rows so that bands stay together.
pub fn band_orders() -> Vec<[usize; 9]> {
    let mut all = Vec::new();
    for bands in ORDERS {
        for a in ORDERS {
            for b in ORDERS {
                for c in ORDERS {
                    all.push(std::array::from_fn(|i| bands[i / 3] * 3 + [a, b, c][i / 3][i % 3]));
                }
            }
        }
    }
    all
}

/// Calls `each` with the source cell of every cell, for each of the 3,359,232 rearrangements.
pub fn all_rearrangements(mut each: impl FnMut(&dyn Fn(usize, usize) -> Cell)) {
    let orders = band_orders();
    assert_eq!(orders.len(), 1296);
    for rows in &orders {
        for columns in &orders {
            each(&|r, c| Cell::new(rows[r], columns[c]));
            each(&|r, c| Cell::new(columns[c], rows[r]));
        }
    }
}

/// The smallest line of the class, by trying everything.
pub fn smallest_by_brute_force(grid: &Grid) -> Grid {
    let mut best = [10u8; 81];
    all_rearrangements(|source| {
        let mut names = [0u8; 10];
        let mut named = 0;
        let mut smaller = false;
        for i in 0..81 {
            let value = grid[source(i / 9, i % 9)].map_or(0, |digit| {
                let name = &mut names[usize::from(digit.get())];
                if *name == 0 {
                    named += 1;
                    *name = named;
                }
                *name
            });
            if !smaller && value > best[i] {
                return;
            }
            smaller |= value < best[i];
            best[i] = value;
        }
    });
    Grid::new(best.map(Digit::new))
}

/// How many rearrangements of `a` are `b`, but for the names of the digits: by trying everything.
pub fn ways_from_to(a: &Grid, b: &Grid) -> usize {
    let mut ways = 0;
    all_rearrangements(|source| {
        let (mut to, mut from) = ([None; 10], [None; 10]);
        let same = Cell::ALL.into_iter().all(|cell| {
            match (a[source(cell.row(), cell.column())], b[cell]) {
                (None, None) => true,
                (Some(x), Some(y)) => {
                    *to[usize::from(x.get())].get_or_insert(y) == y
                        && *from[usize::from(y.get())].get_or_insert(x) == x
                }
                _ => false,
            }
        });
        ways += usize::from(same);
    });
    ways
}
