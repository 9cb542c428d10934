//! Working files that are written by path, as a library needs them that opens files by itself.

use super::fs_path::{fsync_parent, require_regular, symlink_metadata_opt};
use super::output::{self, Overwrite, SQLITE_SUFFIXES};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A working file that another library writes by path. If it is dropped, the file is removed, and what SQLite has left
/// beside it.
#[derive(Debug)]
pub struct TempFile {
    path: PathBuf,
    /// Where locks are advisory, the lock by which others see that the file is in use.
    _lock: Option<File>,
}

impl TempFile {
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
    pub fn persist(self, target: &Path, overwrite: Overwrite) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        output::rename_into_place(&self.path, target, overwrite)
    }

    /// Syncs the file to disk and gives it its final name, which may be taken. Files beside the target that have its
    /// name with one of these endings belong to the old file. They are removed when the new file has the name, and
    /// stay if it does not get it.
    ///
    /// # Errors
    /// When the file cannot be synced or renamed, or one of the files to remove is not a regular file.
    pub fn persist_over(self, target: &Path, endings: &[&str]) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        let mut aside = Vec::new();
        let renamed = set_aside(target, &self.path, endings, &mut aside).and_then(|()| {
            symlink_metadata_opt(target)?.map_or(Ok(()), |about| require_regular(&about))?;
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
fn set_aside(
    target: &Path,
    working: &Path,
    endings: &[&str],
    aside: &mut Vec<(PathBuf, PathBuf)>,
) -> io::Result<()> {
    for ending in endings {
        let (old, away) = (with_suffix(target, ending), with_suffix(working, ending));
        if let Some(about) = symlink_metadata_opt(&old)? {
            require_regular(&about)?;
            fs::rename(&old, &away)?;
            aside.push((old, away));
        }
    }
    // After a power failure none of them may lie beside the new file.
    match aside.is_empty() {
        true => Ok(()),
        false => fsync_parent(target),
    }
}

/// A path with this ending added to its name.
pub(crate) fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        // SQLite cannot remove its own on a disk that fails.
        for ending in SQLITE_SUFFIXES {
            let _ = fs::remove_file(with_suffix(&self.path, ending));
        }
    }
}
