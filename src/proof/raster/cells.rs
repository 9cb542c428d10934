//! The cells of a grid that was cut out of a page: whether their lines are there, and what ink they
//! have. Not which digit it is.

use super::drawn::Cut;
use super::mask::Mask;
use std::ops::Range;

/// Grey values that differ by less are the same: the edge of a line.
const SAME: u8 = 6;
/// Ink that differs from its paper by less is not seen: a tenth of the way from white to black.
const FAINT: u8 = 25;
/// A digit differs from its paper by at least this: a fifth of the way.
const CLEAR: u8 = 51;
/// The maximum half width of a line, as a part of a cell.
const LINE: f64 = 0.22;
/// Ink that is shorter than this part of a cell is a speck, such as a dot for pencil marks.
const SPECK: f64 = 0.15;

/// What is seen in a cell.
pub(super) struct Seen {
    /// Whether it has a line on each side.
    pub lined: bool,
    pub ink: Ink,
    /// The distance of the middle of the ink from that of the cell, in cells.
    pub off: f64,
}

/// The ink in a cell, inside of its lines.
pub(super) enum Ink {
    /// None, or specks.
    Blank,
    /// Too faint for a digit.
    Faint,
    /// Ink as a picture, and the middle of the box around it, in pixels.
    Shape(Mask, (f64, f64)),
}

/// Looks at the cell of a row and a column.
pub(super) fn look(cut: &Cut, row: usize, column: usize) -> Seen {
    let (left, right) = (cut.xs[column], cut.xs[column + 1]);
    let (top, bottom) = (cut.ys[row], cut.ys[row + 1]);
    let cell = (right - left).min(bottom - top);
    let paper = paper(cut, (left, top), cell);
    let (columns, sides) = inside(left, right, cell, |x| {
        let core = part(top, bottom, 0.2);
        let mut values = core.map(|y| cut.picture.grey[y * cut.picture.width + x]);
        values.all(|grey| grey.abs_diff(paper) > SAME)
    });
    let (rows, ends) = inside(top, bottom, cell, |y| {
        let mut values = cut.picture.row(y, part(left, right, 0.2)).iter();
        values.all(|grey| grey.abs_diff(paper) > SAME)
    });
    let ink = ink(cut, columns, rows, paper, cell);
    let off = match ink {
        Ink::Shape(_, (x, y)) => {
            let (far_x, far_y) = (x - (left + right) / 2.0, y - (top + bottom) / 2.0);
            far_x.abs().max(far_y.abs()) / cell
        }
        _ => 0.0,
    };
    Seen { lined: sides && ends, ink, off }
}

/// The pixels between two lines, without this part of a cell on each side.
fn part(from: f64, to: f64, off: f64) -> Range<usize> {
    let off = off * (to - from);
    (from + off) as usize..((to - off) as usize).max((from + off) as usize + 1)
}

/// The pixels between two lines, and whether both lines are there.
fn inside(from: f64, to: f64, cell: f64, is_line: impl Fn(usize) -> bool) -> (Range<usize>, bool) {
    let most = (LINE * cell) as usize;
    let (first, last) = (from as usize, to as usize);
    let begin = (first..=first + most).find(|&at| !is_line(at));
    let end = (last.saturating_sub(most)..=last).rev().find(|&at| !is_line(at));
    let lined = begin != Some(first) && end != Some(last);
    let begin = begin.unwrap_or(first + most);
    (begin..(end.unwrap_or(last - most) + 1).max(begin), lined)
}

/// The shade of the paper in a cell: the middle one of eight places where digits have no ink.
fn paper(cut: &Cut, (left, top): (f64, f64), cell: f64) -> u8 {
    const PLACES: [(f64, f64); 8] = [
        (0.2, 0.36),
        (0.2, 0.64),
        (0.8, 0.36),
        (0.8, 0.64),
        (0.25, 0.36),
        (0.25, 0.64),
        (0.75, 0.36),
        (0.75, 0.64),
    ];
    let mut shades = PLACES.map(|(x, y)| {
        let (x, y) = ((left + x * cell) as usize, (top + y * cell) as usize);
        cut.picture.grey[y * cut.picture.width + x]
    });
    shades.sort_unstable();
    shades[4]
}

fn ink(cut: &Cut, columns: Range<usize>, rows: Range<usize>, paper: u8, cell: f64) -> Ink {
    // Of each row, the shade that is farthest from the paper.
    let far = |y: usize| {
        let row = cut.picture.row(y, columns.clone());
        let (low, high) = row.iter().fold((255, 0), |(low, high), &g| (g.min(low), g.max(high)));
        if high == 0 && low == 255 { 0 } else { paper.abs_diff(low).max(paper.abs_diff(high)) }
    };
    let inked: Vec<bool> = rows.clone().map(|y| far(y) >= FAINT).collect();
    let Some(first) = inked.iter().position(|&inked| inked) else {
        return Ink::Blank;
    };
    let last = inked.iter().rposition(|&inked| inked).unwrap_or(first);
    let shape = rows.start + first.saturating_sub(1)..(rows.start + last + 2).min(rows.end);
    let speck = ((SPECK * cell) as usize).max(3);
    if longest(inked.iter().copied()) <= speck {
        let column = |x: usize| {
            let mut values = shape.clone().map(|y| cut.picture.grey[y * cut.picture.width + x]);
            values.any(|grey| grey.abs_diff(paper) >= FAINT)
        };
        if longest(columns.clone().map(column)) <= speck {
            return Ink::Blank;
        }
    }
    let (mut darker, mut lighter) = (0, 0);
    for y in shape.clone() {
        for &grey in cut.picture.row(y, columns.clone()) {
            darker = darker.max(paper.saturating_sub(grey));
            lighter = lighter.max(grey.saturating_sub(paper));
        }
    }
    if darker.max(lighter) < CLEAR {
        return Ink::Faint;
    }
    let mut values = Vec::with_capacity(columns.len() * shape.len());
    for y in shape.clone() {
        let row = cut.picture.row(y, columns.clone()).iter();
        match darker >= lighter {
            true => values.extend(row.map(|&grey| paper.saturating_sub(grey))),
            false => values.extend(row.map(|&grey| grey.saturating_sub(paper))),
        }
    }
    let mask = Mask::new(columns.len(), shape.len(), values);
    // The middle of the box, in pixels of the picture.
    let [left, top, right, bottom] = mask.bounds.map(|at| at as f64 / 2.0);
    let (x, y) = (columns.start as f64 + left + right, shape.start as f64 + top + bottom);
    Ink::Shape(mask, (x, y))
}

/// The length of the longest row of true ones.
fn longest(all: impl Iterator<Item = bool>) -> usize {
    let runs = all.scan(0, |run, one| {
        *run = if one { *run + 1 } else { 0 };
        Some(*run)
    });
    runs.max().unwrap_or(0)
}
