//! Unique rectangles and loops: walks only where a loop can be.

use super::effect::Effect;
use crate::grid::{CellSet, DigitSet};
use crate::logic::houses::{cells_of, houses};
use crate::logic::{Position, TechniqueSet, loops};

/// The best find of all loops.
pub(super) fn find(position: &Position) -> Option<Effect> {
    let mut known: Vec<(DigitSet, CellSet)> = Vec::new();
    loops::best(position, TechniqueSet::ALL, |start| {
        let digits = position.candidates(start);
        let core = match known.iter().find(|(pair, _)| *pair == digits) {
            Some(&(_, core)) => core,
            None => {
                known.push((digits, core(position, digits)));
                known[known.len() - 1].1
            }
        };
        core
    })
    .map(Effect::from)
}

/// The cells that can be part of a loop of these two digits: each of its houses has another such cell.
fn core(position: &Position, digits: DigitSet) -> CellSet {
    let mut core = digits.fold(CellSet::FULL, |all, digit| all.intersection(position.cells_with(digit)));
    loop {
        let stays = |cell| houses(cell).into_iter().all(|house| core.intersection(cells_of(house)).has_several());
        let left: CellSet = core.filter(|&cell| stays(cell)).collect();
        if left == core {
            return core;
        }
        core = left;
    }
}
