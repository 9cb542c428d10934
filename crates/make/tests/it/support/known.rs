//! Puzzles that are known to be hard or to need something.

use grid::Puzzle;

/// A puzzle of 81 characters for each kind that a puzzle can need. `-` stands for quads, of which none is known.
pub const NEEDED: &str = include_str!("../puzzles/needed.txt");

/// Easter Monster: no plain chain finds its second step.
pub const NESTED: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

/// Returns puzzles of all bands of the human ladder, and those of [`NEEDED`].
pub fn known_puzzles() -> impl Iterator<Item = Puzzle> {
    let bands = include_str!("../../golden-bands.csv").lines().skip(1);
    let of_bands = bands.filter_map(|row| row.split(',').nth(1));
    let needed = NEEDED.lines().filter_map(|line| line.split_once(' ')).map(|(_, puzzle)| puzzle);
    let all = of_bands.chain(needed.filter(|puzzle| *puzzle != "-"));
    all.map(|puzzle| Puzzle::prove(puzzle.parse().unwrap()).unwrap())
}
