//! The walk itself, compiled once for each kind of registers. What they can do is in the module above.

use super::*;
use crate::sudoku::solver::open_rows::OpenRow;
use std::cell::RefCell;

/// Registers of what was placed: nine columns, three blocks.
const PLACED: usize = 12;
/// Registers of a row that is begun: what was placed, and the candidates of up to nine cells.
const STARTED: usize = PLACED + 9;

/// Ways that wait; the last to come is the first to go.
struct FillingQueue<const REGISTERS: usize> {
    /// Registers full of ways.
    full: Vec<[Register; REGISTERS]>,
    /// Those that came last. Two pushes find room.
    last: [[u16; 3 * WAYS]; REGISTERS],
    len: usize,
}

/// Where ways wait at a row.
struct RowQueues {
    /// They arrive at the row.
    arriving: FillingQueue<PLACED>,
    /// They have filled a part of it.
    begun: FillingQueue<STARTED>,
}

thread_local! {
    /// The stops of the walk of this thread: 60 kB, which are not cleared for each grid.
    static ROW_QUEUES: RefCell<Box<[RowQueues; 9]>> =
        RefCell::new(Box::new([const { RowQueues { arriving: FillingQueue::NONE, begun: FillingQueue::NONE } }; 9]));
}

struct SimdArrivalCounter<'a> {
    rows: &'a [OpenRow],
    queues: &'a mut [RowQueues; 9],
    arrivals: u64,
    /// The number of arrivals at which the walk stops.
    enough: u64,
}

with_instructions! {
    fn without_lowest(a: Register) -> Register {
        and(a, add(a, all(u16::MAX)))
    }

    /// The fillings of the plain walk, all ways together.
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
                    // Where no digit is left, all count as used, and nothing is counted.
                    let used = or(used, without(left, more));
                    total += fillings(rest, select(going, used, all(u16::MAX)));
                    left = more;
                }
            }
        }
    }
}

impl<const REGISTERS: usize> FillingQueue<REGISTERS> {
    const NONE: Self = Self { full: Vec::new(), last: [[0; 3 * WAYS]; REGISTERS], len: 0 };

    fn clear(&mut self) {
        self.full.clear();
        self.len = 0;
    }

    fn is_empty(&self) -> bool {
        self.len == 0 && self.full.is_empty()
    }

    /// Whether a register full of them waits.
    fn is_full(&self) -> bool {
        self.len >= WAYS || !self.full.is_empty()
    }

    with_instructions! {
        /// A register full of those that came last, from this one on.
        fn loaded(&self, from: usize) -> [Register; REGISTERS] {
            // Nothing is inlined into `from_fn` or `zip`, which are compiled without these instructions.
            let mut registers = [all(0); REGISTERS];
            for (i, register) in registers.iter_mut().enumerate() {
                *register = load(self.last[i][from..].first_chunk().expect("there is room for more"));
            }
            registers
        }

        /// Adds these ways. At most two registers full may wait.
        fn push(&mut self, ways: LaneMask, registers: impl Fn(usize) -> Register) {
            let packing = packing(ways);
            for (i, last) in self.last.iter_mut().enumerate() {
                let place = last[self.len..].first_chunk_mut().expect("there is room");
                pack(place, &packing, registers(i));
            }
            self.len += count(ways);
        }

        /// Makes room for two registers.
        fn make_room(&mut self) {
            if self.len > WAYS {
                self.len -= WAYS;
                self.full.push(self.loaded(self.len));
            }
        }

        /// Takes a register of ways; the mask has those that there are.
        fn pop(&mut self) -> ([Register; REGISTERS], LaneMask) {
            if self.len < WAYS && let Some(full) = self.full.pop() {
                return (full, first(WAYS));
            }
            let taken = self.len.min(WAYS);
            self.len -= taken;
            (self.loaded(self.len), first(taken))
        }
    }
}

with_instructions! {
/// The paper's number of searches in these rows, of which there is at least one.
pub(in crate::sudoku::solver) fn searches(rows: &[OpenRow], cap: u64) -> u64 {
    ROW_QUEUES.with_borrow_mut(|queues| {
        for RowQueues { arriving, begun } in &mut **queues {
            arriving.clear();
            begun.clear();
        }
        // One way arrives at the first row, with nothing placed.
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
        /// Lets all ways go on to the end.
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

        /// Lets ways go on from a row while a register full of them waits there, and from the rows below.
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
            let (begun, ways) = self.queues[row].begun.pop();
            let (placed, sets) = begun.split_first_chunk::<PLACED>().expect("first what was placed");
            let mut sets = *sets.first_chunk().expect("then nine sets");
            self.fill(row, &mut sets, placed, ways);
        }

        /// Arrives at the first empty cell of a row.
        fn enter(&mut self, row: usize) {
            let (placed, ways) = self.queues[row].arriving.pop();
            let OpenRow { free, cells, empty, .. } = &self.rows[row];
            let none = all(0);
            let mut sets = [none; 9];
            for (i, &(stack, first)) in cells[..*empty].iter().enumerate() {
                let (stack, first) = (usize::from(stack), usize::from(first));
                let taken = or(placed[stack * 3 + first / 16], placed[9 + stack]);
                let free = all((free[stack] >> first) as u16 & 0x1ff);
                sets[i] = select(ways, without(free, taken), none);
            }
            self.arrivals += count(ways) as u64 + fillings(&sets[..empty - 1], none);
            if row + 1 < self.rows.len() && self.arrivals < self.enough {
                self.fill(row, &mut sets, &placed, ways);
            }
        }

        /// Fills a row as far as single digits and single places lead. Then filled ways go to the next row, and the
        /// others go on as two.
        fn fill(&mut self, row: usize, sets: &mut [Register; 9], placed: &[Register; PLACED], mut ways: LaneMask) {
            let OpenRow { cells, empty, missing, .. } = &self.rows[row];
            let (cells, missing, none) = (&cells[..*empty], all(*missing), all(0));
            let mut open = ways;
            // More rounds settle few more.
            for _ in 0..2 {
                let (mut any, mut twice, mut single, mut clash) = (none, none, none, none);
                for &set in &sets[..*empty] {
                    twice = or(twice, and(any, set));
                    any = or(any, set);
                    let one = select(some(without_lowest(set)), none, set);
                    clash = or(clash, and(single, one));
                    single = or(single, one);
                }
                ways = both(ways, but(equal(any, missing), some(clash)));
                let once = without(any, twice);
                let (mut dead, mut several) = (first(0), first(0));
                for set in &mut sets[..*empty] {
                    let here = and(*set, once);
                    let left = select(some(here), here, without(*set, single));
                    *set = select(some(without_lowest(*set)), left, *set);
                    dead = either(dead, equal(*set, none));
                    several = either(several, some(without_lowest(*set)));
                }
                ways = but(ways, dead);
                open = both(ways, several);
                if is_empty(open) {
                    break;
                }
            }
            let mut any = none;
            for &set in &sets[..*empty] {
                any = or(any, set);
            }
            ways = both(ways, equal(any, missing));
            let filled = but(ways, open);
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
            let open = both(ways, open);
            if !is_empty(open) {
                self.split(row, sets, placed, open);
            }
        }

        /// Chooses a cell of each way, one with two digits if there is any.
        fn split(&mut self, row: usize, sets: &[Register; 9], placed: &[Register; PLACED], ways: LaneMask) {
            let (mut lowest, mut others) = (*sets, *sets);
            let mut left = ways;
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
                begun.push(ways, |i| if i < PLACED { placed[i] } else { sets[i - PLACED] });
            }
        }
    }
}
