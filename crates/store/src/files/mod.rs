//! Files and directories that appear only when complete, and locks.

mod atomic_dir;
pub mod fs_path;
mod link_free;
pub mod lock;
pub mod output;
mod private_file;
mod reading;
mod staged_change;
mod sums;
mod temp_file;
mod working_names;
mod zip_files;

pub use atomic_dir::AtomicDir;
pub use fs_path::Overwrite;
pub use link_free::refuse_links_below;
pub use private_file::{PrivateDir, PrivateFile};
pub(crate) use reading::text_encoding;
pub use staged_change::{StagedChange, StagedChangeError, complete_changes};
pub use sums::FileSums;
pub use temp_file::TempFile;
pub(crate) use temp_file::with_suffix;
pub use zip_files::zip_files;

/// Converts the flag "replace an existing file".
impl From<bool> for Overwrite {
    fn from(replace: bool) -> Self {
        if replace { Self::Always } else { Self::Never }
    }
}
