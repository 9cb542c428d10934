//! The search itself, compiled once for each kind of registers. The module above defines the
//! operations.

use super::*;
use crate::solver::open_rows::OpenRow;
use std::cell::RefCell;

/// The number of registers for placed digits: nine columns, three blocks.
const PLACED: usize = 12;
/// The number of registers for a started row: placed digits, and the candidates of up to nine
/// cells.
const STARTED: usize = PLACED + 9;

/// Partial fillings that wait; the last to come is the first to leave.
struct FillingQueue<const REGISTERS: usize> {
    /// Registers in which all lanes wait.
    full: Vec<[Register; REGISTERS]>,
    /// The fillings that came last. There is room for two more registers of them.
    last: [[u16; 3 * LANE_COUNT]; REGISTERS],
    len: usize,
}

/// The queues of a row.
struct RowQueues {
    /// Fillings that arrive at the row.
    arriving: FillingQueue<PLACED>,
    /// Fillings that have filled a part of the row.
    begun: FillingQueue<STARTED>,
}

thread_local! {
    /// The queues of the search on this thread: 60 kB, which are not cleared for each grid.
    static ROW_QUEUES: RefCell<Box<[RowQueues; 9]>> =
        RefCell::new(Box::new([const { RowQueues { arriving: FillingQueue::NONE, begun: FillingQueue::NONE } }; 9]));
}

struct SimdArrivalCounter<'a> {
    rows: &'a [OpenRow],
    queues: &'a mut [RowQueues; 9],
    arrivals: u64,
    /// The number of arrivals at which the search stops.
    enough: u64,
}

with_instructions! {
    fn without_lowest(a: Register) -> Register {
        and(a, add(a, all(u16::MAX)))
    }

    /// Counts the fillings of the plain search, in all lanes together.
    fn fillings(sets: &[Register], used: Register) -> u64 {
        match *sets {
            [] => 0,
            [_] | [_, _] | [_, _, _] | [_, _, _, _] => sum(few_fillings!(sets, used)),
            [a, ref rest @ ..] => {
                let mut left = without(a, used);
                let mut total = sum(size(left));
                loop {
                    let going = some(left);
                    if is_empty(going) {
                        return total;
                    }
                    let more = without_lowest(left);
                    // Where no digit is left, all digits count as used, so that nothing is counted.
                    let used = or(used, without(left, more));
                    total += fillings(rest, select(going, used, all(u16::MAX)));
                    left = more;
                }
            }
        }
    }
}

impl<const REGISTERS: usize> FillingQueue<REGISTERS> {
    const NONE: Self = Self { full: Vec::new(), last: [[0; 3 * LANE_COUNT]; REGISTERS], len: 0 };

    fn clear(&mut self) {
        self.full.clear();
        self.len = 0;
    }

    fn is_empty(&self) -> bool {
        self.len == 0 && self.full.is_empty()
    }

    /// Returns true if a full register waits.
    fn is_full(&self) -> bool {
        self.len >= LANE_COUNT || !self.full.is_empty()
    }

    with_instructions! {
        /// Loads a register from the last fillings, from this index on.
        fn loaded(&self, from: usize) -> [Register; REGISTERS] {
            // The compiler inlines nothing into `from_fn` or `zip`, because they are compiled
            // without these instructions.
            let mut registers = [all(0); REGISTERS];
            for (i, register) in registers.iter_mut().enumerate() {
                *register = load(self.last[i][from..].first_chunk().expect("there is room for more"));
            }
            registers
        }

        /// Adds the fillings in these lanes. At most two full registers may wait.
        fn push(&mut self, lanes: LaneMask, registers: impl Fn(usize) -> Register) {
            let packing = packing(lanes);
            for (i, last) in self.last.iter_mut().enumerate() {
                let place = last[self.len..].first_chunk_mut().expect("there is room");
                pack(place, &packing, registers(i));
            }
            self.len += count(lanes);
        }

        /// Makes room for two registers.
        fn make_room(&mut self) {
            if self.len > LANE_COUNT {
                self.len -= LANE_COUNT;
                self.full.push(self.loaded(self.len));
            }
        }

        /// Takes a register of fillings, and the mask of the lanes in use.
        fn pop(&mut self) -> ([Register; REGISTERS], LaneMask) {
            if self.len < LANE_COUNT && let Some(full) = self.full.pop() {
                return (full, first(LANE_COUNT));
            }
            let taken = self.len.min(LANE_COUNT);
            self.len -= taken;
            (self.loaded(self.len), first(taken))
        }
    }
}

with_instructions! {
/// Returns the paper's number of searches in these rows. There must be at least one row.
pub(crate) fn searches(rows: &[OpenRow], cap: u64) -> u64 {
    ROW_QUEUES.with_borrow_mut(|queues| {
        for RowQueues { arriving, begun } in &mut **queues {
            arriving.clear();
            begun.clear();
        }
        // One filling arrives at the first row, with nothing placed.
        queues[0].arriving.last.iter_mut().for_each(|register| register[0] = 0);
        queues[0].arriving.len = 1;
        let mut walk = SimdArrivalCounter { rows, queues, arrivals: 0, enough: cap.div_ceil(9) };
        walk.all();
        (walk.arrivals * 9).min(cap)
    })
}
}

impl SimdArrivalCounter<'_> {
    with_instructions! {
        /// Runs all fillings to the end.
        fn all(&mut self) {
            for row in 0..self.rows.len() {
                while self.arrivals < self.enough {
                    if !self.queues[row].begun.is_empty() {
                        self.go_on(row);
                    } else if !self.queues[row].arriving.is_empty() {
                        self.enter(row);
                    } else {
                        break;
                    }
                    self.full(row + 1);
                }
            }
        }

        /// Runs fillings from a row on while a full register waits there, and then from the rows
        /// below.
        fn full(&mut self, row: usize) {
            while row < self.rows.len() && self.arrivals < self.enough {
                if self.queues[row].begun.is_full() {
                    self.go_on(row);
                } else if self.queues[row].arriving.is_full() {
                    self.enter(row);
                } else {
                    return;
                }
                self.full(row + 1);
            }
        }

        fn go_on(&mut self, row: usize) {
            let (begun, lanes) = self.queues[row].begun.pop();
            let (placed, sets) = begun.split_first_chunk::<PLACED>().expect("first what was placed");
            let mut sets = *sets.first_chunk().expect("then nine sets");
            self.fill(row, &mut sets, placed, lanes);
        }

        /// Arrives at the first empty cell of a row.
        fn enter(&mut self, row: usize) {
            let (placed, lanes) = self.queues[row].arriving.pop();
            let OpenRow { free, cells, empty, .. } = &self.rows[row];
            let none = all(0);
            let mut sets = [none; 9];
            for (i, &(stack, first)) in cells[..*empty].iter().enumerate() {
                let (stack, first) = (usize::from(stack), usize::from(first));
                let taken = or(placed[stack * 3 + first / 16], placed[9 + stack]);
                let free = all((free[stack] >> first) as u16 & 0x1ff);
                sets[i] = select(lanes, without(free, taken), none);
            }
            self.arrivals += count(lanes) as u64 + fillings(&sets[..empty - 1], none);
            if row + 1 < self.rows.len() && self.arrivals < self.enough {
                self.fill(row, &mut sets, &placed, lanes);
            }
        }

        /// Fills a row as far as naked and hidden singles lead. Then moves complete fillings to the
        /// next row, and splits each of the others in two.
        fn fill(&mut self, row: usize, sets: &mut [Register; 9], placed: &[Register; PLACED], mut lanes: LaneMask) {
            let OpenRow { cells, empty, missing, .. } = &self.rows[row];
            let (cells, missing, none) = (&cells[..*empty], all(*missing), all(0));
            let mut open = lanes;
            // More rounds settle few more fillings.
            for _ in 0..2 {
                let (mut any, mut twice, mut single, mut clash) = (none, none, none, none);
                for &set in &sets[..*empty] {
                    twice = or(twice, and(any, set));
                    any = or(any, set);
                    let one = select(some(without_lowest(set)), none, set);
                    clash = or(clash, and(single, one));
                    single = or(single, one);
                }
                lanes = both(lanes, but(equal(any, missing), some(clash)));
                let once = without(any, twice);
                let (mut dead, mut several) = (first(0), first(0));
                for set in &mut sets[..*empty] {
                    let here = and(*set, once);
                    let left = select(some(here), here, without(*set, single));
                    *set = select(some(without_lowest(*set)), left, *set);
                    dead = either(dead, equal(*set, none));
                    several = either(several, some(without_lowest(*set)));
                }
                lanes = but(lanes, dead);
                open = both(lanes, several);
                if is_empty(open) {
                    break;
                }
            }
            let mut any = none;
            for &set in &sets[..*empty] {
                any = or(any, set);
            }
            lanes = both(lanes, equal(any, missing));
            let filled = but(lanes, open);
            if !is_empty(filled) {
                let begins_band = self.rows[row + 1].begins_band;
                let mut next = *placed;
                if begins_band {
                    next[9..].fill(none);
                }
                for (i, &(stack, first)) in cells.iter().enumerate() {
                    let stack = usize::from(stack);
                    let column = stack * 3 + usize::from(first) / 16;
                    next[column] = or(next[column], sets[i]);
                    if !begins_band {
                        next[9 + stack] = or(next[9 + stack], sets[i]);
                    }
                }
                self.queues[row + 1].arriving.push(filled, |i| next[i]);
            }
            let open = both(lanes, open);
            if !is_empty(open) {
                self.split(row, sets, placed, open);
            }
        }

        /// Chooses a cell of each filling, one with two digits if there is any.
        fn split(&mut self, row: usize, sets: &[Register; 9], placed: &[Register; PLACED], lanes: LaneMask) {
            let (mut lowest, mut others) = (*sets, *sets);
            let mut left = lanes;
            for only_pairs in [true, false] {
                for i in 0..self.rows[row].empty {
                    let rest = without_lowest(sets[i]);
                    let mut here = both(left, some(rest));
                    if only_pairs {
                        here = but(here, some(without_lowest(rest)));
                    }
                    left = but(left, here);
                    others[i] = select(here, rest, others[i]);
                    lowest[i] = select(here, without(sets[i], rest), lowest[i]);
                }
                if is_empty(left) {
                    break;
                }
            }
            let begun = &mut self.queues[row].begun;
            begun.make_room();
            for sets in [&others, &lowest] {
                begun.push(lanes, |i| if i < PLACED { placed[i] } else { sets[i - PLACED] });
            }
        }
    }
}
