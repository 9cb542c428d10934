//! Splits the puzzles of a book into volumes.

use crate::book::layout::chapters::Chapter;
use std::ops::Range;

/// Returns the chapters that overlap a range of the book's puzzles, each with the puzzles of the
/// overlap.
pub(crate) fn overlaps<'a>(
    chapters: &'a [Chapter],
    range: &'a Range<usize>,
) -> impl Iterator<Item = (&'a Chapter, Range<usize>)> {
    let overlap = |chapter: &'a Chapter| {
        let start = range.start.max(chapter.puzzles.start);
        let end = range.end.min(chapter.puzzles.end);
        (start < end).then_some((chapter, start..end))
    };
    chapters.iter().filter_map(overlap)
}

/// Maximum distances of the end of a volume from the even split, as fractions of a volume (1/20,
/// 1/40, 1/80), tried in this order.
const TOLERANCE_DIVISORS: [usize; 3] = [20, 40, 80];

/// Puzzle numbers that are multiples of these units are good ends. The roundest units come first.
const ROUND_UNITS: [usize; 5] = [1000, 500, 100, 50, 10];

/// Splits the puzzles into at least `min` ranges of similar length, and as few as `fits` allows.
/// `None` if even ranges of one page each do not fit.
pub(crate) fn split(
    chapters: &[Chapter],
    page: usize,
    min: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Option<Vec<Range<usize>>> {
    (min..=puzzle_count(chapters).div_ceil(page) + chapters.len()).find_map(|volumes| {
        let ranges = split_into(chapters, page, volumes, &fits);
        ranges.iter().all(&fits).then_some(ranges)
    })
}

/// Splits the puzzles into `volumes` ranges, or fewer if there are fewer pages. Each ends near the
/// even split: with a chapter or a round number if all ranges then fit, otherwise with a full page.
pub(crate) fn split_into(
    chapters: &[Chapter],
    page: usize,
    volumes: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Vec<Range<usize>> {
    let count = puzzle_count(chapters);
    let cut = |end: &dyn Fn(usize) -> usize| -> Vec<Range<usize>> {
        let mut bounds: Vec<usize> = (0..=volumes).map(|i| end(count * i / volumes)).collect();
        bounds.dedup();
        bounds.windows(2).map(|pair| pair[0]..pair[1]).collect()
    };
    let full = |even| page_end(chapters, page, even);
    let neat = TOLERANCE_DIVISORS.map(|parts| count / volumes / parts);
    neat.into_iter()
        .map(|slack| cut(&|even| neat_end(chapters, even, slack).unwrap_or_else(|| full(even))))
        .find(|ranges| ranges.iter().all(&fits))
        .unwrap_or_else(|| cut(&full))
}

fn puzzle_count(chapters: &[Chapter]) -> usize {
    chapters.last().map_or(0, |chapter| chapter.puzzles.end)
}

/// Returns the best end of a range within `slack` of this puzzle: the end of a chapter, otherwise
/// the roundest number, and of several the nearest.
fn neat_end(chapters: &[Chapter], puzzle: usize, slack: usize) -> Option<usize> {
    let near = |end: &usize| end.abs_diff(puzzle) <= slack;
    let ends = [0].into_iter().chain(chapters.iter().map(|chapter| chapter.puzzles.end));
    ends.filter(near).min_by_key(|end| end.abs_diff(puzzle)).or_else(|| {
        let round = ROUND_UNITS.map(|unit| (puzzle + unit / 2) / unit * unit);
        let inside = 1..puzzle_count(chapters);
        round.into_iter().find(|end| near(end) && inside.contains(end))
    })
}

/// Returns the end of a full page of puzzles or of a chapter that is nearest to this puzzle.
fn page_end(chapters: &[Chapter], page: usize, puzzle: usize) -> usize {
    let chapter = chapters.iter().find(|chapter| puzzle < chapter.puzzles.end);
    chapter.map_or(puzzle_count(chapters), |Chapter { puzzles, .. }| {
        let pages = (puzzle - puzzles.start + page / 2) / page;
        puzzles.end.min(puzzles.start + pages * page)
    })
}
