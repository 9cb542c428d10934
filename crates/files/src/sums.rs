//! The checksums of files, remembered while the process runs.

use super::checksum::Checksum;
use super::output::{FileDifference, FileRecord};
use super::reading::open;
use std::collections::HashMap;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The SHA-256 of files by path. A file is read again when its size, a time or its inode changes.
#[derive(Debug, Default)]
pub struct FileSums(Mutex<HashMap<PathBuf, KnownSum>>);

#[derive(Debug)]
struct KnownSum {
    stamp: ContentStamp,
    sha256: String,
}

/// The facts about a file that change when its content changes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ContentStamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Device, inode, and the time of the last change of the inode, which no program can set back.
    inode: [i64; 4],
}

impl ContentStamp {
    fn from_metadata(about: &Metadata) -> Self {
        Self { size: about.len(), modified: about.modified().ok(), inode: inode(about) }
    }
}

#[cfg(unix)]
fn inode(about: &Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt as _;
    [about.dev().cast_signed(), about.ino().cast_signed(), about.ctime(), about.ctime_nsec()]
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> [i64; 4] {
    [0; 4]
}

impl FileSums {
    /// Returns the SHA-256 of a regular file in lower-case hexadecimal.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a regular file.
    pub fn sha256(&self, path: &Path) -> io::Result<String> {
        let mut file = open(path)?;
        let stamp = ContentStamp::from_metadata(&file.metadata()?);
        if let Some(known) = self.lock().get(path)
            && known.stamp == stamp
        {
            return Ok(known.sha256.clone());
        }
        let sha256 = Checksum::of_file(&mut file)?.text();
        // A file that changes while it is read is read again the next time.
        if ContentStamp::from_metadata(&file.metadata()?) == stamp {
            let known = KnownSum { stamp, sha256: sha256.clone() };
            self.lock().insert(path.to_owned(), known);
        }
        Ok(sha256)
    }

    /// Compares a file with its record, as [`FileRecord::difference`] does.
    ///
    /// # Errors
    /// If the file exists and cannot be read.
    pub fn difference(
        &self,
        record: &FileRecord,
        folder: &Path,
    ) -> io::Result<Option<FileDifference>> {
        record.difference_by(folder, |path| self.sha256(path))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, KnownSum>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
