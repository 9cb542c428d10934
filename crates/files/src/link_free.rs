//! Folders in which this process follows no symlink, such as the folder of the studio: whoever can
//! write into such a folder could otherwise have files outside of it read or replaced.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf, absolute};
use std::sync::{PoisonError, RwLock};

/// The absolute paths of the folders.
static LINK_FREE: RwLock<Vec<PathBuf>> = RwLock::new(Vec::new());

/// Makes this process refuse each path that leads through a symlink below a folder, for reading and
/// for writing, until it ends. The folder itself may be reached through a symlink. Returns its path
/// without symlinks.
///
/// # Errors
/// If the folder cannot be reached.
pub fn refuse_links_below(folder: &Path) -> io::Result<PathBuf> {
    let absolute = absolute(folder)?;
    let mut folders = LINK_FREE.write().unwrap_or_else(PoisonError::into_inner);
    if !folders.contains(&absolute) {
        folders.push(absolute);
    }
    fs::canonicalize(folder)
}

/// Fails if the path is, or leads through, a symlink below a folder of [`refuse_links_below`].
/// Returns true if the path is below such a folder.
pub(super) fn check(path: &Path) -> io::Result<bool> {
    let folders = LINK_FREE.read().unwrap_or_else(PoisonError::into_inner).clone();
    if folders.is_empty() {
        return Ok(false);
    }
    let path = absolute(path)?;
    let mut is_below = false;
    for folder in folders {
        let Ok(rest) = path.strip_prefix(&folder) else { continue };
        is_below = true;
        let mut part = folder;
        for name in rest {
            part.push(name);
            match fs::symlink_metadata(&part) {
                Ok(about) if about.is_symlink() => return Err(refusal(&part)),
                Err(e) if !matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    return Err(e);
                }
                _ => {}
            }
        }
    }
    Ok(is_below)
}

fn refusal(link: &Path) -> io::Error {
    let words = format!(
        "found the link {}, which is not followed in this folder; put the file itself there",
        link.display()
    );
    io::Error::new(ErrorKind::PermissionDenied, words)
}
