//! A way to the smallest line, as far as it has got. Not which way is the best.

use super::stack::{Change, ORDERS, Stack};

/// A row or column of the givens.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    /// The digits of its nine cells, 0 for a blank.
    pub(super) cells: [u8; 16],
    /// Which cells hold a digit: bit 0 is the first one.
    pub(super) filled: u16,
}

/// How a digit got its name: bits 0-1 the column in the stack, bits 2-3 the stack, bits 4-7 what
/// the name is more than the place of the column in the stack (it may be one less, too).
type Birth = u8;

/// No column: the name does not depend on any.
const FIXED: u8 = 3 << 2;
/// A blank is like a digit of the name 0.
const BLANK: Birth = FIXED;
/// Above all names.
const NEW: Birth = NEW_KEY | FIXED;
const NEW_KEY: u8 = 15 << 4;

/// See the module [`super`].
#[derive(Clone, Copy)]
pub(super) struct Way {
    births: [Birth; 16],
    /// The stacks in their places; the last one is for [`FIXED`].
    stacks: [Stack; 4],
    /// Which source stack stands at each place.
    sources: [u8; 3],
    /// For each stack, those whose classes are tied to its own: they change together.
    tied: [u8; 3],
    /// How many digits have names.
    named: u8,
    /// The first of the nine source rows.
    pub(super) base: u8,
    /// Whether all columns are settled, and the births hold plain names.
    settled: bool,
    /// Bit `r`: source row `r` is not used yet.
    pub(super) rows: u16,
}

impl Way {
    pub(super) fn new(base: u8, sources: [u8; 3]) -> Self {
        let mut births = [NEW; 16];
        births[0] = BLANK;
        Self {
            births,
            stacks: [Stack::LOOSE, Stack::LOOSE, Stack::LOOSE, Stack::SETTLED],
            sources,
            tied: [1, 2, 4],
            named: 0,
            base,
            settled: false,
            rows: 0x1ff,
        }
    }

    /// Which places of a row hold a digit, the first place highest.
    #[inline]
    pub(super) fn pattern(&self, row: &Row) -> u16 {
        let part = |s: usize| u16::from(self.stacks[s].filled(row.filled >> (3 * self.sources[s])));
        part(0) << 6 | part(1) << 3 | part(2)
    }

    /// What a digit sorts by: its smallest possible name in the higher half, bit 0 if the name
    /// depends on the order of a class.
    #[inline]
    fn key(&self, digit: u8) -> u8 {
        let birth = self.births[usize::from(digit % 16)];
        let stack = self.stacks[usize::from(birth >> 2 & 3)];
        (birth & 0xf0).wrapping_add(stack.term(birth & 3))
    }

    /// Changes the class of a stack and those tied to it.
    #[inline]
    fn change(&mut self, s: usize, change: Change) {
        let tied = self.tied[s];
        if tied == 1 << s {
            self.stacks[s] = self.stacks[s].changed(change);
            return;
        }
        for t in 0..3 {
            if tied >> t & 1 != 0 {
                self.stacks[t] = self.stacks[t].changed(change);
            }
        }
    }

    /// Takes the first row: all its digits are new.
    pub(super) fn take_first(mut self, row: &Row, best: &mut Best) {
        let mut value = 0;
        for s in 0..3 {
            let first = 3 * self.sources[s];
            let filled = row.filled >> first & 7;
            let stack = Stack::LOOSE.changed(Stack::LOOSE.split_by(filled));
            self.stacks[s] = stack;
            let columns = stack.columns();
            for place in 0..3 {
                value <<= 4;
                if filled >> columns[place] & 1 != 0 {
                    let digit = row.cells[usize::from((first + columns[place]) % 16)];
                    self.named += 1;
                    value |= u64::from(self.named);
                    let more = self.named.wrapping_sub(place as u8) << 4;
                    self.births[usize::from(digit % 16)] = more | (s as u8) << 2 | columns[place];
                }
            }
        }
        best.offer(value, self);
    }

    /// Takes a row next.
    #[inline]
    pub(super) fn take(self, row: &Row, best: &mut Best) {
        if self.settled {
            self.read(row, best);
        } else {
            self.take_from(0, 0, row, best);
        }
    }

    /// Takes a row when all columns are settled.
    #[inline]
    fn read(mut self, row: &Row, best: &mut Best) {
        let mut value = 0;
        for s in 0..3 {
            let columns = self.stacks[s].columns();
            let first = 3 * self.sources[s];
            for column in columns {
                let digit = row.cells[usize::from((first + column) % 16)];
                let birth = &mut self.births[usize::from(digit % 16)];
                if *birth == NEW {
                    self.named += 1;
                    *birth = self.named << 4 | FIXED;
                }
                value = value << 4 | u64::from(*birth >> 4);
            }
            if value > best.value >> (12 * (2 - s)) {
                return;
            }
        }
        best.offer(value, self);
    }

    fn take_from(mut self, from: usize, mut value: u64, row: &Row, best: &mut Best) {
        for s in from..3 {
            let first = 3 * self.sources[s];
            let before = value << 12;
            value = before;
            let filled = row.filled >> first & 7;
            if filled == 0 {
                continue;
            }
            let cell = |column: u8| row.cells[usize::from((first + column) % 16)];
            if filled & (filled - 1) == 0 {
                let column = filled as u8 >> 1;
                let digit = cell(column);
                let change = self.stacks[s].split_by(filled);
                if change != Stack::LOOSE {
                    self.change(s, change);
                }
                let key = self.key(digit);
                let place = self.stacks[s].place(column);
                if key == NEW_KEY {
                    self.named += 1;
                    value |= u64::from(self.named) << (4 * (2 - place));
                    let more = self.named.wrapping_sub(place as u8) << 4;
                    self.births[usize::from(digit % 16)] = more | (s as u8) << 2 | column;
                } else {
                    value |= u64::from(key >> 4) << (4 * (2 - place));
                    if value > best.value >> (12 * (2 - s)) {
                        return;
                    }
                    if key & 1 != 0 {
                        self.pick(digit);
                    }
                    continue;
                }
                if value > best.value >> (12 * (2 - s)) {
                    return;
                }
                continue;
            }
            loop {
                let stack = self.stacks[s];
                let by_column = [self.key(cell(0)), self.key(cell(1)), self.key(cell(2)), 0];
                let keys_of = |stack: Stack| {
                    stack
                        .columns()
                        .map(|column| by_column[usize::from(column % 4)])
                };
                let mut keys = keys_of(stack);
                let loose = (keys[0] | keys[1] | keys[2]) & 1 != 0;
                if keys[0] & 1 != 0 && stack.class().0 == 1 {
                    self.pick(cell(stack.columns()[0]));
                    continue;
                }
                let change = stack.sorted_by(keys);
                let sorted = stack.changed(change);
                keys = keys_of(sorted);
                value = before | u64::from(self.spell(keys));
                if value > best.value >> (12 * (2 - s)) {
                    return;
                }
                if change != Stack::LOOSE {
                    self.change(s, change);
                    if loose {
                        continue;
                    }
                }
                let mut digits = sorted.columns().map(cell);
                if loose {
                    if !self.settle(s, digits) {
                        return self.branch(s, before >> 12, row, best);
                    }
                    digits = self.stacks[s].columns().map(cell);
                    keys = digits.map(|digit| self.key(digit));
                    value = before | u64::from(self.spell(keys));
                    if value > best.value >> (12 * (2 - s)) {
                        return;
                    }
                }
                self.name_new(s, digits, keys);
                break;
            }
        }
        if self.stacks[..3].iter().all(|stack| stack.class().1 == 1) {
            self.settled = true;
            for digit in 1..10 {
                self.births[digit] = self.key(digit as u8) & 0xf0 | FIXED;
            }
        }
        best.offer(value, self);
    }

    /// Three names of four bits for sorted keys; a lower bound if they are not settled.
    #[inline]
    fn spell(&self, keys: [u8; 3]) -> u16 {
        let [a, b, c] = keys;
        let twice = |x: u8, y: u8| u8::from(x == y && x != 0);
        let base = |key: u8| if key == NEW_KEY { self.named + 1 } else { key >> 4 };
        let names = [base(a), base(b) + twice(a, b), base(c) + twice(a, c) + twice(b, c)];
        let [a, b, c] = names.map(u16::from);
        a << 8 | b << 4 | c
    }

    #[inline]
    fn name_new(&mut self, s: usize, digits: [u8; 3], keys: [u8; 3]) {
        let columns = self.stacks[s].columns();
        for place in 0..3 {
            if keys[place] == NEW_KEY {
                self.named += 1;
                let more = self.named.wrapping_sub(place as u8) << 4;
                self.births[usize::from(digits[place] % 16)] =
                    more | (s as u8) << 2 | columns[place];
            }
        }
    }

    /// Gives the digits of a stack the smallest names that they can have, place by place. False if
    /// the order of the class decides about names in two rows at once.
    fn settle(&mut self, s: usize, digits: [u8; 3]) -> bool {
        let (first, size) = self.stacks[s].class();
        for place in 0..3 {
            if self.key(digits[place]) & 1 == 0 {
                continue;
            }
            if place < first || place >= first + size || size == 1 {
                self.pick(digits[place]);
            } else if place == first && !self.align(s, &digits[first..first + size]) {
                return false;
            }
        }
        true
    }

    /// Lets a class take the names of another class, whose members had the digits in an earlier
    /// row, or some of its names.
    fn align(&mut self, s: usize, digits: &[u8]) -> bool {
        let t = self.stack_of(digits[0]);
        let (t_first, t_size) = self.stacks[t].class();
        let mut wanted = [0, 1, 2];
        for (i, &digit) in digits.iter().enumerate() {
            let column = self.births[usize::from(digit % 16)] & 3;
            wanted[i] = (self.stacks[t].place(column) - t_first) as u8;
        }
        if self.tied[s] >> t & 1 != 0 {
            return wanted == [0, 1, 2];
        }
        if t_size > digits.len() {
            let other = 3 - wanted[0] - wanted[1];
            let (a, b) = (wanted[0].min(wanted[1]), wanted[0].max(wanted[1]));
            self.change(t, Stack::new([a, b, other], 2));
            let swapped = u8::from(wanted[0] > wanted[1]);
            wanted = [swapped, 1 - swapped, 2];
        }
        let mut order = [0; 3];
        for (i, &to) in wanted.iter().enumerate() {
            order[usize::from(to % 4).min(2)] = i as u8;
        }
        self.change(s, Stack::new(order, 0));
        self.tie(s, t);
        true
    }

    /// The stack in which a digit got its name.
    #[inline]
    fn stack_of(&self, digit: u8) -> usize {
        usize::from(self.births[usize::from(digit % 16)] >> 2 & 3)
    }

    /// Gives a digit the smallest name that it can have.
    fn pick(&mut self, digit: u8) {
        let birth = self.births[usize::from(digit % 16)];
        let t = usize::from(birth >> 2 & 3);
        let stack = self.stacks[t];
        let member = stack.place(birth & 3) - stack.class().0;
        self.change(t, Stack::new(ORDERS[2 * member], 1));
    }

    fn tie(&mut self, s: usize, t: usize) {
        let all = self.tied[s] | self.tied[t];
        for u in 0..3 {
            if all >> u & 1 != 0 {
                self.tied[u] = all;
            }
        }
    }

    /// Goes on with each order of the class of a stack.
    fn branch(self, s: usize, value: u64, row: &Row, best: &mut Best) {
        let orders: &[[u8; 3]] = match self.stacks[s].class() {
            (_, 3) => &ORDERS,
            _ => &[[0, 1, 2], [1, 0, 2]],
        };
        for &order in orders {
            let mut way = self;
            way.change(s, Stack::new(order, 0b11));
            way.take_from(s, value, row, best);
        }
    }
}

/// The smallest row so far, and the ways that have it.
pub(super) struct Best {
    pub(super) value: u64,
    /// The largest pattern of a row that need not be larger.
    pub(super) room: u16,
    /// The ways that have led here; those from `kept` on to the best value.
    pub(super) ways: Vec<Way>,
    pub(super) kept: usize,
}

impl Best {
    /// Keeps a way if no other is better.
    #[inline]
    fn offer(&mut self, value: u64, way: Way) {
        if value < self.value {
            self.value = value;
            self.ways.truncate(self.kept);
            // The first digit stands at place `zeros / 4`.
            self.room = 0x1ff >> ((value << 28).leading_zeros() / 4).min(9);
        }
        self.ways.push(way);
    }
}
