//! Walks the pages of a finished PDF: tells a [`Sink`] what is drawn, with its place on the page, in
//! the order of drawing, forms included. Nothing is known of what the marks mean.
//!
//! ```text
//! page ─► content stream ─► operators ─► State ─┬─ paths ──► Sink::fill, Sink::stroke
//!              ▲                │               ├─ texts ──► Sink::glyph
//!              └──── forms ─────┘               └─ pictures, shadings, extended states
//! ```
//!
//! What is malformed draws nothing. A file may be broken in any way: then there is a [`Stop`], but
//! never a panic, and never more work or memory than `limits` allows.

mod codes;
mod geometry;
mod limits;
mod metrics;
mod object;
mod operators;
mod path;
mod sink;
mod state;
mod text;
mod walk;

pub(crate) use codes::Codes;
pub(crate) use geometry::{Matrix, Point, Rect};
pub(crate) use limits::Stop;
pub(crate) use metrics::{Metrics, inner};
pub(crate) use object::{dictionary, entry, inherited, name, number, rect, stream};
pub(crate) use path::Part;
pub(crate) use sink::{Glyph, Sink};
pub(crate) use state::{Paint, Space, State};
pub(crate) use walk::Walker;

use limits::MAX_PARSED;
use lopdf::{Document, LoadOptions, ObjectId};

/// The pages of a document, in order. At most as many as the file has objects, so that a page tree
/// that contains itself ends.
pub(crate) fn pages(document: &Document) -> impl Iterator<Item = ObjectId> + '_ {
    let mut pages = document.page_iter();
    // Without lopdf's hint of how many there are: it is the `/Count` of the file, which may lie.
    std::iter::from_fn(move || pages.next())
}

/// Reads a document from its bytes.
pub(crate) fn open(bytes: &[u8]) -> Result<Document, lopdf::Error> {
    let options = LoadOptions {
        max_decompressed_size: Some(MAX_PARSED),
        ..LoadOptions::default()
    };
    Document::load_mem_with_options(bytes, options)
}
