//! Drawings of books: steps and their legend, stars of levels, and the fox for children.

mod diagram;
mod figure;
mod legend;
mod stars;

pub(crate) use diagram::{Diagram, LABEL_ROOM, WrittenGrid};
pub use figure::{FigureMood, Fox, FoxColours};
pub(crate) use figure::{Paw, StagePicture, speech_bubble};
pub(crate) use legend::{Legend, shown_digit, shown_signs};
pub(crate) use stars::{StarCounts, stars, stars_size, stars_to_colour};
