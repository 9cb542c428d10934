//! Reads and writes Parquet. Only this module uses the crate parquet.

mod read;
mod write;

pub(super) use read::{ParquetReader, is_parquet};
pub(super) use write::ParquetWriter;

use parquet::errors::ParquetError;
use std::io;

/// Recovers the underlying I/O error, whose kind distinguishes a closed pipe from a full disk.
fn io_error(e: ParquetError) -> io::Error {
    match e {
        ParquetError::External(e) => match e.downcast::<io::Error>() {
            Ok(e) => *e,
            Err(e) => io::Error::other(e),
        },
        other => io::Error::other(other),
    }
}
