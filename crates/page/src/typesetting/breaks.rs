//! The quality of places at which a title, or a paragraph in Chinese or Japanese, can be broken.

use crate::typesetting::hyphenation::SOFT_HYPHEN;
use words::is_east_asian;

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
pub(super) fn ends_in_pause(before: &str) -> bool {
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
        return Some(match word.chars().count() {
            // A line never ends well with a word of one letter.
            1 => 0.5,
            2..=3 if word.is_ascii() => 0.84,
            _ => 0.93,
        });
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
        _ if last == '-' || last == SOFT_HYPHEN => Some(0.75),
        (LetterKind::Katakana, LetterKind::Katakana) | (LetterKind::Hangul, LetterKind::Hangul) => {
            None
        }
        (LetterKind::Hiragana, _) if PARTICLES.contains(last) => Some(0.85),
        (LetterKind::Hiragana, _) => Some(0.75),
        (LetterKind::Katakana, _) | (_, LetterKind::Katakana) => Some(0.7),
        _ => Some(0.45),
    }
}
