//! From letters to words on a baseline, and the numbers in words: puzzle numbers, page numbers,
//! references. Not which grid they belong to.

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

/// The words for a page, and their abbreviations, in the languages of our books that have spaces.
const PAGE: [&str; 12] =
    ["page", "pages", "p", "pp", "seite", "seiten", "s", "página", "páginas", "pág", "págs", "pag"];
/// The same in languages without spaces.
const PAGE_SIGNS: [&str; 4] = ["页", "頁", "ページ", "面"];
/// The characters that separate the parts of a footer.
const PARTS: [char; 4] = ['·', '|', ';', '•'];

/// The page numbers to which words refer, part by part: `answers on pages 33 and 34` is one part with
/// two numbers.
pub(super) fn references(words: &str) -> Vec<Vec<u64>> {
    words.split(PARTS).filter_map(reference).collect()
}

fn reference(part: &str) -> Option<Vec<u64>> {
    let mut named = PAGE_SIGNS.iter().any(|sign| part.contains(sign));
    let mut numbers = Vec::new();
    let mut rest = part;
    while let Some(first) = rest.chars().next() {
        let kind = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
        let end = rest.find(|c| kind(c) != kind(first)).unwrap_or(rest.len());
        let (token, later) = rest.split_at(end);
        rest = later;
        if first.is_ascii_digit() && named {
            numbers.extend(token.parse::<u64>());
        }
        named |= PAGE.contains(&token.to_lowercase().as_str());
    }
    (!numbers.is_empty()).then_some(numbers)
}
