//! `check` and `rate` in the built binary, compared with naive code.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{
    PUZZLE, SOLUTION, full_grid, mixed_puzzles, no_solution, rng, two_solutions,
};
use rand::RngExt as _;
use std::collections::BTreeSet;
use sudoku_press::sudoku::grid::{Cell, Digit, Grid};
use sudoku_press::sudoku::score::Score;
use sudoku_press::sudoku::solver::{dfs, mrv};

/// Every pair of neighbours among equal digits of a house, from the characters alone.
fn naive_conflicts(line: &str) -> BTreeSet<(String, u8, [String; 2])> {
    let line = line.as_bytes();
    let mut found = BTreeSet::new();
    for n in 0..9 {
        let row: [_; 9] = std::array::from_fn(|k| (n, k));
        let column = std::array::from_fn(|k| (k, n));
        let block = std::array::from_fn(|k| (n / 3 * 3 + k / 3, n % 3 * 3 + k % 3));
        for (kind, cells) in [("row", row), ("column", column), ("block", block)] {
            for digit in b'1'..=b'9' {
                let here: Vec<_> = cells
                    .into_iter()
                    .filter(|(r, c)| line[r * 9 + c] == digit)
                    .map(|(r, c)| format!("r{}c{}", r + 1, c + 1))
                    .collect();
                for pair in here.windows(2) {
                    let pair = [pair[0].clone(), pair[1].clone()];
                    found.insert((format!("{kind} {}", n + 1), digit - b'0', pair));
                }
            }
        }
    }
    found
}

#[test]
fn check_lists_exactly_the_conflicts() {
    let bench = Bench::new();
    let mut rng = rng(43);
    let mut text = String::new();
    for i in 0..400 {
        let mut some = if i % 2 == 0 { Grid::EMPTY } else { full_grid(&mut rng).into() };
        for _ in 0..i % 23 {
            some[Cell::ALL[rng.random_range(0..81)]] = Digit::new(rng.random_range(1..=9));
        }
        text += &format!("{some}\n");
    }
    let (_, answers, _) = fed(&bench, "check --format jsonl", &text);
    let mut illegal = 0;
    assert_eq!(answers.lines().count(), 400);
    for (line, answer) in text.lines().zip(answers.lines()) {
        let row: serde_json::Value = serde_json::from_str(answer).unwrap();
        assert_eq!(row["puzzle"], line);
        let named = row["conflicts"].as_array().unwrap().iter().map(|c| {
            let text = |v: &serde_json::Value| v.as_str().unwrap().to_owned();
            let cells = [text(&c["cells"][0]), text(&c["cells"][1])];
            (text(&c["house"]), c["digit"].as_u64().unwrap() as u8, cells)
        });
        let named: BTreeSet<_> = named.collect();
        assert_eq!(named, naive_conflicts(line), "{line}");
        assert_eq!(row["legal"], named.is_empty());
        illegal += usize::from(!named.is_empty());
    }
    assert!((100..390).contains(&illegal), "{illegal} illegal grids");
}

#[test]
fn check_tells_illegal_solved_one_none_and_several() {
    let bench = Bench::new();
    let (two, [a, b]) = two_solutions();
    let none = no_solution();
    let text =
        format!("{PUZZLE}\n{SOLUTION}\n{two}\n{none}\n{}\n", SOLUTION.replacen("53", "35", 1));
    let (code, answers, _) = fed(&bench, "check", &text);
    assert_eq!(code, 1);
    let answers: Vec<_> = answers.lines().collect();
    assert_eq!(answers[0], "standard input:1: 30 digits, legal, one solution");
    assert_eq!(answers[1], "standard input:2: 81 digits, legal, solved");
    let several = answers[2]
        .strip_prefix(&*format!(
            "standard input:3: {} digits, legal, several solutions: ",
            two.filled_count()
        ))
        .unwrap();
    let place = (0..81).find(|&i| a.as_bytes()[i] != b.as_bytes()[i]).unwrap();
    let digits: BTreeSet<_> =
        several.split(' ').filter_map(|word| word.parse::<u8>().ok()).collect();
    assert_eq!(digits.len(), 2, "{several}");
    let cell = Cell::ALL[place].to_string();
    assert!(
        several.starts_with(&format!("{cell} can be ")) || mrv::search(&two, 9).solutions.len() > 2,
        "{several}"
    );
    assert!(answers[3].ends_with("digits, legal, no solution"), "{}", answers[3]);
    let illegal = conflicts_said(&SOLUTION.replacen("53", "35", 1));
    assert_eq!(answers[4], format!("standard input:5: 81 digits, illegal: {illegal}"));
    let (_, csv, _) = fed(&bench, "check --format csv", &text);
    let solutions: Vec<_> = csv.lines().skip(1).map(|row| row.split(',').nth(5).unwrap()).collect();
    assert_eq!(solutions, ["1", "1", "2", "0", "0"]);
    assert!(csv.lines().last().unwrap().ends_with(&format!("{illegal},")), "{csv}");
    let (code, quiet, _) = fed(&bench, "check --quiet", &text);
    assert_eq!((code, quiet.lines().count()), (1, 3));
    assert_eq!(fed(&bench, "check --quiet", PUZZLE), (0, String::new(), String::new()));
}

/// The naive conflicts in the words and order of the program.
fn conflicts_said(line: &str) -> String {
    let order = |house: &str| {
        let (kind, n) = house.split_once(' ').unwrap();
        (["row", "column", "block"].iter().position(|&k| k == kind), n.to_owned())
    };
    let mut all: Vec<_> = naive_conflicts(line).into_iter().collect();
    all.sort_by_key(|(house, _, cells)| (order(house), cells.clone()));
    let said: Vec<_> = all
        .iter()
        .map(|(house, digit, [a, b])| format!("digit {digit} occurs twice in {house}: {a} and {b}"))
        .collect();
    said.join("; ")
}

#[test]
fn rate_prints_the_score() {
    let bench = Bench::new();
    let puzzles: Vec<_> = mixed_puzzles(100, 44).collect();
    let mut text: String = puzzles.iter().map(|p| format!("{}\n", p.givens())).collect();
    let (code, answers, _) = fed(&bench, "rate --format jsonl", &text);
    assert_eq!(code, 0);
    for (p, answer) in puzzles.iter().zip(answers.lines()) {
        let row: serde_json::Value = serde_json::from_str(answer).unwrap();
        let score = Score::of(p);
        let [g, r, s] = score.items();
        assert_eq!(row["puzzle"], p.givens().to_string());
        assert_eq!((&row["clues"], &row["clues_score"]), (&p.givens_count().into(), &g.into()));
        assert_eq!(
            (&row["row_col_min"], &row["row_col_min_score"]),
            (&p.row_col_min().into(), &r.into())
        );
        assert_eq!(
            (&row["searches"], &row["searches_score"]),
            (&dfs::searches(p.givens(), 1_000_000).into(), &s.into())
        );
        assert_eq!(row["difficulty"].to_string(), score.total());
        assert_eq!(row["level"], (4 * g + 3 * r + 3 * s).div_ceil(10));
        assert!(row["problem"].is_null());
    }
    // For people: everything stands in columns, also what is not rated.
    text += &format!("{}\n{}\n", ".".repeat(81), PUZZLE.replacen('3', "5", 1));
    let (code, table, said) = fed(&bench, "rate", &text);
    assert_eq!(code, 1);
    assert!(said.contains("102 puzzles were read, 2 without exactly one solution"), "{said}");
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 103);
    for (p, line) in puzzles.iter().zip(&lines[1..]) {
        let is_capped = Score::of(p).searches == 1_000_000;
        assert_eq!(line.contains("1000000+ ("), is_capped, "{line}");
    }
    assert!(table.contains("1000000+ ("), "one of them has more searches than are counted");
    let column = lines[0].find("puzzle").unwrap();
    assert!(lines[1..].iter().all(|line| line.len() == column + 81), "{table}");
    assert!(lines[101].starts_with("101      not rated: more than one solution"), "{}", lines[101]);
    assert!(lines[102].starts_with("102      not rated: no solution"), "{}", lines[102]);
    let (_, csv, _) = fed(&bench, "rate --format csv", &text);
    assert!(csv.lines().all(|row| row.split(',').count() == 12), "{csv}");
    assert!(csv.ends_with(",,,,,,,,,no solution,\n"), "{csv}");
}
