//! What is known of the order of the three columns of a stack. Nothing of digits.
//!
//! Columns stand at places, with cuts between those places of which the order is settled. Columns
//! between two cuts are a class: they may still change places.
//!
//! ```text
//!   a b c     no cut: a class of three
//!   c|a b     a cut after the first place: c, then a and b in any order
//!   b|c|a     both cuts: settled
//! ```
//!
//! Six orders with four kinds of cuts are 24 values, so that whatever is asked of one or done to
//! one is a look-up in a small table.

/// The six orders of three: number `2 first`, or the odd one after it if the others descend.
pub(super) const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The number of the order in the higher bits; bit 0: a cut after the first place; bit 1: after the
/// second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stack(u8);

/// A change to the class of a stack: how its members are to be reordered, and what is to be cut.
/// It is written as the stack that it makes of an untouched one; what a class of two cannot do,
/// does nothing.
pub(super) type Change = Stack;

const STACKS: usize = 24;
/// The tables have room for more than there are stacks, so that a mask replaces the check.
const ROOM: usize = 32;

// Static, not const: a const table is copied wherever it is looked up.

static COLUMNS: [[u8; 3]; ROOM] = {
    let mut table = [[0; 3]; ROOM];
    let mut i = 0;
    while i < STACKS {
        table[i] = ORDERS[i / 4];
        i += 1;
    }
    table
};

static PLACES: [[u8; 4]; ROOM] = {
    let mut table = [[0; 4]; ROOM];
    let mut i = 0;
    while i < STACKS {
        let mut place = 0;
        while place < 3 {
            table[i][COLUMNS[i][place] as usize] = place as u8;
            place += 1;
        }
        i += 1;
    }
    table
};

/// What a column contributes to the key of a digit that got its name there: the first place of the
/// column's class in the higher half, and bit 0 if the class has other columns.
static TERMS: [[u8; 4]; ROOM] = {
    let mut table = [[0; 4]; ROOM];
    let mut i = 0;
    while i < STACKS {
        let stack = Stack(i as u8);
        let (first, size) = stack.class();
        let mut place = 0;
        while place < 3 {
            let loose = size > 1 && place >= first && place < first + size;
            let start = if loose { first } else { place };
            let column = stack.columns()[place] as usize;
            table[i][column] = (start as u8) << 4 | loose as u8;
            place += 1;
        }
        i += 1;
    }
    table
};

/// Which places hold a digit, the first place highest, when these columns do: in the class, blanks
/// come first.
static FILLED: [[u8; 8]; ROOM] = {
    let mut table = [[0; 8]; ROOM];
    let mut i = 0;
    while i < STACKS {
        let mut columns = 0;
        while columns < 8 {
            let stack = Stack(i as u8);
            let (first, size) = stack.class();
            let mut in_class = 0;
            let mut place = 0;
            while place < 3 {
                let filled = (columns >> stack.columns()[place] & 1) as u8;
                if place >= first && place < first + size {
                    in_class += filled;
                } else {
                    table[i][columns] |= filled << (2 - place);
                }
                place += 1;
            }
            table[i][columns] |= ((1 << in_class) - 1) << (3 - first - size);
            columns += 1;
        }
        i += 1;
    }
    table
};

/// A stack after a change.
static CHANGED: [[Stack; ROOM]; ROOM] = {
    let mut table = [[Stack::LOOSE; ROOM]; ROOM];
    let mut i = 0;
    while i < STACKS {
        let mut j = 0;
        while j < STACKS {
            table[i][j] = Stack(i as u8).compute_changed(Stack(j as u8));
            j += 1;
        }
        i += 1;
    }
    table
};

/// The change that puts the columns of a class that hold a digit after those that do not.
static SPLIT: [[Change; 8]; ROOM] = {
    let mut table = [[Stack::LOOSE; 8]; ROOM];
    let mut i = 0;
    while i < STACKS {
        let mut filled = 0;
        while filled < 8 {
            let stack = Stack(i as u8);
            let order = stack.columns();
            let mut keys = [0; 3];
            let mut place = 0;
            while place < 3 {
                keys[place] = (filled >> order[place] & 1) as u8;
                place += 1;
            }
            table[i][filled] = stack.sorted_by(keys);
            filled += 1;
        }
        i += 1;
    }
    table
};

/// The change that sorts a class of three, by how its keys compare: first with second, second with
/// third, first with third.
static SORTED: [Change; ROOM] = {
    let mut table = [Stack::LOOSE; ROOM];
    let mut i = 0;
    while i < 27 {
        let keys = [i / 9, i / 3 % 3, i % 3];
        // Stable: each place is the number of those that come before.
        let mut order = [0; 3];
        let mut sorted = [0; 3];
        let mut a = 0;
        while a < 3 {
            let mut place = 0;
            let mut b = 0;
            while b < 3 {
                place += (keys[b] < keys[a] || (keys[b] == keys[a] && b < a)) as usize;
                b += 1;
            }
            order[place] = a as u8;
            sorted[place] = keys[a];
            a += 1;
        }
        let cuts = (sorted[0] != sorted[1]) as u8 | ((sorted[1] != sorted[2]) as u8) << 1;
        table[three_way(keys)] = Stack::new(order, cuts);
        i += 1;
    }
    table
};

/// The same for a class of two.
static PAIR: [Change; 4] = [
    Stack::new([0, 1, 2], 1),
    Stack::LOOSE,
    Stack::new([1, 0, 2], 1),
    Stack::LOOSE,
];

const fn compare(a: u8, b: u8) -> usize {
    (a > b) as usize * 2 + (a == b) as usize
}

const fn three_way(keys: [u8; 3]) -> usize {
    compare(keys[0], keys[1]) * 9 + compare(keys[1], keys[2]) * 3 + compare(keys[0], keys[2])
}

impl Stack {
    /// Nothing is known: a class of three. As a change: none.
    pub(super) const LOOSE: Self = Self(0);
    /// Settled, each column at its own place.
    pub(super) const SETTLED: Self = Self(0b11);

    /// Columns in this order, with cuts.
    pub(super) const fn new(order: [u8; 3], cuts: u8) -> Self {
        Self((order[0] * 2 + (order[1] > order[2]) as u8) << 2 | cuts)
    }

    const fn index(self) -> usize {
        self.0 as usize % ROOM
    }

    /// Which column stands at each place.
    #[inline]
    pub(super) const fn columns(self) -> [u8; 3] {
        COLUMNS[self.index()]
    }

    /// The class that is not settled: its first place, and its size; one if all is settled.
    #[inline]
    pub(super) const fn class(self) -> (usize, usize) {
        [(0, 3), (1, 2), (0, 2), (0, 1)][(self.0 & 0b11) as usize]
    }

    /// The place where a column stands.
    #[inline]
    pub(super) fn place(self, column: u8) -> usize {
        usize::from(PLACES[self.index()][usize::from(column % 4)])
    }

    /// See [`TERMS`].
    #[inline]
    pub(super) fn term(self, column: u8) -> u8 {
        TERMS[self.index()][usize::from(column % 4)]
    }

    /// See [`FILLED`].
    #[inline]
    pub(super) fn filled(self, columns: u16) -> u8 {
        FILLED[self.index()][usize::from(columns % 8)]
    }

    /// See [`SPLIT`].
    #[inline]
    pub(super) fn split_by(self, columns: u16) -> Change {
        SPLIT[self.index()][usize::from(columns % 8)]
    }

    /// The stack after a change.
    #[inline]
    pub(super) fn changed(self, change: Change) -> Self {
        CHANGED[self.index()][change.index()]
    }

    const fn compute_changed(self, change: Change) -> Self {
        let (first, size) = self.class();
        let old = self.columns();
        let from = change.columns();
        if size == 1 || size == 2 && from[2] != 2 {
            return self;
        }
        let mut columns = old;
        let mut i = 0;
        while i < size {
            columns[first + i] = old[first + from[i] as usize];
            i += 1;
        }
        let cuts = change.0 & ((1 << (size - 1)) - 1);
        Self::new(columns, self.0 & 0b11 | cuts << first)
    }

    /// The change that sorts the class by the keys of its places, and cuts between unequal keys.
    #[inline]
    pub(super) const fn sorted_by(self, keys: [u8; 3]) -> Change {
        match self.0 & 0b11 {
            0b00 => SORTED[three_way(keys) % ROOM],
            0b01 => PAIR[compare(keys[1], keys[2]) % 4],
            0b10 => PAIR[compare(keys[0], keys[1]) % 4],
            _ => Self::LOOSE,
        }
    }
}
