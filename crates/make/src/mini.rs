//! Makes small puzzles of a level: empties cells of a random full grid in random order, as long as
//! the techniques of the level solve what is left.

use crate::generate::Look;
use crate::seed::Seed;
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniPuzzle, MiniShape};
use grid::{Key, Rng, Symmetry};
use human::{MiniClosure, MiniLevel};
use std::ops::RangeInclusive;

/// The rules for the givens of a small puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniRules {
    /// The symmetry of the pattern of givens.
    pub symmetry: Symmetry,
    /// The spread of the givens over the houses.
    pub look: Look,
    /// True if singles fill enough cells at the start.
    pub has_openings: bool,
}

/// The rules of a usual batch.
impl Default for MiniRules {
    fn default() -> Self {
        Self { symmetry: Symmetry::None, look: Look::default(), has_openings: true }
    }
}

/// A rule that a small puzzle breaks, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiniFault {
    /// The fault.
    pub found: String,
    /// The rule.
    pub expected: String,
}

impl MiniFault {
    fn new(found: String, expected: impl Into<String>) -> Self {
        Self { found, expected: expected.into() }
    }
}

impl MiniRules {
    /// Returns the number of classes of equivalent puzzles of a level, if it is known. The level
    /// ends after one puzzle of each class.
    pub fn class_count(self, level: MiniLevel) -> Option<u32> {
        let is_usual = Self { look: Look::default(), ..self } == Self::default();
        if !is_usual || self.look == Look::Published {
            return None;
        }
        match (level.shape(), level.number()) {
            (MiniShape::Four, 1) => Some(1_349),
            (MiniShape::Four, _) => Some(103),
            (MiniShape::Six, _) => None,
        }
    }

    /// Returns the first rule that the givens of a puzzle of a level break.
    pub fn fault(self, givens: &MiniGrid, level: MiniLevel) -> Option<MiniFault> {
        if self.look != Look::Published {
            if let Some(house) = givens.empty_house() {
                let expected = "a given in each row, column and block";
                return Some(MiniFault::new(format!("{house} is empty"), expected));
            }
            if let Some(house) = givens.complete_house() {
                let expected = "an empty cell in each row, column and block";
                return Some(MiniFault::new(format!("{house} is complete"), expected));
            }
        }
        let (count, least) = (openings(givens), min_openings(level));
        if self.has_openings && count < least {
            let found = format!("{count} cells can be filled at the start");
            return Some(MiniFault::new(found, format!("at least {least}")));
        }
        if !self.symmetry.keeps_small(givens) {
            let found = "givens without the symmetry".to_owned();
            return Some(MiniFault::new(found, self.symmetry.name()));
        }
        None
    }
}

/// Returns a key that all eight views of a pattern of givens have, turned and mirrored, and no
/// other pattern; `None` for 4 x 4 cells, which have too few patterns for a book.
pub fn pattern_key(givens: &MiniGrid) -> Option<Key> {
    let shape = givens.shape();
    if shape == MiniShape::Four {
        return None;
    }
    let side = shape.side();
    let mirror = |cell: usize| cell / side * side + side - 1 - cell % side;
    let transpose = |cell: usize| cell % side * side + cell / side;
    let mut cells: Vec<usize> = givens.filled().collect();
    let mut least = Cells::MAX;
    for turn in 0..8 {
        least = least.min(cells.iter().map(|cell| 1 << cell).sum());
        // A mirror and a transposition in turn lead through all eight views.
        for cell in &mut cells {
            *cell = if turn % 2 == 0 { mirror(*cell) } else { transpose(*cell) };
        }
    }
    Some(Key::of_bytes(&least.to_be_bytes()))
}

/// Returns the minimum number of cells that can be filled at the start.
const fn min_openings(level: MiniLevel) -> u32 {
    match (level.shape(), level.number()) {
        (MiniShape::Six, 1) => 4,
        (MiniShape::Six, 2) => 3,
        (MiniShape::Six, 3) | (MiniShape::Four, 1) => 2,
        _ => 1,
    }
}

/// Returns the number of cells that singles can fill at the start.
fn openings(givens: &MiniGrid) -> u32 {
    let board = MiniBoard::new(givens).expect("the givens of a puzzle break no rule");
    (only_places(&board) | board.cells_with_one_candidate()).count_ones()
}

/// Returns the cells that are the only place of a digit in a house.
fn only_places(board: &MiniBoard) -> Cells {
    let side = board.shape().side();
    (0..side).fold(0, |all, digit| all | board.only_places(digit))
}

/// Returns a sample puzzle of a level, always the same.
pub fn specimen(level: MiniLevel) -> MiniPuzzle {
    let mut rng = Seed(0).stream_at(0);
    loop {
        if let Some(puzzle) = attempt(level, MiniRules::default(), &mut rng) {
            return puzzle;
        }
    }
}

/// Makes one attempt at a puzzle of a level; `None` if the puzzle is of another level or breaks a
/// rule. Digs down to a drawn number of givens, and on as long as the puzzle is too easy or breaks
/// a rule. Few puzzles need more than hidden singles: a walk leads to the levels that do.
pub fn attempt(level: MiniLevel, rules: MiniRules, rng: &mut Rng) -> Option<MiniPuzzle> {
    let shape = level.shape();
    let full = MiniPuzzle::random_full(shape, rng).disguised(rng);
    let mut dug = DugGrid::new(&full, level, rules);
    let bound = rng.within(givens(level));
    if level.number() > LAST_DUG_LEVEL {
        dug.walk(rng);
        if !dug.needs_level {
            return None;
        }
    }
    let mut accepted = None;
    for cell in shuffled_cells(shape, rng) {
        if dug.dig(cell) && dug.needs_level && givens_range(level).contains(&dug.given.count_ones())
        {
            let givens = dug.givens();
            if rules.fault(&givens, level).is_none() {
                accepted = Some(givens);
                if dug.given.count_ones() <= bound {
                    break;
                }
            }
        }
    }
    Some(MiniPuzzle::prove(accepted?).expect("a closure solves it"))
}

/// The last level whose puzzles are found by digging alone.
const LAST_DUG_LEVEL: u8 = 2;

/// A full grid that loses cells as long as the techniques of a level solve it.
struct DugGrid {
    shape: MiniShape,
    /// The cells of each digit.
    full: [Cells; MiniShape::MAX_SIDE],
    level: MiniLevel,
    rules: MiniRules,
    /// The cells that are left.
    given: Cells,
    /// True if the techniques of the level below do not solve it.
    needs_level: bool,
}

impl DugGrid {
    fn new(full: &MiniPuzzle, level: MiniLevel, rules: MiniRules) -> Self {
        let shape = level.shape();
        let board = MiniBoard::new(full.givens()).expect("a full grid breaks no rule");
        let given = shape.all_cells();
        Self {
            shape,
            full: *board.filled(),
            level,
            rules,
            given,
            needs_level: level.insufficient().is_none(),
        }
    }

    /// Empties a cell and those that its symmetry empties with it, unless they are empty, or a
    /// house would be, or the techniques of the level do not solve the rest. Returns true if it
    /// does so.
    fn dig(&mut self, cell: usize) -> bool {
        let thinner = self.given & !self.orbit(cell);
        if thinner == self.given
            || thinner.count_ones() < *givens_range(self.level).start()
            || self.empties_house(thinner)
        {
            return false;
        }
        let Some(needs_level) = self.need(self.board(thinner)) else { return false };
        (self.given, self.needs_level) = (thinner, needs_level);
        true
    }

    fn orbit(&self, cell: usize) -> Cells {
        self.rules.symmetry.small_orbit(self.shape, cell)
    }

    fn board(&self, given: Cells) -> MiniBoard {
        let filled = self.full.map(|cells| cells & given);
        MiniBoard::with_digits(self.shape, filled).expect("digits of a solution")
    }

    /// Returns true if the techniques of the level below do not solve a board. `None` if those of
    /// the level do not solve it either.
    fn need(&self, board: MiniBoard) -> Option<bool> {
        let mut closure = MiniClosure::from(board);
        let Some(below) = self.level.insufficient() else {
            return closure.run(self.level).then_some(true);
        };
        if closure.run(below) {
            return Some(false);
        }
        closure.run(self.level).then_some(true)
    }

    /// Exchanges givens at random until the techniques of the level below do not solve the puzzle,
    /// or until enough steps are taken. A step that adds weight is taken seldom.
    fn walk(&mut self, rng: &mut Rng) {
        for cell in shuffled_cells(self.shape, rng) {
            if self.given.count_ones() > WALK_GIVENS {
                self.dig(cell);
            }
        }
        let mut weight = WalkPlace::new(self.board(self.given), self.level).weight;
        for _ in 0..MAX_WALK_STEPS {
            if self.needs_level {
                return;
            }
            let orbit = self.orbit(rng.below(self.shape.cell_count() as u32) as usize);
            let is_hole = self.given & orbit != 0;
            let changed = if is_hole { self.given & !orbit } else { self.given | orbit };
            if is_hole && self.empties_house(changed) {
                continue;
            }
            let place = WalkPlace::new(self.board(changed), self.level);
            // An orbit weighs as much as a cell.
            let added = place.weight.saturating_sub(weight) / orbit.count_ones();
            let odds = STEP_ODDS.get(added as usize);
            if odds.is_none_or(|odds| rng.below(STEP_ODDS[0]) >= *odds) {
                continue;
            }
            // The level below fills a hole again that is the only place of its digit.
            if is_hole && orbit & !place.only_places != 0 {
                let Some(needs_level) = self.need(place.board) else { continue };
                self.needs_level = needs_level;
            }
            (self.given, weight) = (changed, place.weight);
        }
    }

    fn empties_house(&self, given: Cells) -> bool {
        let houses = &self.shape.tables().houses;
        self.rules.look != Look::Published && houses.iter().any(|house| house & given == 0)
    }

    fn givens(&self) -> MiniGrid {
        self.board(self.given).grid()
    }
}

/// The number of givens where a walk begins.
const WALK_GIVENS: u32 = 14;
/// The maximum number of steps of a walk.
const MAX_WALK_STEPS: u32 = 3_000;
/// The weight of a cell that can be filled at the start, where a given weighs 1.
const OPENING_WEIGHT: u32 = 5;
/// The weight that a cell with one candidate takes away on level 3, and the most such cells.
const NAKED_WEIGHT: u32 = 4;
const MAX_NAKED: u32 = 3;
/// The probabilities, in 65,536, of steps that add weight: the one at 3 is that of 3 more. They
/// fall by a third for each.
const STEP_ODDS: [u32; 24] = [
    65_536, 43930, 29447, 19739, 13231, 8869, 5945, 3985, 2671, 1791, 1200, 805, 539, 362, 242,
    162, 109, 73, 49, 33, 22, 15, 10, 7,
];

/// A place on a walk.
struct WalkPlace {
    board: MiniBoard,
    /// The cells that are the only place of a digit in a house.
    only_places: Cells,
    /// The weight, which falls on the way to hard puzzles: they have few givens and few cells that
    /// can be filled, and many with one or two candidates.
    weight: u32,
}

impl WalkPlace {
    fn new(board: MiniBoard, level: MiniLevel) -> Self {
        let only_places = only_places(&board);
        let naked = match level.number() {
            3 => (board.cells_with_one_candidate() & !only_places).count_ones().min(MAX_NAKED),
            _ => 0,
        };
        let narrow = board.cells_with_two_candidates().count_ones();
        let givens = (board.shape().all_cells() & !board.open).count_ones();
        // No sum falls below 0: a board has at most 36 narrow cells.
        let base = 36 + MAX_NAKED * NAKED_WEIGHT;
        let hard = naked * NAKED_WEIGHT + narrow;
        let weight = base + only_places.count_ones() * OPENING_WEIGHT + givens - hard;
        Self { board, only_places, weight }
    }
}

/// Returns the cells in random order.
fn shuffled_cells(shape: MiniShape, rng: &mut Rng) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..shape.cell_count()).collect();
    rng.shuffle(&mut cells);
    cells
}

/// Returns the numbers of givens of which one is drawn for each puzzle; digging stops there. The
/// harder levels of 6 x 6 are dug until they need their techniques.
const fn givens(level: MiniLevel) -> RangeInclusive<u32> {
    match (level.shape(), level.number()) {
        (MiniShape::Four, _) => givens_range(level),
        (MiniShape::Six, 1) => 14..=20,
        (MiniShape::Six, 2) => 10..=14,
        (MiniShape::Six, _) => 8..=12,
    }
}

/// Returns the numbers of givens that a puzzle of a level may have.
const fn givens_range(level: MiniLevel) -> RangeInclusive<u32> {
    match (level.shape(), level.number()) {
        (MiniShape::Four, 1) => MiniLevel::MAX_FEW_GIVENS as u32 + 1..=10,
        (MiniShape::Four, _) => 4..=MiniLevel::MAX_FEW_GIVENS as u32,
        (MiniShape::Six, _) => 7..=20,
    }
}
