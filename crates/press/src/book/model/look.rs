//! The look of a cover beyond the words of its book.

use crate::book::cover::palette::PaletteChoice;
use crate::book::draw::picture::RasterImage;
use crate::book::text::typesetting::Manuscript;
use std::sync::Arc;

words::named! {
    /// The picture on the front of a cover.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CoverDesign {
        /// A begun puzzle of the book on a sheet of paper, and a pencil.
        [default]
        Pencil = "pencil",
        /// A puzzle so near that the edges cut it, above the title.
        Closeup = "closeup",
        /// A board of cells with the word, a begun puzzle, and the number of puzzles.
        Letters = "letters",
        /// A block of a puzzle as a window, with a scene behind it.
        Window = "window",
        /// The title on a label, a puzzle of the book on a card, and a badge.
        Puzzle = "puzzle",
        /// The givens of a puzzle on bright tiles, above and below the title.
        Tiles = "tiles",
        /// One huge number: that of the volume, or the year.
        Digit = "digit",
        /// Your own picture alone, without any words on it: the setting cover-picture.
        Picture = "picture",
    }
}

words::named! {
    /// The scene behind the window of a front, another one for each volume.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) enum Scene {
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
    /// Returns the name of the palette in which this front was drawn.
    pub(crate) const fn palette(self) -> &'static str {
        match self {
            Self::Pencil | Self::Picture => "lagoon",
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
    /// The drawing on the front, unless there is a picture; `None` for the drawing that suits the
    /// design of the book. [`CoverDesign::Picture`] needs a picture, which then has no words on it.
    pub design: Option<CoverDesign>,
    /// The colours.
    pub palette: PaletteChoice,
    /// A photo or drawing that fills the front. Words stand on it, unless the design is
    /// [`CoverDesign::Picture`].
    pub picture: Option<Arc<RasterImage>>,
    /// A text for the back.
    pub back: Option<Manuscript>,
}
