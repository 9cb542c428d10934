//! One grid: which face its digits have, and whether the ink of each cell is the digit of the text.

use super::Found;
use super::cells::{Ink, Seen, look};
use super::digits::{Digits, Reading};
use super::drawn::Cut;
use super::known::{Known, SizeKey};
use super::mask::Mask;
use crate::book::Face;
use crate::grid::{Cell, Digit};
use crate::proof::readback::PageGrid;
use std::collections::HashMap;

/// The number of cells by which a face is chosen.
const SAMPLE: usize = 12;
/// The maximum distance of a digit from the middle of its cell, in cells.
const MAX_OFF: f64 = 0.15;
/// The minimum side of a cell that can be read, in pixels.
const MIN_CELL: f64 = 10.0;

/// What came of a grid.
pub(super) enum Outcome {
    Read {
        /// What is wrong, if anything is.
        found: Option<Found>,
        /// The size of its digits, if they are those of our faces.
        ours: Option<SizeKey>,
    },
    /// The digits are of no face that is known; some of them, as the text calls them.
    Strange { size: SizeKey, digits: Vec<(Digit, Mask)> },
}

/// The digits of all faces at all sizes that were needed so far.
pub(super) struct Faces<'a> {
    known: &'a Known,
    drawn: HashMap<(&'static str, SizeKey), Digits>,
    /// Our faces; one that was right lately comes first.
    order: Vec<Face>,
    /// Digits that were cut out of the book.
    cut: HashMap<SizeKey, Digits>,
}

impl<'a> Faces<'a> {
    pub fn new(known: &'a Known) -> Self {
        let order = Face::BUILTIN.to_vec();
        Self { known, drawn: HashMap::new(), order, cut: HashMap::new() }
    }

    fn digits(&mut self, face: Face, size: SizeKey) -> &mut Digits {
        let new = || Digits::of_face(face, size.pixels());
        self.drawn.entry((face.name(), size)).or_insert_with(new)
    }

    /// Whether some ink is surely this digit of one of our faces.
    fn is_ours(&mut self, size: SizeKey, ink: &Mask, digit: Digit) -> bool {
        let order = self.order.clone();
        let right = order.iter().position(|&face| self.digits(face, size).surely(ink, digit));
        if let Some(right @ 1..) = right {
            self.order[..=right].rotate_right(1);
        }
        right.is_some()
    }

    /// How many of some digits are surely those of two of our faces: a grid has one face for givens and perhaps
    /// another for the digits of an answer. A foreign face is by luck like several of ours, each for a digit or two.
    fn count_of_two(&mut self, size: SizeKey, sample: &[(Digit, &Mask)]) -> usize {
        let mut left = sample.to_vec();
        for _ in 0..2 {
            let mut best: Option<(usize, Vec<_>)> = None;
            for at in 0..self.order.len() {
                let digits = self.digits(self.order[at], size);
                let other = |(digit, ink): &(Digit, &Mask)| !digits.surely(ink, *digit);
                let others: Vec<_> = left.iter().copied().filter(other).collect();
                if best.as_ref().is_none_or(|(_, fewest)| others.len() < fewest.len()) {
                    let all = others.is_empty();
                    best = Some((at, others));
                    if all {
                        break;
                    }
                }
            }
            if let Some((at, others)) = best {
                self.order[..=at].rotate_right(1);
                left = others;
            }
        }
        sample.len() - left.len()
    }

    /// Whether the second look at a book can read digits of this size that are not those of our faces.
    fn knows(&mut self, size: SizeKey) -> bool {
        if let Some(masks) = self.known.digits(size) {
            self.cut.entry(size).or_insert_with(|| Digits::cut(masks.clone()));
        }
        self.cut.contains_key(&size) || self.known.is_ours(size)
    }

    /// Reads ink that the text calls this digit: by our faces, or by digits that were cut out.
    fn read(&mut self, size: SizeKey, ours: bool, ink: &Mask, digit: Digit) -> Reading {
        if !ours && let Some(cut) = self.cut.get_mut(&size) {
            return match cut.surely(ink, digit) {
                true => Reading::Digit(digit),
                false => cut.read(ink).0,
            };
        }
        if self.is_ours(size, ink, digit) {
            return Reading::Digit(digit);
        }
        let all = self.order.clone().into_iter().map(|face| self.digits(face, size).read(ink));
        let best = all.max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(Reading::Unknown, |(reading, _)| reading)
    }
}

/// Reads a grid that was cut out of a page.
pub(super) fn read(cut: Option<&Cut>, grid: &PageGrid, faces: &mut Faces<'_>) -> Outcome {
    let said = |wrong: &str, right: &str| Outcome::Read {
        found: Some((wrong.to_owned(), right.to_owned())),
        ours: None,
    };
    let Some(cut) = cut else {
        return said("the grid is not all on the page", "all of its lines");
    };
    if (cut.xs[9] - cut.xs[0]).min(cut.ys[9] - cut.ys[0]) < 9.0 * MIN_CELL {
        return said("the cells are too small to be read", "digits that can be read");
    }
    let seen = Cell::ALL.map(|cell| look(cut, cell.row(), cell.column()));
    let inked: Vec<(Digit, &Mask)> = Cell::ALL
        .iter()
        .zip(&seen)
        .filter_map(|(&cell, seen)| match &seen.ink {
            Ink::Shape(mask, _) => Some((grid.grid[cell]?, mask)),
            _ => None,
        })
        .collect();
    let size = SizeKey::of(grid.size * cut.scale);
    let every = inked.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<_> = inked.iter().step_by(every).copied().collect();
    let right = faces.count_of_two(size, &sample);
    let ours = 4 * right >= 3 * sample.len();
    if !ours && !faces.knows(size) {
        let digits = inked.into_iter().map(|(digit, ink)| (digit, ink.clone())).collect();
        return Outcome::Strange { size, digits };
    }
    let mut first: Option<(bool, Found)> = None;
    let mut count = 0;
    let mut read = |ink: &Mask, digit| faces.read(size, ours, ink, digit);
    for (&cell, seen) in Cell::ALL.iter().zip(&seen) {
        let Some((other, found)) = fault(cell, seen, grid.grid[cell], &mut read) else { continue };
        count += 1;
        // Another digit is the worst.
        if first.as_ref().is_none_or(|(before, _)| other && !before) {
            first = Some((other, found));
        }
    }
    let found = first.map(|(_, (wrong, right))| match count {
        1 => (wrong, right),
        2 => (wrong + " (and 1 other cell is wrong)", right),
        n => (format!("{wrong} (and {} other cells are wrong)", n - 1), right),
    });
    Outcome::Read { found, ours: (ours && right > 0).then_some(size) }
}

/// What is wrong with a cell, and whether it is another digit than in the text.
fn fault(
    cell: Cell,
    seen: &Seen,
    digit: Option<Digit>,
    read: &mut impl FnMut(&Mask, Digit) -> Reading,
) -> Option<(bool, Found)> {
    let text =
        || digit.map_or("none, as in the text".to_owned(), |d| format!("{d}, as in the text"));
    let wrong = match (digit, &seen.ink) {
        (None, Ink::Shape(..)) => format!("the ink of {cell} is no digit"),
        (Some(_), Ink::Blank) => format!("{cell} has no ink"),
        (Some(_), Ink::Faint) => format!("the ink of {cell} is too faint"),
        (Some(digit), Ink::Shape(ink, _)) => match read(ink, digit) {
            Reading::Digit(read) if read == digit => String::new(),
            Reading::Digit(read) => {
                return Some((true, (format!("the ink of {cell} reads {read}"), text())));
            }
            Reading::Unknown => format!("the ink of {cell} is no digit"),
        },
        _ => String::new(),
    };
    if !wrong.is_empty() {
        return Some((false, (wrong, text())));
    }
    if seen.off > MAX_OFF {
        let wrong = format!("the ink of {cell} is {:.2} of a cell from its middle", seen.off);
        return Some((false, (wrong, format!("at most {MAX_OFF}"))));
    }
    let wrong = (!seen.lined).then(|| format!("a line of {cell} is missing"))?;
    Some((false, (wrong, "a line on each side".to_owned())))
}
