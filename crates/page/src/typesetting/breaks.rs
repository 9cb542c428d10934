//! The quality of places at which a title, or a paragraph in Chinese or Japanese, can be broken.

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

/// The character at which a word may end a line with a hyphen.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';
/// The minimum number of letters of a word that may break anywhere, and of each of its parts.
const MIN_BROKEN_WORD: usize = 12;
const MIN_PART: usize = 4;
/// The number of letters after which a long word may break without a syllable.
const MAX_PART: usize = 9;
/// The letters of European languages that are the middle of a syllable.
const VOWELS: &str = "aeiouyäöüáéíóúýàèìòùâêîôûãõåæøœąęőű";
/// Consonants that begin a syllable together.
const ONSETS: [&str; 18] = [
    "sch", "ch", "ph", "th", "sh", "sz", "cz", "rz", "tr", "dr", "br", "pr", "gr", "kr", "bl",
    "gl", "kl", "fr",
];

/// Adds soft hyphens to long words of European languages: before the consonants with which a
/// syllable begins, or after many letters without a syllable. Words that have soft hyphens keep
/// them. `None` if no word is long.
pub(super) fn with_soft_hyphens(title: &str) -> Option<String> {
    let mut hyphenated = String::with_capacity(title.len());
    let is_apart = |c: char| !c.is_alphabetic() && c != SOFT_HYPHEN;
    for word in title.split_inclusive(is_apart) {
        let letters: Vec<char> = word.chars().collect();
        let is_long = letters.iter().filter(|c| c.is_alphabetic()).count() >= MIN_BROKEN_WORD;
        let is_kept = !is_long || word.contains(SOFT_HYPHEN) || word.contains(is_east_asian);
        let mut part = 0;
        for (place, letter) in letters.iter().enumerate() {
            let begins = begins_syllable(&letters, place)
                || part >= MAX_PART && letter_count(&letters[place..]) >= MIN_PART;
            if !is_kept && part >= MIN_PART && begins {
                hyphenated.push(SOFT_HYPHEN);
                part = 0;
            }
            hyphenated.push(*letter);
            part += 1;
        }
    }
    (hyphenated != title).then_some(hyphenated)
}

/// Returns true if a syllable begins at a place of a word, and is not the rest of another one.
fn begins_syllable(letters: &[char], place: usize) -> bool {
    let is_rest = (1..=place.min(2)).any(|back| onset_length(&letters[place - back..]) > back);
    letter_count(&letters[place..]) >= MIN_PART && onset_length(&letters[place..]) > 0 && !is_rest
}

/// Returns the number of letters of a text.
fn letter_count(text: &[char]) -> usize {
    text.iter().filter(|letter| letter.is_alphabetic()).count()
}

/// Returns the number of consonants that begin a syllable here; 0 if none begins.
fn onset_length(letters: &[char]) -> usize {
    let is_vowel = |letter: &char| VOWELS.contains(*letter);
    let next: Vec<char> = letters.iter().take(MIN_PART).flat_map(|c| c.to_lowercase()).collect();
    let text: String = next.iter().collect();
    let length =
        ONSETS.iter().find(|onset| text.starts_with(**onset)).map_or(1, |onset| onset.len());
    let is_onset = next.iter().take(length).all(|c| c.is_alphabetic() && !is_vowel(c));
    if is_onset && next.get(length).is_some_and(is_vowel) { length } else { 0 }
}

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
