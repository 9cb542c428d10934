//! Rates puzzles: `cargo run --example rate -- 53..7....6..195....98....6...` prints for each puzzle its
//! level on the published ladder, and its band, rating and expected time on the human one.

use grid::{Puzzle, Score};
use std::error::Error;
use sudoku_press_explainer::Rater;

fn main() -> Result<(), Box<dyn Error>> {
    for line in std::env::args().skip(1) {
        println!("{}", describe(&line)?);
    }
    Ok(())
}

/// Describes a puzzle, a line of 81 characters.
pub fn describe(line: &str) -> Result<String, Box<dyn Error>> {
    let puzzle = Puzzle::prove(line.parse()?)?;
    let level = Score::of(&puzzle).level();
    let rating = Rater::new().rate(&puzzle)?;
    Ok(format!(
        "level {} ({level}), band {} ({})\nhardest step {} ({}), {} steps, {:.0} seconds",
        level.number(),
        rating.band.number(),
        rating.band,
        rating.er,
        rating.hardest,
        rating.steps,
        rating.seconds.0
    ))
}
