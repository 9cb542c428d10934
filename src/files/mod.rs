//! Files and folders that appear whole or not at all, and locks. Not what the files hold.

#[doc(hidden)]
pub mod fault;
mod folder;
pub mod lock;
pub mod output;

pub use folder::{Existing, Folder};
