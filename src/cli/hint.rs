//! `hint`: the next step of every puzzle, from the digits that it has now.

use super::explain::{Common, tell};
use super::failure::Failure;
use sudoku_press::explain::Path;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Candidates are those that the digits of the grid leave. Digits that were filled in count as givens;
when one of them is wrong, the grid has no solution, and hint says so.

Examples:
    sudoku-press hint puzzle.txt
    echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 | sudoku-press hint")]
pub struct Args {
    #[command(flatten)]
    common: Common,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    tell(&args.common, Path::next)
}
