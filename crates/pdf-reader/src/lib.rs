//! Interprets the pages of a finished PDF. It returns everything drawn, with its place on the page,
//! in painting order, including forms. Other rooms interpret what the objects mean.
//!
//! ```text
//! page ─► content stream ─► operators ─► GraphicsState ─┬─ paths ──┐
//!              ▲                │                       ├─ glyphs ─┼─► Drawing: page objects,
//!              └──── forms ─────┘                       └─ images ─┘   and samples at a point
//!                         fonts: of each code the advance, the character, the ink
//!
//! The cells of patterns and the glyphs of Type 3 fonts are drawn apart, each once a page.
//! ```
//!
//! Malformed parts draw nothing. Damage leads at worst to a [`WalkError`], never to a panic or to
//! more work or memory than `limits` allows.

mod booklet;
mod drawing;
mod font;
mod geometry;
mod glyph_names;
mod interpreter;
mod limits;
mod metrics;
mod object;
mod operators;
mod path;
mod program;
mod range_map;
mod scan;
mod shading;
mod solid_inks;
mod standard_fonts;
mod state;
mod stream;
mod text;
mod unicode;
mod usage;
mod usage_recording;
mod xobject;

pub use booklet::{booklet_label, booklet_labels, booklet_sides};
pub use drawing::{Drawing, Image, MAX_COMPARISONS, PageObject, PageObjectKind, PlacedGlyph};
pub use font::{DocumentFonts, FontResource, GlyphInk};
pub use geometry::{Matrix, PdfPoint, Rect};
pub use interpreter::ContentInterpreter;
pub use limits::{PdfError, WalkError, is_encrypted, open, with_thousands};
pub use object::is_filled_text;
pub use object::{Dict, decode, decode_to_last_filter, filters};
pub use path::{Subpath, SubpathSegment};
pub use solid_inks::{InkTable, convert_to_inks, convert_to_rgb, limit_inks};
pub use state::{ColorSpace, PdfPaint};
pub use usage::{ContentUsage, ContentUsages, pdf_name};
pub use {operators::OperatorReader, path::fill_contains, program::GlyphShape};

use lopdf::{Document, ObjectId};

/// Returns the pages of a document, in order. Yields at most as many as the file has objects, so
/// that a cyclic page tree ends.
pub fn pages(document: &Document) -> impl Iterator<Item = ObjectId> + '_ {
    let mut pages = document.page_iter();
    // lopdf's size hint is the `/Count` of the file, which may be wrong.
    std::iter::from_fn(move || pages.next())
}

#[cfg(test)]
pub mod tests;
