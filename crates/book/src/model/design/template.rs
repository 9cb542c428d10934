//! Reads a template from TOML and adapts it. Unknown keys and invalid values are errors. The layout
//! checks whether the design fits a trim size.

use crate::model::design::checks::TEMPLATE;
use crate::model::design::keys::{
    AnswerPlace, GivensWeight, GridArrangement, PageHead, PuzzleGrouping, PuzzleLabel, Template,
};
use crate::model::part::PartName;
use crate::model::{BookOptions, CopyrightPage, PuzzlesPerPage, TurnOrder};
use grid::GridShape;
use human::{Ladder, Rung};
use jiff::civil::Date;
use page::{FontFamily, GridStyle, SingleGridStyle};
use preflight::Trim;
use words::TomlError;

/// Maximum growth of the cells on a page with few puzzles.
const MAX_CELL_GROWTH: f64 = 1.45;
/// The minimum inside margin without a printer, in points: enough for 700 pages at any printer.
pub const MIN_INSIDE: f64 = 54.0;

impl Template {
    /// The built-in templates: name and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/books.rs"));

    /// Returns the style of a single puzzle of the design.
    pub fn single_grid(&self) -> SingleGridStyle {
        let Self { faces, puzzle, .. } = self;
        let FontFamily { regular, strong, .. } =
            FontFamily::named(&faces.figures).expect("checked when the template was read");
        SingleGridStyle {
            smallest: GridStyle {
                shape: GridShape::Nine,
                cell: puzzle.min_cell,
                digit: puzzle.digit,
                thin: puzzle.thin,
                block: puzzle.block,
            },
            max_cell: puzzle.max_cell,
            look: puzzle.grid,
            shade: puzzle.shade,
            givens: match faces.givens {
                GivensWeight::Regular => regular,
                GivensWeight::Strong => strong,
            },
            answers: [strong, regular],
        }
    }

    /// Returns the built-in template with this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in template is tested"))
    }

    /// Parses a template.
    ///
    /// # Errors
    /// [`TomlError`] when a key is missing, unknown or out of range; it names the key and the
    /// expected value.
    ///
    /// ```
    /// use sudoku_press_book::Template;
    /// let (_, text) = Template::BUILTIN[0];
    /// let thinner = text.replace("thin = 0.75", "thin = 0.2");
    /// assert_eq!(
    ///     Template::parse(&thinner).unwrap_err().to_string(),
    ///     "template key puzzle.thin: expected 0.75 to 6 points, found 0.2",
    /// );
    /// ```
    pub fn parse(toml: &str) -> Result<Self, TomlError> {
        let template: Self = TEMPLATE.read(toml)?;
        template.check()?;
        Ok(template)
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the default trim size.
    pub fn trim(&self) -> Option<Trim> {
        let text = self.trim.as_ref()?;
        Some(text.parse().expect("checked when the template was read"))
    }

    /// Replaces the order in which the levels or bands take turns.
    ///
    /// # Errors
    /// Returns a [`TomlError`] if the order does not suit the design.
    pub fn with_turns(mut self, turns: Vec<u8>) -> Result<Self, TomlError> {
        self.turns = turns;
        self.check()?;
        Ok(self)
    }

    /// Returns the numbers of the levels or bands in the order of their turns.
    pub fn turn_numbers(&self) -> &[u8] {
        &self.turns
    }

    /// Returns the names of the parts of a book, in order.
    pub fn parts(&self) -> Vec<String> {
        self.parts.clone()
    }

    /// Returns the default trim size of a booklet, which folds from A4 or Letter unless the cells
    /// of the design would be too small for that.
    pub fn booklet_trim(&self, usual: Trim) -> Trim {
        let folded = usual.folded();
        let margins = self.margins.inside.max(MIN_INSIDE) + self.margins.outside;
        let has_room = folded.width() >= GridStyle::CELLS * self.puzzle.min_cell + margins;
        if self.bound && has_room { folded } else { usual }
    }

    /// Returns true if each puzzle has a day.
    pub fn has_days(&self) -> bool {
        self.puzzle.label == PuzzleLabel::Date
    }

    /// Returns true if the pages are printed on both sides of bound leaves.
    pub fn is_bound(&self) -> bool {
        self.bound
    }

    /// Returns true if the puzzles of a band are in the order of their techniques.
    pub fn sorts_by_technique(&self) -> bool {
        self.group == PuzzleGrouping::Technique
    }

    /// Returns true if the design prints dates of puzzles or of pages.
    pub fn has_dates(&self) -> bool {
        self.has_days() || self.puzzle.head == PageHead::Masthead
    }

    /// Returns the levels or bands in the order of their turns, without those that the ladder
    /// lacks. Empty if the book goes level by level.
    pub fn turns(&self, ladder: Ladder) -> Vec<Rung> {
        self.turns.iter().filter_map(|&number| ladder.rung(number)).collect()
    }

    /// Returns the order in which the levels take turns in a book that starts on this day. The
    /// rounds of a design with dates are alike, if the ladder has expected times.
    pub fn turn_order(&self, ladder: Ladder, first_day: Option<Date>) -> TurnOrder {
        let turns = self.turns(ladder);
        let is_even = self.has_dates() && ladder == Ladder::Human && !turns.is_empty();
        TurnOrder { turns, first_day, is_even }
    }

    /// Adapts the design to `count` puzzles on single sheets: the puzzles, their answers, and the
    /// parts for which the user has given a text, a title or rights.
    pub fn for_few_puzzles(mut self, count: usize, options: &BookOptions) -> Self {
        let has_rights = options.copyright_page != CopyrightPage::default();
        self.parts.retain(|name| match PartName::find_listed(name) {
            Some(PartName::Puzzles | PartName::Answers) => true,
            Some(PartName::Title) => options.title.is_some(),
            Some(PartName::Copyright) => has_rights,
            _ => options.texts.contains_key(name),
        });
        for way in &mut self.arrangement {
            way.columns = way.columns.min(count.div_ceil(way.rows));
            way.rows = way.rows.min(count.div_ceil(way.columns));
        }
        self.puzzle.max_cell *= MAX_CELL_GROWTH;
        self.few_puzzles = Some(count);
        self.for_single_sheets()
    }

    /// Adapts the design to single sheets, without pages that open a level.
    #[must_use]
    pub fn for_single_sheets(mut self) -> Self {
        self.bound = false;
        self.openers = false;
        self
    }

    /// Returns turns that include each of these levels or bands once. If each weekday has its
    /// level, the seven turns rise from Monday instead.
    pub fn turns_through(&self, levels: &[u8]) -> Vec<u8> {
        match self.puzzle.label {
            PuzzleLabel::Date => (0..7).map(|day| levels[day * levels.len() / 7]).collect(),
            _ => levels.to_vec(),
        }
    }

    /// Returns true if the pages are sheets for a class.
    pub fn is_for_class(&self) -> bool {
        self.puzzle.class
    }

    /// Returns true if a page may have one puzzle where the design has several: it is no sheet of a
    /// class, and no page of a paper.
    pub(crate) fn may_have_one_a_page(&self) -> bool {
        !self.puzzle.class && self.puzzle.head != PageHead::Masthead
    }

    /// Returns a sentence that describes the purpose of the design.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Puts this number of puzzles on each page. The largest cells grow as the design's page has
    /// more puzzles than that. A head for one puzzle stays only above one.
    pub(crate) fn set_puzzles_per_page(&mut self, per_page: PuzzlesPerPage, trim_width: f64) {
        let (columns, rows) = per_page.columns_and_rows();
        let usual = match self.arrangements_for(trim_width).next() {
            Some(usual) => usual.columns * usual.rows,
            None => 1,
        };
        let growth = (usual as f64 / (columns * rows) as f64).sqrt();
        self.puzzle.max_cell *= growth.max(1.0);
        self.arrangement = vec![GridArrangement { trim_width_from: 0.0, columns, rows }];
        if columns * rows > 1 && matches!(self.puzzle.head, PageHead::Day | PageHead::Figure) {
            self.puzzle.head = PageHead::None;
        }
    }

    /// Returns the arrangements for pages of this width, widest first: those whose
    /// `trim_width_from` is at most the width.
    pub(crate) fn arrangements_for(
        &self,
        trim_width: f64,
    ) -> impl Iterator<Item = &GridArrangement> {
        let fit = self.arrangement.iter();
        let mut fit: Vec<_> = fit.filter(|a| a.trim_width_from <= trim_width).collect();
        fit.sort_by(|a, b| b.trim_width_from.total_cmp(&a.trim_width_from));
        fit.into_iter()
    }

    /// Returns true if the answers are printed below the puzzles.
    pub(crate) fn has_answers_below(&self) -> bool {
        self.answers.place == AnswerPlace::Foot
    }
}
