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

pub(crate) use boxes::BoxStack;
pub use boxes::{Raster, TextAlign, TextLines};
pub use canvas::{Canvas, Rgb, outline_edges, rgb};
pub(crate) use diagram::{Diagram, LABEL_ROOM, WrittenGrid};
pub(crate) use figure::speech_bubble;
pub use figure::{Fox, FoxColours};
pub use grid::GridStyle;
pub(crate) use grid::{CELLS, ShapedForms};
pub use hand::FigureType;
pub(crate) use legend::Legend;
pub(crate) use qr::PuzzleCodeStyle;
pub use shapes::{circle, rounded};
pub(crate) use shapes::{flatten, link, rule, tick_box};
pub(crate) use stars::{stars, stars_size, stars_to_colour};
pub(crate) use text::{BLANK_DROP, BLANK_GAP, labelled_blank, text_line};
pub use text::{TextStyle, centred, left, right};
