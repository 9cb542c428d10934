//! Steps of small puzzles in words: the same sentences as those of 9 x 9 cells.

use super::hint::{HintRecord, HintStrength};
use super::record::{StepRecord, elimination_texts};
use super::small_drawing::{SmallDrawing, cell_at, digit_with_index};
use super::texts::{ExplanationTexts, HouseName, house_id};
use crate::text::text;
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniHouseKind, MiniShape, bits};
use grid::{Cell, Digit, DigitSet, House};
use human::{MiniHouse, MiniPath, MiniReason, MiniStep, Technique};

/// The steps that follow from a small grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallPath {
    /// The grid.
    pub grid: MiniGrid,
    /// The steps, and how they end.
    pub path: MiniPath,
    /// True if the path has the next step alone.
    pub is_next: bool,
}

impl SmallPath {
    /// Keeps the next step alone.
    #[must_use]
    pub fn with_next_step(mut self) -> Self {
        self.path.steps.truncate(1);
        self.is_next = true;
        self
    }

    /// Returns the problem if the path is incomplete, in words.
    pub fn problem(&self) -> Option<&'static str> {
        let is_told = self.path.is_complete || self.is_next && !self.path.steps.is_empty();
        if is_told { None } else { Some("needs more than locked digits and pairs") }
    }

    /// Writes the steps and the hardest of them, a line for each. A single step has no number.
    pub fn plain_text(&self, words: &ExplanationTexts) -> String {
        let mut out = String::new();
        for (number, step) in (1..).zip(&self.path.steps) {
            let technique = words.technique(step.technique);
            let rating = words.rating(step.technique.base());
            let sentence = self.told(words, step).sentence();
            out += &if self.is_next {
                text!(words, "hint", technique, rating, sentence)
            } else {
                text!(words, "step", number, technique, rating, sentence)
            };
            out.push('\n');
        }
        if !self.is_next {
            out += &self.ending(words);
            out.push('\n');
        }
        out
    }

    /// Describes the end of the path: the number of its steps and the hardest one.
    pub(super) fn ending(&self, words: &ExplanationTexts) -> String {
        let steps = &self.path.steps;
        let Some(highest) = steps.iter().map(|step| step.technique.base()).max() else {
            return words.text("complete").to_owned();
        };
        let mut hardest = steps.iter().map(|step| step.technique);
        let hardest = hardest.find(|it| it.base() == highest).expect("one step is the hardest");
        let (technique, rating) = (words.technique(hardest), words.rating(highest));
        text!(words, "summary", count = steps.len(), technique, rating)
    }

    /// Returns the records of the steps, with the identifier of the puzzle.
    pub fn records(&self, words: &ExplanationTexts, id: Option<&str>) -> Vec<StepRecord> {
        let puzzle = self.grid.to_string();
        let mut board = self.board();
        let mut records = Vec::new();
        for (number, step) in (1..).zip(&self.path.steps) {
            let told = self.told(words, step);
            records.push(StepRecord {
                step: number,
                rating: f64::from(step.technique.base().0) / 10.0,
                technique: step.technique.name(),
                pattern: None,
                placement: told.placement().map(|(cell, digit)| format!("{cell}={digit}")),
                eliminations: elimination_texts(&told.lost_digits()),
                cells: told.cells(told.seen(&board)).map(|cell| cell.to_string()).collect(),
                houses: small_houses(step).into_iter().map(id_of).collect(),
                chain: Vec::new(),
                text: told.sentence(),
                puzzle: puzzle.clone(),
                id: id.map(str::to_owned),
            });
            step.apply(&mut board);
        }
        records
    }

    /// Writes a hint to the first step; `None` if there is none.
    pub fn hint(&self, words: &ExplanationTexts, strength: HintStrength) -> Option<String> {
        let step = self.path.steps.first()?;
        let place = place_of(words, self.grid.shape(), step);
        Some(match strength {
            HintStrength::Where => text!(words, "look_at", place),
            HintStrength::What => {
                let technique = words.technique(step.technique);
                let find = words.how_to_find_in_small(step.technique);
                text!(words, "look_for", technique, place, find)
            }
        })
    }

    /// Returns the record of a hint to the first step; `None` if there is none.
    pub fn hint_record(
        &self,
        words: &ExplanationTexts,
        strength: HintStrength,
    ) -> Option<HintRecord> {
        let step = self.path.steps.first()?;
        let is_named = strength == HintStrength::What;
        let rating = f64::from(step.technique.base().0) / 10.0;
        Some(HintRecord {
            rating: is_named.then_some(rating),
            technique: is_named.then(|| step.technique.name()),
            houses: vec![id_of(small_place(self.grid.shape(), step))],
            text: self.hint(words, strength)?,
            puzzle: self.grid.to_string(),
            id: None,
        })
    }

    /// Names the place of the first step.
    pub(super) fn hint_place(&self, words: &ExplanationTexts) -> Option<String> {
        let step = self.path.steps.first()?;
        Some(place_of(words, self.grid.shape(), step).plain().to_owned())
    }

    /// Draws the grid with digits that were found.
    pub(super) fn grid_drawing(&self, title: &str, shown: &MiniGrid) -> String {
        SmallDrawing::new(title, self.grid.shape()).grid(&self.grid, shown)
    }

    /// Draws the grid with its candidates, and shades the place of the first step.
    pub(super) fn hint_drawing(&self, title: &str) -> String {
        let shape = self.grid.shape();
        let place = self.path.steps.first().map(|step| small_place(shape, step));
        SmallDrawing::new(title, shape).houses(&self.board(), place.as_slice())
    }

    /// Draws each step.
    pub(super) fn drawings(&self, words: &ExplanationTexts) -> Vec<String> {
        let mut board = self.board();
        let mut drawings = Vec::new();
        for step in &self.path.steps {
            let told = self.told(words, step);
            let drawing = SmallDrawing::new(&told.sentence(), self.grid.shape());
            let seen = (step, &small_houses(step)[..], told.seen(&board));
            drawings.push(drawing.step(&self.grid, &board, seen));
            step.apply(&mut board);
        }
        drawings
    }

    /// Returns the grid after the last step.
    pub(super) fn reached(&self) -> MiniGrid {
        let mut board = self.board();
        self.path.steps.iter().for_each(|step| step.apply(&mut board));
        board.grid()
    }

    fn board(&self) -> MiniBoard {
        MiniBoard::new(&self.grid).expect("a puzzle breaks no rule")
    }

    fn told<'a>(&self, words: &'a ExplanationTexts, step: &'a MiniStep) -> ToldStep<'a> {
        ToldStep { words, shape: self.grid.shape(), step }
    }
}

/// A step that is put into words.
struct ToldStep<'a> {
    words: &'a ExplanationTexts,
    shape: MiniShape,
    step: &'a MiniStep,
}

impl ToldStep<'_> {
    fn sentence(&self) -> String {
        let Self { words, step, .. } = self;
        let (mut place, mut digit) = (String::new(), String::new());
        if let Some(placement) = self.placement() {
            (place, digit) = (words.placement(placement), placement.1.to_string());
        }
        let lost = words.eliminations(&self.lost_digits());
        match step.reason {
            MiniReason::OnePlace { house } if step.technique == Technique::LastCell => {
                text!(words, "last_cell", place, house = name_of(words, house))
            }
            MiniReason::OnePlace { house } => {
                text!(words, "one_place", place, digit, house = name_of(words, house))
            }
            MiniReason::OneCandidate => text!(words, "one_candidate", place),
            MiniReason::Locked { digit, from, to } => {
                let (from, to) = (name_of(words, from), name_of(words, to));
                text!(words, "intersection", from, digit = digit + 1, to, lost)
            }
            MiniReason::NakedPair { house, cells, digits } => {
                let (house, pair) = (name_of(words, house), words.all(names_of(digits)));
                let cells = words.cells(self.cells(cells));
                text!(words, "naked_pair", house, cells, digits = pair, lost)
            }
            MiniReason::HiddenPair { house, cells, digits } => {
                let (house, pair) = (name_of(words, house), words.all(names_of(digits)));
                let cells = words.cells(self.cells(cells));
                text!(words, "hidden_pair", house, digits = pair, cells, lost)
            }
        }
    }

    fn placement(&self) -> Option<(Cell, Digit)> {
        let (cell, digit) = self.step.placement?;
        Some((cell_at(self.shape, cell), digit_with_index(digit)))
    }

    fn cells(&self, cells: Cells) -> impl Iterator<Item = Cell> + use<> {
        let shape = self.shape;
        bits(cells).map(move |cell| cell_at(shape, cell))
    }

    /// Returns the cells that lose digits, in reading order, each with its digits.
    fn lost_digits(&self) -> Vec<(Cell, DigitSet)> {
        let all = self.step.removed.iter().fold(0, |all, cells| all | cells);
        let lost = bits(all).map(|cell| {
            let digits = self.step.removed.iter().enumerate();
            let of_cell = digits.filter(|(_, cells)| *cells >> cell & 1 != 0);
            let digits = of_cell.map(|(digit, _)| digit_with_index(digit)).collect();
            (cell_at(self.shape, cell), digits)
        });
        lost.collect()
    }

    /// Returns the cells that the step looks at.
    fn seen(&self, before: &MiniBoard) -> Cells {
        match self.step.reason {
            MiniReason::OnePlace { .. } | MiniReason::OneCandidate => {
                self.step.placement.map_or(0, |(cell, _)| 1 << cell)
            }
            MiniReason::Locked { digit, from, .. } => before.places[digit] & from.cells(),
            MiniReason::NakedPair { cells, .. } | MiniReason::HiddenPair { cells, .. } => cells,
        }
    }
}

/// Returns the house of 9 x 9 with the same kind and number, which has the same name.
fn house_with_name(house: MiniHouse) -> House {
    let kind = match house.kind {
        MiniHouseKind::Row => 0,
        MiniHouseKind::Column => 1,
        MiniHouseKind::Block => 2,
    };
    House::ALL[kind * 9 + house.index]
}

fn id_of(house: MiniHouse) -> String {
    house_id(house_with_name(house))
}

fn name_of(words: &ExplanationTexts, house: MiniHouse) -> HouseName {
    words.house(house_with_name(house))
}

fn names_of(digits: u64) -> impl Iterator<Item = Digit> {
    bits(digits).map(digit_with_index)
}

/// Returns the houses that a step looks at.
fn small_houses(step: &MiniStep) -> Vec<MiniHouse> {
    match step.reason {
        MiniReason::OneCandidate => Vec::new(),
        MiniReason::Locked { from, to, .. } => vec![from, to],
        MiniReason::OnePlace { house }
        | MiniReason::NakedPair { house, .. }
        | MiniReason::HiddenPair { house, .. } => vec![house],
    }
}

/// Returns the house where a person would look for a step: for a cell, its block.
fn small_place(shape: MiniShape, step: &MiniStep) -> MiniHouse {
    let (cell, _) = step.placement.unwrap_or_default();
    let mut blocks = MiniHouse::all_of(shape, MiniHouseKind::Block);
    let block = blocks.nth(shape.block(cell)).expect("each cell has a block");
    small_houses(step).first().copied().unwrap_or(block)
}

fn place_of(words: &ExplanationTexts, shape: MiniShape, step: &MiniStep) -> HouseName {
    name_of(words, small_place(shape, step))
}
