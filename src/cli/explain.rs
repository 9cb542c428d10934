//! `explain`: describes how every puzzle is solved, by the shortest way, the ladder or the rating,
//! or the next step of every position.

use super::answer::{AnswerRows, answer_into};
use super::choice::language_code;
use super::next_step::{describe_fault, parse_givens, read_position};
use super::{
    AnswerArgs, AnswerOutput, Choice, Failure, FailureContext, Verdict, one_of, usage_error,
};
use explain::{
    ExplanationTexts, Hint, HintRecord, HintStrength, PAGE_FOOT, SmallPath, SolvePath, StepRecord,
    json_lines, page_head, page_hint, page_section, plain_text, small_page_section, step_records,
};
use grid::mini::{MiniGrid, MiniPuzzle};
use grid::{AnyGrid, Puzzle};
use human::MiniPath;
use serde::Serialize;
use std::io::{self, Write as _};
use tables::{Column, ColumnType, FieldValue, PlacedGrid, TableFormat, columns};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The steps are those of the shortest way: each step that removes candidates is needed, and no step
relies on the puzzle having only one solution. --all-steps takes at each position the simplest step
in the order of the levels of the human ladder, needed or not. --rated-steps takes the steps of
Sudoku Explainer, which use unique rectangles, BUGs and direct techniques; the hardest of them is
the rating of the puzzle as it is written. JSON lines have step, rating, technique, pattern,
placement, eliminations, cells, houses, chain, text, puzzle and id. Parquet has one table of all
steps, without the chains; its id is that of the puzzle, or its line.

--next explains one step of a position: 81 digits and blanks, as in any file of puzzles; its
candidates are those that the digits leave. Positions of 4x4 and 6x6 have no others. To go on
after a candidate was removed, write the candidates, too, as
  - 729 characters: nine for each cell, a candidate in its place, . or 0 for the others;
  - nine lines of nine groups of digits, in any frame;
  - CSV or JSON with puzzle (81) and candidates (729), and givens (81) if they are known.
A wrong digit, and a candidate that should not have been removed, is named when it is known which
digits were given: by --givens, or a column givens.

Examples:
    sudoku-press explain puzzles.txt
    sudoku-press explain puzzles.txt --format html --lang de --out steps.html
    sudoku-press explain train.parquet --format parquet --out steps.parquet
    sudoku-press explain puzzle.txt --next=where
    sudoku-press explain position.txt --next=full --givens 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Form of the answers
    #[arg(long, value_parser = one_of(FORMATS), default_value = "txt")]
    format: ExplanationFormat,

    /// Language of the words
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = language_code())]
    lang: &'static str,

    /// Give only the next step of each position, as a hint
    #[arg(long, value_name = "DETAIL", num_args = 0..=1, require_equals = true,
        value_parser = one_of(DETAILS), default_missing_value = "what")]
    next: Option<StepDetail>,

    /// Give all steps in the order of the ladder, also those that can be left out
    #[arg(long, conflicts_with = "next")]
    all_steps: bool,

    /// Give the steps from which the rating follows, in the order of Sudoku Explainer
    #[arg(long, conflicts_with_all = ["next", "all_steps"])]
    rated_steps: bool,

    /// The puzzle of the positions as it was printed: 81 characters, or a file of one puzzle
    #[arg(long, value_name = "PUZZLE", requires = "next")]
    givens: Option<String>,
}

/// The part of a step that is told: a hint, or all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StepDetail {
    Hint(HintStrength),
    Whole,
}

const DETAILS: &[Choice<StepDetail>] = &[
    ("where", "Where to look", StepDetail::Hint(HintStrength::Where)),
    ("what", "Where to look, and what for", StepDetail::Hint(HintStrength::What)),
    ("full", "Also what follows", StepDetail::Whole),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExplanationFormat {
    Text,
    Jsonl,
    Html,
    Parquet,
}

const FORMATS: &[Choice<ExplanationFormat>] = &[
    (
        "txt",
        "One line of text per step, with indented lines for long chains",
        ExplanationFormat::Text,
    ),
    ("jsonl", "One JSON object per step", ExplanationFormat::Jsonl),
    ("html", "One page with a drawing of each step; it needs no network", ExplanationFormat::Html),
    ("parquet", "A table with one row per step", ExplanationFormat::Parquet),
];

pub fn run(mut args: Args) -> Result<(), Failure> {
    args.answers.input.name_catalogs()?;
    args.answers.input.has_positions = args.next.is_some();
    if args.format == ExplanationFormat::Parquet {
        return write_table(&args);
    }
    let Some(detail) = args.next else {
        return write_steps(&args, None, solver(&args));
    };
    let column = &args.answers.input.column;
    let givens = args.givens.as_deref().map(|text| parse_givens(text, column)).transpose()?;
    let strength = match detail {
        StepDetail::Hint(strength) => Some(strength),
        StepDetail::Whole => None,
    };
    write_steps(&args, strength, move |asked| {
        if let (AnyGrid::Mini(grid), None) = (&asked.grid, &givens) {
            let path = small_path(grid, MiniPath::shortest)?;
            return Ok(FoundPath::Small(path.with_next_step()));
        }
        let position = read_position(asked, givens.as_ref())?;
        Ok(FoundPath::Classic(SolvePath::with_next_step(position)))
    })
}

/// The steps of a puzzle of any size.
enum FoundPath {
    Classic(SolvePath),
    Small(SmallPath),
}

impl FoundPath {
    /// Returns the problem if the path is incomplete, in words.
    fn problem(&self) -> Option<String> {
        let problem = match self {
            Self::Classic(path) => path.end.problem(),
            Self::Small(path) => path.problem(),
        };
        problem.map(str::to_owned)
    }

    /// Returns the records of the steps, with the identifier of the puzzle.
    fn records(&self, words: &ExplanationTexts, id: Option<&str>) -> Vec<StepRecord> {
        match self {
            Self::Classic(path) => step_records(words, path, id).collect(),
            Self::Small(path) => path.records(words, id),
        }
    }
}

/// Finds the steps of a small grid that has one solution.
fn small_path(grid: &MiniGrid, find: fn(&MiniGrid) -> MiniPath) -> Result<SmallPath, String> {
    MiniPuzzle::prove(*grid).map_err(|e| e.name().to_owned())?;
    Ok(SmallPath { grid: *grid, path: find(grid), is_next: false })
}

/// Returns the function that finds the path of a puzzle, or why it is no puzzle.
fn solver(args: &Args) -> impl Fn(&PlacedGrid) -> Result<FoundPath, String> + use<> {
    let (is_rated, has_all) = (args.rated_steps, args.all_steps);
    move |asked| match &asked.grid {
        AnyGrid::Mini(_) if is_rated => Err("small sizes have no --rated-steps".to_owned()),
        AnyGrid::Mini(grid) => {
            let find = if has_all { MiniPath::with_all_steps } else { MiniPath::shortest };
            Ok(FoundPath::Small(small_path(grid, find)?))
        }
        AnyGrid::Classic(grid) => {
            let find = match (is_rated, has_all) {
                (true, _) => SolvePath::with_rated_steps,
                (false, true) => SolvePath::with_all_steps,
                (false, false) => SolvePath::from_grid,
            };
            Puzzle::prove(*grid).map_err(|error| describe_fault(grid, &error))?;
            Ok(FoundPath::Classic(find(grid)))
        }
    }
}

/// The function that returns a field of a step.
type StepValue = fn(&StepRecord) -> FieldValue;

/// Returns the columns of the table of steps.
fn step_columns() -> Vec<Column<StepValue>> {
    use ColumnType::{Any, Count, OptionalNumber};
    use FieldValue::{Number, Text, Whole, Word};
    columns! { StepValue;
        "id": Any("text"), |step| step.id.clone().map(Text).into(),
            "Identifier of the puzzle, or its line in the file";
        "puzzle": Any("81, 36 or 16 characters"), |step| Text(step.puzzle.clone()), "The givens, row by row";
        "step": Count("an integer from 1"), |step| Whole(step.step as u64), "Number of the step";
        "rating": OptionalNumber(false), |step| Number(format!("{:.1}", step.rating)),
            "Rating of the step";
        "technique": Any("text"), |step| Word(step.technique), "Technique of the step";
        "pattern": Any("text"), |step| step.pattern.map(Word).into(),
            "Name of the chain's shape, if it has one";
        "cells": Any("text"), |step| Text(step.cells.join(" ")),
            "Cells that the step looks at, such as r1c1 r1c2";
        "houses": Any("text"), |step| Text(step.houses.join(" ")),
            "Houses that the step looks at, such as r1 c4 b2";
        "placement": Any("text"), |step| step.placement.clone().map(Text).into(),
            "Digit that the step places, such as r1c2=3";
        "eliminations": Any("text"), |step| Text(step.eliminations.join(" ")),
            "Candidates that the step removes, such as r2c4-37";
        "text": Any("text"), |step| Text(step.text.clone()), "The step in words";
    }
}

/// Writes a table of the steps of all puzzles.
fn write_table(args: &Args) -> Result<(), Failure> {
    if args.next.is_some() {
        return Err(usage_error("--next: expected --format txt, jsonl or html, found parquet"));
    }
    if !TableFormat::Parquet.is_built_in() {
        return Err(usage_error(
            "--format parquet: this program was built without Parquet; cargo install --path . \
             --features parquet builds one with it",
        ));
    }
    let words = ExplanationTexts::for_language(args.lang).expect("clap knows the languages");
    let columns = step_columns();
    let heads = columns.iter().map(Column::head).collect();
    let mut out = args.answers.open()?;
    let rows = AnswerRows::begin(&mut out, TableFormat::Parquet, heads);
    let mut rows = rows.write_context(&out.path())?;
    let has_several = args.answers.input.has_several_files();
    let solve = solver(args);
    let work = move |asked: &PlacedGrid| {
        let line = asked.place.line.to_string();
        let place = if has_several { asked.place.to_string() } else { line };
        let id = asked.row.get("id").unwrap_or(&place);
        let path = solve(asked)?;
        Ok((path.records(&words, Some(id)), path.problem()))
    };
    let tally = answer_into(&args.answers, &mut out, work, |out, _, answer| {
        let (steps, problem) = match answer {
            Ok(answer) => answer,
            Err(problem) => return Ok(Verdict::Refused(problem)),
        };
        for step in &steps {
            rows.write(out, columns.iter().map(|column| (column.value)(step)))?;
        }
        Ok(problem.map_or(Verdict::Fine, Verdict::Refused))
    })?;
    rows.finish(&mut out).write_context(&out.path())?;
    tally.end(out, WRONG)
}

/// The words for puzzles that are not explained to their solution.
const WRONG: &str = "without an explanation to the end";

/// Writes the steps that `find` returns for every puzzle or position, or the reason why there are
/// none. With a strength, a step is told as a hint.
fn write_steps(
    args: &Args,
    strength: Option<HintStrength>,
    find: impl Fn(&PlacedGrid) -> Result<FoundPath, String> + Send + Sync + 'static,
) -> Result<(), Failure> {
    let mut out = args.answers.open()?;
    let words = ExplanationTexts::for_language(args.lang).expect("clap knows the languages");
    let format = args.format;
    if format == ExplanationFormat::Html {
        out.write_all(page_head(&words).as_bytes()).write_context(&out.path())?;
    }
    let work = move |asked: &PlacedGrid| match find(asked) {
        Ok(FoundPath::Classic(path)) => render(&words, asked, (format, strength), &path),
        Ok(FoundPath::Small(path)) => render_small(&words, asked, (format, strength), &path),
        Err(problem) => (String::new(), Some(problem)),
    };
    let tally = answer_into(&args.answers, &mut out, work, |out, _, text| write(out, text))?;
    if format == ExplanationFormat::Html {
        out.write_all(PAGE_FOOT.as_bytes()).write_context(&out.path())?;
    }
    tally.end(out, WRONG)
}

/// The text for a puzzle, and its problem, if any.
type RenderedPuzzle = (String, Option<String>);

fn write(out: &mut AnswerOutput, (text, problem): RenderedPuzzle) -> io::Result<Verdict> {
    out.write_all(text.as_bytes())?;
    Ok(problem.map_or(Verdict::Fine, Verdict::Refused))
}

/// Returns the name of a puzzle above its steps: its id and its title, as far as its row has them,
/// or else its place.
fn heading(asked: &PlacedGrid) -> String {
    let id = asked.row.get("id").map(str::to_owned);
    let title = asked.row.title().map(|title| title.words).unwrap_or_default();
    let names: Vec<_> =
        id.into_iter().chain(Some(title).filter(|title| !title.is_empty())).collect();
    if names.is_empty() { asked.place.to_string() } else { names.join(" · ") }
}

fn render(
    words: &ExplanationTexts,
    asked: &PlacedGrid,
    (format, strength): (ExplanationFormat, Option<HintStrength>),
    path: &SolvePath,
) -> RenderedPuzzle {
    let name = heading(asked);
    let text = match (format, strength, path.steps.first()) {
        (ExplanationFormat::Text, Some(strength), Some(step)) => {
            let hint = Hint::from_step(step).text(words, strength);
            format!("{name}: {}\n{hint}\n\n", asked.grid)
        }
        (ExplanationFormat::Jsonl, Some(strength), Some(step)) => {
            let mut record = HintRecord::new(words, &path.grid.to_string(), step, strength);
            record.id = asked.row.get("id").map(str::to_owned);
            json_line(&record)
        }
        (ExplanationFormat::Html, Some(strength), _) => page_hint(words, &name, path, strength),
        (ExplanationFormat::Text, ..) => {
            format!("{name}: {}\n{}\n", asked.grid, plain_text(words, path))
        }
        (ExplanationFormat::Html, ..) => page_section(words, &name, path),
        (ExplanationFormat::Jsonl | ExplanationFormat::Parquet, ..) => {
            json_lines(words, path, asked.row.get("id"))
        }
    };
    (text, path.end.problem().map(str::to_owned))
}

/// Renders the steps of a small puzzle, or a hint to the first one.
fn render_small(
    words: &ExplanationTexts,
    asked: &PlacedGrid,
    (format, strength): (ExplanationFormat, Option<HintStrength>),
    path: &SmallPath,
) -> RenderedPuzzle {
    let id = asked.row.get("id");
    let hint = strength.and_then(|strength| path.hint(words, strength));
    let record = strength.and_then(|strength| path.hint_record(words, strength));
    let text = match (format, hint, record) {
        (ExplanationFormat::Html, ..) => small_page_section(words, &heading(asked), path, strength),
        (ExplanationFormat::Text, Some(hint), _) => {
            format!("{}: {}\n{hint}\n\n", heading(asked), asked.grid)
        }
        (ExplanationFormat::Text, None, _) => {
            format!("{}: {}\n{}\n", heading(asked), asked.grid, path.plain_text(words))
        }
        (_, _, Some(record)) => json_line(&HintRecord { id: id.map(str::to_owned), ..record }),
        (_, _, None) => path.records(words, id).iter().map(json_line).collect(),
    };
    (text, path.problem().map(str::to_owned))
}

fn json_line<T: Serialize>(record: &T) -> String {
    serde_json::to_string(record).expect("it has text keys") + "\n"
}
