//! Puzzles to test with, and random ones.

use grid::{Cell, Engine, Grid, Level, Puzzle, Rng, Solution, Symmetry};
use make::{Bounds, FullGrid, Seed, Slot, dig};
use rand::seq::SliceRandom as _;

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
    let bounds = Bounds { givens, ..Bounds::default() };
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

pub const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

pub const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A puzzle with two solutions: these two digits can change places in two rows.
pub fn two_solutions() -> (Grid, [String; 2]) {
    let swapped: String = SYMMETRIC
        .char_indices()
        .map(|(i, c)| if i < 27 && (c == '1' || c == '4') { '.' } else { c })
        .collect();
    let found = Engine::Mrv.solutions(&grid(&swapped), 3);
    assert!(found.len() >= 2);
    (grid(&swapped), [found[0].to_string(), found[1].to_string()])
}

/// A legal grid without a solution: row 1 lacks 8 and 9, and both its empty cells see a 9.
pub fn no_solution() -> String {
    let line = format!("{:.<81}", "1234567.................9");
    assert!(Engine::Mrv.solutions(&grid(&line), 1).is_empty());
    line
}
