//! The path of an archive: its real path, and the files that SQLite and the lock keep beside it.

use super::ArchiveError;
use crate::error::FileContext as _;
use crate::mounts;
use files::fs_path::{self, parent_dir, require_regular_opt, symlink_metadata_opt};
use files::lock::{Lock, LockError};
use files::{TempFile, output};
use std::fs::{self, File};
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
        let real = match fs::canonicalize(typed) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Err(ArchiveError::Missing(typed.to_owned()));
            }
            real => real.reading(typed)?,
        };
        // SQLite would wait for a FIFO, and might write to a device.
        if !fs::metadata(&real).reading(typed)?.is_file() {
            return Err(ArchiveError::Foreign(typed.to_owned()));
        }
        Ok(Self { typed: typed.to_owned(), real })
    }

    /// Resolves the path of an archive for writing. Refuses a symlink that another user may have
    /// planted.
    pub(super) fn resolve_own(typed: &Path) -> Result<Self, ArchiveError> {
        fs_path::refuse_planted_link(typed).writing(typed)?;
        Self::resolve(typed)
    }

    /// Resolves the path of a file that may be missing: then resolves its directory.
    pub(super) fn resolve_target(typed: &Path) -> Result<Self, ArchiveError> {
        match Self::resolve_own(typed) {
            Err(ArchiveError::Missing(_)) => {}
            found => return found,
        }
        let Some(name) = typed.file_name() else {
            let nameless = io::Error::new(io::ErrorKind::InvalidInput, "expected a file name");
            return Err(ArchiveError::Write(typed.to_owned(), nameless));
        };
        let folder = fs::canonicalize(parent_dir(typed)).writing(typed)?;
        Ok(Self { typed: typed.to_owned(), real: folder.join(name) })
    }

    /// Refuses to write to a network file system. An archive may be read from one.
    pub(super) fn refuse_network(&self) -> Result<(), ArchiveError> {
        match mounts::network_file_system(&self.real) {
            None => Ok(()),
            Some(kind) => Err(ArchiveError::Network(self.typed.clone(), kind)),
        }
    }

    /// Returns the suffixes of the journal that SQLite will roll back at the next opening, and of
    /// the log that it will apply. Without a writer, a crash has left them.
    pub(super) fn log_endings(&self) -> Result<Vec<&'static str>, ArchiveError> {
        let mut endings = Vec::new();
        for ending in LOG_SUFFIXES {
            if begins_log(&TempFile::sidecar(&self.real, ending)).reading(&self.beside(ending))? {
                endings.push(ending);
            }
        }
        Ok(endings)
    }

    /// Refuses files beside the archive that SQLite would open and that are not regular files.
    /// SQLite would wait for a pipe, and write through a symlink.
    pub(super) fn refuse_irregular_sidecars(&self) -> Result<(), ArchiveError> {
        for ending in TempFile::SQLITE_SUFFIXES {
            require_regular_opt(&TempFile::sidecar(&self.real, ending))
                .reading(&self.beside(ending))?;
        }
        Ok(())
    }

    /// Refuses a name for a new file if SQLite would apply a log or a journal that lies beside it.
    pub(super) fn refuse_leftovers(&self) -> Result<(), ArchiveError> {
        for ending in TempFile::SQLITE_SUFFIXES {
            let found = symlink_metadata_opt(&TempFile::sidecar(&self.real, ending));
            match found.reading(&self.beside(ending))? {
                None => {}
                // SQLite rebuilds the index of a log.
                Some(about) if about.is_file() && (about.len() == 0 || ending == "-shm") => {}
                Some(_) => return Err(ArchiveError::Leftover(self.typed.clone(), ending)),
            }
        }
        Ok(())
    }

    /// Returns the name of a file beside the archive in messages.
    pub(super) fn beside(&self, ending: &str) -> PathBuf {
        TempFile::sidecar(&self.typed, ending)
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
pub(super) fn read_at(file: &File, block: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, block, position)
}

#[cfg(windows)]
pub(super) fn read_at(file: &File, block: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, block, position)
}
