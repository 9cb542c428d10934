//! `check`: whether a puzzle is legal, whether it is solved, how many solutions it has. Not how hard
//! it is.

use super::answer::answer;
use super::{ANSWERS, AnswerArgs, ColorArgs, Failure, Out, Verdict, counted, one_of, printable};
use sudoku_press::store::table::judged::{VALIDITY_COLUMNS, validity_values};
use sudoku_press::store::table::{AnswerFormat, PlacedGrid};
use sudoku_press::sudoku::validity::Validity;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
CSV and JSON lines have file, line, puzzle, legal, solved, solutions (2 for several) and conflicts.

Examples:
    sudoku-press check puzzles.sdm
    sudoku-press check --quiet --format csv catalog.csv --out wrong.csv")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    #[command(flatten)]
    color: ColorArgs,

    /// Print only the puzzles that are illegal, unsolvable or ambiguous
    #[arg(long, short)]
    quiet: bool,

    /// Form of the answers
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "txt")]
    format: AnswerFormat,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let colors = args.answers.colors(args.color);
    let (out, answers) = args.answers.begin(args.format, &VALIDITY_COLUMNS)?;
    let work = |asked: &PlacedGrid| Validity::of(&asked.grid);
    answer(&args.answers, out, "with something wrong", work, |out, asked, validity: Validity| {
        let verdict = Verdict::from(validity.solutions() == 1);
        if args.quiet && verdict == Verdict::Fine {
            return Ok(verdict);
        }
        let text = |out: &mut Out| {
            let digits = counted(asked.grid.filled_count() as u64, "digit", "digits");
            let validity = colors.verdict(verdict == Verdict::Fine, &validity);
            let place = asked.place.to_string();
            out.write_painted(&format!("{}: {digits}, {validity}\n", printable(&place)))
        };
        answers.write(out, text, || validity_values(asked, &validity, args.format))?;
        Ok(verdict)
    })
}
