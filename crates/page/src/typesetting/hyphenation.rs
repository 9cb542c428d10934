//! Places at which words divide, by the patterns of their language.

use hypher::{Lang, hyphenate};
use words::is_east_asian;

/// The character at which a word may end a line with a hyphen.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';
/// The minimum number of letters of a word that divides, and of each of its parts.
const MIN_WORD: usize = 6;
const MIN_PART: usize = 3;
/// The same of a title, whose words divide only if they are long.
const MIN_TITLE_WORD: usize = 12;
const MIN_TITLE_PART: usize = 4;
/// The minimum number of letters of a part without syllables that divides in a title, and the
/// number of letters of each piece.
const ENDLESS_PART: usize = 13;
const PIECE: usize = 9;

/// The language by whose patterns words divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hyphenation(Lang);

impl Hyphenation {
    /// The patterns for words of an alphabet in Chinese, Japanese and Korean titles.
    pub const OF_FOREIGN_WORDS: Self = Self(Lang::English);

    /// Returns the patterns for a language code such as `pt-BR`; `None` if there are none.
    pub fn of_language(code: &str) -> Option<Self> {
        Some(Self(match code.split('-').next()? {
            "de" => Lang::German,
            "en" => Lang::English,
            "es" => Lang::Spanish,
            "fr" => Lang::French,
            "it" => Lang::Italian,
            "nl" => Lang::Dutch,
            "pl" => Lang::Polish,
            "pt" => Lang::Portuguese,
            _ => return None,
        }))
    }

    /// Returns true for French, in which a number stays beside the word that it counts.
    pub fn keeps_counted_words(self) -> bool {
        self.0 == Lang::French
    }

    /// Returns the places in a text at which a word divides. Each part has letters enough.
    pub fn places(self, text: &str) -> Vec<usize> {
        self.places_in(text, MIN_WORD, MIN_PART)
    }

    fn places_in(self, text: &str, min_word: usize, min_part: usize) -> Vec<usize> {
        let mut places = Vec::new();
        let mut start = 0;
        for word in text.split_inclusive(|c: char| !is_letter(c)) {
            let letters = word.trim_end_matches(|c: char| !is_letter(c));
            // A part of a compound with a hyphen, of an address or of a name stays whole.
            let is_joined = |c: char| "-@./_0123456789\u{ad}".contains(c);
            let end = start + letters.len();
            let after = text[end..].chars().take(2).collect::<Vec<_>>();
            let is_part = text[..start].ends_with(is_joined)
                || matches!(after[..], [mark, next] if is_joined(mark) && next.is_alphanumeric())
                || after.first() == Some(&SOFT_HYPHEN);
            if !is_part && letters.chars().count() >= min_word {
                places.extend(self.parts(letters, min_part).into_iter().map(|at| start + at));
            }
            start += word.len();
        }
        places
    }

    /// Returns the places in a word between its syllables, as many as leave parts long enough.
    fn parts(self, word: &str, min_part: usize) -> Vec<usize> {
        let (mut places, mut start, mut end) = (Vec::new(), 0, 0);
        for syllable in hyphenate(word, self.0) {
            end += syllable.len();
            let parts = [&word[start..end], &word[end..]];
            if parts.iter().all(|part| part.chars().count() >= min_part) {
                places.push(end);
                start = end;
            }
        }
        places
    }

    /// Adds soft hyphens to the long words of a title; `None` if no word divides. Words that have
    /// soft hyphens keep them.
    pub fn with_soft_hyphens(self, title: &str) -> Option<String> {
        let mut places = self.places_in(title, MIN_TITLE_WORD, MIN_TITLE_PART);
        if !title.contains(SOFT_HYPHEN) {
            let pieces = endless_pieces(title, &places);
            places.extend(pieces);
        }
        if places.is_empty() {
            return None;
        }
        places.sort_unstable();
        let mut hyphenated =
            String::with_capacity(title.len() + places.len() * SOFT_HYPHEN.len_utf8());
        let mut start = 0;
        for place in places {
            hyphenated += &title[start..place];
            hyphenated.push(SOFT_HYPHEN);
            start = place;
        }
        Some(hyphenated + &title[start..])
    }
}

/// Returns true for a letter of an alphabet: no ideograph, kana or Korean syllable.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !is_east_asian(character) && !('가'..='힣').contains(&character)
}

/// Returns places in the parts of words that are long and have no syllables.
fn endless_pieces(title: &str, places: &[usize]) -> Vec<usize> {
    let mut pieces = Vec::new();
    let mut part: Vec<usize> = Vec::new();
    for (at, letter) in title.char_indices().chain([(title.len(), ' ')]) {
        if is_letter(letter) && !places.contains(&at) {
            part.push(at);
            continue;
        }
        if part.len() >= ENDLESS_PART {
            let count = part.len().div_ceil(PIECE);
            pieces.extend((1..count).map(|piece| part[piece * part.len() / count]));
        }
        part.clear();
        if letter.is_alphabetic() {
            part.push(at);
        }
    }
    pieces
}
