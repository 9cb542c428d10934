//! The figure of a step, shared by SVG and PDF: the candidates with their style and position, and
//! the routes of arrows. Colours and file formats belong to the callers.

use super::picture::{CandidateMark, StepPicture};
use grid::{Cell, CellSet, Digit, DigitSet, House};
use human::{Position, Reason, Step};
use std::collections::BTreeSet;

/// The side of a cell, in the unit of all lengths here. The origin is the top left corner of the
/// grid.
pub const CELL_SIDE: f64 = 54.0;
pub(super) const GRID_SIDE: f64 = 9.0 * CELL_SIDE;
/// The radius of the mark around a candidate in a cell with nine places.
pub const MARK_RADIUS: f64 = 7.2;
/// Half the width and half the height of the line that strikes a candidate, in multiples of its
/// type size. The line is flat and leans to the left, unlike any stem of a digit.
pub const STRIKE_HALF_SIZE: (f64, f64) = (0.46, 0.26);
/// The radius of the mark around a digit that blocks another place.
pub const BLOCKER_RADIUS: f64 = 21.0;
/// For nine places in a cell: the distance of the first place from the edge of the cell, and of
/// each place from the next. No mark reaches a line or another mark.
const NINE: (f64, f64) = (9.6, 17.4);
/// The same distances for four places, and the largest radius of the marks there.
const FOUR: (f64, f64) = (14.4, 25.2);
/// The larger of these radii: a candidate of a wide cell.
pub const MAX_WIDE_RADIUS: f64 = 11.9;
/// The number of places for larger candidates in a cell.
const MAX_WIDE_DIGITS: usize = 4;

/// The number of candidates removed by earlier steps that a drawing has room for.
const MAX_REMOVALS: usize = 4;

/// A point: x to the right, y downwards.
pub(super) type FigurePoint = (f64, f64);

/// The style of a small digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CandidateStyle {
    /// A candidate that the step does not mention.
    Plain,
    /// A candidate that the step mentions.
    Marked,
    /// A candidate that the step removes.
    Lost,
    /// A candidate that an earlier step removed.
    Gone,
}

/// A sign of a drawn step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepSign {
    /// The digit to write.
    Placed,
    /// A digit that closes places.
    Blocker,
    /// A place that is closed.
    Closed,
    /// An arrow to a candidate that is true.
    TrueArrow,
    /// A dashed arrow to a candidate that is false.
    FalseArrow,
    /// A candidate with a mark.
    Marked(CandidateMark),
}

impl StepSign {
    /// All signs in the order of a legend.
    pub const ALL: [Self; 11] = [
        Self::Placed,
        Self::Blocker,
        Self::Closed,
        Self::Marked(CandidateMark::Pattern),
        Self::Marked(CandidateMark::Other),
        Self::Marked(CandidateMark::On),
        Self::Marked(CandidateMark::Off),
        Self::TrueArrow,
        Self::FalseArrow,
        Self::Marked(CandidateMark::Lost),
        Self::Marked(CandidateMark::Gone),
    ];
}

/// The drawing of a step, independent of its format.
pub struct StepFigure {
    /// The marks of the step, by name.
    pub picture: StepPicture,
    /// The small digits, by cell in reading order, then by digit. A digit may have two styles.
    pub small: Vec<(Cell, Digit, CandidateStyle)>,
    /// The cell that the step fills, with its digit, unless arrows lead to it.
    pub placed: Option<(Cell, Digit)>,
    /// The cells that have a digit of the grid.
    pub filled: CellSet,
    /// The radius of a mark around a small digit.
    radius: f64,
}

impl StepFigure {
    /// Creates the figure of a step. It has the candidates of all cells except the one that is
    /// filled.
    pub fn from_step(before: &Position, step: &Step) -> Self {
        let mut cells: CellSet = Cell::ALL.into_iter().collect();
        let picture = StepPicture::from_step(before, step);
        if let Some((cell, _)) = step.placement.filter(|_| picture.arrows.is_empty()) {
            cells.remove(cell);
        }
        Self::new(before, picture, cells, MARK_RADIUS)
    }

    /// Creates a figure of all candidates that shades these houses and marks nothing else.
    pub fn from_houses(position: &Position, houses: &[House]) -> Self {
        let picture = StepPicture::from_houses(houses);
        Self::new(position, picture, Cell::ALL.into_iter().collect(), MARK_RADIUS)
    }

    /// Creates a figure with candidates only in the cells and houses that the step looks at, except
    /// in the cell that it fills.
    ///
    /// Small digits get marks of this radius. If it is too large for nine places, a cell has one to
    /// four places. If a cell has more candidates than that, the figure has only those that the
    /// step mentions.
    pub fn focused(before: &Position, step: &Step, radius: f64) -> Self {
        let mut picture = StepPicture::from_step(before, step);
        let placed = step.placement.filter(|_| picture.arrows.is_empty());
        if let (Reason::OneCandidate, Some((cell, _))) = (&step.reason, placed) {
            picture.houses.extend(cell.houses());
        }
        let mut cells: CellSet = match step.reason {
            Reason::Bug { .. } => Cell::ALL.into_iter().collect(),
            _ => {
                let houses = picture.houses.iter().flat_map(|house| house.cells()).copied();
                let lost = step.eliminations.iter().map(|(cell, _)| *cell);
                picture.cells.into_iter().chain(houses).chain(lost).collect()
            }
        };
        if let Some((filled, _)) = placed {
            cells.remove(filled);
            picture.marks.retain(|(cell, _, _)| *cell != filled);
        }
        let removals = needed_removals(before, step);
        if removals.len() <= MAX_REMOVALS {
            cells = cells.union(add_removals(&mut picture, removals, cells, placed));
        }
        let mut figure = Self::new(before, picture, cells, radius.max(MARK_RADIUS));
        figure.placed = placed;
        if figure.is_wide()
            && Cell::ALL.iter().any(|cell| figure.shown(*cell).len() > MAX_WIDE_DIGITS)
        {
            figure.small.retain(|(_, _, kind)| *kind != CandidateStyle::Plain);
            figure.thin_crowded_cells();
        }
        figure
    }

    /// Leaves out candidates that the step removes where a cell would have more than four places.
    fn thin_crowded_cells(&mut self) {
        for cell in Cell::ALL {
            let mut surplus = self.shown(cell).len().saturating_sub(MAX_WIDE_DIGITS);
            self.small.retain(|(of, _, kind)| {
                let is_left_out = *of == cell && *kind == CandidateStyle::Lost && surplus > 0;
                surplus -= usize::from(is_left_out);
                !is_left_out
            });
        }
        let small = &self.small;
        self.picture.marks.retain(|(cell, digit, mark)| {
            let is_shown =
                |(of, other, _): &(Cell, Digit, CandidateStyle)| of == cell && other == digit;
            *mark != CandidateMark::Lost || small.iter().any(is_shown)
        });
    }

    fn new(before: &Position, picture: StepPicture, cells: CellSet, radius: f64) -> Self {
        let mut small = Vec::new();
        for (cell, digit) in cells.flat_map(|cell| Digit::ALL.map(|digit| (cell, digit))) {
            let [lost, gone, pattern, other, on, off] = [
                CandidateMark::Lost,
                CandidateMark::Gone,
                CandidateMark::Pattern,
                CandidateMark::Other,
                CandidateMark::On,
                CandidateMark::Off,
            ]
            .map(|mark| picture.marks.contains(&(cell, digit, mark)));
            let marked = pattern || other || on || off;
            let candidate = before.has_candidate(cell, digit) && picture.shown.contains(digit);
            let kinds = [
                (candidate && !lost && !marked, CandidateStyle::Plain),
                (marked && !lost, CandidateStyle::Marked),
                (lost, CandidateStyle::Lost),
                (gone, CandidateStyle::Gone),
            ];
            small.extend(kinds.iter().filter(|(is, _)| *is).map(|(_, kind)| (cell, digit, *kind)));
        }
        let filled = before.grid().filled().map(|(cell, _)| cell).collect();
        Self { picture, small, placed: None, filled, radius }
    }

    /// Returns the largest number of small digits in a cell.
    pub fn most_small_digits(&self) -> usize {
        Cell::ALL.iter().map(|cell| self.shown(*cell).len()).max().unwrap_or(0)
    }

    /// Returns true if the drawing has a sign.
    pub fn has_sign(&self, sign: StepSign) -> bool {
        match sign {
            StepSign::Placed => self.placed.is_some(),
            StepSign::Blocker => !self.picture.blockers.is_empty(),
            StepSign::Closed => !self.closed().is_empty(),
            StepSign::TrueArrow => self.picture.arrows.iter().any(|arrow| !arrow.off),
            StepSign::FalseArrow => self.picture.arrows.iter().any(|arrow| arrow.off),
            StepSign::Marked(sign) => self.picture.marks.iter().any(|(_, _, mark)| *mark == sign),
        }
    }

    /// Returns the places that are closed in the house of the step.
    pub fn closed(&self) -> CellSet {
        let places = self.picture.sights.iter().map(|(_, place)| *place);
        places.filter(|place| self.placed.is_none_or(|(cell, _)| cell != *place)).collect()
    }

    /// Returns true if the marks are too large for nine places in a cell.
    fn is_wide(&self) -> bool {
        self.radius > MARK_RADIUS
    }

    /// Returns the small digits of a cell, each once.
    pub(super) fn shown(&self, cell: Cell) -> DigitSet {
        let here = self.small.iter().filter(|(of, _, _)| *of == cell);
        here.map(|(_, digit, _)| *digit).collect()
    }

    /// Returns the centre of the place of a candidate.
    pub fn candidate_centre(&self, cell: Cell, digit: Digit) -> FigurePoint {
        let shown = self.shown(cell);
        let count = shown.len();
        let nth = shown.filter(|other| *other < digit).count();
        let ((first, pitch), columns, nth) = match (self.is_wide(), count) {
            (true, 0 | 1) => return cell_centre(cell),
            (true, 2..=4) => (FOUR, 2, nth),
            _ => (NINE, 3, digit.index()),
        };
        let (x, y) = cell_corner(cell);
        let [across, down] = [nth % columns, nth / columns].map(|n| first + n as f64 * pitch);
        // Two places side by side are at half the height of the cell.
        let down = if columns == 2 && count == 2 { CELL_SIDE / 2.0 } else { down };
        (x + across, y + down)
    }

    /// Returns the radius of the mark around a candidate of a cell, or `None` if there is no room
    /// for it.
    pub fn radius(&self, cell: Cell) -> Option<f64> {
        let room = if self.is_wide() { MAX_WIDE_RADIUS } else { MARK_RADIUS };
        if self.is_wide() && self.shown(cell).len() > MAX_WIDE_DIGITS {
            return None;
        }
        Some(self.radius.min(room))
    }
}

/// Returns the candidates that the digits of the grid allow, that are gone all the same, and on
/// whose absence the step depends. A reader who has only the digits cannot know them.
pub fn needed_removals(before: &Position, step: &Step) -> BTreeSet<(Cell, Digit)> {
    step.missing_premises(before, &Position::new(before.grid()))
}

/// Marks candidates that earlier steps removed from cells that would look blank or have candidates
/// of one digit only. Returns these cells. Other cells show which candidates are left.
fn add_removals(
    picture: &mut StepPicture,
    removals: BTreeSet<(Cell, Digit)>,
    with_candidates: CellSet,
    placed: Option<(Cell, Digit)>,
) -> CellSet {
    let mut marked = CellSet::EMPTY;
    for (cell, digit) in removals {
        let mark = (cell, digit, CandidateMark::Gone);
        let is_shown = with_candidates.contains(cell) && picture.shown.len() > 1;
        let is_filled = placed.is_some_and(|(filled, _)| filled == cell);
        if !is_shown && !is_filled && !picture.marks.contains(&mark) {
            picture.marks.push(mark);
            marked.insert(cell);
        }
    }
    marked
}

/// Returns the top left corner of a cell.
pub fn cell_corner(cell: Cell) -> FigurePoint {
    (cell.column() as f64 * CELL_SIDE, cell.row() as f64 * CELL_SIDE)
}

/// Returns the centre of a cell.
pub fn cell_centre(cell: Cell) -> FigurePoint {
    let (x, y) = cell_corner(cell);
    (x + CELL_SIDE / 2.0, y + CELL_SIDE / 2.0)
}
