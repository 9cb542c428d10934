//! Sudoku books as PDF: the press of `sudoku-press`. Texts in thirteen languages, books and
//! covers.
//!
//! A [`Template`] is a design. A [`PrintSpec`](preflight::PrintSpec) has the requirements of a
//! printer for a trim size on a paper; the crate `preflight` checks the finished file as the printer
//! would.
//!
//! ```
//! use sudoku_press_book::engine::{Level, Puzzle};
//! use sudoku_press_book::book::{self, LayoutSpec, Section, Template};
//! use preflight::Printer;
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
//!     book::write(volume, &mut pdf)?;
//!     assert!(preflight::inspect(&pdf, &terms)?.findings.is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! These pages leave out what only the other crates of the workspace use: it may change with any
//! version.

pub mod book;

// The types of puzzles, which the functions here take.
pub use engine;

pub use book::{BookOptions, Cover, Language, Section, Template, Volume};
