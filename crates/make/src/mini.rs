//! Makes small puzzles of a level: empties cells of a random full grid in random order, as long as
//! the techniques of the level solve what is left.

use crate::generate::Look;
use crate::seed::Seed;
use grid::mini::{Cells, MiniBoard, MiniGrid, MiniPuzzle, MiniShape, bits};
use grid::{Rng, Symmetry};
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

    /// Returns a sample puzzle of a level, always the same.
    pub fn specimen(self, level: MiniLevel) -> MiniPuzzle {
        let mut rng = Seed(0).stream_at(0);
        loop {
            if let Some(puzzle) = self.attempt(level, &mut rng) {
                return puzzle;
            }
        }
    }

    /// Makes one attempt at a puzzle of a level; `None` if the puzzle is of another level or breaks
    /// a rule. Digs down to a drawn number of givens, and on as long as the puzzle is too easy or
    /// breaks a rule. Few puzzles need more than hidden singles: a walk leads to the levels that
    /// do.
    pub fn attempt(self, level: MiniLevel, rng: &mut Rng) -> Option<MiniPuzzle> {
        let shape = level.shape();
        let full = MiniPuzzle::random_full(shape, rng).disguised(rng);
        let mut dug = DugGrid::new(&full, level, self);
        let bound = rng.within(givens(level));
        if level.number() > LAST_DUG_LEVEL {
            dug.walk(rng);
            if !dug.needs_level {
                return None;
            }
        }
        let mut accepted = None;
        for cell in shuffled_cells(shape, rng) {
            let has_level = dug.dig(cell) && dug.needs_level;
            let count = dug.given.count_ones();
            if !has_level || !givens_range(level).contains(&count) {
                continue;
            }
            let givens = dug.givens();
            if self.fault(&givens, level).is_none() {
                accepted = Some(givens);
                if count <= bound {
                    break;
                }
            }
        }
        Some(MiniPuzzle::prove(accepted?).expect("a closure solves it"))
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

/// The last level whose puzzles are found by digging alone.
const LAST_DUG_LEVEL: u8 = 2;

/// A full grid that loses cells as long as the techniques of a level solve it.
struct DugGrid {
    shape: MiniShape,
    /// By cell: its block, its column and its row.
    houses_at: &'static [[Cells; 3]; MiniShape::MAX_CELLS],
    /// The digits of all cells.
    digits: MiniGrid,
    /// The cells of each digit.
    full: [Cells; MiniShape::MAX_SIDE],
    /// By cell: the cells that its symmetry empties with it.
    orbits: [Cells; MiniShape::MAX_CELLS],
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
        let mut orbits = [0; MiniShape::MAX_CELLS];
        for (cell, orbit) in orbits.iter_mut().enumerate().take(shape.cell_count()) {
            *orbit = rules.symmetry.small_orbit(shape, cell);
        }
        Self {
            shape,
            houses_at: &shape.tables().houses_at,
            digits: *full.givens(),
            full: *board.filled(),
            orbits,
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
        let orbit = self.orbits[cell];
        let thinner = self.given & !orbit;
        if thinner == self.given
            || thinner.count_ones() < *givens_range(self.level).start()
            || self.empties_house(thinner, orbit)
        {
            return false;
        }
        let Some(needs_level) = self.need(self.board(thinner), orbit) else { return false };
        (self.given, self.needs_level) = (thinner, needs_level);
        true
    }

    fn board(&self, given: Cells) -> MiniBoard {
        let filled = self.full.map(|cells| cells & given);
        MiniBoard::with_digits(self.shape, filled).expect("digits of a solution")
    }

    /// Returns true if a board that lost these cells needs the techniques of the level, and false
    /// if those of the level below solve it. `None` if neither do.
    fn need(&self, board: MiniBoard, lost: Cells) -> Option<bool> {
        let mut closure = MiniClosure::from(board);
        let below = self.level.insufficient();
        // Techniques that fill the cells again go on as before.
        if closure.run_until_filled(lost, below.unwrap_or(self.level)) {
            return Some(self.needs_level);
        }
        (below.is_some() && closure.run(self.level)).then_some(true)
    }

    /// Exchanges givens at random until the techniques of the level below do not solve the puzzle,
    /// or until enough steps are taken. A step that adds weight is taken seldom.
    fn walk(&mut self, rng: &mut Rng) {
        for cell in shuffled_cells(self.shape, rng) {
            if self.given.count_ones() > WALK_GIVENS {
                self.dig(cell);
            }
        }
        let mut place = WalkPlace::new(self.board(self.given), self.level);
        for _ in 0..MAX_WALK_STEPS {
            if self.needs_level {
                return;
            }
            let orbit = self.orbits[rng.below(self.shape.cell_count() as u32) as usize];
            let is_hole = self.given & orbit != 0;
            let changed = if is_hole { self.given & !orbit } else { self.given | orbit };
            if is_hole && self.empties_house(changed, orbit) {
                continue;
            }
            let next = place.exchanged(orbit, self.digits.cells(), self.level);
            // An orbit weighs as much as a cell.
            let mut added = next.weight.saturating_sub(place.weight);
            if !orbit.is_power_of_two() {
                added /= orbit.count_ones();
            }
            let odds = STEP_ODDS.get(added as usize);
            if odds.is_none_or(|odds| rng.below(STEP_ODDS[0]) >= *odds) {
                continue;
            }
            // The level below fills a hole again that is the only place of its digit.
            if is_hole && orbit & !next.singles != 0 {
                let Some(needs_level) = self.need(next.filled_once(), orbit) else { continue };
                self.needs_level = needs_level;
            }
            (self.given, place) = (changed, next);
        }
    }

    /// Returns true if these givens leave a house of a lost cell empty.
    fn empties_house(&self, given: Cells, lost: Cells) -> bool {
        let mut emptied = bits(lost).flat_map(|cell| self.houses_at[cell]);
        self.rules.look != Look::Published && emptied.any(|house| house & given == 0)
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
    /// By digit: the cells that are its only place in a house.
    only_places: [Cells; MiniShape::MAX_SIDE],
    /// All of these cells.
    singles: Cells,
    /// The weight, which falls on the way to hard puzzles: they have few givens and few cells that
    /// can be filled, and many with one or two candidates.
    weight: u32,
}

impl WalkPlace {
    fn new(board: MiniBoard, level: MiniLevel) -> Self {
        let mut only_places = [0; MiniShape::MAX_SIDE];
        for (digit, places) in only_places.iter_mut().enumerate().take(board.shape().side()) {
            *places = board.only_places(digit);
        }
        Self::with_only_places(board, only_places, level)
    }

    fn with_only_places(
        board: MiniBoard,
        only_places: [Cells; MiniShape::MAX_SIDE],
        level: MiniLevel,
    ) -> Self {
        let singles = only_places.iter().fold(0, |all, places| all | places);
        let [one, two] = board.cells_with_few_candidates();
        let naked = match level.number() {
            3 => (one & !singles).count_ones().min(MAX_NAKED),
            _ => 0,
        };
        let empty = board.open.count_ones();
        // No sum falls below 0: a board has at most 36 narrow cells.
        let base = 36 + MiniShape::MAX_CELLS as u32 + MAX_NAKED * NAKED_WEIGHT;
        let hard = naked * NAKED_WEIGHT + two.count_ones() + empty;
        let weight = base + singles.count_ones() * OPENING_WEIGHT - hard;
        Self { board, only_places, singles, weight }
    }

    /// Returns the place where these cells are given instead of empty, or empty instead of given.
    fn exchanged(&self, cells: Cells, digits: &[u8], level: MiniLevel) -> Self {
        let mut board = self.board.clone();
        for cell in bits(cells) {
            let digit = usize::from(digits[cell]) - 1;
            if board.open >> cell & 1 == 0 {
                board.empty(cell, digit);
            } else {
                board.place(1 << cell, digit);
            }
        }
        let mut only_places = self.only_places;
        let places = board.places.iter().zip(&self.board.places);
        for (digit, (now, before)) in places.enumerate() {
            if now != before {
                only_places[digit] = board.only_places(digit);
            }
        }
        Self::with_only_places(board, only_places, level)
    }

    /// Returns the board after the digits are placed that have one place in a house.
    fn filled_once(&self) -> MiniBoard {
        let mut board = self.board.clone();
        for (digit, cells) in self.only_places.into_iter().enumerate() {
            if cells != 0 {
                board.place(cells, digit);
            }
        }
        board
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks at random over puzzles of all levels and symmetries, and computes each place anew.
    #[test]
    fn exchanged_places_are_those_of_new_boards() {
        let mut rng = Seed(3).stream_at(0);
        let mut needs = [0; 3];
        for symmetry in [Symmetry::None, Symmetry::HalfTurn, Symmetry::BothMirrors] {
            for number in [3, 4] {
                let level = MiniLevel::new(MiniShape::Six, number).expect("6 x 6 has four levels");
                for turn in 0..160 {
                    let full = MiniPuzzle::random_full(MiniShape::Six, &mut rng);
                    let rules = MiniRules { symmetry, ..MiniRules::default() };
                    let mut dug = DugGrid::new(&full, level, rules);
                    if turn % 2 == 0 {
                        dug.walk(&mut rng);
                    }
                    let mut place = WalkPlace::new(dug.board(dug.given), level);
                    for cell in shuffled_cells(MiniShape::Six, &mut rng) {
                        let orbit = dug.orbits[cell];
                        let is_hole = dug.given & orbit != 0;
                        let changed = dug.given ^ orbit;
                        let next = place.exchanged(orbit, dug.digits.cells(), level);
                        let anew = WalkPlace::new(dug.board(changed), level);
                        assert_eq!(next.board.places, anew.board.places);
                        assert_eq!(next.board.filled(), anew.board.filled());
                        assert_eq!(next.only_places, anew.only_places);
                        assert_eq!(next.weight, anew.weight);
                        let need = slow_need(dug.board(changed), level);
                        if is_hole {
                            assert_eq!(dug.need(dug.board(changed), orbit), need);
                            assert_eq!(dug.need(next.filled_once(), orbit), need);
                            needs[need.map_or(2, usize::from)] += 1;
                        }
                        if let Some(needs_level) = need {
                            (dug.given, dug.needs_level, place) = (changed, needs_level, next);
                        }
                    }
                }
            }
        }
        assert!(needs.iter().all(|count| *count > 10), "{needs:?}");
    }

    /// Runs the closures of both levels to their ends.
    fn slow_need(board: MiniBoard, level: MiniLevel) -> Option<bool> {
        let below = level.insufficient().expect("6 x 6 has one");
        let is_solved = |level| MiniClosure::from(board.clone()).run(level);
        if is_solved(below) { Some(false) } else { is_solved(level).then_some(true) }
    }
}
