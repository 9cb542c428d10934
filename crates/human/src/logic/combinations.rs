//! Subsets of a given size, by increasing value of their bits: {0, 1}, {0, 2}, {1, 2}, {0, 3}, ...

use grid::DigitSet;

/// Returns the number of items in a set of up to nine positions or digits.
#[inline]
pub(crate) const fn count(set: u16) -> usize {
    DigitSet::from_bits(set).len()
}

/// Returns the subsets of `size` out of `count` items. Bit `i` is item `i`. `count` is at most 31.
pub(crate) fn combinations(count: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (size <= count).then(|| (1_u32 << size) - 1);
    std::iter::successors(first, move |&set| {
        // Computes the next larger number with the same number of bits.
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        let next = (((ripple ^ set) >> 2) / low.max(1)) | ripple;
        (set != 0 && next < 1 << count).then_some(next)
    })
}

/// Returns the subsets of `items` with `size` items, by increasing value of their bits.
pub(crate) fn subsets(items: u16, size: usize) -> impl Iterator<Item = u16> {
    combinations(count(items), size).map(move |mut set| {
        let (mut left, mut chosen) = (items, 0);
        while set != 0 {
            let lowest = left & left.wrapping_neg();
            if set & 1 != 0 {
                chosen |= lowest;
            }
            left ^= lowest;
            set >>= 1;
        }
        chosen
    })
}

/// Returns the indices of the bits.
pub(crate) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(lowest)
    })
}
