//! Makes graded puzzles, no two equivalent: `cargo run --example generate -- 5 42` makes five
//! puzzles of each level from seed 42. The same seed makes the same puzzles on every machine.

use grid::Level;
use std::error::Error;
use sudoku_press_make::{Batch, BatchItem, Plan, Seed};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let count: u64 = args.next().map_or(Ok(3), |text| text.parse())?;
    let seed = match args.next() {
        Some(text) => Seed(text.parse()?),
        None => Seed::draw()?,
    };
    let plan = Plan::new(Level::ALL.map(|level| (level, count)).to_vec());
    println!("seed {}", seed.0);
    // 0 threads stands for one thread per core. The number of threads never changes the puzzles.
    for item in Batch::new(plan, seed, 0)? {
        match item? {
            BatchItem::Puzzle(made) => {
                let entry = made.entry;
                let score = entry.score.ok_or("a puzzle of a level has a score")?;
                println!("{}  {}  {}", entry.puzzle.givens(), score.total(), score.level());
            }
            // The batch could not fill this level. The next levels follow.
            BatchItem::Shortfall(shortfall) => eprintln!("{shortfall}"),
        }
    }
    Ok(())
}
