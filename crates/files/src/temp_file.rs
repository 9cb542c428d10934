//! Temporary files for libraries and programs that open files by path.

use super::fs_path::{
    fsync_parent, is_same_inode, require_regular, require_regular_opt, symlink_metadata_opt,
};
use super::rename::{Overwrite, rename_into_place};
use super::working_names::{SQLITE_SUFFIXES, sweep, working_name};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A temporary file, which another library may write by path. Dropping it removes the file and
/// everything that SQLite has left beside it.
#[derive(Debug)]
pub struct TempFile {
    path: PathBuf,
    /// The lock that marks the file as in use, on systems where locks are advisory.
    _lock: Option<File>,
}

impl TempFile {
    /// The suffixes of the files that SQLite keeps beside a database.
    pub const SQLITE_SUFFIXES: [&str; 3] = SQLITE_SUFFIXES;

    /// Returns the path of the file with this suffix that belongs to a database.
    pub fn sidecar(path: &Path, suffix: &str) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        name.into()
    }

    /// Creates an empty temporary file for `target`.
    ///
    /// # Errors
    /// If the directory cannot be written.
    pub fn create(target: &Path) -> io::Result<Self> {
        sweep(target);
        let (mut temp, file) = Self::open(|| working_name(target))?;
        if cfg!(unix) {
            temp._lock = Some(file);
        }
        Ok(temp)
    }

    /// Creates a file under a new working name, and locks it until it is closed.
    pub(super) fn open(name: impl Fn() -> io::Result<PathBuf>) -> io::Result<(Self, File)> {
        loop {
            let path = name()?;
            let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
            let temp = Self { path, _lock: None };
            // Without locks, the leftovers of crashes are not recognised and stay.
            let _ = file.lock();
            // Before the lock, another command may have taken the file for a leftover of a crash.
            if is_same_inode(&file, &temp.path)? {
                return Ok((temp, file));
            }
        }
    }

    /// Returns the path of the temporary file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the file to disk and gives it its final name. `overwrite` decides whether it may
    /// replace a file.
    ///
    /// # Errors
    /// If it cannot be synced or renamed, or the name is taken by now; then the other file is
    /// unchanged.
    pub fn persist(self, target: &Path, overwrite: Overwrite) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        rename_into_place(&self.path, target, overwrite)
    }

    /// Syncs the file to disk and gives it its final name, replacing an old file. Files beside the
    /// target with one of these endings belong to the old file. They are removed once the new file
    /// has the name, and stay if the rename fails.
    ///
    /// # Errors
    /// If the file cannot be synced or renamed, or one of the files to remove is not a regular
    /// file.
    pub fn persist_over(self, target: &Path, endings: &[&str]) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        let mut aside = Vec::new();
        let renamed = move_aside(target, &self.path, endings, &mut aside).and_then(|()| {
            require_regular_opt(target)?;
            fs::rename(&self.path, target)
        });
        for (old, away) in aside {
            let _ = match renamed {
                Ok(()) => fs::remove_file(away),
                Err(_) => fs::rename(away, old),
            };
        }
        renamed?;
        fsync_parent(target)
    }
}

/// Moves the files beside a target to working names, and lists both names of each.
fn move_aside(
    target: &Path,
    working: &Path,
    endings: &[&str],
    aside: &mut Vec<(PathBuf, PathBuf)>,
) -> io::Result<()> {
    for ending in endings {
        let [old, away] = [target, working].map(|path| TempFile::sidecar(path, ending));
        if let Some(about) = symlink_metadata_opt(&old)? {
            require_regular(&about)?;
            fs::rename(&old, &away)?;
            aside.push((old, away));
        }
    }
    // The sync keeps them from lying beside the new file after a power failure.
    if aside.is_empty() { Ok(()) } else { fsync_parent(target) }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        // SQLite cannot remove its own files on a failing disk.
        for suffix in Self::SQLITE_SUFFIXES {
            let _ = fs::remove_file(Self::sidecar(&self.path, suffix));
        }
    }
}
