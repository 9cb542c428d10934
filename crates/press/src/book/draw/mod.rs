//! Draws the elements of pages: lines of text, grids, stars, rules. The parts and the covers choose
//! their places.

mod boxes;
pub(crate) mod canvas;
mod diagram;
mod figure;
mod grid;
mod hand;
mod legend;
pub(crate) mod logo;
pub(crate) mod picture;
pub(crate) mod qr;
mod shapes;
mod stars;
mod text;

pub(crate) use boxes::{BoxStack, Raster, TextAlign, TextLines};
pub(crate) use diagram::{Diagram, LABEL_ROOM, WrittenGrid};
pub(crate) use figure::{Fox, FoxColours, speech_bubble};
pub(crate) use grid::{CELLS, GridStyle, ShapedForms};
pub(crate) use hand::FigureType;
pub(crate) use legend::Legend;
pub(crate) use qr::PuzzleCodeStyle;
pub(crate) use shapes::{circle, flatten, link, rounded, rule, tick_box};
pub(crate) use stars::{stars, stars_size, stars_to_colour};
pub(crate) use text::{
    BLANK_DROP, BLANK_GAP, TextStyle, centred, labelled_blank, left, right, text_line,
};
