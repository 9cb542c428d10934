//! Converts numbers and errors between this program and lopdf.

use lopdf::Object;
use std::io;

pub(super) fn broken(error: lopdf::Error) -> io::Error {
    io::Error::other(format!("the PDF could not be put together: {error}"))
}

/// Rounds a length to the nearest f32, which is what lopdf writes.
pub(super) fn real(points: f64) -> Object {
    Object::Real(points as f32)
}

/// The producer in the metadata.
pub(super) const PRODUCER: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));
