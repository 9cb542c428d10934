//! The small drawings of which pages are made: lines of text, grids, stars, rules. Where on a page they
//! belong is decided in `layout`.

mod grid;
mod shapes;
mod stars;
mod text;

pub(in crate::book) use grid::GridStyle;
pub(in crate::book) use shapes::{dots, rule, tick_box};
pub(in crate::book) use stars::{stars, stars_size};
pub(in crate::book) use text::{TextStyle, blank, centred, left, line, right};
