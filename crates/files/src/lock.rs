//! Locks with one holder at a time. The kernel releases a lock when its holder ends, even by a
//! crash. An unlocked lock file has no meaning: a crash or a power failure leaves it.

use super::fs_path::{exists, hidden_name, is_same_inode, symlink_metadata_opt};
#[cfg(unix)]
use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;
use words::clause;

/// A held lock. Dropping it releases the lock and removes its file.
#[derive(Debug)]
pub struct Lock {
    #[cfg_attr(not(unix), expect(dead_code))]
    path: PathBuf,
    file: File,
}

/// An error while a lock was acquired.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process holds the lock.
    #[error("locked by {0}")]
    Held(String),
    /// The lock file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Lock {
    /// The message about a file system that cannot lock files.
    pub const NO_LOCKS_WORDS: &str =
        "its file system cannot lock files; use a folder on a local disk";

    /// Returns the lock file of a file: in the same directory, with a dot before the name.
    pub fn path_beside(file: &Path) -> PathBuf {
        file.with_file_name(hidden_name(file.file_name().unwrap_or_default(), LOCK_SUFFIX, 0))
    }

    /// Returns the name of the file that a lock file of this name stands beside.
    pub(super) fn name_of_locked(name: &str) -> Option<&str> {
        name.strip_prefix('.')?.strip_suffix(LOCK_SUFFIX)
    }

    /// Removes the lock file that a crash has left. If it cannot be removed, it still locks nobody
    /// out.
    pub fn sweep(path: &Path) {
        if exists(path).unwrap_or(false) {
            drop(Self::acquire(path, ""));
        }
    }

    /// Acquires the lock, and writes the name of its holder into its file.
    ///
    /// # Errors
    /// If another process holds the lock, with the name of that holder; or if the file cannot be
    /// written.
    pub fn acquire(path: &Path, holder: &str) -> Result<Self, LockError> {
        loop {
            let (mut file, ours) = open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let text = read_start(&mut file);
                    let holder = text.strip_prefix(HOLDER_MARK).unwrap_or(&text).trim();
                    let holder = if holder.is_empty() { "another run" } else { holder };
                    return Err(LockError::Held(holder.to_owned()));
                }
                Err(TryLockError::Error(e)) => {
                    // Nobody holds a lock that the file system does not have.
                    if read_start(&mut file).is_empty() {
                        let _ = fs::remove_file(path);
                    }
                    return Err(name_missing_locks(e).into());
                }
            }
            // The previous holder may have removed the file between opening and locking.
            if !is_same_inode(&file, path)? {
                continue;
            }
            refuse_foreign(&mut file, path)?;
            if !ours {
                // The file of another user, which nobody holds.
                fs::remove_file(path)?;
                continue;
            }
            let _ = file.set_len(0);
            let _ = file.rewind();
            let _ = write!(file, "{HOLDER_MARK}{holder}");
            return Ok(Self { path: path.to_owned(), file });
        }
    }
}

/// The end of the names of lock files.
const LOCK_SUFFIX: &str = ".lock";
/// The beginning of a lock file that has a holder.
const HOLDER_MARK: &str = "sudoku-press lock: ";

/// Returns an error in words if the file system has no locks, and any other error as it is.
fn name_missing_locks(e: io::Error) -> io::Error {
    use io::ErrorKind as Kind;
    let is_unknown_call = matches!(e.kind(), Kind::Unsupported | Kind::InvalidInput);
    if !is_unknown_call && !has_no_lock_manager(&e) {
        return e;
    }
    io::Error::new(Kind::Unsupported, clause!("{} ({})", Lock::NO_LOCKS_WORDS, e))
}

/// Returns true for the error of a file system whose lock manager is missing, such as NFS without
/// its daemon.
#[cfg(unix)]
fn has_no_lock_manager(e: &io::Error) -> bool {
    rustix::io::Errno::from_io_error(e) == Some(rustix::io::Errno::NOLCK)
}

#[cfg(not(unix))]
fn has_no_lock_manager(_: &io::Error) -> bool {
    false
}

fn read_start(file: &mut File) -> String {
    let mut text = Vec::new();
    let _ = file.take(1 << 10).read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Fails if the file is not a lock file of this program.
fn refuse_foreign(file: &mut File, path: &Path) -> io::Result<()> {
    let text = read_start(file);
    if text.is_empty() || text.starts_with(HOLDER_MARK) {
        return Ok(());
    }
    let words = format!("{}: expected a lock file, found another file", path.display());
    Err(io::Error::new(io::ErrorKind::InvalidData, words))
}

/// Opens a lock file. The flag is true if the file is writable; the lock file of another user's
/// crash is not.
fn open(path: &Path) -> io::Result<(File, bool)> {
    if let Some(about) = symlink_metadata_opt(path)?
        && !about.is_file()
    {
        let words = format!(
            "{}: expected a lock file, found something that is not a regular file",
            path.display()
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    }
    // The file is not written before locking, so that a full disk locks nobody out.
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed(),
    );
    let opened = options.read(true).write(true).create(true).open(path);
    match opened {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {
            match options.write(false).create(false).open(path) {
                Ok(file) => Ok((file, false)),
                Err(_) => Err(e),
            }
        }
        opened => Ok((opened?, true)),
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The order matters: after unlocking, the file might already be the next holder's.
        #[cfg(unix)]
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
