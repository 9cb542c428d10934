//! Aligned exclusion with masks: for two digits, all digits that are impossible for the third at once.

use super::effect::Effect;
use crate::grid::{Cell, CellSet, DigitSet};
use crate::logic::houses::{peers, seen_by};
use crate::logic::{Position, Technique};

/// Aligned pair exclusion. Finds nothing but where a cell changed.
pub(super) fn pair(position: &Position, changed: CellSet) -> Option<Effect> {
    let excluders = position.two_candidates();
    let cells = combined(position, excluders);
    for (j, &second) in cells.iter().enumerate() {
        let near = seen_by(second).intersection(excluders);
        for &first in &cells[..j] {
            let common = near.intersection(seen_by(first));
            if !common.has_several() || !affected(first, second, common, changed) {
                continue;
            }
            // By digit: the digits that may not go with it.
            let mut bad = [0_u16; 9];
            if seen_by(first).contains(second) {
                bad = std::array::from_fn(|digit| 1 << digit);
            }
            for cell in common {
                let both = position.candidates(cell);
                both.for_each(|digit| bad[digit.index()] |= both.minus(DigitSet::of(digit)).bits());
            }
            let lost = |cell: Cell, other: Cell| {
                let other = position.candidates(other).bits();
                let lost =
                    position.candidates(cell).filter(|digit| other & !bad[digit.index()] == 0);
                lost.map(DigitSet::of).fold(DigitSet::EMPTY, DigitSet::union)
            };
            let lost = [(first, lost(first, second)), (second, lost(second, first))];
            let eliminations: Vec<_> =
                lost.into_iter().filter(|(_, digits)| !digits.is_empty()).collect();
            if !eliminations.is_empty() {
                let effect = Effect::removing(Technique::AlignedPairExclusion, eliminations);
                return Some(Effect { rating: 6.2, ..effect });
            }
        }
    }
    None
}

/// Aligned triplet exclusion. Finds nothing but where a cell changed.
pub(super) fn triplet(position: &Position, changed: CellSet) -> Option<Effect> {
    let excluders = position.two_candidates().union(position.three_candidates());
    let cells = combined(position, excluders);
    let thirds = cells.iter().copied().collect::<CellSet>().intersection(excluders);
    for (j, &second) in cells.iter().enumerate() {
        let near = seen_by(second).intersection(excluders);
        for &first in &cells[..j] {
            let common = near.intersection(seen_by(first));
            if !common.has_several() {
                continue;
            }
            let near = seen_by(first).union(seen_by(second));
            let thirds = match affected(first, second, common, changed) {
                true => thirds.intersection(near),
                false => thirds.intersection(near).intersection(changed),
            };
            if thirds.is_empty() {
                continue;
            }
            let reach = Reach::of(position, [first, second], common);
            if reach.is_empty() {
                continue;
            }
            let mut tried = CellSet::of(first).union(CellSet::of(second));
            for &third in peers(first).iter().chain(peers(second)) {
                if !thirds.contains(third) || tried.contains(third) {
                    continue;
                }
                tried.insert(third);
                if !reach.meets(position.candidates(third)) {
                    continue;
                }
                let common = common.intersection(seen_by(third));
                let cells = [first, second, third];
                let enough = common.has_several().then_some(common);
                if let Some(effect) = enough.and_then(|common| exclude(position, cells, common)) {
                    return Some(effect);
                }
            }
        }
    }
    None
}

/// Whether two cells or an excluder of theirs changed.
fn affected(first: Cell, second: Cell, common: CellSet, changed: CellSet) -> bool {
    changed.contains(first) || changed.contains(second) || !common.intersection(changed).is_empty()
}

/// The candidates of a position in which nothing was found.
#[derive(Default)]
pub(super) struct Nothing(Option<Box<[DigitSet; Cell::COUNT]>>);

impl Nothing {
    /// Searches the cells that changed since nothing was found; all, if something was.
    pub fn search(
        &mut self,
        position: &Position,
        find: impl FnOnce(&Position, CellSet) -> Option<Effect>,
    ) -> Option<Effect> {
        let changed = |before: Box<[DigitSet; Cell::COUNT]>| {
            let differs = |&cell: &Cell| before[cell.index()] != position.candidates(cell);
            Cell::ALL.into_iter().filter(differs).collect()
        };
        let found = find(position, self.0.take().map_or(CellSet::FULL, changed));
        if found.is_none() {
            self.0 = Some(Box::new(Cell::ALL.map(|cell| position.candidates(cell))));
        }
        found
    }
}

/// What a third cell must be like for two cells to exclude anything with it, as masks of digits.
struct Reach {
    /// Digits that may be excluded from the third cell, whatever the two are.
    always: u16,
    /// For each candidate of the two: digits that may be excluded with it, whatever the other is.
    with: [u16; 18],
    /// All masks of `with` together.
    any: u16,
}

impl Reach {
    fn of(position: &Position, cells: [Cell; 2], excluders: CellSet) -> Self {
        let all = DigitSet::FULL.bits();
        let mut reach = Self { always: all, with: [0; 18], any: 0 };
        let [a, b] = cells.map(|cell| position.candidates(cell));
        a.for_each(|digit| reach.with[digit.index()] = all);
        b.for_each(|digit| reach.with[9 + digit.index()] = all);
        let mut sets = [0; 20];
        let sets = fill(&mut sets, position, excluders);
        let sees = seen_by(cells[0]).contains(cells[1]);
        for x in a {
            for y in b {
                if sees && x == y {
                    continue;
                }
                let both = DigitSet::of(x).union(DigitSet::of(y)).bits();
                let mut out = both;
                for set in sets {
                    let rest = set & !both;
                    if rest == 0 {
                        out = all;
                    } else if rest & (rest - 1) == 0 {
                        out |= rest;
                    }
                }
                reach.always &= out;
                reach.with[x.index()] &= out;
                reach.with[9 + y.index()] &= out;
            }
        }
        // A cell has two candidates: a mask of one digit is of no use.
        reach
            .with
            .iter()
            .filter(|mask| **mask & (**mask).wrapping_sub(1) != 0)
            .for_each(|mask| reach.any |= mask);
        reach
    }

    /// Whether there may be a third cell at all.
    fn is_empty(&self) -> bool {
        self.always == 0 && self.any == 0
    }

    /// Whether a cell with these candidates may lose one, or may cost the two cells one.
    fn meets(&self, third: DigitSet) -> bool {
        let third = third.bits();
        let inside = || third & !self.any == 0 && self.with.iter().any(|&out| third & !out == 0);
        third & self.always != 0 || inside()
    }
}

/// The candidates of these cells, as bits.
fn fill<'a>(sets: &'a mut [u16; 20], position: &Position, cells: CellSet) -> &'a [u16] {
    sets.iter_mut().zip(cells).for_each(|(set, cell)| *set = position.candidates(cell).bits());
    &sets[..cells.len()]
}

/// What no possible triple of these cells has. An excluder makes a triple impossible that has all its
/// candidates.
fn exclude(position: &Position, cells: [Cell; 3], excluders: CellSet) -> Option<Effect> {
    let [a, b, c] = cells.map(|cell| position.candidates(cell));
    let sees = |x: usize, y: usize| seen_by(cells[x]).contains(cells[y]);
    let (ab, ac, bc) = (sees(0, 1), sees(0, 2), sees(1, 2));
    let mut sets = [0; 20];
    let sets = fill(&mut sets, position, excluders);
    let all = [a, b, c].map(DigitSet::bits);
    let mut possible = [0_u16; 3];
    for x in a.map(|digit| DigitSet::of(digit).bits()) {
        for y in b.map(|digit| DigitSet::of(digit).bits()) {
            if ab && x == y {
                continue;
            }
            let mut left = all[2];
            if ac {
                left &= !x;
            }
            if bc {
                left &= !y;
            }
            for set in sets {
                let rest = set & !(x | y);
                if rest == 0 {
                    left = 0;
                } else if rest & (rest - 1) == 0 {
                    left &= !rest;
                }
            }
            if left != 0 {
                possible[0] |= x;
                possible[1] |= y;
                possible[2] |= left;
            }
        }
        if possible == all {
            return None;
        }
    }
    let lost = |i: usize| (cells[i], DigitSet::from_bits(all[i] & !possible[i]));
    let lost = [lost(0), lost(1), lost(2)].into_iter().filter(|(_, digits)| !digits.is_empty());
    let mut eliminations: Vec<_> = lost.collect();
    eliminations.sort_by_key(|(cell, _)| *cell);
    let effect = Effect::removing(Technique::AlignedTripletExclusion, eliminations);
    (!effect.eliminations.is_empty()).then_some(Effect { rating: 7.5, ..effect })
}

/// The cells with two candidates and more that see an excluder.
fn combined(position: &Position, excluders: CellSet) -> Vec<Cell> {
    let open = position.open().minus(position.one_candidate());
    open.filter(|&cell| !seen_by(cell).intersection(excluders).is_empty()).collect()
}
