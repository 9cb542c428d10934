//! `explain`: every step of the solution of every puzzle, in words.

use super::answer::answer_into;
use super::{AnswerArgs, Choice, Failure, OrFail, Out, Verdict, one_of};
use clap::builder::PossibleValuesParser;
use std::io::{self, Write as _};
use sudoku_press::book::Language;
use sudoku_press::human::logic::TechniqueSet;
use sudoku_press::store::table::PlacedGrid;
use sudoku_press::sudoku::grid::Grid;
use sudoku_press::sudoku::validity::Validity;
use sudoku_press::words::explain::{
    PAGE_FOOT, Path, Words, json_lines, page_head, page_section, text,
};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The steps are those of the rating of Sudoku Explainer: always the easiest technique that finds
anything. JSON lines have step, rating, technique, placement, eliminations, cells, houses, chain,
text and puzzle.

Examples:
    sudoku-press explain puzzles.txt
    sudoku-press explain puzzles.txt --format html --lang de --out steps.html")]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
}

/// What `explain` and `hint` have in common.
#[derive(clap::Args, Debug)]
pub struct Common {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Form of the answers
    #[arg(long, value_parser = one_of(FORMATS), default_value = "txt")]
    format: Format,

    /// Language of the words
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = languages())]
    lang: String,

    /// Leave out the techniques that rely on the puzzle having one solution only
    #[arg(long)]
    no_uniqueness: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Jsonl,
    Html,
}

const FORMATS: &[Choice<Format>] = &[
    ("txt", "A line of text a step", Format::Text),
    ("jsonl", "A JSON object a step", Format::Jsonl),
    ("html", "One page with a drawing of each step; it needs no network", Format::Html),
];

fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(Language::BUILTIN.iter().map(|(code, _)| *code))
}

/// How to find the steps of a grid.
type Find = fn(&Grid, TechniqueSet) -> Path;
/// How to say that a grid does not have one solution.
type Refusal = fn(&Grid, &Validity) -> String;

pub fn run(args: &Args) -> Result<(), Failure> {
    tell(&args.common, Path::of, |_, validity| validity.to_string())
}

/// Tells the steps that are found in every grid.
pub fn tell(args: &Common, find: Find, refusal: Refusal) -> Result<(), Failure> {
    let mut out = args.answers.open()?;
    let words = Words::of_language(&args.lang).expect("clap knows the languages");
    let format = args.format;
    if format == Format::Html {
        out.write_all(page_head(&words).as_bytes()).or_unwritten(&out.path())?;
    }
    let allowed = match args.no_uniqueness {
        true => TechniqueSet::WITHOUT_UNIQUENESS,
        false => TechniqueSet::ALL,
    };
    let work = move |asked: &PlacedGrid| {
        let validity = Validity::of(&asked.grid);
        match validity.solutions() {
            1 => told(&words, asked, format, &find(&asked.grid, allowed)),
            _ => (String::new(), Some(refusal(&asked.grid, &validity))),
        }
    };
    let tally = answer_into(&args.answers, &mut out, work, |out, _, told| write(out, told))?;
    if format == Format::Html {
        out.write_all(PAGE_FOOT.as_bytes()).or_unwritten(&out.path())?;
    }
    tally.end(out, "without a full answer")
}

/// What is written for a puzzle, and what is wrong with it or missing.
type Written = (String, Option<String>);

fn write(out: &mut Out, (text, problem): Written) -> io::Result<Verdict> {
    out.write_all(text.as_bytes())?;
    Ok(problem.map_or(Verdict::Fine, Verdict::Refused))
}

fn told(words: &Words, asked: &PlacedGrid, format: Format, path: &Path) -> Written {
    let name = asked.place.to_string();
    let text = match format {
        Format::Text => format!("{name}: {}\n{}\n", asked.grid, text(words, path)),
        Format::Html => page_section(words, &name, path),
        Format::Jsonl => json_lines(words, path),
    };
    (text, path.end.problem().map(str::to_owned))
}
