//! Files and directories that appear only when complete, and locks.

mod atomic_dir;
pub mod fs_path;
pub mod lock;
pub mod output;
mod reading;
#[cfg(feature = "run")]
mod sums;
mod temp_file;

pub use atomic_dir::AtomicDir;
pub use output::Overwrite;
#[cfg(feature = "run")]
pub use sums::FileSums;
pub use temp_file::TempFile;
#[cfg(feature = "archive")]
pub(crate) use temp_file::with_suffix;

/// Converts the flag "replace an existing file".
impl From<bool> for Overwrite {
    fn from(replace: bool) -> Self {
        match replace {
            true => Self::Always,
            false => Self::Never,
        }
    }
}
