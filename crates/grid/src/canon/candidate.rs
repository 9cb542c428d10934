//! A candidate for the minlex form: the transforms that agree with the rows chosen so far. It
//! records the used rows, and what they imply for the column permutation and for the relabelling.
//! `search` compares candidates.
//!
//! The label of a digit is its digit in the minlex form: labels are given in the order in which
//! digits first appear. While columns are interchangeable, that order is open. So a label is not
//! stored as a number: a digit keeps the column in which it was labelled, and an offset.
//!
//! ```text
//!   label = place of the column in its stack + offset
//! ```
//!
//! Two rows of givens; a to i are the columns, and a cut (see [`stack`](super::stack)) separates
//! what is no longer interchangeable:
//!
//! ```text
//!                    a b c   d e f   g h i
//!   first row        . . 8   . 3 5   9 2 4
//!     stacks         a b|c   d|e f   g h i
//!     labels         . . 1   . 2 3   4 5 6
//!
//!   8   column c, place 2, offset -1     label 1
//!   3   column e, place 1, offset  1     label 2 if e stands before f, or else 3
//!   5   column f, place 2, offset  1     label 3 if e stands before f, or else 2
//!   9   column g, place 0, offset  4     label 4, 5 or 6; so are the labels of 2 and 4
//! ```
//!
//! The second row has 5 and 3 in a and b, which are interchangeable too. The smaller label comes
//! first: b before a if e stands before f, or else a before b. That links the two groups. From then
//! on they are permuted together, and the third digit of the row settles both:
//!
//! ```text
//!                    a b c   d e f   g h i
//!   second row       5 3 .   . . 8   . . .
//!     after a to c   b a|c   d|e f   g h i     linked: b goes with e, a with f
//!     after d to f   b|a|c   d|e|f   g h i     of e and f, the blank one comes first
//!     labels         2 3 .   . . 1   . . .     3 has label 2, 5 has label 3
//! ```
//!
//! The candidate branches only if the digits of a row lie in the group that labels them, or in a
//! linked one, in another order.

use super::best::BestRow;
use super::stack::{ORDERS, Refinement, Stack};

/// A row of the givens, or a column, which is a row of the transposed grid.
#[derive(Clone, Copy, Default)]
pub(super) struct SourceLine {
    /// The digits of the nine cells, 0 for a blank.
    pub(super) cells: [u8; 16],
    /// The cells that hold a digit: bit 0 is the first one.
    pub(super) filled: u16,
}

/// The label of a digit, as far as it is known:
///
/// ```text
///   bits 7..4  the offset: the label minus the place of the column in its stack, modulo 16
///   bits 3..2  the stack
///   bits 1..0  the column in the stack, numbered as in the source
/// ```
type DigitLabel = u8;

/// The stack and column of a label that depends on no column.
const FIXED: DigitLabel = 3 << 2;
/// A blank is treated as a digit with label 0.
const BLANK: DigitLabel = FIXED;
/// A digit that has no label yet.
const UNLABELLED: DigitLabel = UNLABELLED_KEY | FIXED;

/// The sort key of a digit: the smallest label that it can have in bits 7..4, and bit 0 ([`OPEN`])
/// if it can have others.
type SortKey = u8;

/// A key above those of all labels.
const UNLABELLED_KEY: SortKey = 15 << 4;
const OPEN: SortKey = 1;

/// A candidate: 16 labels, four stacks and a few numbers, copied when it branches.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    labels: [DigitLabel; 16],
    /// The three stacks from the left, and one in which nothing moves, for [`FIXED`].
    stacks: [Stack; 4],
    /// The first source column of each stack: 0, 3 and 6 in the order of the stack permutation.
    sources: [u8; 3],
    /// For each stack, as bits, the stacks whose groups are linked with its group, including
    /// itself. Linked groups have the same size.
    linked: [u8; 3],
    /// The number of digits that have a label.
    labelled: u8,
    /// 9 if the grid is transposed, so that rows are source lines 9 to 17; otherwise 0.
    pub(super) orientation: u8,
    /// True if the column permutation is known, and with it every label given so far.
    fixed: bool,
    /// The unused rows: bit `r` for row `r`.
    rows: u16,
}

impl Candidate {
    /// Makes the candidate whose first row is source line `first`, 0 to 17, with this permutation
    /// of the stacks.
    pub(super) fn new(first: usize, order: [u8; 3]) -> Self {
        let mut labels = [UNLABELLED; 16];
        labels[0] = BLANK;
        Self {
            labels,
            stacks: [Stack::UNORDERED, Stack::UNORDERED, Stack::UNORDERED, Stack::ORDERED],
            sources: order.map(|stack| 3 * stack),
            linked: [1, 2, 4],
            labelled: 0,
            orientation: if first < 9 { 0 } else { 9 },
            fixed: false,
            rows: 0x1ff & !(1 << (first % 9)),
        }
    }

    /// Returns the rows that may come next, as bits: those left of the band in progress, or all
    /// unused rows.
    pub(super) fn rows(&self) -> u16 {
        let band =
            [0o7, 0o70, 0o700].into_iter().find(|&band| ![0, band].contains(&(self.rows & band)));
        self.rows & band.unwrap_or(0x1ff)
    }

    /// Returns the smallest pattern of givens that a row can take: nine bits, the first column
    /// highest.
    #[inline]
    pub(super) fn pattern(&self, row: &SourceLine) -> u16 {
        let part = |s: usize| u16::from(self.stacks[s].filled(row.filled >> self.sources[s]));
        part(0) << 6 | part(1) << 3 | part(2)
    }

    /// Appends the first row. None of its digits has a label yet.
    pub(super) fn append_first(mut self, row: &SourceLine, best: &mut BestRow<Self>) {
        let mut value = 0;
        for s in 0..3 {
            let filled = row.filled >> self.sources[s];
            let stack = Stack::UNORDERED.refined(Stack::UNORDERED.split_by(filled));
            self.stacks[s] = stack;
            for (place, column) in stack.columns().into_iter().enumerate() {
                value <<= 4;
                if filled >> column & 1 != 0 {
                    self.give_label(self.digit(row, s, column), s, place);
                    value |= u64::from(self.labelled);
                }
            }
        }
        best.offer(value, self);
    }

    /// Appends a row, and offers `best` every candidate that results.
    #[inline]
    pub(super) fn append(mut self, number: usize, row: &SourceLine, best: &mut BestRow<Self>) {
        self.rows &= !(1 << number);
        if self.fixed {
            self.append_fixed(row, best);
        } else {
            self.append_from(0, 0, row, best);
        }
    }

    /// Appends a row when the column permutation is known.
    #[inline]
    fn append_fixed(mut self, row: &SourceLine, best: &mut BestRow<Self>) {
        let mut value = 0;
        for s in 0..3 {
            for column in self.stacks[s].columns() {
                let digit = self.digit(row, s, column);
                let label = &mut self.labels[usize::from(digit)];
                if *label == UNLABELLED {
                    self.labelled += 1;
                    *label = self.labelled << 4 | FIXED;
                }
                value = value << 4 | u64::from(*label >> 4);
            }
            if best.is_below(value, s) {
                return;
            }
        }
        best.offer(value, self);
    }

    /// Appends a row from stack `s` on; `value` holds its labels to the left of that.
    fn append_from(mut self, s: usize, mut value: u64, row: &SourceLine, best: &mut BestRow<Self>) {
        for s in s..3 {
            let three = match row.filled >> self.sources[s] & 0b111 {
                0 => 0,
                one @ (0b001 | 0b010 | 0b100) => self.append_single(s, one, row),
                _ => match self.append_several(s, row, value, best) {
                    AppendResult::As(three) => three,
                    AppendResult::TooLarge => return,
                    AppendResult::Ambiguous => return self.branch(s, value, row, best),
                },
            };
            value = value << 12 | three;
            if best.is_below(value, s) {
                return;
            }
        }
        self.fix_labels();
        best.offer(value, self);
    }

    /// Appends the part of a row in stack `s` with one digit. Returns the three labels.
    #[inline]
    fn append_single(&mut self, s: usize, filled: u16, row: &SourceLine) -> u64 {
        let refinement = self.stacks[s].split_by(filled);
        if refinement != Stack::UNORDERED {
            self.refine(s, refinement);
        }
        let column = filled as u8 >> 1;
        let digit = self.digit(row, s, column);
        let place = self.stacks[s].place(column);
        let key = self.key(digit);
        let label = if key == UNLABELLED_KEY {
            self.give_label(digit, s, place);
            self.labelled
        } else {
            if key & OPEN != 0 {
                self.minimize(digit);
            }
            key >> 4
        };
        u64::from(label) << (4 * (2 - place))
    }

    /// Appends the part of a row in stack `s` with two or three digits; `before` holds the labels
    /// to the left of it. Each round of the loop refines a stack, so there are few:
    ///
    /// 1. The column before a group comes first: its digit takes its smallest label.
    /// 2. The columns of the group are sorted by the smallest labels that their digits can have.
    ///    The row is dropped here if it is larger even with these.
    /// 3. Labels that are still open become the smallest ones, which may need a choice.
    #[inline]
    fn append_several(
        &mut self,
        s: usize,
        row: &SourceLine,
        before: u64,
        best: &BestRow<Self>,
    ) -> AppendResult {
        loop {
            let stack = self.stacks[s];
            // The key of each column is looked up once, before and after sorting.
            let key = |column| self.key(self.digit(row, s, column));
            let by_column = [key(0), key(1), key(2), 0];
            let keys_of =
                |stack: Stack| stack.columns().map(|column| by_column[usize::from(column % 4)]);
            let unsorted = keys_of(stack);
            if unsorted[0] & OPEN != 0 && stack.group() == (1, 2) {
                self.minimize(self.digit(row, s, stack.columns()[0]));
                continue;
            }
            let refinement = stack.sorted_by(unsorted);
            let keys = keys_of(stack.refined(refinement));
            let three = self.labels_of(keys);
            if best.is_below(before << 12 | three, s) {
                return AppendResult::TooLarge;
            }
            let is_open = (keys[0] | keys[1] | keys[2]) & OPEN != 0;
            if refinement != Stack::UNORDERED {
                self.refine(s, refinement);
                if is_open {
                    // The digits may have been labelled in the group that was just refined.
                    continue;
                }
            }
            if !is_open {
                self.label_new(s, row, keys);
                return AppendResult::As(three);
            }
            if !self.minimize_all(s, row) {
                return AppendResult::Ambiguous;
            }
            let columns = self.stacks[s].columns();
            let settled = columns.map(|column| self.key(self.digit(row, s, column)));
            let three = self.labels_of(settled);
            self.label_new(s, row, settled);
            return AppendResult::As(three);
        }
    }

    /// Continues with every order of the group of stack `s`.
    fn branch(self, s: usize, value: u64, row: &SourceLine, best: &mut BestRow<Self>) {
        let orders: &[[u8; 3]] = match self.stacks[s].group() {
            (_, 3) => &ORDERS,
            _ => &[[0, 1, 2], [1, 0, 2]],
        };
        for &order in orders {
            let mut branch = self;
            branch.refine(s, Refinement::new(order, 0b11));
            branch.append_from(s, value, row, best);
        }
    }

    /// Returns the digit of a row in a column of stack `s`; 0 for a blank.
    #[inline]
    fn digit(&self, row: &SourceLine, s: usize, column: u8) -> u8 {
        row.cells[usize::from((self.sources[s] + column) % 16)] % 16
    }

    /// Returns the sort key of a digit.
    #[inline]
    fn key(&self, digit: u8) -> SortKey {
        let label = self.labels[usize::from(digit)];
        let stack = self.stacks[usize::from(label >> 2 & 3)];
        (label & 0xf0).wrapping_add(stack.term(label & 3))
    }

    /// Returns the labels for sorted keys, four bits each. With an open key they are a lower bound.
    #[inline]
    fn labels_of(&self, [a, b, c]: [SortKey; 3]) -> u64 {
        // Equal keys belong to digits labelled in one group, or to unlabelled ones. Their labels
        // are consecutive.
        let again = |x, y| u64::from(x == y && x != 0);
        let first =
            |key| u64::from(if key == UNLABELLED_KEY { self.labelled + 1 } else { key >> 4 });
        first(a) << 8 | (first(b) + again(a, b)) << 4 | (first(c) + again(a, c) + again(b, c))
    }

    /// Gives a digit the next label. The digits of a group are labelled one after the other, so
    /// they all have the same offset.
    #[inline]
    fn give_label(&mut self, digit: u8, s: usize, place: usize) {
        self.labelled += 1;
        let offset = self.labelled.wrapping_sub(place as u8);
        let column = self.stacks[s].columns()[place];
        self.labels[usize::from(digit)] = offset << 4 | (s as u8) << 2 | column;
    }

    /// Labels the unlabelled digits of stack `s`, from left to right.
    #[inline]
    fn label_new(&mut self, s: usize, row: &SourceLine, keys: [SortKey; 3]) {
        for (place, column) in self.stacks[s].columns().into_iter().enumerate() {
            if keys[place] == UNLABELLED_KEY {
                self.give_label(self.digit(row, s, column), s, place);
            }
        }
    }

    /// Replaces columns and offsets by the labels themselves, once the column permutation is known.
    #[inline]
    fn fix_labels(&mut self) {
        self.fixed = self.stacks.iter().all(|stack| stack.group().1 == 1);
        if self.fixed {
            for digit in 1..10 {
                self.labels[usize::from(digit)] = self.key(digit) | FIXED;
            }
        }
    }

    /// Refines the group of stack `s`, and the groups that are linked with it.
    #[inline]
    fn refine(&mut self, s: usize, refinement: Refinement) {
        if self.linked[s] == 1 << s {
            self.stacks[s] = self.stacks[s].refined(refinement);
            return;
        }
        for t in 0..3 {
            if self.linked[s] >> t & 1 != 0 {
                self.stacks[t] = self.stacks[t].refined(refinement);
            }
        }
    }

    /// Gives the digits of stack `s`, which is sorted, the smallest labels that they can have, from
    /// left to right. Returns false if that needs a choice.
    fn minimize_all(&mut self, s: usize, row: &SourceLine) -> bool {
        let (first, size) = self.stacks[s].group();
        let digits = self.stacks[s].columns().map(|column| self.digit(row, s, column));
        for place in 0..3 {
            let in_group = size > 1 && (first..first + size).contains(&place);
            if self.key(digits[place]) & OPEN == 0 {
                continue;
            }
            if !in_group {
                self.minimize(digits[place]);
            } else if place == first && !self.link(s, &digits[first..first + size]) {
                return false;
            }
        }
        true
    }

    /// Returns the stack in which a digit was labelled, and the place of its column within the
    /// group.
    fn member(&self, digit: u8) -> (usize, usize) {
        let label = self.labels[usize::from(digit)];
        let t = usize::from(label >> 2 & 3);
        (t, self.stacks[t].place(label & 3) - self.stacks[t].group().0)
    }

    /// Gives a digit the smallest label that it can have: its column becomes the first of its
    /// group.
    fn minimize(&mut self, digit: u8) {
        let (t, member) = self.member(digit);
        self.refine(t, Refinement::new(ORDERS[2 * member], 0b01));
    }

    /// Gives the digits of a whole group the smallest labels that they can have, and links the
    /// group with the one that labelled them, which may be larger. If both are the same group, or
    /// already linked, nothing is left to choose; then returns false if the digits are not in order
    /// of labels.
    fn link(&mut self, s: usize, digits: &[u8]) -> bool {
        let (t, _) = self.member(digits[0]);
        let mut members = [0, 1, 2];
        for (member, &digit) in members.iter_mut().zip(digits) {
            *member = self.member(digit).1 as u8;
        }
        if self.linked[s] >> t & 1 != 0 {
            return members == [0, 1, 2];
        }
        let [a, b, _] = members;
        if self.stacks[t].group().1 > digits.len() {
            // Two of three columns: they come first, in their present order.
            self.refine(t, Refinement::new([a.min(b), a.max(b), 3 - a - b], 0b10));
            members = if a < b { [0, 1, 2] } else { [1, 0, 2] };
        }
        let mut order = [0; 3];
        for (place, &member) in members.iter().enumerate() {
            order[usize::from(member)] = place as u8;
        }
        self.refine(s, Refinement::new(order, 0));
        let all = self.linked[s] | self.linked[t];
        for (u, linked) in self.linked.iter_mut().enumerate() {
            if all >> u & 1 != 0 {
                *linked = all;
            }
        }
        true
    }
}

/// The result of appending the part of a row in one stack.
enum AppendResult {
    /// The three labels, four bits each.
    As(u64),
    /// The row is larger than the best one.
    TooLarge,
    /// The order of the group changes labels in an earlier row as well as this one.
    Ambiguous,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source_line(cells: [u8; 9]) -> SourceLine {
        let mut line = SourceLine::default();
        for (column, digit) in cells.into_iter().enumerate() {
            line.cells[column] = digit;
            line.filled |= u16::from(digit != 0) << column;
        }
        line
    }

    fn columns(candidate: &Candidate) -> [[u8; 3]; 3] {
        [0, 1, 2].map(|s| candidate.stacks[s].columns())
    }

    fn groups(candidate: &Candidate) -> [(usize, usize); 3] {
        [0, 1, 2].map(|s| candidate.stacks[s].group())
    }

    /// The example at the beginning of the module.
    #[test]
    fn a_second_row_links_two_groups_and_settles_both() {
        let first_row = source_line([0, 0, 8, 0, 3, 5, 9, 2, 4]);
        let second_row = source_line([5, 3, 0, 0, 0, 8, 0, 0, 0]);
        let mut best = BestRow::new();

        Candidate::new(0, [0, 1, 2]).append_first(&first_row, &mut best);
        assert_eq!(best.value(), 0x001_023_456);
        let ties = best.next_row();
        let first = best.candidate(ties.start);
        assert_eq!(columns(&first), [[0, 1, 2]; 3]);
        assert_eq!(groups(&first), [(0, 2), (1, 2), (0, 3)]);
        // Offset, stack and column of 8, 3, 5 and 9; an offset of -1 is 15.
        let labels = [8, 3, 5, 9].map(|digit| first.labels[digit]);
        let label = |offset: u8, stack: u8, column: u8| offset << 4 | stack << 2 | column;
        assert_eq!(labels, [label(15, 0, 2), label(1, 1, 1), label(1, 1, 2), label(4, 2, 0)]);
        assert_eq!([8, 3, 5, 9].map(|digit| first.key(digit)), [0x10, 0x21, 0x21, 0x41]);

        first.append(1, &second_row, &mut best);
        assert_eq!(best.value(), 0x230_001_000);
        let ties = best.next_row();
        let second = best.candidate(ties.start);
        assert_eq!(second.linked, [0b011, 0b011, 0b100]);
        assert_eq!(columns(&second), [[1, 0, 2], [0, 1, 2], [0, 1, 2]]);
        assert_eq!(groups(&second), [(0, 1), (0, 1), (0, 3)]);
        assert_eq!([8, 3, 5, 9].map(|digit| second.key(digit)), [0x10, 0x20, 0x30, 0x41]);
    }
}
