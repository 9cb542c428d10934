//! A plain search: fills cells with one candidate, then tries the candidates of a cell with few.

use super::grid::MiniGrid;
use super::shape::{Cells, MiniShape, ShapeTables, bits};

/// The digits and candidates of a small grid. In its tables, index 0 is the digit 1.
#[derive(Clone)]
pub struct MiniBoard {
    shape: MiniShape,
    tables: &'static ShapeTables,
    /// The cells that have each digit.
    filled: [Cells; MiniShape::MAX_SIDE],
    /// The empty cells that can be each digit.
    pub places: [Cells; MiniShape::MAX_SIDE],
    /// The empty cells.
    pub open: Cells,
}

impl MiniBoard {
    /// Makes the board of givens; `None` if a digit occurs twice in a house.
    pub fn new(givens: &MiniGrid) -> Option<Self> {
        let mut filled = [0; MiniShape::MAX_SIDE];
        for cell in givens.filled() {
            filled[usize::from(givens.cells()[cell]) - 1] |= 1 << cell;
        }
        Self::with_digits(givens.shape(), filled)
    }

    /// Makes the board of digits in cells that are filled once; `None` if a digit occurs twice in a
    /// house.
    pub fn with_digits(shape: MiniShape, filled: [Cells; MiniShape::MAX_SIDE]) -> Option<Self> {
        let tables = shape.tables();
        let open = filled.iter().fold(shape.all_cells(), |open, of_digit| open & !of_digit);
        let mut places = [0; MiniShape::MAX_SIDE];
        for (places, &of_digit) in places.iter_mut().zip(&filled[..shape.side()]) {
            let mut seen = 0;
            bits(of_digit).for_each(|cell| seen |= tables.peers[cell]);
            if seen & of_digit != 0 {
                return None;
            }
            *places = open & !seen;
        }
        Some(Self { shape, tables, filled, places, open })
    }

    /// Returns the shape.
    pub const fn shape(&self) -> MiniShape {
        self.shape
    }

    /// Returns the cells that have each digit.
    pub const fn filled(&self) -> &[Cells; MiniShape::MAX_SIDE] {
        &self.filled
    }

    /// Returns the digits as a grid.
    pub fn grid(&self) -> MiniGrid {
        let mut grid = MiniGrid::empty(self.shape);
        for (digit, &cells) in (1..).zip(&self.filled) {
            bits(cells).for_each(|cell| grid.set(cell, digit));
        }
        grid
    }

    /// Fills cells that see none of each other with a digit that is a candidate of each.
    #[inline]
    pub fn place(&mut self, cells: Cells, digit: usize) {
        self.open &= !cells;
        self.places.iter_mut().for_each(|places| *places &= !cells);
        bits(cells).for_each(|cell| self.places[digit] &= !self.tables.peers[cell]);
        self.filled[digit] |= cells;
    }

    /// Empties a cell that has a digit. The digits that are left alone decide the candidates then,
    /// so the board must have lost none in another way.
    #[inline]
    pub fn empty(&mut self, cell: usize, digit: usize) {
        let (bit, peers) = (1 << cell, self.tables.peers[cell]);
        self.open |= bit;
        self.filled[digit] &= !bit;
        for (places, filled) in self.places[..self.shape.side()].iter_mut().zip(self.filled) {
            *places |= Cells::from(filled & peers == 0) << cell;
        }
        let mut seen = 0;
        bits(self.filled[digit]).for_each(|cell| seen |= self.tables.peers[cell]);
        self.places[digit] = self.open & !seen;
    }

    /// Returns the indexes of the candidates of a cell, ascending.
    pub fn candidates(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let digits = 0..self.places.len();
        digits.filter(move |&digit| self.places[digit] >> cell & 1 != 0)
    }

    /// Calls `visit` with each full board until `limit` of them are found. Returns their number.
    pub fn search(mut self, limit: u64, visit: &mut impl FnMut(&Self)) -> u64 {
        loop {
            let counts = CandidateCounts::new(&self.places);
            if self.open & !counts.once != 0 {
                return 0;
            }
            if self.open == 0 {
                visit(&self);
                return 1;
            }
            let singles = self.open & !counts.twice;
            if singles == 0 {
                return self.branch(&counts, limit, visit);
            }
            let cell = singles & singles.wrapping_neg();
            let digit = self.places.iter().position(|places| places & cell != 0);
            self.place(cell, digit.expect("the cell has one candidate"));
        }
    }

    /// Tries the candidates of a cell with few.
    fn branch(self, counts: &CandidateCounts, limit: u64, visit: &mut impl FnMut(&Self)) -> u64 {
        let cell = counts.fewest(self.open).trailing_zeros() as usize;
        let mut found = 0;
        for digit in self.candidates(cell) {
            let mut next = self.clone();
            next.place(1 << cell, digit);
            found += next.search(limit - found, visit);
            if found >= limit {
                break;
            }
        }
        found
    }

    /// Returns the cells that are the only place of a digit in their block.
    pub fn only_places_in_blocks(&self, digit: usize) -> Cells {
        let (places, table) = (self.places[digit], &self.tables.alone_in_block);
        match self.shape {
            MiniShape::Four => alone_in_bands::<4>(places, table),
            MiniShape::Six => alone_in_bands::<6>(places, table),
        }
    }

    /// Returns the cells that are the only place of a digit in one of their houses.
    #[inline]
    pub fn only_places(&self, digit: usize) -> Cells {
        let (places, table) = (self.places[digit], &self.tables.alone_in_band);
        match self.shape {
            MiniShape::Four => alone_in_bands::<4>(places, table) | alone_in_columns::<4>(places),
            MiniShape::Six => alone_in_bands::<6>(places, table) | alone_in_columns::<6>(places),
        }
    }

    /// Returns the open cells with one candidate.
    pub fn cells_with_one_candidate(&self) -> Cells {
        let counts = CandidateCounts::new(&self.places);
        counts.once & !counts.twice
    }

    /// Returns the open cells with two candidates.
    pub fn cells_with_two_candidates(&self) -> Cells {
        let counts = CandidateCounts::new(&self.places);
        counts.twice & !counts.more
    }

    /// Returns the open cells with one candidate, and those with two.
    #[inline]
    pub fn cells_with_few_candidates(&self) -> [Cells; 2] {
        let counts = CandidateCounts::new(&self.places);
        [counts.once & !counts.twice, counts.twice & !counts.more]
    }

    /// Returns an open cell with the fewest candidates, if that is fewer than three, or else the
    /// first open cell; `None` if no cell is open.
    pub fn narrowest_cell(&self) -> Option<usize> {
        let cells = CandidateCounts::new(&self.places).fewest(self.open);
        bits(cells).next()
    }
}

/// Looks cells up in a table of two rows of `SIDE` cells, two rows at a time.
#[inline]
fn alone_in_bands<const SIDE: usize>(cells: Cells, table: &[u16]) -> Cells {
    let mut alone = 0;
    for band in 0..SIDE / 2 {
        let first = band * 2 * SIDE;
        let of_band = cells >> first & ((1 << (2 * SIDE)) - 1);
        alone |= Cells::from(table[of_band as usize]) << first;
    }
    alone
}

/// Returns the cells that are alone in their column.
#[inline]
fn alone_in_columns<const SIDE: usize>(cells: Cells) -> Cells {
    // The upper half of the rows and the lower half are counted together.
    let half = SIDE * SIDE / 2;
    let (either, both) = (cells | cells >> half, cells & cells >> half);
    let (mut once, mut twice, mut starts) = (0, 0, 0);
    for row in 0..SIDE / 2 {
        let of_row = either >> (row * SIDE);
        twice |= once & of_row | both >> (row * SIDE);
        once |= of_row;
        starts |= (1 << (row * SIDE)) | (1 << (row * SIDE + half));
    }
    cells & ((once & !twice & ((1 << SIDE) - 1)) * starts)
}

/// The cells with at least one, two and three candidates.
struct CandidateCounts {
    once: Cells,
    twice: Cells,
    more: Cells,
}

impl CandidateCounts {
    fn new(places: &[Cells]) -> Self {
        let mut counts = Self { once: 0, twice: 0, more: 0 };
        for &of_digit in places {
            counts.more |= counts.twice & of_digit;
            counts.twice |= counts.once & of_digit;
            counts.once |= of_digit;
        }
        counts
    }

    /// Returns the open cells with the fewest candidates, if that is fewer than three, or else all
    /// open cells.
    fn fewest(&self, open: Cells) -> Cells {
        for cells in [!self.once, !self.twice, !self.more] {
            if open & cells != 0 {
                return open & cells;
            }
        }
        open
    }
}

impl MiniGrid {
    /// Counts the solutions, up to a limit.
    ///
    /// ```
    /// use sudoku_press_grid::mini::{MiniGrid, MiniShape};
    /// assert_eq!(MiniGrid::empty(MiniShape::Four).solution_count(1_000), 288);
    /// ```
    pub fn solution_count(&self, limit: u64) -> u64 {
        match MiniBoard::new(self) {
            Some(board) => board.search(limit, &mut |_| {}),
            None => 0,
        }
    }

    /// Returns at most `limit` solutions, always in the same order.
    pub fn solutions(&self, limit: u64) -> Vec<Self> {
        let mut found = Vec::new();
        if let Some(board) = MiniBoard::new(self) {
            board.search(limit, &mut |solved| found.push(solved.grid()));
        }
        found
    }
}
