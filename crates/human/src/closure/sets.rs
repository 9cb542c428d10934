//! Naked and hidden sets, and fish: all are sets of items whose places are as few as the items.

use super::find_sink::FindSink;
use super::view::CandidateView;
use crate::logic::combinations::{bits, count};
use crate::logic::houses::SearchScope;
use grid::{Digit, House};

/// Finds all sets of `size` items whose bits together are `size` bits. An item without bits is in
/// no set. `take` gets the bits that each item outside a set loses, and then no item.
fn find_covered(items: &[u16; 9], size: usize, take: &mut impl FnMut(Option<(usize, u16)>)) {
    let mut search = CoverSearch { items, candidates: [0; 9], count: 0, size, take };
    for (at, item) in items.iter().enumerate() {
        if *item != 0 && count(*item) <= size {
            search.candidates[search.count] = at;
            search.count += 1;
        }
    }
    if search.count >= size {
        search.extend(0, 0, 0);
    }
}

/// A search for sets of items.
struct CoverSearch<'a, F> {
    items: &'a [u16; 9],
    /// The items with few enough bits.
    candidates: [usize; 9],
    count: usize,
    size: usize,
    take: &'a mut F,
}

impl<F: FnMut(Option<(usize, u16)>)> CoverSearch<'_, F> {
    /// Extends a set of items by further candidates from `from` on.
    fn extend(&mut self, from: usize, chosen: u16, union: u16) {
        let missing = self.size - count(chosen);
        if missing == 0 {
            for (at, item) in self.items.iter().enumerate() {
                if chosen >> at & 1 == 0 && item & union != 0 {
                    (self.take)(Some((at, item & union)));
                }
            }
            (self.take)(None);
            return;
        }
        for next in from..=self.count - missing {
            let item = self.candidates[next];
            let union = union | self.items[item];
            if count(union) <= self.size {
                self.extend(next + 1, chosen | 1 << item, union);
            }
        }
    }
}

/// Finds the naked sets of a size: cells of a house with as many digits.
pub(super) fn naked(
    view: &CandidateView,
    size: usize,
    within: SearchScope,
    sink: &mut impl FindSink,
) {
    for house in within.blocks_columns_rows() {
        find_covered(&view.digits_in(house), size, &mut |lost| match lost {
            Some((at, digits)) => sink.remove_digits(house.cells()[at], digits),
            None => sink.end_find(),
        });
    }
}

/// Finds the hidden sets of a size: digits of a house with as many places.
pub(super) fn hidden(
    view: &CandidateView,
    size: usize,
    within: SearchScope,
    sink: &mut impl FindSink,
) {
    for house in within.blocks_columns_rows() {
        find_covered(view.places(house), size, &mut |lost| match lost {
            Some((digit, places)) => {
                bits(places).for_each(|at| sink.remove(house.cells()[at], digit));
            }
            None => sink.end_find(),
        });
    }
}

/// Finds the fish of a size: lines whose places of a digit lie in as many crossing lines.
pub(super) fn fish(
    view: &CandidateView,
    size: usize,
    within: SearchScope,
    sink: &mut impl FindSink,
) {
    for digit in within.digits.map(Digit::index) {
        for first in [0, 9] {
            let lines = std::array::from_fn(|line| view.places(House::ALL[first + line])[digit]);
            find_covered(&lines, size, &mut |lost| match lost {
                Some((line, crossing)) => {
                    let cells = House::ALL[first + line].cells();
                    bits(crossing).for_each(|at| sink.remove(cells[at], digit));
                }
                None => sink.end_find(),
            });
        }
    }
}
