//! Aligned exclusion with masks: for two digits, all digits that are impossible for the third at once.

use super::effect::Effect;
use crate::human::logic::houses::{peers, seen_by};
use crate::human::logic::{Position, Technique};
use crate::sudoku::grid::{Cell, CellSet, Digit, DigitSet};

/// Aligned pair exclusion. Finds nothing but where a cell changed.
pub(super) fn pair(position: &Position, changed: CellSet) -> Option<Effect> {
    let excluders = position.two_candidates();
    let cells = combined(position, excluders);
    let renewed = excluders.intersection(changed);
    let near: CellSet = renewed.map(seen_by).collect();
    let mut before = CellSet::EMPTY;
    for second in cells {
        // At least one of the two, or an excluder of both, must have changed.
        let firsts = match (changed.contains(second), near.contains(second)) {
            (true, _) => before,
            (false, true) => before.intersection(changed.union(near)),
            (false, false) => before.intersection(changed),
        };
        before.insert(second);
        let near = seen_by(second).intersection(excluders);
        for first in firsts {
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
                let candidates = position.candidates(cell);
                candidates.filter(|digit| other & !bad[digit.index()] == 0).collect::<DigitSet>()
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
    let excluders = position.few_candidates(3);
    let cells = combined(position, excluders);
    let thirds = cells.intersection(excluders);
    let mut before = CellSet::EMPTY;
    for second in cells {
        let near = seen_by(second).intersection(excluders);
        let firsts = before;
        before.insert(second);
        for first in firsts {
            let common = near.intersection(seen_by(first));
            if !common.has_several() {
                continue;
            }
            let near = seen_by(first).union(seen_by(second));
            let thirds = match affected(first, second, common, changed) {
                true => thirds.intersection(near),
                false => thirds.intersection(near).intersection(changed),
            };
            let shared = |third: Cell| common.intersection(seen_by(third));
            let thirds: CellSet = thirds.filter(|&third| shared(third).has_several()).collect();
            if thirds.is_empty() {
                continue;
            }
            let reach = Reach::of(position, [first, second], common);
            let meets = |third: &Cell| reach.meets(position.candidates(*third));
            let mut thirds: CellSet = thirds.filter(meets).collect();
            thirds.remove(first);
            thirds.remove(second);
            if thirds.is_empty() {
                continue;
            }
            for third in peers(first).chain(peers(second)) {
                if thirds.contains(third) {
                    thirds.remove(third);
                    let cells = [first, second, third];
                    if let Some(effect) = exclude(position, cells, shared(third)) {
                        return Some(effect);
                    }
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
pub(super) struct Nothing {
    is_known: bool,
    candidates: Option<Box<[DigitSet; Cell::COUNT]>>,
}

impl Nothing {
    /// Searches the cells that changed since nothing was found; all, if something was.
    pub fn search(
        &mut self,
        position: &Position,
        find: impl FnOnce(&Position, CellSet) -> Option<Effect>,
    ) -> Option<Effect> {
        let now = position.all_candidates();
        let changed = match &self.candidates {
            Some(before) if self.is_known => {
                let differs = before.iter().zip(now).map(|(before, now)| before != now);
                CellSet::from_bits(differs.rev().fold(0, |bits, one| bits << 1 | u128::from(one)))
            }
            _ => CellSet::FULL,
        };
        let found = find(position, changed);
        self.is_known = found.is_none();
        if self.is_known {
            **self.candidates.get_or_insert_with(|| Box::new(*now)) = *now;
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
        let kills = Kills::of(position, excluders);
        let sees = seen_by(cells[0]).contains(cells[1]);
        for x in a {
            for y in b {
                if sees && x == y {
                    continue;
                }
                let out = DigitSet::of(x).union(DigitSet::of(y)).bits() | kills.by(x, y);
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

    /// Whether a cell with these candidates may lose one, or may cost the two cells one.
    fn meets(&self, third: DigitSet) -> bool {
        let third = third.bits();
        let inside = || third & !self.any == 0 && self.with.iter().any(|&out| third & !out == 0);
        third & self.always != 0 || inside()
    }
}

/// What excluders make impossible: cells with two candidates or three, of which one must be left.
struct Kills {
    /// By digit: those that are impossible with it.
    one: [u16; 9],
    /// By two digits: those that are impossible with both, and with none of them alone.
    two: [[u16; 9]; 9],
}

impl Kills {
    fn of(position: &Position, excluders: CellSet) -> Self {
        let mut kills = Self { one: [0; 9], two: [[0; 9]; 9] };
        for cell in excluders {
            let digits = position.candidates(cell);
            let bits = digits.bits();
            if digits.len() == 2 {
                digits.for_each(|x| kills.one[x.index()] |= bits & !(1 << x.index()));
            } else {
                for x in digits {
                    for y in digits {
                        kills.two[x.index()][y.index()] |=
                            bits & !(1 << x.index()) & !(1 << y.index());
                    }
                }
            }
        }
        kills
    }

    /// The digits that are impossible beside these two; all, where the two are impossible themselves.
    fn by(&self, x: Digit, y: Digit) -> u16 {
        let (one, other) = (self.one[x.index()], self.one[y.index()]);
        match one >> y.index() & 1 {
            0 if x == y => one,
            0 => one | other | self.two[x.index()][y.index()],
            _ => DigitSet::FULL.bits(),
        }
    }
}

/// What no possible triple of these cells has. An excluder makes a triple impossible that has all its
/// candidates.
fn exclude(position: &Position, cells: [Cell; 3], excluders: CellSet) -> Option<Effect> {
    let [a, b, c] = cells.map(|cell| position.candidates(cell));
    let sees = |x: usize, y: usize| seen_by(cells[x]).contains(cells[y]);
    let (ab, ac, bc) = (sees(0, 1), sees(0, 2), sees(1, 2));
    let kills = Kills::of(position, excluders);
    let all = [a, b, c].map(DigitSet::bits);
    let mut possible = [0_u16; 3];
    for x in a {
        for y in b {
            if ab && x == y {
                continue;
            }
            let mut left = all[2] & !kills.by(x, y);
            let (x, y) = (1 << x.index(), 1 << y.index());
            if ac {
                left &= !x;
            }
            if bc {
                left &= !y;
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
fn combined(position: &Position, excluders: CellSet) -> CellSet {
    let open = position.open().minus(position.one_candidate());
    open.intersection(excluders.map(seen_by).collect())
}
