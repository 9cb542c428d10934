//! `rate --scale se`: the rating of Sudoku Explainer, the expected time and the band of every puzzle.

use super::answer::{Out, OutputArgs, answer};
use super::failure::{Failure, OrFail};
use super::input::InputArgs;
use super::table_output::TableFormat;
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, Write};
use sudoku_press::grade::{Rater, Rating, Tenths, Unrated};
use sudoku_press::puzzle::{NotProper, Puzzle};
use sudoku_press::table::PlacedGrid;

const COLUMNS: [&str; 11] = [
    "puzzle",
    "clues",
    "er",
    "ep",
    "ed",
    "hardest",
    "load",
    "seconds",
    "band",
    "band_name",
    "problem",
];

/// What is known of a puzzle.
enum Rated {
    Exactly(Box<Rating>),
    /// The rating is higher than the ceiling.
    Above(Tenths),
    /// Its path needs what is not built: nested chains.
    AtLeast(&'static str),
    NotProper(NotProper),
}

pub fn run(
    input: &InputArgs,
    output: &OutputArgs,
    format: TableFormat,
    ceiling: Option<Tenths>,
) -> Result<(), Failure> {
    let mut out = output.open()?;
    let table = format.begin(&mut out, &COLUMNS)?;
    if format == TableFormat::Txt {
        header(&mut out).or_unwritten(&out.path())?;
    }
    let several = input.several_files();
    let rater = ceiling.map_or(Rater::new(), |ceiling| Rater::new().up_to(ceiling));
    let work = move |asked: &PlacedGrid| rated(&mut rater.clone(), asked);
    let wrong = "without a rating";
    answer(input, out, wrong, work, |out, asked, rated| {
        let text = |out: &mut Out| line(out, asked, &rated, several);
        table.row(out, text, || values(asked, &rated))?;
        Ok(rated.problem().is_none().into())
    })
}

fn rated(rater: &mut Rater, asked: &PlacedGrid) -> Rated {
    let puzzle = match Puzzle::prove(asked.grid) {
        Ok(puzzle) => puzzle,
        Err(e) => return Rated::NotProper(e),
    };
    match rater.rate(&puzzle) {
        Ok(rating) => Rated::Exactly(Box::new(rating)),
        Err(Unrated::Above(ceiling)) => Rated::Above(ceiling),
        Err(_) => Rated::AtLeast("needs nested forcing chains, which are rated 9.5 or more"),
    }
}

/// Why a puzzle has no rating; for people and for the column `problem`.
pub fn problem(e: &NotProper) -> &'static str {
    match e {
        NotProper::NoSolution => "no solution",
        NotProper::TwoSolutions(_) => "more than one solution",
    }
}

impl Rated {
    fn problem(&self) -> Option<&'static str> {
        match self {
            Self::Exactly(_) | Self::Above(_) => None,
            Self::AtLeast(words) => Some(words),
            Self::NotProper(e) => Some(problem(e)),
        }
    }

    fn rating(&self) -> Option<&Rating> {
        match self {
            Self::Exactly(rating) => Some(rating),
            _ => None,
        }
    }

    /// The rating, or its bound, if there is one.
    fn bound(&self) -> Option<String> {
        match self {
            Self::Above(ceiling) => Some(format!(">{ceiling}")),
            Self::AtLeast(_) => Some(">=9.5".to_owned()),
            _ => None,
        }
    }
}

fn header(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<8} {:>5} {:>5} {:>5}  {:<26} {:>6} {:>7}  {:<12}  puzzle",
        "line", "er", "ep", "ed", "hardest", "load", "seconds", "band"
    )
}

fn line(out: &mut impl Write, asked: &PlacedGrid, rated: &Rated, several: bool) -> io::Result<()> {
    let place = match several {
        true => asked.place.to_string(),
        false => asked.place.line.to_string(),
    };
    write!(out, "{place:<8} ")?;
    match rated {
        Rated::Exactly(rating) => {
            let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(|tenths| tenths.to_string());
            let band = format!("{} {}", rating.band.number(), rating.band);
            write!(
                out,
                "{er:>5} {ep:>5} {ed:>5}  {:<26} {:>6} {:>7}  {band:<12}  ",
                rating.hardest,
                rating.load.to_string(),
                rating.seconds.to_string(),
            )?;
        }
        other => {
            let bound = other.bound().unwrap_or_default();
            let words = other.problem().map(|words| format!("not rated: {words}"));
            write!(out, "{bound:>5}  {:<73}  ", words.unwrap_or_default())?;
        }
    }
    writeln!(out, "{}", asked.grid)
}

fn values(asked: &PlacedGrid, rated: &Rated) -> Vec<Value> {
    let of = |value: fn(&Rating) -> Value| rated.rating().map_or(Value::Null, value);
    let proper = !matches!(rated, Rated::NotProper(_));
    vec![
        asked.grid.to_string().into(),
        proper.then(|| asked.grid.filled_count()).into(),
        rated
            .bound()
            .map_or(of(|rating| decimal(rating.er)), Value::from),
        of(|rating| decimal(rating.ep)),
        of(|rating| decimal(rating.ed)),
        of(|rating| rating.hardest.id().into()),
        of(|rating| whole(rating.load)),
        of(|rating| whole(rating.seconds)),
        of(|rating| rating.band.number().into()),
        of(|rating| rating.band.name().into()),
        rated.problem().into(),
    ]
}

/// A rating as a number with one decimal.
fn decimal(rating: Tenths) -> Value {
    (f64::from(rating.0) / 10.0).into()
}

/// What is shown without decimals, as a number.
fn whole(shown: impl Display) -> Value {
    shown.to_string().parse::<u64>().ok().into()
}
