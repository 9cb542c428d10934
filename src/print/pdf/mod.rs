//! Walks the pages of a finished PDF and reports to a [`Sink`] everything drawn, with its place on the
//! page, in drawing order, including forms. The meaning of the marks is not interpreted.
//!
//! ```text
//! page ─► content stream ─► operators ─► State ─┬─ paths ──► Sink::fill, Sink::stroke
//!              ▲                │               ├─ texts ──► Sink::glyph
//!              └──── forms ─────┘               └─ pictures, shadings, extended states
//! ```
//!
//! Malformed parts draw nothing. Any damage to a file leads at worst to a [`Stop`], never to a panic or
//! to more work or memory than `limits` allows.

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
pub(crate) use object::{dictionary, entry, inherited, name, number, rect, stream, unpacked};
pub(crate) use operators::Operators;
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
    // lopdf's own hint for the number of pages is not used: it is the `/Count` of the file, which may
    // be wrong.
    std::iter::from_fn(move || pages.next())
}

/// Reads a document from its bytes.
pub(crate) fn open(bytes: &[u8]) -> Result<Document, lopdf::Error> {
    let options = LoadOptions { max_decompressed_size: Some(MAX_PARSED), ..LoadOptions::default() };
    Document::load_mem_with_options(bytes, options)
}
