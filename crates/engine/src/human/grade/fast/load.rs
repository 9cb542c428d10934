//! The load of the hidden singles at the start of a path, placed in the order of the rating.

use crate::human::grade::Load;
use crate::human::logic::houses::{BLOCKS_COLUMNS_ROWS, position};
use crate::sudoku::grid::{Cell, CellSet, Digit, Grid};

/// By house, in the order of the rating: positions, as bits. 27 of the 32 houses are used.
type HousePlaces = [u16; 32];

/// All positions of a house.
const ALL: u16 = 0x1ff;

/// The state that decides which hidden single comes next, and which cells are open.
struct OrderedSingles {
    /// By digit: its possible places.
    places: [HousePlaces; 9],
    /// By digit: the houses in which it has one place.
    single: [u32; 9],
    /// The empty cells. `count` is their number.
    empty: HousePlaces,
    count: u32,
    /// The houses with one empty cell.
    last: u32,
    /// The cells of [`Position::open_placements`](crate::human::logic::Position::open_placements).
    open_in_block: CellSet,
    open_in_line: CellSet,
}

/// Returns the load of the hidden singles of a grid that come before the first other step.
pub(crate) fn load_of_singles(givens: &Grid) -> Load {
    let mut singles = OrderedSingles::new(givens);
    let mut load = Load::default();
    while let Some((cell, digit)) = singles.next() {
        load.add_step(f64::from(singles.count), singles.open_in_block, singles.open_in_line);
        singles.place(cell, digit);
    }
    load
}

impl OrderedSingles {
    fn new(givens: &Grid) -> Self {
        let (mut places, mut empty, mut count) = ([[ALL; 32]; 9], [ALL; 32], 81);
        for (cell, digit) in givens.filled() {
            remove_seen(&mut places[digit.index()], cell);
            places_in_houses(cell).iter().for_each(|&(house, bit)| empty[house] &= !bit);
            count -= 1;
        }
        for places in &mut places {
            for house in 0..32 {
                places[house] &= empty[house];
            }
        }
        let (open_in_block, open_in_line) = (CellSet::EMPTY, CellSet::EMPTY);
        let last = houses_with_one(&empty);
        let mut singles =
            Self { places, single: [0; 9], empty, count, last, open_in_block, open_in_line };
        (0..9).for_each(|digit| singles.note_singles(digit));
        singles
    }

    /// Records the houses in which a digit now has one place.
    fn note_singles(&mut self, digit: usize) {
        let places = &self.places[digit];
        let now = houses_with_one(places);
        let mut new = now & !self.single[digit];
        self.single[digit] = now;
        while new != 0 {
            let house = new.trailing_zeros() as usize;
            new &= new - 1;
            note(self.last, house, places, &mut self.open_in_block, &mut self.open_in_line);
        }
    }

    /// Returns the next hidden single. The last cell of a house comes before all others.
    fn next(&self) -> Option<(Cell, Digit)> {
        let all = self.single.iter().fold(0, |all, houses| all | houses);
        let first = if self.last & all != 0 { self.last & all } else { all };
        let house = (first != 0).then_some(first.trailing_zeros() as usize)?;
        let digit = self.single.iter().position(|houses| houses >> house & 1 != 0)?;
        Some((cell_at(house, self.places[digit][house]), Digit::ALL[digit]))
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        self.count -= 1;
        self.open_in_block.remove(cell);
        self.open_in_line.remove(cell);
        for (house, bit) in places_in_houses(cell) {
            self.empty[house] &= !bit;
            let one = self.empty[house].is_power_of_two();
            self.last = self.last & !(1 << house) | u32::from(one) << house;
            if one {
                self.open_in_block.insert(cell_at(house, self.empty[house]));
            }
        }
        for other in 0..9 {
            let (first, bit) = places_in_houses(cell)[0];
            if other == digit.index() || self.places[other][first] & bit == 0 {
                continue;
            }
            let places = &mut self.places[other];
            for (house, bit) in places_in_houses(cell) {
                places[house] &= !bit;
                if places[house].is_power_of_two() {
                    self.single[other] |= 1 << house;
                    note(self.last, house, places, &mut self.open_in_block, &mut self.open_in_line);
                }
            }
        }
        remove_seen(&mut self.places[digit.index()], cell);
        self.note_singles(digit.index());
    }
}

/// Records the only place that a digit has in a house.
fn note(last: u32, house: usize, places: &HousePlaces, block: &mut CellSet, line: &mut CellSet) {
    let cell = cell_at(house, places[house]);
    if house < 9 || last >> house & 1 != 0 {
        block.insert(cell)
    } else {
        line.insert(cell)
    };
}

/// Returns the houses with one position, as bits.
fn houses_with_one(places: &HousePlaces) -> u32 {
    let mut one = [0_u8; 32];
    for house in 0..32 {
        let places = places[house];
        one[house] = u8::from(places != 0) & u8::from(places & places.wrapping_sub(1) == 0);
    }
    // Packs eight bytes into eight bits.
    let mut houses = 0;
    for (n, eight) in one.chunks_exact(8).enumerate() {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(eight);
        let bits = u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        houses |= (bits as u32) << (8 * n);
    }
    houses & 0x7ff_ffff
}

/// Removes a cell and its peers from the places of a digit.
fn remove_seen(places: &mut HousePlaces, cell: Cell) {
    let kept = &KEPT[cell.index()];
    for house in 0..32 {
        places[house] &= kept[house];
    }
}

/// Returns the block, the column and the row of a cell, each with the cell's position in it.
fn places_in_houses(cell: Cell) -> [(usize, u16); 3] {
    PLACES_IN_HOUSES[cell.index()]
}

/// Returns the cell at the first position of a house.
fn cell_at(house: usize, places: u16) -> Cell {
    BLOCKS_COLUMNS_ROWS[house].cells()[places.trailing_zeros() as usize]
}

/// By cell: the places that remain for a digit after it was placed in the cell.
static KEPT: [HousePlaces; Cell::COUNT] = {
    let mut kept = [[ALL; 32]; Cell::COUNT];
    const_for!(i in 0..Cell::COUNT * 27 * 9 => {
        let (cell, house, place) = (Cell::ALL[i / 243], i / 9 % 27, i % 9);
        let other = BLOCKS_COLUMNS_ROWS[house].cells()[place];
        let sees = other.row() == cell.row() || other.column() == cell.column();
        if sees || other.block() == cell.block() {
            kept[i / 243][house] &= !(1 << place);
        }
    });
    kept
};

static PLACES_IN_HOUSES: [[(usize, u16); 3]; Cell::COUNT] = {
    let mut own = [[(0, 0); 3]; Cell::COUNT];
    const_for!(i in 0..Cell::COUNT => {
        let cell = Cell::ALL[i];
        let numbers = [cell.block(), 9 + cell.column(), 18 + cell.row()];
        const_for!(k in 0..3 => {
            own[i][k] = (numbers[k], 1 << position(BLOCKS_COLUMNS_ROWS[numbers[k]], cell));
        });
    });
    own
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::logic::{Position, Technique, TechniqueSet, next_step};

    #[test]
    fn the_load_is_that_of_the_path_one_step_after_the_other() {
        let singles = TechniqueSet::range(Technique::LastCell, Technique::HiddenSingleLine);
        let rows = include_str!("../../../../tests/golden-bands.csv").lines().skip(1);
        let mut steps = 0;
        for row in rows {
            let givens: Grid = row.split(',').nth(1).expect("a puzzle").parse().expect("81 cells");
            let mut position = Position::new(&givens);
            let mut load = Load::default();
            while let Some(step) = next_step(&position, singles) {
                load.add(&position);
                step.apply(&mut position);
                steps += 1;
            }
            assert_eq!(load_of_singles(&givens), load, "{givens}");
        }
        assert!(steps > 100, "{steps}");
    }
}
