//! Section 5.2.2: the cost of a puzzle of level 5 with the plain solver, without and with pruning,
//! and with the fast solver. The paper: 55,106 ms and 1,088 ms.
//!
//! With pruning every cell is tried once. The paper does not describe its program without pruning;
//! two interpretations are tested:
//!
//! * *tried again*: after each hole the search for the next one begins at the first cell again, so
//!   cells that were refused are tried again and again;
//! * *and filled again*: when no cell can be emptied any more and the bound is not reached, the last
//!   hole is filled again and the cells after it are tried, depth first.
//!
//! A puzzle that exceeds a number of tried digits is given up and counted as given up.

use crate::orders::full_grid;
use crate::{Setup, quantile};
use grid::{Board, Cell, Digit, Grid, Level, Puzzle, Score, SearchLimits, Solution};
use make::{self, Recipe};
use rand::RngExt as _;
use std::time::Instant;

/// Maximum number of proofs of the fast solver before a puzzle is given up.
const GIVE_UP_PROOFS: u64 = 1_000_000;

#[derive(Clone, Copy)]
enum Pruning {
    /// Every cell is tried once.
    Full,
    /// Cells that were refused are tried again.
    TriedAgain,
    /// Cells that were refused are tried again, and holes are filled again.
    FilledAgain,
}

#[derive(Clone, Copy)]
enum Engine {
    Plain,
    Fast,
}

/// A grid being dug, and the cost so far.
struct Dig {
    grid: Grid,
    solution: Solution,
    engine: Engine,
    givens: usize,
    bound: usize,
    /// Maximum number of digits tried before the puzzle is given up.
    give_up: u64,
    proofs: u64,
    tried: u64,
}

/// The puzzle was given up.
struct TooLong;

impl Dig {
    /// Empties a cell if the puzzle keeps a unique solution.
    fn empty(&mut self, cell: Cell) -> Result<bool, TooLong> {
        let Some(digit) = self.grid[cell] else {
            return Ok(false);
        };
        self.proofs += 1;
        self.grid[cell] = None;
        let other = match self.engine {
            Engine::Fast => Board::from_grid(&self.grid).has_alternative(cell, digit),
            Engine::Plain => self.has_alternative(cell, digit)?,
        };
        if other {
            self.grid[cell] = Some(digit);
        } else {
            self.givens -= 1;
        }
        if self.tried > self.give_up || self.proofs > GIVE_UP_PROOFS {
            return Err(TooLong);
        }
        Ok(!other)
    }

    /// Returns true if the cell can hold another digit: the paper's proof by contradiction, with
    /// the paper's solver.
    fn has_alternative(&mut self, cell: Cell, digit: Digit) -> Result<bool, TooLong> {
        let mut grid = self.grid;
        for other in Digit::ALL {
            let allowed = cell.peers().iter().all(|&peer| grid[peer] != Some(other));
            if other == digit || !allowed {
                continue;
            }
            grid[cell] = Some(other);
            let limits = SearchLimits {
                solutions: 1,
                searches: self.give_up.saturating_sub(self.tried).max(9),
            };
            let found = grid::Engine::Dfs.solve(&grid, limits);
            self.tried += found.tried;
            if found.tried >= limits.searches {
                return Err(TooLong);
            }
            if found.count > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn run(&mut self, pruning: Pruning) -> Result<(), TooLong> {
        match pruning {
            Pruning::Full => {
                for cell in Cell::ALL {
                    if self.givens == self.bound {
                        break;
                    }
                    self.empty(cell)?;
                }
                Ok(())
            }
            Pruning::TriedAgain => {
                while self.givens > self.bound && self.empty_first(0)?.is_some() {}
                Ok(())
            }
            Pruning::FilledAgain => {
                let mut holes: Vec<Cell> = Vec::new();
                let mut from = 0;
                while self.givens > self.bound {
                    if let Some(cell) = self.empty_first(from)? {
                        holes.push(cell);
                        from = 0;
                    } else if let Some(cell) = holes.pop() {
                        self.grid[cell] = Some(self.solution[cell]);
                        self.givens += 1;
                        from = cell.index() + 1;
                    } else {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    /// Empties the first possible cell, starting at this one.
    fn empty_first(&mut self, from: usize) -> Result<Option<Cell>, TooLong> {
        for &cell in &Cell::ALL[from..] {
            if self.empty(cell)? {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }
}

pub fn run(setup: &Setup) {
    let &Setup { count, seed, give_up } = setup;
    let give_up = give_up as u64;
    println!("  The same {count} full grids and bounds of 22 to 27 givens for each way.");
    println!(
        "                                        milliseconds a puzzle          proofs   given   level  givens"
    );
    println!(
        "  solver  pruning                       mean      median         most  a puzzle      up       5   mean"
    );
    let ways = [
        (Engine::Plain, "plain", Pruning::FilledAgain, "none: tried and filled again"),
        (Engine::Plain, "plain", Pruning::TriedAgain, "none: tried again"),
        (Engine::Plain, "plain", Pruning::Full, "every cell once"),
        (Engine::Fast, "fast", Pruning::FilledAgain, "none: tried and filled again"),
        (Engine::Fast, "fast", Pruning::TriedAgain, "none: tried again"),
        (Engine::Fast, "fast", Pruning::Full, "every cell once"),
    ];
    for (engine, engine_name, pruning, name) in ways {
        let (mut times, mut proofs, mut given_up) = (Vec::new(), 0, 0);
        let (mut level_5, mut givens) = (0, 0);
        for i in 0..count {
            let mut rng = seed.stream_at(400 + i);
            let solution = full_grid(&mut rng);
            let mut dig = Dig {
                grid: solution.into(),
                solution,
                engine,
                givens: Cell::COUNT,
                bound: rng.random_range(22..=27),
                give_up,
                proofs: 0,
                tried: 0,
            };
            let begin = Instant::now();
            let done = dig.run(pruning);
            times.push(begin.elapsed().as_secs_f64() * 1e3);
            proofs += dig.proofs;
            if done.is_err() {
                given_up += 1;
                continue;
            }
            let puzzle = Puzzle::prove(dig.grid).expect("digging keeps a puzzle unique");
            level_5 += u64::from(Score::of(&puzzle).level() == Level::Evil);
            givens += puzzle.givens_count();
        }
        times.sort_unstable_by(f64::total_cmp);
        println!(
            "  {engine_name:<6}  {name:<28}  {:>10.2}  {:>10.2}  {:>11.2}  {:>8.0}  {given_up:>6}  {level_5:>6}  {:>5.1}",
            times.iter().sum::<f64>() / count as f64,
            quantile(&times, 0.5),
            quantile(&times, 1.0),
            proofs as f64 / count as f64,
            givens as f64 / (count - given_up).max(1) as f64,
        );
    }
    as_shipped(setup);
}

/// Measures the total cost of a puzzle of a catalogue without its canonical form: full grid,
/// digging, transforms, scores.
fn as_shipped(&Setup { count, seed, .. }: &Setup) {
    let recipe = Recipe::paper(Level::Evil);
    let mut rng = seed.stream_at(500);
    let (mut made, mut tries) = (0, 0);
    let begin = Instant::now();
    while made < count * 20 {
        tries += 1;
        let base = recipe.dig(&mut rng);
        let puzzle = base.and_then(|base| recipe.transform_to_level(&base, &mut rng));
        made += u64::from(puzzle.is_some());
    }
    let time = begin.elapsed().as_secs_f64() * 1e3 / made as f64;
    println!("  As the program makes them: {time:.3} ms a puzzle, {made} puzzles of {tries} tries");
}
