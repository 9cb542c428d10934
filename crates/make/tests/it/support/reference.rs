//! Slow, simple reference implementations, which judge the fast ones.

use grid::{Cell, Digit, Grid};

/// Every way to put three things in order.
pub const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Every way to rearrange nine rows so that bands stay together.
pub fn band_orders() -> Vec<[usize; 9]> {
    let mut all = Vec::new();
    for bands in ORDERS {
        for a in ORDERS {
            for b in ORDERS {
                for c in ORDERS {
                    all.push(std::array::from_fn(|i| bands[i / 3] * 3 + [a, b, c][i / 3][i % 3]));
                }
            }
        }
    }
    all
}

/// Calls `each` with the source cell of every cell, for each of the 3,359,232 rearrangements.
pub fn all_rearrangements(mut each: impl FnMut(&dyn Fn(usize, usize) -> Cell)) {
    let orders = band_orders();
    assert_eq!(orders.len(), 1296);
    for rows in &orders {
        for columns in &orders {
            each(&|r, c| Cell::new(rows[r], columns[c]));
            each(&|r, c| Cell::new(columns[c], rows[r]));
        }
    }
}

/// The smallest line of the class, by trying everything.
pub fn smallest_by_brute_force(grid: &Grid) -> Grid {
    let mut best = [10u8; 81];
    all_rearrangements(|source| {
        let mut names = [0u8; 10];
        let mut named = 0;
        let mut smaller = false;
        for i in 0..81 {
            let value = grid[source(i / 9, i % 9)].map_or(0, |digit| {
                let name = &mut names[usize::from(digit.get())];
                if *name == 0 {
                    named += 1;
                    *name = named;
                }
                *name
            });
            if !smaller && value > best[i] {
                return;
            }
            smaller |= value < best[i];
            best[i] = value;
        }
    });
    Grid::new(best.map(Digit::new))
}
