//! Ratings by class, and with a ceiling.
//!
//! The mean depends on the puzzles: 1,200 random minimal puzzles, and 100 of each of the paper's
//! levels 3 to 5. The time of the plain search is printed too, as a yardstick of the machine.

use super::measure;
use cpu_time::ThreadTime;
use explainer::Rater;
use grid::{Engine, Puzzle, SearchLimits};
use human::{LadderPath, Position, Tenths};

/// The highest rating of each class.
const CLASSES: [u16; 9] = [15, 25, 44, 62, 69, 74, 81, 87, 200];

pub fn run() {
    let file = include_str!("../../crates/explainer/tests/data/rating-paths.tsv");
    let puzzles: Vec<Puzzle> = file
        .lines()
        .skip(1)
        .filter_map(|line| Puzzle::prove(line.split('\t').nth(1)?.parse().ok()?).ok())
        .collect();
    yardstick(&puzzles);
    let rater = Rater::new();
    let ratings: Vec<Option<Tenths>> =
        puzzles.iter().map(|puzzle| rater.rate(puzzle).ok().map(|rating| rating.er)).collect();
    measure("rate", &puzzles, |puzzle| _ = rater.rate(puzzle));
    let mut from = 0;
    for to in CLASSES {
        let inside = |er: Option<Tenths>| er.is_some_and(|er| (from..=to).contains(&er.0));
        let class: Vec<Puzzle> =
            puzzles.iter().zip(&ratings).filter(|(_, er)| inside(**er)).map(|(p, _)| *p).collect();
        if !class.is_empty() {
            let name =
                format!("rate, {} to {} ({} puzzles)", Tenths(from), Tenths(to), class.len());
            measure(&name, &class, |puzzle| _ = rater.rate(puzzle));
        }
        from = to + 1;
    }
    for ceiling in [Tenths(25), Tenths(44), Tenths(62)] {
        let rater = Rater::new().with_ceiling(ceiling);
        measure(&format!("rate, ceiling {ceiling}"), &puzzles, |puzzle| _ = rater.rate(puzzle));
    }
    measure("explain: the path with its reasons", &puzzles[..100], |puzzle| {
        _ = LadderPath::new(Position::new(puzzle.givens())).count();
    });
}

/// Prints the time per node of the plain depth-first search.
fn yardstick(puzzles: &[Puzzle]) {
    let start = ThreadTime::now();
    let limits = SearchLimits { solutions: 2, searches: 2_000_000 };
    let searches =
        puzzles.iter().take(300).map(|puzzle| Engine::Dfs.solve(puzzle.givens(), limits).tried);
    let nodes = searches.sum::<u64>() / 9;
    println!(
        "a node of the plain search: {:.1} ns",
        start.elapsed().as_nanos() as f64 / nodes as f64
    );
}
