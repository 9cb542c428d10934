//! `canon`: the canonical form of every puzzle.

use super::answer::{OutputArgs, Verdict, answer};
use super::failure::Failure;
use super::grid_output::GridFormat;
use super::input::InputArgs;
use sudoku_press::canon::Canonical;
use sudoku_press::puzzle::Puzzle;
use sudoku_press::table::PlacedGrid;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Two puzzles are equivalent exactly when their canonical forms are equal.

Examples:
    sudoku-press canon puzzles.txt
    sudoku-press canon catalog.csv | sort | uniq -d    # the classes that occur more than once")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = GridFormat::Txt)]
    format: GridFormat,
}

const COLUMNS: [&str; 2] = ["puzzle", "canonical"];

pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = args.output.open()?;
    let mut grids = args.format.begin(&mut out, &COLUMNS)?;
    let work = |asked: &PlacedGrid| Puzzle::prove(asked.grid).map(|puzzle| Canonical::of(&puzzle));
    answer(
        &args.input,
        out,
        "without exactly one solution",
        work,
        |out, asked, canonical| {
            let canonical = match canonical {
                Ok(canonical) => canonical,
                Err(e) => return Ok(Verdict::Refused(format!("no canonical form: {e}"))),
            };
            let values = || {
                let texts = [asked.grid.to_string(), canonical.to_string()];
                texts.map(Into::into).to_vec()
            };
            grids.write(out, canonical.grid(), None, values)?;
            Ok(Verdict::Fine)
        },
    )
}
