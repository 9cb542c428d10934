//! Compares sudoku-press with other programs: the same work on the same puzzles in the same process,
//! alternating, in CPU time of one thread. Run it with
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml [-- FILE]
//! ```
//!
//! FILE is an optional list of puzzles, one per line, for the uniqueness check. The command `qqwing` is
//! measured if it is installed.

use cpu_time::ThreadTime;
use rand::seq::SliceRandom as _;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use sudoku::Sudoku;
use sudoku_press::sudoku::canon::Canonical;
use sudoku_press::make::generate::{self, Bounds, FullGrid, Recipe, Symmetry, dig};
use sudoku_press::sudoku::grid::{Cell, Grid, Solution};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::score::{Level, SEARCHES_CAP, Score};
use sudoku_press::make::seed::{Rng, Seed, Slot};
use sudoku_press::sudoku::solver::{self, dfs};
use sudoku_press::sudoku::transform::Transform;

const TURNS: usize = 7;
const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

fn main() {
    let mut rng = rng();
    let grids: Vec<Solution> = full_grids(&mut rng).take(1_000).collect();
    let minimal: Vec<Puzzle> = grids.iter().map(|grid| dug(grid, 0, &mut rng)).collect();
    let seventeen = Puzzle::prove(SEVENTEEN.parse().expect("81 cells")).expect("one solution");
    let seventeens: Vec<Puzzle> = (0..1_000)
        .map(|_| Transform::random(&mut rng).puzzle(&seventeen))
        .collect();

    println!(
        "{:<44} {:>12} {:>12} {:>7}",
        "CPU time of one thread, median of 7 turns", "ours /s", "peer /s", "ratio"
    );
    unique("unique: random minimal", &givens(&minimal));
    unique("unique: 17 givens (one class)", &givens(&seventeens));
    let ambiguous: Vec<Grid> = minimal
        .iter()
        .map(|puzzle| {
            let mut grid = *puzzle.givens();
            let first = grid.filled().next().expect("it has givens").0;
            grid[first] = None;
            grid
        })
        .collect();
    unique("several solutions: minimal, less a given", &ambiguous);
    if let Some(path) = std::env::args().nth(1) {
        let text = std::fs::read_to_string(&path).expect("FILE can be read");
        let list: Vec<Grid> = text
            .lines()
            .filter_map(|line| line.trim().parse().ok())
            .collect();
        unique(&format!("unique: {} of {path}", list.len()), &list);
    }

    turns(
        "random minimal puzzle from a fresh grid",
        300,
        |n| {
            for grid in full_grids(&mut rng).take(n) {
                black_box(random_dig(&grid, 0, &mut self::rng_of(grid)));
            }
        },
        |n| {
            (0..n).for_each(|_| {
                keep(Sudoku::generate_with_symmetry_from(
                    Sudoku::generate_solved(),
                    sudoku::board::Symmetry::None,
                ))
            })
        },
    );
    let mut rng = self::rng();
    for least in [50, 36, 32, 28, 0] {
        let orders: Vec<[Cell; 81]> = grids.iter().map(|_| shuffled(&mut rng)).collect();
        let bounds = Bounds {
            givens: least,
            row_col_min: 0,
        };
        for (grid, order) in grids.iter().zip(&orders).take(100) {
            let ours = dig(grid, order, Symmetry::None, bounds);
            assert_eq!(
                ours.line(),
                plain_dig(grid, order, least),
                "the same puzzle"
            );
        }
        turns(
            &format!("dig a given grid, random order, to {least} givens"),
            grids.len(),
            |_| {
                for (grid, order) in grids.iter().zip(&orders) {
                    black_box(dig(grid, order, Symmetry::None, bounds));
                }
            },
            |_| {
                for (grid, order) in grids.iter().zip(&orders) {
                    black_box(plain_dig(grid, order, least));
                }
            },
        );
    }
    turns(
        "full grid",
        2_000,
        |n| full_grids(&mut rng).take(n).for_each(keep),
        |n| (0..n).for_each(|_| keep(Sudoku::generate_solved())),
    );
    let theirs: Vec<Sudoku> = minimal.iter().map(|p| peer(p.givens())).collect();
    turns(
        "canonical form of a random minimal puzzle",
        minimal.len(),
        |_| minimal.iter().for_each(|p| keep(Canonical::of(p))),
        |_| theirs.iter().for_each(|p| keep(p.canonicalized())),
    );
    for level in Level::ALL {
        searches(level, &mut rng);
    }
    qqwing(&mut rng);
}

/// Our two ways to count searches, for puzzles of a level.
fn searches(level: Level, rng: &mut Rng) {
    let recipe = Recipe::paper(level);
    let made = std::iter::repeat_with(|| {
        let base = generate::base(&recipe, rng)?;
        generate::disguise(&recipe, &base, rng)
    });
    let puzzles: Vec<Puzzle> = made.flatten().take(100).map(|(puzzle, _)| puzzle).collect();
    turns(
        &format!("searches at level {} (peer: our plain search)", level.number()),
        puzzles.len(),
        |_| puzzles.iter().for_each(|p| keep(Score::of(p))),
        |_| {
            let plain = |p: &Puzzle| keep(dfs::searches(p.givens(), SEARCHES_CAP));
            puzzles.iter().for_each(plain);
        },
    );
}

/// Keeps the compiler from removing a computation whose result is unused.
fn keep<T>(result: T) {
    black_box(result);
}

/// Runs our work and the peer's alternately, `n` pieces each; prints pieces per second and the ratio.
fn turns(name: &str, n: usize, mut ours: impl FnMut(usize), mut peers: impl FnMut(usize)) {
    let time = |work: &mut dyn FnMut(usize)| {
        let start = ThreadTime::now();
        work(n);
        n as f64 / start.elapsed().as_secs_f64()
    };
    let (mut a, mut b): (Vec<f64>, Vec<f64>) = (0..TURNS)
        .map(|_| (time(&mut ours), time(&mut peers)))
        .unzip();
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    let (a, b) = (a[TURNS / 2], b[TURNS / 2]);
    println!("{name:<44} {a:>12.0} {b:>12.0} {:>6.2}x", a / b);
}

fn unique(name: &str, puzzles: &[Grid]) {
    let theirs: Vec<Sudoku> = puzzles.iter().map(peer).collect();
    for (ours, theirs) in puzzles.iter().zip(&theirs) {
        assert_eq!(
            solver::count(ours, 2),
            theirs.solutions_count_up_to(2),
            "{ours}"
        );
    }
    turns(
        name,
        puzzles.len(),
        |_| puzzles.iter().for_each(|p| keep(solver::count(p, 2))),
        |_| theirs.iter().for_each(|p| keep(p.solutions_count_up_to(2))),
    );
}

/// The paper's digging method with the peer's solver; every cell is checked.
fn plain_dig(grid: &Solution, order: &[Cell; 81], least: usize) -> [u8; 81] {
    let mut bytes = grid.digits().map(|d| d.get());
    let mut left = 81;
    for cell in order {
        if left == least {
            break;
        }
        let digit = std::mem::replace(&mut bytes[cell.index()], 0);
        let board = Sudoku::from_bytes(bytes).expect("digits are 0 to 9");
        if board.is_uniquely_solvable() {
            left -= 1;
        } else {
            bytes[cell.index()] = digit;
        }
    }
    bytes.map(|b| if b == 0 { b'.' } else { b'0' + b })
}

/// qqwing does not print its own timing, so whole processes are compared, in wall time.
fn qqwing(rng: &mut Rng) {
    const N: usize = 100;
    let start = Instant::now();
    let args = ["--generate", "100", "--difficulty", "any", "--one-line"];
    match Command::new("qqwing").args(args).output() {
        Err(_) => println!("qqwing is not installed: not measured"),
        Ok(_) => {
            let theirs = N as f64 / start.elapsed().as_secs_f64();
            let start = Instant::now();
            for grid in full_grids(rng).take(N * 10) {
                black_box(random_dig(&grid, 0, &mut rng_of(grid)));
            }
            let ours = (N * 10) as f64 / start.elapsed().as_secs_f64();
            println!(
                "{:<44} {ours:>12.0} {theirs:>12.0} {:>6.2}x",
                "minimal puzzle, wall: qqwing any",
                ours / theirs
            );
        }
    }
}

fn peer(grid: &Grid) -> Sudoku {
    let bytes = grid.cells().map(|cell| cell.map_or(0, |d| d.get()));
    Sudoku::from_bytes(bytes).expect("digits are 0 to 9")
}

fn givens(puzzles: &[Puzzle]) -> Vec<Grid> {
    puzzles.iter().map(|p| *p.givens()).collect()
}

fn rng() -> Rng {
    Seed(1).stream(
        Slot {
        rung: Level::Evil.into(),
            number: 0,
        },
        0,
    )
}

/// The random stream for the order of one grid's holes.
fn rng_of(grid: Solution) -> Rng {
    let number = grid.digits()[..9]
        .iter()
        .fold(0, |n, d| n * 10 + u64::from(d.get()));
    Seed(2).stream(
        Slot {
        rung: Level::Evil.into(),
            number,
        },
        0,
    )
}

fn full_grids(rng: &mut Rng) -> impl Iterator<Item = Solution> + '_ {
    std::iter::repeat_with(|| FullGrid::PAPER.attempt(rng)).flatten()
}

fn shuffled(rng: &mut Rng) -> [Cell; 81] {
    let mut order = Cell::ALL;
    order.shuffle(rng);
    order
}

fn random_dig(grid: &Solution, least: usize, rng: &mut Rng) -> Grid {
    let bounds = Bounds {
        givens: least,
        row_col_min: 0,
    };
    dig(grid, &shuffled(rng), Symmetry::None, bounds)
}

fn dug(grid: &Solution, least: usize, rng: &mut Rng) -> Puzzle {
    Puzzle::prove(random_dig(grid, least, rng)).expect("digging keeps a puzzle unique")
}
