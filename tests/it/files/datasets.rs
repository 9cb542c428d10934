//! Data sets: splits by solution grid, their cards and their proof, and leaks between files.

use crate::support::program::Bench;
use crate::support::puzzles::rng;
use crate::support::verify::{caught, verify};
use grid::{Canonical, Grid, Key, Puzzle, Transform};
use std::collections::BTreeMap;
use std::fs;

const SPLIT: &str = "--split train=0.5,valid=0.25,test=0.25";
const FILES: [&str; 3] = ["train.csv", "valid.csv", "test.csv"];

fn text(bench: &Bench, name: &str) -> String {
    String::from_utf8(bench.read(name)).unwrap()
}

/// The fields of a column.
fn column(bench: &Bench, file: &str, name: &str) -> Vec<String> {
    let text = text(bench, file);
    let mut rows = text.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let at = rows.next().unwrap().iter().position(|own| *own == name).unwrap();
    rows.map(|row| row[at].to_owned()).collect()
}

/// A data set of 300 puzzles.
fn data_set() -> Bench {
    let bench = Bench::new();
    bench.ends(&format!("generate --total 300 --levels 1-3 --seed 5 {SPLIT} --out set"), 0, "");
    bench
}

#[test]
fn split_follows_from_class_of_solution() {
    let bench = data_set();
    let mut ids = Vec::new();
    for (file, range) in FILES.into_iter().zip([0.5..1.0, 0.25..0.5, 0.0..0.25]) {
        let file = format!("set/{file}");
        for solution in column(&bench, &file, "solution") {
            let grid: Grid = solution.parse().unwrap();
            let class = Canonical::of_givens(&grid).unwrap();
            let hash = Key::of_bytes(class.to_string().as_bytes()).0;
            let fraction = f64::from(u32::from_be_bytes(hash[..4].try_into().unwrap()));
            assert!(range.contains(&(fraction / 2f64.powi(32))), "{file}: {solution}");
        }
        ids.extend(column(&bench, &file, "id"));
    }
    // The files have what one file has, each in its order.
    bench.ends("generate --total 300 --levels 1-3 --seed 5 --out all.csv", 0, "");
    ids.sort();
    assert_eq!(ids, column(&bench, "all.csv", "id"));
    assert_eq!(
        bench.names("set"),
        [
            "README.md",
            "SHA256SUMS",
            "datapackage.json",
            "manifest.json",
            "test.csv",
            "train.csv",
            "valid.csv"
        ]
    );
    assert!(verify(&bench, "set", 0).contains("300 puzzles in 3 catalogues"));
}

#[test]
fn threads_and_shards_write_the_same_files() {
    let bench = data_set();
    let make = format!("generate --total 300 --levels 1-3 --seed 5 {SPLIT}");
    bench.ends(&format!("{make} --threads 1 --out again"), 0, "");
    for shard in ["1/2", "0/2"] {
        bench.ends(&format!("{make} --into parts --shard {shard}"), 0, "");
    }
    bench.ends("shards join parts", 0, "");
    for file in FILES {
        let made = bench.read(&format!("set/{file}"));
        assert!(made == bench.read(&format!("again/{file}")), "{file}");
        assert!(made == bench.read(&format!("parts/{file}")), "{file}");
    }
    for file in ["README.md", "manifest.json"] {
        assert!(bench.read(&format!("set/{file}")) == bench.read(&format!("again/{file}")));
    }
    bench.ends("shards join parts --out one.csv", 2, "expected none, found one for a run with");
    bench.ends("generate --total 300 --levels 1-3 --seed 5 --into parts", 2, "expected train=0.5");
}

#[test]
fn card_states_files_seed_and_command() {
    let bench = data_set();
    let card = text(&bench, "set/README.md");
    let mut counts = BTreeMap::new();
    for file in FILES {
        counts.insert(file, column(&bench, &format!("set/{file}"), "id").len());
        let row = format!("| `{file}` | {} |", counts[file]);
        assert!(card.contains(&row), "{row} is not in {card}");
    }
    assert_eq!(counts.values().sum::<usize>(), 300);
    assert!(card.contains("  - split: validation\n    path: valid.csv\n"), "{card}");
    let command = card.lines().find(|line| line.starts_with("sudoku-press generate")).unwrap();
    let again = command.strip_prefix("sudoku-press ").unwrap().replace("--out set", "--out again");
    bench.ends(&again, 0, "");
    assert!(bench.read("again/train.csv") == bench.read("set/train.csv"));

    // Without the columns of the seed, the card keeps it secret.
    let licence = "--licence CC-BY-4.0 --columns public --out public";
    bench.ends(&format!("generate --total 30 --seed 271828 {SPLIT} {licence}"), 0, "");
    let card = text(&bench, "public/README.md");
    assert!(card.starts_with("---\nlicense: cc-by-4.0\n"), "{card}");
    assert!(!card.contains("271828"), "{card}");
}

#[test]
fn puzzle_in_the_wrong_split_is_found() {
    let bench = data_set();
    let [train, test] = ["set/train.csv", "set/test.csv"].map(|name| text(&bench, name));
    let moved = train.lines().nth(1).unwrap();
    fs::write(bench.path("set/test.csv"), format!("{test}{moved}\n")).unwrap();
    let said = verify(&bench, "set", 1);
    let expected = "a puzzle of the split train, by its solution grid, expected puzzles of the \
                    split test";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn settings_of_splits_are_checked() {
    let bench = Bench::new();
    for (args, words) in [
        ("--split train=0.9,test=0.2 --out set", "expected shares of train, valid and test"),
        ("--split train=0.9,dev=0.1 --out set", "expected shares of train, valid and test"),
        ("--split train=0.9,test=0.1 --out set.csv", "--split: expected a folder with --out"),
        ("--split train=0.9,test=0.1 --out set --archive a", "cannot be used with"),
    ] {
        bench.ends(&format!("generate --count 2 {args}"), 2, words);
    }
}

/// A puzzle in disguise.
fn disguised(line: &str, seed: u64) -> Puzzle {
    let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
    Transform::random(&mut rng(seed)).puzzle(&puzzle)
}

#[test]
fn leaks_are_found_in_files_of_others() {
    let bench = data_set();
    let puzzles = column(&bench, "set/train.csv", "puzzle");
    let solutions = column(&bench, "set/train.csv", "solution");
    // The same solution grid with one more given, turned and renumbered.
    let mut given: Vec<char> = puzzles[2].chars().collect();
    let blank = given.iter().position(|c| *c == '.').unwrap();
    given[blank] = solutions[2].chars().nth(blank).unwrap();
    let rows = [
        puzzles[0].replace('.', "0"),
        disguised(&puzzles[1], 1).givens().to_string(),
        disguised(&given.into_iter().collect::<String>(), 2).givens().to_string(),
    ];
    let mut table = "source,question,answer,rating\n".to_owned();
    for row in &rows {
        let solved = Puzzle::prove(row.parse().unwrap()).unwrap();
        table += &format!("x,{row},{},0\n", Grid::from(*solved.solution()));
    }
    fs::write(bench.path("other.csv"), &table).unwrap();
    for paths in ["other.csv --against set/train.csv", "other.csv --against set"] {
        let said = verify(&bench, paths, 1);
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(
            lines,
            [
                "other.csv:2: the puzzle of set/train.csv:2 again",
                "other.csv:3: a puzzle equivalent to that of set/train.csv:3",
                "other.csv:4: a solution grid equivalent to that of set/train.csv:4",
            ]
        );
    }
    let words = "3 leaks in 3 puzzles against";
    fs::write(bench.path("copy.csv"), &table).unwrap();
    bench.ends("verify other.csv --against copy.csv --column question", 1, "3 leaks in 3 puzzles");
    bench.ends("verify other.csv --against set", 1, words);
    bench.ends("verify set --against other.csv", 1, "3 leaks in 300 puzzles against 3");
    let said = verify(&bench, "other.csv --against set --format jsonl", 1);
    assert!(said.contains(r#""leak":"solution""#), "{said}");
    assert!(said.contains("\"ok\":false"), "{said}");
    let honest = verify(&bench, "set/train.csv --against set/valid.csv set/test.csv", 0);
    assert!(honest.starts_with("OK: "), "{honest}");
}

#[test]
fn first_five_leaks_of_each_kind_are_printed() {
    let bench = data_set();
    fs::copy(bench.path("set/train.csv"), bench.path("copy.csv")).unwrap();
    let said = verify(&bench, "set/train.csv --against copy.csv", 1);
    let lines: Vec<_> = said.lines().collect();
    let all = column(&bench, "set/train.csv", "id").len();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[5], format!("{} more like these", all - 5));
    // As JSON, all of them are printed.
    let said = verify(&bench, "set/train.csv --against copy.csv --format jsonl", 1);
    let lines: Vec<_> = said.lines().filter(|line| line.contains(r#""kind":"leak""#)).collect();
    assert_eq!(lines.len(), all);
    bench.ends("verify set --against set --dedup exact", 2, "cannot be used with");
}

/// A puzzle, its solution, and 14 of its givens alone, which leave several solutions.
const PUZZLE: &str =
    "3.5.8271942879.56..79635.826.45731.828.91.345.138...97752.689.4.463.927.93.24785.";
const SOLUTION: &str =
    "365482719428791563179635482694573128287916345513824697752168934846359271931247856";
const AMBIGUOUS: &str =
    "............................................................9.4.463.927.93.24785.";
/// Another puzzle.
const OTHER: &str =
    ".25.1398..49.581.6186.4953.9.13724.82.849.7.567.18.3..81.5.4.9349.8.7651.6.931.47";

#[test]
fn rows_that_cannot_be_judged_prevent_ok() {
    let bench = Bench::new();
    fs::write(bench.path("train.csv"), format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n")).unwrap();
    let illegal = OTHER.replacen('.', "5", 1);
    let unsolvable = OTHER.replacen(".25.", ".257", 1);
    let wrong_answer = format!("{},", OTHER) + SOLUTION;
    for (row, line, end) in [
        // The ambiguous row states the answer of a training puzzle.
        (format!("{AMBIGUOUS},{SOLUTION}"), "a stated answer equivalent to", "1 leak in 1 puzzle"),
        (format!("{AMBIGUOUS},"), "more than one solution", "1 row could not be judged"),
        (format!("{illegal},"), "a digit occurs twice", "1 row could not be judged"),
        (format!("{unsolvable},"), "not judged: ", "1 row could not be judged"),
        (format!("{OTHER},{}", &SOLUTION[1..]), "its answer is no complete", "could not be judged"),
        (wrong_answer, "a stated answer equivalent to", "1 leak in 1 puzzle against 1"),
        ("12345,".to_owned(), "", "1 row or file could not be read"),
    ] {
        fs::write(bench.path("test.csv"), format!("puzzle,solution\n{row}\n{OTHER},\n")).unwrap();
        for paths in ["test.csv --against train.csv", "train.csv --against test.csv"] {
            let said = verify(&bench, paths, 1);
            assert!(!said.contains("OK") && said.contains(line), "{row}: {said}");
        }
        fs::write(bench.path("test.csv"), format!("puzzle,solution\n{row}\n")).unwrap();
        if !line.is_empty() {
            bench.ends("verify test.csv --against train.csv", 1, end);
        } else {
            fs::write(bench.path("test.csv"), format!("puzzle\n{OTHER}\n{row}\n")).unwrap();
            bench.ends("verify test.csv --against train.csv", 1, end);
        }
    }
    // A file without puzzles beside others is named.
    fs::write(bench.path("test.csv"), format!("puzzle\n{OTHER}\n")).unwrap();
    fs::write(bench.path("empty.csv"), "puzzle\n").unwrap();
    bench.ends("verify train.csv --against test.csv", 0, "");
    bench.ends("verify train.csv --against test.csv empty.csv", 1, "empty.csv: expected puzzles");
    // The answers alone are compared too.
    fs::write(bench.path("answers.csv"), format!("solution\n{SOLUTION}\n")).unwrap();
    bench.ends("verify train.csv --against answers.csv --column solution", 1, "");
}

#[test]
fn leak_in_two_rows_counts_once() {
    let bench = Bench::new();
    let row = disguised(PUZZLE, 3).givens().to_string();
    fs::write(bench.path("train.txt"), format!("{PUZZLE}\n{row}\n{OTHER}\n")).unwrap();
    fs::write(bench.path("test.txt"), format!("{PUZZLE}\n")).unwrap();
    let words = "1 leak in 3 puzzles against 1: 1 exact repeat, 0 other equivalent puzzles, \
                 0 other equivalent solution grids; 1 row has such a puzzle again";
    bench.ends("verify train.txt --against test.txt", 1, words);
    let said = verify(&bench, "train.txt --against test.txt --format jsonl", 1);
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["line"], &lines[0]["counted"]), (&1.into(), &false.into()));
    assert_eq!((&lines[1]["line"], &lines[1]["counted"]), (&2.into(), &true.into()));
    assert_eq!(lines[2]["ok"], false);
}

/// Two puzzles with one solution grid are two leaks, not one that comes again.
#[test]
fn puzzles_of_one_solution_leak_each() {
    let bench = Bench::new();
    let more = PUZZLE.replacen('.', &SOLUTION[1..2], 1);
    fs::write(bench.path("train.txt"), format!("{PUZZLE}\n{more}\n{OTHER}\n")).unwrap();
    fs::write(bench.path("test.txt"), format!("{PUZZLE}\n")).unwrap();
    let words = "2 leaks in 3 puzzles against 1: 1 exact repeat, 0 other equivalent puzzles, \
                 1 other equivalent solution grid\n";
    bench.ends("verify train.txt --against test.txt", 1, words);
}

#[test]
fn file_on_both_sides_is_refused() {
    let bench = Bench::new();
    fs::write(bench.path("a.txt"), format!("{PUZZLE}\n")).unwrap();
    fs::write(bench.path("b.txt"), format!("{OTHER}\n")).unwrap();
    std::os::unix::fs::symlink("a.txt", bench.path("link.txt")).unwrap();
    for paths in
        ["a.txt --against a.txt", "b.txt a.txt --against ./a.txt", "a.txt --against link.txt"]
    {
        bench.ends(&format!("verify {paths}"), 2, "--against: expected other files");
    }
    bench.ends("verify a.txt --against b.txt --size 6", 2, "expected a grid of 6x6");
}

#[test]
fn backtracks_are_a_column_that_somebody_names() {
    let bench = Bench::new();
    let make = "generate --quota 1=5,5=20 --seed 2 --columns id,puzzle,solution,backtracks";
    bench.ends(&format!("{make} --out set"), 0, "");
    let counts = column(&bench, "set/catalog.csv", "backtracks");
    assert!(counts[..5].iter().all(|count| count == "0"));
    assert!(counts.iter().any(|count| count != "0"));
    verify(&bench, "set", 0);
    bench.ends("generate --quota 1=2 --seed 2 --out all.csv", 0, "");
    assert!(!text(&bench, "all.csv").lines().next().unwrap().contains("backtracks"));
    bench.ends("transform all.csv --add backtracks --out added.csv", 0, "");
    assert_eq!(column(&bench, "added.csv", "backtracks"), ["0", "0"]);
    // A wrong count is found.
    let make = "generate --quota 1=1 --seed 2 --columns id,puzzle,solution,clues,difficulty,level";
    let others = "level_name,row_col_min,searches,grid,order,symmetry,canonical,seed,slot,reissue";
    bench.ends(&format!("{make},{others},backtracks --out one.csv"), 0, "");
    let wrong = text(&bench, "one.csv").trim_end().to_owned();
    fs::write(bench.path("wrong.csv"), wrong.strip_suffix(",0").unwrap().to_owned() + ",7\n")
        .unwrap();
    caught(&bench, "wrong.csv", &["column backtracks", "7 is stated, expected 0"]);
}

#[test]
fn puzzles_with_one_empty_cell_are_made() {
    let bench = Bench::new();
    for givens in ["80", "73..79", "41"] {
        let level = if givens == "41" { 2 } else { 1 };
        let make = format!("generate --quota {level}=20 --givens {givens} --seed 1");
        bench.ends(&format!("{make} --out {givens}"), 0, "");
        verify(&bench, givens, 0);
    }
    let clues = column(&bench, "80/catalog.csv", "clues");
    assert_eq!(clues, vec!["80"; 20]);
}
