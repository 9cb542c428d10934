//! Are two puzzles equivalent? `cargo run --example canonical -- LINE LINE`; without arguments a puzzle
//! is disguised at random and recognised again.
//!
//! Needs no feature: `default-features = false` is enough.

use std::error::Error;
use sudoku_press::{Canonical, Puzzle, Seed, Transform};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn Error>> {
    let lines: Vec<String> = std::env::args().skip(1).collect();
    let (a, b) = match lines.as_slice() {
        [a, b] => (Puzzle::prove(a.parse()?)?, Puzzle::prove(b.parse()?)?),
        _ => {
            // Rows, columns, bands, stacks and digits change places; the proof is kept.
            let a = Puzzle::prove(LINE.parse()?)?;
            let disguise = Transform::random(&mut Seed::draw()?.stream_at(0));
            (a, disguise.puzzle(&a))
        }
    };
    for puzzle in [&a, &b] {
        println!("{}\n  canonical form {}", puzzle.givens(), Canonical::of(puzzle));
    }
    // Equal exactly when a transform makes one puzzle of the other.
    let equivalent = Canonical::of(&a) == Canonical::of(&b);
    println!("{}", if equivalent { "equivalent" } else { "not equivalent" });
    Ok(())
}
