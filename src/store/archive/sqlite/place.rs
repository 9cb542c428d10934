//! Where an archive is: its real path, and the names that SQLite and the lock use beside it. Refuses a
//! file that has a second name, because each name would have a log and a lock of its own.

use super::{ArchiveError, mounts};
use crate::store::files::lock::{Lock, LockError};
use crate::store::files::names::folder_of;
use crate::store::files::output;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The path of an archive, as typed and as it is behind all symbolic links.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub typed: PathBuf,
    pub real: PathBuf,
}

impl Place {
    /// Follows symbolic links to an existing plain file.
    pub(super) fn of(typed: &Path) -> Result<Self, ArchiveError> {
        let real = fs::canonicalize(typed).map_err(|e| unread(typed, e))?;
        let about = fs::metadata(&real).map_err(|e| unread(typed, e))?;
        // A FIFO would be waited for, a device might be written to.
        if !about.is_file() {
            return Err(ArchiveError::Foreign(typed.to_owned()));
        }
        let typed = typed.to_owned();
        Ok(Self { typed, real })
    }

    /// The same for a file that may be missing: then its folder is followed.
    pub(super) fn of_target(typed: &Path) -> Result<Self, ArchiveError> {
        match Self::of(typed) {
            Err(ArchiveError::Missing(_)) => {}
            found => return found,
        }
        let unwritten = |e| ArchiveError::Unwritten(typed.to_owned(), e);
        let nameless = || io::Error::new(io::ErrorKind::InvalidInput, "expected a file name");
        let name = typed.file_name().ok_or_else(|| unwritten(nameless()))?;
        let folder = fs::canonicalize(folder_of(typed)).map_err(unwritten)?;
        Ok(Self { typed: typed.to_owned(), real: folder.join(name) })
    }

    /// Refuses to write to a disk of another host. A copy that is kept there is only read.
    pub(super) fn is_local(&self) -> Result<(), ArchiveError> {
        match mounts::network_of(&self.real) {
            None => Ok(()),
            Some(kind) => Err(ArchiveError::Network(self.typed.clone(), kind)),
        }
    }

    /// SQLite's log: what was committed and is not in the file yet.
    pub(super) fn log(&self) -> PathBuf {
        self.beside("-wal")
    }

    /// SQLite's index of the log, which all its readers and writers share.
    pub(super) fn index(&self) -> PathBuf {
        self.beside("-shm")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = OsString::from(&self.real);
        name.push(ending);
        name.into()
    }

    /// Bytes in the log; 0 when there is none.
    pub(super) fn log_size(&self) -> u64 {
        fs::metadata(self.log()).map_or(0, |about| about.len())
    }

    /// Reads the file to its end without SQLite, which takes some errors of a disk for damage. Locks that SQLite has on
    /// the file are gone then: who asks goes no further.
    pub(super) fn read_through(&self) -> io::Result<()> {
        io::copy(&mut output::open(&self.real)?, &mut io::sink()).map(drop)
    }

    /// Takes the lock of the archive. It is beside the real file, so that all symbolic links share it.
    pub(super) fn lock(&self, holder: &str) -> Result<Lock, ArchiveError> {
        Lock::take(&Lock::beside(&self.real), holder).map_err(|e| match e {
            LockError::Held(by) => ArchiveError::Locked(by),
            LockError::Io(e) => ArchiveError::Unwritten(self.typed.clone(), e),
        })
    }

    /// Refuses hard links and files that are mounted by themselves.
    pub(super) fn has_one_name(&self) -> Result<(), ArchiveError> {
        let links = || -> io::Result<u64> {
            match links(&fs::metadata(&self.real)?) {
                1 => Ok(1),
                _ => {
                    let working = self.working_names()?;
                    Ok(links(&fs::metadata(&self.real)?).saturating_sub(working))
                }
            }
        };
        match links().map_err(|e| unread(&self.typed, e))? {
            0 | 1 => {}
            names => return Err(ArchiveError::Links(self.typed.clone(), names)),
        }
        if self.is_mounted().map_err(|e| unread(&self.typed, e))? {
            return Err(ArchiveError::Mounted(self.typed.clone()));
        }
        Ok(())
    }

    /// Removes working names that a crash has left to the file while it was created, and counts those
    /// that cannot be removed.
    #[cfg(unix)]
    fn working_names(&self) -> io::Result<u64> {
        use std::os::unix::ffi::OsStrExt as _;
        use std::os::unix::fs::MetadataExt as _;
        let (Some(folder), Some(name)) = (self.real.parent(), self.real.file_name()) else {
            return Ok(0);
        };
        let inode = |about: Metadata| (about.dev(), about.ino());
        let file = inode(fs::metadata(&self.real)?);
        let begin = [b".", name.as_bytes(), b"."].concat();
        let mut left = 0;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let ours = name.as_bytes().starts_with(&begin) && name.as_bytes().ends_with(b".part");
            let same = ours && entry.metadata().is_ok_and(|about| inode(about) == file);
            left += u64::from(same && fs::remove_file(entry.path()).is_err());
        }
        Ok(left)
    }

    #[cfg(not(unix))]
    fn working_names(&self) -> io::Result<u64> {
        Ok(0)
    }

    /// Whether the file itself is a mount point. Linux lists them; elsewhere a file that is not on the
    /// disk of its folder is one.
    #[cfg(unix)]
    fn is_mounted(&self) -> io::Result<bool> {
        use std::os::unix::ffi::OsStrExt as _;
        use std::os::unix::fs::MetadataExt as _;
        match fs::read("/proc/self/mountinfo") {
            Ok(mounts) => {
                let mut points = mounts
                    .split(|byte| *byte == b'\n')
                    .filter_map(|line| line.split(|byte| *byte == b' ').nth(4));
                let real = self.real.as_os_str().as_bytes();
                Ok(points.any(|point| mounts::unescaped(point, mounts::OCTAL) == real))
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let folder = self.real.parent().unwrap_or(&self.real);
                Ok(fs::metadata(folder)?.dev() != fs::metadata(&self.real)?.dev())
            }
            Err(e) => Err(e),
        }
    }

    #[cfg(not(unix))]
    fn is_mounted(&self) -> io::Result<bool> {
        Ok(false)
    }
}

#[cfg(unix)]
fn links(about: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(about)
}

#[cfg(not(unix))]
fn links(_: &Metadata) -> u64 {
    1
}

fn unread(path: &Path, e: io::Error) -> ArchiveError {
    match e.kind() {
        io::ErrorKind::NotFound => ArchiveError::Missing(path.to_owned()),
        _ => ArchiveError::Unread(path.to_owned(), e),
    }
}
