//! Renames: those that replace nothing, and the choice of the files that may be replaced.

use super::fs_path::{exists, fsync_parent, require_regular_opt};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The files that a command may replace when the new ones are complete, from the fewest to all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Overwrite {
    /// No file: an existing one stays, and the new one is refused.
    Never,
    /// Files that follow from others which stay, such as a book whose puzzles stay.
    Derived,
    /// Any file.
    Always,
}

/// Converts the flag "replace an existing file".
impl From<bool> for Overwrite {
    fn from(replace: bool) -> Self {
        if replace { Self::Always } else { Self::Never }
    }
}

/// Renames a working file to its final name. `overwrite` decides whether it may replace a file.
pub(super) fn rename_into_place(
    working: &Path,
    target: &Path,
    overwrite: Overwrite,
) -> io::Result<()> {
    match overwrite {
        Overwrite::Derived | Overwrite::Always => {
            // Something that is not a regular file may have taken this name in the meantime.
            require_regular_opt(target)?;
            fs::rename(working, target)?;
        }
        Overwrite::Never => rename_noreplace(working, target)?,
    }
    fsync_parent(target)
}

/// Renames a file to a name that must be free.
///
/// # Errors
/// If the name is taken, or the directory cannot be written.
pub fn rename_noreplace(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // The file has its final name. If the working name cannot be removed now, a later command
        // removes it.
        Ok(()) => {
            let _ = fs::remove_file(from);
            Ok(())
        }
        // The file system has no hard links.
        Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::PermissionDenied) => {
            match rename_in_one_step(from, to) {
                Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => {
                    claim_then_rename(from, to)
                }
                renamed => renamed,
            }
        }
        Err(e) => Err(e),
    }
}

/// Renames a file or a folder to a name that must be free, in one step: no crash leaves both names.
/// Where the system has no such call, an entry that appears between the look and the rename may be
/// replaced.
///
/// # Errors
/// If the name is taken, or a directory cannot be written.
pub(super) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    match rename_in_one_step(from, to) {
        Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => {
            if exists(to)? {
                return Err(ErrorKind::AlreadyExists.into());
            }
            fs::rename(from, to)
        }
        renamed => renamed,
    }
}

/// Renames a file to a name that must be free, in one system call.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if the name is taken; [`ErrorKind::Unsupported`] or
/// [`ErrorKind::InvalidInput`] if the system or the file system has no such call.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_in_one_step(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_in_one_step(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Claims a free name with an empty file, which the rename then replaces. Only one of two
/// concurrent commands can create the empty file. A crash between the two steps leaves it.
fn claim_then_rename(from: &Path, to: &Path) -> io::Result<()> {
    drop(OpenOptions::new().write(true).create_new(true).open(to)?);
    fs::rename(from, to).inspect_err(|_| {
        let _ = fs::remove_file(to);
    })
}
