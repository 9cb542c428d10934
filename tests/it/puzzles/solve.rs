//! `solve` in the built binary, and that its engines agree.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{
    PUZZLE, SEVENTEEN, SOLUTION, full_grid, grid, mixed_puzzles, no_solution, puzzle, rng,
    two_solutions,
};
use rand::RngExt as _;
use sudoku_press::sudoku::grid::{Cell, Digit, Grid};
use sudoku_press::sudoku::solver::{self, dfs, mrv};
use sudoku_press::sudoku::transform::Transform;

#[test]
fn solve_reports_none_and_several_with_evidence() {
    let bench = Bench::new();
    let (two, [a, b]) = two_solutions();
    let illegal = PUZZLE.replacen('3', "5", 1);
    let text = format!("{PUZZLE}\n{two}\n{illegal}\n{}\n", no_solution());
    for engine in ["fast", "dfs", "mrv"] {
        let (code, answers, said) = fed(&bench, &format!("solve --engine {engine}"), &text);
        assert_eq!(code, 1, "{said}");
        let answers: Vec<_> = answers.lines().collect();
        assert_eq!(answers[0], SOLUTION);
        let both =
            [format!("2 or more solutions: {a} {b}"), format!("2 or more solutions: {b} {a}")];
        assert!(both.contains(&answers[1].to_owned()) || engine == "fast", "{}", answers[1]);
        assert!(answers[1].starts_with("2 or more solutions: "), "{}", answers[1]);
        for solution in answers[1].rsplit(' ').take(2) {
            let solution = grid(solution);
            assert_eq!(solution.conflicts().count() + solution.empty().count(), 0);
            assert!(two.filled().all(|(cell, digit)| solution[cell] == Some(digit)));
        }
        assert_eq!(answers[2], "no solution: digit 5 occurs twice in row 1: r1c1 and r1c2");
        assert_eq!(answers[3], "no solution");
        let summary = "4 puzzles were read, 3 not shown to have exactly one solution";
        assert!(said.contains(summary), "{said}");
    }
}

#[test]
fn count_limit_limits_the_solutions() {
    let bench = Bench::new();
    let (two, _) = two_solutions();
    let exact = mrv::search(&two, 1_000).solutions.len();
    assert!(exact < 1_000);
    for engine in ["fast", "dfs", "mrv"] {
        let args = format!("solve --engine {engine} --count-limit 1000 --format jsonl");
        let (code, answer, _) = fed(&bench, &args, two.to_string());
        let row: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((code, &row["solutions"], &row["or_more"]), (1, &exact.into(), &false.into()));
        let args = format!("solve --engine {engine} --count-limit 1");
        let (code, answer, _) = fed(&bench, &args, two.to_string());
        assert_eq!(code, 0);
        assert!(grid(answer.trim()).empty().next().is_none());
    }
    bench.ends("solve --count-limit 0", 2, "1..=1000000");
    bench.ends("solve --engine magic", 2, "fast, dfs, mrv");
}

/// The plain search may take for ever; given up, it says so and claims nothing.
#[test]
fn the_depth_first_search_has_a_limit() {
    let bench = Bench::new();
    let text = format!("{SEVENTEEN}\n{PUZZLE}\n");
    let (code, answers, _) = fed(&bench, "solve --engine dfs --give-up 100000", &text);
    assert_eq!(code, 1);
    let answers: Vec<_> = answers.lines().collect();
    assert!(answers[0].starts_with("not known: given up after 1000"), "{answers:?}");
    assert_eq!(answers[1], SOLUTION);
    let args = "solve --engine dfs --give-up 100000 --format jsonl";
    let (_, answer, _) = fed(&bench, args, SEVENTEEN);
    let row: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&row["solutions"], &row["or_more"]), (&0.into(), &true.into()));
    bench.ends("solve --give-up 9", 2, "--give-up is for --engine dfs only");
}

#[test]
fn stats_are_what_the_engines_count() {
    let bench = Bench::new();
    let row = |engine: &str| -> serde_json::Value {
        let args = format!("solve --engine {engine} --stats --format jsonl");
        serde_json::from_str(&fed(&bench, &args, SEVENTEEN.replace('.', "0")).1).unwrap()
    };
    let limits = dfs::SearchLimits { solutions: 2, ..dfs::SearchLimits::NONE };
    let text = fed(&bench, "solve --stats --engine dfs", PUZZLE).1;
    let tried = dfs::search(&grid(PUZZLE), limits).searches;
    let stats = format!("{SOLUTION}  # {} nodes, {tried} digits tried, ", tried / 9);
    assert!(text.starts_with(&stats), "{text}");
    assert_eq!(row("mrv")["tried"], mrv::search(&grid(SEVENTEEN), 2).nodes);
    assert!(row("fast")["nodes"].as_u64().unwrap() >= 1);
    assert!(row("mrv")["microseconds"].as_u64().unwrap() > 0);
    // What is printed is a puzzle file again.
    let (code, again, _) = fed(&bench, "check", &text);
    assert_eq!((code, &*again), (0, "standard input:1: 81 digits, legal, solved\n"));
}

/// All kinds: proper ones of every density, of 17 givens, with one given too few or wrong, full
/// grids, nonsense. The plain search is bounded; it must judge nearly all all the same.
#[test]
fn three_engines_agree_on_more_than_10_000_grids_of_all_kinds() {
    let mut rng = rng(41);
    let mut grids: Vec<Grid> = Vec::new();
    for (i, p) in mixed_puzzles(6_000, 42).enumerate() {
        let givens = *p.givens();
        grids.push(givens);
        let mut other = givens;
        let cell = Cell::ALL[i % 81];
        other[cell] = match other[cell] {
            Some(_) => None,
            None => Digit::new(rng.random_range(1..=9)),
        };
        grids.push(other);
    }
    let seventeen = puzzle(SEVENTEEN);
    grids.extend((0..100).map(|_| *Transform::random(&mut rng).puzzle(&seventeen).givens()));
    grids.extend((0..200).map(|_| Grid::from(full_grid(&mut rng))));
    grids.extend((0..60).map(|i| {
        let mut some = Grid::EMPTY;
        for _ in 0..i % 30 {
            some[Cell::ALL[rng.random_range(0..81)]] = Digit::new(rng.random_range(1..=9));
        }
        some
    }));
    let limits = dfs::SearchLimits { solutions: 2, searches: 400_000 };
    let (mut judged, mut counts) = (0, [0; 3]);
    for givens in &grids {
        let fast = solver::solutions(givens, 2);
        let found = solver::search(givens, 2);
        assert_eq!(found.count, fast.len());
        assert!(found.first.into_iter().flatten().eq(fast.iter().copied()));
        let mut mrv = mrv::search(givens, 2).solutions;
        assert_eq!(mrv.len(), fast.len(), "{givens}");
        let dfs = dfs::search(givens, limits);
        if dfs.searches < limits.searches {
            judged += 1;
            assert_eq!(dfs.solutions.len(), fast.len(), "{givens}");
        }
        if fast.len() == 1 {
            assert_eq!(mrv.pop(), Some(fast[0]));
            assert!(dfs.solutions.is_empty() || dfs.solutions == fast);
        }
        counts[fast.len()] += 1;
    }
    assert!(grids.len() > 12_000 && judged > 10_000, "{judged} of {}", grids.len());
    assert!(counts.iter().all(|&n| n > 1_000), "all answers come up: {counts:?}");
}
