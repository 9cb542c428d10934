//! The smallest line by trying all orders of the columns, row by row: slower than the real search a
//! thousand times, and faster than to try everything, a hundred times. No class of columns, and
//! each name is given at once.

use crate::support::reference::band_orders;
use grid::{Cell, Digit, Grid};

/// All columns in an order, some rows used.
#[derive(Clone, Copy)]
struct Way {
    transposed: bool,
    columns: [usize; 9],
    /// Bit `r`: row `r` is used.
    used: u16,
    last: usize,
    names: [u8; 10],
}

impl Way {
    fn may_take(&self, row: usize) -> bool {
        let begun = !self.used.count_ones().is_multiple_of(3);
        self.used >> row & 1 == 0 && (!begun || self.last / 3 == row / 3)
    }

    /// Takes a row next, and tells what it looks like.
    fn take(&mut self, row: usize, grid: &Grid) -> [u8; 9] {
        self.used |= 1 << row;
        self.last = row;
        self.columns.map(|column| {
            let cell =
                if self.transposed { Cell::new(column, row) } else { Cell::new(row, column) };
            let Some(digit) = grid[cell] else { return 0 };
            let next = self.names.iter().max().unwrap() + 1;
            let name = &mut self.names[usize::from(digit.get())];
            if *name == 0 {
                *name = next;
            }
            *name
        })
    }
}

/// The smallest line of the class.
pub fn smallest(grid: &Grid) -> Grid {
    let mut ways = Vec::new();
    for columns in band_orders() {
        for transposed in [false, true] {
            ways.push(Way { transposed, columns, used: 0, last: 0, names: [0; 10] });
        }
    }
    let mut line = Vec::new();
    for _ in 0..9 {
        let mut best = [10; 9];
        let mut next = Vec::new();
        for way in &ways {
            for row in (0..9).filter(|&row| way.may_take(row)) {
                let mut way = *way;
                let value = way.take(row, grid);
                if value < best {
                    best = value;
                    next.clear();
                }
                if value == best {
                    next.push(way);
                }
            }
        }
        line.extend(best.map(Digit::new));
        ways = next;
    }
    Grid::new(line.try_into().unwrap())
}
