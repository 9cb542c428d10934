//! One attempt at a puzzle, sequential and pure: recipe and random stream in, a scored puzzle or
//! nothing out. No threads, no files.

mod dig;
mod exact;
mod full;
mod order;
mod recipe;
mod unavoidable;

pub use dig::{Bounds, dig};
pub use exact::fewest_givens;
pub use full::FullGrid;
pub use order::{Order, Symmetry};
pub use recipe::Recipe;

use crate::puzzle::Puzzle;
use crate::score::Score;
use crate::transform::Transform;
use rand::RngExt as _;

/// How many transforms are drawn for one dug puzzle before it is given up. The searches of a
/// puzzle vary widely over its transforms, so few suffice.
pub const TRANSFORMS: usize = 20;

/// Digs one puzzle by the recipe; `None` when the full grid did not come out or when no transform
/// of the puzzle could have the recipe's level.
pub fn base(recipe: &Recipe, rng: &mut impl rand::Rng) -> Option<Puzzle> {
    let bounds = Bounds {
        givens: rng.random_range(recipe.fewest_givens..=recipe.most_givens) as usize,
        row_col_min: recipe.row_col_min,
    };
    let full = recipe.grid.attempt(rng)?;
    let order = recipe.order.cells(rng);
    let givens = dig(&full, &order, recipe.symmetry, bounds);
    let puzzle = Puzzle::prove(givens).expect("digging keeps a puzzle unique");
    Score::may_reach(&puzzle, recipe.level).then_some(puzzle)
}

/// Draws transforms of a puzzle until one has the recipe's level as it will be printed.
pub fn disguise(
    recipe: &Recipe,
    base: &Puzzle,
    rng: &mut impl rand::Rng,
) -> Option<(Puzzle, Score)> {
    (0..TRANSFORMS).find_map(|_| {
        let transform = match recipe.symmetry {
            Symmetry::None => Transform::random(rng),
            Symmetry::HalfTurn => Transform::random_keeping_half_turn(rng),
        };
        let puzzle = transform.puzzle(base);
        let score = Score::of(&puzzle);
        (score.level() == recipe.level).then_some((puzzle, score))
    })
}
