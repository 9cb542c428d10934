//! The shapes of small grids: their houses, peers and symmetries as data.

use std::sync::LazyLock;

words::named! {
    /// The size of a small grid.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum MiniShape {
        /// 4 x 4 cells, blocks of 2 x 2.
        Four = "4",
        /// 6 x 6 cells, blocks of 2 rows and 3 columns.
        Six = "6",
    }
}

/// A set of cells: bit `i` is cell `i`.
pub type Cells = u64;

/// Returns the numbers of the bits that are set, ascending.
pub fn bits(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        if cells == 0 {
            return None;
        }
        cells &= cells - 1;
        Some(cell)
    })
}

/// The kinds of houses, in the order of `ShapeTables::houses`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MiniHouseKind {
    /// A block.
    Block,
    /// A column.
    Column,
    /// A row.
    Row,
}

/// The houses, peers and symmetries of a shape.
pub struct ShapeTables {
    /// The cells of each block, column and row, in this order.
    pub houses: Vec<Cells>,
    /// The block, the column and the row of each cell.
    pub houses_at: [[Cells; 3]; MiniShape::MAX_CELLS],
    /// The other cells of the three houses of each cell.
    pub peers: [Cells; MiniShape::MAX_CELLS],
    /// The symmetries without digits: for each, the cell that moves to each place.
    pub symmetries: Vec<[u8; MiniShape::MAX_CELLS]>,
    /// For each set of cells of two rows that share their blocks: the cells that are alone in their
    /// block.
    pub alone_in_block: Vec<u16>,
    /// The same for the cells that are alone in their block or in their row.
    pub alone_in_band: Vec<u16>,
}

static FOUR: LazyLock<ShapeTables> = LazyLock::new(|| ShapeTables::new(MiniShape::Four));
static SIX: LazyLock<ShapeTables> = LazyLock::new(|| ShapeTables::new(MiniShape::Six));

impl MiniShape {
    /// The number of cells of the largest small grid.
    pub const MAX_CELLS: usize = 36;
    /// The number of digits of the largest small grid.
    pub const MAX_SIDE: usize = 6;

    /// Returns the number of cells of a row, which is also the number of digits: 4 or 6.
    pub const fn side(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Six => 6,
        }
    }

    /// Returns the number of rows of a block: 2.
    pub const fn block_rows(self) -> usize {
        2
    }

    /// Returns the number of columns of a block: 2 or 3.
    pub const fn block_columns(self) -> usize {
        self.side() / self.block_rows()
    }

    /// Returns the number of cells: 16 or 36.
    pub const fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the shape with this number of cells.
    pub fn with_cell_count(count: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.cell_count() == count)
    }

    /// Returns the block of a cell. Blocks are numbered from 0 in reading order.
    pub const fn block(self, cell: usize) -> usize {
        let (row, column) = (cell / self.side(), cell % self.side());
        // A band has as many blocks as a block has rows.
        row / self.block_rows() * self.block_rows() + column / self.block_columns()
    }

    /// Names a cell by row and column, counted from 1: `r1c3`.
    pub(super) fn cell_name(self, cell: usize) -> String {
        format!("r{}c{}", cell / self.side() + 1, cell % self.side() + 1)
    }

    /// Returns the set of all cells.
    pub const fn all_cells(self) -> Cells {
        (1 << self.cell_count()) - 1
    }

    /// Returns the houses and the peers of all cells.
    pub fn tables(self) -> &'static ShapeTables {
        match self {
            Self::Four => &FOUR,
            Self::Six => &SIX,
        }
    }

    /// Returns the houses of a kind.
    pub fn houses(self, kind: MiniHouseKind) -> &'static [Cells] {
        &self.tables().houses[kind as usize * self.side()..][..self.side()]
    }
}

impl ShapeTables {
    fn new(shape: MiniShape) -> Self {
        let side = shape.side();
        let mut houses = vec![0; 3 * side];
        let numbers = |cell| [shape.block(cell), side + cell % side, 2 * side + cell / side];
        for cell in 0..shape.cell_count() {
            numbers(cell).into_iter().for_each(|house| houses[house] |= 1 << cell);
        }
        let mut houses_at = [[0; 3]; MiniShape::MAX_CELLS];
        for (cell, own) in houses_at.iter_mut().enumerate().take(shape.cell_count()) {
            *own = numbers(cell).map(|house| houses[house]);
        }
        let mut peers = [0; MiniShape::MAX_CELLS];
        for &house in &houses {
            for cell in bits(house) {
                peers[cell] |= house & !(1 << cell);
            }
        }
        let is_in_band = |house: &&Cells| **house < 1 << (2 * side);
        let blocks: Vec<Cells> = houses[..side].iter().filter(is_in_band).copied().collect();
        let rows = houses[2 * side..].iter().filter(is_in_band).copied();
        let lines: Vec<Cells> = blocks.iter().copied().chain(rows).collect();
        Self {
            alone_in_block: cells_alone(2 * side, &blocks),
            alone_in_band: cells_alone(2 * side, &lines),
            houses,
            houses_at,
            peers,
            symmetries: symmetries(shape),
        }
    }
}

/// Returns for each set of the first `count` cells those that are alone in one of the houses.
fn cells_alone(count: usize, houses: &[Cells]) -> Vec<u16> {
    let alone_in = |cells: Cells| {
        let held = houses.iter().map(|house| house & cells);
        held.filter(|cells| cells.is_power_of_two()).fold(0, |all, cell| all | cell)
    };
    (0..1 << count).map(|cells| alone_in(cells) as u16).collect()
}

/// Returns the symmetries of a shape: 128 of 4 x 4, 3,456 of 6 x 6. Only square blocks allow rows
/// and columns to change places.
fn symmetries(shape: MiniShape) -> Vec<[u8; MiniShape::MAX_CELLS]> {
    let side = shape.side();
    let row_orders = line_orders(side, shape.block_rows());
    let column_orders = line_orders(side, shape.block_columns());
    let is_square = shape.block_rows() == shape.block_columns();
    let mut symmetries = Vec::new();
    for rows in &row_orders {
        for columns in &column_orders {
            let mut cells = [0; MiniShape::MAX_CELLS];
            let mut transposed = cells;
            for place in 0..shape.cell_count() {
                let (row, column) = (rows[place / side], columns[place % side]);
                cells[place] = (row * side + column) as u8;
                transposed[place] = (column * side + row) as u8;
            }
            symmetries.push(cells);
            if is_square {
                symmetries.push(transposed);
            }
        }
    }
    symmetries
}

/// Returns the orders of rows or columns that keep groups of `size` together.
fn line_orders(side: usize, size: usize) -> Vec<Vec<usize>> {
    let inside = permutations(size);
    let mut orders = Vec::new();
    for groups in permutations(side / size) {
        let mut partial = vec![Vec::new()];
        for group in groups {
            let mut longer = Vec::new();
            for order in &partial {
                for lines in &inside {
                    let lines = lines.iter().map(|line| group * size + line);
                    longer.push(order.iter().copied().chain(lines).collect());
                }
            }
            partial = longer;
        }
        orders.extend(partial);
    }
    orders
}

/// Returns all orders of the numbers from 0 to `n - 1`, in lexicographic order.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..n {
        for rest in permutations(n - 1) {
            let others = rest.iter().map(|&other| if other < first { other } else { other + 1 });
            all.push(std::iter::once(first).chain(others).collect());
        }
    }
    all
}
