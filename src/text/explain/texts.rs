//! The words of explanations in one language: a file in `templates/explain`, checked when it is read.

use crate::human::logic::Technique;
use crate::sudoku::grid::{Cell, Digit, House};
use crate::text::toml_file::TomlError;
use crate::text::{MessageCatalog, Placeholders, TextSchema, text};
use std::fmt::Display;

/// The words of explanations in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplanationTexts(MessageCatalog);

const SCHEMA: TextSchema = TextSchema {
    builtin: ExplanationTexts::BUILTIN,
    open: &[],
    lists: &[],
    may_lack: &[],
    may_be_blank: &[],
    overrides: &[],
};

impl Default for ExplanationTexts {
    /// English.
    fn default() -> Self {
        Self::builtin("en").expect("it is built in")
    }
}

impl ExplanationTexts {
    /// The built-in languages: code and TOML text. They are those of the books.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/explain.rs"));

    /// The built-in words of the language with this code.
    pub fn builtin(code: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == code)?;
        Some(Self::parse(text).expect("every built-in language is tested"))
    }

    /// The built-in words for a language code: those of `pt-BR` for `pt-BR`, those of `en` for `en-US`.
    pub fn for_language(code: &str) -> Option<Self> {
        let base = code.split('-').next()?;
        Self::builtin(code).or_else(|| Self::builtin(base))
    }

    /// Reads a file of words.
    ///
    /// # Errors
    /// When a technique or a phrase is missing or unknown, or a phrase lacks a place.
    pub fn parse(toml: &str) -> Result<Self, TomlError> {
        MessageCatalog::parse(toml, &SCHEMA).map(Self)
    }

    /// The language code (BCP 47).
    pub fn code(&self) -> &str {
        self.text("language")
    }

    /// The name of a technique.
    pub fn technique(&self, technique: Technique) -> &str {
        self.text(&format!("techniques.{technique}"))
    }

    /// How to find a technique: what it is, where to look.
    pub fn how_to_find(&self, technique: Technique) -> &str {
        self.text(&format!("find.{}", find_key(technique)))
    }

    /// All texts, to find the characters that fonts must have. Places are in braces.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.all().into_iter().map(|(_, text)| text)
    }

    /// A phrase as it is in the file.
    pub(super) fn text(&self, key: &str) -> &str {
        self.0.text(key)
    }

    /// See [`say`].
    pub(super) fn format(&self, key: &str, places: &Placeholders) -> String {
        self.0.format(key, places)
    }

    /// `row 3`.
    pub fn house(&self, house: House) -> String {
        let kind = ["row", "column", "block"][house.index() / 9];
        text!(self, kind, number = house.index() % 9 + 1)
    }

    /// `rows 3 and 5`: rows only, or columns only.
    pub fn lines(&self, lines: &[House]) -> String {
        let numbers = self.all(lines.iter().map(|line| line.index() % 9 + 1));
        let kind = match lines.first() {
            Some(line) if line.index() >= 9 => "columns",
            _ => "rows",
        };
        text!(self, kind, numbers)
    }

    /// `2, 5 and 7`.
    pub fn all(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        self.join(items, "and")
    }

    /// `2, 5 or 7`.
    pub(super) fn any(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        self.join(items, "or")
    }

    fn join(&self, items: impl IntoIterator<Item = impl Display>, last: &str) -> String {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        match &items[..] {
            [] => String::new(),
            [one] => one.clone(),
            [before @ .., end] => before.join(self.text("comma")) + self.text(last) + end,
        }
    }
}

/// `r3c5 = 7`, in every language.
pub(super) fn placement_text((cell, digit): (Cell, Digit)) -> String {
    format!("{cell} = {digit}")
}

/// `r1`, `c1`, `b1`, in every language.
pub(super) fn house_id(house: House) -> String {
    let kind = ["r", "c", "b"][house.index() / 9];
    format!("{kind}{}", house.index() % 9 + 1)
}

/// Techniques that are found in the same way. All that are not named are chains from several beginnings.
const fn find_key(technique: Technique) -> &'static str {
    use Technique as T;
    match technique {
        T::LastCell | T::HiddenSingleBlock | T::HiddenSingleLine => "hidden-single",
        T::NakedSingle => "naked-single",
        T::DirectPointing | T::DirectClaiming | T::Pointing | T::Claiming => "intersection",
        T::NakedPair => "naked-pair",
        T::NakedTriplet => "naked-triple",
        T::NakedQuad => "naked-quad",
        T::HiddenPair | T::DirectHiddenPair => "hidden-pair",
        T::HiddenTriplet | T::DirectHiddenTriplet => "hidden-triple",
        T::HiddenQuad => "hidden-quad",
        T::XWing | T::Swordfish | T::Jellyfish => "fish",
        T::XyWing | T::XyzWing => "wing",
        T::UniqueRectangle1 | T::UniqueRectangle2 | T::UniqueRectangle3 => "unique",
        T::UniqueRectangle4 | T::UniqueLoop1 | T::UniqueLoop2 => "unique",
        T::UniqueLoop3 | T::UniqueLoop4 => "unique",
        T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => "bug",
        T::AlignedPairExclusion | T::AlignedTripletExclusion => "exclusion",
        T::XCycle | T::YCycle | T::XyCycle => "cycle",
        T::ForcingXChain | T::ForcingChain => "chain",
        _ => "chains",
    }
}
