//! From sections to volumes: which puzzles each volume holds, how many pages it has, how wide its gutter
//! is.

mod account;
mod chapters;
mod gutter;
mod inputs;
mod split;
mod trial;

pub use account::Account;
pub use gutter::{Layout, Round, lay_out, volumes};
