//! The four types of finds of a loop, by the cells that have further candidates.

use super::UniqueLoop;
use crate::logic::Eliminations;
use crate::logic::combinations::{count, subsets};
use crate::logic::houses::{cells_at, position as place, shared_houses};
use crate::logic::position::Position;
use crate::logic::sets::lost_candidates;
use crate::logic::step::{Reason, Step, UniquenessType};
use crate::logic::technique::Technique;
use grid::{Cell, DigitSet, House};

/// Reports every find of the loop that removes a candidate, in order.
pub(super) fn report_finds(position: &Position, found: &UniqueLoop, report: &mut dyn FnMut(Step)) {
    let (mut cells, mut extra) = (Vec::new(), DigitSet::EMPTY);
    for &cell in &found.cells {
        let further = position.candidates(cell).minus(found.digits);
        if !further.is_empty() {
            cells.push(cell);
            extra = extra.union(further);
        }
    }
    let mut search = UniquenessSearch { position, found, extra, report };
    match cells[..] {
        [] => {}
        // Type 1: one cell has further candidates, so it is neither of the two digits.
        [cell] => search.take((1, 0), [cell], found.digits, UniquenessType::OneCell(cell)),
        _ if extra.len() == 1 => search.one_digit(&cells),
        [first, second] => search.sets([first, second]),
        _ => {}
    }
    if let [first, second] = cells[..] {
        search.bound([first, second]);
    }
}

/// The search for the finds of a loop.
struct UniquenessSearch<'a> {
    position: &'a Position,
    found: &'a UniqueLoop,
    /// All further candidates of the cells of the loop.
    extra: DigitSet,
    report: &'a mut dyn FnMut(Step),
}

impl UniquenessSearch<'_> {
    /// Reports that these cells lose these digits, if they have any of them. `tenths` are added to
    /// the rating.
    fn take(
        &mut self,
        (kind, tenths): (usize, usize),
        cells: impl IntoIterator<Item = Cell>,
        digits: DigitSet,
        escape: UniquenessType,
    ) {
        if let Some(eliminations) = lost_candidates(self.position, cells, digits) {
            (self.report)(self.found.step(kind, tenths, eliminations, escape));
        }
    }

    /// Type 2: all further candidates are one digit, so one of these cells is that digit.
    fn one_digit(&mut self, cells: &[Cell]) {
        let seen = Cell::common_peers(cells.iter().copied());
        if let Some(digit) = self.extra.first() {
            self.take((2, 0), seen, self.extra, UniquenessType::OneDigit(digit));
        }
    }

    /// Type 3: the two cells act together as one cell with the further candidates. This cell makes
    /// a naked set with other cells of a house, or the other digits of the house make a hidden set.
    fn sets(&mut self, pair: [Cell; 2]) {
        for size in self.extra.len()..=7 {
            for house in shared_houses(&pair) {
                let empty = self.position.empty_in(house);
                if 2 * size <= empty {
                    self.naked(pair, house, size);
                }
                if 2 * size < empty {
                    self.hidden(pair, house, size);
                }
            }
        }
    }

    fn naked(&mut self, pair: [Cell; 2], house: House, size: usize) {
        let (position, extra) = (self.position, self.extra);
        let [first, second] = pair.map(|cell| position.candidates(cell));
        let both = extra.intersection(first).intersection(second);
        // The first cell of the pair stands for both. Combinations are ordered by position, its own
        // included.
        let own = 1 << place(house, pair[0]);
        let items = (0..9)
            .filter(|i| {
                let cell = house.cells()[*i];
                !pair.contains(&cell) && position.candidates(cell).len() >= 2
            })
            .fold(own, |bits, i| bits | 1_u16 << i);
        for set in subsets(items, size).filter(|set| set & own != 0) {
            let cells = cells_at(house, set & !own);
            let others: DigitSet = cells.map(|cell| position.candidates(cell)).collect();
            let digits = others.union(extra);
            if digits.len() != size || others.union(both).len() != size {
                continue;
            }
            let mut rest = house.cell_set().minus(cells);
            pair.iter().for_each(|&cell| rest.remove(cell));
            let escape = UniquenessType::Set { house, cells, digits, hidden: false };
            self.take((3, size - 1), rest, digits, escape);
        }
    }

    fn hidden(&mut self, pair: [Cell; 2], house: House, size: usize) {
        let others = self.found.digits.union(self.extra).complement();
        let second = 1 << place(house, pair[1]);
        for set in subsets(others.bits(), size - 2) {
            let digits = DigitSet::from_bits(set).union(self.found.digits);
            let mut all = 0;
            let each = digits.into_iter().all(|digit| {
                let places = self.position.places(house, digit) & !second;
                all |= places;
                places != 0
            });
            if !each || count(all) != size {
                continue;
            }
            let mut cells = cells_at(house, all);
            pair.iter().for_each(|&cell| cells.remove(cell));
            let escape = UniquenessType::Set { house, cells, digits, hidden: true };
            self.take((3, cells.len() - 1), cells, digits.complement(), escape);
        }
    }

    /// Type 4: one of the two digits has no other place in a house of both cells, so the other
    /// digit leaves them.
    fn bound(&mut self, mut pair: [Cell; 2]) {
        let digits = self.found.digits;
        for digit in digits {
            let bound = shared_houses(&pair).find(|&house| {
                let pair = pair.map(|cell| 1 << place(house, cell));
                self.position.places(house, digit) == pair[0] | pair[1]
            });
            if let Some(house) = bound {
                pair.sort();
                let escape = UniquenessType::Bound { house, digit };
                self.take((4, 0), pair, digits.minus(DigitSet::singleton(digit)), escape);
                return;
            }
        }
    }
}

impl UniqueLoop {
    fn step(
        &self,
        kind: usize,
        tenths: usize,
        eliminations: Eliminations,
        escape: UniquenessType,
    ) -> Step {
        use Technique::*;
        const TYPES: [[Technique; 4]; 2] = [
            [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4],
            [UniqueLoop1, UniqueLoop2, UniqueLoop3, UniqueLoop4],
        ];
        let technique = TYPES[usize::from(self.cells.len() > 4)][kind - 1];
        let base = match self.cells.len() {
            4 | 6 => technique.base_rating(),
            8 => 4.7,
            _ => 5.0,
        };
        let rating = base + 0.1 * tenths as f64;
        let mut digits = self.digits;
        let digits =
            [digits.next(), digits.next()].map(|digit| digit.expect("a loop has two digits"));
        let reason = Reason::Loop { cells: self.cells.clone(), digits, escape };
        Step { rating, ..Step::with_eliminations(technique, eliminations, reason) }
    }
}
