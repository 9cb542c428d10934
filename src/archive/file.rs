//! What kind of file lies at a path, judged by its first hundred bytes. Not by SQLite: what is no
//! archive of ours must not be touched, not even by a well-meant recovery.

use super::ArchiveError;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// `application_id` of an archive; the same number stands in `schema.sql`.
pub(super) const APPLICATION: u32 = 1_397_771_851;
/// `user_version` of an archive that this program can read and write.
pub(super) const VERSION: u32 = 3;

/// Refuses what is no archive of this version.
///
/// Layout: <https://www.sqlite.org/fileformat.html#the_database_header>.
pub(super) fn check(path: &Path) -> Result<(), ArchiveError> {
    let at = || path.to_owned();
    let mut file = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(ArchiveError::Missing(at()));
        }
        opened => opened.map_err(|e| ArchiveError::Unread(at(), e))?,
    };
    let mut header = [0; 100];
    match file.read_exact(&mut header) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(ArchiveError::Foreign(at()));
        }
        read => read.map_err(|e| ArchiveError::Unread(at(), e))?,
    }
    let number = |place: usize| {
        let bytes = header[place..].first_chunk().expect("inside the header");
        u32::from_be_bytes(*bytes)
    };
    if !header.starts_with(b"SQLite format 3\0") || number(68) != APPLICATION {
        return Err(ArchiveError::Foreign(at()));
    }
    let version = number(60);
    if version != VERSION {
        return Err(ArchiveError::Version(at(), version));
    }
    // The last pages may be in the log still, but only of a file that has a log.
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        n => u64::from(n),
    };
    let size = file
        .metadata()
        .map_err(|e| ArchiveError::Unread(at(), e))?
        .len();
    let whole = page.is_power_of_two() && size.is_multiple_of(page);
    let log = path.with_file_name(format!(
        "{}-wal",
        path.file_name().unwrap_or_default().to_string_lossy()
    ));
    let cut = size < u64::from(number(28)) * page && !log.exists();
    if !whole || cut {
        return Err(ArchiveError::Damaged(at(), "the file has been cut".into()));
    }
    Ok(())
}
