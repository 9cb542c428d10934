//! One attempt at a puzzle: a function from a recipe and a random stream to a scored puzzle, or to
//! nothing. There are no threads and no files here.
//!
//! ```
//! use grid::Level;
//! use sudoku_press_make::{Recipe, Seed};
//!
//! let recipe = Recipe::paper(Level::Easy);
//! let mut rng = Seed(1).stream_at(0);
//! let (puzzle, score) = (0..1000)
//!     .find_map(|_| {
//!         let base = recipe.dig(&mut rng)?;
//!         recipe.transform_to_level(&base, &mut rng)
//!     })
//!     .expect("most attempts succeed");
//! assert_eq!(score.level(), Level::Easy);
//! assert!((36..=49).contains(&puzzle.givens_count()));
//! ```

mod dig;
mod full_grid;
mod givens_mask;
mod hole_order;
mod look;
mod recipe;
mod unavoidable;

pub use dig::{Bounds, dig};
pub use full_grid::FullGrid;
pub use givens_mask::GivensMask;
pub use hole_order::HoleOrder;
pub use look::Look;
pub use recipe::Recipe;
pub(crate) use unavoidable::{FoundSets, UnavoidableSets};

use grid::{Puzzle, Rng, Score, Solution, Symmetry, Transform};

/// The number of transforms drawn for one dug puzzle before it is dropped. Its number of searches
/// varies widely over its transforms, so few are enough.
const MAX_TRANSFORMS: usize = 20;

/// A source of puzzles of one recipe.
#[derive(Default)]
pub(crate) struct DugPuzzles {
    /// The full grid, and the number of times that it may still be dug.
    full: Option<(Solution, u32)>,
}

impl DugPuzzles {
    /// Digs the next puzzle, like [`Recipe::dig`].
    pub fn next(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<Puzzle> {
        let bounds = if recipe.minimal {
            Bounds::default()
        } else {
            Bounds {
                givens: (0..recipe.bound_draws)
                    .map(|_| rng.within(recipe.min_givens..=recipe.max_givens) as usize)
                    .min()
                    .unwrap_or_default(),
                row_col_min: recipe.row_col_min,
                block_min: recipe.block_min,
            }
        };
        let full = self.full.take().filter(|(_, digs)| *digs > 0);
        let (full, digs) = match full {
            Some(full) => full,
            None => (recipe.grid.attempt(rng)?, recipe.digs),
        };
        let puzzle = match recipe.pattern {
            Some(pattern) => pattern.attempt(&full, rng)?,
            None => {
                let mut order = recipe.order.cells(rng);
                let Recipe { opening_sets, symmetry, .. } = *recipe;
                if opening_sets > 0 {
                    hole_order::open_houses(&mut order, opening_sets, symmetry, rng);
                }
                let givens = dig(&full, &order, recipe.symmetry, bounds);
                self.full = Some((full, digs - 1));
                Puzzle::prove(givens).expect("digging keeps a puzzle unique")
            }
        };
        // Transforms change only the number of searches.
        let levels = Score::levels(puzzle.givens_count(), puzzle.row_col_min());
        match recipe.level {
            Some(level) if !levels.contains(&level) => None,
            _ => Some(puzzle),
        }
    }
}

impl Recipe {
    /// Digs one puzzle, or finds one with the givens of the recipe's picture. Returns `None` if the
    /// attempt at a full grid failed, if the picture was not found, or if no transform of the
    /// puzzle can have the level. Takes up to a millisecond; with a picture, some milliseconds.
    pub fn dig(&self, rng: &mut Rng) -> Option<Puzzle> {
        DugPuzzles::default().next(self, rng)
    }

    /// Draws transforms of a puzzle until one has the level, in the orientation in which it will be
    /// printed. Returns `None` if none of twenty has the level.
    pub fn transform_to_level(&self, base: &Puzzle, rng: &mut Rng) -> Option<(Puzzle, Score)> {
        for _ in 0..MAX_TRANSFORMS {
            let puzzle = self.transform_randomly(base, rng);
            let score = Score::of(&puzzle);
            if self.level.is_none() || self.level == Some(score.level()) {
                return Some((puzzle, score));
            }
        }
        None
    }

    /// Draws a transform of a puzzle that keeps the symmetry or the picture.
    pub(crate) fn transform_randomly(&self, base: &Puzzle, rng: &mut Rng) -> Puzzle {
        let transform = match self.pattern {
            Some(_) => Transform::random_labels(rng),
            None => Transform::random_keeping(self.symmetry, rng),
        };
        transform.puzzle(base)
    }
}

/// Digs at most `tries` full grids in reading order, down to `givens` givens each, whatever their
/// level, and stops at the first that succeeds. Returns the puzzle with the fewest givens, which
/// may be more than `givens`; `None` if no attempt made a full grid.
pub fn fewest_givens(givens: usize, tries: u32, rng: &mut Rng) -> Option<Puzzle> {
    let order = HoleOrder::Reading.cells(rng);
    let bounds = Bounds { givens, ..Bounds::default() };
    let mut best: Option<Puzzle> = None;
    for _ in 0..tries {
        let Some(full) = FullGrid::PAPER.attempt(rng) else {
            continue;
        };
        let dug = dig(&full, &order, Symmetry::None, bounds);
        if best.is_none_or(|best| dug.filled_count() < best.givens_count()) {
            best = Some(Puzzle::prove(dug).expect("digging keeps a puzzle unique"));
        }
        if dug.filled_count() <= givens {
            break;
        }
    }
    best
}
