//! The 81 cells in reading order, each with its row, column, block and peers.

use std::fmt;

/// A cell, 0 to 80 in reading order: row by row, left to right.
///
/// ```text
///  0  1  2 |  3  4  5 |  6  7  8    band 0: rows 0, 1, 2
///  9 10 11 | 12 13 14 | 15 16 17
/// 18 19 20 | 21 22 23 | 24 25 26
/// ---------+----------+---------
/// 27 ...                            stack 0: columns 0, 1, 2
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The number of cells of a grid: 81.
    pub const COUNT: usize = 81;

    /// The 81 cells in reading order.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        const_for!(i in 0..Self::COUNT => {
            all[i] = Self(i as u8);
        });
        all
    };

    /// Returns the cell in this row and column, each 0 to 8.
    ///
    /// # Panics
    /// If row or column is above 8.
    #[inline]
    pub const fn new(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9, "rows and columns are 0 to 8");
        Self((row * 9 + column) as u8)
    }

    #[inline]
    pub(super) const fn nth(index: u32) -> Option<Self> {
        if index < Self::COUNT as u32 { Some(Self(index as u8)) } else { None }
    }

    /// Returns the index in reading order, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, 0 to 8 from the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column, 0 to 8 from the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the block, 0 to 8 in reading order.
    #[inline]
    pub const fn block(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Returns the twenty other cells that share a house with this one, ascending.
    #[inline]
    pub const fn peers(self) -> &'static [Self; 20] {
        &PEERS[self.index()]
    }
}

/// `r1c1` to `r9c9`, for people.
impl fmt::Display for Cell {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

debug_as_display!(Cell);

const PEERS: [[Cell; 20]; Cell::COUNT] = {
    let mut peers = [[Cell(0); 20]; Cell::COUNT];
    const_for!(i in 0..Cell::COUNT => {
        let a = Cell::ALL[i];
        let mut n = 0;
        const_for!(j in 0..Cell::COUNT => {
            let b = Cell::ALL[j];
            if i != j && (a.row() == b.row() || a.column() == b.column() || a.block() == b.block())
            {
                peers[i][n] = b;
                n += 1;
            }
        });
        assert!(n == 20);
    });
    peers
};
