//! A way to the smallest line, as far as it has got: which rows are used, and what is known of the
//! columns and of the names of the digits. Not which way is the best.
//!
//! A name is never written down. A digit that gets its name in a class of columns has any of the
//! names that the class shares out; which one, the place of its column will tell. So a digit keeps
//! its column, and how much its name is more than the place:
//!
//! ```text
//!   row 1     . . 1 | . 2 3 | 4 5 6      the middle stack: columns d|e f
//!                                        the digit at e: stack 1, column e, 2 - 1 more
//!                                        the digit at f: stack 1, column f, 2 - 1 more
//!   e before f: their names are 2 and 3; f before e: 3 and 2
//! ```
//!
//! When a later row has such digits in another class, the smaller names come first there too, and
//! both classes are tied: from then on, what is done to one is done to the other. A choice remains
//! only if a row has digits in the very class, or a tied one, that names them, in another order.

use super::search::Best;
use super::stack::{Change, ORDERS, Stack};

/// A row or column of the givens.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    /// The digits of its nine cells, 0 for a blank.
    pub(super) cells: [u8; 16],
    /// Which cells hold a digit: bit 0 is the first one.
    pub(super) filled: u16,
}

/// Where a digit got its name:
///
/// ```text
///   bits 7..4  what its name is more than the place of the column in the stack; it may be one less
///   bits 3..2  the place of the stack
///   bits 1..0  the column, as the source has it
/// ```
type Birth = u8;

/// In place of a column, when the name does not depend on any.
const NOWHERE: Birth = 3 << 2;
/// A blank is like a digit of the name 0.
const BLANK: Birth = NOWHERE;
/// A digit without a name.
const NEW: Birth = NEW_KEY | NOWHERE;

/// What a digit sorts by: the smallest name that it can have in the higher half, and bit 0 if it
/// can have others.
type Key = u8;

/// Above all names.
const NEW_KEY: Key = 15 << 4;
const LOOSE: Key = 1;

/// See the [module](self).
#[derive(Clone, Copy)]
pub(super) struct Way {
    births: [Birth; 16],
    /// The stacks in their places. The last one, where nothing moves, is for [`NOWHERE`].
    stacks: [Stack; 4],
    /// The first of the three source columns of the stack at each place.
    sources: [u8; 3],
    /// For each stack, those whose classes are tied to its own, and itself. They are of one size.
    tied: [u8; 3],
    /// How many digits have names.
    named: u8,
    /// 9 if rows are columns of the source, or else 0.
    pub(super) orientation: u8,
    /// Whether all columns are settled, and all births are nowhere.
    settled: bool,
    /// Bit `r`: row `r` is not used yet.
    rows: u16,
}

impl Way {
    /// The way that begins with a row, which is number `first` of the eighteen rows and columns,
    /// and with the stacks in an order.
    pub(super) fn new(first: usize, order: [u8; 3]) -> Self {
        let mut births = [NEW; 16];
        births[0] = BLANK;
        Self {
            births,
            stacks: [Stack::LOOSE, Stack::LOOSE, Stack::LOOSE, Stack::SETTLED],
            sources: order.map(|stack| 3 * stack),
            tied: [1, 2, 4],
            named: 0,
            orientation: if first < 9 { 0 } else { 9 },
            settled: false,
            rows: 0x1ff & !(1 << (first % 9)),
        }
    }

    /// The rows that may come next, as bits: of the band that is begun, or any.
    pub(super) fn rows(&self) -> u16 {
        let begun = |&band: &u16| ![0, band].contains(&(self.rows & band));
        let band = [0o7, 0o70, 0o700].into_iter().find(begun);
        self.rows & band.unwrap_or(0x1ff)
    }

    /// Which places of a row can hold a digit at the least, the first place highest.
    #[inline]
    pub(super) fn pattern(&self, row: &Row) -> u16 {
        let part = |s: usize| u16::from(self.stacks[s].filled(row.filled >> self.sources[s]));
        part(0) << 6 | part(1) << 3 | part(2)
    }

    /// Takes the first row. All its digits are new.
    pub(super) fn take_first(mut self, row: &Row, best: &mut Best) {
        let mut value = 0;
        for s in 0..3 {
            let filled = row.filled >> self.sources[s];
            let stack = Stack::LOOSE.changed(Stack::LOOSE.split_by(filled));
            self.stacks[s] = stack;
            for (place, column) in stack.columns().into_iter().enumerate() {
                value <<= 4;
                if filled >> column & 1 != 0 {
                    self.name(self.digit(row, s, column), s, place);
                    value |= u64::from(self.named);
                }
            }
        }
        best.offer(value, self);
    }

    /// Takes a row next.
    #[inline]
    pub(super) fn take(mut self, number: usize, row: &Row, best: &mut Best) {
        self.rows &= !(1 << number);
        if self.settled {
            self.take_settled(row, best);
        } else {
            self.take_from(0, 0, row, best);
        }
    }

    /// Takes a row when only names are left to be given.
    #[inline]
    fn take_settled(mut self, row: &Row, best: &mut Best) {
        let mut value = 0;
        for s in 0..3 {
            for column in self.stacks[s].columns() {
                let digit = self.digit(row, s, column);
                let birth = &mut self.births[usize::from(digit)];
                if *birth == NEW {
                    self.named += 1;
                    *birth = self.named << 4 | NOWHERE;
                }
                value = value << 4 | u64::from(*birth >> 4);
            }
            if best.is_below(value, s) {
                return;
            }
        }
        best.offer(value, self);
    }

    /// Takes a row from the stack at place `s` on; `value` is what it looks like before that.
    fn take_from(mut self, s: usize, mut value: u64, row: &Row, best: &mut Best) {
        for s in s..3 {
            let three = match row.filled >> self.sources[s] & 0b111 {
                0 => 0,
                one @ (0b001 | 0b010 | 0b100) => self.take_one(s, one, row),
                _ => match self.take_more(s, row, value, best) {
                    Taken::As(three) => three,
                    Taken::TooLarge => return,
                    Taken::Ambiguous => return self.branch(s, value, row, best),
                },
            };
            value = value << 12 | three;
            if best.is_below(value, s) {
                return;
            }
        }
        self.settle_names();
        best.offer(value, self);
    }

    /// Takes the only digit of a stack, and tells what the stack looks like.
    #[inline]
    fn take_one(&mut self, s: usize, filled: u16, row: &Row) -> u64 {
        let change = self.stacks[s].split_by(filled);
        if change != Stack::LOOSE {
            self.change(s, change);
        }
        let column = filled as u8 >> 1;
        let digit = self.digit(row, s, column);
        let place = self.stacks[s].place(column);
        let key = self.key(digit);
        let name = if key == NEW_KEY {
            self.name(digit, s, place);
            self.named
        } else {
            if key & LOOSE != 0 {
                self.pick(digit);
            }
            key >> 4
        };
        u64::from(name) << (4 * (2 - place))
    }

    /// Takes two or three digits of a stack.
    #[inline]
    fn take_more(&mut self, s: usize, row: &Row, before: u64, best: &Best) -> Taken {
        loop {
            let stack = self.stacks[s];
            let key = |column| self.key(self.digit(row, s, column));
            let by_column = [key(0), key(1), key(2), 0];
            let keys_of = |s: Stack| s.columns().map(|c| by_column[usize::from(c % 4)]);
            let keys = keys_of(stack);
            // A place before the class has first choice, even if the class depends on it.
            if keys[0] & LOOSE != 0 && stack.class() == (1, 2) {
                self.pick(self.digit(row, s, stack.columns()[0]));
                continue;
            }
            let change = stack.sorted_by(keys);
            let sorted = stack.changed(change);
            let keys = keys_of(sorted);
            let three = self.spell(keys);
            if best.is_below(before << 12 | three, s) {
                return Taken::TooLarge;
            }
            let loose = (keys[0] | keys[1] | keys[2]) & LOOSE != 0;
            if change != Stack::LOOSE {
                self.change(s, change);
                if loose {
                    // The digits may have got their names in the class that has just changed.
                    continue;
                }
            }
            if !loose {
                self.name_new(s, row, keys);
                return Taken::As(three);
            }
            if !self.settle(s, row) {
                return Taken::Ambiguous;
            }
            let columns = self.stacks[s].columns();
            let keys = columns.map(|column| self.key(self.digit(row, s, column)));
            let three = self.spell(keys);
            self.name_new(s, row, keys);
            return Taken::As(three);
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
            way.change(s, Change::new(order, 0b11));
            way.take_from(s, value, row, best);
        }
    }

    /// The digit of a row in a column of the stack at a place; 0 for a blank.
    #[inline]
    fn digit(&self, row: &Row, s: usize, column: u8) -> u8 {
        row.cells[usize::from((self.sources[s] + column) % 16)] % 16
    }

    #[inline]
    fn key(&self, digit: u8) -> Key {
        let birth = self.births[usize::from(digit)];
        let stack = self.stacks[usize::from(birth >> 2 & 3)];
        (birth & 0xf0).wrapping_add(stack.term(birth & 3))
    }

    /// The names, of four bits each, that sorted keys stand for. If any is loose, it can turn out
    /// to be more.
    #[inline]
    fn spell(&self, [a, b, c]: [Key; 3]) -> u64 {
        // Only digits of one class, or new ones, have equal keys; their names are neighbours.
        let again = |x, y| u64::from(x == y && x != 0);
        let first = |key| {
            u64::from(if key == NEW_KEY {
                self.named + 1
            } else {
                key >> 4
            })
        };
        first(a) << 8 | (first(b) + again(a, b)) << 4 | (first(c) + again(a, c) + again(b, c))
    }

    /// Gives a new digit the next name. Digits of a class get theirs one after the other, so that
    /// the name is more than the place by the same number for all of them.
    #[inline]
    fn name(&mut self, digit: u8, s: usize, place: usize) {
        self.named += 1;
        let more = self.named.wrapping_sub(place as u8);
        let column = self.stacks[s].columns()[place];
        self.births[usize::from(digit)] = more << 4 | (s as u8) << 2 | column;
    }

    #[inline]
    fn name_new(&mut self, s: usize, row: &Row, keys: [Key; 3]) {
        for (place, column) in self.stacks[s].columns().into_iter().enumerate() {
            if keys[place] == NEW_KEY {
                self.name(self.digit(row, s, column), s, place);
            }
        }
    }

    /// Once all columns are settled, writes the names down after all.
    #[inline]
    fn settle_names(&mut self) {
        self.settled = self.stacks.iter().all(|stack| stack.class().1 == 1);
        if self.settled {
            for digit in 1..10 {
                self.births[usize::from(digit)] = self.key(digit) | NOWHERE;
            }
        }
    }

    /// Changes the class of a stack, and those that are tied to it.
    #[inline]
    fn change(&mut self, s: usize, change: Change) {
        if self.tied[s] == 1 << s {
            self.stacks[s] = self.stacks[s].changed(change);
            return;
        }
        for t in 0..3 {
            if self.tied[s] >> t & 1 != 0 {
                self.stacks[t] = self.stacks[t].changed(change);
            }
        }
    }

    /// Gives the digits of a stack, which is sorted, the smallest names that they can have, place
    /// by place. False if that takes a choice.
    fn settle(&mut self, s: usize, row: &Row) -> bool {
        let (first, size) = self.stacks[s].class();
        let digits = self.stacks[s]
            .columns()
            .map(|column| self.digit(row, s, column));
        for place in 0..3 {
            let in_class = size > 1 && (first..first + size).contains(&place);
            if self.key(digits[place]) & LOOSE == 0 {
                continue;
            }
            if !in_class {
                self.pick(digits[place]);
            } else if place == first && !self.align(s, &digits[first..first + size]) {
                return false;
            }
        }
        true
    }

    /// The stack in which a digit got its name, and which member of its class has the digit.
    fn member(&self, digit: u8) -> (usize, usize) {
        let birth = self.births[usize::from(digit)];
        let t = usize::from(birth >> 2 & 3);
        (
            t,
            self.stacks[t].place(birth & 3) - self.stacks[t].class().0,
        )
    }

    /// Gives a digit the smallest name that it can have: its column comes first in its class.
    fn pick(&mut self, digit: u8) {
        let (t, member) = self.member(digit);
        self.change(t, Change::new(ORDERS[2 * member], 0b01));
    }

    /// Gives the digits of a whole class the smallest names that they can have. All got their names
    /// in one other class, which may be larger. False if it is this class, or tied to it, and the
    /// digits do not stand in the order of their names.
    fn align(&mut self, s: usize, digits: &[u8]) -> bool {
        let (t, _) = self.member(digits[0]);
        let mut members = [0, 1, 2];
        for (member, &digit) in members.iter_mut().zip(digits) {
            *member = self.member(digit).1 as u8;
        }
        if self.tied[s] >> t & 1 != 0 {
            return members == [0, 1, 2];
        }
        let [a, b, _] = members;
        if self.stacks[t].class().1 > digits.len() {
            // Two of three: their columns come first, as they stand.
            self.change(t, Change::new([a.min(b), a.max(b), 3 - a - b], 0b10));
            members = if a < b { [0, 1, 2] } else { [1, 0, 2] };
        }
        let mut order = [0; 3];
        for (place, &member) in members.iter().enumerate() {
            order[usize::from(member)] = place as u8;
        }
        self.change(s, Change::new(order, 0));
        let all = self.tied[s] | self.tied[t];
        for (u, tied) in self.tied.iter_mut().enumerate() {
            if all >> u & 1 != 0 {
                *tied = all;
            }
        }
        true
    }
}

/// What came of taking the digits of a stack.
enum Taken {
    /// The smallest names that they can have.
    As(u64),
    /// The row is larger than the best.
    TooLarge,
    /// The order of the class decides about names in two rows at once.
    Ambiguous,
}
