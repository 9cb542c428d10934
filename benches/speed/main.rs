//! Measures the speed of each part, for easy and hard puzzles: `cargo bench --bench speed`.
//!
//! Every figure is the median of five repetitions, in CPU time of one thread, because machines are
//! shared. Compare only figures of the same run.
//!
//! `cargo bench --bench speed -- ratios [LIST...]` prints ratios to other programs instead
//! (`benches/peers`), which are built first.

mod book;
mod rating;

use cpu_time::ThreadTime;
use grid::{Canonical, Cell, Level, Puzzle, Rng, Score, Solution, Symmetry, Transform};
use make::{self, Bounds, FullGrid, HoleOrder, Recipe, Seed, Slot, dig};
use rand::seq::SliceRandom as _;
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

const REPEATS: usize = 5;
const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
const SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn rng(stream: u64) -> Rng {
    let slot = Slot { rung: Level::Beginner.into(), number: stream };
    Seed(1).stream(slot, 0)
}

/// Repeats all of `work`, and prints the number of pieces per second.
fn measure<T>(name: &str, work: &[T], mut each: impl FnMut(&T)) {
    let mut times: Vec<Duration> = (0..REPEATS)
        .map(|_| {
            let start = ThreadTime::now();
            work.iter().for_each(&mut each);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let one = times[REPEATS / 2].as_secs_f64() / work.len() as f64;
    println!("{name:<52} {:>12.0} /s {:>10.2} us", 1.0 / one, one * 1e6);
}

fn full_grids(n: usize) -> Vec<Solution> {
    let mut rng = rng(1);
    let tries = std::iter::repeat_with(|| FullGrid::PAPER.attempt(&mut rng));
    tries.flatten().take(n).collect()
}

fn random_dig(solution: &Solution, givens: usize, rng: &mut Rng) -> Puzzle {
    let mut order = Cell::ALL;
    order.shuffle(rng);
    let bounds = Bounds { givens, ..Bounds::default() };
    let givens = dig(solution, &order, Symmetry::None, bounds);
    Puzzle::prove(givens).expect("digging keeps a puzzle unique")
}

/// Runs the comparison with other programs.
fn ratios(lists: &[String]) {
    let peers = ["run", "--release", "--quiet", "--manifest-path", "benches/peers/Cargo.toml"];
    let mut command = Command::new("cargo");
    command.args(peers).arg("--").args(lists).current_dir(env!("CARGO_MANIFEST_DIR"));
    let status = command.status().expect("the command starts");
    assert!(status.success(), "{command:?}: {status}");
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [first, lists @ ..] = &args[..] {
        assert_eq!(first, "ratios", "expected `ratios` or no argument");
        return ratios(lists);
    }
    let grids = full_grids(2_000);
    let mut random = rng(2);
    let minimal: Vec<Puzzle> = grids.iter().map(|g| random_dig(g, 0, &mut random)).collect();
    let seventeen = Puzzle::prove(SEVENTEEN.parse().expect("81 cells")).expect("it is proper");
    let seventeens: Vec<Puzzle> =
        (0..2_000).map(|_| Transform::random(&mut random).puzzle(&seventeen)).collect();
    let dense: Vec<Puzzle> = grids.iter().map(|g| random_dig(g, 55, &mut random)).collect();
    let full: Vec<Puzzle> = grids.iter().map(|g| random_dig(g, 81, &mut random)).collect();
    let symmetric = Puzzle::prove(SYMMETRIC.parse().expect("81 cells")).expect("it is full");

    println!("uniqueness check");
    let unique = |p: &Puzzle| {
        black_box(p.givens().solution_count(2));
    };
    measure("  random minimal puzzles", &minimal, unique);
    measure("  17 givens (one class)", &seventeens, unique);
    measure("  55 givens", &dense, unique);

    println!("full grid");
    measure("  las vegas, 11 digits, tries", &[(); 5_000], |()| {
        black_box(FullGrid::PAPER.attempt(&mut random));
    });

    println!("dig in random order, grid given");
    for givens in [50, 36, 32, 28, 0] {
        measure(&format!("  down to {givens} givens"), &grids, |grid| {
            let order = HoleOrder::Random.cells(&mut random);
            let bounds = Bounds { givens, ..Bounds::default() };
            black_box(dig(grid, &order, Symmetry::None, bounds));
        });
    }

    println!("canonical form");
    let canonical = |p: &Puzzle| {
        black_box(Canonical::of(p));
    };
    measure("  random minimal puzzles", &minimal, canonical);
    measure("  17 givens (one class)", &seventeens, canonical);
    measure("  55 givens", &dense, canonical);
    measure("  full grids", &full, canonical);
    measure("  the full grid of 648 automorphisms", &[symmetric; 50], canonical);

    rating::run();
    book::measure(&grids);

    for level in Level::ALL {
        println!("level {} ({level})", level.number());
        let recipe = Recipe::paper(level);
        let mut random = rng(10 + u64::from(level.number()));
        let made: Vec<(Puzzle, Puzzle)> = std::iter::repeat_with(|| {
            let base = recipe.dig(&mut random)?;
            let (puzzle, _) = recipe.transform_to_level(&base, &mut random)?;
            Some((base, puzzle))
        })
        .flatten()
        .take(500)
        .collect();
        measure("  searches as printed", &made, |(_, printed)| {
            black_box(printed.givens().searches(Score::SEARCHES_CAP));
        });
        measure("  the same by the plain search", &made, |(_, printed)| {
            black_box(printed.givens().plain_searches(Score::SEARCHES_CAP));
        });
        measure("  canonical form", &made, |(_, printed)| canonical(printed));
        measure("  dug, proved", &made, |_| {
            black_box(recipe.dig(&mut random));
        });
        measure("  accepted puzzle with score and canonical form", &made, |_| {
            let accepted = std::iter::repeat_with(|| {
                let base = recipe.dig(&mut random)?;
                recipe.transform_to_level(&base, &mut random)
            });
            let (puzzle, score): (Puzzle, Score) =
                accepted.flatten().next().expect("the attempts do not end");
            black_box((Canonical::of(&puzzle), score));
        });
    }
}
