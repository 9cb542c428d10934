//! Hints: where to look for a step, and what to look for, without what it does.

use super::texts::{ExplanationTexts, HouseName, house_id};
use crate::text::text;
use grid::{Cell, Digit, House};
use human::{Chain, Link, Node, PathStep, Reason, StepKind};
use serde::{Deserialize, Serialize};

/// The amount of help in a hint.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HintStrength {
    /// The place to look at.
    Where,
    /// The place, and the technique to look for.
    #[default]
    What,
}

/// The kind of a step and the place to look at. A digit is that of a pattern over several blocks,
/// which removes candidates, so a hint cannot reveal what a cell holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The technique, or the pattern of the chain if it has a name.
    pub kind: StepKind,
    /// The digit to look for in the houses, if the pattern spans several blocks and has a name.
    pub digit: Option<Digit>,
    /// A row, column or block; or several houses in which the pattern has its digit.
    pub houses: Vec<House>,
}

impl Hint {
    /// Returns the hint to a step: the place where a person would look for it.
    pub fn from_step(told: &PathStep) -> Self {
        let (step, kind) = (&told.step, told.kind());
        if let StepKind::Pattern(_) = kind {
            let (digit, houses) = pattern_place(&step.reason.chains()[0]);
            return Self { kind, digit: Some(digit), houses };
        }
        let mut digit = None;
        let houses = match &step.reason {
            Reason::OnePlace { house }
            | Reason::NakedSet { house, .. }
            | Reason::HiddenSet { house, .. }
            | Reason::Intersection { from: house, .. }
            | Reason::Cases { house: Some(house), .. } => vec![*house],
            Reason::Fish { digit: sought, bases, .. } => {
                digit = Some(*sought);
                bases.clone()
            }
            Reason::Loop { cells, .. } => {
                let mut rows: Vec<House> = cells.iter().map(|cell| cell.houses()[0]).collect();
                rows.sort_unstable();
                rows.dedup();
                rows
            }
            Reason::OneCandidate => match step.placement {
                Some((cell, _)) => block(cell),
                None => Vec::new(),
            },
            Reason::Wing { pivot, .. } => block(*pivot),
            Reason::Exclusion { cells, .. } => block(cells[0]),
            Reason::Bug { cells, .. } => block(cells[0].0),
            Reason::Cycle { .. } | Reason::Contradiction { .. } | Reason::Cases { .. } => {
                block(step.reason.chains()[0].start().cell)
            }
        };
        Self { kind, digit, houses }
    }

    /// Names the place: `block 3`, `rows 2 and 7`.
    pub fn place_text(&self, words: &ExplanationTexts) -> String {
        self.place(words).plain().to_owned()
    }

    fn place(&self, words: &ExplanationTexts) -> HouseName {
        match &self.houses[..] {
            [house] => words.house(*house),
            houses => words.houses(houses),
        }
    }

    /// Names the place, with the digit of the pattern if there is one: `4 in rows 2 and 7`.
    pub fn target(&self, words: &ExplanationTexts) -> HouseName {
        let place = self.place(words);
        let Some(digit) = self.digit else { return place };
        HouseName::invariable(text!(words, "digit_in_place", digit, place))
    }

    /// Writes the hint in one or two sentences. With the technique comes a text on how to find it.
    pub fn text(&self, words: &ExplanationTexts, strength: HintStrength) -> String {
        let place = self.place(words);
        match strength {
            HintStrength::Where => text!(words, "look_at", place),
            HintStrength::What => {
                let technique = words.kind(self.kind);
                let find = words.how_to_find(self.kind);
                text!(words, "look_for", technique, place, find)
            }
        }
    }
}

/// Returns the digit of a chain with a name, and the houses that have two places for it. A chain
/// with another number of such houses than one or two is found by its first end: the digit and its
/// block.
fn pattern_place(chain: &Chain) -> (Digit, Vec<House>) {
    let strong_link = |(node, link): &(Node, Link)| match link {
        Link::House(house) if node.on => Some((node.digit, *house)),
        _ => None,
    };
    let mut strong: Vec<(Digit, House)> = chain.nodes.iter().filter_map(strong_link).collect();
    strong.sort_unstable_by_key(|(_, house)| *house);
    match strong[..] {
        [(digit, house)] => (digit, vec![house]),
        [(digit, first), (_, second)] => (digit, vec![first, second]),
        _ => {
            let end = chain.nodes[1].0;
            (end.digit, block(end.cell))
        }
    }
}

/// Returns the block of a cell.
fn block(cell: Cell) -> Vec<House> {
    vec![cell.houses()[2]]
}

/// A hint as a record, without digits and cells.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HintRecord {
    /// The rating of the step with one decimal, if the hint names the technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The identifier of the technique, if the hint names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
    /// The houses to look at: `r1`, `c1`, `b1`.
    pub houses: Vec<String>,
    /// The hint in words.
    pub text: String,
    /// The digits of the position: 81 characters.
    pub puzzle: String,
    /// The identifier of the puzzle, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl HintRecord {
    /// Creates the record of a hint to a step. `puzzle` has the digits of the position.
    pub fn new(
        words: &ExplanationTexts,
        puzzle: &str,
        told: &PathStep,
        strength: HintStrength,
    ) -> Self {
        let (hint, step) = (Hint::from_step(told), &told.step);
        let (rating, technique) = match strength {
            HintStrength::Where => (None, None),
            HintStrength::What => {
                (Some(f64::from(step.tenths().0) / 10.0), Some(step.technique.name()))
            }
        };
        Self {
            rating,
            technique,
            houses: hint.houses.iter().map(|house| house_id(*house)).collect(),
            text: hint.text(words, strength),
            puzzle: puzzle.to_owned(),
            id: None,
        }
    }
}
