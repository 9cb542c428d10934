//! `rate`: the paper's three items with their scores, the total and the level of every puzzle.

use super::answer::{AnswerArgs, answer};
use super::choice::{ANSWERS, one_of};
use super::failure::{Failure, OrFail};
use std::io::Write as _;
use sudoku_press::puzzle::Puzzle;
use sudoku_press::score::Score;
use sudoku_press::table::judged::{
    RATING_COLUMNS, RATING_HEADER, Rating, rating_values, write_rating,
};
use sudoku_press::table::{AnswerFormat, PlacedGrid};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Text is in aligned columns, with the score of each item, 1 to 5, in brackets. CSV and JSON lines name
what a catalogue has too as it is named there.

Examples:
    sudoku-press rate puzzles.txt
    sudoku-press rate catalog.csv --format csv --out rated.csv")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Form of the answers
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "txt")]
    format: AnswerFormat,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let (mut out, answers) = args.answers.begin(args.format, &RATING_COLUMNS)?;
    if args.format == AnswerFormat::Text {
        writeln!(out, "{RATING_HEADER}").or_unwritten(&out.path())?;
    }
    let several = args.answers.input.several_files();
    let work = |asked: &PlacedGrid| Puzzle::prove(asked.grid).map(|puzzle| Score::of(&puzzle));
    answer(
        &args.answers,
        out,
        "without exactly one solution",
        work,
        |out, asked, rated: Rating| {
            let text = |out: &mut _| write_rating(out, asked, &rated, several);
            answers.write(out, text, || rating_values(asked, &rated))?;
            Ok(rated.is_ok().into())
        },
    )
}
