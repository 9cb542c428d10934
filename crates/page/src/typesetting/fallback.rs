//! Font stacks, and text set in them: widths, runs, lines.

use crate::typesetting::family::FontFamily;
use crate::typesetting::font::Face;
use crate::typesetting::hyphenation::Hyphenation;
use crate::typesetting::lines::{TextMeasure, is_divided, lines, paragraph, plain, widest_piece};
use crate::typesetting::script::UnsupportedScript;
use std::ops::Range;
use unicode_linebreak::linebreaks;
use words::{Clause, Problem, clause, is_east_asian, setting};

/// Characters after which a reader pauses.
const PAUSES: [char; 9] = [',', ';', ':', '–', '，', '；', '：', '、', '。'];
/// The sign at the end of a line within a word.
const HYPHEN: &str = "-";
/// Minimum length of the shorter of two lines broken at a pause, as a fraction of the longer.
const MIN_HALF_RATIO: f64 = 0.33;

/// The faces with the forms of Chinese characters. They have some kana, too.
const CHINESE_FACES: [Face; 2] = [Face::SERIF_SC, Face::SANS_SC];

/// Maximum number of fallback faces: the fonts of the user, the language's face, the faces for
/// Chinese and Japanese, and the face of the words if a cover has two others before it.
const FALLBACKS: usize = FamilyStacks::MAX_OWN_FONTS + 5;

/// A face, and its fallback faces in order, for characters that the face lacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontStack {
    first: Face,
    then: [Option<Face>; FALLBACKS],
    /// The face of ASCII characters if it is not the first.
    ascii: Option<Face>,
    /// The language by whose patterns words divide, if it has some.
    hyphenation: Option<Hyphenation>,
}

impl FontStack {
    /// Creates a stack. Fallback faces beyond the maximum are dropped.
    pub fn new(first: Face, fallbacks: impl IntoIterator<Item = Face>) -> Self {
        let mut then = [None; FALLBACKS];
        for (place, face) in then.iter_mut().zip(fallbacks) {
            *place = Some(face);
        }
        Self { first, then, ascii: None, hyphenation: None }
    }

    /// Creates a stack of other faces for the same language.
    fn of_faces(self, first: Face, fallbacks: impl IntoIterator<Item = Face>) -> Self {
        Self { hyphenation: self.hyphenation, ..Self::new(first, fallbacks) }
    }

    /// Lets words divide as in the language with this code (BCP 47).
    pub fn in_language(self, code: &str) -> Self {
        Self { hyphenation: Hyphenation::of_language(code), ..self }
    }

    /// Adds hyphenation points to the long words of a title, by the patterns of English if those of
    /// the language are unknown; `None` if none of them divides.
    pub fn hyphenated(self, title: &str) -> Option<String> {
        self.hyphenation.unwrap_or(Hyphenation::OF_FOREIGN_WORDS).with_soft_hyphens(title)
    }

    /// Puts another face in front of the stack.
    pub fn with_first(self, first: Face) -> Self {
        let rest = self.then.into_iter().flatten().filter(|&face| face != first);
        self.of_faces(first, [self.first].into_iter().chain(rest))
    }

    /// Puts a face behind the first one.
    pub fn with_second(self, second: Face) -> Self {
        self.of_faces(self.first, [second].into_iter().chain(self.then.into_iter().flatten()))
    }

    /// Lets the face of these words print digits, too, if the first face has another weight. Other
    /// signs stay: the middle dot of Chinese faces is as wide as an ideograph.
    pub fn in_weight_of(self, words: &str) -> Self {
        let mut faces = words.chars().map(|c| self.face(c));
        let other = faces.find(|&face| face != self.first);
        Self { ascii: other.filter(|face| face.weight() != self.first.weight()), ..self }
    }

    /// Replaces the faces for Chinese and Japanese by the heavy ones of covers.
    pub fn heavy(mut self) -> Self {
        for face in [&mut self.first].into_iter().chain(self.then.iter_mut().flatten()) {
            if *face == Face::SANS_SC {
                *face = Face::DISPLAY_SC;
            } else if *face == Face::SANS_JP {
                *face = Face::DISPLAY_JP;
            }
        }
        self
    }

    /// Returns a stack in which one face prints all Chinese and Japanese characters of a title: the
    /// first that has them. With kana, a Japanese face goes before the Chinese ones.
    pub fn for_title(self, title: &str) -> Self {
        let letters: Vec<char> = title.chars().filter(|&c| is_east_asian(c)).collect();
        let has_kana = letters.iter().any(|c| ('ぁ'..='ヿ').contains(c));
        let mut best = None;
        for face in self.faces() {
            let printed = letters.iter().filter(|&&c| face.has_glyph(c)).count();
            let rank = (printed, !(has_kana && CHINESE_FACES.contains(&face)));
            if printed > 0 && best.is_none_or(|(_, other)| rank > other) {
                best = Some((face, rank));
            }
        }
        let Some((best, _)) = best else { return self };
        if best == self.first {
            return self;
        }
        // The face comes before the first one that would print some of the characters.
        let prints_some = |face: &Face| letters.iter().any(|&c| face.has_glyph(c));
        let rest: Vec<Face> = self.faces().skip(1).filter(|&face| face != best).collect();
        let place = rest.iter().position(prints_some).unwrap_or(rest.len());
        let (before, after) = rest.split_at(place);
        let fallbacks = before.iter().copied().chain([best]).chain(after.iter().copied());
        self.of_faces(self.first, fallbacks)
    }

    /// Returns the preferred face.
    pub fn first(self) -> Face {
        self.first
    }

    /// Returns the face that prints a character; the first if none has it.
    fn face(self, character: char) -> Face {
        // Fast path for almost all text.
        let first = self.ascii.unwrap_or(self.first);
        if character.is_ascii() && first.has_glyph(character) {
            return first;
        }
        self.faces().find(|face| face.has_glyph(character)).unwrap_or(self.first)
    }

    /// Returns all faces, in order.
    fn faces(self) -> impl Iterator<Item = Face> {
        [self.first].into_iter().chain(self.then.into_iter().flatten())
    }

    /// Splits a text into runs, each in one face.
    pub fn runs(self, text: &str) -> impl Iterator<Item = (Face, &str)> {
        let mut rest = text;
        std::iter::from_fn(move || {
            let face = self.face(rest.chars().next()?);
            let end = rest.find(|c| self.face(c) != face).unwrap_or(rest.len());
            let (run, later) = rest.split_at(end);
            rest = later;
            Some((face, run))
        })
    }

    /// Returns the width of a text at a size.
    pub fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|c| self.face(c).advance(c)).sum::<f64>() * size
    }

    /// Returns the extent of a text's ink below the baseline (negative) and above it, as fractions
    /// of the size.
    pub fn ink(self, text: &str) -> (f64, f64) {
        let inks = text.chars().map(|c| self.face(c).ink(c));
        inks.fold((0.0, 0.0), |(down, up), ink| (ink.0.min(down), ink.1.max(up)))
    }

    /// Checks that the faces can print a text, one character after another from left to right.
    ///
    /// # Errors
    /// The [`Problem`] of the first character of an unsupported script, or else of the first
    /// character that no face has.
    pub fn check(self, text: &str) -> Result<(), Problem> {
        for c in text.chars() {
            if let Some(script) = UnsupportedScript::find(c) {
                return Err(script.describe(c).into());
            }
        }
        let Some(missing) = text.chars().find(|&c| !self.face(c).has_glyph(c)) else {
            return Ok(());
        };
        let faces: Vec<_> = self.faces().map(Face::name).collect();
        let template = if faces.len() == 1 {
            "{} is not in the face {}"
        } else {
            "{} is not in any of the faces {}"
        };
        let code = format!("{missing:?} (U+{:04X})", missing as u32);
        let wrong = Clause::fill(template, [code.into(), faces.join(", ").into()]);
        let font = setting("font");
        Err(Problem::new(wrong)
            .remedy(clause!("use other characters, or a font that has them ({})", font)))
    }

    /// Breaks a text into lines no wider than `width`, each as full as possible, by the rules of
    /// its language (UAX #14). A wider piece that cannot be broken gets a line of its own.
    pub fn wrap(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let text = plain(text);
        let lines = lines(&text, self.measure(size, width), |part| self.width(&text[part], size));
        lines.into_iter().map(|line| text[line].to_owned()).collect()
    }

    /// Breaks a text into as few lines as [`FontStack::wrap`], with the right edge as even as
    /// possible. Avoids a single word on the last line where it can, and divides words of a narrow
    /// column where a line would be short without.
    pub fn wrap_paragraph(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let text = plain(text);
        let lines = self.break_paragraph(&text, size, width, |part| self.width(&text[part], size));
        let shown = |line: Range<usize>| {
            let hyphen = Self::hyphen(&text, &line);
            text[line].to_owned() + hyphen
        };
        lines.into_iter().map(shown).collect()
    }

    /// Breaks a text of several styles as [`FontStack::wrap_paragraph`] does. `measure` returns the
    /// width of a range of the text. A line may need a [`FontStack::hyphen`].
    pub fn break_paragraph(
        self,
        text: &str,
        size: f64,
        width: f64,
        measure: impl Fn(Range<usize>) -> f64,
    ) -> Vec<Range<usize>> {
        paragraph(text, self.measure(size, width), measure)
    }

    /// Returns the hyphen at the end of a line of a text, or nothing.
    pub fn hyphen(text: &str, line: &Range<usize>) -> &'static str {
        if is_divided(text, line.end) { HYPHEN } else { "" }
    }

    fn measure(self, size: f64, width: f64) -> TextMeasure {
        let hyphen = self.width(HYPHEN, size);
        TextMeasure { size, width, hyphen, hyphenation: self.hyphenation }
    }

    /// Breaks a text into as few lines as [`FontStack::wrap`], but as equal in length as possible.
    /// This suits headings and centred lines, where a single last word looks like a mistake. Two
    /// lines are broken at a pause in reading, unless one of them would be much shorter.
    pub fn wrap_evenly(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let widest = self.wrap(text, size, width);
        if widest.len() == 2
            && let Some(halves) = self.at_pause(&plain(text), size, width)
        {
            return halves;
        }
        // Searches the narrowest width that needs no additional line, to within one point. Words
        // that stay together have room on it.
        let plain = plain(text);
        let measure = |part: Range<usize>| self.width(&plain[part], size);
        let mut narrow = widest_piece(&plain, self.measure(size, width), measure);
        let mut wide = width;
        while wide - narrow > 1.0 {
            let middle = (narrow + wide) / 2.0;
            let lines = self.wrap(text, size, middle);
            let fits = lines.iter().all(|line| self.width(line, size) <= middle);
            if fits && lines.len() <= widest.len() {
                wide = middle;
            } else {
                narrow = middle;
            }
        }
        self.wrap(text, size, wide)
    }

    /// Splits a text into two lines after a comma or another pause.
    fn at_pause(self, text: &str, size: f64, width: f64) -> Option<Vec<String>> {
        let (mut best, mut most_even) = (None, MIN_HALF_RATIO);
        for (end, _) in linebreaks(text) {
            let halves = [text[..end].trim_end(), &text[end..]];
            let [a, b] = halves.map(|half| self.width(half, size));
            let fits = a.max(b) <= width && halves[0].ends_with(PAUSES);
            if fits && a.min(b) / a.max(b) >= most_even {
                (best, most_even) = (Some(halves), a.min(b) / a.max(b));
            }
        }
        Some(best?.map(str::to_owned).to_vec())
    }
}

/// A font family with fallback faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FamilyStacks {
    /// For running text and plain digits.
    pub regular: FontStack,
    /// For asides.
    pub italic: FontStack,
    /// For emphasis.
    pub strong: FontStack,
}

impl FamilyStacks {
    /// Maximum number of fonts of the user.
    pub const MAX_OWN_FONTS: usize = 8;

    /// Lets words divide as in the language with this code (BCP 47).
    pub fn in_language(self, code: &str) -> Self {
        let [regular, italic, strong] =
            [self.regular, self.italic, self.strong].map(|stack| stack.in_language(code));
        Self { regular, italic, strong }
    }

    /// Stacks a family, then at most [`Self::MAX_OWN_FONTS`] fonts of the user, then the family of
    /// the language for characters that both lack, then the families for Chinese and Japanese.
    pub fn new(family: FontFamily, own: &[Face], language: Option<FontFamily>) -> Self {
        let others = FontFamily::east_asian(family.serif);
        let last = others.into_iter().filter(|other| Some(*other) != language);
        let families: Vec<_> = [family].into_iter().chain(language).chain(last).collect();
        // If the language has no italic, its digits are upright, too.
        let is_upright = matches!(language, Some(family) if family.italic == family.regular);
        let [regular, italic, strong] = [0, 1, 2].map(|style| {
            let mut faces = families.iter().map(|family| match style {
                1 if !is_upright => family.italic,
                2 => family.strong,
                _ => family.regular,
            });
            let first = faces.next().expect("the family itself comes first");
            FontStack::new(first, own.iter().copied().chain(faces))
        });
        Self { regular, italic, strong }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typesetting::family::FAMILIES;

    #[test]
    fn east_asian_title_has_one_face() {
        let (sans, round) = (FAMILIES[1], FAMILIES[3]);
        let [chinese, japanese] = [FAMILIES[5], FAMILIES[7]];
        assert_eq!((chinese.name, japanese.name), ("Noto Sans SC", "Noto Sans JP"));
        for (title, language, expected) in [
            ("静谧冬夜", None, chinese),
            ("静谧冬夜", Some(japanese), chinese),
            ("数独", None, chinese),
            ("数独", Some(japanese), japanese),
            ("毎日の脳トレ 初級から上級まで", None, japanese),
            ("毎日の脳トレ 初級から上級まで", Some(chinese), japanese),
            ("Sudoku 数独の本", None, japanese),
        ] {
            let stack = FamilyStacks::new(sans, &[], language).strong.with_first(round.strong);
            let stack = stack.for_title(title);
            for c in title.chars().filter(|&c| is_east_asian(c)) {
                assert_eq!(stack.face(c), expected.strong, "{title} {language:?}: {c}");
            }
            assert_eq!(stack.face('S'), round.strong);
        }
        let plain = FamilyStacks::new(sans, &[], None).strong;
        assert_eq!(plain.for_title("Rainy Days"), plain);
    }

    #[test]
    fn captions_have_one_weight() {
        for (family, language, words, expected) in [
            (1, Some(5), "答案", Face::SANS_SC),
            (2, Some(7), "解答", Face::SANS_JP),
            (0, Some(4), "答案", Face::SERIF),
            (1, None, "Lösungen", Face::SANS),
        ] {
            let language = language.map(|index: usize| FAMILIES[index]);
            let figures = FamilyStacks::new(FAMILIES[family], &[], language).regular;
            let captions = figures.in_weight_of(words);
            assert_eq!(captions.face('2'), expected, "{words}");
            assert_eq!(captions.face('·'), figures.first, "{words}");
        }
    }

    #[test]
    fn every_font_of_the_user_is_in_the_chain() {
        let own = [Face::DISPLAY; FamilyStacks::MAX_OWN_FONTS];
        let words = FamilyStacks::new(FAMILIES[0], &own, Some(FAMILIES[1])).regular;
        let fallbacks = |chain: FontStack| chain.then.into_iter().flatten().collect::<Vec<_>>();
        let found = fallbacks(words);
        assert_eq!(
            found.iter().filter(|face| **face == Face::DISPLAY).count(),
            FamilyStacks::MAX_OWN_FONTS
        );
        // On covers two faces come first; no face may fall off the end.
        let last = *found.last().unwrap();
        let on_cover = words.with_first(Face::ROUND_BOLD).with_first(FAMILIES[1].strong);
        assert!(fallbacks(on_cover).contains(&last));
    }
}
