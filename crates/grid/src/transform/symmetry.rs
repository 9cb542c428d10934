//! The symmetries of a pattern of givens: the cells that are given or empty together, and the
//! transforms that keep every pattern with a symmetry.

use super::{Transform, random_bands, random_labels, random_mirrored};
use crate::grid::{Cell, Grid};
use crate::mini::{Cells, MiniGrid, MiniPuzzle, MiniShape, bits};
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
        Self::first_that(|symmetry| symmetry.keeps(givens))
    }

    /// Returns the symmetry of the givens of a small grid. Of several, it is the one with the most
    /// images of a cell.
    pub fn from_small_givens(givens: &MiniGrid) -> Self {
        Self::first_that(|symmetry| symmetry.keeps_small(givens))
    }

    /// Returns the first symmetry that the givens have, of those with the most images of a cell
    /// first.
    fn first_that(has: impl Fn(Self) -> bool) -> Self {
        let symmetries = [
            Self::Full,
            Self::QuarterTurn,
            Self::BothMirrors,
            Self::BothDiagonals,
            Self::HalfTurn,
            Self::LeftRight,
            Self::TopBottom,
            Self::Diagonal,
        ];
        symmetries.into_iter().find(|symmetry| has(*symmetry)).unwrap_or_default()
    }

    /// Returns true if cells of an orbit are given or empty together.
    #[inline]
    fn keeps(self, givens: &Grid) -> bool {
        Cell::ALL.into_iter().all(|cell| {
            let orbit = self.orbit(cell);
            orbit.iter().all(|&image| givens[image].is_some() == givens[cell].is_some())
        })
    }

    /// Returns true if the cells of an orbit of a small grid are given or empty together.
    pub fn keeps_small(self, givens: &MiniGrid) -> bool {
        let given: Cells = givens.filled().map(|cell| 1 << cell).sum();
        (0..givens.shape().cell_count()).all(|cell| {
            let orbit = self.small_orbit(givens.shape(), cell);
            given & orbit == 0 || given & orbit == orbit
        })
    }

    /// Returns the cells that are given or empty together with this one, which comes first.
    pub fn orbit(self, cell: Cell) -> impl std::ops::Deref<Target = [Cell]> {
        let mut orbit = ArrayVec::<_, 8>::from_iter([cell]);
        for (row, column) in self.images(9, cell.row(), cell.column()) {
            let image = Cell::new(row, column);
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        orbit
    }

    /// Returns the cells of a small grid that are given or empty together with this one.
    pub fn small_orbit(self, shape: MiniShape, cell: usize) -> Cells {
        let side = shape.side();
        let images = self.images(side, cell / side, cell % side);
        images.into_iter().fold(1 << cell, |all, (row, column)| all | 1 << (row * side + column))
    }

    /// Returns the images of a cell in a grid of this side, without the cell.
    #[inline]
    fn images(self, side: usize, r: usize, c: usize) -> ArrayVec<(usize, usize), 7> {
        let (mirrored_r, mirrored_c) = (side - 1 - r, side - 1 - c);
        let turned = (mirrored_r, mirrored_c);
        let images: &[(usize, usize)] = match self {
            Self::None => &[],
            Self::HalfTurn => &[turned],
            Self::QuarterTurn => &[(c, mirrored_r), turned, (mirrored_c, r)],
            Self::LeftRight => &[(r, mirrored_c)],
            Self::TopBottom => &[(mirrored_r, c)],
            Self::BothMirrors => &[(r, mirrored_c), (mirrored_r, c), turned],
            Self::Diagonal => &[(c, r)],
            Self::BothDiagonals => &[(c, r), (mirrored_c, mirrored_r), turned],
            Self::Full => &[
                (c, mirrored_r),
                turned,
                (mirrored_c, r),
                (r, mirrored_c),
                (mirrored_r, c),
                (c, r),
                (mirrored_c, mirrored_r),
            ],
        };
        ArrayVec::from_iter(images.iter().copied())
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

    /// Returns true if no orbit of givens of a small puzzle can be left out.
    pub fn is_minimal_small(self, puzzle: &MiniPuzzle) -> bool {
        let givens = puzzle.givens();
        givens.filled().all(|cell| {
            let mut fewer = *givens;
            bits(self.small_orbit(givens.shape(), cell)).for_each(|cell| fewer.set(cell, 0));
            MiniPuzzle::prove(fewer).is_err()
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
