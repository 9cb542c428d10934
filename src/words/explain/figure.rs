//! The figure of a step, shared by all that draw it: which candidates are shown and how, where they are, and the
//! curves of arrows. Not colours, and not the format of a file.

use super::picture::{Arrow, Mark, Picture};
use crate::human::logic::{Position, Reason, Step};
use crate::sudoku::grid::{Cell, CellSet, Digit, House};

/// The side of a cell: the unit of all lengths here. The origin is the top left corner of the grid.
pub(crate) const CELL: f64 = 54.0;
/// The side of the place of a candidate.
pub(crate) const SPOT: f64 = CELL / 3.0;
/// The radius of the mark around a candidate.
pub(crate) const RADIUS: f64 = 8.0;
/// Half the width and half the height of the line that strikes a candidate.
pub(crate) const STRIKE: (f64, f64) = (7.0, 6.0);
/// The radius of the mark around a digit that leaves another no place.
pub(crate) const BLOCKER: f64 = 21.0;

/// A point: x to the right, y downwards.
type Point = (f64, f64);

/// How a small digit is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A candidate that the step does not speak of.
    Plain,
    /// One that it speaks of.
    Marked,
    /// One that it removes.
    Lost,
    /// One that an earlier step removed.
    Gone,
}

/// A step as it is drawn.
pub(crate) struct Figure {
    pub picture: Picture,
    /// The small digits, by cell in reading order, in each by digit. A digit may have two kinds.
    pub small: Vec<(Cell, Digit, Kind)>,
}

impl Figure {
    /// With the candidates of all cells but the one that is filled.
    pub fn of(before: &Position, step: &Step) -> Self {
        let mut cells: CellSet = Cell::ALL.into_iter().collect();
        let picture = Picture::of(before, step);
        if let Some((cell, _)) = step.placement.filter(|_| picture.arrows.is_empty()) {
            cells.remove(cell);
        }
        Self::within(before, picture, cells)
    }

    /// All candidates, and houses to look at. Nothing else is marked.
    pub fn of_houses(position: &Position, houses: &[House]) -> Self {
        let picture = Picture::of_houses(houses);
        Self::within(position, picture, Cell::ALL.into_iter().collect())
    }

    /// With the candidates of the cells and houses alone that the step looks at. The digit that is placed is a
    /// small one too.
    pub fn focused(before: &Position, step: &Step) -> Self {
        let mut picture = Picture::of(before, step);
        if let Some((cell, digit)) = step.placement.filter(|_| picture.arrows.is_empty()) {
            picture.marks.push((cell, digit, Mark::On));
        }
        let cells = match step.reason {
            Reason::Bug { .. } => Cell::ALL.into_iter().collect(),
            _ => {
                let houses = picture.houses.iter().flat_map(|house| house.cells()).copied();
                let lost = step.eliminations.iter().map(|(cell, _)| *cell);
                picture.cells.into_iter().chain(houses).chain(lost).collect()
            }
        };
        Self::within(before, picture, cells)
    }

    fn within(before: &Position, picture: Picture, cells: CellSet) -> Self {
        let mut small = Vec::new();
        for (cell, digit) in cells.flat_map(|cell| Digit::ALL.map(|digit| (cell, digit))) {
            let is = |kind: Mark| picture.marks.contains(&(cell, digit, kind));
            let lost = is(Mark::Lost);
            let marked = [Mark::Pattern, Mark::Other, Mark::On, Mark::Off].into_iter().any(is);
            let candidate = before.has(cell, digit) && picture.shown.contains(digit);
            let kinds = [
                (candidate && !lost && !marked, Kind::Plain),
                (marked && !lost, Kind::Marked),
                (lost, Kind::Lost),
                (is(Mark::Gone), Kind::Gone),
            ];
            small.extend(kinds.iter().filter(|(is, _)| *is).map(|(_, kind)| (cell, digit, *kind)));
        }
        Self { picture, small }
    }
}

/// The top left corner of a cell.
pub(crate) fn corner(cell: Cell) -> Point {
    (cell.column() as f64 * CELL, cell.row() as f64 * CELL)
}

/// The centre of a cell.
pub(crate) fn centre(cell: Cell) -> Point {
    let (x, y) = corner(cell);
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// The centre of the place of a candidate.
pub(crate) fn spot(cell: Cell, digit: Digit) -> Point {
    let (x, y) = corner(cell);
    let (column, row) = (digit.index() % 3, digit.index() / 3);
    (x + (column as f64 + 0.5) * SPOT, y + (row as f64 + 0.5) * SPOT)
}

/// The curve of an arrow, which ends before it reaches the marks of its candidates.
pub(crate) struct Curve {
    pub start: Point,
    /// The handle of a quadratic curve from `start` to `end`.
    pub handle: Point,
    pub end: Point,
    /// The corners of the head; the first is its tip.
    pub head: [Point; 3],
}

impl Curve {
    /// The curve bends to the left of the way, so that there and back are two curves.
    pub fn of(arrow: &Arrow) -> Self {
        let ((x1, y1), (x2, y2)) = (spot(arrow.from.0, arrow.from.1), spot(arrow.to.0, arrow.to.1));
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = (dx * dx + dy * dy).sqrt();
        let bend = (0.16 * length).clamp(4.0, 26.0);
        let handle = (x1 + dx / 2.0 + dy / length * bend, y1 + dy / 2.0 - dx / length * bend);
        let toward = |(ax, ay): Point, (bx, by): Point, by_length: f64| {
            let (dx, dy) = (bx - ax, by - ay);
            let length = (dx * dx + dy * dy).sqrt().max(0.1);
            (ax + dx / length * by_length, ay + dy / length * by_length)
        };
        let start = toward((x1, y1), handle, RADIUS + 0.5);
        let tip = toward((x2, y2), handle, RADIUS + 0.5);
        let end = toward(tip, handle, 8.0);
        let (nx, ny) = ((tip.1 - end.1) / 8.0 * 3.6, (end.0 - tip.0) / 8.0 * 3.6);
        let head = [tip, (end.0 + nx, end.1 + ny), (end.0 - nx, end.1 - ny)];
        Self { start, handle, end, head }
    }
}
