//! What a puzzle needs means the same on each level, for each command and in courses.

use crate::support::program::{Bench, fed};
use explainer::has_need_of;
use grid::{Cell, Digit, Grid, House, Puzzle};
use human::{LadderSteps, Position, StepKind};

/// A last cell of a row, where no block has a hidden single, keeps this puzzle from ending.
const NEEDS_LAST_CELL: &str =
    "..8.4..91.1498...3..5..346.6..2.19.4...6.873.82.3...5.5.....3.91.64.......3.1.6..";

/// Solves by hidden singles of blocks alone, one after the other.
fn falls_to_blocks(line: &str) -> bool {
    let mut grid: Grid = line.parse().unwrap();
    loop {
        let position = Position::new(&grid);
        let single = (0..9).find_map(|block| {
            let cells = House::block(block).cells();
            Digit::ALL.into_iter().find_map(|digit| {
                let has = |cell: &&Cell| position.candidates(**cell).contains(digit);
                let mut places = cells.iter().filter(has);
                let first = places.next()?;
                places.next().is_none().then_some((*first, digit))
            })
        });
        match single {
            Some((cell, digit)) => grid[cell] = Some(digit),
            None => return grid.empty().next().is_none(),
        }
    }
}

/// Returns a column of a catalogue.
fn column(bench: &Bench, file: &str, name: &str) -> Vec<String> {
    let bytes = bench.read(file);
    let mut rows = csv::Reader::from_reader(&bytes[..]);
    let at = rows.headers().unwrap().iter().position(|column| column == name).unwrap();
    rows.records().map(|row| row.unwrap()[at].to_owned()).collect()
}

#[test]
fn last_cells_are_needed_and_avoided() {
    let bench = Bench::new();
    let transformed = |flag: &str| {
        let (_, out, _) = fed(&bench, &format!("transform - {flag} last-cell"), NEEDS_LAST_CELL);
        out
    };
    assert!(transformed("--needs").contains(NEEDS_LAST_CELL));
    assert!(!transformed("--without").contains(NEEDS_LAST_CELL));
    for (flag, is_needed) in [("--needs", true), ("--without", false)] {
        let made = "generate --ladder human --levels 1 --count 6 --seed 1";
        bench.ends(&format!("{made} {flag} last-cell --out {is_needed}.csv"), 0, "");
        for puzzle in column(&bench, &format!("{is_needed}.csv"), "puzzle") {
            assert_eq!(!falls_to_blocks(&puzzle), is_needed, "{puzzle}");
        }
    }
}

/// Every chain of cases begins with the links of a plain chain, so level 7 needs each pattern of a chain.
#[test]
fn filters_of_level_7_are_the_engines() {
    let bench = Bench::new();
    bench.ends("generate --ladder human --levels 7 --count 20 --seed 1 --out all.csv", 0, "");
    let all = column(&bench, "all.csv", "puzzle");
    for name in ["skyscraper", "xy-wing", "x-wing", "naked-pair", "aligned-pair-exclusion"] {
        let kind: StepKind = name.parse().unwrap();
        let steps = LadderSteps::up_to("dynamic-plus-double".parse().unwrap());
        let needs = |line: &&String| {
            let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
            has_need_of(steps, &[kind], &puzzle)
        };
        let expected: Vec<&String> = all.iter().filter(needs).collect();
        for (flag, count) in [("--needs", expected.len()), ("--without", 20 - expected.len())] {
            let (_, out, said) = fed(&bench, &format!("transform all.csv {flag} {name}"), "");
            assert_eq!(out.lines().count(), count, "{flag} {name}: {said}");
        }
        assert!(name != "skyscraper" || expected.len() == 20);
        assert!(name != "aligned-pair-exclusion" || !expected.is_empty());
    }
}

#[test]
fn transform_refuses_what_no_puzzle_needs() {
    let bench = Bench::new();
    for (flags, words) in [
        ("--needs bug-1", "no puzzle needs bug-1"),
        ("--without unique-loop-2", "no puzzle needs unique-loop-2"),
        ("--needs dynamic-double", "other techniques of level 7 replace it"),
        ("--needs x-wing --without x-wing", "found x-wing in both"),
    ] {
        let (code, out, said) = fed(&bench, &format!("transform - {flags}"), NEEDS_LAST_CELL);
        assert!(code == 2 && out.is_empty() && said.contains(words), "{flags}: {said}");
    }
}

/// They were tried ten thousand times.
#[test]
fn courses_refuse_what_no_chapter_can_need() {
    let bench = Bench::new();
    for (name, words) in [
        ("x-cycle", "chains find all that cycles find"),
        ("y-cycle", "chains find all that cycles find"),
        ("xy-cycle", "chains find all that cycles find"),
        ("last-cell", "last cells alone fill no more than 21 cells"),
        ("hidden-quad", "naked sets find what a hidden quad finds"),
        ("nishio", "hardly a puzzle needs it"),
        ("unique-rectangle-1", "the human ladder never uses uniqueness"),
        ("direct-pointing", "the human ladder never uses uniqueness"),
    ] {
        let args = format!("run --course pointing,{name} --attempts 4000000000 --count 2 --out no");
        bench.ends(&args, 2, &format!("no course can teach {name}"));
        bench.ends(&args, 2, words);
    }
    assert!(bench.names("").is_empty());
}

#[test]
fn course_of_the_first_levels_is_made() {
    let bench = Bench::new();
    bench.ends("run --course levels 1-2 --count 2 --seed 1 --out first -q", 0, "");
    let taught = ["hidden-single-block", "hidden-single-line"].map(|name| [name; 2]).concat();
    assert_eq!(column(&bench, "first/catalog.csv", "hardest"), taught);
    bench.ends("verify first", 0, "");
}
