//! How long people take: the scanning load of a path, and the seconds that go with it.
//!
//! At each step a person looks through the empty cells until one of the open placements turns up. Placements
//! in a block are found first, those in a line half as often; when nothing is open, the search costs four
//! full scans. Measured on 1,533 puzzles that 10 to 43 players each had solved (S. W. Wang, Cloud Sudoku
//! records 2025-04-07, CC0).

use super::fast::{Effect, HiddenSingles};
use crate::human::logic::Position;
use crate::sudoku::grid::{CellSet, Grid, House};
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
        self.add_step(empty(position), block, line);
    }

    /// As [`Self::add`], with this number of empty cells, and these that can be filled.
    pub(super) fn add_step(&mut self, empty: f64, block: CellSet, line: CellSet) {
        let (first, others) = (block.len() as f64, line.minus(block).len() as f64);
        self.0 += empty / weight(first, others);
    }
}

fn empty(position: &Position) -> f64 {
    let empty: usize = (0..9).map(|row| position.empty_in(House::row(row))).sum();
    empty as f64
}

/// How much is open: cells of lines alone count half, and nothing counts a quarter.
fn weight(first: f64, others: f64) -> f64 {
    (first + others / 2.0).max(0.25)
}

impl Seconds {
    /// The time that goes with a puzzle whose path has these steps beside hidden singles.
    ///
    /// The order in which a person fills open cells is not that of a rating, and the load of one order is a
    /// noisy sample. So here everything that is open is filled in one round: the second cell of a round has one
    /// empty cell less to scan, and as much open. Then `15.0 x load^0.539`. On the rows of odd number
    /// the rank correlation with people's times is 0.684 (0.661 by the load of the path).
    pub(crate) fn from_path(givens: &Grid, steps: &[Effect]) -> Self {
        let load = load_of_rounds(givens, steps);
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

/// The load of the path with these steps beside hidden singles, if all that is open is filled in one round.
fn load_of_rounds(givens: &Grid, steps: &[Effect]) -> f64 {
    let mut left = HiddenSingles::new(givens);
    let mut steps = steps.iter();
    let mut load = 0.0;
    while !left.is_full() {
        let mut empty = f64::from(left.count());
        let [first, others] = left.round();
        let open = weight(f64::from(first), f64::from(others));
        for _ in 0..first + others {
            load += empty / open;
            empty -= 1.0;
        }
        if first + others == 0 {
            load += empty / open;
            let Some(step) = steps.next() else { break };
            for &(cell, digits) in &step.eliminations {
                left.remove(cell, digits);
            }
            if step.placement.is_some() {
                left = left.with(step.placement.into_iter());
            }
        }
    }
    load
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::logic::houses::houses;
    use crate::human::logic::{Technique, TechniqueSet, next_step};
    use crate::sudoku::grid::Digit;

    /// The same as [`load_of_rounds`], cell by cell.
    fn load(givens: &Grid, steps: &[Effect]) -> f64 {
        let mut position = Position::new(givens);
        let mut steps = steps.iter();
        let mut load = 0.0;
        while !position.is_full() {
            let (block, line) = position.open_placements();
            let open = weight(block.len() as f64, line.minus(block).len() as f64);
            for cell in block.union(line) {
                load += empty(&position) / open;
                let only = |digit: &Digit| {
                    houses(cell).iter().any(|&h| position.one_place(h).contains(*digit))
                };
                let digit = position.candidates(cell).find(only).expect("it is open");
                position.place(cell, digit);
            }
            if block.union(line).is_empty() {
                load += empty(&position) / open;
                steps.next().expect("the path goes on").apply(&mut position);
            }
        }
        load
    }

    #[test]
    fn what_is_open_is_filled_round_by_round() {
        let rows = include_str!("../../../tests/it/golden-bands.csv").lines().skip(1);
        let mut others = 0;
        for row in rows.step_by(3) {
            let givens = row.split(',').nth(1).expect("a puzzle").parse().expect("81 cells");
            let mut position = Position::new(&givens);
            let mut steps = Vec::new();
            while let Some(step) = next_step(&position, TechniqueSet::ALL) {
                step.apply(&mut position);
                if step.technique > Technique::HiddenSingleLine {
                    steps.push(Effect::from(step));
                }
            }
            assert_eq!(load_of_rounds(&givens, &steps), load(&givens, &steps), "{givens}");
            others += steps.len();
        }
        assert!(others > 50, "{others}");
    }
}
