//! Sets of a given size in increasing value of their bits: {0, 1}, {0, 2}, {1, 2}, {0, 3}, ...

/// The sets of `size` out of `count` items, as bits: bit `i` is item `i`. `count` is at most 31.
pub(crate) fn combinations(count: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (size <= count).then(|| (1_u32 << size) - 1);
    std::iter::successors(first, move |&set| {
        // The next larger number with as many bits.
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        let next = (((ripple ^ set) >> 2) / low.max(1)) | ripple;
        (set != 0 && next < 1 << count).then_some(next)
    })
}

/// The sets of `size` items of `items`, in increasing value of their bits.
pub(crate) fn subsets(items: u16, size: usize) -> impl Iterator<Item = u16> {
    let mut index = [0; 16];
    let mut count = 0;
    for i in 0..16 {
        if items >> i & 1 != 0 {
            index[count] = i;
            count += 1;
        }
    }
    let spread = move |set: u32| {
        (0..count)
            .filter(|i| set >> i & 1 != 0)
            .fold(0, |bits, i| bits | 1 << index[i])
    };
    combinations(count, size).map(spread)
}
