//! Names in folders: what they stand for, and how a file gets one.
//!
//! An error of the system is never taken for a name that is free.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folder of a path.
pub fn parent_dir(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// What has this name, a link by itself; `None` if nothing has it.
///
/// # Errors
/// When the system cannot tell.
pub fn symlink_metadata_opt(path: &Path) -> io::Result<Option<Metadata>> {
    found(fs::symlink_metadata(path))
}

/// What this name leads to, through links; `None` if it leads to nothing.
///
/// # Errors
/// When the system cannot tell.
pub fn metadata_opt(path: &Path) -> io::Result<Option<Metadata>> {
    found(fs::metadata(path))
}

fn found(about: io::Result<Metadata>) -> io::Result<Option<Metadata>> {
    match about {
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        about => about.map(Some),
    }
}

/// Whether anything has this name.
///
/// # Errors
/// When the system cannot tell.
pub fn exists(path: &Path) -> io::Result<bool> {
    Ok(symlink_metadata_opt(path)?.is_some())
}

/// Whether this name leads to a folder.
///
/// # Errors
/// When the system cannot tell.
pub fn is_dir(path: &Path) -> io::Result<bool> {
    Ok(metadata_opt(path)?.is_some_and(|about| about.is_dir()))
}

/// The names in a folder, in no order.
///
/// # Errors
/// When the folder cannot be read.
pub fn entry_names(folder: &Path) -> io::Result<Vec<String>> {
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    fs::read_dir(folder)?.map(|entry| entry.map(name)).collect()
}

/// Refuses everything except a regular file.
pub(crate) fn require_regular(about: &Metadata) -> io::Result<()> {
    if about.is_file() {
        return Ok(());
    }
    let found = match about {
        about if about.is_dir() => "a folder",
        about if about.is_symlink() => "a link",
        _ => "a device, a pipe or a socket",
    };
    Err(invalid_input(format!("expected a regular file, found {found}")))
}

fn invalid_input(words: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, words)
}

/// Follows a path that is a symbolic link to the file to be written. Returns any other path unchanged.
///
/// # Errors
/// When the path names something other than a regular file, a link whose target does not exist, or a link that
/// another user may have planted.
pub fn resolve_target(path: &Path) -> io::Result<PathBuf> {
    let (path, about) = resolve_symlinks(path)?;
    about.map_or(Ok(()), |about| require_regular(&about))?;
    Ok(path)
}

/// Follows links, and says what the last of them leads to.
///
/// # Errors
/// When a link leads to nothing, or is of another user than this one and the owner of its folder.
pub(super) fn resolve_symlinks(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for resolve_symlinks in 0..=LINKS {
        match symlink_metadata_opt(&path)? {
            None if resolve_symlinks > 0 => return Err(ErrorKind::NotFound.into()),
            Some(about) if about.is_symlink() => {
                refuse_planted(&path, &about)?;
                path = parent_dir(&path).join(fs::read_link(&path)?);
            }
            about => return Ok((path, about)),
        }
    }
    Err(invalid_input(format!("expected a file, found more than {LINKS} links")))
}

/// Refuses a path that is a link which another user may have planted. Links above the last name are followed.
///
/// # Errors
/// When there is such a link, or the system cannot tell.
pub fn refuse_planted_link(path: &Path) -> io::Result<()> {
    match resolve_symlinks(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        resolve_symlinks => resolve_symlinks.map(drop),
    }
}

/// Creates a folder and the folders above it, unless it exists.
///
/// # Errors
/// When it cannot be created, or is a link that another user may have planted.
pub fn create_dir(path: &Path) -> io::Result<()> {
    refuse_planted_link(path)?;
    fs::create_dir_all(path)?;
    // Another user may have planted a link since the first look.
    refuse_planted_link(path)
}

/// In a folder in which all may write, a link may lead to a file that only this user may change. The kernel
/// follows none that others have planted where folders are sticky and it is set up so; here it is always so.
#[cfg(unix)]
fn refuse_planted(link: &Path, about: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let owns = |path: &Path| fs::metadata(path).is_ok_and(|owner| owner.uid() == about.uid());
    if owns(parent_dir(link)) || owns(Path::new("/proc/self")) {
        return Ok(());
    }
    let words =
        "found a link of another user, which is not followed; remove it, or use another name";
    Err(io::Error::new(ErrorKind::PermissionDenied, words))
}

#[cfg(not(unix))]
fn refuse_planted(_: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
pub(super) fn is_same_inode(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let ours = file.metadata()?;
    let theirs = symlink_metadata_opt(path)?;
    Ok(theirs.is_some_and(|theirs| (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino())))
}

#[cfg(not(unix))]
pub(super) fn is_same_inode(_: &File, path: &Path) -> io::Result<bool> {
    exists(path)
}

/// Renames a file to a name that must be free.
///
/// # Errors
/// When the name is taken, or the folder cannot be written.
pub fn rename_noreplace(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // The file has its final name. If the working name cannot be removed, a later command removes
        // it.
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

/// Renames a file to a name that must be free, in one step of the system.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if the name is taken; [`ErrorKind::Unsupported`] or [`ErrorKind::InvalidInput`] if the
/// system or the file system has no such step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_in_one_step(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_in_one_step(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Takes a free name with an empty file, which the rename then replaces. Of two commands at once only one can create
/// the empty file. A crash between the two steps leaves it.
fn claim_then_rename(from: &Path, to: &Path) -> io::Result<()> {
    drop(OpenOptions::new().write(true).create_new(true).open(to)?);
    fs::rename(from, to).inspect_err(|_| {
        let _ = fs::remove_file(to);
    })
}

/// Syncs the folder of a file, so that a new name survives a power failure.
pub(crate) fn fsync_parent(file: &Path) -> io::Result<()> {
    fsync_dir(parent_dir(file))
}

/// Syncs the names in a folder.
#[cfg(unix)]
pub(super) fn fsync_dir(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn fsync_dir(_: &Path) -> io::Result<()> {
    Ok(())
}
