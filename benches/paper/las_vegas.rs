//! Section 5.2.1: how often a full grid comes out of n random digits. The paper says 99.7 % for 11.

use crate::{Setup, percent};
use std::time::Instant;
use sudoku_press::generate::FullGrid;

pub fn run(&Setup { count, seed, .. }: &Setup) {
    println!("   n  full grids            microseconds a try");
    for digits in 5..=20 {
        let grid = FullGrid::LasVegas { digits };
        let mut rng = seed.numbered(digits as u64);
        let begin = Instant::now();
        let made = (0..count)
            .filter(|_| grid.attempt(&mut rng).is_some())
            .count() as u64;
        let time = begin.elapsed().as_secs_f64() * 1e6 / count as f64;
        println!("  {digits:>2}  {:<20}  {time:8.1}", percent(made, count));
    }
}
