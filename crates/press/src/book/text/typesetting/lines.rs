//! Breaks lines (UAX #14): greedily, or for paragraphs with the most even right edge.

use std::ops::Range;
use unicode_linebreak::linebreaks;

/// Cost of an additional line, in squares of the type size: more than all other costs together.
const LINE_COST: f64 = 1e6;
/// Cost of a single word on the last line: as much as a line that is too short by twelve type
/// sizes.
const LONE_WORD_COST: f64 = 144.0;
/// A last line shorter than this fraction of the width counts as a single word.
const MIN_LAST_FRACTION: f64 = 0.25;

/// Replaces white space by single spaces, except no-break spaces, which keep words together.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    words.join(" ")
}

/// Removes the spaces at the end of a range of a text.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    part.start..part.start + text[part].trim_end_matches(' ').len()
}

/// Breaks a paragraph into as few lines as [`lines`] needs, so that the sum of the squares of the
/// unused widths, in type sizes, is minimal.
pub(crate) fn paragraph(
    text: &str,
    size: f64,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends: Vec<usize> = linebreaks(text).map(|(end, _)| end).collect();
    let starts: Vec<usize> = [0].into_iter().chain(ends.iter().copied()).collect();
    // For each piece: the minimum cost of the lines from here on, and the piece before which the
    // first of these lines ends.
    let mut best = vec![(0.0, ends.len()); ends.len() + 1];
    for from in (0..ends.len()).rev() {
        best[from].0 = f64::INFINITY;
        for until in from + 1..=ends.len() {
            let long = measure(trimmed(text, starts[from]..ends[until - 1]));
            if long > width && until > from + 1 {
                break;
            }
            let last = until == ends.len();
            let alone = from > 0 && (until == from + 1 || long < MIN_LAST_FRACTION * width);
            let cost = match (last, alone) {
                (true, true) => LONE_WORD_COST,
                (true, false) => 0.0,
                (false, _) => ((width - long).max(0.0) / size).powi(2),
            };
            let cost = LINE_COST + cost + best[until].0;
            if cost < best[from].0 {
                best[from] = (cost, until);
            }
        }
    }
    let (mut lines, mut from) = (Vec::new(), 0);
    while from < ends.len() {
        let until = best[from].1;
        lines.push(trimmed(text, starts[from]..ends[until - 1]));
        from = until;
    }
    lines
}

/// Breaks a text into lines no wider than `width`, without the spaces at their ends. `measure`
/// returns the width of a range of the text.
pub(super) fn lines(
    text: &str,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> impl Iterator<Item = Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    // The width so far, including the space at the end.
    let mut pen = 0.0;
    let mut start = 0;
    for (end, _) in linebreaks(text) {
        let piece = start..end;
        start = end;
        match lines.last_mut() {
            Some(line) if pen + measure(trimmed(text, piece.clone())) <= width => line.end = end,
            _ => {
                lines.push(piece.clone());
                pen = 0.0;
            }
        }
        pen += measure(piece);
    }
    lines.into_iter().map(|line| trimmed(text, line))
}
