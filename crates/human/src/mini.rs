//! The levels of small puzzles, by the first steps of the rating of Sudoku Explainer: singles,
//! locked candidates and direct hidden sets. A puzzle that needs anything else has no level.

use crate::band::Band;
use crate::logic::{Technique, Tenths};
use grid::mini::{Cells, MiniBoard, MiniHouseKind, MiniPuzzle, MiniShape, bits};

/// A level of small puzzles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MiniLevel {
    shape: MiniShape,
    number: u8,
}

impl MiniLevel {
    /// The number of levels of all shapes.
    pub const COUNT: usize = (Self::count(MiniShape::Four) + Self::count(MiniShape::Six)) as usize;

    /// Returns the level with this number: 1 or 2 of 4 x 4, 1 to 3 of 6 x 6.
    pub fn new(shape: MiniShape, number: u8) -> Option<Self> {
        (1..=Self::count(shape)).contains(&number).then_some(Self { shape, number })
    }

    /// Returns the number of levels of a shape.
    pub const fn count(shape: MiniShape) -> u8 {
        match shape {
            MiniShape::Four => 2,
            MiniShape::Six => 3,
        }
    }

    /// Returns the shape.
    pub const fn shape(self) -> MiniShape {
        self.shape
    }

    /// Returns the number of the level, from 1.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Returns the band of 9 x 9 cells whose name the level has.
    pub const fn band(self) -> Band {
        Band::new(self.number).expect("there are more bands than levels")
    }

    /// Returns the number of levels of all smaller shapes.
    pub(crate) const fn rungs_below(self) -> usize {
        match self.shape {
            MiniShape::Four => 0,
            MiniShape::Six => Self::count(MiniShape::Four) as usize,
        }
    }

    /// Returns the first letter of the identifiers of puzzles.
    pub(crate) const fn letter(self) -> char {
        match self.shape {
            MiniShape::Four => 'F',
            MiniShape::Six => 'S',
        }
    }

    /// Returns true if each row, column and block of a puzzle that is made has a given. The hardest
    /// level of a shape has too few givens: of 36 classes of 4 x 4 puzzles only three would be
    /// left, and 6 x 6 puzzles would take two and a half times as long.
    pub const fn has_given_in_each_house(self) -> bool {
        self.number < Self::count(self.shape)
    }

    /// Returns the number of classes of equivalent puzzles of the level, if it is known. The level
    /// ends after one puzzle of each class.
    pub const fn class_count(self) -> Option<u32> {
        match (self.shape, self.number) {
            (MiniShape::Four, 1) => Some(2_129),
            (MiniShape::Four, _) => Some(36),
            (MiniShape::Six, _) => None,
        }
    }

    /// Returns the level of a puzzle. 4 x 4 puzzles have the second level if no given can be left
    /// out; the levels of 6 x 6 puzzles follow from the rating: up to 1.2, 1.5 and 2.6. `None` if
    /// the puzzle is beyond all levels.
    pub fn from_puzzle(puzzle: &MiniPuzzle) -> Option<Self> {
        let shape = puzzle.shape();
        let mut position = MiniPosition::new(puzzle);
        position.place_hidden_singles(shape.houses(Block));
        let is_of_blocks = position.is_full();
        let number = match shape {
            MiniShape::Four if is_of_blocks => 1 + u8::from(puzzle.is_minimal()),
            MiniShape::Four => return None,
            MiniShape::Six if is_of_blocks => 1,
            MiniShape::Six => {
                position.place_hidden_singles(&shape.tables().houses);
                if position.is_full() { 2 } else { 3 }
            }
        };
        let is_beyond =
            number == 3 && MiniRating::from_puzzle(puzzle).is_none_or(|it| it.er > MAX_ER);
        if is_beyond { None } else { Self::new(shape, number) }
    }
}

/// The highest rating of a small puzzle that has a level.
const MAX_ER: Tenths = Technique::Pointing.base();

/// The ratings of a small puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniRating {
    /// The highest rating of any step.
    pub er: Tenths,
    /// The highest rating up to and including the first step that places a digit.
    pub ep: Tenths,
    /// The rating of the first step.
    pub ed: Tenths,
    /// The technique of the first step that is rated `er`.
    pub hardest: Technique,
}

/// A step of a solution.
struct MiniStep {
    technique: Technique,
    /// The index of the digit that the step is about.
    digit: usize,
    /// The cell that takes the digit; 0 for none.
    placed: Cells,
    /// The cells that lose each candidate.
    removed: [Cells; MiniShape::MAX_SIDE],
}

impl MiniStep {
    fn with_placement(technique: Technique, placed: Cells, digit: usize) -> Self {
        Self { technique, digit, placed, removed: [0; MiniShape::MAX_SIDE] }
    }
}

impl MiniRating {
    /// Rates a puzzle in the form in which it is given; `None` if it needs a step rated above 2.8.
    pub fn from_puzzle(puzzle: &MiniPuzzle) -> Option<Self> {
        let mut position = MiniPosition::new(puzzle);
        let lowest = Tenths(0);
        let hardest = Technique::LastCell;
        let mut rating = Self { er: lowest, ep: lowest, ed: lowest, hardest };
        let mut has_placed = false;
        while !position.is_full() {
            let step = position.next_step()?;
            let tenths = step.technique.base();
            if rating.ed == lowest {
                rating.ed = tenths;
            }
            if tenths > rating.er {
                (rating.er, rating.hardest) = (tenths, step.technique);
            }
            if !has_placed {
                rating.ep = rating.er;
                has_placed = step.placed != 0;
            }
            position.apply(&step);
        }
        Some(rating)
    }
}

/// A position on the way to the solution.
struct MiniPosition(MiniBoard);

use MiniHouseKind::{Block, Column, Row};

/// The kinds of houses in the order of the search.
const KINDS: [MiniHouseKind; 3] = [Block, Column, Row];

/// The kinds of two houses: all places of a digit in the first lie in the second.
struct LockedKinds {
    from: MiniHouseKind,
    to: MiniHouseKind,
}

/// The kinds of locked candidates in the order of the search: the first two point, the others
/// claim.
const LOCKED_KINDS: [LockedKinds; 4] = [
    LockedKinds { from: Block, to: Column },
    LockedKinds { from: Block, to: Row },
    LockedKinds { from: Column, to: Block },
    LockedKinds { from: Row, to: Block },
];

/// A digit whose places in the house `from` all lie in the house `to`.
struct LockedDigit {
    digit: usize,
    kind: MiniHouseKind,
    from: Cells,
    to: Cells,
}

impl MiniPosition {
    fn new(puzzle: &MiniPuzzle) -> Self {
        Self(MiniBoard::new(puzzle.givens()).expect("a puzzle breaks no rule"))
    }

    fn is_full(&self) -> bool {
        self.0.open == 0
    }

    fn apply(&mut self, step: &MiniStep) {
        for (places, removed) in self.0.places.iter_mut().zip(step.removed) {
            *places &= !removed;
        }
        if step.placed != 0 {
            self.0.place(step.placed, step.digit);
        }
    }

    /// Fills every cell that is the only place of a digit in one of these houses, until there is
    /// none.
    fn place_hidden_singles(&mut self, houses: &[Cells]) {
        let mut is_changed = true;
        while is_changed && !self.is_full() {
            is_changed = false;
            for digit in 0..self.0.places.len() {
                for house in houses {
                    let places = self.0.places[digit] & house;
                    if places.is_power_of_two() {
                        self.0.place(places, digit);
                        is_changed = true;
                    }
                }
            }
        }
    }

    /// Returns the first step in the order of the rating.
    fn next_step(&self) -> Option<MiniStep> {
        self.last_cell()
            .or_else(|| self.hidden_single())
            .or_else(|| self.direct_locked())
            .or_else(|| self.direct_hidden_set(2))
            .or_else(|| self.naked_single())
            .or_else(|| self.direct_hidden_set(3))
            .or_else(|| self.locked())
    }

    fn houses(&self, kind: MiniHouseKind) -> &'static [Cells] {
        self.0.shape().houses(kind)
    }

    /// Returns the lowest digit that has one place in a house, with the place.
    fn one_place(&self, house: Cells) -> Option<(Cells, usize)> {
        for (digit, places) in self.0.places.iter().enumerate() {
            if (places & house).count_ones() == 1 {
                return Some((places & house, digit));
            }
        }
        None
    }

    fn last_cell(&self) -> Option<MiniStep> {
        for kind in KINDS {
            for &house in self.houses(kind) {
                if (house & self.0.open).count_ones() == 1
                    && let Some((cell, digit)) = self.one_place(house)
                {
                    return Some(MiniStep::with_placement(Technique::LastCell, cell, digit));
                }
            }
        }
        None
    }

    fn hidden_single(&self) -> Option<MiniStep> {
        for kind in KINDS {
            let technique = match kind {
                Block => Technique::HiddenSingleBlock,
                Column | Row => Technique::HiddenSingleLine,
            };
            for &house in self.houses(kind) {
                if let Some((cell, digit)) = self.one_place(house) {
                    return Some(MiniStep::with_placement(technique, cell, digit));
                }
            }
        }
        None
    }

    fn naked_single(&self) -> Option<MiniStep> {
        for cell in bits(self.0.open) {
            let mut candidates = self.0.candidates(cell);
            if let (Some(digit), None) = (candidates.next(), candidates.next()) {
                return Some(MiniStep::with_placement(Technique::NakedSingle, 1 << cell, digit));
            }
        }
        None
    }

    fn locked_digits(&self) -> impl Iterator<Item = LockedDigit> + '_ {
        LOCKED_KINDS.iter().flat_map(move |kinds| {
            self.houses(kinds.from).iter().flat_map(move |&from| {
                self.houses(kinds.to).iter().flat_map(move |&to| {
                    let digits = self.0.places.iter().enumerate().filter(move |(_, places)| {
                        (*places & from).count_ones() >= 2 && *places & from & !to == 0
                    });
                    digits.map(move |(digit, _)| LockedDigit { digit, kind: kinds.from, from, to })
                })
            })
        })
    }

    /// Finds a locked digit that has one other place in a third house.
    fn direct_locked(&self) -> Option<MiniStep> {
        self.locked_digits().find_map(|locked| {
            let cell = self.place_beside(&locked)?;
            let technique = match locked.kind {
                Block => Technique::DirectPointing,
                Column | Row => Technique::DirectClaiming,
            };
            Some(MiniStep::with_placement(technique, cell, locked.digit))
        })
    }

    /// Returns the only place that the digit keeps in another house of the first kind.
    fn place_beside(&self, locked: &LockedDigit) -> Option<Cells> {
        for &house in self.houses(locked.kind) {
            let places = self.0.places[locked.digit] & house;
            let kept = places & !locked.to;
            let is_crossing = house != locked.from && house & locked.to != 0;
            if is_crossing && places.count_ones() >= 2 && kept.count_ones() == 1 {
                return Some(kept);
            }
        }
        None
    }

    /// Finds a locked digit that the rest of the second house loses.
    fn locked(&self) -> Option<MiniStep> {
        self.locked_digits().find_map(|locked| {
            let lost = self.0.places[locked.digit] & locked.to & !locked.from;
            if lost == 0 {
                return None;
            }
            let technique = match locked.kind {
                Block => Technique::Pointing,
                Column | Row => Technique::Claiming,
            };
            let mut step = MiniStep::with_placement(technique, 0, locked.digit);
            step.removed[locked.digit] = lost;
            Some(step)
        })
    }

    /// Finds digits of a house with as many places in all, which leave another digit one place.
    /// Unlike in the classic size, the places lose all other digits.
    fn direct_hidden_set(&self, size: u32) -> Option<MiniStep> {
        for kind in KINDS {
            for &house in self.houses(kind) {
                if (house & self.0.open).count_ones() <= size {
                    continue;
                }
                for set in 0_u64..1 << self.0.shape().side() {
                    if set.count_ones() == size
                        && let Some(step) = self.direct_set_step(house, set, size)
                    {
                        return Some(step);
                    }
                }
            }
        }
        None
    }

    /// Returns the step of a set of digits in a house, if they are a hidden set, and a digit beside
    /// them has one other place.
    fn direct_set_step(&self, house: Cells, set: u64, size: u32) -> Option<MiniStep> {
        let mut taken = 0;
        for digit in bits(set) {
            let places = self.0.places[digit] & house;
            if places.count_ones() < 2 {
                return None;
            }
            taken |= places;
        }
        if taken.count_ones() != size {
            return None;
        }
        let is_in_set = |digit: usize| set >> digit & 1 != 0;
        let (digit, places) = self.0.places.iter().enumerate().find(|(digit, places)| {
            let in_house = *places & house;
            !is_in_set(*digit)
                && in_house.count_ones() >= 2
                && (in_house & !taken).count_ones() == 1
        })?;
        let technique = match size {
            2 => Technique::DirectHiddenPair,
            _ => Technique::DirectHiddenTriple,
        };
        let mut step = MiniStep::with_placement(technique, places & house & !taken, digit);
        for (other, removed) in step.removed.iter_mut().enumerate() {
            if !is_in_set(other) {
                *removed = taken;
            }
        }
        Some(step)
    }
}
