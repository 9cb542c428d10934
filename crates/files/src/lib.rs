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
mod checksum;
pub mod fs_path;
mod link_free;
pub mod lock;
pub mod output;
mod private_file;
mod reading;
mod record;
mod rename;
mod staged_change;
mod sums;
mod temp_file;
mod working_names;

pub use atomic_dir::AtomicDir;
pub use checksum::Checksum;
pub use link_free::refuse_links_below;
pub use private_file::{PrivateDir, PrivateFile};
pub use reading::{TextEncoding, UserText};
pub use record::{Record, to_json};
pub use rename::{Overwrite, rename_noreplace};
pub use staged_change::{StagedChange, StagedChangeError};
pub use sums::FileSums;
pub use temp_file::TempFile;
