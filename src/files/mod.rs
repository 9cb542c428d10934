//! Files and folders that appear only when complete, and locks.

#[doc(hidden)]
pub mod fault;
mod folder;
pub mod lock;
pub mod output;
mod working;

pub use folder::Folder;
pub use output::Existing;
pub use working::Working;

/// Whether to replace an existing file.
impl From<bool> for Existing {
    fn from(replace: bool) -> Self {
        match replace {
            true => Self::Replace,
            false => Self::Keep,
        }
    }
}
