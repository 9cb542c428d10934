//! Files and folders that appear only when complete, and locks. What several hosts share is in a folder, or in a
//! bucket (`s3://bucket/prefix`, feature `s3`).

mod folder;
pub mod lock;
pub mod names;
#[cfg(feature = "s3")]
mod objects;
pub mod output;
#[cfg_attr(not(feature = "run"), allow(dead_code, reason = "sharded runs use all of it"))]
mod place;
mod reading;
mod working;

pub use folder::Folder;
pub use output::Existing;
#[cfg(feature = "table")]
pub(crate) use place::Input;
pub use working::Working;
#[cfg(feature = "archive")]
pub(crate) use working::with_ending;

use place::{Folders, Place};
use std::io;
use std::path::Path;

/// In place of buckets, where the program is built without them.
#[cfg(not(feature = "s3"))]
mod objects {
    use super::place::Place;
    use std::io;
    use std::path::Path;

    pub fn of(_: &Path) -> io::Result<&'static dyn Place> {
        let words = "expected a program that can use object storage, found one that was built without it: \
                     cargo build --release --features s3";
        Err(io::Error::new(io::ErrorKind::Unsupported, words))
    }
}

/// Whether a path is that of an object: `s3://bucket/prefix`.
pub fn is_object(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.starts_with("s3://"))
}

/// The place that has a path. Its methods take whole paths.
pub(crate) fn at(path: &Path) -> io::Result<&'static dyn Place> {
    match is_object(path) {
        true => objects::of(path),
        false => Ok(&Folders),
    }
}

/// Whether to replace an existing file.
impl From<bool> for Existing {
    fn from(replace: bool) -> Self {
        match replace {
            true => Self::Replace,
            false => Self::Keep,
        }
    }
}
