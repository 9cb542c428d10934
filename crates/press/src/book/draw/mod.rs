//! Draws the elements of pages: lines of text, grids, stars, rules. The parts and the covers choose
//! their places.

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

pub(in crate::book) use diagram::{Diagram, DrawingSample, LABEL_ROOM};
pub(in crate::book) use figure::{Fox, FoxColours, speech_bubble};
pub(in crate::book) use grid::GridStyle;
pub(in crate::book) use qr::PuzzleCodeStyle;
pub(in crate::book) use shapes::{circle, dots_in_cell, flatten, rounded, rule, tick_box};
pub(in crate::book) use stars::{stars, stars_size, stars_to_colour};
pub(in crate::book) use text::{TextStyle, centred, labelled_blank, left, right, text_line};
