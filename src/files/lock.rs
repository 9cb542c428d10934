//! One at a time: a lock file that the kernel lets go of when its holder ends, however it ends. Not
//! a file whose being there means anything: after a power cut it lies about and locks nobody out.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A lock that is held. Dropped, it is gone, and its file too.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

/// Why there is no lock.
#[derive(Debug, Error)]
pub enum LockError {
    /// Somebody has it.
    #[error("locked by {0}")]
    Held(String),
    /// The lock file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Lock {
    /// The lock file of a file: beside it, with a dot.
    pub fn beside(file: &Path) -> PathBuf {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        file.with_file_name(format!(".{name}.lock"))
    }

    /// Removes the file of a lock that nobody holds, which is what a crash leaves. One that cannot be
    /// removed locks nobody out.
    pub fn sweep(path: &Path) {
        if path.exists() {
            drop(Self::take(path, ""));
        }
    }

    /// Takes the lock, and leaves word of who has it.
    ///
    /// # Errors
    /// When somebody has it, with what they left; or the file cannot be written.
    pub fn take(path: &Path, holder: &str) -> Result<Self, LockError> {
        loop {
            // No byte is needed to lock, so that a full disk does not keep anybody out.
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut said = String::new();
                    let _ = file.read_to_string(&mut said);
                    let said = said.trim();
                    let unknown = if said.is_empty() { "another run" } else { said };
                    return Err(LockError::Held(unknown.to_owned()));
                }
                Err(TryLockError::Error(e)) => return Err(e.into()),
            }
            // Whoever had it may have removed the file between opening and locking.
            if same_file(&file, path)? {
                let _ = file.set_len(0);
                let _ = file.rewind();
                let _ = file.write_all(holder.as_bytes());
                return Ok(Self {
                    path: path.to_owned(),
                    file,
                });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // In this order: unlocked first, it might be another's lock that is removed.
        #[cfg(unix)]
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

#[cfg(unix)]
fn same_file(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(theirs) => Ok((ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino())),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

#[cfg(not(unix))]
fn same_file(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
