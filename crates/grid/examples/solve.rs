//! Solves puzzles given as lines of 81 characters, and names the problem of those that have none or
//! several solutions.
//!
//!     cargo run --example solve -- 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

use sudoku_press_grid::{Grid, Puzzle, PuzzleError, Score};

fn main() {
    for line in std::env::args().skip(1) {
        // A grid may break every rule of Sudoku; parsing only counts and reads its characters.
        let grid: Grid = match line.parse() {
            Ok(grid) => grid,
            Err(error) => {
                println!("{line}: {error}");
                continue;
            }
        };
        // A puzzle has exactly one solution: proving it finds the solution.
        match Puzzle::prove(grid) {
            Ok(puzzle) => {
                let score = Score::of(&puzzle);
                println!(
                    "{}  level {}, {}",
                    puzzle.solution(),
                    score.level().number(),
                    score.level()
                );
            }
            Err(PuzzleError::TwoSolutions(two)) => {
                println!("more than one solution:\n{}\n{}", two[0], two[1]);
            }
            Err(error) => println!("{line}: {error}"),
        }
    }
}
