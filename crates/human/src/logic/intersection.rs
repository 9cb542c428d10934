//! Pointing and claiming, also known as locked candidates or box/line reduction: all places of a
//! digit in one house lie in a second house.
//!
//! ```text
//!  7  7  . | .  .  . | .  7̶  .     Every 7 of the block is in row 1, so the 7 of row 1 is in the
//!  .  .  . | .  .  . | .  .  .     block: the 7 of r1c8 goes. The block points at the row. Were
//!  .  .  . | .  .  . | .  .  .     every 7 of the row in the block, the row would claim it.
//! ```
//!
//! The *direct* form leaves the digit only one place in a house, so this cell can be filled at
//! once.

use super::combinations::count;
use super::houses::SearchScope;
use super::houses::{HouseKind, cells_at};
use super::position::Position;
use super::step::{Reason, Step, non_empty};
use super::technique::Technique;
use grid::{Digit, DigitSet, House};

/// The pairs of house kinds, in the order of the search: the first two point, the others claim.
const PAIRS: [(HouseKind, HouseKind); 4] = [
    (HouseKind::Block, HouseKind::Column),
    (HouseKind::Block, HouseKind::Row),
    (HouseKind::Column, HouseKind::Block),
    (HouseKind::Row, HouseKind::Block),
];

/// A digit whose places in the house `from` all lie in the house `to`.
struct ConfinedDigit {
    kinds: (HouseKind, HouseKind),
    digit: Digit,
    from: House,
    to: House,
}

/// Finds pointing and claiming that remove a candidate.
pub(crate) fn plain(position: &Position, within: SearchScope) -> impl Iterator<Item = Step> {
    finds(position, within).filter_map(|find| {
        let rest = find.to.cell_set().minus(find.from.cell_set());
        let cells = rest.intersection(position.cells_with(find.digit));
        let eliminations = non_empty(cells.map(|cell| (cell, DigitSet::singleton(find.digit))))?;
        let technique = match find.kinds.0 {
            HouseKind::Block => Technique::Pointing,
            _ => Technique::Claiming,
        };
        Some(Step::with_eliminations(technique, eliminations, find.reason(None)))
    })
}

/// Finds pointing and claiming that leave the digit only one place in another house.
pub(crate) fn direct(position: &Position, within: SearchScope) -> impl Iterator<Item = Step> {
    finds(position, within).filter_map(|find| {
        let technique = match find.kinds.0 {
            HouseKind::Block => Technique::DirectPointing,
            _ => Technique::DirectClaiming,
        };
        // The houses of the first kind that cross the second house.
        let crossing = (0..3).map(|part| {
            find.kinds.0.house(crossing((find.kinds.1, find.kinds.0), find.to.index() % 9, part))
        });
        crossing.filter(|&house| house != find.from).find_map(|house| {
            let places = position.places(house, find.digit);
            let left = cells_at(house, places).minus(find.to.cell_set());
            if left.is_empty() || left.has_several() || count(places) < 2 {
                return None;
            }
            let placement = (left.first()?, find.digit);
            Some(Step::with_placement(technique, placement, find.reason(Some(house))))
        })
    })
}

impl ConfinedDigit {
    fn reason(&self, direct: Option<House>) -> Reason {
        Reason::Intersection { digit: self.digit, from: self.from, to: self.to, direct }
    }
}

fn finds(position: &Position, within: SearchScope) -> impl Iterator<Item = ConfinedDigit> {
    // By pair of kinds and first house: the digits confined to each of the three houses that cross
    // it.
    let mut confined = [[DigitSet::EMPTY; 3]; 36];
    for (n, confined) in confined.iter_mut().enumerate() {
        let kinds = PAIRS[n / 9];
        let part = &PART[usize::from(kinds == (HouseKind::Block, HouseKind::Column))];
        let places = position.all_places(kinds.0.house(n % 9));
        for digit in within.digits {
            let places = places[digit.index()];
            if let Some(digits) = confined.get_mut(usize::from(part[usize::from(places)])) {
                digits.insert(digit);
            }
        }
    }
    let all = confined.into_iter().flatten().enumerate().filter(|(_, digits)| !digits.is_empty());
    all.flat_map(|(n, digits)| {
        let (kinds, i) = (PAIRS[n / 27], n / 3 % 9);
        let to = kinds.1.house(crossing(kinds, i, n % 3));
        digits.map(move |digit| ConfinedDigit { kinds, digit, from: kinds.0.house(i), to })
    })
}

/// By set of two or more positions: the third of a house that contains all of them, 0 to 2, or 3 if
/// none does. In the first table, a third is three consecutive positions: the rows of a block, or
/// the blocks of a line. In the second table, a third is every third position: the columns of a
/// block.
static PART: [[u8; 512]; 2] = {
    let mut part = [[3; 512]; 2];
    grid::const_for!(positions in 0..512 => {
        grid::const_for!(third in 0..3 => {
            let (row, column) = (0b111 << (3 * third), 0b1001001 << third);
            if usize::count_ones(positions) >= 2 && positions & !row == 0 {
                part[0][positions] = third as u8;
            }
            if usize::count_ones(positions) >= 2 && positions & !column == 0 {
                part[1][positions] = third as u8;
            }
        });
    });
    part
};

/// Returns the number of the house that crosses house `i` in its third `part`, 0 to 2.
fn crossing(kinds: (HouseKind, HouseKind), i: usize, part: usize) -> usize {
    match kinds {
        (HouseKind::Block, HouseKind::Column) => i % 3 * 3 + part,
        (HouseKind::Column, _) => part * 3 + i / 3,
        _ => i / 3 * 3 + part,
    }
}
