//! Files and folders that appear whole or not at all, and locks. Knows nothing of Sudoku: the other
//! crates write and remove by these functions alone.
//!
//! An [`AtomicFile`](output::AtomicFile) and an [`AtomicDir`] are filled under a working name and
//! renamed when they are complete. A [`StagedChange`] renames, moves and removes several entries of
//! a folder as one change. A [`Lock`](lock::Lock) is released by the kernel when its holder ends.
//!
//! ```
//! use sudoku_press_files::output;
//!
//! let name = format!("sudoku-press-files-{}", std::process::id());
//! let folder = std::env::temp_dir().join(name);
//! std::fs::create_dir_all(&folder)?;
//! let file = folder.join("list.txt");
//! output::write(&file, b"whole")?;
//! assert_eq!(output::read_to_string(&file)?, "whole");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod atomic_dir;
pub mod fs_path;
mod link_free;
pub mod lock;
pub mod output;
mod private_file;
mod reading;
mod record;
mod staged_change;
mod sums;
mod temp_file;
mod working_names;
mod zip_files;

pub use atomic_dir::AtomicDir;
pub use fs_path::Overwrite;
pub use link_free::refuse_links_below;
pub use private_file::{PrivateDir, PrivateFile};
pub use reading::TextEncoding;
pub use record::{Record, to_json};
pub use staged_change::{StagedChange, StagedChangeError, complete_changes};
pub use sums::FileSums;
pub use temp_file::{TempFile, with_suffix};
pub use zip_files::zip_files;

/// Converts the flag "replace an existing file".
impl From<bool> for Overwrite {
    fn from(replace: bool) -> Self {
        if replace { Self::Always } else { Self::Never }
    }
}
