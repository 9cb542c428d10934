//! Makes puzzles of a band of the human ladder: `cargo run --release --example human -- 4 10` writes ten
//! puzzles of band 4, each with its rating and the technique of its hardest step.

use human::Band;
use std::error::Error;
use sudoku_press_make::{Batch, Plan, Seed};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let band: u8 = args.next().ok_or("usage: human BAND [COUNT]")?.parse()?;
    let band = Band::new(band).ok_or("expected a band from 1 to 7")?;
    let count: u64 = args.next().map_or(Ok(1), |text| text.parse())?;
    let plan = Plan::new(vec![(band, count)]);
    // One thread for each core. The seed decides the puzzles.
    for item in Batch::new(plan, Seed(1), 0)? {
        let entry = item?.puzzle()?.entry;
        let rating = entry.rating.ok_or("a puzzle of a band has a rating")?;
        println!("{} {} {}", entry.puzzle.givens(), rating.er(), rating.hardest());
    }
    Ok(())
}
