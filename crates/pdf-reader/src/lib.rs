//! Interprets the pages of a finished PDF: owns the reading of objects, content, fonts and inks,
//! within limits of work and memory. Knows no printer and no Sudoku; callers interpret what the
//! objects mean.
//!
//! A [`ContentInterpreter`] returns everything drawn on a page as a [`Drawing`]: each object with
//! its place in points, in painting order, including forms.
//!
//! ```
//! use sudoku_press_pdf_reader::{ContentInterpreter, DocumentFonts, PdfError, Rect, open, pages};
//!
//! # fn count_objects(bytes: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
//! let document = open(bytes)?;
//! let fonts = DocumentFonts::new(&document);
//! let max_steps = 100_000;
//! let mut interpreter = ContentInterpreter::new(&document, &fonts, max_steps);
//! let mut count = 0;
//! for page in pages(&document) {
//!     count += interpreter.page(page, Rect::ALL)?.objects.len();
//! }
//! # Ok(count)
//! # }
//! assert!(matches!(open(b"no PDF"), Err(PdfError::Broken(_))));
//! assert!(count_objects(b"no PDF").is_err());
//! ```
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
mod coverage;
mod drawing;
mod font;
mod geometry;
mod glyph_names;
mod interpreter;
mod limits;
mod metrics;
mod object;
mod operators;
mod page_tree;
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
pub use drawing::{Drawing, Image, PageObject, PageObjectKind, PlacedGlyph};
pub use font::{DocumentFonts, FontResource, GlyphInk};
pub use geometry::{Matrix, PdfPoint, Rect};
pub use interpreter::ContentInterpreter;
pub use limits::{PdfError, WalkError, is_encrypted, open, with_thousands};
pub use object::is_filled_text;
pub use object::{Dict, decode, decode_to_last_filter, filters};
pub use path::{Subpath, SubpathSegment};
pub use solid_inks::{InkTable, SolidInks};
pub use state::{ColorSpace, PdfPaint};
pub use usage::{ContentUsage, ContentUsages, pdf_name};
pub use {operators::OperatorReader, path::fill_contains, program::GlyphShape};

use lopdf::{Document, ObjectId};
use page_tree::PageTree;

/// Returns the pages of a document, in order, as a RIP counts them: a page to which the tree leads
/// several times is as many pages.
pub fn pages(document: &Document) -> impl Iterator<Item = ObjectId> + '_ {
    PageTree::new(document)
}

#[cfg(test)]
pub mod tests;
