//! Content with its own coordinates and resources: forms, cells of patterns, glyphs of Type 3 fonts.

use super::geometry::{Matrix, Rect};
use super::limits::Stop;
use super::object::{dictionary, matrix, rect, unpacked, whole};
use lopdf::{Dictionary, Document, Stream};

/// A form, unpacked.
pub(super) struct Form {
    pub content: Vec<u8>,
    pub matrix: Matrix,
    pub bounds: Option<Rect>,
    pub resources: Option<Dictionary>,
    /// Whether all its content could be unpacked.
    pub whole: bool,
}

impl Form {
    /// Unpacks a form of at most `max` bytes of content.
    pub fn read(document: &Document, stream: &Stream, max: usize) -> Result<Self, Stop> {
        Ok(Self {
            content: unpacked(stream, max)?,
            matrix: matrix(document, &stream.dict, b"Matrix").unwrap_or(Matrix::IDENTITY),
            bounds: rect(document, &stream.dict, b"BBox"),
            resources: dictionary(document, &stream.dict, b"Resources").cloned(),
            whole: whole(stream),
        })
    }
}
