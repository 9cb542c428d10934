//! Content with its own coordinates and resources: forms, cells of patterns, glyphs of Type 3 fonts.

use super::geometry::{Matrix, Rect};
use super::limits::Stop;
use super::object::{Dict, unpacked};
use lopdf::{Dictionary, Document, Stream};

/// A form, unpacked.
pub(super) struct Form {
    pub content: Vec<u8>,
    pub matrix: Matrix,
    pub bounds: Option<Rect>,
    pub resources: Option<Dictionary>,
}

impl Form {
    /// Unpacks a form of at most `max` bytes of content.
    pub fn read(document: &Document, stream: &Stream, max: usize) -> Result<Self, Stop> {
        let dict = Dict::new(document, &stream.dict);
        Ok(Self {
            content: unpacked(stream, max)?,
            matrix: dict.matrix(b"Matrix").unwrap_or(Matrix::IDENTITY),
            bounds: dict.rect(b"BBox"),
            resources: dict.dict(b"Resources").map(|dict| dict.own.clone()),
        })
    }
}
