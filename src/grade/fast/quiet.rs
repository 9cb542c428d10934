//! Where intersections, sets and fish may be: only in houses and digits that changed since nothing was there.
//!
//! A naked set is `n` cells with `n` digits in all, one of which another cell of the house has, too. A hidden set is
//! `n` digits with `n` places, a fish `n` lines whose places are in `n` cross lines: all three are the same question
//! about nine masks.

use crate::grid::{CellSet, Digit, DigitSet, House};
use crate::logic::combinations::count;
use crate::logic::{Position, Technique};

/// The techniques that look at one digit, and those that look at one house.
const OF_DIGITS: [Technique; 5] = [
    Technique::DirectPointing,
    Technique::Pointing,
    Technique::XWing,
    Technique::Swordfish,
    Technique::Jellyfish,
];
const OF_HOUSES: [Technique; 8] = [
    Technique::DirectHiddenPair,
    Technique::DirectHiddenTriplet,
    Technique::NakedPair,
    Technique::HiddenPair,
    Technique::NakedTriplet,
    Technique::HiddenTriplet,
    Technique::NakedQuad,
    Technique::HiddenQuad,
];

/// What is known of the position that was looked at last.
pub(super) struct Quiet {
    places: [[u16; 9]; 27],
    cells: [CellSet; 9],
    /// By technique: digits that changed since nothing was found in them.
    digits: [DigitSet; OF_DIGITS.len()],
    /// By technique: houses that changed since nothing was found in them, as bits.
    houses: [u32; OF_HOUSES.len()],
}

impl Default for Quiet {
    fn default() -> Self {
        Self {
            places: [[0; 9]; 27],
            cells: [CellSet::EMPTY; 9],
            digits: [DigitSet::FULL; OF_DIGITS.len()],
            houses: [(1 << 27) - 1; OF_HOUSES.len()],
        }
    }
}

impl Quiet {
    /// Notes what changed.
    pub fn look(&mut self, position: &Position) {
        let mut changed = 0;
        for (n, house) in House::ALL.into_iter().enumerate() {
            let places = position.all_places(house);
            if self.places[n] != *places {
                self.places[n] = *places;
                changed |= 1 << n;
            }
        }
        self.houses.iter_mut().for_each(|houses| *houses |= changed);
        for digit in Digit::ALL {
            let cells = position.cells_with(digit);
            if self.cells[digit.index()] != cells {
                self.cells[digit.index()] = cells;
                self.digits.iter_mut().for_each(|digits| _ = digits.insert(digit));
            }
        }
    }

    /// Whether this technique, or one of its producer, may find something in the position that was looked at last.
    pub fn may_find(&mut self, position: &Position, technique: Technique) -> bool {
        if let Some(i) = OF_DIGITS.iter().position(|&one| one == technique) {
            for digit in self.digits[i] {
                if in_digit(position, technique, digit) {
                    return true;
                }
                self.digits[i].remove(digit);
            }
            return false;
        }
        if let Some(i) = OF_HOUSES.iter().position(|&one| one == technique) {
            while self.houses[i] != 0 {
                let n = self.houses[i].trailing_zeros() as usize;
                if in_house(position, technique, House::ALL[n]) {
                    return true;
                }
                self.houses[i] &= self.houses[i] - 1;
            }
            return false;
        }
        true
    }
}

fn in_digit(position: &Position, technique: Technique, digit: Digit) -> bool {
    let cells = position.cells_with(digit);
    let fish = |size| {
        [House::row, House::column].into_iter().any(|line| {
            let lines = std::array::from_fn(|n| position.places(line(n), digit));
            // Beside fewer lines, the others are a fish, too, of another size.
            confined(&lines, size, 2 * size, shares)
        })
    };
    match technique {
        Technique::DirectPointing => CROSSINGS.iter().any(|crossing| crossing.fills(cells)),
        Technique::Pointing => CROSSINGS.iter().any(|crossing| crossing.removes(cells)),
        Technique::XWing => fish(2),
        Technique::Swordfish => fish(3),
        _ => fish(4),
    }
}

fn in_house(position: &Position, technique: Technique, house: House) -> bool {
    let places = position.all_places(house);
    let naked = |size| {
        let cells = house.cells().map(|cell| position.candidates(cell).bits());
        confined(&cells, size, 2 * size, shares)
    };
    match technique {
        Technique::DirectHiddenPair => confined(places, 2, 3, keeps_one),
        Technique::DirectHiddenTriplet => confined(places, 3, 4, keeps_one),
        Technique::NakedPair => naked(2),
        Technique::NakedTriplet => naked(3),
        Technique::NakedQuad => naked(4),
        Technique::HiddenPair => confined(places, 2, 5, shares),
        Technique::HiddenTriplet => confined(places, 3, 7, shares),
        _ => confined(places, 4, 9, shares),
    }
}

/// Whether a mask has a bit of those that are taken.
fn shares(mask: u16, taken: u16) -> bool {
    mask & taken != 0
}

/// Whether a mask of several bits keeps one of them.
fn keeps_one(mask: u16, taken: u16) -> bool {
    let left = mask & !taken;
    left != mask && count(left) == 1
}

/// Whether some `size` of these masks have `size` bits in all, and another mask is of use beside them; there must be
/// at least `least` masks that are not empty.
fn confined(masks: &[u16; 9], size: usize, least: usize, useful: fn(u16, u16) -> bool) -> bool {
    let mut few = [(0, 0); 9];
    let (mut open, mut n) = (0, 0);
    for (i, &mask) in masks.iter().enumerate() {
        open += usize::from(mask != 0);
        few[n] = (1 << i, mask);
        n += usize::from((2..=size).contains(&count(mask)));
    }
    let few = &few[..n];
    let is_useful = |chosen: u16, bits: u16| {
        let mut others = (0..9).filter(|i| chosen >> i & 1 == 0);
        others.any(|i| useful(masks[i], bits))
    };
    let fits = |bits: u16| count(bits) <= size;
    let all = |chosen, bits, from: &[(u16, u16)]| {
        from.iter().any(|(own, mask)| fits(bits | mask) && is_useful(chosen | own, bits | mask))
    };
    open >= least
        && n >= size
        && few.iter().enumerate().any(|(i, &(chosen, bits))| match size {
            2 => all(chosen, bits, &few[i + 1..]),
            _ => few.iter().enumerate().skip(i + 1).any(|(j, (own, mask))| {
                let (chosen, bits) = (chosen | own, bits | mask);
                fits(bits)
                    && match size {
                        3 => all(chosen, bits, &few[j + 1..]),
                        _ => few.iter().enumerate().skip(j + 1).any(|(k, (own, mask))| {
                            let (chosen, bits) = (chosen | own, bits | mask);
                            fits(bits) && all(chosen, bits, &few[k + 1..])
                        }),
                    }
            }),
        })
}

/// A block and a line that cross.
struct Crossing {
    block: CellSet,
    line: CellSet,
    /// The other blocks of the line.
    blocks: [CellSet; 2],
    /// The other lines of the block in the same direction.
    lines: [CellSet; 2],
}

impl Crossing {
    /// Whether the cells of one house are in the other, which has more: they point, or are claimed.
    fn removes(&self, cells: CellSet) -> bool {
        let both = cells.intersection(self.block).intersection(self.line);
        let [of_block, of_line] =
            [self.block, self.line].map(|house| cells.intersection(house) == both);
        both.has_several() && of_block != of_line
    }

    /// Whether the cells of one house are in the other, and a house beside it keeps one of several.
    fn fills(&self, cells: CellSet) -> bool {
        let both = cells.intersection(self.block).intersection(self.line);
        let fills = |from: CellSet, to: CellSet, beside: &[CellSet; 2]| {
            cells.intersection(from) == both
                && beside.iter().any(|&house| {
                    let places = cells.intersection(house);
                    let left = places.minus(to);
                    left != places && !left.is_empty() && !left.has_several()
                })
        };
        both.has_several()
            && (fills(self.block, self.line, &self.blocks)
                || fills(self.line, self.block, &self.lines))
    }
}

/// All crossings of a block with a row or a column.
static CROSSINGS: [Crossing; 54] = {
    const NONE: Crossing = Crossing {
        block: CellSet::EMPTY,
        line: CellSet::EMPTY,
        blocks: [CellSet::EMPTY; 2],
        lines: [CellSet::EMPTY; 2],
    };
    let mut all = [NONE; 54];
    let mut i = 0;
    while i < 54 {
        // Blocks beside each other have their rows in common, blocks below each other their columns.
        let (block, third) = (i / 3 % 9, i % 3);
        let (band, stack, rows) = (block / 3, block % 3, i < 27);
        let mut k = 0;
        while k < 3 {
            let line = if rows { House::row(3 * band + k) } else { House::column(3 * stack + k) };
            let beside = if rows { 3 * band + k } else { 3 * k + stack };
            let (line, beside) = (cells(line), cells(House::block(beside)));
            match k == third {
                true => all[i].line = line,
                false => all[i].lines[if all[i].lines[0].is_empty() { 0 } else { 1 }] = line,
            }
            match beside.intersection(cells(House::block(block))).is_empty() {
                false => all[i].block = beside,
                true => all[i].blocks[if all[i].blocks[0].is_empty() { 0 } else { 1 }] = beside,
            }
            k += 1;
        }
        i += 1;
    }
    all
};

const fn cells(house: House) -> CellSet {
    let (mut cells, mut i) = (CellSet::EMPTY, 0);
    while i < 9 {
        cells.insert(house.cells()[i]);
        i += 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::fast::tests::random_positions;
    use crate::grid::Cell;
    use crate::logic::{PRODUCERS, TechniqueSet};

    #[test]
    fn it_is_quiet_exactly_where_the_producer_finds_nothing() {
        let mut quiet = Quiet::default();
        let mut seen = [[0; 2]; OF_DIGITS.len() + OF_HOUSES.len()];
        for (mut position, solution) in random_positions().take(1_500) {
            // The same one meets the position again and again, with fewer candidates each time.
            for cell in Cell::ALL.into_iter().step_by(10) {
                quiet.look(&position);
                for (technique, seen) in OF_DIGITS.iter().chain(&OF_HOUSES).zip(&mut seen) {
                    let of =
                        |producer: &&crate::logic::Producer| producer.techniques[0] == *technique;
                    let producer = PRODUCERS.iter().find(of).unwrap();
                    let found = producer.find(&position, TechniqueSet::ALL).is_some();
                    let said = quiet.may_find(&position, *technique);
                    assert_eq!(said, found, "{technique} {}", position.grid());
                    seen[usize::from(found)] += 1;
                }
                let own = solution.cells()[cell.index()];
                if let Some(lost) = { position.candidates(cell) }.find(|&digit| Some(digit) != own)
                {
                    position.remove(cell, lost);
                }
            }
        }
        assert!(seen.iter().flatten().all(|&n| n > 100), "{seen:?}");
    }
}
