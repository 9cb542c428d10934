//! Gives the next step of a puzzle: `cargo run --example next_step -- LINE`. The line has 81
//! characters, row by row; `.` and `0` are empty cells.

use grid::Puzzle;
use std::error::Error;
use sudoku_press_human::{Band, Position, TechniqueSet};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn Error>> {
    let line = std::env::args().nth(1).unwrap_or_else(|| LINE.to_owned());
    let puzzle = Puzzle::prove(line.parse()?)?;
    println!("it needs the techniques of band {}", Band::solving(puzzle.givens()));
    // The easiest step of the position: its technique, and the digit that it places.
    match Position::new(puzzle.givens()).next_step(TechniqueSet::ALL) {
        Some(step) => println!("{}: {:?}", step.technique, step.placement),
        None => println!("no technique leads on"),
    }
    Ok(())
}
