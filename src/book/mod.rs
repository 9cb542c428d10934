//! The printed book: sections of puzzles in, pages out. Knows nothing of how puzzles are made or
//! kept, only what they are; and nothing of files, except that [`write()`] fills one.
//!
//! A [`Template`] says how a book looks, a [`Trim`](crate::print::Trim) how large its pages are. [`volumes`] decides
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
//! book::write(&volumes[0], &mut pdf, &mut || Ok(()))?;
//! assert!(pdf.starts_with(b"%PDF-1.5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cast;
mod chapters;
mod check;
mod cover;
mod design;
mod draw;
mod error;
mod faces;
mod fit;
mod font;
mod language;
mod layout;
mod manuscript;
mod outline;
mod page;
mod parts;
mod pdf;
mod plan;
mod shape;
mod solve;
mod split;
mod stars;
mod svg;
mod template;
mod volume;

pub use cover::{Cover, CoverError};
pub use error::LayoutError;
pub use font::{Face, FontError, NoGlyph};
pub use language::{Language, LanguageError, example};
pub use manuscript::{Manuscript, ManuscriptError};
pub use outline::Outline;
pub use page::{Mark, Page, Paint, Point, Stamp, Turn};
pub use pdf::{write, write_cover};
pub use solve::{Layout, Round, lay_out, volumes};
pub use svg::svg;
pub use template::{Template, TemplateError};
pub use volume::Volume;

use jiff::civil::Date;
use std::collections::BTreeMap;

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

/// What a book says about itself, in which language, and in which faces of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imprint {
    /// The language of all that the program says.
    pub language: Language,
    /// Fonts of the user's: the first is that of the title, and all stand in, in this order, for
    /// characters that the design's faces lack. Three are used.
    pub fonts: Vec<Face>,
    /// The title; if none is given, the template's, or else the language's.
    pub title: Option<String>,
    /// Who made it, for the title page.
    pub author: Option<String>,
    /// A line for the copyright page, such as `First edition 2026`.
    pub edition: Option<String>,
    /// From which seed the puzzles were made, for the copyright page.
    pub seed: Option<u64>,
    /// The parts of the book and their order; if none are given, the template's.
    pub parts: Option<Vec<String>>,
    /// Texts of the user's, by the names of the parts that they are, or that they replace.
    pub texts: BTreeMap<String, Manuscript>,
    /// The day of the first puzzle, where the design has a date on each.
    pub first_day: Option<Date>,
}
