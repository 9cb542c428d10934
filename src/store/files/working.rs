//! Working files that are written by path, as a library needs them that opens files by itself.

use super::output::{self, Existing};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A working file that another library writes by path. If it is dropped, the file is removed.
#[derive(Debug)]
pub struct Working {
    path: PathBuf,
    /// Where locks are advisory, the lock by which others see that the file is in use.
    _lock: Option<File>,
}

impl Working {
    /// Creates an empty working file for `target`.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn create(target: &Path) -> io::Result<Self> {
        output::sweep(target);
        let (path, file) = output::create_working(target)?;
        let _lock = cfg!(unix).then_some(file);
        Ok(Self { path, _lock })
    }

    /// The path of the working file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the file to disk and gives it its final name, which may be that of another file only if
    /// `existing` says so.
    ///
    /// # Errors
    /// When it cannot be synced or renamed, or the name is taken by now; then the other file is as it was.
    pub fn place(self, target: &Path, existing: Existing) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        output::place(&self.path, target, existing)
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
