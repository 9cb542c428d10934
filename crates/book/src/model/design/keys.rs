//! The keys of a template: names, fonts, proportions, margins, parts. `checks` checks their values.

use explain::HintStrength;
use grid::GridShape;
use page::{GridLook, GridStyle};
use serde::Deserialize;

/// A design for books. To make your own, copy a built-in template, which explains each key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The name of the design.
    pub name: String,
    pub(crate) description: String,
    pub(crate) title: Option<String>,
    pub(crate) subtitle: Option<String>,
    pub(crate) trim: Option<String>,
    /// The front that covers of this design have by default.
    pub front: Option<String>,
    pub(crate) page_limit: usize,
    pub(crate) parts: Vec<String>,
    pub(crate) openers: bool,
    /// True for children: simple words, and rules with drawings.
    #[serde(default)]
    pub children: bool,
    #[serde(default = "yes")]
    pub(crate) bound: bool,
    #[serde(default)]
    pub(crate) running: RunningTextPlace,
    /// The order in which levels alternate. If empty, the book goes level by level.
    #[serde(default)]
    pub turns: Vec<u8>,
    #[serde(default)]
    pub(crate) group: PuzzleGrouping,
    #[serde(default)]
    pub(crate) hints: AnswerPlace,
    #[serde(default)]
    pub(crate) hints_say: HintStrength,
    /// The number of puzzles, if the book has only a few on single sheets.
    #[serde(skip)]
    pub(crate) few_puzzles: Option<usize>,
    pub(crate) faces: FamilyNames,
    /// The type sizes.
    pub sizes: TypeSizes,
    pub(crate) margins: PageMargins,
    pub(crate) arrangement: Vec<GridArrangement>,
    /// The look of puzzles.
    pub puzzle: PuzzleStyle,
    pub(crate) answers: AnswerStyle,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyNames {
    pub words: String,
    pub figures: String,
    pub givens: GivensWeight,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GivensWeight {
    Regular,
    Strong,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeSizes {
    pub title: f64,
    pub heading: f64,
    pub body: f64,
    pub small: f64,
    pub foot: f64,
    /// The smallest type size in the book, in points.
    #[serde(default = "printable")]
    pub min_type: f64,
}

/// Returns the smallest type size that printers accept, in points.
fn printable() -> f64 {
    7.0
}

/// The type size of large print, in points.
pub(super) const LARGE_PRINT: f64 = 16.0;

impl TypeSizes {
    /// Returns true if all type is large print.
    pub fn is_large_print(&self) -> bool {
        self.min_type >= LARGE_PRINT
    }

    /// Raises a derived size to the minimum of the design.
    pub fn legible(&self, size: f64) -> f64 {
        size.max(self.min_type)
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageMargins {
    pub inside: f64,
    pub outside: f64,
    pub top: f64,
    pub bottom: f64,
    pub foot_gap: f64,
}

/// The place of the running text, which names the level and the numbers of the puzzles on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunningTextPlace {
    #[default]
    Foot,
    Head,
    /// No running text, and no page number either.
    None,
}

/// The head of a page of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageHead {
    #[default]
    None,
    /// The day in large figures, with its weekday and month.
    Day,
    /// A figure that speaks to children, and stars to colour below the puzzle.
    Figure,
    /// The title on a band, and the date of the page.
    Masthead,
}

/// The label beside the number of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleLabel {
    #[default]
    None,
    Level,
    Date,
    /// The rating of Sudoku Explainer.
    Rating,
    /// The name of the hardest technique.
    Technique,
    /// The expected time.
    Time,
}

/// The grouping of the puzzles of a band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleGrouping {
    #[default]
    None,
    /// By the hardest technique, easiest first; within a technique by expected time.
    Technique,
}

/// The place of the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerPlace {
    /// Back matter: on separate pages, if the list of parts contains them.
    #[default]
    #[serde(rename = "end")]
    BackMatter,
    /// Upside down below the puzzles.
    Foot,
    /// Small, below the puzzles of the next page. The answers of the last page get a page of their
    /// own.
    Next,
}

fn white() -> f64 {
    1.0
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridArrangement {
    pub trim_width_from: f64,
    pub columns: usize,
    pub rows: usize,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleStyle {
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
    pub min_cell: f64,
    pub max_cell: f64,
    pub number: f64,
    pub stars: f64,
    pub caption_gap: f64,
    #[serde(default)]
    pub label: PuzzleLabel,
    pub log: bool,
    #[serde(default)]
    pub head: PageHead,
    #[serde(default)]
    pub grid: GridLook,
    /// The grey of every other block; 1 is white.
    #[serde(default = "white")]
    pub shade: f64,
    #[serde(default)]
    pub notes: usize,
    #[serde(default)]
    pub dots: bool,
    #[serde(default)]
    pub class: bool,
    #[serde(default)]
    pub iso_weeks: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerStyle {
    #[serde(default)]
    pub place: AnswerPlace,
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
    pub min_digit: f64,
    pub number: f64,
    pub caption_gap: f64,
    pub grid_gap: f64,
}

impl AnswerStyle {
    /// Returns a 9 x 9 grid with cells of this side, of which digits take this fraction.
    pub fn grid(&self, cell: f64, digit: f64) -> GridStyle {
        let Self { thin, block, .. } = *self;
        GridStyle { shape: GridShape::Nine, cell, digit, thin, block }
    }
}
