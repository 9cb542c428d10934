//! Classifies a file by its first hundred bytes. SQLite must not do it, because it might try to
//! recover a foreign file.

use super::ArchiveError;
use super::archive_path::ArchivePath;
use crate::store::archive::error::SCHEMA_NUMBER;
use crate::store::files::output;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The `application_id` of an archive; `schema.sql` has the same number.
pub(super) const APPLICATION_ID: u32 = 1_397_771_851;

/// The archives that this process has open. When a process closes any handle of a file, POSIX
/// releases all its locks on the file, including SQLite's. So the headers of these files are not
/// read again.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guard of an open archive whose header was checked. It must be dropped after the connection is
/// closed.
#[derive(Debug)]
pub(super) struct OpenGuard(PathBuf);

impl OpenGuard {
    /// Fails if the file is no archive of this schema, or has a second name.
    pub(super) fn new(paths: &ArchivePath) -> Result<Self, ArchiveError> {
        paths.refuse_other_names()?;
        paths.refuse_irregular_sidecars()?;
        let mut open = open();
        if !open.contains(&paths.real) {
            check(paths)?;
        }
        open.push(paths.real.clone());
        Ok(Self(paths.real.clone()))
    }
}

impl Drop for OpenGuard {
    fn drop(&mut self) {
        let mut open = open();
        if let Some(at) = open.iter().position(|path| *path == self.0) {
            open.swap_remove(at);
        }
    }
}

/// Returns true if the file has the header of an archive, of any schema and even if the rest is
/// damaged.
pub(super) fn is_archive(paths: &ArchivePath) -> Result<bool, ArchiveError> {
    if open().contains(&paths.real) {
        return Ok(true);
    }
    match check(paths) {
        Ok(()) | Err(ArchiveError::Schema(..) | ArchiveError::Damaged(..)) => Ok(true),
        Err(ArchiveError::Foreign(_)) => Ok(false),
        Err(e) => Err(e),
    }
}

/// Checks the header. Layout: <https://www.sqlite.org/fileformat.html#the_database_header>.
fn check(paths: &ArchivePath) -> Result<(), ArchiveError> {
    let at = || paths.typed.clone();
    let unread = |e| ArchiveError::Read(at(), e);
    let mut file = output::open(&paths.real).map_err(unread)?;
    let mut header = [0; 100];
    match file.read_exact(&mut header) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
            let size = file.metadata().map_err(unread)?.len();
            return Err(match size {
                0 => ArchiveError::Damaged(at(), "the file is empty".into()),
                _ => ArchiveError::Foreign(at()),
            });
        }
        read => read.map_err(unread)?,
    }
    let number = |offset: usize| {
        let bytes = header[offset..].first_chunk().expect("inside the header");
        u32::from_be_bytes(*bytes)
    };
    if !header.starts_with(b"SQLite format 3\0") || number(68) != APPLICATION_ID {
        return Err(ArchiveError::Foreign(at()));
    }
    let schema = number(60);
    if schema != SCHEMA_NUMBER {
        return Err(ArchiveError::Schema(at(), schema.to_string()));
    }
    // An interrupted change may have changed the size; its journal restores the old one.
    if paths.has_journal()? {
        return Ok(());
    }
    // The last pages may still be in the log, if there is one.
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        n => u64::from(n),
    };
    let size = file.metadata().map_err(unread)?.len();
    let whole = page.is_power_of_two() && size.is_multiple_of(page);
    let cut = size < u64::from(number(28)) * page && paths.log_size() == 0;
    if !whole || cut {
        return Err(ArchiveError::Damaged(at(), "the file has been cut".into()));
    }
    Ok(())
}
