//! Sets of digits and of cells, as bits.

use super::cell::Cell;
use super::digit::Digit;
use std::fmt;

/// Defines a set of items that are numbered from 0: bit `i` is item `i`. `len` is a function that
/// counts bits.
macro_rules! set {
    ($(#[$about:meta])* $Set:ident of $Item:ident, $count:literal in $Bits:ident; len: $len:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set($Bits);

        impl $Set {
            /// The set without items.
            pub const EMPTY: Self = Self(0);
            /// The set of all items.
            pub const FULL: Self = Self((1 << $count) - 1);

            /// Returns the set with one item.
            #[inline]
            pub const fn singleton(item: $Item) -> Self {
                Self(1 << item.index())
            }

            /// Returns the set with these bits. Bits that stand for no item are dropped.
            #[inline]
            pub const fn from_bits(bits: $Bits) -> Self {
                Self(bits & Self::FULL.0)
            }

            /// Returns the set as bits.
            #[inline]
            pub const fn bits(self) -> $Bits {
                self.0
            }

            /// Returns the number of items.
            #[inline]
            pub const fn len(self) -> usize {
                $len(self.0)
            }

            /// Returns true if the set has two items or more. Cheaper than counting them.
            #[inline]
            pub const fn has_several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// Returns true if the set has no item.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns true if the item is in the set.
            #[inline]
            pub const fn contains(self, item: $Item) -> bool {
                self.0 >> item.index() & 1 != 0
            }

            /// Adds an item. Returns true if it was not in the set.
            #[inline]
            pub const fn insert(&mut self, item: $Item) -> bool {
                let new = !self.contains(item);
                self.0 |= Self::singleton(item).0;
                new
            }

            /// Removes an item.
            #[inline]
            pub const fn remove(&mut self, item: $Item) {
                self.0 &= !Self::singleton(item).0;
            }

            /// Returns the items of either set.
            #[inline]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the items of both sets.
            #[inline]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Returns the items of this set that the other does not have.
            #[inline]
            pub const fn minus(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Returns the items that are not in the set.
            #[inline]
            pub const fn complement(self) -> Self {
                Self(!self.0 & Self::FULL.0)
            }

            /// Returns the item with the lowest number; `None` if the set is empty.
            #[inline]
            pub const fn first(self) -> Option<$Item> {
                $Item::nth(self.0.trailing_zeros())
            }
        }

        impl Iterator for $Set {
            type Item = $Item;

            /// Removes the item with the lowest number and returns it.
            #[inline]
            fn next(&mut self) -> Option<$Item> {
                let item = self.first()?;
                self.0 &= self.0 - 1;
                Some(item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.len(), Some(self.len()))
            }
        }

        impl FromIterator<$Item> for $Set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, |set, item| set.union(Self::singleton(item)))
            }
        }

        impl FromIterator<$Set> for $Set {
            /// Returns the union of the sets.
            #[inline]
            fn from_iter<I: IntoIterator<Item = $Set>>(sets: I) -> Self {
                sets.into_iter().fold(Self::EMPTY, Self::union)
            }
        }

        impl fmt::Debug for $Set {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

set! {
    /// A set of digits: bit `d - 1` is digit `d`.
    DigitSet of Digit, 9 in u16; len: digits
}

set! {
    /// A set of cells: bit `i` is cell `i` of the reading order.
    CellSet of Cell, 81 in u128; len: cells
}

#[inline]
const fn cells(bits: u128) -> usize {
    bits.count_ones() as usize
}

#[inline]
const fn digits(bits: u16) -> usize {
    DIGIT_COUNTS[bits as usize] as usize
}

/// The number of digits of each set. On processors without an instruction for it, counting bits
/// takes longer than a look-up.
static DIGIT_COUNTS: [u8; 512] = {
    let mut len = [0; 512];
    const_for!(set in 0..512 => {
        len[set] = set.count_ones() as u8;
    });
    len
};
