//! The printed book: turns sections of puzzles into pages and a PDF. Independent of how puzzles are
//! made and stored; of files it knows only that [`write()`] fills one.
//!
//! A [`Template`] defines the look of a book, a [`Trim`](crate::printers::Trim) the size of its pages.
//! [`volumes`] assigns the content to pages and refuses what cannot be printed. A [`Volume`] makes each
//! [`Page`] on request, and [`write()`] turns them into a PDF.
//!
//! ```
//! use sudoku_press::book::{self, Imprint, Section, Template};
//! use sudoku_press::{sudoku::puzzle::Puzzle, sudoku::score::Level};
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let sections = [Section::new(Level::Easy, vec![Puzzle::prove(line.parse()?)?])];
//! let template = Template::builtin("classic").expect("it is built in");
//! let volumes = book::volumes(&template, "6x9".parse()?, &Imprint::default(), &sections)?;
//! let mut pdf = Vec::new();
//! book::write(&volumes[0], &mut pdf, &mut || Ok(()))?;
//! assert!(pdf.starts_with(b"%PDF-1.5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canvas;
mod compose;
mod cover;
mod deck;
mod design;
mod draw;
mod error;
mod faults;
mod fit;
mod imprint;
mod insight;
mod isbn;
mod language;
mod links;
mod listing;
mod logo;
mod look;
mod minutes;
mod page;
mod pagination;
mod palette;
mod parts;
mod pdf;
mod picture;
mod qr;
mod setup;
mod showcase;
mod single;
mod typesetting;
mod volume;

pub use compose::{Layout, Round, lay_out, volumes};
pub use cover::Cover;
pub use design::Template;
pub use error::{CoverError, LayoutError};
pub use imprint::{Answers, Colophon, Imprint, PuzzleOrder, Section, date, text};
pub use insight::{Insight, Use};
pub use isbn::{Isbn, IsbnError};
pub use language::{Language, example};
pub use listing::{ListedLevel, Listing, ListingError};
pub use logo::Logo;
pub use look::{CoverDesign, CoverLook, Scene};
pub use minutes::{minutes, typical_minutes};
pub use page::{Colour, Drawing, Mark, Mood, Page, Paint, Point, Stamp, Turn};
pub use palette::{Colours, Palette, PaletteChoice, PaletteError};
pub use parts::part_name;
pub use pdf::{write, write_booklet, write_cover};
pub use picture::{Picture, PictureError, Space};
pub use qr::{QrUrl, QrUrlError};
pub use single::{Single, SingleLook};
pub use typesetting::{
    Face, FontError, GlyphOutline, Manuscript, ManuscriptError, Script, Step, Unprintable,
};
pub use volume::{Numbering, Titles, Volume};
