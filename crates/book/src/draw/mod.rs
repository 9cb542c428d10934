//! Drawings of books: steps and their legend, stars of levels, and the fox for children.

mod diagram;
mod figure;
mod legend;
mod stars;

pub(crate) use diagram::{Diagram, LABEL_ROOM, WrittenGrid};
pub(crate) use figure::speech_bubble;
pub use figure::{FigureMood, Fox, FoxColours};
pub(crate) use legend::Legend;
pub(crate) use stars::{stars, stars_size, stars_to_colour};
