//! Draws the elements of pages: lines of text, grids, stars, rules. The parts decide where they go.

pub(in crate::book) mod canvas;
mod diagram;
mod figure;
mod grid;
pub(in crate::book) mod logo;
mod look;
pub(in crate::book) mod picture;
pub(in crate::book) mod qr;
mod shapes;
mod stars;
mod text;

pub(in crate::book) use diagram::{Diagram, LABEL};
pub(in crate::book) use figure::{bubble, figure};
pub(in crate::book) use grid::GridStyle;
pub(in crate::book) use shapes::{disc, dots, rounded, rule, tick_box};
pub(in crate::book) use stars::{stars, stars_size, stars_to_colour};
pub(in crate::book) use text::{TextStyle, blank, centred, left, line, right};
