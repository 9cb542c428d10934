//! Tests whether two puzzles are equivalent: `cargo run --example canonical -- LINE LINE`. Without
//! arguments, the program disguises a puzzle at random and recognises it.

use std::error::Error;
use sudoku_press_grid::{Canonical, Puzzle, Rng, Transform};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn Error>> {
    let lines: Vec<String> = std::env::args().skip(1).collect();
    let (a, b) = match lines.as_slice() {
        [a, b] => (Puzzle::prove(a.parse()?)?, Puzzle::prove(b.parse()?)?),
        _ => {
            // The transform moves rows, columns, bands, stacks and digits. The puzzle remains
            // proved.
            let a = Puzzle::prove(LINE.parse()?)?;
            let seed = std::process::id().into();
            let disguise = Transform::random(&mut Rng::new(seed, 0));
            (a, disguise.puzzle(&a))
        }
    };
    for puzzle in [&a, &b] {
        println!("{}\n  canonical form {}", puzzle.givens(), Canonical::of(puzzle));
    }
    // The forms are equal exactly if a transform turns one puzzle into the other.
    let equivalent = Canonical::of(&a) == Canonical::of(&b);
    println!("{}", if equivalent { "equivalent" } else { "not equivalent" });
    Ok(())
}
