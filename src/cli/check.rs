//! `check`: reports for every puzzle whether it is legal, solved and a duplicate, how many
//! solutions it has, and whether the solution in its file is correct. It does not rate puzzles.

use super::answer::answer;
use super::{ANSWERS, AnswerArgs, AnswerOutput, Failure, Verdict, one_of, plural, printable};
use engine::make::batch::Dedup;
use engine::sudoku::validity::Validity;
use serde_json::Value;
use store::table::check_columns::{VALIDITY_COLUMNS, validity_values};
use store::table::{AnswerFormat, DuplicateKey, EarlierPuzzle, FirstPlaces, PlacedGrid};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A solution that the file states is compared with the right one. CSV and JSON lines have file, line,
puzzle, legal, solved, solutions (2 for several) and conflicts; with --duplicates also duplicate
(exact, or class if it was relabelled or moved), first_file and first_line; and answer, which is right or
wrong where the file states a solution.

Examples:
    sudoku-press check puzzles.sdm
    sudoku-press check --duplicates monday.csv tuesday.csv
    sudoku-press check --quiet --format csv catalog.csv --out wrong.csv")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Find puzzles that occur twice, even relabelled or moved, in one file or in several. Takes
    /// about 33 bytes of memory for each puzzle
    #[arg(long)]
    duplicates: bool,

    /// Print only the puzzles that are illegal, unsolvable, ambiguous or duplicates, or have a
    /// wrong answer
    #[arg(long, short)]
    quiet: bool,

    /// Form of the answers
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "txt")]
    format: AnswerFormat,
}

/// The columns that describe a duplicate.
const DUPLICATE_COLUMNS: [&str; 3] = ["duplicate", "first_file", "first_line"];

/// The column that compares the solution in the file with the correct one.
const ANSWER_COLUMNS: [&str; 1] = ["answer"];

pub fn run(mut args: Args) -> Result<(), Failure> {
    args.answers.input.keeps_answers = true;
    let colors = args.answers.colors();
    let finds_duplicates = args.duplicates;
    let own: &[&str] = if finds_duplicates { &DUPLICATE_COLUMNS } else { &[] };
    let columns = [&VALIDITY_COLUMNS[..], own, &ANSWER_COLUMNS].concat();
    let (out, answers) = args.answers.begin(args.format, &columns)?;
    args.answers.input.is_quiet = args.quiet;
    let work = move |asked: &PlacedGrid| {
        let key = if finds_duplicates { DuplicateKey::of_givens(&asked.grid) } else { None };
        (Validity::of(&asked.grid), key)
    };
    let mut places = FirstPlaces::default();
    answer(&args.answers, out, "with something wrong", work, |out, asked, (validity, key)| {
        let earlier = key.and_then(|key| places.insert(key, &asked.place));
        let is_proper = validity.solutions() == 1;
        let wrong_answer = if is_proper { asked.wrong_answer() } else { None };
        let is_fine = is_proper && wrong_answer.is_none() && earlier.is_none();
        let verdict = Verdict::from(is_fine);
        if args.quiet && verdict == Verdict::Fine {
            return Ok(verdict);
        }
        let text = |out: &mut AnswerOutput| {
            let digits = plural(asked.grid.filled_count() as u64, "digit", "digits");
            let mut said = validity.to_string();
            if let Some(answer) = wrong_answer {
                said += &format!(", wrong answer in column `{}`", printable(&answer.column));
                if answer.is_rounded() {
                    said += ": a spreadsheet has rounded it; delete the column";
                }
            }
            if let Some(EarlierPuzzle { place, is_same }) = &earlier {
                let how = if *is_same { "" } else { " (relabelled or moved)" };
                said += &format!(", the puzzle of {place} again{how}");
            }
            let said = colors.verdict(verdict == Verdict::Fine, said);
            let place = asked.place.to_string();
            out.write_painted(&format!("{}: {digits}, {said}\n", printable(&place)))
        };
        let values = || {
            let mut values = validity_values(asked, &validity, args.format);
            if finds_duplicates {
                values.extend(duplicate_values(earlier.as_ref()));
            }
            let is_judged = is_proper && !asked.answers.is_empty();
            let word = if wrong_answer.is_some() { "wrong" } else { "right" };
            values.push(is_judged.then_some(word).into());
            values
        };
        answers.write(out, text, values)?;
        Ok(verdict)
    })
}

/// Returns a value for each of [`DUPLICATE_COLUMNS`].
fn duplicate_values(earlier: Option<&EarlierPuzzle>) -> [Value; 3] {
    earlier.map_or([const { Value::Null }; 3], |EarlierPuzzle { place, is_same }| {
        let dedup = if *is_same { Dedup::Exact } else { Dedup::Class };
        [dedup.name().into(), (*place.file).into(), place.line.into()]
    })
}
