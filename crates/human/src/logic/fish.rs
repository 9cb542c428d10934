//! Fish: X-wing, swordfish and jellyfish. They are about one digit in as many lines as crossing
//! lines.
//!
//! ```text
//!        c2     c7
//!  r1  .  5  .   5  .      In rows 1 and 5 the digit 5 has places in columns 2 and 7 only. The two
//!  r3  .  5̶  .   .  .      rows take one 5 of each column, so all other 5s of these columns go.
//!  r5  .  5  .   5  .
//! ```
//!
//! Three lines make a swordfish, four make a jellyfish. Finned fish are not searched. The base
//! lines are columns first, then rows.

use super::combinations::{count, subsets};
use super::houses::HouseKind;
use super::houses::SearchScope;
use super::position::Position;
use super::sets::lost_candidates;
use super::step::{Reason, Step};
use super::technique::Technique;
use grid::{CellSet, Digit, DigitSet, House};

/// Finds the fish of `size` base lines that remove a candidate.
pub fn fish(position: &Position, size: usize, within: SearchScope) -> impl Iterator<Item = Step> {
    let technique = match size {
        2 => Technique::XWing,
        3 => Technique::Swordfish,
        _ => Technique::Jellyfish,
    };
    // By digit: the number of copies that are still to be placed.
    let mut missing = [9_usize; 9];
    for (_, digit) in position.grid().filled() {
        missing[digit.index()] = missing[digit.index()].saturating_sub(1);
    }
    let lines =
        [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)].into_iter();
    let all = lines.flat_map(move |kinds| {
        // By digit: the lines in which it has two to `size` places.
        let mut few = [0_u16; 9];
        for n in 0..9 {
            let house = kinds.0.house(n);
            let digits = position.few_places(house, size).intersection(within.digits);
            digits.for_each(|digit| few[digit.index()] |= 1 << n);
        }
        let with_missing =
            Digit::ALL.into_iter().filter(move |digit| missing[digit.index()] >= 2 * size);
        let sets = with_missing
            .flat_map(move |digit| subsets(few[digit.index()], size).map(move |set| (set, digit)));
        let mut sets: Vec<(u16, Digit)> = sets.collect();
        sets.sort_unstable();
        sets.into_iter().map(move |(set, digit)| (kinds, set, digit))
    });
    all.filter_map(move |((base, cover), set, digit)| {
        let lines = (0..9).filter(|n| set >> n & 1 != 0);
        let union = lines.fold(0, |all, n| all | position.places(base.house(n), digit));
        if count(union) != size {
            return None;
        }
        let bases = members(base, set);
        let covers = members(cover, union);
        let inside: CellSet = bases.iter().map(|&line| line.cell_set()).collect();
        let outside: CellSet = covers.iter().map(|&line| line.cell_set()).collect();
        let eliminations =
            lost_candidates(position, outside.minus(inside), DigitSet::singleton(digit))?;
        let reason = Reason::Fish { digit, bases, covers };
        Some(Step::with_eliminations(technique, eliminations, reason))
    })
}

fn members(kind: HouseKind, set: u16) -> Vec<House> {
    (0..9).filter(|n| set >> n & 1 != 0).map(|n| kind.house(n)).collect()
}
