//! Compares sudoku-press with other programs: the same work on the same puzzles in the same
//! process, alternating, in CPU time of one thread. Run it with
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml [-- FILE...]
//! ```
//!
//! Each FILE is a list of puzzles, one per line, for the solvers. The command `qqwing` is measured
//! if it is installed. docs/performance.md names the peers that are not here, and why.

use cpu_time::ThreadTime;
use grid::{Canonical, Cell, Grid, Level, Puzzle, Rng, Score, Solution, Symmetry, Transform};
use make::{Bounds, FullGrid, Recipe, Seed, Slot, dig};
use rand::seq::SliceRandom as _;
use rustoku_lib::{Rustoku, core::Board};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use sudoku::Sudoku;

const TURNS: usize = 7;
/// The time of a turn. It has as many pieces of work as the peer completes in this time.
const TURN: Duration = Duration::from_millis(100);
const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
const SUDOKU: &str = "sudoku 0.8.0";
const RUSTOKU: &str = "rustoku-lib 0.16.0";

fn main() {
    let slot = Slot { rung: Level::Evil.into(), number: 0 };
    let mut rng = Seed(1).stream(slot, 0);
    let grids: Vec<Solution> = (0..10_000).map(|_| full_grid(&mut rng)).collect();
    let minimal: Vec<Grid> = grids.iter().map(|grid| dug(grid, 0, &mut rng)).collect();
    let dense: Vec<Grid> = grids.iter().map(|grid| dug(grid, 32, &mut rng)).collect();
    let seventeen = proper(SEVENTEEN.parse().expect("81 cells"));
    let disguise = |_| *Transform::random(&mut rng).puzzle(&seventeen).givens();
    let seventeens: Vec<Grid> = (0..grids.len()).map(disguise).collect();
    let mut ambiguous = minimal.clone();
    for grid in &mut ambiguous {
        let first = grid.filled().next().expect("it has givens").0;
        grid[first] = None;
    }

    println!(
        "{:<40} {:>7} {:>12} {:>12} {:>9}",
        "CPU time of one thread, median of 7 turns", "pieces", "ours /s", "peer /s", "ratio"
    );
    solvers("random minimal puzzles", &minimal);
    solvers("32 givens", &dense);
    solvers("17 givens (one class)", &seventeens);
    solvers("several solutions: minimal, less a given", &ambiguous);
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("FILE can be read");
        let lines = text.lines().filter_map(|line| line.trim().parse().ok());
        let mut puzzles: Vec<Grid> = lines.collect();
        puzzles.shuffle(&mut rng); // so that the first ones are a sample
        solvers(&path, &puzzles);
    }

    println!("a random minimal puzzle from a fresh grid");
    let mut generator = |name: &str, theirs: fn() -> [u8; 81]| {
        let ours = |_: &()| minimal_puzzle(&mut rng);
        turns(name, &[(); 1_000], ours, |()| theirs(), |(), digits| is_minimal(&grid(&digits)));
    };
    generator(SUDOKU, || {
        let full = Sudoku::generate_solved();
        Sudoku::generate_with_symmetry_from(full, sudoku::board::Symmetry::None).to_bytes()
    });
    generator(RUSTOKU, || {
        let board = rustoku_lib::generate_board(17).expect("it makes a puzzle");
        let mut cells = board.iter_cells();
        [(); 81].map(|()| cells.next().map_or(0, |(row, column)| board.get(row, column)))
    });
    qqwing(&mut rng);

    println!("other work of {SUDOKU}");
    for givens in [50, 36, 32, 28, 0] {
        let tasks: Vec<_> = grids.iter().map(|grid| (grid, shuffled(&mut rng))).collect();
        let bounds = Bounds { givens, ..Bounds::default() };
        let ours = |(grid, order): &(&Solution, _)| dig(grid, order, Symmetry::None, bounds);
        turns(
            &format!("dig a grid in random order to {givens} givens"),
            &tasks,
            ours,
            |(grid, order)| plain_dig(grid, order, givens),
            |task, digits| grid(&digits) == ours(task),
        );
    }
    turns(
        "full grid",
        &[(); 10_000],
        |()| full_grid(&mut rng),
        |()| Sudoku::generate_solved(),
        |(), full| solves(&full.to_bytes(), &Grid::EMPTY),
    );
    let puzzles: Vec<_> = minimal.iter().map(|grid| (proper(*grid), board(grid))).collect();
    turns(
        "canonical form (peer: of the solution)",
        &puzzles,
        |(puzzle, _)| Canonical::of(puzzle),
        |(_, board)| board.canonicalized(),
        |_, form| form.is_some(),
    );

    println!("searches (peer: our plain search)");
    for level in Level::ALL {
        let recipe = Recipe::paper(level);
        let made = std::iter::repeat_with(|| {
            let base = recipe.dig(&mut rng)?;
            recipe.transform_to_level(&base, &mut rng)
        });
        let puzzles: Vec<Puzzle> = made.flatten().take(100).map(|(puzzle, _)| puzzle).collect();
        turns(
            &format!("level {}", level.number()),
            &puzzles,
            Score::of,
            |puzzle| puzzle.givens().plain_searches(Score::SEARCHES_CAP),
            |puzzle, searches| searches == Score::of(puzzle).searches,
        );
    }
}

/// Measures the solvers of the peers on a list of puzzles. Their boards of the givens are made
/// before.
fn solvers(list: &str, puzzles: &[Grid]) {
    println!("{list}");
    counter(SUDOKU, puzzles, board, |board| board.solutions_count_up_to(2));
    counter("msolve 0.6.0", puzzles, digits, |digits| {
        msolve::Sudoku::from(digits).count_solutions(2)
    });
    let board = |grid: &Grid| Board::try_from(digits(grid)).expect("81 digits");
    counter(RUSTOKU, puzzles, board, |board| {
        Rustoku::new(*board).expect("no conflict").count_solutions_until(2)
    });
    let board = |grid: &Grid| -> zero_alloc_sudoku::Sudoku {
        digits(grid).map(|digit| digit.to_string()).concat().parse().expect("81 digits")
    };
    let puzzles: Vec<_> = puzzles.iter().map(|grid| (grid, board(grid))).collect();
    turns(
        "zero-alloc-sudoku 1.0.0 (first solution)",
        &puzzles,
        |(grid, _)| grid.first_solution(u64::MAX),
        |(_, board)| {
            let mut board = *board;
            board.solve();
            board
        },
        |(grid, _), solved| solves(solved.cells(), grid),
    );
}

/// Creates a solver that counts to two.
fn counter<T>(
    name: &str,
    puzzles: &[Grid],
    board: impl Fn(&Grid) -> T,
    count: impl Fn(&T) -> usize,
) {
    let puzzles: Vec<_> = puzzles.iter().map(|grid| (grid, board(grid))).collect();
    turns(
        name,
        &puzzles,
        |(grid, _)| grid.solution_count(2),
        |(_, board)| count(board),
        |(grid, _), found| found == grid.solution_count(2),
    );
}

/// Checks the peer's results first. Then our work and the peer's alternate. Prints the pieces per
/// second, the ratio, and the number of wrong results of the peer.
fn turns<T, A, B>(
    name: &str,
    pieces: &[T],
    mut ours: impl FnMut(&T) -> A,
    mut theirs: impl FnMut(&T) -> B,
    is_right: impl Fn(&T, B) -> bool,
) {
    let start = ThreadTime::now();
    let in_time = |_: &&T| start.elapsed() < TURN;
    let results: Vec<bool> =
        pieces.iter().take_while(in_time).map(|piece| is_right(piece, theirs(piece))).collect();
    let pieces = &pieces[..results.len()];
    let rate = |work: &mut dyn FnMut(&T)| {
        let start = ThreadTime::now();
        pieces.iter().for_each(work);
        pieces.len() as f64 / start.elapsed().as_secs_f64()
    };
    let (mut a, mut b): (Vec<f64>, Vec<f64>) = (0..TURNS)
        .map(|_| (rate(&mut |piece| keep(ours(piece))), rate(&mut |piece| keep(theirs(piece)))))
        .unzip();
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    let (n, a, b) = (pieces.len(), a[TURNS / 2], b[TURNS / 2]);
    let wrong = results.iter().filter(|is_right| !**is_right).count();
    let wrong = if wrong == 0 { String::new() } else { format!("  {wrong} wrong") };
    println!("  {name:<38} {n:>7} {a:>12.0} {b:>12.0} {:>8.2}x{wrong}", a / b);
}

/// Keeps the compiler from removing a computation whose result is unused.
fn keep<T>(result: T) {
    black_box(result);
}

/// The paper's digging method with the solver of `sudoku`; every cell is checked.
fn plain_dig(grid: &Solution, order: &[Cell; 81], givens: usize) -> [u8; 81] {
    let mut digits = grid.digits().map(|digit| digit.get());
    let mut left = 81;
    for cell in order {
        if left == givens {
            break;
        }
        let digit = std::mem::replace(&mut digits[cell.index()], 0);
        let board = Sudoku::from_bytes(digits).expect("digits are 0 to 9");
        if board.is_uniquely_solvable() {
            left -= 1;
        } else {
            digits[cell.index()] = digit;
        }
    }
    digits
}

/// qqwing does not print its own timing, so whole processes are compared, in wall time.
fn qqwing(rng: &mut Rng) {
    const N: usize = 100;
    let start = Instant::now();
    let args = ["--generate", "100", "--difficulty", "any", "--one-line"];
    if Command::new("qqwing").args(args).output().is_err() {
        return println!("  qqwing is not installed: not measured");
    }
    let theirs = N as f64 / start.elapsed().as_secs_f64();
    let start = Instant::now();
    (0..N * 10).for_each(|_| keep(minimal_puzzle(rng)));
    let ours = (N * 10) as f64 / start.elapsed().as_secs_f64();
    let ratio = ours / theirs;
    println!("  {:<38} {N:>7} {ours:>12.0} {theirs:>12.0} {ratio:>8.2}x", "qqwing, wall time");
}

/// Returns true if the digits are a solution of the grid.
fn solves(digits: &[u8; 81], puzzle: &Grid) -> bool {
    let found = grid(digits);
    puzzle.filled().all(|(cell, digit)| found[cell] == Some(digit))
        && Solution::try_from(found).is_ok()
}

/// Returns true if the grid has one solution, and several without any one of its givens.
fn is_minimal(puzzle: &Grid) -> bool {
    let mut less = *puzzle;
    puzzle.solution_count(2) == 1
        && puzzle.filled().all(|(cell, digit)| {
            less[cell] = None;
            let count = less.solution_count(2);
            less[cell] = Some(digit);
            count == 2
        })
}

fn board(grid: &Grid) -> Sudoku {
    Sudoku::from_bytes(digits(grid)).expect("digits are 0 to 9")
}

/// Returns the digits of a grid, with 0 for an empty cell.
fn digits(grid: &Grid) -> [u8; 81] {
    grid.cells().map(|cell| cell.map_or(0, |digit| digit.get()))
}

/// Returns the grid with these digits.
fn grid(digits: &[u8; 81]) -> Grid {
    digits.map(|digit| digit.to_string()).concat().parse().expect("digits are 0 to 9")
}

fn proper(givens: Grid) -> Puzzle {
    Puzzle::prove(givens).expect("one solution")
}

fn full_grid(rng: &mut Rng) -> Solution {
    let mut attempts = std::iter::repeat_with(|| FullGrid::PAPER.attempt(rng));
    attempts.find_map(|grid| grid).expect("attempts are endless")
}

fn shuffled(rng: &mut Rng) -> [Cell; 81] {
    let mut order = Cell::ALL;
    order.shuffle(rng);
    order
}

fn dug(grid: &Solution, givens: usize, rng: &mut Rng) -> Grid {
    let bounds = Bounds { givens, ..Bounds::default() };
    dig(grid, &shuffled(rng), Symmetry::None, bounds)
}

fn minimal_puzzle(rng: &mut Rng) -> Grid {
    dug(&full_grid(rng), 0, rng)
}
