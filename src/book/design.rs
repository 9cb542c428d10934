//! The keys of a template: names, faces, proportions, margins, parts; and whether each is sensible.

use super::Imprint;
use super::cast::Cast;

use super::parts::PartName;
use crate::print::Trim;
use crate::score::Level;
use serde::Deserialize;

/// The keys of a template, as the built-in ones explain them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Design {
    pub name: String,
    pub description: String,
    pub title: Option<String>,
    pub subtitle: Option<String>,
    pub trim: Option<String>,
    pub page_limit: usize,
    pub parts: Vec<String>,
    pub openers: bool,
    #[serde(default = "yes")]
    pub bound: bool,
    #[serde(default)]
    pub running: Running,
    #[serde(default)]
    pub turns: Vec<u8>,
    pub faces: Faces,
    pub sizes: Sizes,
    pub margins: Margins,
    pub arrangement: Vec<Arrangement>,
    pub puzzle: PuzzleStyle,
    pub answers: AnswerStyle,
    #[serde(skip)]
    pub cast: Cast,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Faces {
    pub words: String,
    pub figures: String,
    pub givens: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Weight {
    Regular,
    Strong,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sizes {
    pub title: f64,
    pub heading: f64,
    pub body: f64,
    pub small: f64,
    pub foot: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Margins {
    pub inside: f64,
    pub outside: f64,
    pub top: f64,
    pub bottom: f64,
    pub foot_gap: f64,
}

/// Where a page says which puzzles it is among.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Running {
    #[default]
    Foot,
    Head,
}

/// What stands beside the number of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Label {
    #[default]
    None,
    Level,
    Date,
}

/// Where the answers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnswerPlace {
    /// On pages of their own, if the parts of the book have them.
    #[default]
    Apart,
    /// Upside down below the puzzles.
    Foot,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arrangement {
    pub trim_width_from: f64,
    pub columns: usize,
    pub rows: usize,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleStyle {
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
    pub cell_least: f64,
    pub cell_most: f64,
    pub number: f64,
    pub stars: f64,
    pub caption_gap: f64,
    #[serde(default)]
    pub label: Label,
    pub log: bool,
    #[serde(default)]
    pub notes: usize,
    #[serde(default)]
    pub dots: bool,
    #[serde(default)]
    pub class: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerStyle {
    #[serde(default)]
    pub place: AnswerPlace,
    pub digit: f64,
    pub thin: f64,
    pub block: f64,
    pub digit_least: f64,
    pub number: f64,
    pub caption_gap: f64,
    pub grid_gap: f64,
}

impl Design {
    /// The design for a book with pages of this width: with its faces and their stand-ins; and on
    /// wide pages the words are larger, by the root of how much wider they are than 6 in, up to a
    /// fifth.
    pub fn of_book(&self, imprint: &Imprint, trim_width: f64) -> Self {
        let growth = (trim_width / 432.0).sqrt().clamp(1.0, 1.2);
        let mut design = self.clone();
        design.cast = self.faces.cast(imprint);
        for size in [
            &mut design.sizes.title,
            &mut design.sizes.heading,
            &mut design.sizes.body,
        ] {
            *size *= growth;
        }
        design
    }

    /// How the puzzles may stand on pages of this width: the arrangement for the widest pages that
    /// are not wider, then those for narrower ones.
    pub fn arrangements_for(&self, trim_width: f64) -> impl Iterator<Item = &Arrangement> {
        let fit = self.arrangement.iter();
        let mut fit: Vec<_> = fit.filter(|a| a.trim_width_from <= trim_width).collect();
        fit.sort_by(|a, b| b.trim_width_from.total_cmp(&a.trim_width_from));
        fit.into_iter()
    }

    /// The size of its pages if nobody asks for another.
    pub fn trim(&self) -> Option<Trim> {
        let text = self.trim.as_ref()?;
        Some(text.parse().expect("checked when the template was read"))
    }

    /// The parts of the book, in order.
    pub fn parts(&self) -> Vec<PartName> {
        self.parts.iter().map(|name| name.as_str().into()).collect()
    }

    /// The levels in the order in which they take turns; none if the book goes level by level.
    pub fn turns(&self) -> Vec<Level> {
        let of =
            |&number: &u8| Level::try_from(number).expect("checked when the template was read");
        self.turns.iter().map(of).collect()
    }

    /// Whether the answers stand below the puzzles.
    pub fn answers_below(&self) -> bool {
        self.answers.place == AnswerPlace::Foot
    }
}
