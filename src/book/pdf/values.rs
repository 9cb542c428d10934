//! Numbers as lopdf takes them, and its errors as ours.

use lopdf::Object;
use std::io;

pub(super) fn broken(error: lopdf::Error) -> io::Error {
    io::Error::other(format!("the PDF could not be put together: {error}"))
}

/// A length: f64 to the nearest f32, which is what lopdf writes.
pub(super) fn real(points: f64) -> Object {
    Object::Real(points as f32)
}
