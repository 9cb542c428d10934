//! What is known of the faces of a whole book: which sizes our faces have, and the digits of
//! those that have none of ours, cut out of the book itself.

use super::Found;
use super::digits::Digits;
use super::mask::Mask;
use crate::book::Face;
use crate::grid::Digit;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of examples of a digit at a size.
const EXAMPLES: usize = 24;
/// The maximum number of sizes of faces that are not ours.
const SIZES: usize = 64;
/// A digit of a book looks like another digit of our faces if what lacks to a likeness of 1 is less
/// by this factor.
const MARGIN: f32 = 1.5;

/// A size of type in eighths of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SizeKey(u32);

impl SizeKey {
    pub fn of(pixels: f64) -> Self {
        Self((pixels * 8.0).round().clamp(8.0, 8000.0) as u32)
    }

    pub fn pixels(self) -> f64 {
        f64::from(self.0) / 8.0
    }
}

/// The faces of a book.
#[derive(Default)]
pub(super) struct Known {
    /// The sizes of our faces.
    ours: BTreeSet<SizeKey>,
    examples: BTreeMap<SizeKey, Examples>,
}

/// The digits of a face that is not ours.
struct Examples {
    /// The first page that has them.
    page: usize,
    cut: [Vec<Mask>; 9],
    middle: Option<[Mask; 9]>,
}

impl Known {
    /// A size is one of our faces.
    pub fn met(&mut self, size: Option<SizeKey>) {
        self.ours.extend(size);
    }

    /// A size has a face that is not ours: keeps its digits as examples.
    pub fn learn(&mut self, page: usize, size: SizeKey, digits: Vec<(Digit, Mask)>) {
        if self.examples.len() == SIZES && !self.examples.contains_key(&size) {
            return;
        }
        let new = || Examples { page, cut: Default::default(), middle: None };
        let examples = self.examples.entry(size).or_insert_with(new);
        for (digit, mask) in digits {
            let cut = &mut examples.cut[digit.index()];
            if cut.len() < EXAMPLES {
                cut.push(mask);
            }
        }
    }

    /// Makes one digit of all examples of it, where no face of ours has this size. Answers which of
    /// them look like another digit, each with a page.
    pub fn settle(&mut self) -> Vec<(usize, Found)> {
        self.examples.retain(|size, _| !self.ours.contains(size));
        let mut wrong = Vec::new();
        for (size, examples) in &mut self.examples {
            let masks: [Mask; 9] = std::array::from_fn(|i| middle(&examples.cut[i], size.pixels()));
            for (digit, mask) in Digit::ALL.into_iter().zip(&masks) {
                if let Some(other) = other(mask, digit) {
                    let found = format!("the ink of most cells with {digit} reads {other}");
                    wrong.push((examples.page, (found, digit.to_string())));
                }
            }
            examples.middle = Some(masks);
            examples.cut = Default::default();
        }
        wrong
    }

    /// Whether digits of this size are of our faces elsewhere in the book.
    pub fn is_ours(&self, size: SizeKey) -> bool {
        self.ours.contains(&size)
    }

    /// The digits of this size that were cut out of the book.
    pub fn digits(&self, size: SizeKey) -> Option<&[Mask; 9]> {
        self.examples.get(&size)?.middle.as_ref()
    }
}

/// One digit of several examples: at each pixel the middle one of their shades. Blank if there are none.
fn middle(examples: &[Mask], size: f64) -> Mask {
    let side = (1.5 * size).ceil() as usize + 4;
    let half = side as f32 / 2.0;
    let moved: Vec<(Mask, i32, i32)> = examples
        .iter()
        .map(|mask| {
            let (x, y) = (half - mask.middle.0, half - mask.middle.1);
            let moved = mask.moved((x - x.floor(), y - y.floor()));
            (moved, x.floor() as i32, y.floor() as i32)
        })
        .collect();
    let pixel = |i: usize| {
        let (x, y) = ((i % side) as i32, (i / side) as i32);
        let mut shades: Vec<u8> =
            moved.iter().map(|(mask, left, top)| mask.at(x - left, y - top)).collect();
        shades.sort_unstable();
        shades.get(shades.len() / 2).copied().unwrap_or(0)
    };
    Mask::new(side, side, (0..side * side).map(pixel).collect())
}

/// The digit of our faces that some ink is like, if that is clearly not this one.
fn other(ink: &Mask, digit: Digit) -> Option<Digit> {
    if ink.is_blank() {
        return None;
    }
    let height = f64::from(ink.bounds[3].saturating_sub(ink.bounds[1]) as u32);
    let mut best = [0f32; 9];
    for &face in Face::BUILTIN {
        // As high as the ink: the size, if digits are as high as capitals.
        let mut digits = Digits::of_face(face, SizeKey::of(height / face.cap_height()).pixels());
        for other in Digit::ALL {
            let best = &mut best[other.index()];
            *best = best.max(digits.resemblance(ink, other));
        }
    }
    let nearest = Digit::ALL.into_iter().max_by(|a, b| best[a.index()].total_cmp(&best[b.index()]));
    let lacks = |digit: Digit| 1.0 - best[digit.index()];
    nearest.filter(|&other| lacks(digit) > MARGIN * lacks(other))
}
