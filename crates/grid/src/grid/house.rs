//! The 27 houses: nine rows, nine columns and nine blocks, and the houses and peers of
//! each cell.

use super::cell::Cell;
use super::sets::CellSet;
use std::fmt;

/// A row, a column or a block: nine cells that a solution fills with each digit once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

impl House {
    /// The 27 houses: rows from the top, columns from the left, blocks in reading order.
    pub const ALL: [Self; 27] = {
        let mut all = [Self(0); 27];
        const_for!(i in 0..27 => {
            all[i] = Self(i as u8);
        });
        all
    };

    /// Returns the row `n`, 0 to 8 from the top.
    ///
    /// # Panics
    /// If `n` is above 8.
    #[inline]
    pub const fn row(n: usize) -> Self {
        assert!(n < 9);
        Self(n as u8)
    }

    /// Returns the column `n`, 0 to 8 from the left.
    ///
    /// # Panics
    /// If `n` is above 8.
    #[inline]
    pub const fn column(n: usize) -> Self {
        assert!(n < 9);
        Self(n as u8 + 9)
    }

    /// Returns the block `n`, 0 to 8 in reading order.
    ///
    /// # Panics
    /// If `n` is above 8.
    #[inline]
    pub const fn block(n: usize) -> Self {
        assert!(n < 9);
        Self(n as u8 + 18)
    }

    /// Returns the index, 0 to 26: rows, then columns, then blocks.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the nine cells in reading order. The index into them is the *position* in the house.
    #[inline]
    pub const fn cells(self) -> &'static [Cell; 9] {
        &CELLS[self.index()]
    }

    /// Returns the nine cells as a set.
    #[inline]
    pub const fn cell_set(self) -> CellSet {
        CELL_SETS[self.index()]
    }
}

impl Cell {
    /// Returns the row, the column and the block of the cell, in this order.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        [House::row(self.row()), House::column(self.column()), House::block(self.block())]
    }

    /// Returns the peers of the cell as a set.
    #[inline]
    pub const fn peer_set(self) -> CellSet {
        PEER_SETS[self.index()]
    }

    /// Returns the cells that are peers of all these cells. Without cells, returns all 81.
    #[inline]
    pub fn common_peers(cells: impl IntoIterator<Item = Self>) -> CellSet {
        cells.into_iter().map(Self::peer_set).fold(CellSet::FULL, CellSet::intersection)
    }
}

/// `row 1`, `column 9` or `block 5`, for people.
impl fmt::Display for House {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = ["row", "column", "block"][self.index() / 9];
        write!(f, "{kind} {}", self.index() % 9 + 1)
    }
}

debug_as_display!(House);

const CELLS: [[Cell; 9]; 27] = {
    let mut cells = [[Cell::new(0, 0); 9]; 27];
    const_for!(n in 0..9 => {
        const_for!(k in 0..9 => {
            cells[n][k] = Cell::new(n, k);
            cells[9 + n][k] = Cell::new(k, n);
            cells[18 + n][k] = Cell::new(n / 3 * 3 + k / 3, n % 3 * 3 + k % 3);
        });
    });
    cells
};

static CELL_SETS: [CellSet; 27] = {
    let mut sets = [CellSet::EMPTY; 27];
    const_for!(i in 0..27 * 9 => {
        sets[i / 9].insert(CELLS[i / 9][i % 9]);
    });
    sets
};

static PEER_SETS: [CellSet; Cell::COUNT] = {
    let mut sets = [CellSet::EMPTY; Cell::COUNT];
    const_for!(i in 0..Cell::COUNT * 20 => {
        sets[i / 20].insert(Cell::ALL[i / 20].peers()[i % 20]);
    });
    sets
};
