//! The texts of explanations in one language: a file in `templates`, checked when it is
//! read.

use super::figure::StepSign;
use super::picture::CandidateMark;
use crate::text::{MessageCatalog, NounForm, PlaceholderValue, Placeholders, TextSchema, text};
use grid::{Cell, Digit, House};
use human::{ChainPattern, PathStep, StepKind, Technique, Tenths};
use std::fmt::Display;
use words::TomlError;

/// The texts of explanations in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplanationTexts(MessageCatalog);

/// The name of a house, or of several lines: `row 3`, `in row 3`, `of row 3`.
pub struct HouseName([String; 3]);

impl HouseName {
    /// Returns the name without a preposition.
    pub fn plain(&self) -> &str {
        &self.0[0]
    }

    /// Returns a phrase that is the same in each form.
    pub fn invariable(phrase: String) -> Self {
        Self([phrase.clone(), phrase.clone(), phrase])
    }
}

impl PlaceholderValue for HouseName {
    fn in_form(&self, form: NounForm) -> String {
        self.0[form as usize].clone()
    }
}

const SCHEMA: TextSchema = TextSchema {
    builtin: ExplanationTexts::BUILTIN,
    open: &[],
    lists: &[],
    may_lack: &[],
    may_be_blank: &[],
    overrides: &[],
};

impl Default for ExplanationTexts {
    /// Returns the English texts.
    fn default() -> Self {
        Self::builtin("en").expect("it is built in")
    }
}

impl ExplanationTexts {
    /// The built-in languages, which are those of the books: code and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/languages.rs"));

    /// Returns the built-in texts of the language with this code.
    pub fn builtin(code: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == code)?;
        Some(Self::parse(text).expect("every built-in language is tested"))
    }

    /// Returns the built-in texts for a language code: those of `pt-BR` for `pt-BR`, those of `en`
    /// for `en-US`.
    pub fn for_language(code: &str) -> Option<Self> {
        let base = code.split('-').next()?;
        Self::builtin(code).or_else(|| Self::builtin(base))
    }

    /// Reads a language file.
    ///
    /// # Errors
    /// Fails if a technique or a phrase is missing or unknown, or if a phrase lacks a placeholder.
    pub fn parse(toml: &str) -> Result<Self, TomlError> {
        MessageCatalog::parse(toml, &SCHEMA).map(Self)
    }

    /// Returns the language code (BCP 47).
    pub fn code(&self) -> &str {
        self.text("language")
    }

    /// Returns the name of a technique.
    pub fn technique(&self, technique: Technique) -> &str {
        self.text(&format!("techniques.{technique}"))
    }

    /// Returns the name of a pattern.
    pub fn pattern(&self, pattern: ChainPattern) -> &str {
        self.text(&format!("patterns.{pattern}"))
    }

    /// Returns the name of a kind of step: of its pattern, if solvers have a name for it, or of its
    /// technique.
    pub fn kind(&self, kind: StepKind) -> &str {
        match kind {
            StepKind::Pattern(pattern) => self.pattern(pattern),
            StepKind::Technique(technique) => self.technique(technique),
        }
    }

    /// Returns the name of the kind of a step.
    pub fn step_name(&self, told: &PathStep) -> &str {
        self.kind(told.kind())
    }

    /// Returns the text on how to find a kind of step: what it is, and where to look.
    pub fn how_to_find(&self, kind: StepKind) -> &str {
        let key = match kind {
            StepKind::Pattern(pattern) => pattern.name(),
            StepKind::Technique(technique) => find_key(technique),
        };
        self.text(&format!("find.{key}"))
    }

    /// Returns the text on how to find a technique in a grid of 4 x 4 or 6 x 6 cells.
    pub(super) fn how_to_find_in_small(&self, technique: Technique) -> &str {
        match technique {
            Technique::NakedSingle => self.text("find_single_candidate"),
            _ => self.how_to_find(technique.into()),
        }
    }

    /// Returns the word above a solved grid.
    pub fn solution(&self) -> &str {
        self.text("solution")
    }

    /// Returns the title of pages that explain a whole solution.
    pub fn title(&self) -> &str {
        self.text("title")
    }

    /// Returns the sentence about a puzzle whose rest no technique explains.
    pub fn nested(&self) -> &str {
        self.text("nested")
    }

    /// Returns the words of a legend beside a sign.
    pub fn legend(&self, sign: StepSign) -> &str {
        self.text(match sign {
            StepSign::Placed => "legend_placed",
            StepSign::Blocker => "legend_blocker",
            StepSign::Closed => "legend_closed",
            StepSign::TrueArrow => "legend_true",
            StepSign::FalseArrow => "legend_false",
            StepSign::Marked(CandidateMark::Pattern) => "legend_pattern",
            StepSign::Marked(CandidateMark::Other) => "legend_other",
            StepSign::Marked(CandidateMark::On) => "legend_on",
            StepSign::Marked(CandidateMark::Off) => "legend_off",
            StepSign::Marked(CandidateMark::Lost) => "legend_lost",
            StepSign::Marked(CandidateMark::Gone) => "legend_gone",
        })
    }

    /// Returns all texts, for the choice of fonts that have their characters. Placeholders remain
    /// in braces.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.all().into_iter().map(|(_, text)| text)
    }

    /// Returns a phrase as it is in the file.
    pub(super) fn text(&self, key: &str) -> &str {
        self.0.text(key)
    }

    /// Formats a phrase; see [`text!`].
    pub(super) fn format(&self, key: &str, places: &Placeholders) -> String {
        self.0.format(key, places)
    }

    /// Returns the space between two sentences.
    pub fn space(&self) -> &str {
        self.text("space")
    }

    /// Names a house: `row 3`.
    pub fn house(&self, house: House) -> HouseName {
        let kind = ["row", "column", "block"][house.index() / 9];
        self.house_name(kind, &[("number", &(house.index() % 9 + 1))])
    }

    /// Names rows or columns: `rows 3 and 5`. All lines must be of one kind.
    pub fn lines(&self, lines: &[House]) -> HouseName {
        let numbers = self.all(lines.iter().map(|line| line.index() % 9 + 1));
        let kind = match lines.first() {
            Some(line) if line.index() >= 9 => "columns",
            _ => "rows",
        };
        self.house_name(kind, &[("numbers", &numbers)])
    }

    /// Names several houses: `rows 3 and 5`, `row 3 and block 5`.
    pub(crate) fn houses(&self, houses: &[House]) -> HouseName {
        let kind = |house: &House| house.index() / 9;
        let is_lines = kind(&houses[0]) < 2 && houses.iter().all(|it| kind(it) == kind(&houses[0]));
        if is_lines {
            return self.lines(houses);
        }
        let names: Vec<HouseName> = houses.iter().map(|house| self.house(*house)).collect();
        HouseName([0, 1, 2].map(|form| self.all(names.iter().map(|name| &name.0[form]))))
    }

    /// Fills the three forms of a name.
    fn house_name(&self, kind: &str, numbers: &Placeholders) -> HouseName {
        let forms: [&str; 3] = self.0.list(kind).try_into().expect("English has three forms");
        HouseName(forms.map(|form| self.0.fill(form, numbers)))
    }

    /// Writes a rating with the decimal separator of the language: `4.5` or `4,5`.
    pub fn rating(&self, rating: Tenths) -> String {
        rating.to_string().replace('.', self.text("decimal"))
    }

    /// Names a cell in the notation of the language: `r3c5`.
    pub fn cell(&self, cell: Cell) -> String {
        text!(self, "cell", row = cell.row() + 1, column = cell.column() + 1)
    }

    /// Names cells: `r3c5, r3c6 and r4c5`.
    pub(super) fn cells(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        self.all(cells.into_iter().map(|cell| self.cell(cell)))
    }

    /// Names cells of which one is meant: `r3c5 or r3c6`.
    pub(super) fn any_cell(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        self.any(cells.into_iter().map(|cell| self.cell(cell)))
    }

    /// Writes a placement: `r3c5 = 7`.
    pub fn placement(&self, placed: (Cell, Digit)) -> String {
        format!("{} = {}", self.cell(placed.0), placed.1)
    }

    /// Joins items with "and": `2, 5 and 7`.
    pub fn all(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        self.join(items, "and")
    }

    /// Joins items with "or": `2, 5 or 7`. Spanish says `7 u 8`, because *ocho* begins with an o.
    pub fn any(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        let joined = self.join(items, "or");
        if self.code() == "es" { joined.replace(" o 8", " u 8") } else { joined }
    }

    /// Joins items that are lists themselves: `r1c2 = 4 and r1c3 = 5 in row 1; r2c2 = 7 in row 2`.
    pub fn list(&self, items: impl IntoIterator<Item = impl Display>) -> String {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        items.join(self.text("cycle_and"))
    }

    /// Joins items, the last two with the text of the key `last`.
    pub(super) fn join(&self, items: impl IntoIterator<Item = impl Display>, last: &str) -> String {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        match &items[..] {
            [] => String::new(),
            [one] => one.clone(),
            [before @ .., end] => before.join(self.text("comma")) + self.text(last) + end,
        }
    }
}

/// Writes the identifier of a house, `r1`, `c1` or `b1`, which is the same in every language.
pub(super) fn house_id(house: House) -> String {
    let kind = ["r", "c", "b"][house.index() / 9];
    format!("{kind}{}", house.index() % 9 + 1)
}

/// Returns the key of the text on how to find a technique. All unnamed techniques are chains with
/// several starts.
const fn find_key(technique: Technique) -> &'static str {
    use Technique as T;
    match technique {
        T::LastCell => "last-cell",
        T::HiddenSingleBlock => "hidden-single-block",
        T::HiddenSingleLine => "hidden-single-line",
        T::NakedSingle => "naked-single",
        T::DirectPointing | T::DirectClaiming => "direct-intersection",
        T::Pointing => "pointing",
        T::Claiming => "claiming",
        T::NakedPair => "naked-pair",
        T::NakedTriple => "naked-triple",
        T::NakedQuad => "naked-quad",
        T::DirectHiddenPair => "direct-hidden-pair",
        T::DirectHiddenTriple => "direct-hidden-triple",
        T::HiddenPair => "hidden-pair",
        T::HiddenTriple => "hidden-triple",
        T::HiddenQuad => "hidden-quad",
        T::XWing => "x-wing",
        T::Swordfish => "swordfish",
        T::Jellyfish => "jellyfish",
        T::XyWing => "xy-wing",
        T::XyzWing => "xyz-wing",
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
