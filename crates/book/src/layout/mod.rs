//! Turns sections into volumes: decides which puzzles each volume holds, its number of pages, and
//! the width of the gutter.
//!
//! Start reading in `gutter`: [`LayoutSpec`] checks the input (`inputs`), orders the puzzles
//! (`chapters`, `turns`) and tries one gutter after another. An attempt (`trial`) measures the
//! pages, splits the puzzles into volumes (`split`) and makes the volumes. `fit` and `faults` check
//! finished volumes.

mod chapters;
pub(crate) mod faults;
pub(crate) mod fit;
mod gutter;
mod inputs;
mod lists;
pub(crate) mod pagination;
mod split;
mod trial;
mod turns;

pub use gutter::{Layout, LayoutSpec, volumes};
