//! The pages of a finished PDF, walked: what is drawn, with its place on the page, in the order of
//! drawing, that of forms included. Not what it is drawn for: a [`Sink`] takes what it wants.
//!
//! ```text
//! page ─► content stream ─► operators ─► State ─┬─ paths ──► Sink::fill, Sink::stroke
//!              ▲                │               ├─ texts ──► Sink::glyph
//!              └──── forms ─────┘               └─ pictures, shadings, extended states
//! ```
//!
//! What is malformed draws nothing. A file may be broken in any way: then there is a [`Stop`], but
//! never a panic, and never more work than the bounds below allow.

mod codes;
mod geometry;
mod metrics;
mod object;
mod operators;
mod path;
mod state;
mod text;
mod walk;

pub(crate) use codes::Codes;
pub(crate) use geometry::{Matrix, Point, Rect};
pub(crate) use metrics::{Metrics, inner};
pub(crate) use object::{dictionary, entry, inherited, name, number, rect, stream};
pub(crate) use path::Part;
pub(crate) use state::{Paint, Space, State};
pub(crate) use walk::Walker;

use lopdf::{DecompressError, Dictionary, Document, LoadOptions, ObjectId};

/// Unpacked bytes of a stream of objects, and of the content of a page with all its forms. Parsed
/// objects take up to three hundred times their bytes in memory.
const PARSED_MOST: usize = 6 << 20;
/// Letters, sides of paths and pictures on a page. A page of a Sudoku book has some thousands; at
/// most a hundred bytes of memory are needed for each.
const MARKS_MOST: usize = 500_000;
/// The same on all pages of a document together.
const MARKS_IN_ALL: usize = 8_000_000;
/// Forms inside forms. A form that contains itself never ends.
const DEEPEST: usize = 12;
/// Graphics states that are saved at a time. The standard asks a viewer for 28.
const KEPT_MOST: usize = 1000;

/// Why a walk ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A content stream is missing or damaged.
    Unreadable(String),
    /// More steps than the walker was given, or more content or marks than a page may have.
    Endless,
    /// Forms, arrays or saved graphics states are nested deeper than in any book.
    Deep,
}

impl From<lopdf::Error> for Stop {
    fn from(error: lopdf::Error) -> Self {
        match error {
            lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => Self::Endless,
            error => Self::Unreadable(error.to_string()),
        }
    }
}

/// The pages of a document, in order. At most as many as the file has objects, so that a page tree
/// that contains itself ends.
pub(crate) fn pages(document: &Document) -> impl Iterator<Item = ObjectId> + '_ {
    let mut pages = document.page_iter();
    // Without lopdf's hint of how many there are: it is the `/Count` of the file, which may lie.
    std::iter::from_fn(move || pages.next())
}

/// Opens a file that is in memory.
pub(crate) fn open(bytes: &[u8]) -> Result<Document, lopdf::Error> {
    let options = LoadOptions {
        max_decompressed_size: Some(PARSED_MOST),
        ..LoadOptions::default()
    };
    Document::load_mem_with_options(bytes, options)
}

/// A letter on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// The font, as the sink has numbered it.
    pub font: usize,
    pub code: u16,
    /// From the text's own measure to the page's, at the pen.
    pub onto: Matrix,
    /// How wide it is, in the text's own measure; the pen may go further.
    pub advance: f64,
}

/// Takes what is drawn. Whoever does not care for something leaves it out.
pub(crate) trait Sink {
    /// Numbers a font of the file; none if it is of no use.
    fn font(&mut self, id: Option<ObjectId>, font: &Dictionary) -> Option<usize>;
    /// The advances of a font that it has numbered.
    fn metrics(&self, font: usize) -> &Metrics;
    fn glyph(&mut self, glyph: Glyph, state: &State);
    fn fill(&mut self, parts: &[Part], state: &State);
    fn stroke(&mut self, parts: &[Part], state: &State);
    /// A picture on the unit square; its dictionary, if it does not stand in the content itself.
    fn image(&mut self, _image: Option<&Dictionary>, _resources: &Dictionary, _state: &State) {}
    /// A shading over all that is seen.
    fn shade(&mut self, _state: &State) {}
    /// A set of extended graphics parameters is taken.
    fn extended(&mut self, _parameters: &Dictionary) {}
}
