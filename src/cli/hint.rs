//! `hint`: the next step of every puzzle, from the digits that it has now.

use super::Failure;
use super::explain::{Common, tell};
use sudoku_press::sudoku::grid::Grid;
use sudoku_press::sudoku::validity::Validity;
use sudoku_press::words::explain::Path;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Candidates are those that the digits of the grid leave. Digits that were filled in count as givens;
when one of them is wrong, the grid has no solution, and hint says so. It names the digit if no
other one alone can be the wrong one.

Examples:
    sudoku-press hint puzzle.txt
    echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 | sudoku-press hint")]
pub struct Args {
    #[command(flatten)]
    common: Common,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    tell(&args.common, Path::next, refusal)
}

/// Why there is no next step.
fn refusal(grid: &Grid, validity: &Validity) -> String {
    if *validity != Validity::NoSolution {
        return validity.to_string();
    }
    let can_be_solved = |without| {
        let mut cells = *grid.cells();
        cells[without] = None;
        Validity::of(&Grid::new(cells)).solutions() > 0
    };
    let mut wrong = grid.filled().filter(|(cell, _)| can_be_solved(cell.index()));
    let said = "no solution: at least one digit that you filled in is wrong";
    match (wrong.next(), wrong.next()) {
        (Some((cell, digit)), None) => {
            format!("{said}; without the {digit} in {cell} there is one")
        }
        _ => said.to_owned(),
    }
}
