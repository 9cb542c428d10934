//! The symmetries of a pattern of givens: the cells that are given or empty together, and the
//! transforms that keep every pattern with a symmetry.

use super::{Transform, random_bands, random_labels, random_mirrored};
use crate::grid::{Cell, Grid};
use crate::puzzle::Puzzle;
use crate::random::Rng;
use arrayvec::ArrayVec;

words::named! {
    /// The symmetry of the pattern of givens.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Symmetry {
        /// No symmetry.
        [default]
        None = "none",
        /// The pattern is the same after a rotation by 180 degrees.
        HalfTurn = "half-turn",
        /// The same after a rotation by 90 degrees.
        QuarterTurn = "quarter-turn",
        /// The left half mirrors the right half.
        LeftRight = "left-right",
        /// The top half mirrors the bottom half.
        TopBottom = "top-bottom",
        /// Both halves mirror each other, left and right, top and bottom.
        BothMirrors = "both-mirrors",
        /// The same after transposition: mirrored in the diagonal from the top left.
        Diagonal = "diagonal",
        /// Mirrored in both diagonals.
        BothDiagonals = "both-diagonals",
        /// All rotations and mirrors.
        Full = "full",
    }
}

impl Symmetry {
    /// Returns the symmetry of these givens. Of several, it is the one with the most images of a
    /// cell.
    #[inline]
    pub fn from_givens(givens: &Grid) -> Self {
        let mut symmetries = [
            Self::Full,
            Self::QuarterTurn,
            Self::BothMirrors,
            Self::BothDiagonals,
            Self::HalfTurn,
            Self::LeftRight,
            Self::TopBottom,
            Self::Diagonal,
        ]
        .into_iter();
        symmetries.find(|symmetry| symmetry.keeps(givens)).unwrap_or_default()
    }

    /// Returns true if cells of an orbit are given or empty together.
    #[inline]
    fn keeps(self, givens: &Grid) -> bool {
        Cell::ALL.into_iter().all(|cell| {
            let orbit = self.orbit(cell);
            orbit.iter().all(|&image| givens[image].is_some() == givens[cell].is_some())
        })
    }

    /// Returns the cells that are given or empty together with this one, which comes first.
    pub fn orbit(self, cell: Cell) -> impl std::ops::Deref<Target = [Cell]> {
        let (r, c) = (cell.row(), cell.column());
        let mut orbit = ArrayVec::<_, 8>::from_iter([cell]);
        let turned = (8 - r, 8 - c);
        let images: &[(usize, usize)] = match self {
            Self::None => &[],
            Self::HalfTurn => &[turned],
            Self::QuarterTurn => &[(c, 8 - r), turned, (8 - c, r)],
            Self::LeftRight => &[(r, 8 - c)],
            Self::TopBottom => &[(8 - r, c)],
            Self::BothMirrors => &[(r, 8 - c), (8 - r, c), turned],
            Self::Diagonal => &[(c, r)],
            Self::BothDiagonals => &[(c, r), (8 - c, 8 - r), turned],
            Self::Full => {
                &[(c, 8 - r), turned, (8 - c, r), (r, 8 - c), (8 - r, c), (c, r), (8 - c, 8 - r)]
            }
        };
        for &(row, column) in images {
            let image = Cell::new(row, column);
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        orbit
    }

    /// Returns true if no orbit of givens can be left out: without any of them the puzzle has
    /// several solutions. Takes about a tenth of a millisecond.
    #[inline]
    pub fn is_minimal(self, puzzle: &Puzzle) -> bool {
        puzzle.givens().filled().all(|(cell, _)| {
            let mut fewer = *puzzle.givens();
            self.orbit(cell).iter().for_each(|&cell| fewer[cell] = None);
            Puzzle::prove(fewer).is_err()
        })
    }
}

impl Transform {
    /// Draws one of the transforms that keep every pattern of givens with this symmetry, each with
    /// the same probability. There are 9! relabellings times this number of permutations:
    ///
    /// | symmetry | rows | columns | transposes | permutations |
    /// |---|---|---|---|--:|
    /// | none | any | any | yes | 3,359,232 |
    /// | half-turn, both mirrors | mirrored | mirrored | yes | 1,152 |
    /// | left-right | any | mirrored | no | 31,104 |
    /// | top-bottom | mirrored | any | no | 31,104 |
    /// | diagonal | any | as the rows | yes | 2,592 |
    /// | quarter-turn, both diagonals | mirrored | as the rows, or reversed | yes | 96 |
    /// | full | mirrored | as the rows, pairs exchanged or not | yes | 192 |
    ///
    /// *Mirrored* permutations commute with reversing the order of the nine lines: there are 24.
    /// Under full symmetry the outer lines and the middle lines may be reversed independently.
    pub fn random_keeping(symmetry: Symmetry, rng: &mut Rng) -> Self {
        use Symmetry as S;
        let transpose = !matches!(symmetry, S::LeftRight | S::TopBottom) && rng.draw_bool();
        let rows = match symmetry {
            S::None | S::LeftRight | S::Diagonal => random_bands(rng),
            _ => random_mirrored(rng),
        };
        let columns = match symmetry {
            S::None | S::TopBottom => random_bands(rng),
            S::HalfTurn | S::LeftRight | S::BothMirrors => random_mirrored(rng),
            S::Diagonal => rows,
            S::QuarterTurn | S::BothDiagonals | S::Full => {
                let outer: bool = rng.draw_bool();
                let middle = if symmetry == S::Full { rng.draw_bool() } else { outer };
                rows.map(|row| {
                    let turns = if row / 3 == 1 { middle } else { outer };
                    if turns { 8 - row } else { row }
                })
            }
        };
        Self { transpose, rows, columns, digits: random_labels(rng) }
    }

    /// Draws a relabelling that moves no cell.
    #[inline]
    pub fn random_labels(rng: &mut Rng) -> Self {
        Self { digits: random_labels(rng), ..Self::IDENTITY }
    }
}
