//! `rate`: rates the difficulty of every puzzle, by the published score or the rating of Sudoku
//! Explainer.

use super::answer::{answer, answer_into};
use super::puzzle_facts::{FactColumn, prove_facts};
use super::rate_columns::{RatedGrid, ScoredGrid, rated_columns, scored_columns};
use super::{AnswerArgs, AnswerFormat, Failure, FailureContext, answers, one_of, usage_error};
use clap::ValueEnum;
use explainer::{RatedForm, Rater};
use grid::{AnyGrid, AnyPuzzle, Score};
use human::Tenths;
use std::io::{self, Write};
use tables::{Column, ColumnHead, FieldValue, PlacedGrid, RatingBound};

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

    /// Columns of a catalogue to compute for CSV and JSON lines, such as crux, crux_technique and
    /// steps
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    add: Vec<String>,

    /// Column of the input to add to CSV and JSON lines, after id; may be given several times
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// Form of the answers
    #[arg(long, value_parser = one_of(&answers()), default_value = "txt")]
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
    args.answers.input.name_catalogs()?;
    args.keep.insert(0, "id".to_owned());
    if !args.add.is_empty() && matches!(args.format, AnswerFormat::Text(_)) {
        return Err(usage_error("--add: expected --format csv, jsonl or parquet, found txt"));
    }
    match (args.scale, args.ceiling) {
        (Scale::Se, _) => rate_by_se(&args),
        (Scale::Paper, None) => rate_by_score(&args),
        (Scale::Paper, Some(_)) => {
            Err(usage_error("expected --scale se with --ceiling, found --scale paper"))
        }
    }
}

/// Returns the columns of an answer: its own, those computed for it, and those kept from the input.
fn heads<V>(
    own: &[Column<V>],
    added: &[FactColumn],
    kept: &[String],
) -> Result<Vec<ColumnHead>, Failure> {
    let mut heads: Vec<_> = own.iter().map(Column::head).collect();
    for column in added {
        let head = column.head();
        if heads.iter().any(|known| known.name == head.name) {
            let message =
                format!("--add: expected a column that the answer lacks, found {:?}", head.name);
            return Err(usage_error(message));
        }
        heads.push(head);
    }
    for name in kept {
        if heads.iter().any(|head| head.name == *name) {
            let message =
                format!("--keep: expected a column that the answer lacks, found {name:?}");
            return Err(usage_error(message));
        }
        heads.push(ColumnHead::foreign(name));
    }
    Ok(heads)
}

/// Computes further values of a grid; none that are known if it is no puzzle.
fn added_values(columns: &[FactColumn], grid: AnyGrid, rated_as: RatedForm) -> Vec<FieldValue> {
    if columns.is_empty() {
        return Vec::new();
    }
    let facts = prove_facts(grid, rated_as).ok();
    columns.iter().map(|column| facts.as_ref().map(|facts| column.value(facts)).into()).collect()
}

/// Iterates over the values kept from the input.
fn kept(asked: &PlacedGrid, names: &[String]) -> impl Iterator<Item = FieldValue> {
    names.iter().map(|name| asked.row.get(name).map(|text| FieldValue::Foreign(text.into())).into())
}

fn rate_by_se(args: &Args) -> Result<(), Failure> {
    let columns = rated_columns();
    let added = FactColumn::select(&args.add, args.rated_as)?;
    let heads = heads(&columns, &added, &args.keep)?;
    let (mut out, mut rows) = args.answers.begin(args.format, heads)?;
    if rows.is_none() {
        writeln!(out, "{RATING_HEADER}").write_context(&out.path())?;
    }
    let several = args.answers.input.has_several_files();
    let rater = args.ceiling.map_or(Rater::new(), |ceiling| Rater::new().with_ceiling(ceiling));
    let rated_as = args.rated_as;
    let work = move |asked: &PlacedGrid| {
        let further = added_values(&added, asked.grid, rated_as);
        (RatedGrid::rate(rater, rated_as, asked.grid), further)
    };
    let wrong = "without a rating";
    answer(&args.answers, out, wrong, work, |out, asked, (rated, further)| {
        let own = columns.iter().map(|column| (column.value)(&rated));
        match &mut rows {
            None => write_rating(out, &place_label(asked, several), &rated)?,
            Some(rows) => rows.write(out, own.chain(further).chain(kept(asked, &args.keep)))?,
        }
        Ok(rated.problem.is_none().into())
    })
}

fn rate_by_score(args: &Args) -> Result<(), Failure> {
    let columns = scored_columns();
    let added = FactColumn::select(&args.add, args.rated_as)?;
    let heads = heads(&columns, &added, &args.keep)?;
    let (mut out, mut rows) = args.answers.begin(args.format, heads)?;
    if rows.is_none() {
        writeln!(out, "{SCORE_HEADER}").write_context(&out.path())?;
    }
    let several = args.answers.input.has_several_files();
    let rated_as = args.rated_as;
    let work = move |asked: &PlacedGrid| {
        let further = added_values(&added, asked.grid, rated_as);
        let score = match AnyPuzzle::prove(asked.grid) {
            Ok(AnyPuzzle::Classic(puzzle)) => Ok(Score::of(&puzzle)),
            Ok(AnyPuzzle::Mini(_)) => Err(SMALL_WITHOUT_SCORE),
            Err(e) => Err(e.name()),
        };
        (ScoredGrid { grid: asked.grid, score }, further)
    };
    let mut has_small = false;
    let tally = answer_into(&args.answers, &mut out, work, |out, asked, (scored, further)| {
        has_small |= scored.score == Err(SMALL_WITHOUT_SCORE);
        let own = columns.iter().map(|column| (column.value)(&scored));
        match &mut rows {
            None => write_score(out, &place_label(asked, several), &scored)?,
            Some(rows) => rows.write(out, own.chain(further).chain(kept(asked, &args.keep)))?,
        }
        Ok(scored.score.is_ok().into())
    })?;
    tally.end(out, if has_small { "without a score" } else { "without exactly one solution" })
}

/// The reason why a small puzzle has no score.
const SMALL_WITHOUT_SCORE: &str = "9x9 alone has a score: use --scale se";

/// Returns the place of a puzzle in a line for people: of several files, the file and the line.
fn place_label(asked: &PlacedGrid, is_of_several: bool) -> String {
    if is_of_several { asked.place.to_string() } else { asked.place.line.to_string() }
}

/// The header of the lines of [`write_rating`].
const RATING_HEADER: &str =
    "line        er    ep    ed  hardest                      load seconds  band          puzzle";

/// Writes a line for people, in aligned columns.
fn write_rating(out: &mut impl Write, place: &str, rated: &RatedGrid) -> io::Result<()> {
    write!(out, "{place:<8} ")?;
    if let Some(exact) = &rated.rating {
        let (rating, hardest) = &**exact;
        let [er, ep, ed] = [rating.er(), rating.ep(), rating.ed()].map(|tenths| tenths.to_string());
        let load = rating.load().map(|load| load.to_string()).unwrap_or_default();
        let seconds = rating.seconds().map(|time| time.to_string()).unwrap_or_default();
        let band = rating.rung().full_name();
        write!(out, "{er:>5} {ep:>5} {ed:>5}  {hardest:<26} {load:>6} {seconds:>7}  {band:<12}  ")?;
    } else {
        let bound = match rated.er {
            Some((er, RatingBound::MoreThan)) => format!(">{er}"),
            Some((er, _)) => format!(">={er}"),
            None => String::new(),
        };
        let words = rated.problem.map(|words| format!("not rated: {words}"));
        write!(out, "{bound:>5}  {:<73}  ", words.unwrap_or_default())?;
    }
    writeln!(out, "{}", rated.grid)
}

/// The header of the lines of [`write_score`].
const SCORE_HEADER: &str = "line       givens  row/col      searches  total  level       puzzle";

/// Writes a line for people, in aligned columns, with the score of each item in brackets.
fn write_score(out: &mut impl Write, place: &str, scored: &ScoredGrid) -> io::Result<()> {
    write!(out, "{place:<8} ")?;
    match &scored.score {
        Ok(score) => {
            let [a, b, c] = score.items();
            let givens = format!("{} ({a})", score.givens);
            let row_col = format!("{} ({b})", score.row_col_min);
            let more = if score.searches == Score::SEARCHES_CAP { "+" } else { "" };
            let searches = format!("{}{more} ({c})", score.searches);
            let level = format!("{} {}", score.level().number(), score.level());
            let total = score.total();
            write!(out, "{givens:>8} {row_col:>8} {searches:>13}  {total:>5}  {level:<10}  ")?;
        }
        Err(e) => write!(out, "{:<52}", format!("not rated: {e}"))?,
    }
    writeln!(out, "{}", scored.grid)
}
