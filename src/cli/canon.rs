//! `canon`: prints the canonical form of every puzzle.

use super::answer::answer;
use super::{AnswerArgs, Failure, GRIDS, Verdict, one_of};
use engine::sudoku::canon::Canonical;
use engine::sudoku::puzzle::Puzzle;
use store::table::format::{GridFormat, GridWriter};
use store::table::{AnswerFormat, PlacedGrid};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The canonical form is the row-minlex form: of all puzzles that are equivalent, with blanks as 0,
the one whose 81 characters make the smallest number. Two puzzles are equivalent exactly when their
forms are equal.

Examples:
    sudoku-press canon puzzles.txt
    sudoku-press canon catalog.csv | sort | uniq -d    # the classes that occur more than once")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Form of the answers
    #[arg(long, value_parser = one_of(GRIDS), default_value = "txt")]
    format: (AnswerFormat, GridFormat),
}

const COLUMNS: [&str; 2] = ["puzzle", "canonical"];

pub fn run(args: Args) -> Result<(), Failure> {
    let (format, form) = args.format;
    let (out, answers) = args.answers.begin(format, &COLUMNS)?;
    let mut grids = GridWriter::new(form);
    let work = |asked: &PlacedGrid| Puzzle::prove(asked.grid).map(|puzzle| Canonical::of(&puzzle));
    answer(&args.answers, out, "without exactly one solution", work, |out, asked, canonical| {
        let canonical = match canonical {
            Ok(canonical) => canonical,
            Err(e) => return Ok(Verdict::Refused(format!("no canonical form: {e}"))),
        };
        let values = || vec![asked.grid.to_string(), canonical.to_string()];
        let text = |out: &mut _| grids.write(out, canonical.grid(), None);
        answers.write(out, text, values)?;
        Ok(Verdict::Fine)
    })
}
