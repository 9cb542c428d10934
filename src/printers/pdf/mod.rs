//! Walks the pages of a finished PDF: everything drawn, with its place on the page, in the order of
//! painting, including forms. The meaning of the marks is not interpreted.
//!
//! ```text
//! page ─► content stream ─► operators ─► State ─┬─ paths ────┐
//!              ▲                │               ├─ letters ──┼─► Drawing: marks, and what is seen
//!              └──── forms ─────┘               └─ pictures ─┘   at a point of the page
//!                         fonts: of each code the advance, the character, the ink
//!
//! The cells of patterns and the glyphs of Type 3 fonts are drawn apart, each once a page.
//! ```
//!
//! Malformed parts draw nothing. Any damage to a file leads at worst to a [`Stop`], never to a panic or
//! to more work or memory than `limits` allows.

mod booklet;
mod codes;
mod drawing;
mod facts;
mod font;
mod geometry;
mod limits;
mod metrics;
mod named;
mod names;
mod notes;
mod object;
mod operators;
mod path;
mod program;
mod shading;
mod state;
mod text;
mod unicode;
mod walk;

pub use booklet::booklet_sides;
pub(crate) use booklet::{booklet_label, booklet_labels};
pub(crate) use drawing::{Drawing, Image, Kind, Letter, MAX_COMPARED, Mark};
pub(crate) use facts::{Fact, Facts, slash};
pub(crate) use font::{Font, Fonts, Ink};
#[cfg(test)]
pub(crate) use geometry::Matrix;
pub(crate) use geometry::{Point, Rect};
pub use limits::{PdfError, Stop};
pub(crate) use limits::{grouped, is_encrypted, open};
pub(crate) use object::{Dict, filters, packed, unpacked};
pub(crate) use path::{Part, Side};
pub(crate) use state::{Paint, Space};
pub(crate) use walk::Walker;
#[cfg(feature = "run")]
pub(crate) use {operators::Operators, path::surround, program::Outline};

use lopdf::{Document, ObjectId};

/// The pages of a document, in order. At most as many as the file has objects, so that a page tree
/// that contains itself ends.
pub(crate) fn pages(document: &Document) -> impl Iterator<Item = ObjectId> + '_ {
    let mut pages = document.page_iter();
    // lopdf's own hint for the number of pages is not used: it is the `/Count` of the file, which may
    // be wrong.
    std::iter::from_fn(move || pages.next())
}

#[cfg(test)]
pub(crate) mod tests;
