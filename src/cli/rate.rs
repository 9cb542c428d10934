//! `rate`: the paper's three items with their scores, the total and the level of every puzzle.

use super::answer::{OutputArgs, Verdict, answer};
use super::failure::{Failure, OrFail};
use super::fields::Fields;
use super::input::{Asked, InputArgs};
use clap::ValueEnum;
use serde_json::Value;
use std::io::{self, Write};
use sudoku_press::puzzle::{NotProper, Puzzle};
use sudoku_press::score::{SEARCHES_CAP, Score};

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = FormatArg::Txt)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Aligned columns; in brackets the item's score, 1 to 5
    Txt,
    /// A table with a header
    Csv,
    /// A JSON object a line
    Jsonl,
}

/// The columns that a catalogue has too are named as there.
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

/// Rates.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = args.output.open()?;
    let fields = match args.format {
        FormatArg::Txt => None,
        FormatArg::Csv => Some(Fields::Csv),
        FormatArg::Jsonl => Some(Fields::Jsonl),
    };
    let begun = match fields {
        None => header(&mut out),
        Some(fields) => fields.begin(&mut out, &COLUMNS),
    };
    begun.or_unwritten(&out.path())?;
    let several = args.input.several_files();
    let work = |asked: &Asked| Puzzle::prove(asked.grid).map(|puzzle| Score::of(&puzzle));
    answer(
        &args.input,
        out,
        "without exactly one solution",
        work,
        |out, asked, rated: Rated| {
            match fields {
                None => line(out, asked, &rated, several)?,
                Some(fields) => fields.row(out, &COLUMNS, values(asked, &rated))?,
            }
            Ok(match rated {
                Ok(_) => Verdict::Fine,
                Err(_) => Verdict::Wrong,
            })
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

fn line(out: &mut impl Write, asked: &Asked, rated: &Rated, several: bool) -> io::Result<()> {
    let place = if several {
        asked.place.to_string()
    } else {
        asked.place.line.to_string()
    };
    write!(out, "{place:<8} ")?;
    match rated {
        Ok(score) => {
            let [a, b, c] = score.items();
            let givens = format!("{} ({a})", score.givens);
            let row_col = format!("{} ({b})", score.row_col_min);
            let more = if score.searches == SEARCHES_CAP {
                "+"
            } else {
                ""
            };
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

fn problem(e: &NotProper) -> &'static str {
    match e {
        NotProper::NoSolution => "no solution",
        NotProper::TwoSolutions(_) => "more than one solution",
    }
}

fn values(asked: &Asked, rated: &Rated) -> Vec<Value> {
    let mut values = vec![asked.grid.to_string().into()];
    match rated {
        Ok(score) => {
            let [a, b, c] = score.items();
            values.extend([
                score.givens.into(),
                a.into(),
                score.row_col_min.into(),
                b.into(),
                score.searches.into(),
                c.into(),
                (f64::from(score.total_tenths()) / 10.0).into(),
                score.level().number().into(),
                score.level().name().into(),
                Value::Null,
            ]);
        }
        Err(e) => {
            values.resize(COLUMNS.len() - 1, Value::Null);
            values.push(problem(e).into());
        }
    }
    values
}
