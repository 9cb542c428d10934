//! The built binary: `rate --scale se`, against the ratings of the original.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SOLUTION, no_solution, rng, two_solutions};
use crate::support::rating::{Case, NESTED, cases};
use std::collections::BTreeMap;
use std::fs;
use sudoku_press::human::grade::Rater;
use sudoku_press::human::logic::{Position, Step, Technique};
use sudoku_press::sudoku::grid::{Cell, House};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::transform::Transform;

const HEADER: &str =
    "puzzle,clues,er,ep,ed,hardest,load,seconds,band,band_name,problem,bound,rated_as,id";

/// Rows of a CSV answer, by column.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    assert_eq!(csv.lines().next(), Some(HEADER));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// The cells of a row that are filled.
fn filled(row: &BTreeMap<String, String>) -> Vec<&str> {
    row.iter().filter(|(_, value)| !value.is_empty()).map(|(name, _)| &**name).collect()
}

fn puzzles() -> String {
    cases().iter().map(|case| format!("{}\n", case.puzzle.givens())).collect()
}

/// The time model of `docs/difficulty.md`, by naive code: everything that is open is filled in one round.
fn expected_seconds(case: &Case) -> f64 {
    let mut grid = *case.puzzle.givens();
    let solution = case.puzzle.solution();
    let path = Rater::new().path(&case.puzzle).unwrap();
    let single = |step: &&Step| step.technique <= Technique::HiddenSingleLine;
    let mut steps = path.iter().filter(|step| !single(step));
    let mut position = Position::new(&grid);
    let mut load = 0.0;
    while grid.filled_count() < 81 {
        let places = |house: &House, digit| {
            house
                .cells()
                .iter()
                .filter(|cell| position.has_candidate(**cell, digit))
                .copied()
                .collect::<Vec<_>>()
        };
        let is_open = |cell: Cell, house: &House| {
            house.cells().contains(&cell) && places(house, solution[cell]) == [cell]
        };
        let block = |house: &&House| house.index() >= 18 || grid.filled_count_in(**house) == 8;
        let by_block =
            |cell: &Cell| House::ALL.iter().filter(block).any(|house| is_open(*cell, house));
        let by_line = |cell: &Cell| House::ALL.iter().any(|house| is_open(*cell, house));
        let open: Vec<Cell> = grid.empty().filter(by_line).collect();
        let strong = open.iter().filter(|cell| by_block(cell)).count() as f64;
        let weight = f64::max(strong + (open.len() as f64 - strong) / 2.0, 0.25);
        for cell in &open {
            load += (81 - grid.filled_count()) as f64 / weight;
            grid[*cell] = Some(solution[*cell]);
            position.place(*cell, solution[*cell]);
        }
        if open.is_empty() {
            load += (81 - grid.filled_count()) as f64 / weight;
            let step = steps.next().unwrap();
            step.apply(&mut position);
            grid = *position.grid();
        }
    }
    #[expect(clippy::disallowed_methods, reason = "nothing depends on the last bits")]
    let power = load.powf(0.539);
    15.0 * power
}

#[test]
fn every_row_has_the_rating_of_the_original_in_the_order_of_the_input() {
    let (code, csv, said) =
        fed(&Bench::new(), "rate --scale se --rated-as given --format csv", puzzles());
    assert_eq!((code, &*said), (0, ""));
    let rows = rows(&csv);
    assert_eq!(rows.len(), 1_500);
    for (row, case) in rows.iter().zip(cases()) {
        assert_eq!(row["puzzle"], case.puzzle.givens().to_string());
        assert_eq!(row["clues"], case.puzzle.givens_count().to_string());
        assert_eq!([&*row["er"], &row["ep"], &row["ed"]], case.ratings);
        assert_eq!(row["problem"], "");
        let seconds = expected_seconds(&case);
        assert!((row["seconds"].parse::<f64>().unwrap() - seconds).abs() < 1.0, "{seconds}");
        let er: f64 = row["er"].parse().unwrap();
        let band: usize = row["band"].parse().unwrap();
        assert!(er <= [1.2, 1.5, 2.5, 4.4, 6.2, 7.5, 20.0][band - 1], "{er} in band {band}");
        let names = ["Gentle", "Easy", "Medium", "Hard", "Fiendish", "Diabolical", "Extreme"];
        assert_eq!(row["band_name"], names[band - 1]);
    }
}

#[test]
fn the_answers_do_not_depend_on_threads_or_form() {
    let bench = Bench::new();
    let (_, one, _) = fed(&bench, "rate --scale se --format csv --threads 1", puzzles());
    let (_, four, _) = fed(&bench, "rate --scale se --format csv --threads 4", puzzles());
    assert_eq!(one, four);
    let (_, json, _) = fed(&bench, "rate --scale se --format jsonl", puzzles());
    let (_, text, _) = fed(&bench, "rate --scale se", puzzles());
    for ((row, json), text) in rows(&one).iter().zip(json.lines()).zip(text.lines().skip(1)) {
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        for (name, value) in row.iter().filter(|(_, value)| !value.is_empty()) {
            let told = &json[name];
            let told = told.as_str().map_or_else(|| told.to_string(), str::to_owned);
            assert_eq!(&told, value, "{name}");
        }
        assert!(json["er"].is_number() && json["problem"].is_null());
        let words: Vec<_> = text.split_whitespace().collect();
        assert_eq!(words[1..5], [&*row["er"], &row["ep"], &row["ed"], &row["hardest"]]);
    }
}

#[test]
fn a_rating_above_the_ceiling_is_told_as_such_and_is_no_problem() {
    let (code, csv, _) = fed(
        &Bench::new(),
        "rate --scale se --rated-as given --ceiling 4.4 --format csv",
        puzzles(),
    );
    assert_eq!(code, 0);
    let mut above = 0;
    for (row, case) in rows(&csv).iter().zip(cases()) {
        let er: f64 = case.ratings[0].parse().unwrap();
        if er > 4.4 {
            above += 1;
            assert_eq!([&*row["er"], &row["bound"]], ["4.4", "more-than"], "{er}");
            assert_eq!(filled(row), ["bound", "clues", "er", "puzzle", "rated_as"]);
        } else {
            assert_eq!(row["er"], case.ratings[0]);
        }
    }
    assert!((200..1_400).contains(&above), "{above}");
}

#[test]
fn puzzles_without_one_solution_are_not_rated() {
    let text = format!("{PUZZLE}\n{}\n{}\n{SOLUTION}\n", two_solutions().0, no_solution());
    let (code, csv, said) = fed(&Bench::new(), "rate --scale se --format csv", &text);
    assert_eq!(code, 1);
    assert!(said.contains("4 puzzles were read, 2 without a rating"), "{said}");
    let rows = rows(&csv);
    assert_eq!([&*rows[0]["er"], &rows[0]["band"]], ["1.2", "1"]);
    assert_eq!(rows[1]["problem"], "more than one solution");
    assert_eq!(rows[2]["problem"], "no solution");
    for row in &rows[1..3] {
        assert_eq!(filled(row), ["problem", "puzzle"]);
    }
    assert_eq!(rows[3]["problem"], "");
    let (_, text, _) = fed(&Bench::new(), "rate --scale se", &text);
    assert!(text.contains("not rated: no solution"), "{text}");
}

/// The band of 10 of 700 puzzles changed when they were turned, and the seconds of most that need more than singles.
#[test]
fn turned_and_relabelled_puzzles_have_the_same_columns() {
    let bench = Bench::new();
    let mut rng = rng(9);
    // Those whose rating as given is known to change with a transform are among the hardest.
    let hard = cases().into_iter().filter(|case| case.ratings[0].parse::<f64>().unwrap() > 8.0);
    let of_all: Vec<_> = cases().into_iter().step_by(20).chain(hard.take(40)).collect();
    let mut given_differ = 0;
    for form in ["canonical", "given"] {
        let args = format!("rate --scale se --rated-as {form} --format csv");
        let forms = |turn: &mut dyn FnMut(&Puzzle) -> Puzzle| {
            let lines = of_all.iter().map(|case| format!("{}\n", turn(&case.puzzle).givens()));
            let (code, csv, _) = fed(&bench, &args, lines.collect::<String>());
            assert_eq!(code, 0);
            rows(&csv)
        };
        let first = forms(&mut |puzzle| *puzzle);
        for _ in 0..3 {
            let turned = forms(&mut |puzzle| Transform::random(&mut rng).puzzle(puzzle));
            for (row, turned) in first.iter().zip(&turned) {
                let names = row.keys().filter(|name| *name != "puzzle");
                let differ: Vec<_> = names.filter(|name| row[*name] != turned[*name]).collect();
                match form {
                    "canonical" => assert!(differ.is_empty(), "{differ:?} {}", row["puzzle"]),
                    _ => given_differ += usize::from(!differ.is_empty()),
                }
            }
        }
    }
    assert!(given_differ > 100, "{given_differ}");
}

#[test]
fn a_puzzle_that_needs_nested_chains_is_said_to_be_9_5_or_more() {
    let (code, csv, _) = fed(&Bench::new(), "rate --scale se --format csv", NESTED);
    let rows = rows(&csv);
    assert_eq!((code, &*rows[0]["er"], &*rows[0]["bound"]), (1, "9.5", "at-least"));
    assert!(rows[0]["problem"].contains("nested"), "{csv}");
    assert_eq!(filled(&rows[0]), ["bound", "clues", "er", "problem", "puzzle", "rated_as"]);
    let (_, text, _) = fed(&Bench::new(), "rate --scale se", NESTED);
    assert!(text.contains(" >=9.5 "), "{text}");
}

/// Signs in a column of numbers made it a column of text for every reader.
#[test]
fn ratings_are_numbers_and_rows_keep_their_ids() {
    let bench = Bench::new();
    let input = format!(
        "source,id,puzzle
a,first,{PUZZLE}
b,=2+3,{NESTED}
,,{PUZZLE}
"
    );
    for (args, own) in [
        ("rate --scale se --ceiling 9.0 --format jsonl --keep source", "bound"),
        ("rate --format jsonl --keep source", "problem"),
    ] {
        let (_, json, _) = fed(&bench, args, &input);
        let rows: Vec<serde_json::Value> =
            json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str()).collect();
        assert_eq!(ids, [Some("first"), Some("=2+3"), None]);
        let sources: Vec<_> = rows.iter().map(|row| row["source"].as_str()).collect();
        assert_eq!(sources, [Some("a"), Some("b"), None]);
        let keys: Vec<_> = rows[0].as_object().unwrap().keys().collect();
        assert!(keys.contains(&&own.to_owned()), "{keys:?}");
        for row in rows.iter().filter(|_| args.contains("se")) {
            assert!(row["er"].is_f64(), "{row}");
        }
    }
    let (_, csv, _) = fed(&bench, "rate --format csv --keep source", &input);
    assert!(csv.lines().next().unwrap().ends_with(",problem,id,source"), "{csv}");
    assert!(csv.lines().nth(2).unwrap().ends_with(",'=2+3,b"), "{csv}");
    bench.ends("rate --keep level", 2, "expected a column that the answer lacks");
    bench.ends("rate --keep id", 2, "expected a column that the answer lacks");
}

/// What `rate` writes is a catalogue that `verify` proves, bounds too.
#[test]
fn verify_proves_the_bounds_of_ratings() {
    let bench = Bench::new();
    let hard = cases().into_iter().find(|case| case.ratings[0] == "7.1").unwrap();
    let hard = hard.puzzle.givens().to_string();
    let input = format!(
        "id,puzzle
a,{PUZZLE}
b,{hard}
c,{NESTED}
"
    );
    for (args, right, wrong) in [
        (
            "rate --scale se --ceiling 4.4 --format csv",
            "4.4,,,,,,,,,more-than",
            "7.1,,,,,,,,,more-than",
        ),
        ("rate --scale se --format csv", "9.5,,,,,,,,,at-least", "9.4,,,,,,,,,at-least"),
    ] {
        let (_, csv, _) = fed(&bench, args, &input);
        // The column of problems is between them.
        let problem = "\"needs nested forcing chains, which are rated 9.5 or more\"";
        let plain = csv.replace(problem, "");
        assert!(plain.contains(right), "{csv}");
        fs::write(bench.path("rated.csv"), &plain).unwrap();
        bench.ends("verify rated.csv", 0, "");
        fs::write(bench.path("wrong.csv"), plain.replace(right, wrong)).unwrap();
        let output = bench.run("verify wrong.csv");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code() == Some(1) && text.contains("column er, puzzle "), "{text}");
    }
}

#[test]
fn a_ceiling_needs_the_scale_and_one_decimal() {
    let bench = Bench::new();
    bench.ends("rate --ceiling 4.4", 2, "expected --scale se");
    bench.ends("rate --scale se --ceiling high", 2, "expected a rating such as 4.4");
    bench.ends("rate --scale se --ceiling 4.45", 2, "expected a rating such as 4.4");
    bench.ends("rate --scale ser", 2, "paper, se");
}
