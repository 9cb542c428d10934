//! Section 5.2.1: how often n random digits lead to a full grid. The paper states 99.7 % for n =
//! 11.

use crate::{Setup, percent};
use grid::{Cell, Digit, Grid, Rng};
use make::FullGrid;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use std::time::Instant;

pub fn run(&Setup { count, seed, .. }: &Setup) {
    println!("   n  full grids            microseconds a try");
    for digits in 5..=20 {
        let grid = FullGrid::LasVegas { digits };
        let mut rng = seed.stream_at(digits as u64);
        let begin = Instant::now();
        let made = (0..count).filter(|_| grid.attempt(&mut rng).is_some()).count() as u64;
        let time = begin.elapsed().as_secs_f64() * 1e6 / count as f64;
        println!("  {digits:>2}  {:<20}  {time:8.1}", percent(made, count));
    }
    patience(count, &mut seed.stream_at(99));
}

/// Counts the further grids that a limit above 1,000 positions would find. The program gives up a
/// try at 1,000.
fn patience(count: u64, rng: &mut Rng) {
    println!("  With 11 digits and other bounds on the search:");
    let tries: Vec<_> = (0..count).filter_map(|_| random_digits(11, rng)).collect();
    for nodes in [1_000, 10_000, 100_000] {
        let solved = |grid: &&Grid| grid.first_solution(nodes).is_some();
        let made = tries.iter().filter(solved).count() as u64;
        println!("  {nodes:>7} positions: {}", percent(made, count));
    }
}

/// Puts random digits into n random cells. Returns `None` if a digit conflicts with an earlier one.
fn random_digits(n: usize, rng: &mut Rng) -> Option<Grid> {
    let mut cells = Cell::ALL;
    let (chosen, _) = cells.partial_shuffle(rng, n);
    let mut grid = Grid::EMPTY;
    for &mut cell in chosen {
        let legal = |d: &Digit| cell.peers().iter().all(|&peer| grid[peer] != Some(*d));
        let legal: Vec<_> = Digit::ALL.into_iter().filter(legal).collect();
        if legal.is_empty() {
            return None;
        }
        grid[cell] = Some(legal[rng.random_range(0..legal.len() as u32) as usize]);
    }
    Some(grid)
}
