//! `rate`: rates the difficulty of every puzzle, by the published score or the rating of Sudoku
//! Explainer.

use super::answer::answer;
use super::{ANSWERS, AnswerArgs, Failure, FailureContext, one_of, usage_error};
use clap::ValueEnum;
use engine::human::grade::{RatedForm, Rater, Tenths};
use engine::sudoku::puzzle::Puzzle;
use engine::sudoku::score::Score;
use serde_json::Value;
use std::io::Write as _;
use store::table::rate_columns::{
    RATING_HEADER, RatingOutcome, SCORE_HEADER, ScoreResult, rating_columns, score_columns,
    score_values, write_score,
};
use store::table::{AnswerFormat, PlacedGrid};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The published score counts givens and what a search tries; text shows the score of each item, 1 to 5,
in brackets. The rating of Sudoku Explainer is that of the hardest step that a person needs.
Columns of CSV and keys of JSON lines have the names of a catalogue's columns. With --scale se the
column bound says whether er is exact, or the rating is at-least er (the rest of the path needs
nested chains) or more-than er (the ceiling). The last column is the id of the input.
Sudoku Explainer and published lists rate a puzzle as it is written: --rated-as given does so.

Examples:
    sudoku-press rate puzzles.txt
    sudoku-press rate catalog.csv --scale se --ceiling 4.4 --format csv --out rated.csv
    sudoku-press rate mine.csv --format csv --keep name --keep source")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Measure of difficulty
    #[arg(long, value_enum, default_value_t = Scale::Paper)]
    scale: Scale,

    /// Form in which puzzles are rated, with --scale se
    #[arg(long, value_name = "FORM", value_parser = one_of(RatedForm::TABLE), default_value = "canonical")]
    rated_as: RatedForm,

    /// Stop rating a puzzle as soon as its rating must be higher; text shows that as >R
    #[arg(long, value_name = "R")]
    ceiling: Option<Tenths>,

    /// Column of the input to add to CSV and JSON lines, after id; may be given several times
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// Form of the answers
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "txt")]
    format: AnswerFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scale {
    /// The published score: number of givens, fewest givens in a row or column, searches; five
    /// levels
    Paper,
    /// The rating of Sudoku Explainer 1.2.1, the expected time, and the level of the human ladder
    Se,
}

pub fn run(mut args: Args) -> Result<(), Failure> {
    let kept = [vec!["id".to_owned()], args.keep.clone()].concat();
    args.answers.input.pass_through.clone_from(&kept);
    match (args.scale, args.ceiling) {
        (Scale::Se, _) => rate_by_se(&args, &columns(rating_columns(), &kept)?),
        (Scale::Paper, None) => rate_by_score(&args, &columns(score_columns(), &kept)?),
        (Scale::Paper, Some(_)) => {
            Err(usage_error("expected --scale se with --ceiling, found --scale paper"))
        }
    }
}

/// Returns the columns of an answer: its own, and those kept from the input.
fn columns<'a>(mut columns: Vec<&'a str>, kept: &'a [String]) -> Result<Vec<&'a str>, Failure> {
    for name in kept.iter().map(String::as_str) {
        if columns.contains(&name) {
            let message =
                format!("--keep: expected a column that the answer lacks, found {name:?}");
            return Err(usage_error(message));
        }
        columns.push(name);
    }
    Ok(columns)
}

/// Returns the values of an answer: its own, and those kept from the input.
fn with_kept(mut values: Vec<Value>, asked: &PlacedGrid) -> Vec<Value> {
    values.extend(asked.kept.iter().map(|kept| Value::from(kept.as_deref())));
    values
}

fn rate_by_se(args: &Args, columns: &[&str]) -> Result<(), Failure> {
    let (mut out, answers) = args.answers.begin(args.format, columns)?;
    if args.format == AnswerFormat::Text {
        writeln!(out, "{RATING_HEADER}").write_context(&out.path())?;
    }
    let several = args.answers.input.has_several_files();
    let rater = args.ceiling.map_or(Rater::new(), |ceiling| Rater::new().with_ceiling(ceiling));
    let rated_as = args.rated_as;
    let work = move |asked: &PlacedGrid| RatingOutcome::rate(&mut rater.clone(), rated_as, asked);
    let wrong = "without a rating";
    answer(&args.answers, out, wrong, work, |out, asked, rated: RatingOutcome| {
        let text = |out: &mut _| rated.write(out, asked, several);
        answers.write(out, text, || with_kept(rated.values(rated_as, asked), asked))?;
        Ok(rated.problem().is_none().into())
    })
}

fn rate_by_score(args: &Args, columns: &[&str]) -> Result<(), Failure> {
    let (mut out, answers) = args.answers.begin(args.format, columns)?;
    if args.format == AnswerFormat::Text {
        writeln!(out, "{SCORE_HEADER}").write_context(&out.path())?;
    }
    let several = args.answers.input.has_several_files();
    let work = |asked: &PlacedGrid| Puzzle::prove(asked.grid).map(|puzzle| Score::of(&puzzle));
    answer(
        &args.answers,
        out,
        "without exactly one solution",
        work,
        |out, asked, rated: ScoreResult| {
            let text = |out: &mut _| write_score(out, asked, &rated, several);
            answers.write(out, text, || with_kept(score_values(asked, &rated), asked))?;
            Ok(rated.is_ok().into())
        },
    )
}
