//! The fronts that a design may name.

words::named! {
    /// The picture on the front of a cover.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CoverDesign {
        /// A begun puzzle of the book on a sheet of paper, and a pencil.
        [default]
        Pencil = "pencil",
        /// The corner of a page of the book at its true size, below the largest words.
        Closeup = "closeup",
        /// Words such as `Learn Sudoku`, and a puzzle with a lit row and a lit column.
        Lesson = "lesson",
        /// Words such as `Mini Sudoku`, and a pad of puzzles.
        Pad = "pad",
        /// The largest and the smallest puzzle of the book on two cards.
        Cards = "cards",
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

impl CoverDesign {
    /// Returns the name of the palette in which this front was drawn.
    pub const fn palette(self) -> &'static str {
        match self {
            Self::Pencil | Self::Picture => "lagoon",
            Self::Closeup => "brick",
            Self::Letters => "sun",
            Self::Window => "linen",
            Self::Puzzle | Self::Lesson => "harbour",
            Self::Pad => "sun",
            Self::Cards => "mint",
            Self::Tiles => "dusk",
            Self::Digit => "apricot",
        }
    }
}
