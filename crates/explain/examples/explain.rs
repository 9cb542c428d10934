//! Explains the solution of a puzzle step by step: `cargo run --example explain -- 53..7....6... de`
//! writes the steps in German; without a language they are in English.

use grid::Grid;
use std::error::Error;
use sudoku_press_explain::{ExplanationTexts, SolvePath, plain_text};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let grid: Grid = args.next().ok_or("usage: explain PUZZLE [LANGUAGE]")?.parse()?;
    let texts = match args.next() {
        Some(code) => ExplanationTexts::builtin(&code).ok_or("no explanations in this language")?,
        None => ExplanationTexts::default(),
    };
    let path = SolvePath::from_grid(&grid);
    print!("{}", plain_text(&texts, &path));
    Ok(())
}
