//! Turns sections into volumes: decides which puzzles each volume holds, its number of pages, and the
//! width of the gutter.

mod account;
mod chapters;
mod gutter;
mod inputs;
mod lists;
mod split;
mod trial;

pub use gutter::{Layout, Round, lay_out, volumes};
