//! `explain`: describes every step of the solution of every puzzle.

use super::answer::answer_into;
use super::choice::LanguageCode;
use super::{AnswerArgs, AnswerOutput, Choice, Failure, FailureContext, Verdict, one_of};
use engine::human::logic::TechniqueSet;
use engine::sudoku::validity::Validity;
use press::text::explain::{
    ExplanationTexts, Hint, HintRecord, HintStrength, PAGE_FOOT, SolvePath, json_lines, page_head,
    page_hint, page_section, plain_text,
};
use std::io::{self, Write as _};
use store::table::PlacedGrid;

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
    pub common: ExplainArgs,
}

/// Arguments that `explain` and `hint` share.
#[derive(clap::Args, Debug)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub answers: AnswerArgs,

    /// The amount of detail in a hint; `None` describes the whole step.
    #[arg(skip)]
    pub strength: Option<HintStrength>,

    /// Form of the answers
    #[arg(long, value_parser = one_of(FORMATS), default_value = "txt")]
    format: ExplanationFormat,

    /// Language of the words
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = LanguageCode)]
    lang: String,

    /// Do not use techniques that assume a unique solution
    #[arg(long)]
    no_uniqueness: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExplanationFormat {
    Text,
    Jsonl,
    Html,
}

const FORMATS: &[Choice<ExplanationFormat>] = &[
    (
        "txt",
        "One line of text per step, with indented lines for long chains",
        ExplanationFormat::Text,
    ),
    ("jsonl", "One JSON object per step", ExplanationFormat::Jsonl),
    ("html", "One page with a drawing of each step; it needs no network", ExplanationFormat::Html),
];

pub fn run(args: &Args) -> Result<(), Failure> {
    run_explain(&args.common, |asked, allowed| match Validity::of(&asked.grid) {
        validity if validity.solutions() == 1 => Ok(SolvePath::from_grid(&asked.grid, allowed)),
        validity => Err(validity.to_string()),
    })
}

/// Writes the steps that `find` returns for every puzzle or position, or the reason why there are
/// none.
pub fn run_explain(
    args: &ExplainArgs,
    find: impl Fn(&PlacedGrid, TechniqueSet) -> Result<SolvePath, String> + Send + Sync + 'static,
) -> Result<(), Failure> {
    let mut out = args.answers.open()?;
    let words = ExplanationTexts::for_language(&args.lang).expect("clap knows the languages");
    let format = args.format;
    if format == ExplanationFormat::Html {
        out.write_all(page_head(&words).as_bytes()).write_context(&out.path())?;
    }
    let allowed =
        if args.no_uniqueness { TechniqueSet::WITHOUT_UNIQUENESS } else { TechniqueSet::ALL };
    let strength = args.strength;
    let work = move |asked: &PlacedGrid| match find(asked, allowed) {
        Ok(path) => render(&words, asked, (format, strength), &path),
        Err(problem) => (String::new(), Some(problem)),
    };
    let tally = answer_into(&args.answers, &mut out, work, |out, _, text| write(out, text))?;
    if format == ExplanationFormat::Html {
        out.write_all(PAGE_FOOT.as_bytes()).write_context(&out.path())?;
    }
    tally.end(out, "without an explanation to the end")
}

/// The text for a puzzle, and its problem, if any.
type RenderedPuzzle = (String, Option<String>);

fn write(out: &mut AnswerOutput, (text, problem): RenderedPuzzle) -> io::Result<Verdict> {
    out.write_all(text.as_bytes())?;
    Ok(problem.map_or(Verdict::Fine, Verdict::Refused))
}

fn render(
    words: &ExplanationTexts,
    asked: &PlacedGrid,
    (format, strength): (ExplanationFormat, Option<HintStrength>),
    path: &SolvePath,
) -> RenderedPuzzle {
    let name = asked.place.to_string();
    let step = path.steps.first().map(|explained| &explained.step);
    let text = match (format, strength, step) {
        (ExplanationFormat::Text, Some(strength), Some(step)) => {
            let hint = Hint::from_step(step).text(words, strength);
            format!("{name}: {}\n{hint}\n\n", asked.grid)
        }
        (ExplanationFormat::Jsonl, Some(strength), Some(step)) => {
            let record = HintRecord::new(words, &path.grid.to_string(), step, strength);
            serde_json::to_string(&record).expect("it has text keys") + "\n"
        }
        (ExplanationFormat::Html, Some(strength), _) => page_hint(words, &name, path, strength),
        (ExplanationFormat::Text, ..) => {
            format!("{name}: {}\n{}\n", asked.grid, plain_text(words, path))
        }
        (ExplanationFormat::Html, ..) => page_section(words, &name, path),
        (ExplanationFormat::Jsonl, ..) => json_lines(words, path),
    };
    (text, path.end.problem().map(str::to_owned))
}
