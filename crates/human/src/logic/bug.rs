//! BUG, the bivalue universal grave: every cell has two candidates, and every digit has two places
//! in every house.
//!
//! ```text
//!  25 | 27 | 57      A grid like this has no solution or two. If only one cell has a third
//!  57 | 25 | 275     candidate, that candidate is its digit (type 1): here the 2 would stand
//!                    three times in its column.
//! ```
//!
//! Type 2: several cells, one surplus digit. Type 3: the surplus digits make a naked set with other
//! cells of a house. Type 4: two cells of a house that share a further digit. All types require a
//! puzzle with exactly one solution.

use super::combinations::{combinations, count};
use super::houses::{HouseKind, cells_at, shared_houses};
use super::position::Position;
use super::sets::lost_candidates;
use super::step::{Reason, Step, UniquenessType, non_empty};
use super::technique::{Technique, TechniqueSet};
use crate::logic::Eliminations;
use grid::{Cell, CellSet, Digit, DigitSet, House};

/// The surplus candidates of a grid that would be a BUG without them.
struct BivalueGrave {
    /// The cells with more than two candidates, with their surplus digits, in the order in which
    /// they were found.
    cells: Eliminations,
    /// The union of the surplus digits.
    digits: DigitSet,
    /// The cells, empty or not, that see all of `cells`.
    common: CellSet,
}

/// Returns the first BUG that removes a candidate, by type 1, 2, 4, 3.
pub(crate) fn find(position: &Position, allowed: TechniqueSet) -> Option<Step> {
    let grave = BivalueGrave::find(position)?;
    let finds: &[fn(&BivalueGrave, &Position) -> Option<Step>] = match grave.cells[..] {
        [_] => &[BivalueGrave::one_cell],
        _ if grave.digits.len() == 1 => &[BivalueGrave::one_digit, BivalueGrave::bound],
        _ if grave.common.is_empty() => &[],
        _ => &[BivalueGrave::bound, BivalueGrave::set],
    };
    let mut steps = finds.iter().filter_map(|find| find(&grave, position));
    steps.find(|step| allowed.contains(step.technique))
}

impl BivalueGrave {
    fn find(position: &Position) -> Option<Self> {
        let mut grave = Self { cells: Vec::new(), digits: DigitSet::EMPTY, common: CellSet::FULL };
        let houses = HouseKind::ALL.into_iter();
        for house in houses.flat_map(|kind| (0..9).map(move |n| kind.house(n))) {
            for digit in Digit::ALL {
                let places = position.places(house, digit);
                if matches!(count(places), 0 | 2) {
                    continue;
                }
                let few = position.one_candidate().union(position.two_candidates());
                let mut surplus = cells_at(house, places).minus(few);
                match (surplus.next(), surplus.next()) {
                    (None, _) => return None,
                    (Some(cell), None) => grave.add(cell, digit)?,
                    _ => continue,
                }
            }
        }
        let mut left = Cell::ALL.map(|cell| position.candidates(cell));
        for &(cell, digits) in &grave.cells {
            left[cell.index()] = left[cell.index()].minus(digits);
        }
        if grave.is_grave(&left, position) { Some(grave) } else { None }
    }

    /// Adds a surplus digit of a cell. Returns `None` if the surplus can no longer lead to a find.
    fn add(&mut self, cell: Cell, digit: Digit) -> Option<()> {
        match self.cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, digits)) => _ = digits.insert(digit),
            None => {
                self.cells.push((cell, DigitSet::singleton(digit)));
                self.common = self.common.intersection(cell.peer_set());
                self.common = self.common.minus(self.cells.iter().map(|&(cell, _)| cell).collect());
            }
        }
        self.digits.insert(digit);
        let is_useless = self.cells.len() >= 2 && self.digits.len() >= 2 && self.common.is_empty();
        if is_useless { None } else { Some(()) }
    }

    /// Returns true if every empty cell has two candidates, and every digit has no place or two
    /// places in every house.
    fn is_grave(&self, left: &[DigitSet; Cell::COUNT], position: &Position) -> bool {
        if self.cells.is_empty() || position.grid().empty().any(|c| left[c.index()].len() != 2) {
            return false;
        }
        House::ALL.iter().all(|house| {
            let sets = house.cells().map(|cell| left[cell.index()]);
            Digit::ALL
                .into_iter()
                .all(|digit| matches!(sets.iter().filter(|set| set.contains(digit)).count(), 0 | 2))
        })
    }

    fn one_cell(&self, position: &Position) -> Option<Step> {
        let (cell, digits) = self.cells[0];
        let eliminations = lost_candidates(position, [cell], digits.complement())?;
        Some(self.step(Technique::Bug1, eliminations, UniquenessType::OneCell(cell)))
    }

    fn one_digit(&self, position: &Position) -> Option<Step> {
        let eliminations = lost_candidates(position, self.common, self.digits)?;
        let escape = UniquenessType::OneDigit(self.digits.first()?);
        Some(self.step(Technique::Bug2, eliminations, escape))
    }

    fn bound(&self, position: &Position) -> Option<Step> {
        let [first, second] = self.cells[..] else {
            return None;
        };
        let house = self.shared_houses().next()?;
        let both = position.candidates(first.0).intersection(position.candidates(second.0));
        let digit = both.minus(self.digits);
        if digit.len() != 1 {
            return None;
        }
        let mut pair = [first, second];
        pair.sort_by_key(|(cell, _)| *cell);
        let eliminations = non_empty(
            pair.map(|(cell, own)| (cell, position.candidates(cell).minus(own.union(digit)))),
        )?;
        let escape = UniquenessType::Bound { house, digit: digit.first()? };
        Some(self.step(Technique::Bug4, eliminations, escape))
    }

    fn set(&self, position: &Position) -> Option<Step> {
        self.shared_houses().find_map(|house| {
            let others: Vec<Cell> = self.common.intersection(house.cell_set()).collect();
            (2..=6.min(others.len())).find_map(|size| {
                combinations(others.len(), size - 1).find_map(|set| {
                    let chosen = others.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
                    let cells: CellSet = chosen.map(|(_, &cell)| cell).collect();
                    let candidates = cells.map(|cell| position.candidates(cell));
                    let each = candidates.clone().all(|digits| digits.len() >= 2);
                    let digits: DigitSet = candidates.collect();
                    if !each || digits.len() != size || !self.digits.minus(digits).is_empty() {
                        return None;
                    }
                    let rest = others.iter().copied().filter(|&cell| !cells.contains(cell));
                    let eliminations = lost_candidates(position, rest, digits)?;
                    let escape = UniquenessType::Set { house, cells, digits, hidden: false };
                    let step = self.step(Technique::Bug3, eliminations, escape);
                    Some(Step { rating: step.rating + 0.1 * (size - 1) as f64, ..step })
                })
            })
        })
    }

    /// Returns the houses that contain all surplus cells: block, row, column.
    fn shared_houses(&self) -> impl Iterator<Item = House> {
        let cells: Vec<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        shared_houses(&cells).collect::<Vec<_>>().into_iter()
    }

    fn step(
        &self,
        technique: Technique,
        eliminations: Eliminations,
        escape: UniquenessType,
    ) -> Step {
        let reason = Reason::Bug { cells: self.cells.clone(), escape };
        Step::with_eliminations(technique, eliminations, reason)
    }
}
