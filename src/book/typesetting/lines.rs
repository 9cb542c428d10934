//! Line breaking (UAX #14): greedy, and for paragraphs the way that leaves the most even right edge.

use std::ops::Range;
use unicode_linebreak::linebreaks;

/// What a line more costs, in squares of the size of the type: more than anything else.
const LINE: f64 = 1e6;
/// What a word alone on the last line costs: as much as another line that lacks twelve sizes.
const ALONE: f64 = 144.0;
/// A last line that is shorter than this part of the measure counts as a word alone.
const LAST_LEAST: f64 = 0.25;

/// A text with single plain spaces only; others are there to keep words together.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    words.join(" ")
}

/// A part of a text without the spaces at its end.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    part.start..part.start + text[part].trim_end_matches(' ').len()
}

/// The lines of a paragraph at this size, as few as [`lines`] needs: of all ways to break it the one
/// with the least sum of the squares of what its lines lack, in sizes of the type.
pub(in crate::book) fn paragraph(
    text: &str,
    size: f64,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends: Vec<usize> = linebreaks(text).map(|(end, _)| end).collect();
    let start = |piece: usize| if piece == 0 { 0 } else { ends[piece - 1] };
    // From each piece on: what the best lines cost, and before which piece the first of them ends.
    let mut best = vec![(0.0, ends.len()); ends.len() + 1];
    for from in (0..ends.len()).rev() {
        best[from].0 = f64::INFINITY;
        for until in from + 1..=ends.len() {
            let long = measure(trimmed(text, start(from)..ends[until - 1]));
            if long > width && until > from + 1 {
                break;
            }
            let last = until == ends.len();
            let alone = from > 0 && (until == from + 1 || long < LAST_LEAST * width);
            let cost = match (last, alone) {
                (true, true) => ALONE,
                (true, false) => 0.0,
                (false, _) => ((width - long).max(0.0) / size).powi(2),
            };
            let cost = LINE + cost + best[until].0;
            if cost < best[from].0 {
                best[from] = (cost, until);
            }
        }
    }
    let mut from = 0;
    std::iter::from_fn(|| {
        let until = (from < ends.len()).then(|| best[from].1)?;
        let line = trimmed(text, start(from)..ends[until - 1]);
        from = until;
        Some(line)
    })
    .collect()
}

/// The lines of a text that are no wider than `width`, without the spaces at their ends; `measure`
/// says how wide a part of it is.
pub(super) fn lines(
    text: &str,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> impl Iterator<Item = Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    // With the space at the end.
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
