//! How long people take: the scanning load of a path, and the seconds that go with it.
//!
//! At each step a person looks through the empty cells until one of the open placements turns up. Placements
//! in a block are found first, those in a line half as often; when nothing is open, the search costs four
//! full scans. Measured on 1,533 puzzles that 10 to 43 players each had solved (S. W. Wang, Cloud Sudoku
//! records 2025-04-07, CC0).

use super::fast::Effect;
use crate::human::logic::Position;
use crate::human::logic::houses::houses;
use crate::sudoku::grid::{CellSet, Digit, Grid, House};
use std::fmt;

/// The sum over all steps of `E / max(b + l / 2, 1 / 4)`: `E` cells are empty, `b` of them can be filled as
/// the last cell of a house or as a hidden single of a block, `l` further ones as a hidden single of a row or
/// column. People's puzzles have 230 to 1,100.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Load(pub f64);

/// The expected time of a practised player, in seconds. Half of the puzzles of the measurement take within 16 % of it.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Seconds(pub f64);

impl Load {
    /// As catalogues write it, and by which the puzzles of a band are sorted: rounded.
    pub fn whole(self) -> u64 {
        self.0.round() as u64
    }

    /// Adds what the next step in this position costs.
    pub(crate) fn add(&mut self, position: &Position) {
        let (block, line) = position.open_placements();
        self.0 += empty(position) / weight(block, line);
    }
}

fn empty(position: &Position) -> f64 {
    let empty: usize = (0..9).map(|row| position.empty_in(House::row(row))).sum();
    empty as f64
}

/// How much is open: cells of lines count half, and nothing counts a quarter.
fn weight(block: CellSet, line: CellSet) -> f64 {
    (block.len() as f64 + line.minus(block).len() as f64 / 2.0).max(0.25)
}

impl Seconds {
    /// The time that goes with a puzzle whose path has these steps beside hidden singles.
    ///
    /// The order in which a person fills open cells is not that of a rating, and the load of one order is a
    /// noisy sample. So here everything that is open is filled in one round: the second cell of a round has one
    /// empty cell less to scan, and as much open. Then `15.0 x load^0.539`. On the rows of odd number
    /// the rank correlation with people's times is 0.684 (0.661 by the load of the path).
    pub(crate) fn of(givens: &Grid, steps: &[Effect]) -> Self {
        let mut position = Position::new(givens);
        let mut steps = steps.iter();
        let mut load = 0.0;
        while !position.is_full() {
            let (block, line) = position.open_placements();
            let (mut empty, open) = (empty(&position), weight(block, line));
            let before = position.count();
            for cell in block.union(line) {
                load += empty / open;
                empty -= 1.0;
                let only = |digit: &Digit| {
                    houses(cell).iter().any(|&h| position.one_place(h).contains(*digit))
                };
                // An earlier cell of the round may have taken its digit, in a grid without a solution.
                if let Some(digit) = position.candidates(cell).find(only) {
                    position.place(cell, digit);
                }
            }
            if position.count() == before {
                load += empty / open;
                let Some(step) = steps.next() else { break };
                step.apply(&mut position);
            }
        }
        // load^0.539 bit by bit, the highest first: square roots are exact to the last bit on every machine.
        const EXPONENT: u32 = (0.539 * (1 << 20) as f64) as u32;
        let (mut power, mut root) = (1.0, load);
        for bit in (0..20).rev() {
            root = root.sqrt();
            if EXPONENT >> bit & 1 != 0 {
                power *= root;
            }
        }
        Self(15.0 * power)
    }
}

/// Without decimals.
impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.0)
    }
}

/// Without decimals.
impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.0)
    }
}
