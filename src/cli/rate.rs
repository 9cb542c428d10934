//! `rate`: how hard every puzzle is, by the paper's score or by the rating of Sudoku Explainer.

use super::answer::{Out, OutputArgs, answer};
use super::failure::{Code, Failure, OrFail};
use super::input::InputArgs;
use super::rate_se::{self, problem};
use super::table_output::TableFormat;
use clap::ValueEnum;
use serde_json::Value;
use std::io::{self, Write};
use sudoku_press::grade::Tenths;
use sudoku_press::puzzle::{NotProper, Puzzle};
use sudoku_press::score::{SEARCHES_CAP, Score};
use sudoku_press::table::PlacedGrid;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The paper's score counts givens and what a search tries: text is in aligned columns, with the score of
each item, 1 to 5, in brackets. The rating of Sudoku Explainer is that of the hardest step that a
person needs. CSV and JSON lines name what a catalogue has too as it is named there.

Examples:
    sudoku-press rate puzzles.txt
    sudoku-press rate catalog.csv --scale se --ceiling 4.4 --format csv --out rated.csv")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// What is measured
    #[arg(long, value_enum, default_value_t = Scale::Paper)]
    scale: Scale,

    /// Stop rating a puzzle as soon as its rating must be higher; it is then shown as >R
    #[arg(long, value_name = "R")]
    ceiling: Option<Tenths>,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = TableFormat::Txt)]
    format: TableFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scale {
    /// The paper's score: givens, fewest givens in a row or column, searches; five levels
    Paper,
    /// The rating of Sudoku Explainer 1.2.1, the expected time, and the band of the human ladder
    Se,
}

/// Columns of a catalogue have their names there.
const COLUMNS: [&str; 11] = [
    "puzzle",
    "clues",
    "clues_score",
    "row_col_min",
    "row_col_min_score",
    "searches",
    "searches_score",
    "difficulty",
    "level",
    "level_name",
    "problem",
];

type Rated = Result<Score, NotProper>;

pub fn run(args: Args) -> Result<(), Failure> {
    match (args.scale, args.ceiling) {
        (Scale::Se, ceiling) => rate_se::run(&args.input, &args.output, args.format, ceiling),
        (Scale::Paper, None) => paper(args),
        (Scale::Paper, Some(_)) => {
            let words = "expected --scale se with --ceiling, found --scale paper";
            Err(Failure::say(Code::Usage, words))
        }
    }
}

fn paper(args: Args) -> Result<(), Failure> {
    let mut out = args.output.open()?;
    let table = args.format.begin(&mut out, &COLUMNS)?;
    if args.format == TableFormat::Txt {
        header(&mut out).or_unwritten(&out.path())?;
    }
    let several = args.input.several_files();
    let work = |asked: &PlacedGrid| Puzzle::prove(asked.grid).map(|puzzle| Score::of(&puzzle));
    answer(
        &args.input,
        out,
        "without exactly one solution",
        work,
        |out, asked, rated: Rated| {
            let text = |out: &mut Out| line(out, asked, &rated, several);
            table.row(out, text, || values(asked, &rated))?;
            Ok(rated.is_ok().into())
        },
    )
}

fn header(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<8} {:>8} {:>8} {:>13}  {:>5}  {:<10}  puzzle",
        "line", "givens", "row/col", "searches", "total", "level"
    )
}

fn line(out: &mut impl Write, asked: &PlacedGrid, rated: &Rated, several: bool) -> io::Result<()> {
    let place = match several {
        true => asked.place.to_string(),
        false => asked.place.line.to_string(),
    };
    write!(out, "{place:<8} ")?;
    match rated {
        Ok(score) => {
            let [a, b, c] = score.items();
            let givens = format!("{} ({a})", score.givens);
            let row_col = format!("{} ({b})", score.row_col_min);
            let more = ["", "+"][usize::from(score.searches == SEARCHES_CAP)];
            let searches = format!("{}{more} ({c})", score.searches);
            let level = format!("{} {}", score.level().number(), score.level());
            let total = score.total();
            write!(
                out,
                "{givens:>8} {row_col:>8} {searches:>13}  {total:>5}  {level:<10}  "
            )?;
        }
        Err(e) => write!(out, "{:<52}", format!("not rated: {}", problem(e)))?,
    }
    writeln!(out, "{}", asked.grid)
}

fn values(asked: &PlacedGrid, rated: &Rated) -> Vec<Value> {
    let of = |value: fn(&Score) -> Value| rated.as_ref().map_or(Value::Null, value);
    vec![
        asked.grid.to_string().into(),
        of(|score| score.givens.into()),
        of(|score| score.items()[0].into()),
        of(|score| score.row_col_min.into()),
        of(|score| score.items()[1].into()),
        of(|score| score.searches.into()),
        of(|score| score.items()[2].into()),
        of(|score| (f64::from(score.total_tenths()) / 10.0).into()),
        of(|score| score.level().number().into()),
        of(|score| score.level().name().into()),
        rated.as_ref().err().map(problem).into(),
    ]
}
