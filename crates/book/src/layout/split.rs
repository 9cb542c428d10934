//! Splits the puzzles of a book into volumes.

use crate::layout::chapters::Chapter;
use crate::model::PuzzlePages;
use std::ops::Range;

/// Returns the chapters that overlap a range of the book's puzzles, each with the puzzles of the
/// overlap.
pub fn overlaps<'a>(
    chapters: &'a [Chapter],
    range: &'a Range<usize>,
) -> impl Iterator<Item = (&'a Chapter, Range<usize>)> {
    let overlaps = chapters.iter().map(|chapter| {
        let start = range.start.max(chapter.puzzles.start);
        (chapter, start..range.end.min(chapter.puzzles.end))
    });
    overlaps.filter(|(_, puzzles)| !puzzles.is_empty())
}

/// Maximum distances of the end of a volume from the even split, as fractions of a volume (1/20,
/// 1/40, 1/80), tried in this order.
const TOLERANCE_DIVISORS: [usize; 3] = [20, 40, 80];

/// Puzzle numbers that are multiples of these units are good ends. The roundest units come first.
const ROUND_UNITS: [usize; 5] = [1000, 500, 100, 50, 10];

/// Splits the puzzles into at least `min` ranges of similar length, and as few as `fits` allows.
/// `None` if even ranges of one page each do not fit.
pub fn split(
    chapters: &[Chapter],
    pages: &PuzzlePages,
    min: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Option<Vec<Range<usize>>> {
    let full = chapters.iter().map(|it| it.puzzles.len().div_ceil(it.puzzles_on(pages)));
    for volumes in min..=full.sum::<usize>() + chapters.len() {
        let ranges = split_into(chapters, pages, volumes, &fits);
        if ranges.iter().all(&fits) {
            return Some(ranges);
        }
    }
    None
}

/// Splits the puzzles into `volumes` ranges, or fewer if there are fewer pages. Each ends near the
/// even split: with a chapter or a round number if all ranges then fit, otherwise with a full page.
pub fn split_into(
    chapters: &[Chapter],
    pages: &PuzzlePages,
    volumes: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Vec<Range<usize>> {
    let count = puzzle_count(chapters);
    let even: Vec<usize> = (0..=volumes).map(|volume| count * volume / volumes).collect();
    for parts in TOLERANCE_DIVISORS {
        let slack = count / volumes / parts;
        let ends = even.iter().map(|&end| match neat_end(chapters, end, slack) {
            Some(neat) => neat,
            None => page_end(chapters, pages, end),
        });
        let ranges = ranges_between(ends);
        if ranges.iter().all(&fits) {
            return ranges;
        }
    }
    ranges_between(even.iter().map(|&end| page_end(chapters, pages, end)))
}

/// Returns the ranges from each bound to the next one that differs.
fn ranges_between(bounds: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut bounds: Vec<usize> = bounds.collect();
    bounds.dedup();
    bounds.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

fn puzzle_count(chapters: &[Chapter]) -> usize {
    let Some(last) = chapters.last() else { return 0 };
    last.puzzles.end
}

/// Returns the best end of a range within `slack` of this puzzle: the end of a chapter, otherwise
/// the roundest number, and of several the nearest.
fn neat_end(chapters: &[Chapter], puzzle: usize, slack: usize) -> Option<usize> {
    let ends = [0].into_iter().chain(chapters.iter().map(|chapter| chapter.puzzles.end));
    let nearest = ends.min_by_key(|end| end.abs_diff(puzzle))?;
    if nearest.abs_diff(puzzle) <= slack {
        return Some(nearest);
    }
    let mut round = ROUND_UNITS.into_iter().map(|unit| (puzzle + unit / 2) / unit * unit);
    let inside = 1..puzzle_count(chapters);
    round.find(|end| end.abs_diff(puzzle) <= slack && inside.contains(end))
}

/// Returns the end of a full page of puzzles or of a chapter that is nearest to this puzzle.
fn page_end(chapters: &[Chapter], pages: &PuzzlePages, puzzle: usize) -> usize {
    let Some(chapter) = chapters.iter().find(|chapter| puzzle < chapter.puzzles.end) else {
        return puzzle_count(chapters);
    };
    let page = chapter.puzzles_on(pages);
    let count = (puzzle - chapter.puzzles.start + page / 2) / page;
    chapter.puzzles.end.min(chapter.puzzles.start + count * page)
}
