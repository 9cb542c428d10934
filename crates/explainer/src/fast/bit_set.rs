//! Sets of up to 64 * `W` items.

/// A set of items, 64 per word.
///
/// The loops do not use `zip`: where its calls are not inlined, a puzzle of band 6 takes 25 % more
/// instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BitSet<const W: usize>(pub [u64; W]);

impl<const W: usize> BitSet<W> {
    pub const EMPTY: Self = Self([0; W]);

    #[inline]
    pub fn from_item(item: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(item);
        set
    }

    #[inline]
    pub fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    #[inline]
    pub fn remove(&mut self, item: usize) {
        self.0[item / 64] &= !(1 << (item % 64));
    }

    #[inline]
    pub fn contains(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 != 0
    }

    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word |= other.0[i];
        }
    }

    #[inline]
    pub fn and(mut self, other: &Self) -> Self {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word &= other.0[i];
        }
        self
    }

    #[inline]
    pub fn minus(mut self, other: &Self) -> Self {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word &= !other.0[i];
        }
        self
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn has_common(&self, other: &Self) -> bool {
        (0..W).any(|word| self.0[word] & other.0[word] != 0)
    }
}

impl<const W: usize> Default for BitSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Iterator for BitSet<W> {
    type Item = usize;

    /// Removes the smallest item and returns it.
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }

    /// Visits word by word, which is faster than item by item.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, begin: B, mut f: F) -> B {
        let mut all = begin;
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                all = f(all, i * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        all
    }
}
