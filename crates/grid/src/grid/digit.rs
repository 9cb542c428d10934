//! Digits 1 to 9.

use std::fmt;
use std::num::NonZeroU8;

/// A digit, 1 to 9. `Option<Digit>` takes one byte; `None` is an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The nine digits, ascending.
    pub const ALL: [Self; 9] = {
        let mut all = [Self(NonZeroU8::MIN); 9];
        const_for!(i in 0..9 => {
            all[i] = match NonZeroU8::new(i as u8 + 1) {
                Some(n) => Self(n),
                None => unreachable!(),
            };
        });
        all
    };

    /// Returns the digit `n`; `None` unless it is 1 to 9.
    #[inline]
    pub const fn new(n: u8) -> Option<Self> {
        match NonZeroU8::new(n) {
            Some(n) if n.get() <= 9 => Some(Self(n)),
            _ => None,
        }
    }

    #[inline]
    pub(super) const fn nth(index: u32) -> Option<Self> {
        Self::new(index as u8 + 1)
    }

    /// Returns the digit as a number, 1 to 9.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the index into a table of nine, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.get() as usize - 1
    }
}

impl fmt::Display for Digit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

debug_as_display!(Digit);
