//! Orders of houses and peers, which decide which of several finds comes first, and the scope of a
//! search.

use grid::{Cell, CellSet, DigitSet, House};

/// The houses in the order in which most techniques search them: blocks, columns, rows.
pub(crate) const BLOCKS_COLUMNS_ROWS: [House; 27] = {
    let kinds = [HouseKind::Block, HouseKind::Column, HouseKind::Row];
    let mut order = [House::row(0); 27];
    grid::const_for!(i in 0..27 => {
        order[i] = kinds[i / 9].house(i % 9);
    });
    order
};

/// The kind of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HouseKind {
    Block,
    Row,
    Column,
}

impl HouseKind {
    /// The kinds in the order in which the houses of a cell are searched: block, row, column.
    pub const ALL: [Self; 3] = [Self::Block, Self::Row, Self::Column];

    /// Returns house `n` of this kind, 0 to 8.
    #[inline]
    pub const fn house(self, n: usize) -> House {
        match self {
            Self::Block => House::block(n),
            Self::Row => House::row(n),
            Self::Column => House::column(n),
        }
    }

    /// Returns the house of this kind that contains the cell.
    #[inline]
    pub const fn house_of(self, cell: Cell) -> House {
        match self {
            Self::Block => House::block(cell.block()),
            Self::Row => House::row(cell.row()),
            Self::Column => House::column(cell.column()),
        }
    }
}

/// The houses and digits that a technique has to search, because the caller knows that there is no
/// find elsewhere. Only techniques whose finds lie in one house, or are about one digit, use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchScope {
    /// The digits.
    pub digits: DigitSet,
    /// Bit `i` is house `i`.
    pub houses: u32,
}

impl SearchScope {
    /// Everything.
    pub const ALL: Self = Self { digits: DigitSet::FULL, houses: (1 << 27) - 1 };
    /// Nothing.
    pub const NONE: Self = Self { digits: DigitSet::EMPTY, houses: 0 };

    /// Returns the houses in the order in which most techniques search them: blocks, columns, rows.
    #[inline]
    pub fn blocks_columns_rows(self) -> impl Iterator<Item = House> {
        let houses = BLOCKS_COLUMNS_ROWS.iter().copied();
        houses.filter(move |house| self.houses >> house.index() & 1 != 0)
    }
}

/// Returns the block, the row and the column of a cell.
#[inline]
pub(crate) fn houses(cell: Cell) -> [House; 3] {
    HOUSES[cell.index()]
}

/// Returns the twenty peers of a cell: the rest of its block, then of its row, then of its column.
pub(crate) fn peers(cell: Cell) -> impl Iterator<Item = Cell> {
    peers_by_kind(cell).iter().copied().flatten()
}

/// Returns the peers of a cell in three sets: the rest of its block, of its row, and of its column.
/// Taken one set after the other, each in ascending order, they are in the order of [`peers`].
#[inline]
pub(crate) fn peers_by_kind(cell: Cell) -> &'static [CellSet; 3] {
    &PEERS_BY_KIND[cell.index()]
}

/// Returns the cells at these positions of a house. Bit `i` is position `i`.
#[inline]
pub(crate) fn cells_at(house: House, positions: u16) -> CellSet {
    let (kind, n) = (house.index() / 9, house.index() % 9);
    let bits = u128::from(positions);
    match kind {
        0 => CellSet::from_bits(bits << (9 * n)),
        1 => {
            let column = (0..9).fold(0, |column, row| column | (bits >> row & 1) << (9 * row));
            CellSet::from_bits(column << n)
        }
        _ => {
            let block = bits & 7 | (bits >> 3 & 7) << 9 | (bits >> 6 & 7) << 18;
            CellSet::from_bits(block << (n / 3 * 27 + n % 3 * 3))
        }
    }
}

/// Returns the houses that contain all these cells: block, row, column.
pub(crate) fn shared_houses(cells: &[Cell]) -> impl Iterator<Item = House> {
    houses(cells[0])
        .into_iter()
        .filter(|house| cells.iter().all(|&cell| houses(cell).contains(house)))
}

/// Returns a house of both cells, the block if they share it.
pub(crate) fn shared_house(a: Cell, b: Cell) -> House {
    shared_houses(&[a, b]).next().unwrap_or(HouseKind::Row.house_of(a))
}

/// Returns the position, 0 to 8, of a cell in a house that contains it.
pub(crate) const fn position(house: House, cell: Cell) -> usize {
    match house.index() / 9 {
        0 => cell.column(),
        1 => cell.row(),
        _ => cell.row() % 3 * 3 + cell.column() % 3,
    }
}

static HOUSES: [[House; 3]; Cell::COUNT] = {
    let mut houses = [[House::row(0); 3]; Cell::COUNT];
    grid::const_for!(i in 0..Cell::COUNT * 3 => {
        houses[i / 3][i % 3] = HouseKind::ALL[i % 3].house_of(Cell::ALL[i / 3]);
    });
    houses
};

static PEERS_BY_KIND: [[CellSet; 3]; Cell::COUNT] = {
    let mut sets = [[CellSet::EMPTY; 3]; Cell::COUNT];
    grid::const_for!(i in 0..Cell::COUNT * 3 => {
        let cell = Cell::ALL[i / 3];
        // The block comes first, so its cells are not repeated in the lines. A cell is not its own
        // peer.
        let known = sets[i / 3][0].union(CellSet::singleton(cell));
        sets[i / 3][i % 3] = HouseKind::ALL[i % 3].house_of(cell).cell_set().minus(known);
    });
    sets
};
