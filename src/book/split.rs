//! Where one volume ends and the next begins. Not what stands in them.

use std::ops::Range;

/// The parts of each section that lie in a range of the book's puzzles: the section's index, and
/// which of its own puzzles.
pub(super) fn overlaps<'a>(
    sizes: &'a [usize],
    range: &'a Range<usize>,
) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
    let starts = sizes.iter().scan(0, |next, &size| {
        let start = *next;
        *next += size;
        Some(start)
    });
    starts
        .zip(sizes)
        .enumerate()
        .filter_map(|(i, (start, &size))| {
            let first = range.start.max(start);
            let end = range.end.min(start + size);
            (first < end).then(|| (i, first - start..end - start))
        })
}

/// Splits the puzzles into as few even ranges as fit, but not fewer than `least`. None when even ranges of a page each do not.
pub(super) fn split(
    sizes: &[usize],
    page: usize,
    least: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Option<Vec<Range<usize>>> {
    let count: usize = sizes.iter().sum();
    (least..=count.div_ceil(page) + sizes.len()).find_map(|volumes| {
        let ranges = split_into(sizes, page, volumes);
        ranges.iter().all(&fits).then_some(ranges)
    })
}

/// Splits the puzzles into so many ranges as even as full pages allow; fewer where there are not so
/// many pages.
pub(super) fn split_into(sizes: &[usize], page: usize, volumes: usize) -> Vec<Range<usize>> {
    let count: usize = sizes.iter().sum();
    let mut bounds: Vec<usize> = (0..=volumes)
        .map(|i| page_end(sizes, page, count * i / volumes))
        .collect();
    bounds.dedup();
    bounds.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The end of a full page of puzzles, or of a section, that is nearest to this puzzle.
fn page_end(sizes: &[usize], page: usize, puzzle: usize) -> usize {
    let mut start = 0;
    for &size in sizes {
        if puzzle < start + size {
            let pages = (puzzle - start + page / 2) / page;
            return start + size.min(pages * page);
        }
        start += size;
    }
    start
}
