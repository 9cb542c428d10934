//! The paper's number of searches, counted without repeating the whole search of its solver.
//! [`dfs`](super::dfs) defines the result.
//!
//! The plain search arrives at a cell once for each legal filling of all empty cells before it.
//! Inside one row, the fillings depend only on the candidates that each cell has when the search
//! enters the row; the row itself adds only that digits must differ. So this search goes from row
//! to row, and
//!
//! * counts the fillings of the last four cells of a row by inclusion and exclusion, where only
//!   their number matters: in a row with a cell without candidates, and for the row itself;
//! * updates columns and blocks once for a whole row.
//!
//! The candidates of three columns are in one number, sixteen bits each, one number for each stack.

use super::dfs;
use super::open_rows::{ColumnDigits, OpenRow, open_rows};
use crate::grid::{DigitSet, Grid};

impl Grid {
    /// Returns the number of digits that the paper's solver tries until its search is complete, up
    /// to `cap`; 0 for a grid with a digit twice in a house. A cap of 1,000,000 takes up to a
    /// millisecond.
    pub fn searches(&self, cap: u64) -> u64 {
        match self.conflicts().next() {
            Some(_) => 0,
            None => searches_of_legal(self, cap),
        }
    }

    /// Returns [`Grid::searches`] by its definition, the search itself, for comparisons. Hard
    /// puzzles may take seconds.
    pub fn plain_searches(&self, cap: u64) -> u64 {
        dfs::searches(self, cap)
    }
}

/// Returns [`Grid::searches`] of a grid that the caller knows to have no digit twice in a house.
pub(crate) fn searches_of_legal(grid: &Grid, cap: u64) -> u64 {
    let rows = open_rows(grid);
    let mut walk = ArrivalCounter { rows: &rows, arrivals: 0, enough: cap.div_ceil(9) };
    if !rows.is_empty() {
        walk.enter(0, [0; 3], [0; 3]);
    }
    (walk.arrivals * 9).min(cap)
}

fn size(set: u16) -> u64 {
    DigitSet::from_bits(set).len() as u64
}

struct ArrivalCounter<'a> {
    rows: &'a [OpenRow],
    arrivals: u64,
    /// The number of arrivals at which the search stops.
    enough: u64,
}

impl ArrivalCounter<'_> {
    /// Arrives at the first empty cell of a row. `columns` and `blocks` hold the digits
    /// placed so far; the digits of a block are in each of its columns.
    fn enter(&mut self, row: usize, columns: ColumnDigits, blocks: ColumnDigits) {
        self.arrivals += 1;
        let OpenRow { free, cells, empty, .. } = &self.rows[row];
        let free = |s: usize| free[s] & !(columns[s] | blocks[s]);
        let free = [free(0), free(1), free(2)];
        let mut sets = [0u16; 9];
        for (set, &(stack, first)) in sets.iter_mut().zip(&cells[..*empty]) {
            *set = (free[usize::from(stack)] >> first) as u16 & DigitSet::FULL.bits();
        }
        let sets = &sets[..*empty];
        if let Some(dead) = sets.iter().position(|&set| set == 0) {
            self.arrivals += fillings(&sets[..dead], 0);
            return;
        }
        self.arrivals += fillings(&sets[..sets.len() - 1], 0);
        if row + 1 < self.rows.len() {
            // Cells with few candidates come first, so that a row that cannot be filled
            // is left early.
            let mut order = 0_u64;
            for (i, &set) in sets.iter().enumerate() {
                order |= 1 << (size(set).min(3) * 16 + i as u64);
            }
            let mut choices: [(u16, u8, u8); 9] = [(0, 0, 0); 9];
            for choice in &mut choices[..sets.len()] {
                let i = order.trailing_zeros() as usize & 15;
                order &= order - 1;
                *choice = (sets[i], cells[i].0, cells[i].1);
            }
            self.fill(row, &choices[..sets.len()], 0, [0; 3], &(columns, blocks));
        }
    }

    /// Fills the rest of a row in every legal way, and enters the next row after each.
    fn fill(
        &mut self,
        row: usize,
        mut choices: &[(u16, u8, u8)],
        mut used: u16,
        mut placed: ColumnDigits,
        above: &(ColumnDigits, ColumnDigits),
    ) {
        while let Some((&(set, stack, first), rest)) = choices.split_first() {
            let mut set = set & !used;
            // The last digit of a set needs no recursion.
            while set & set.wrapping_sub(1) != 0 {
                let digit = set & set.wrapping_neg();
                set &= set - 1;
                let mut placed = placed;
                placed[usize::from(stack)] |= u64::from(digit) << first;
                self.fill(row, rest, used | digit, placed, above);
                if self.arrivals >= self.enough {
                    return;
                }
            }
            if set == 0 {
                return;
            }
            placed[usize::from(stack)] |= u64::from(set) << first;
            used |= set;
            choices = rest;
        }
        self.next(row, placed, above);
    }

    fn next(
        &mut self,
        row: usize,
        placed: ColumnDigits,
        (columns, blocks): &(ColumnDigits, ColumnDigits),
    ) {
        let Some(next) = self.rows.get(row + 1) else {
            return;
        };
        let (mut columns, mut blocks) = (*columns, *blocks);
        for s in 0..3 {
            let block = placed[s] | placed[s] >> 16 | placed[s] >> 32;
            columns[s] |= placed[s];
            blocks[s] |= (block & 0xffff) * 0x1_0001_0001;
        }
        let blocks = if next.begins_band { [0; 3] } else { blocks };
        self.enter(row + 1, columns, blocks);
    }
}

/// Counts the fillings of the first cell, of the first two cells, and so on to all cells, and adds
/// the counts up. The digits of a filling differ, and none is in `used`.
#[inline]
fn fillings(sets: &[u16], used: u16) -> u64 {
    match *sets {
        [] => 0,
        [a] => size(a & !used),
        [a, b] => {
            let (a, b) = (a & !used, b & !used);
            size(a) + size(a) * size(b) - size(a & b)
        }
        [a, b, c] => {
            let (a, b, c) = (a & !used, b & !used, c & !used);
            let (sa, sb, sc) = (size(a), size(b), size(c));
            let two = sa * sb - size(a & b);
            let equal = size(a & c) * sb + size(b & c) * sa;
            sa + two + two * sc + 2 * size(a & b & c) - equal
        }
        [a, b, c, d] => count_four_cells(a & !used, b & !used, c & !used, d & !used),
        [a, ref rest @ ..] => {
            let mut left = a & !used;
            let mut sum = size(left);
            while left != 0 {
                let digit = left & left.wrapping_neg();
                left &= left - 1;
                sum += fillings(rest, used | digit);
            }
            sum
        }
    }
}

/// Returns [`fillings`] of four cells by inclusion and exclusion: all choices of digits, less those
/// in which two cells have the same digit, and so on.
#[inline(always)]
fn count_four_cells(a: u16, b: u16, c: u16, d: u16) -> u64 {
    let (sa, sb, sc, sd) = (size(a), size(b), size(c), size(d));
    let (ab, ac, ad) = (size(a & b), size(a & c), size(a & d));
    let (bc, bd, cd) = (size(b & c), size(b & d), size(c & d));
    let (abc, abd) = (size(a & b & c), size(a & b & d));
    let (acd, bcd) = (size(a & c & d), size(b & c & d));
    let two = sa * sb - ab;
    let three = two * sc + 2 * abc - ac * sb - bc * sa;
    let pairs = ab * cd + ac * bd + ad * bc;
    let more = pairs + 2 * (acd * sb + bcd * sa + abd * sc);
    let less = ad * sb * sc + sa * (bd * sc + cd * sb) + 6 * size(a & b & c & d);
    sa + two + three + three * sd + more - less
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    /// Compares grids from one digit tried to the cap.
    #[test]
    fn counts_what_the_plain_search_counts() {
        for (i, solution) in Grid::EMPTY.solutions(50).into_iter().enumerate() {
            let mut grid = Grid::from(solution);
            let emptied = |cell: &&Cell| cell.index() * 7919 % 97 < i * 2;
            Cell::ALL.iter().filter(emptied).for_each(|&cell| grid[cell] = None);
            assert!(i < 49 || grid == Grid::EMPTY);
            for cap in [100, 100_000] {
                assert_eq!(grid.searches(cap), dfs::searches(&grid, cap), "{grid}");
            }
        }
    }
}
