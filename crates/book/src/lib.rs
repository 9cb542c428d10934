//! The printed book: turns sections of puzzles into pages and a PDF, in thirteen languages. Owns
//! the design of a book, its plan, its parts and its words; the crate `page` owns what is drawn on
//! a page. This crate does not know how puzzles are generated and stored; it knows of files only
//! that [`Volume::write`] fills one.
//!
//! A [`Template`] defines the look of a book, a [`Trim`](preflight::Trim) the size of its pages. A
//! [`PrintSpec`](preflight::PrintSpec) has the requirements of a printer for a trim size on a
//! paper; the crate `preflight` checks the finished file as the printer would. [`LayoutSpec`] and
//! [`volumes`] assign the content to pages and refuse content that cannot be printed. A [`Volume`]
//! makes each [`Page`](page::Page) on request, and [`Volume::write`] turns the pages into a PDF.
//!
//! ```
//! use grid::{Level, Puzzle};
//! use preflight::Printer;
//! use sudoku_press_book::{LayoutSpec, Section, Template};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzles = vec![Puzzle::prove(line.parse()?)?; 40];
//! let sections = [Section::new(Level::Easy, puzzles)];
//! let template = Template::builtin("classic").expect("it is built in");
//! let printer = Printer::builtin("kdp").expect("it is built in");
//! let terms = printer.terms("6x9".parse()?, None)?;
//! let book = LayoutSpec::new(&template, &sections).printer(&terms).lay_out()?;
//! for volume in &book.volumes {
//!     let mut pdf = Vec::new();
//!     volume.write(&mut pdf)?;
//!     assert!(preflight::inspect(&pdf, &terms)?.findings.is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! These pages leave out what only the other crates of the workspace use: it may change with any
//! version.

mod draw;
mod layout;
mod model;
mod parts;
mod pdf;
mod text;

pub use draw::{FigureMood, Fox, FoxColours};
pub use layout::{Layout, LayoutSpec, volumes};
pub use model::setup::TypesetText;
pub use model::{
    Answers, BookOptions, CopyrightPage, CoverDesign, EmailAddress, Insight, Isbn, LayoutError,
    MinuteRange, Openers, PlacedPuzzle, PlacedTitle, PrintedPuzzle, PuzzleCodePlace, PuzzleOrder,
    PuzzleSwap, PuzzleSymbols, PuzzlesPerPage, RulesExamples, Section, Template, TurnOrder, Volume,
    VolumePlace, date, text,
};
pub use parts::column::TextColumn;
pub use text::language::Language;
pub use text::listing::{ListedLevel, Listing};
pub use text::manuscript::Manuscript;
