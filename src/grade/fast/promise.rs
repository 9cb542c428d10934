//! Which assumptions are worth the chains of `logic`.

use super::rows::Rows;
use super::simple::Simple;
use crate::grid::{CellSet, House};
use crate::logic::Node;
use crate::logic::Position;
use crate::logic::chains::Promise;
use crate::logic::houses::{cells_of, seen_by};

/// Static chains: the rows of the simple chains are complete, and say what follows.
pub(super) struct Static<'a, const W: usize>(pub &'a Simple<W>);

impl<const W: usize> Promise for Static<'_, W> {
    fn contradicts(&mut self, _: Node) -> bool {
        false
    }

    fn agree(&mut self, cases: &[Node]) -> bool {
        let Simple { graph, rows: Rows { on, off, .. }, .. } = self.0;
        let number = |case: &Node| usize::from(graph.number[case.cell.index()][case.digit.index()]);
        let first = number(&cases[0]);
        let (mut all_on, mut all_off) = (on[first], off[first]);
        for case in &cases[1..] {
            all_on = all_on.and(&on[number(case)]);
            all_off = all_off.and(&off[number(case)]);
        }
        !all_on.is_empty() || !all_off.is_empty()
    }
}

/// Nishio: one digit is followed until a house has no place left for it.
pub(super) struct Nishio<'a>(pub &'a Position);

impl Promise for Nishio<'_> {
    fn contradicts(&mut self, start: Node) -> bool {
        let all = self.0.cells_with(start.digit);
        let own = CellSet::of(start.cell);
        let mut on = if start.on { own } else { CellSet::EMPTY };
        let mut left = if start.on { all.minus(seen_by(start.cell)) } else { all.minus(own) };
        loop {
            let before = left;
            for house in House::ALL {
                let places = cells_of(house).intersection(left);
                match places.len() {
                    0 if !cells_of(house).intersection(all).is_empty() => return true,
                    1 if places.minus(on).len() == 1 => {
                        on = on.union(places);
                        places.for_each(|cell| left = left.minus(seen_by(cell)));
                    }
                    _ => {}
                }
            }
            if left == before {
                return false;
            }
        }
    }

    fn agree(&mut self, _: &[Node]) -> bool {
        false
    }
}
