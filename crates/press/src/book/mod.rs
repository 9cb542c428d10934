//! The printed book: turns sections of puzzles into pages and a PDF. This room does not know how
//! puzzles are generated and stored; it knows of files only that [`write()`] fills one.
//!
//! A [`Template`] defines the look of a book, a [`Trim`](preflight::Trim) the size of its
//! pages. [`volumes`] assigns the content to pages and refuses content that cannot be printed. A
//! [`Volume`] makes each [`Page`] on request, and [`write()`] turns the pages into a PDF.
//!
//! ```
//! use sudoku_press_book::book::{self, BookOptions, Section, Template};
//! use engine::sudoku::puzzle::Puzzle;
//! use engine::sudoku::score::Level;
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let sections = [Section::new(Level::Easy, vec![Puzzle::prove(line.parse()?)?])];
//! let template = Template::builtin("classic").expect("it is built in");
//! let volumes = book::volumes(&template, "6x9".parse()?, &BookOptions::default(), &sections)?;
//! let mut pdf = Vec::new();
//! book::write(&volumes[0], &mut pdf)?;
//! assert!(pdf.starts_with(b"%PDF-1.5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cover;
mod draw;
mod layout;
mod model;
mod parts;
mod pdf;
mod single;
mod text;

pub use cover::Cover;
pub use cover::palette::{Colours, Palette, PaletteChoice};
pub use draw::logo::Logo;
pub use draw::picture::{ColourSpace, RasterImage};
pub use draw::qr::QrUrl;
pub use layout::{Layout, LayoutRound, LayoutSpec, volumes};
pub use model::{
    Answers, BookOptions, Colour, CopyrightPage, CoverDesign, CoverLook, DealtPuzzle, DrawOp,
    EmailAddress, FigureMood, FormContent, Insight, Isbn, LayoutError, LinkTarget, MarkedRow,
    Openers, Page, PathPaint, PlacedTitle, Point, PrintedNumbers, PrintedPuzzle, PuzzleCodePlace,
    PuzzleOrder, PuzzleSymbols, PuzzlesPerPage, Rotation, RulesExample, RulesExamples, Section,
    TechniqueUse, Template, TurnOrder, Volume, VolumePlace, VolumeTitles, date, minutes, text,
    typical_minutes,
};
pub use parts::part_name;
pub use pdf::{write, write_booklet, write_cover, write_with_progress};
pub use single::{SingleGrid, SingleGridLook, SingleGridStyle};
pub use text::language::Language;
#[doc(hidden)]
pub use text::listing::product_safety_advice;
pub use text::listing::{ListedLevel, Listing};
pub use text::typesetting::{Face, FontError, Manuscript, PathEl, UnsupportedScript};
#[doc(hidden)]
pub use {draw::picture::encode_png, text::typesetting::in_one_line};
