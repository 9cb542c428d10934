//! What a cover looks like beyond the words of its book.

use crate::book::palette::PaletteChoice;
use crate::book::picture::Picture;
use crate::book::typesetting::Manuscript;
use std::sync::Arc;

named! {
    /// What the front of a cover shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CoverDesign {
        /// A puzzle of the book, and a badge with the number of puzzles.
        [default]
        Puzzle = "puzzle",
        /// The givens of a puzzle as bright tiles on a dark ground.
        Tiles = "tiles",
        /// One huge digit: the number of the volume, or one of a puzzle.
        Digit = "digit",
    }
}

/// The choices for a cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoverLook {
    /// What the front shows, unless there is a picture.
    pub design: CoverDesign,
    /// Its colours.
    pub palette: PaletteChoice,
    /// A picture that fills the front.
    pub picture: Option<Arc<Picture>>,
    /// A text for the back.
    pub back: Option<Manuscript>,
}
