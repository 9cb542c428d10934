//! Files and folders that appear only when complete, and locks.

mod folder;
pub mod lock;
pub mod names;
pub mod output;
mod reading;
mod working;

pub use folder::Folder;
pub use output::Existing;
pub use working::Working;
#[cfg(feature = "archive")]
pub(crate) use working::with_ending;

/// Whether to replace an existing file.
impl From<bool> for Existing {
    fn from(replace: bool) -> Self {
        match replace {
            true => Self::Replace,
            false => Self::Keep,
        }
    }
}
