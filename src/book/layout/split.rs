//! Splits the puzzles of a book into volumes.

use std::ops::Range;

/// The sections that overlap a range of the book's puzzles: the index of each section, and the
/// overlapping range of its puzzles.
pub(in crate::book) fn overlaps<'a>(
    sizes: &'a [usize],
    range: &'a Range<usize>,
) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
    let starts = sizes.iter().scan(0, |next, &size| {
        let start = *next;
        *next += size;
        Some(start)
    });
    starts.zip(sizes).enumerate().filter_map(|(i, (start, &size))| {
        let first = range.start.max(start);
        let end = range.end.min(start + size);
        (first < end).then(|| (i, first - start..end - start))
    })
}

/// Maximum distances of the end of a volume from the even split, as fractions of a volume (1/20, 1/40,
/// 1/80), tried in this order.
const SLACK: [usize; 3] = [20, 40, 80];

/// Puzzle numbers that are multiples of these are good ends; the roundest come first.
const ROUND: [usize; 5] = [1000, 500, 100, 50, 10];

/// Splits the puzzles into at least `min` ranges of similar length, and as few as `fits` allows.
/// `None` if even ranges of one page each do not fit.
pub(in crate::book) fn split(
    sizes: &[usize],
    page: usize,
    min: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Option<Vec<Range<usize>>> {
    let count: usize = sizes.iter().sum();
    (min..=count.div_ceil(page) + sizes.len()).find_map(|volumes| {
        let ranges = split_into(sizes, page, volumes, &fits);
        ranges.iter().all(&fits).then_some(ranges)
    })
}

/// Splits the puzzles into `volumes` ranges, or fewer if there are fewer pages. Each ends near the even
/// split: with a section or a round number if all ranges then fit, otherwise with a full page.
pub(in crate::book) fn split_into(
    sizes: &[usize],
    page: usize,
    volumes: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Vec<Range<usize>> {
    let count: usize = sizes.iter().sum();
    let cut = |end: &dyn Fn(usize) -> usize| -> Vec<Range<usize>> {
        let mut bounds: Vec<usize> = (0..=volumes).map(|i| end(count * i / volumes)).collect();
        bounds.dedup();
        bounds.windows(2).map(|pair| pair[0]..pair[1]).collect()
    };
    let full = |even| page_end(sizes, page, even);
    let neat = SLACK.map(|parts| count / volumes / parts);
    neat.into_iter()
        .map(|slack| cut(&|even| neat_end(sizes, even, slack).unwrap_or_else(|| full(even))))
        .find(|ranges| ranges.iter().all(&fits))
        .unwrap_or_else(|| cut(&full))
}

/// The best end of a range within `slack` of this puzzle: the end of a section, otherwise the roundest
/// number, and of several the nearest.
fn neat_end(sizes: &[usize], puzzle: usize, slack: usize) -> Option<usize> {
    let count: usize = sizes.iter().sum();
    let sections = (0..=sizes.len()).map(|n| sizes[..n].iter().sum());
    let near = |end: &usize| end.abs_diff(puzzle) <= slack;
    let section = sections.filter(near).min_by_key(|end| end.abs_diff(puzzle));
    section.or_else(|| {
        let round = ROUND.map(|unit| (puzzle + unit / 2) / unit * unit);
        round.into_iter().find(|end| near(end) && (1..count).contains(end))
    })
}

/// The end of a full page of puzzles or of a section that is nearest to this puzzle.
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
