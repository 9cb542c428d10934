//! Aligned exclusion with masks. For two digits, a mask has all digits that are impossible for the
//! third.

use grid::{Cell, CellSet, Digit, DigitSet, House};
use human::{Effect, Position, Technique};

/// Finds the first aligned pair exclusion. Searches only where a cell changed.
pub(super) fn pair(position: &Position, changed: CellSet) -> Option<Effect> {
    let excluders = position.two_candidates();
    let cells = combinable_cells(position, excluders);
    let mut first_pair: Option<[Cell; 2]> = None;
    for cell in cells {
        let near_cell = cell.peer_set().intersection(excluders);
        // One of the two cells, or one of their excluders, must have changed.
        let among = if near_cell.union(CellSet::singleton(cell)).intersection(changed).is_empty() {
            let changed = cells.intersection(changed);
            changed.filter(|other| other.peer_set().intersection(near_cell).has_several()).collect()
        } else {
            cells
        };
        if among.is_empty() {
            continue;
        }
        for digit in position.candidates(cell) {
            let with = near_cell.intersection(position.cells_with(digit));
            let others = cells_without_partner(position, cell, digit, with).intersection(among);
            for other in others {
                if !other.peer_set().intersection(near_cell).has_several() {
                    continue;
                }
                let pair = if cell < other { [other, cell] } else { [cell, other] };
                first_pair = Some(first_pair.map_or(pair, |first| first.min(pair)));
            }
        }
    }
    let [second, first] = first_pair?;
    let lost = [(first, second), (second, first)].map(|(cell, other)| {
        let near = cell.peer_set().intersection(excluders);
        let lost = position.candidates(cell).filter(|&digit| {
            let with = near.intersection(position.cells_with(digit));
            cells_without_partner(position, cell, digit, with).contains(other)
        });
        (cell, lost.collect::<DigitSet>())
    });
    Effect::with_losses(Technique::AlignedPairExclusion, lost)
}

/// Returns the cells that have no candidate that can stand beside `digit` in `cell`. The cell sees
/// the `excluders`, which have two candidates, one of them `digit`.
fn cells_without_partner(
    position: &Position,
    cell: Cell,
    digit: Digit,
    excluders: CellSet,
) -> CellSet {
    // An exclusion needs two excluders. A cell with two candidates does not exclude its own, and
    // any other cell needs one excluder for each of its candidates.
    if !excluders.has_several() {
        return CellSet::EMPTY;
    }
    // By digit: the cells that cannot hold it.
    let mut not = [CellSet::EMPTY; 9];
    for excluder in excluders {
        let both = position.candidates(excluder);
        both.for_each(|own| not[own.index()] = not[own.index()].union(excluder.peer_set()));
    }
    not[digit.index()] = cell.peer_set();
    let mut can = CellSet::singleton(cell);
    for own in Digit::ALL {
        can = can.union(position.cells_with(own).minus(not[own.index()]));
    }
    can.complement()
}

/// Finds the first aligned triplet exclusion. Searches only where a cell changed.
pub(super) fn triplet(position: &Position, changed: CellSet) -> Option<Effect> {
    let excluders = position.few_candidates(3);
    let cells = combinable_cells(position, excluders);
    let thirds = cells.intersection(excluders);
    let mut before = CellSet::EMPTY;
    for second in cells {
        let near = second.peer_set().intersection(excluders);
        let firsts = before;
        before.insert(second);
        for first in firsts {
            let common = near.intersection(first.peer_set());
            if !common.has_several() {
                continue;
            }
            let near = first.peer_set().union(second.peer_set());
            let thirds = if has_changed(first, second, common, changed) {
                thirds.intersection(near)
            } else {
                thirds.intersection(near).intersection(changed)
            };
            if thirds.is_empty() {
                continue;
            }
            // The third cells must see two of the common excluders.
            let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
            for excluder in common {
                twice = twice.union(once.intersection(excluder.peer_set()));
                once = once.union(excluder.peer_set());
            }
            let mut left = thirds.intersection(twice);
            if left.is_empty() {
                continue;
            }
            let masks = ExcluderMasks::new(position, common);
            let filter = ThirdCellFilter::new(position, [first, second], &masks);
            left = left.filter(|third| filter.can_exclude(position.candidates(*third))).collect();
            left.remove(first);
            left.remove(second);
            for near in [first, second].into_iter().flat_map(house_cells) {
                for third in near.intersection(left) {
                    let shared =
                        ExcluderMasks::new(position, common.intersection(third.peer_set()));
                    if let Some(effect) = exclude(position, [first, second, third], &shared) {
                        return Some(effect);
                    }
                }
                left = left.minus(near);
            }
        }
    }
    None
}

/// Returns the cells of the block, the row and the column of a cell.
fn house_cells(cell: Cell) -> [CellSet; 3] {
    let [row, column, block] = cell.houses().map(House::cell_set);
    [block, row, column]
}

/// Returns true if one of the two cells or one of their common excluders changed.
fn has_changed(first: Cell, second: Cell, common: CellSet, changed: CellSet) -> bool {
    changed.contains(first) || changed.contains(second) || !common.intersection(changed).is_empty()
}

/// The candidates of the last position in which nothing was found.
#[derive(Default)]
pub(super) struct MissCache {
    is_known: bool,
    candidates: Option<Box<[DigitSet; Cell::COUNT]>>,
}

impl MissCache {
    /// Searches the cells that changed since nothing was found, or all cells if the last search
    /// found something.
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

/// The condition that a third cell must meet so that two cells can exclude anything with it, as
/// masks of digits.
struct ThirdCellFilter {
    /// The digits that may be excluded from the third cell, whatever the two cells hold.
    always: u16,
    /// By candidate of the two cells: the digits that may be excluded with it, whatever the other
    /// cell holds.
    with: [u16; 18],
}

impl ThirdCellFilter {
    fn new(position: &Position, cells: [Cell; 2], excluders: &ExcluderMasks) -> Self {
        let all = DigitSet::FULL.bits();
        let mut filter = Self { always: all, with: [0; 18] };
        let [a, b] = cells.map(|cell| position.candidates(cell));
        let sees = cells[0].peer_set().contains(cells[1]);
        b.for_each(|digit| filter.with[9 + digit.index()] = all);
        for x in a {
            let mut with_x = all;
            for y in b {
                if sees && x == y {
                    continue;
                }
                let both = DigitSet::singleton(x).union(DigitSet::singleton(y)).bits();
                let out = both | excluders.excluded_by(both);
                with_x &= out;
                filter.with[9 + y.index()] &= out;
            }
            filter.with[x.index()] = with_x;
            filter.always &= with_x;
        }
        filter
    }

    /// Returns true if a cell with these candidates may lose one, or may cost one of the two cells
    /// a candidate.
    fn can_exclude(&self, third: DigitSet) -> bool {
        let digits = third.bits();
        let mut inside = 0;
        for out in self.with {
            inside |= if digits & !out == 0 { u16::MAX } else { 0 };
        }
        digits & self.always | inside != 0
    }
}

/// The candidates of cells that exclude combinations: two or three each, at least one of which must
/// be left. Two cells see at most 13 others in common. The unused masks exclude nothing.
struct ExcluderMasks([u16; 16]);

impl ExcluderMasks {
    fn new(position: &Position, cells: CellSet) -> Self {
        let mut excluders = [u16::MAX; 16];
        for (i, cell) in cells.enumerate() {
            excluders[i] = position.candidates(cell).bits();
        }
        Self(excluders)
    }

    /// Returns the digits that are impossible beside these two digits, or all digits if the two are
    /// impossible themselves.
    #[inline]
    fn excluded_by(&self, both: u16) -> u16 {
        let (mut killed, mut all) = (0, 0);
        for set in self.0 {
            let rest = set & !both;
            let one = if rest & rest.wrapping_sub(1) == 0 { u16::MAX } else { 0 };
            killed |= rest & one;
            all |= if rest == 0 { DigitSet::FULL.bits() } else { 0 };
        }
        killed | all
    }
}

/// Returns the step that removes the candidates that no possible triple of these cells has. An
/// excluder makes a triple impossible if the triple has all its candidates.
fn exclude(position: &Position, cells: [Cell; 3], excluders: &ExcluderMasks) -> Option<Effect> {
    let [a, b, c] = cells.map(|cell| position.candidates(cell));
    let [sees_a, sees_b, _] = cells.map(Cell::peer_set);
    let (ab, ac) = (sees_a.contains(cells[1]), sees_a.contains(cells[2]));
    let bc = sees_b.contains(cells[2]);
    let all = [a, b, c].map(DigitSet::bits);
    let mut possible = [0_u16; 3];
    for x in a {
        for y in b {
            if ab && x == y {
                continue;
            }
            let (x, y) = (1 << x.index(), 1 << y.index());
            let mut left = all[2] & !excluders.excluded_by(x | y);
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
    let lost = [0, 1, 2].map(|i| (cells[i], DigitSet::from_bits(all[i] & !possible[i])));
    Effect::with_losses(Technique::AlignedTripletExclusion, lost)
}

/// Returns the cells that have two or more candidates and see an excluder.
fn combinable_cells(position: &Position, excluders: CellSet) -> CellSet {
    let open = position.open_cells().minus(position.one_candidate());
    open.intersection(excluders.map(Cell::peer_set).collect())
}
