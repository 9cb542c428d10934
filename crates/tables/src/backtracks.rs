//! A plain search, as a first program would do it: singles, and then a guess. It counts its wrong
//! guesses, by which public data sets rate puzzles.

use grid::{Cell, Grid, House};

/// The number of wrong guesses at which the search stops.
pub const BACKTRACKS_CAP: u64 = 1_000_000;

/// All digits as bits.
const ALL: u16 = 0b1_1111_1111;

/// A grid in which each cell has the digits that are left for it, as bits.
#[derive(Clone)]
struct PlainGrid {
    left: [u16; Cell::COUNT],
    /// True for a cell whose digit was removed from its peers.
    is_placed: [bool; Cell::COUNT],
    open: usize,
}

impl PlainGrid {
    fn new(givens: &Grid) -> Option<Self> {
        let (left, is_placed) = ([ALL; Cell::COUNT], [false; Cell::COUNT]);
        let mut grid = Self { left, is_placed, open: Cell::COUNT };
        for (cell, digit) in givens.filled() {
            grid.place(cell, 1 << digit.index())?;
        }
        Some(grid)
    }

    /// Places a digit. Returns `None` if it is not left, if there are two, or if a peer has no
    /// digit then.
    fn place(&mut self, cell: Cell, digit: u16) -> Option<()> {
        if self.left[cell.index()] & digit == 0 || !digit.is_power_of_two() {
            return None;
        }
        self.left[cell.index()] = digit;
        self.is_placed[cell.index()] = true;
        self.open -= 1;
        for peer in cell.peers() {
            let left = &mut self.left[peer.index()];
            *left &= !digit;
            if *left == 0 {
                return None;
            }
        }
        Some(())
    }

    /// Places naked and hidden singles until there are none. Returns `None` if a cell or a digit of
    /// a house has no place left.
    fn place_singles(&mut self) -> Option<()> {
        loop {
            let before = self.open;
            for cell in Cell::ALL {
                let left = self.left[cell.index()];
                if !self.is_placed[cell.index()] && left.is_power_of_two() {
                    self.place(cell, left)?;
                }
            }
            for house in House::ALL {
                self.place_hidden(house)?;
            }
            if self.open == before {
                return Some(());
            }
        }
    }

    fn place_hidden(&mut self, house: House) -> Option<()> {
        let (mut once, mut again) = (0, 0);
        for cell in house.cells() {
            again |= once & self.left[cell.index()];
            once |= self.left[cell.index()];
        }
        if once != ALL {
            return None;
        }
        for &cell in house.cells() {
            let single = self.left[cell.index()] & once & !again;
            if single != 0 && !self.is_placed[cell.index()] {
                self.place(cell, single)?;
            }
        }
        Some(())
    }

    /// Searches for a solution. Returns false if there is none. Counts the guesses that were wrong.
    fn solve(mut self, wrong: &mut u64) -> bool {
        if self.place_singles().is_none() {
            return false;
        }
        let open = Cell::ALL.into_iter().filter(|cell| !self.is_placed[cell.index()]);
        let Some(cell) = open.min_by_key(|cell| self.left[cell.index()].count_ones()) else {
            return true;
        };
        for digit in (0..9).map(|index| 1 << index) {
            if self.left[cell.index()] & digit == 0 {
                continue;
            }
            let mut guess = self.clone();
            if guess.place(cell, digit).is_some() && guess.solve(wrong) {
                return true;
            }
            *wrong += 1;
            if *wrong >= BACKTRACKS_CAP {
                break;
            }
        }
        false
    }
}

/// Returns the number of wrong guesses of a plain search up to the first solution: it places naked
/// and hidden singles, and then tries the digits of the first cell in reading order with the fewest
/// candidates, the smallest first. A puzzle that singles solve has none. The search stops at
/// [`BACKTRACKS_CAP`].
pub fn backtracks(givens: &Grid) -> u64 {
    let mut wrong = 0;
    if let Some(grid) = PlainGrid::new(givens) {
        grid.solve(&mut wrong);
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Digit, Rng, Symmetry};
    use make::{Bounds, FullGrid, dig};

    const SEVENTEEN: &str =
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

    /// Counts wrong guesses with the rules alone: candidates are computed again after each digit.
    fn slow_backtracks(mut grid: Grid, wrong: &mut u64) -> bool {
        let candidates = |grid: &Grid, cell: Cell| -> Vec<Digit> {
            let is_free =
                |digit: &Digit| cell.peers().iter().all(|&peer| grid[peer] != Some(*digit));
            Digit::ALL.into_iter().filter(is_free).collect()
        };
        loop {
            let mut single = None;
            for cell in grid.empty() {
                match candidates(&grid, cell)[..] {
                    [] => return false,
                    [digit] => single = Some((cell, digit)),
                    _ => {}
                }
            }
            for house in House::ALL {
                for digit in Digit::ALL {
                    let cells = house.cells();
                    if cells.iter().any(|&cell| grid[cell] == Some(digit)) {
                        continue;
                    }
                    let can_be = |cell: &&Cell| {
                        grid[**cell].is_none() && candidates(&grid, **cell).contains(&digit)
                    };
                    match cells.iter().filter(can_be).collect::<Vec<_>>()[..] {
                        [] => return false,
                        [cell] => single = Some((*cell, digit)),
                        _ => {}
                    }
                }
            }
            let Some((cell, digit)) = single else { break };
            grid[cell] = Some(digit);
        }
        let Some(cell) = grid.empty().min_by_key(|&cell| candidates(&grid, cell).len()) else {
            return true;
        };
        for digit in candidates(&grid, cell) {
            grid[cell] = Some(digit);
            if slow_backtracks(grid, wrong) {
                return true;
            }
            *wrong += 1;
        }
        false
    }

    /// Returns puzzles that are dug down to 20 to 31 givens, and one with 17.
    fn puzzles() -> Vec<Grid> {
        let mut rng = Rng::new(48, 0);
        let mut puzzles = vec![SEVENTEEN.parse().expect("81 cells")];
        while puzzles.len() < 61 {
            let Some(full) = FullGrid::PAPER.attempt(&mut rng) else { continue };
            let mut order = Cell::ALL;
            rng.shuffle(&mut order);
            let bounds = Bounds { givens: 20 + puzzles.len() % 12, ..Bounds::default() };
            puzzles.push(dig(&full, &order, Symmetry::None, bounds));
        }
        puzzles
    }

    #[test]
    fn backtracks_equal_those_of_slow_search() {
        let mut most = 0;
        for puzzle in puzzles() {
            let mut wrong = 0;
            assert!(slow_backtracks(puzzle, &mut wrong));
            assert_eq!(backtracks(&puzzle), wrong, "{puzzle}");
            most = most.max(wrong);
        }
        assert!(most > 1);
    }
}
