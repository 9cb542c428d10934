//! What a cover looks like beyond the words of its book.

use crate::book::cover::palette::PaletteChoice;
use crate::book::draw::picture::Picture;
use crate::book::text::typesetting::Manuscript;
use std::sync::Arc;

named! {
    /// What the front of a cover shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CoverDesign {
        /// A puzzle of the book on a sheet of paper, begun, with the pencil on it.
        [default]
        Pencil = "pencil",
        /// The word to the full measure, and a puzzle so near that the edge cuts it.
        Closeup = "closeup",
        /// The word in large cells, and the number of puzzles.
        Letters = "letters",
        /// A block of a puzzle as a window, with a scene behind it.
        Window = "window",
        /// A puzzle of the book on a card, and a badge with the number of puzzles.
        Puzzle = "puzzle",
        /// The givens of a puzzle on bright tiles.
        Tiles = "tiles",
        /// One huge number: that of the volume, or the year.
        Digit = "digit",
    }
}

named! {
    /// What is seen through the window of a front.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Scene {
        /// Rain over hills.
        [default]
        Rain = "rain",
        /// Snow, which lies on the bars, too.
        Snow = "snow",
        /// The sun with its rays.
        Sun = "sun",
        /// Falling leaves.
        Leaves = "leaves",
        /// The sea.
        Waves = "waves",
        /// A clear night.
        Stars = "stars",
    }
}

impl CoverDesign {
    /// The palette in which this front was drawn.
    pub(in crate::book) const fn palette(self) -> &'static str {
        match self {
            Self::Pencil => "lagoon",
            Self::Closeup => "brick",
            Self::Letters => "sun",
            Self::Window => "linen",
            Self::Puzzle => "harbour",
            Self::Tiles => "dusk",
            Self::Digit => "apricot",
        }
    }
}

/// The choices for a cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoverLook {
    /// What the front shows, unless there is a picture; otherwise what suits the design of the book.
    pub design: Option<CoverDesign>,
    /// Its colours.
    pub palette: PaletteChoice,
    /// What is seen through a window; otherwise another scene for each volume.
    pub scene: Option<Scene>,
    /// A picture that fills the front.
    pub picture: Option<Arc<Picture>>,
    /// A text for the back.
    pub back: Option<Manuscript>,
}
