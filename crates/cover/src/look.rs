//! The look of a cover beyond the words of its book.

use crate::palette_choice::PaletteChoice;
use book::{CoverDesign, Manuscript};
use page::RasterImage;
use std::sync::Arc;

words::named! {
    /// The scene behind the window of a front, another one for each volume.
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

words::named! {
    /// The layout of the back of a cover.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum BackDesign {
        /// Facts as sentences and large numbers, and a strip with the drawing of the front.
        [default]
        Facts = "facts",
        /// The corner of a page of the book at its true size, beside large numbers.
        Corner = "corner",
        /// Three pages of the book, tilted: rules, puzzles and answers.
        Pages = "pages",
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
    /// The layout of the back; `None` for the one that suits the book.
    pub back_design: Option<BackDesign>,
    /// A text for the back, in place of the promise.
    pub back: Option<Manuscript>,
}
