//! Turns sections into volumes: decides which puzzles each volume holds, its number of pages, and the
//! width of the gutter.

mod chapters;
mod explain;
pub(in crate::book) mod faults;
pub(in crate::book) mod fit;
mod gutter;
mod inputs;
mod lists;
pub(in crate::book) mod pagination;
mod split;
mod trial;
mod turns;

pub use gutter::{Layout, LayoutRound, lay_out, volumes};
