//! The printed book: sections of puzzles in, pages out. Knows nothing of how puzzles are made or
//! kept, only what they are; and nothing of files, except that [`write()`] fills one.
//!
//! A [`Template`] says how a book looks, a [`Trim`] how large its pages are. [`volumes`] decides
//! what stands on which page, and refuses what cannot be printed; a [`Volume`] makes each [`Page`]
//! when it is asked for; [`write()`] turns them into a PDF.
//!
//! ```
//! use sudoku_press::book::{self, Imprint, Section, Template};
//! use sudoku_press::{puzzle::Puzzle, score::Level};
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let sections = [Section { level: Level::Easy, puzzles: vec![Puzzle::prove(line.parse()?)?] }];
//! let template = Template::builtin("classic").expect("it is built in");
//! let volumes = book::volumes(&template, "6x9".parse()?, &Imprint::default(), &sections)?;
//! let mut pdf = Vec::new();
//! book::write(&volumes[0], &mut pdf, &mut || ())?;
//! assert!(pdf.starts_with(b"%PDF-1.5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draw;
mod fit;
mod font;
mod layout;
mod outline;
mod page;
mod pdf;
mod plan;
mod printer;
mod solve;
mod split;
mod template;
pub(crate) mod terms;
pub mod text;
mod trim;
mod volume;

pub use fit::LayoutError;
pub use font::{Face, NoGlyph};
pub use outline::Outline;
pub use page::{Mark, Page, Paint, Point, Stamp};
pub use pdf::write;
pub use printer::{Edition, Printer, PrinterError};
pub use solve::{Layout, Round, lay_out, volumes};
pub use template::{Template, TemplateError};
pub use terms::Terms;
pub use trim::{Trim, TrimError};
pub use volume::Volume;

use crate::puzzle::Puzzle;
use crate::score::Level;

/// Puzzles of one level, in the order of the book. Numbers run through all sections and volumes,
/// from 1.
#[derive(Clone, Debug)]
pub struct Section {
    /// The level of them all.
    pub level: Level,
    /// In the order of the book.
    pub puzzles: Vec<Puzzle>,
}

/// What a book says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imprint {
    /// The title; if none is given, the template's.
    pub title: Option<String>,
    /// Who made it, for the title page.
    pub author: Option<String>,
    /// A line for the back of the title page, such as `Seed 42`.
    pub edition: Option<String>,
}
