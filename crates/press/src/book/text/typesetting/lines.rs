//! Breaks lines (UAX #14): greedily, or for paragraphs with the most even right edge.

use crate::text::is_east_asian;
use std::ops::Range;
use unicode_linebreak::linebreaks;

/// Cost of an additional line, in squares of the type size: more than all other costs together.
const LINE_COST: f64 = 1e6;
/// Cost of a single word on the last line: as much as a line that is too short by twelve type
/// sizes.
const LONE_WORD_COST: f64 = 144.0;
/// A last line shorter than this fraction of the width counts as a single word.
const MIN_LAST_FRACTION: f64 = 0.25;
/// The number of letters of the longest word that stays on one line although its script may break
/// anywhere.
const MAX_KEPT_LETTERS: usize = 12;

/// Replaces white space by single spaces, except no-break spaces, which keep words together.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    words.join(" ")
}

/// Removes the spaces at the end of a range of a text.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    part.start..part.start + text[part].trim_end_matches(' ').len()
}

/// Returns the places where a line may end. Words of a text with spaces between them stay whole in
/// Korean and Japanese, too.
fn line_ends(text: &str) -> Vec<usize> {
    let ends = linebreaks(text).map(|(end, _)| end);
    if has_spaced_words(text) {
        ends.filter(|&end| !is_within_word(text, end)).collect()
    } else {
        ends.collect()
    }
}

/// Returns true if a text has spaces between words that could break anywhere: Korean, and Japanese
/// for children.
fn has_spaced_words(text: &str) -> bool {
    if text.contains(|c| matches!(c, '가'..='힣')) {
        return true;
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let is_spaced = text.split(' ').skip(1).any(|part| part.starts_with(is_east_asian));
    is_spaced && words.all(|word| word.chars().count() <= MAX_KEPT_LETTERS)
}

/// Returns true if a place is between two letters of a word that is short enough for one line.
fn is_within_word(text: &str, place: usize) -> bool {
    let (before, after) = text.split_at(place);
    let before = before.chars().rev().take_while(|c| c.is_alphanumeric()).count();
    let after = after.chars().take_while(|c| c.is_alphanumeric()).count();
    before > 0 && after > 0 && before + after <= MAX_KEPT_LETTERS
}

/// Breaks a paragraph into as few lines as [`lines`] needs, so that the sum of the squares of the
/// unused widths, in type sizes, is minimal.
pub(crate) fn paragraph(
    text: &str,
    size: f64,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends = line_ends(text);
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
    for end in line_ends(text) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_words_that_spaces_separate() {
        for (text, expected) in [
            ("어린이 스도쿠를 즐기는 책", vec!["어린이", "스도쿠를", "즐기는 책"]),
            (
                "えんぴつは もった？ よく 見てね！",
                vec!["えんぴつは", "もった？", "よく", "見てね！"],
            ),
            // Words that are longer than a line of a book break anywhere.
            ("가나다라마바사아자차카타파", vec!["가나다라마", "바사아자차", "카타파"]),
            ("数独は楽しいです。", vec!["数独は楽し", "いです。"]),
            ("QR Codeを見る", vec!["QR", "Codeを", "見る"]),
        ] {
            let found: Vec<&str> = lines(text, 5.0, |part| text[part].chars().count() as f64)
                .map(|part| &text[part])
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
