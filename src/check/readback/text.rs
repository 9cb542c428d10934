//! From letters to words on a baseline, and the numbers in words: puzzle
//! numbers and page numbers. Not which grid they belong to.

use super::marks::{Letter, turned};

/// The maximum gap between letters of one group of words, in ems.
const GAP: f64 = 0.6;
/// The maximum distance between letters on one baseline, in ems.
const BASELINE: f64 = 0.2;

/// A group of words on a baseline, in points, after the page is turned so that they are upright.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub left: f64,
    pub right: f64,
    pub y: f64,
    pub text: String,
}

/// The words of letters of one direction: lines from the top, in each the words from the left.
pub(super) fn words(letters: &[&Letter], quarter: u8) -> Vec<Vec<Words>> {
    let mut seen: Vec<(f64, f64, &Letter)> = letters
        .iter()
        .map(|g| (turned(g.at, quarter), *g))
        .filter(|((x, y), _)| x.is_finite() && y.is_finite())
        .map(|((x, y), g)| (x, y, g))
        .collect();
    seen.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.total_cmp(&b.0)));
    let mut lines = Vec::new();
    let mut rest = &seen[..];
    while let Some((_, y, first)) = rest.first() {
        let slack = BASELINE * first.size;
        let len = rest.partition_point(|(_, other, _)| y - other <= slack);
        let (line, later) = rest.split_at(len.max(1));
        rest = later;
        lines.push(line_words(line));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn line_words(line: &[(f64, f64, &Letter)]) -> Vec<Words> {
    let mut line = line.to_vec();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut words: Vec<Words> = Vec::new();
    for (x, y, letter) in line {
        match words.last_mut() {
            Some(last) if x <= last.right + GAP * letter.size => {
                last.text.push(letter.character);
                last.right = last.right.max(x + letter.advance);
            }
            _ => words.push(Words {
                left: x,
                right: x + letter.advance,
                y,
                text: letter.character.into(),
            }),
        }
    }
    words.retain(|words| !words.text.trim().is_empty());
    words
}

/// The number in words that are only a number: `12`, `#12`, `No. 12`.
pub(super) fn number(words: &str) -> Option<u64> {
    let mut text = words.trim();
    for sign in ["#", "No.", "Nr.", "N°", "Nº", "№"] {
        text = text.strip_prefix(sign).unwrap_or(text).trim_start();
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Whether words are a page number in lower-case Roman numerals: `iv`.
pub(super) fn roman(words: &str) -> bool {
    let text = words.trim();
    !text.is_empty() && text.bytes().all(|b| b"ivxlc".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter that is 5 points wide, of type of 10 points.
    fn letter(character: char, x: f64, y: f64) -> Letter {
        Letter { at: (x, y), advance: 5.0, size: 10.0, quarter: 0, character }
    }

    fn lines(letters: &[Letter]) -> Vec<String> {
        let lines = words(&letters.iter().collect::<Vec<_>>(), 0);
        let text = |line: &Vec<Words>| line.iter().map(|words| words.text.clone()).collect();
        lines.iter().map(text).map(|texts: Vec<String>| texts.join("|")).collect()
    }

    #[test]
    fn letters_within_a_fifth_of_an_em_are_a_line_and_gaps_of_more_than_six_tenths_part_words() {
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 15.0, 98.0)]), ["ab"]);
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 15.0, 97.9)]), ["a", "b"]);
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 21.0, 100.0)]), ["ab"]);
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 21.1, 100.0)]), ["a|b"]);
        // The order in the file means nothing, and a letter without a place is none.
        let mixed = [letter('b', 15.0, 50.0), letter('c', 10.0, 20.0), letter('a', 10.0, 50.0)];
        assert_eq!(lines(&mixed), ["ab", "c"]);
        for nowhere in [(f64::NAN, 50.0), (15.0, f64::INFINITY)] {
            let lost = letter('x', nowhere.0, nowhere.1);
            assert_eq!(lines(&[letter('a', 10.0, 50.0), lost]), ["a"]);
        }
    }

    #[test]
    fn numbers_stand_alone_or_after_a_sign() {
        for (words, expected) in [
            ("12", Some(12)),
            (" #12. ", Some(12)),
            ("No. 12", Some(12)),
            ("№ 7", Some(7)),
            ("", None),
            (".", None),
            ("+5", None),
            ("1.2", None),
            ("12 easy", None),
        ] {
            assert_eq!(number(words), expected, "{words:?}");
        }
        assert!(roman(" xliv ") && !roman("") && !roman("XI") && !roman("vi a") && !roman("mild"));
    }
}
