//! Titles on covers: their line breaks and their type size.

use crate::book::text::typesetting::fallback::FontStack;
use crate::text::is_east_asian;
use unicode_linebreak::linebreaks;

/// The character by which the author of a title asks for a new line.
pub(crate) const NEW_LINE: char = '|';
/// Maximum number of break opportunities that are tried.
const MAX_BREAKS: usize = 14;
/// The weight of even lines.
const EVENNESS: f64 = 0.1;
/// The factor for a line that is shorter than this fraction of the longest, and for a line of one
/// Chinese or Japanese character.
const MIN_LINE: f64 = 0.4;
const SHORT_LINE: f64 = 0.55;
const LONE_CHARACTER: f64 = 0.4;
/// The factor for a break that is not at a pause such as a colon, in a title with a pause, and for
/// a break that the author of a title with marks did not ask for.
const BESIDE_PAUSE: f64 = 0.6;
const BESIDE_MARK: f64 = 0.6;
/// Kana after which a phrase ends.
const PARTICLES: &str = "のとでにはをがもや";
/// Characters of numbers, which stay beside what they count.
const NUMERALS: &str = "一二三四五六七八九十百千万兩两";
/// Words of titles that stay on one line, although Chinese and Japanese may break anywhere.
const WHOLE_WORDS: &str = "\
    数独 數獨 游戏 遊戲 分钟 分鐘 每天 每日 每周 每週 老年人 大字版 儿童 \
    兒童 成人 大人 入门 入門 初级 初級 中级 中級 高级 高級 上級 精通 大全 \
    经典 經典 题目 題目 解题 解題 技巧 头脑 頭腦 风暴 風暴 训练 訓練 脑力 \
    腦力 逻辑 邏輯 谜题 挑战 练习 脳トレ 雨の日 ナンプレ 毎日 毎週 難問 問題 \
    傑作 大活字 時間 自分 書き込み";
/// Chinese characters that belong to the word before them.
const ENCLITICS: &str = "的了着们們";

/// The kinds of letters that matter for breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterKind {
    Katakana,
    Hiragana,
    Hangul,
    Other,
}

fn letter_kind(letter: char) -> LetterKind {
    match letter {
        '\u{30a0}'..='\u{30ff}' => LetterKind::Katakana,
        '\u{3041}'..='\u{309f}' => LetterKind::Hiragana,
        '\u{ac00}'..='\u{d7a3}' => LetterKind::Hangul,
        _ => LetterKind::Other,
    }
}

/// Returns true if a part of a title ends with a pause in reading, such as a colon.
fn ends_in_pause(before: &str) -> bool {
    before.trim_end().ends_with([
        '：', '；', '。', '！', '？', '、', '，', ':', ';', '!', '?', '–', '—', '…', '·',
    ])
}

/// The position of a place relative to the words that stay whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordPlace {
    Inside,
    Edge,
    Outside,
}

/// Finds out if a place of a title is inside a word that stays whole, or at the edge of such a
/// word.
fn word_place(title: &str, place: usize) -> WordPlace {
    let mut found = WordPlace::Outside;
    for word in WHOLE_WORDS.split(' ') {
        for (start, word) in title.match_indices(word) {
            let end = start + word.len();
            if start < place && place < end {
                return WordPlace::Inside;
            }
            if place == start || place == end {
                found = WordPlace::Edge;
            }
        }
    }
    found
}

/// Rates a break at a place of a title, or between Chinese or Japanese characters of a paragraph,
/// from 0 to 1; `None` if a title must not break there.
pub(super) fn break_quality(title: &str, place: usize) -> Option<f64> {
    let (before, after) = title.split_at(place);
    let (last, next) = (before.trim_end().chars().last()?, after.trim_start().chars().next()?);
    let is_spaced = before.ends_with(' ');
    if "–—-:;：；·".contains(next) {
        return None;
    }
    if ends_in_pause(before) || "「『（(【《〈".contains(next) {
        return Some(1.0);
    }
    if is_spaced {
        // A short word, such as an article, belongs to the next one.
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let is_short = word.is_ascii() && word.len() <= 3;
        return Some(if is_short { 0.84 } else { 0.93 });
    }
    let is_numeral = NUMERALS.contains(last) && is_east_asian(next);
    match word_place(title, place) {
        WordPlace::Inside => return None,
        _ if ENCLITICS.contains(next) => return Some(0.15),
        // Hiragana behind a word are its ending, or a particle.
        _ if letter_kind(next) == LetterKind::Hiragana => return Some(0.35),
        WordPlace::Edge if !is_numeral => return Some(0.9),
        WordPlace::Edge | WordPlace::Outside if is_numeral => return Some(0.2),
        WordPlace::Edge | WordPlace::Outside => {}
    }
    match (letter_kind(last), letter_kind(next)) {
        _ if last == '-' => Some(0.75),
        (LetterKind::Katakana, LetterKind::Katakana) | (LetterKind::Hangul, LetterKind::Hangul) => {
            None
        }
        (LetterKind::Hiragana, _) if PARTICLES.contains(last) => Some(0.85),
        (LetterKind::Hiragana, _) => Some(0.75),
        (LetterKind::Katakana, _) | (_, LetterKind::Katakana) => Some(0.7),
        _ => Some(0.45),
    }
}

/// Splits a title at its marks of new lines.
fn marked_lines(title: &str) -> impl Iterator<Item = &str> {
    title.split(NEW_LINE).map(str::trim).filter(|line| !line.is_empty())
}

/// Joins the lines of a title, with spaces between words that need one.
pub fn in_one_line(title: &str) -> String {
    let mut parts = marked_lines(title);
    let mut line = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let ends = [line.chars().last(), part.chars().next()];
        let is_apart =
            line.ends_with(char::is_alphanumeric) && !ends.into_iter().flatten().any(is_east_asian);
        line += if is_apart || line.ends_with([',', ':', ';', '–', '—']) { " " } else { "" };
        line += part;
    }
    line
}

/// The available space, and the limits of type size and lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TitleSpace {
    pub width: f64,
    pub height: f64,
    /// Minimum and maximum type size.
    pub sizes: (f64, f64),
    /// Maximum number of lines.
    pub lines: usize,
    /// Line spacing, as a multiple of the type size.
    pub leading: f64,
}

impl TitleSpace {
    /// Returns the largest type size for these lines.
    fn size(&self, faces: FontStack, lines: &[&str]) -> f64 {
        let widest = lines.iter().map(|line| faces.width(line, 1.0)).fold(0.01, f64::max);
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return self.sizes.1;
        };
        let (above, below) = (faces.ink(first).1, -faces.ink(last).0);
        let high = above + below + (lines.len() - 1) as f64 * self.leading;
        (self.width / widest).min(self.height / high.max(0.01)).min(self.sizes.1)
    }
}

/// A title in lines.
#[derive(Clone, Debug)]
pub(crate) struct FittedTitle {
    pub lines: Vec<String>,
    pub size: f64,
    /// The quality of the breaks for readers, from 0 to 1.
    pub quality: f64,
}

/// A place where a title may break, or must.
#[derive(Clone, Copy)]
struct BreakPlace {
    at: usize,
    quality: f64,
}

/// A title with the places where it breaks.
struct BrokenTitle {
    text: String,
    /// The places of the marks of the author.
    marks: Vec<usize>,
    /// The best other places.
    places: Vec<BreakPlace>,
}

impl BrokenTitle {
    fn new(title: &str) -> Self {
        let title = title.replace('\u{3000}', " ");
        let lines: Vec<String> = marked_lines(&title)
            .map(|line| line.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let text = lines.join("\n");
        let marks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut places = Vec::new();
        for (at, _) in linebreaks(&text) {
            if let Some(quality) = break_quality(&text, at).filter(|_| !marks.contains(&at)) {
                places.push(BreakPlace { at, quality });
            }
        }
        let has_pause = places.iter().any(|place| ends_in_pause(&text[..place.at]));
        for place in &mut places {
            let is_pause = ends_in_pause(&text[..place.at]);
            place.quality *= if has_pause && !is_pause { BESIDE_PAUSE } else { 1.0 };
            place.quality *= if marks.is_empty() { 1.0 } else { BESIDE_MARK };
        }
        if places.len() > MAX_BREAKS {
            places.sort_by(|a, b| b.quality.total_cmp(&a.quality));
            places.truncate(MAX_BREAKS);
            places.sort_by_key(|place| place.at);
        }
        Self { text, marks, places }
    }

    /// Returns the lines between the marks and these breaks.
    fn lines(&self, breaks: &[usize]) -> Vec<&str> {
        let mut ends: Vec<usize> = self.marks.iter().chain(breaks).copied().collect();
        ends.push(self.text.len());
        ends.sort_unstable();
        let mut lines = Vec::new();
        let mut start = 0;
        for end in ends {
            lines.push(self.text[start..end].trim());
            start = end;
        }
        lines
    }
}

/// Rates the shape of lines, from 0 to 1: slightly prefers even lines, and avoids short ones.
fn line_shape(faces: FontStack, lines: &[&str]) -> f64 {
    let widths: Vec<f64> = lines.iter().map(|line| faces.width(line, 1.0)).collect();
    let high = widths.iter().copied().fold(0.01, f64::max);
    let low = widths.iter().copied().fold(f64::MAX, f64::min);
    let mut shape = 1.0 - EVENNESS + EVENNESS * low / high;
    for (index, line) in lines.iter().enumerate() {
        let mut letters = line.chars();
        if lines.len() > 1 && letters.next().is_some_and(is_east_asian) && letters.next().is_none()
        {
            shape *= LONE_CHARACTER;
        }
        // A short line before or after a pause reads well.
        let is_set_off = ends_in_pause(line) || index > 0 && ends_in_pause(lines[index - 1]);
        if widths[index] < MIN_LINE * high && !is_set_off {
            shape *= SHORT_LINE;
        }
    }
    shape
}

impl FontStack {
    /// Breaks a title into lines, and finds the largest type size with breaks that read well. A
    /// title with marks of new lines breaks there. `None` if the type would be too small.
    pub fn title(self, title: &str, space: &TitleSpace) -> Option<FittedTitle> {
        let title = BrokenTitle::new(title);
        let mut best: Option<FittedTitle> = None;
        let mut open = vec![(Vec::<usize>::new(), 1.0, 0)];
        while let Some((breaks, reads, from)) = open.pop() {
            let lines = title.lines(&breaks);
            let size = space.size(self, &lines);
            // Lines that the author asked for are right.
            let is_asked = breaks.is_empty() && !title.marks.is_empty();
            let quality = if is_asked { 1.0 } else { reads * line_shape(self, &lines) };
            let is_better = match &best {
                Some(held) => size * quality > held.size * held.quality,
                None => true,
            };
            if size >= space.sizes.0 && is_better {
                let lines = lines.iter().map(|&line| line.to_owned()).collect();
                best = Some(FittedTitle { lines, size, quality });
            }
            if breaks.len() + title.marks.len() + 1 < space.lines {
                for (index, place) in title.places.iter().enumerate().skip(from) {
                    let breaks = breaks.iter().copied().chain([place.at]).collect();
                    open.push((breaks, reads * place.quality, index + 1));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::text::typesetting::{FamilyStacks, FontFamily};

    fn lines(title: &str, width: f64) -> Vec<String> {
        let family = FontFamily::named("Source Serif 4").unwrap();
        let faces = FamilyStacks::new(family, &[], FontFamily::named("Noto Serif JP")).strong;
        let (height, sizes) = (150.0, (7.0, 40.0));
        let space = TitleSpace { width, height, sizes, lines: 4, leading: 1.08 };
        faces.title(title, &space).unwrap().lines
    }

    #[test]
    fn titles_break_where_they_are_read() {
        for (title, expected) in [
            ("Rainy Days", vec!["Rainy Days"]),
            (
                "毎日の脳トレ数独ドリル 初級から上級まで",
                vec!["毎日の脳トレ", "数独ドリル", "初級から上級まで"],
            ),
            ("Sudoku: Das große Buch", vec!["Sudoku:", "Das große Buch"]),
            ("Rainy|Days and Nights", vec!["Rainy", "Days and Nights"]),
            ("数独「上級」", vec!["数独「上級」"]),
        ] {
            assert_eq!(lines(title, 300.0), expected, "{title}");
        }
        for (title, expected) in [
            ("The Quiet Hour: Puzzles", vec!["The Quiet Hour:", "Puzzles"]),
            ("Rainy Days: Sudoku", vec!["Rainy Days:", "Sudoku"]),
            ("静夜|Quiet Nights", vec!["静夜", "Quiet Nights"]),
            ("每天十分钟数独", vec!["每天", "十分钟", "数独"]),
            ("数独游戏书", vec!["数独", "游戏书"]),
            ("脳トレナンプレ", vec!["脳トレ", "ナンプレ"]),
            ("雨の日ナンプレ", vec!["雨の日", "ナンプレ"]),
        ] {
            assert_eq!(lines(title, 140.0), expected, "{title}");
        }
        // A word of katakana never breaks.
        let all = lines("プレミアムコレクション", 120.0);
        assert_eq!(all.len(), 1, "{all:?}");
    }

    #[test]
    fn marks_of_new_lines_are_not_printed_elsewhere() {
        assert_eq!(in_one_line("Rainy|Days"), "Rainy Days");
        assert_eq!(in_one_line("毎日|数独"), "毎日数独");
        assert_eq!(in_one_line("Sommer-|Sudoku"), "Sommer-Sudoku");
        assert_eq!(in_one_line("Rain: |Days"), "Rain: Days");
    }
}
