//! The path of an archive: its real path, and the files that SQLite and the lock keep beside it.
//! Refuses a file with a second name, because each name would have a journal and a lock of its
//! own.

use super::{ArchiveError, mounts};
use crate::files::fs_path::{self, parent_dir, require_regular, symlink_metadata_opt};
use crate::files::lock::{Lock, LockError};
use crate::files::output::{self, SQLITE_SUFFIXES};
use crate::files::with_suffix;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The suffixes of the files that SQLite applies to a database: the journal has the old pages of a
/// change; the log, which other tools may choose, has the new ones.
const LOG_SUFFIXES: [&str; 2] = ["-journal", "-wal"];

/// The path of an archive, as typed and with all symlinks resolved.
#[derive(Clone, Debug)]
pub(super) struct ArchivePath {
    pub typed: PathBuf,
    pub real: PathBuf,
}

impl ArchivePath {
    /// Resolves the symlinks of an existing regular file.
    pub(super) fn resolve(typed: &Path) -> Result<Self, ArchiveError> {
        let real = fs::canonicalize(typed).map_err(|e| unread(typed, e))?;
        let about = fs::metadata(&real).map_err(|e| unread(typed, e))?;
        // SQLite would wait for a FIFO, and might write to a device.
        if !about.is_file() {
            return Err(ArchiveError::Foreign(typed.to_owned()));
        }
        let typed = typed.to_owned();
        Ok(Self { typed, real })
    }

    /// Resolves the path of an archive for writing. Refuses a symlink that another user may have
    /// planted.
    pub(super) fn resolve_own(typed: &Path) -> Result<Self, ArchiveError> {
        let unwritten = |e| ArchiveError::Write(typed.to_owned(), e);
        fs_path::refuse_planted_link(typed).map_err(unwritten)?;
        Self::resolve(typed)
    }

    /// Resolves the path of a file that may be missing: then resolves its directory.
    pub(super) fn resolve_target(typed: &Path) -> Result<Self, ArchiveError> {
        match Self::resolve_own(typed) {
            Err(ArchiveError::Missing(_)) => {}
            found => return found,
        }
        let unwritten = |e| ArchiveError::Write(typed.to_owned(), e);
        let nameless = || io::Error::new(io::ErrorKind::InvalidInput, "expected a file name");
        let name = typed.file_name().ok_or_else(|| unwritten(nameless()))?;
        let folder = fs::canonicalize(parent_dir(typed)).map_err(unwritten)?;
        Ok(Self { typed: typed.to_owned(), real: folder.join(name) })
    }

    /// Refuses to write to a network file system. An archive may be read from one.
    pub(super) fn refuse_network(&self) -> Result<(), ArchiveError> {
        match mounts::network_file_system(&self.real) {
            None => Ok(()),
            Some(kind) => Err(ArchiveError::Network(self.typed.clone(), kind)),
        }
    }

    /// Returns the suffix of the journal that SQLite will roll back at the next opening, or of the
    /// log that it will apply. Without a writer, a crash has left it.
    pub(super) fn log_ending(&self) -> Result<Option<&'static str>, ArchiveError> {
        for ending in LOG_SUFFIXES {
            let begins = begins_log(&with_suffix(&self.real, ending));
            if begins.map_err(|e| self.unread_beside(ending, e))? {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    /// Copies the file and what SQLite would apply to it.
    pub(super) fn copy_with_logs(&self, to: &Self) -> io::Result<()> {
        fs::copy(&self.real, &to.real)?;
        for ending in LOG_SUFFIXES {
            match fs::copy(with_suffix(&self.real, ending), with_suffix(&to.real, ending)) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses files beside the archive that SQLite would open and that are not regular files.
    /// SQLite would wait for a pipe, and write through a symlink.
    pub(super) fn refuse_irregular_sidecars(&self) -> Result<(), ArchiveError> {
        for ending in SQLITE_SUFFIXES {
            let about = symlink_metadata_opt(&with_suffix(&self.real, ending));
            let is_regular =
                about.and_then(|about| about.map_or(Ok(()), |about| require_regular(&about)));
            is_regular.map_err(|e| self.unread_beside(ending, e))?;
        }
        Ok(())
    }

    /// Refuses a name for a new file if SQLite would apply a log or a journal that lies beside it.
    pub(super) fn refuse_leftovers(&self) -> Result<(), ArchiveError> {
        for ending in SQLITE_SUFFIXES {
            let about = symlink_metadata_opt(&with_suffix(&self.real, ending));
            let about = about.map_err(|e| self.unread_beside(ending, e))?;
            // SQLite rebuilds the index of a log.
            let is_harmless =
                |about: &Metadata| about.is_file() && (about.len() == 0 || ending == "-shm");
            if about.is_some_and(|about| !is_harmless(&about)) {
                return Err(ArchiveError::Leftover(self.typed.clone(), ending));
            }
        }
        Ok(())
    }

    fn unread_beside(&self, ending: &str, e: io::Error) -> ArchiveError {
        ArchiveError::Read(with_suffix(&self.typed, ending), e)
    }

    /// Reads the file to its end without SQLite, which reports some disk errors as damage. This
    /// releases all locks of SQLite on the file, so the caller must not use the connection
    /// afterwards.
    pub(super) fn read_through(&self) -> io::Result<()> {
        let file = output::open(&self.real)?;
        let (mut block, mut position) = (vec![0; 1 << 16], 0);
        loop {
            // The same system call as SQLite's.
            let read = read_at(&file, &mut block, position)?;
            if read == 0 {
                return Ok(());
            }
            position += read as u64;
        }
    }

    /// Reads the beginning of the file without SQLite.
    pub(super) fn read_header(&self) -> io::Result<()> {
        output::open(&self.real)?.read(&mut [0; 100]).map(drop)
    }

    /// Acquires the lock of the archive. It is beside the real file, so that all symlinks share it.
    pub(super) fn lock(&self, holder: &str) -> Result<Lock, ArchiveError> {
        Lock::acquire(&Lock::path_beside(&self.real), holder).map_err(|e| match e {
            LockError::Held(by) => ArchiveError::Locked(by),
            LockError::Io(e) => ArchiveError::Write(self.typed.clone(), e),
        })
    }

    /// Refuses a file with hard links, and a file that is a mount point.
    pub(super) fn refuse_second_name(&self) -> Result<(), ArchiveError> {
        let has_name = self.has_second_link().and_then(|linked| Ok(linked || self.is_mounted()?));
        if has_name.map_err(|e| unread(&self.typed, e))? {
            return Err(ArchiveError::SecondName(self.typed.clone()));
        }
        Ok(())
    }

    fn has_second_link(&self) -> io::Result<bool> {
        if link_count(&fs::metadata(&self.real)?) <= 1 {
            return Ok(false);
        }
        let working = self.remove_working_names()?;
        Ok(link_count(&fs::metadata(&self.real)?) > 1 + working)
    }

    /// Removes the working names of the file that a crash has left at its creation. Returns how
    /// many could not be removed.
    #[cfg(unix)]
    fn remove_working_names(&self) -> io::Result<u64> {
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
    fn remove_working_names(&self) -> io::Result<u64> {
        Ok(0)
    }

    /// Returns true if the file itself is a mount point. Linux lists mount points; on other systems
    /// a file on another device than its directory is one.
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
                Ok(points.any(|point| mounts::decode_escapes(point, mounts::OCTAL_ESCAPE) == real))
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

/// Returns true if a file is the beginning of a log or journal. A finished journal is empty, or
/// begins with zeros.
fn begins_log(path: &Path) -> io::Result<bool> {
    let mut first = [0];
    let read = output::open(path).and_then(|mut file| file.read(&mut first));
    match read {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        read => Ok(read? == 1 && first != [0]),
    }
}

#[cfg(unix)]
fn link_count(about: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(about)
}

#[cfg(not(unix))]
fn link_count(_: &Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn read_at(file: &File, block: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, block, position)
}

#[cfg(windows)]
fn read_at(file: &File, block: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, block, position)
}

fn unread(path: &Path, e: io::Error) -> ArchiveError {
    match e.kind() {
        io::ErrorKind::NotFound => ArchiveError::Missing(path.to_owned()),
        _ => ArchiveError::Read(path.to_owned(), e),
    }
}
