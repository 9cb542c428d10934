//! Paths: metadata, symlinks, and fsync of directories.
//!
//! An I/O error is never interpreted as "does not exist".

use super::checksum::Checksum;
use super::link_free;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Returns the parent directory of a path; `.` if the path has none.
pub fn parent_dir(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The most bytes of a file name on the file systems in use.
const MAX_NAME_BYTES: usize = 255;

/// Returns a hidden name that belongs to a file: a dot, the name, and `ending`, which `room` more
/// bytes may follow. A name that is too long for that is shortened, and has a hash to differ from
/// others with the same beginning.
pub fn hidden_name(name: &OsStr, ending: &str, room: usize) -> OsString {
    let text = name.to_string_lossy();
    if 1 + text.len() + ending.len() + room > MAX_NAME_BYTES {
        // At most 200 bytes.
        let begin: String = text.chars().take(50).collect();
        let hash = Checksum::from_bytes(name.as_encoded_bytes()).text();
        return format!(".{begin}-{}{ending}", &hash[..16]).into();
    }
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(ending);
    hidden
}

/// Returns the metadata of the entry itself, without following a symlink. Returns `None` if it does
/// not exist.
///
/// # Errors
/// If the system cannot tell.
pub fn symlink_metadata_opt(path: &Path) -> io::Result<Option<Metadata>> {
    found(fs::symlink_metadata(path))
}

/// Returns the metadata of the file behind all symlinks. Returns `None` if it does not exist.
///
/// # Errors
/// If the system cannot tell, or a symlink must not be followed.
pub fn metadata_opt(path: &Path) -> io::Result<Option<Metadata>> {
    link_free::check(path)?;
    found(fs::metadata(path))
}

fn found(about: io::Result<Metadata>) -> io::Result<Option<Metadata>> {
    match about {
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        about => about.map(Some),
    }
}

/// Returns true if an entry of this name exists, even a dangling symlink.
///
/// # Errors
/// If the system cannot tell.
pub fn exists(path: &Path) -> io::Result<bool> {
    Ok(symlink_metadata_opt(path)?.is_some())
}

/// Returns true if the path leads to a regular file.
///
/// # Errors
/// If the system cannot tell.
pub fn is_file(path: &Path) -> io::Result<bool> {
    Ok(matches!(metadata_opt(path)?, Some(about) if about.is_file()))
}

/// Returns true if the path leads to a directory.
///
/// # Errors
/// If the system cannot tell.
pub fn is_dir(path: &Path) -> io::Result<bool> {
    Ok(matches!(metadata_opt(path)?, Some(about) if about.is_dir()))
}

/// Returns the names in a directory, in no particular order.
///
/// # Errors
/// If the directory cannot be read.
pub fn entry_names(folder: &Path) -> io::Result<Vec<String>> {
    link_free::check(folder)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    Ok(names)
}

/// Fails unless this is a regular file.
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

/// Fails if there is an entry of this name that is not a regular file.
pub fn require_regular_opt(path: &Path) -> io::Result<()> {
    match symlink_metadata_opt(path)? {
        Some(about) => require_regular(&about),
        None => Ok(()),
    }
}

/// Returns the error of a link whose target does not exist.
pub(super) fn dangling_link(target: &Path) -> io::Error {
    let words = format!(
        "found a link to {}, which does not exist; remove the link, or create what it names",
        target.display()
    );
    io::Error::new(ErrorKind::NotFound, words)
}

fn invalid_input(words: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, words)
}

/// Resolves a symlink to the file to be written. Returns any other path unchanged.
///
/// # Errors
/// If the path names something other than a regular file, a dangling symlink, or a symlink that
/// another user may have planted.
pub fn resolve_target(path: &Path) -> io::Result<PathBuf> {
    let (path, about) = resolve_symlinks(path)?;
    if let Some(about) = about {
        require_regular(&about)?;
    }
    Ok(path)
}

/// Resolves symlinks. Returns the final path and its metadata, if it exists.
///
/// # Errors
/// If a symlink dangles, must not be followed, or belongs neither to this user nor to the owner of
/// its directory.
pub(super) fn resolve_symlinks(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    /// Maximum number of symlinks, the same as on Linux.
    const LINKS: usize = 40;
    link_free::check(path)?;
    let mut resolved = path.to_owned();
    for links in 0..=LINKS {
        match symlink_metadata_opt(&resolved)? {
            None if links > 0 => return Err(dangling_link(&resolved)),
            Some(about) if about.is_symlink() => {
                refuse_planted(&resolved, &about)?;
                resolved = parent_dir(&resolved).join(fs::read_link(&resolved)?);
            }
            about => return Ok((resolved, about)),
        }
    }
    Err(invalid_input(format!("expected a file, found more than {LINKS} links")))
}

/// Fails if the path is a symlink that another user may have planted. Symlinks in its parent
/// directories are followed.
///
/// # Errors
/// If there is such a symlink, or the system cannot tell.
pub fn refuse_planted_link(path: &Path) -> io::Result<()> {
    match resolve_symlinks(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        resolved => resolved.map(drop),
    }
}

/// Creates a directory and its parents, unless it exists. A new name survives a power failure.
///
/// # Errors
/// If it cannot be created, or is a symlink that another user may have planted.
pub fn create_dir(path: &Path) -> io::Result<()> {
    resolve_symlinks(path)?;
    let ancestors = path.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    let missing: Vec<_> = ancestors.take_while(|folder| !folder.exists()).collect();
    fs::create_dir_all(path)?;
    for folder in missing {
        fsync_parent(folder)?;
    }
    // Another user may have planted a symlink since the first check.
    refuse_planted_link(path)
}

/// Fails if another user may have planted the symlink: in a world-writable directory it may lead to
/// a file that only this user may change. Linux refuses such symlinks in sticky directories if
/// `protected_symlinks` is set; this program always refuses them.
#[cfg(unix)]
fn refuse_planted(link: &Path, about: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    for owned in [parent_dir(link), Path::new("/proc/self")] {
        if fs::metadata(owned).is_ok_and(|owned| owned.uid() == about.uid()) {
            return Ok(());
        }
    }
    let words =
        "found a link of another user, which is not followed; remove it, or use another name";
    Err(io::Error::new(ErrorKind::PermissionDenied, words))
}

#[cfg(not(unix))]
fn refuse_planted(_: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Returns true if a path still leads to an open file: to the same device and inode.
#[cfg(unix)]
pub(super) fn is_same_inode(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let ours = file.metadata()?;
    let Some(theirs) = symlink_metadata_opt(path)? else {
        return Ok(false);
    };
    Ok((ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()))
}

#[cfg(not(unix))]
pub(super) fn is_same_inode(_: &File, path: &Path) -> io::Result<bool> {
    exists(path)
}

/// Returns true if both paths lead to the same file, also through symlinks and hard links. A
/// missing file is the same as none.
///
/// # Errors
/// If the system cannot tell, or a symlink must not be followed.
#[cfg(unix)]
pub fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let (Some(one), Some(other)) = (metadata_opt(one)?, metadata_opt(other)?) else {
        return Ok(false);
    };
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

/// Returns true if both paths lead to the same file, also through symlinks.
///
/// # Errors
/// If the system cannot tell.
#[cfg(not(unix))]
pub fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    let is_missing = metadata_opt(one)?.is_none() || metadata_opt(other)?.is_none();
    Ok(!is_missing && fs::canonicalize(one)? == fs::canonicalize(other)?)
}

/// Syncs the parent directory of a file, so that a new name survives a power failure.
pub fn fsync_parent(file: &Path) -> io::Result<()> {
    fsync_dir(parent_dir(file))
}

/// Syncs a directory.
#[cfg(unix)]
pub(super) fn fsync_dir(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn fsync_dir(_: &Path) -> io::Result<()> {
    Ok(())
}
