//! The column permutation of one stack, as far as it is known. This module knows nothing about
//! digits.
//!
//! The three columns are in an order, with cuts after the settled places. Columns that no cut
//! separates are a group: they are interchangeable. A row *refines* a stack: inside the group,
//! blanks come before digits, and a cut falls between the two.
//!
//! Two rows refine the columns a, b and c of a stack; `x` is a digit, `.` a blank:
//!
//! ```text
//!                  a b c     stack before    smallest pattern     stack after
//!   first row      x x .     a b c           . x x                c|a b
//!   second row     . x x     c|a b           x . x                c|a|b
//! ```
//!
//! The first row puts c first; a and b stay open. In the second row c has a digit, and no row can
//! move it back; of a and b, the blank one comes first. Now one permutation is left.
//!
//! A stack is stored as four times the number of its order in [`ORDERS`], plus its cuts as bits. So
//! there are 24 stacks, and each operation is a look-up in a small table:
//!
//! ```text
//!   a b c    4 x 0 + 0b00 =  0     no cut: a group of three, six permutations
//!   c|a b    4 x 4 + 0b01 = 17     a cut after the first place: a and b in either order
//!   c|a|b    4 x 4 + 0b11 = 19     both cuts: one permutation
//! ```

/// The six orders of three. The order with first item `f` has the index `2 f`, and one more if the
/// other two descend.
pub(super) const ORDERS: [[u8; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The index of the order, shifted left by two; bit 0: a cut after the first place; bit 1: a cut
/// after the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stack(u8);

/// A refinement of the group of a stack: a permutation of its columns, and new cuts. It is stored
/// as the stack that it makes of [`Stack::UNORDERED`]. A refinement that does not fit a group of
/// two changes nothing.
pub(super) type Refinement = Stack;

const STACK_COUNT: usize = 24;
/// The length of the tables: a power of two, so that a mask replaces the bounds check.
const TABLE_LEN: usize = 32;

// The tables are static, because a const table is copied wherever it is used.

static COLUMNS: [[u8; 3]; TABLE_LEN] = {
    let mut table = [[0; 3]; TABLE_LEN];
    const_for!(i in 0..STACK_COUNT => {
        table[i] = ORDERS[i / 4];
    });
    table
};

static PLACES: [[u8; 4]; TABLE_LEN] = {
    let mut table = [[0; 4]; TABLE_LEN];
    const_for!(i in 0..STACK_COUNT => {
        const_for!(place in 0..3 => {
            table[i][COLUMNS[i][place] as usize] = place as u8;
        });
    });
    table
};

/// The share of a column in the key of a digit that was labelled in it: the smallest place that the
/// column can have in bits 7..4, and bit 0 if it can have others.
static TERMS: [[u8; 4]; TABLE_LEN] = {
    let mut table = [[0; 4]; TABLE_LEN];
    const_for!(i in 0..STACK_COUNT => {
        let stack = Stack(i as u8);
        let (first, size) = stack.group();
        const_for!(place in 0..3 => {
            let open = size > 1 && place >= first && place < first + size;
            let start = if open { first } else { place };
            let column = stack.columns()[place] as usize;
            table[i][column] = (start as u8) << 4 | open as u8;
        });
    });
    table
};

/// The smallest pattern of a row whose digits are in these columns: three bits, the first place
/// highest. Inside the group, blanks come first.
static FILLED: [[u8; 8]; TABLE_LEN] = {
    let mut table = [[0; 8]; TABLE_LEN];
    const_for!(i in 0..STACK_COUNT => {
        const_for!(columns in 0..8 => {
            let stack = Stack(i as u8);
            let (first, size) = stack.group();
            let mut in_group = 0;
            const_for!(place in 0..3 => {
                let filled = (columns >> stack.columns()[place] & 1) as u8;
                if place >= first && place < first + size {
                    in_group += filled;
                } else {
                    table[i][columns] |= filled << (2 - place);
                }
            });
            table[i][columns] |= ((1 << in_group) - 1) << (3 - first - size);
        });
    });
    table
};

/// A stack after a refinement.
static REFINED: [[Stack; TABLE_LEN]; TABLE_LEN] = {
    let mut table = [[Stack::UNORDERED; TABLE_LEN]; TABLE_LEN];
    const_for!(i in 0..STACK_COUNT => {
        const_for!(j in 0..STACK_COUNT => {
            table[i][j] = Stack(i as u8).compute_refined(Stack(j as u8));
        });
    });
    table
};

/// The refinement that puts the columns of a group that hold a digit after those that do not.
static SPLIT: [[Refinement; 8]; TABLE_LEN] = {
    let mut table = [[Stack::UNORDERED; 8]; TABLE_LEN];
    const_for!(i in 0..STACK_COUNT => {
        const_for!(filled in 0..8 => {
            let stack = Stack(i as u8);
            let order = stack.columns();
            let mut keys = [0; 3];
            const_for!(place in 0..3 => {
                keys[place] = (filled >> order[place] & 1) as u8;
            });
            table[i][filled] = stack.sorted_by(keys);
        });
    });
    table
};

/// The refinement that sorts a group of three, by how its keys compare: first with second, second
/// with third, first with third.
static SORTED: [Refinement; TABLE_LEN] = {
    let mut table = [Stack::UNORDERED; TABLE_LEN];
    const_for!(i in 0..27 => {
        let keys = [i / 9, i / 3 % 3, i % 3];
        // A stable sort: the place of an item is the number of items before it.
        let mut order = [0; 3];
        let mut sorted = [0; 3];
        const_for!(a in 0..3 => {
            let mut place = 0;
            const_for!(b in 0..3 => {
                place += (keys[b] < keys[a] || (keys[b] == keys[a] && b < a)) as usize;
            });
            order[place] = a as u8;
            sorted[place] = keys[a];
        });
        let cuts = (sorted[0] != sorted[1]) as u8 | ((sorted[1] != sorted[2]) as u8) << 1;
        table[three_way(keys)] = Stack::new(order, cuts);
    });
    table
};

/// The refinement that sorts a group of two, by how its keys compare.
static PAIR: [Refinement; 4] =
    [Stack::new([0, 1, 2], 1), Stack::UNORDERED, Stack::new([1, 0, 2], 1), Stack::UNORDERED];

const fn compare(a: u8, b: u8) -> usize {
    (a > b) as usize * 2 + (a == b) as usize
}

const fn three_way(keys: [u8; 3]) -> usize {
    compare(keys[0], keys[1]) * 9 + compare(keys[1], keys[2]) * 3 + compare(keys[0], keys[2])
}

impl Stack {
    /// A group of three, of which nothing is known. As a refinement: no change.
    pub(super) const UNORDERED: Self = Self(0);
    /// A settled stack with each column at its own place.
    pub(super) const ORDERED: Self = Self(0b11);

    /// Makes a stack with its columns in this order, and cuts.
    pub(super) const fn new(order: [u8; 3], cuts: u8) -> Self {
        Self((order[0] * 2 + (order[1] > order[2]) as u8) << 2 | cuts)
    }

    const fn index(self) -> usize {
        self.0 as usize % TABLE_LEN
    }

    /// Returns the column at each place.
    #[inline]
    pub(super) const fn columns(self) -> [u8; 3] {
        COLUMNS[self.index()]
    }

    /// Returns the first place and the size of the unsettled group. The size is 1 if all is
    /// settled.
    #[inline]
    pub(super) const fn group(self) -> (usize, usize) {
        [(0, 3), (1, 2), (0, 2), (0, 1)][(self.0 & 0b11) as usize]
    }

    /// Returns the place of a column.
    #[inline]
    pub(super) fn place(self, column: u8) -> usize {
        usize::from(PLACES[self.index()][usize::from(column % 4)])
    }

    /// Looks a column up in [`TERMS`].
    #[inline]
    pub(super) fn term(self, column: u8) -> u8 {
        TERMS[self.index()][usize::from(column % 4)]
    }

    /// Looks the columns with digits up in [`FILLED`].
    #[inline]
    pub(super) fn filled(self, columns: u16) -> u8 {
        FILLED[self.index()][usize::from(columns % 8)]
    }

    /// Looks the columns with digits up in [`SPLIT`].
    #[inline]
    pub(super) fn split_by(self, columns: u16) -> Refinement {
        SPLIT[self.index()][usize::from(columns % 8)]
    }

    /// Returns the stack after a refinement.
    #[inline]
    pub(super) fn refined(self, refinement: Refinement) -> Self {
        REFINED[self.index()][refinement.index()]
    }

    const fn compute_refined(self, refinement: Refinement) -> Self {
        let (first, size) = self.group();
        let old = self.columns();
        let from = refinement.columns();
        if size == 1 || size == 2 && from[2] != 2 {
            return self;
        }
        let mut columns = old;
        const_for!(i in 0..size => {
            columns[first + i] = old[first + from[i] as usize];
        });
        let cuts = refinement.0 & ((1 << (size - 1)) - 1);
        Self::new(columns, self.0 & 0b11 | cuts << first)
    }

    /// Returns the refinement that sorts the group by the keys of its places, and cuts between
    /// unequal keys.
    #[inline]
    pub(super) const fn sorted_by(self, keys: [u8; 3]) -> Refinement {
        match self.0 & 0b11 {
            0b00 => SORTED[three_way(keys) % TABLE_LEN],
            0b01 => PAIR[compare(keys[1], keys[2]) % 4],
            0b10 => PAIR[compare(keys[0], keys[1]) % 4],
            _ => Self::UNORDERED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example at the beginning of the module.
    #[test]
    fn two_rows_settle_the_columns_of_a_stack() {
        let (a, b, c) = (0, 1, 2);
        let (first_row, second_row) = (0b011, 0b110);

        let unordered = Stack::UNORDERED;
        assert_eq!(unordered.filled(first_row), 0b011);
        let halfway = unordered.refined(unordered.split_by(first_row));
        assert_eq!((halfway, halfway.columns()), (Stack(17), [c, a, b]));
        assert_eq!(halfway.group(), (1, 2));
        // The key of a digit that was labelled in c is fixed; in a or b it is open.
        assert_eq!([a, b, c].map(|column| halfway.term(column)), [0x11, 0x11, 0x00]);

        assert_eq!(halfway.filled(second_row), 0b101);
        let settled = halfway.refined(halfway.split_by(second_row));
        assert_eq!((settled, settled.columns()), (Stack(19), [c, a, b]));
        assert_eq!(settled.group(), (0, 1));
        assert_eq!([a, b, c].map(|column| settled.place(column)), [1, 2, 0]);
    }
}
