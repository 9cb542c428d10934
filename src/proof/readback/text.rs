//! From letters to words on a baseline, from stars to rows of them, and the numbers in words: puzzle
//! numbers, page numbers, references. Not which grid they belong to.

use super::marks::{Letter, Star, turned};

/// The maximum gap between letters of one group of words, in ems.
const GAP: f64 = 0.6;
/// The maximum distance between letters on one baseline, in ems.
const BASELINE: f64 = 0.2;

/// The maximum number of stars on a page. A page with more has none.
const MAX_STARS: usize = 4_000;

/// The characters for filled and outlined stars.
const FILLED: char = '★';
const OUTLINED: char = '☆';

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

/// Adds rows of stars to the lines on which they stand, as words of filled and outlined stars: `★★★☆☆`.
pub(super) fn add_stars(lines: &mut Vec<Vec<Words>>, stars: &[Star]) {
    let middle = |star: &Star| (star.bounds.bottom + star.bounds.top) / 2.0;
    let mut stars = if stars.len() > MAX_STARS { Vec::new() } else { stars.to_vec() };
    stars.retain(|star| star.bounds.left.is_finite() && middle(star).is_finite());
    stars.sort_by(|a, b| middle(b).total_cmp(&middle(a)));
    let mut rest = &mut stars[..];
    while let Some(first) = rest.first() {
        let (y, size) = (middle(first), first.bounds.width());
        let len = rest.partition_point(|star| y - middle(star) < 0.4 * size);
        let (band, later) = rest.split_at_mut(len.max(1));
        rest = later;
        band.sort_by(|a, b| a.bounds.left.total_cmp(&b.bounds.left));
        for row in band.chunk_by(|a, b| b.bounds.left - a.bounds.right < 1.5 * size) {
            let text = row.iter().map(|star| if star.filled { FILLED } else { OUTLINED }).collect();
            let (left, right) = (row[0].bounds.left, row[row.len() - 1].bounds.right);
            add_to_line(lines, Words { left, right, y, text }, size);
        }
    }
}

/// Adds a row of stars of this size, with `y` in their middle, to the line whose baseline is near their
/// lower tips.
fn add_to_line(lines: &mut Vec<Vec<Words>>, row: Words, size: f64) {
    let baseline = |line: &[Words]| line.first().map_or(f64::MAX, |first| first.y);
    let far = |line: &[Words]| (row.y - 0.5 * size - baseline(line)).abs();
    let near = lines.iter_mut().filter(|line| far(line) < 1.5 * size);
    match near.min_by(|a, b| far(a).total_cmp(&far(b))) {
        Some(line) => line.insert(line.partition_point(|words| words.left < row.left), row),
        None => lines.insert(lines.partition_point(|line| baseline(line) > row.y), vec![row]),
    }
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
const PAGE: [&str; 20] = [
    "page", "pages", "p", "pp", "seite", "seiten", "s", "página", "páginas", "pág", "págs", "pag",
    "pagina", "pagine", "blz", "strona", "stronie", "strony", "stronach", "str",
];
/// The same in languages without spaces.
const PAGE_SIGNS: [&str; 5] = ["页", "頁", "ページ", "面", "쪽"];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::pdf::Rect;

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

    /// A star of 10 points, by the left and the middle of its box.
    fn star(left: f64, middle: f64, filled: bool) -> Star {
        let bounds = Rect::at((left, middle - 5.0)).with((left + 10.0, middle + 5.0));
        Star { bounds, filled }
    }

    fn rows(stars: &[Star]) -> Vec<String> {
        let mut lines = Vec::new();
        add_stars(&mut lines, stars);
        lines.iter().flatten().map(|words: &Words| words.text.clone()).collect()
    }

    #[test]
    fn stars_are_a_row_where_they_are_level_and_near() {
        let full = |left, middle| star(left, middle, true);
        assert_eq!(rows(&[full(30.0, 50.0), star(42.0, 50.0, false), full(18.0, 50.0)]), ["★★☆"]);
        assert_eq!(rows(&[full(10.0, 50.0), full(34.9, 50.0)]), ["★★"]);
        assert_eq!(rows(&[full(10.0, 50.0), full(35.0, 50.0)]), ["★", "★"]);
        // Stars of one row differ by less than 4 points in height.
        assert_eq!(rows(&[full(10.0, 50.0), full(22.0, 46.1)]), ["★★"]);
        assert_eq!(rows(&[full(10.0, 50.0), full(22.0, 46.0)]).len(), 2);
        for (left, middle) in [(f64::NAN, 50.0), (22.0, f64::NAN)] {
            assert_eq!(rows(&[full(10.0, 50.0), full(left, middle)]), ["★"]);
        }
        let many = |n: usize| vec![full(10.0, 50.0); n];
        assert_eq!(rows(&many(MAX_STARS)).len(), 1);
        assert!(rows(&many(MAX_STARS + 1)).is_empty());
    }

    #[test]
    fn stars_stand_on_the_line_of_their_lower_tips() {
        let line = |y| vec![Words { left: 10.0, right: 20.0, y, text: "a".into() }];
        let mut lines = vec![line(108.0), line(100.0)];
        add_stars(&mut lines, &[star(50.0, 105.0, true)]);
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
        // Between the words of the line.
        let word = |left| Words { left, right: left + 10.0, y: 100.0, text: "a".into() };
        let mut lines = vec![vec![word(10.0), word(80.0)]];
        add_stars(&mut lines, &[star(50.0, 105.0, false)]);
        assert_eq!(lines[0].iter().map(|words| &*words.text).collect::<String>(), "a☆a");
        // Farther than one and a half stars from each line, they are a line of their own.
        let mut lines = vec![line(120.0), line(80.0)];
        add_stars(&mut lines, &[star(50.0, 109.9, true), star(50.0, 80.0, true)]);
        let at = |line: &Vec<Words>| (line[0].y.round() as i64, line.len());
        assert_eq!(lines.iter().map(at).collect::<Vec<_>>(), [(120, 1), (110, 1), (80, 2)]);
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

    #[test]
    fn references_are_the_numbers_after_a_word_for_page() {
        for (words, expected) in [
            ("Answers on pages 33 and 34", vec![vec![33, 34]]),
            ("puzzles 1 to 13 · answers on page 5 | p 6", vec![vec![5], vec![6]]),
            ("Seite 7", vec![vec![7]]),
            ("第 8 页", vec![vec![8]]),
            ("8 pages", vec![]),
            ("page", vec![]),
            ("homepage 9", vec![]),
        ] {
            assert_eq!(references(words), expected, "{words:?}");
        }
    }
}
