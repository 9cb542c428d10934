//! Digits 1 to 9, and sets of digits.

use std::fmt;
use std::num::NonZeroU8;

/// A digit, 1 to 9. `Option<Digit>` takes one byte; `None` is an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The nine digits, ascending.
    pub const ALL: [Self; 9] = {
        let mut all = [Self(NonZeroU8::MIN); 9];
        let mut i = 0;
        while i < 9 {
            all[i] = match NonZeroU8::new(i as u8 + 1) {
                Some(n) => Self(n),
                None => unreachable!(),
            };
            i += 1;
        }
        all
    };

    /// The digit `n`; `None` unless it is 1 to 9.
    pub const fn new(n: u8) -> Option<Self> {
        match NonZeroU8::new(n) {
            Some(n) if n.get() <= 9 => Some(Self(n)),
            _ => None,
        }
    }

    /// 1 to 9.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// 0 to 8, to index a table of nine.
    pub const fn index(self) -> usize {
        self.get() as usize - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of digits: bit `d - 1` is digit `d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const FULL: Self = Self(0x1ff);

    /// The set as bits: bit `d - 1` is digit `d`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of this one digit.
    pub const fn of(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// The number of digits in the set.
    pub const fn len(self) -> usize {
        LEN[self.0 as usize] as usize
    }

    /// Whether no digit is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the digit is in the set.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 & Self::of(digit).0 != 0
    }

    /// Adds a digit. Returns whether it is new.
    pub const fn insert(&mut self, digit: Digit) -> bool {
        let new = !self.contains(digit);
        self.0 |= Self::of(digit).0;
        new
    }

    /// Removes a digit.
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !Self::of(digit).0;
    }

    /// The digits in either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The digits in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The digits of this set that are not in the other.
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set with these bits: bit `d - 1` is digit `d`, bits above 8 are dropped.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// The digits that are not in the set.
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::FULL.0)
    }

    /// The smallest digit of the set; `None` if it is empty.
    pub const fn first(self) -> Option<Digit> {
        Digit::new(self.0.trailing_zeros() as u8 + 1)
    }
}

/// The number of digits of each set. Without an instruction for it, counting bits takes longer than a look.
static LEN: [u8; 512] = {
    let mut len = [0; 512];
    let mut set: usize = 0;
    while set < 512 {
        len[set] = set.count_ones() as u8;
        set += 1;
    }
    len
};

impl Iterator for DigitSet {
    type Item = Digit;

    /// Removes the smallest digit and returns it.
    fn next(&mut self) -> Option<Digit> {
        let digit = self.first()?;
        self.0 &= self.0 - 1;
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
