//! Files that appear whole or not at all.
//!
//! A file is written under a working name of its own, synced, and renamed when it is complete:
//!
//! ```text
//!   catalog.csv  ◄─ rename ─  .catalog.csv.5f0c3b9e4a7d1182.part
//! ```
//!
//! A file with a final name is always complete. Two commands that write the same file never mix:
//! each has its own working file, and the last rename wins. A working file is locked while it is
//! written. An unlocked working file was left by a crash, and the next writer of the same target
//! removes it.

use super::checksum::Checksum;
use super::fs_path::{exists, parent_dir, resolve_target, symlink_metadata_opt};
use super::link_free;
pub use super::reading::{open, open_any, read, read_to_string};
use super::rename::{Overwrite, rename_into_place};
use super::temp_file::TempFile;
use super::working_names::{
    ANY_TARGET, is_working_name, shared_working_name, sweep, sweep_prefix, sweep_shared,
    working_name,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. If it is dropped before [`AtomicFile::commit`], nothing is left on
/// disk.
#[derive(Debug)]
pub struct AtomicFile {
    target: PathBuf,
    overwrite: Overwrite,
    /// The open file, which is closed before its working name is removed.
    out: BufWriter<File>,
    working: TempFile,
    sum: Checksum,
    size: u64,
}

/// Name, size and hash of a file that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileRecord {
    /// The file name without its folder.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 in lower-case hexadecimal.
    pub sha256: String,
}

impl FileRecord {
    /// Compares the file of this name in a directory with the record. Returns `None` if size and
    /// SHA-256 agree. A symlink is not followed.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn difference(&self, folder: &Path) -> io::Result<Option<FileDifference>> {
        self.difference_by(folder, |path| Ok(Checksum::of_file(&mut open(path)?)?.text()))
    }

    /// Compares as [`Self::difference`], with the SHA-256 that `sum` returns. A file of another
    /// size is not read.
    pub(super) fn difference_by(
        &self,
        folder: &Path,
        sum: impl FnOnce(&Path) -> io::Result<String>,
    ) -> io::Result<Option<FileDifference>> {
        let path = folder.join(&self.name);
        let Some(about) = symlink_metadata_opt(&path)? else {
            return Ok(Some(FileDifference::Missing));
        };
        if !about.is_file() {
            return Ok(Some(FileDifference::Irregular));
        }
        if about.len() != self.size {
            return Ok(Some(FileDifference::Size(about.len())));
        }
        let found = sum(&path)?;
        Ok(if found == self.sha256 { None } else { Some(FileDifference::Sha256(found)) })
    }

    /// Returns the first name that comes twice in a list, if any.
    pub fn first_repeated(files: &[Self]) -> Option<&str> {
        let mut names = HashSet::new();
        files.iter().map(|file| &*file.name).find(|name| !names.insert(*name))
    }

    /// Returns the record of a file that is there.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a regular file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut file = open(path)?;
        let size = file.seek(SeekFrom::End(0))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, size, sha256: Checksum::of_file(&mut file)?.text() })
    }
}

/// A difference between a file and its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileDifference {
    /// The file does not exist.
    Missing,
    /// A symlink, a folder or something else that is no regular file.
    Irregular,
    /// The size found, in bytes.
    Size(u64),
    /// The SHA-256 found.
    Sha256(String),
}

impl std::fmt::Display for FileDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::Irregular => f.write_str("is a link or a folder"),
            Self::Size(_) | Self::Sha256(_) => f.write_str("has changed"),
        }
    }
}

/// The working files that crashes have left.
impl AtomicFile {
    /// Returns true if an entry of this name exists. First removes the working files that crashed
    /// writers have left, even beside a complete file: a writer may have died after the rename.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn sweep_then_exists(target: &Path) -> io::Result<bool> {
        sweep(target);
        exists(target)
    }

    /// Removes the working files of all targets in a directory.
    pub fn sweep_dir(folder: &Path) {
        sweep_prefix(folder, ANY_TARGET, "");
    }

    /// Returns true for the working name of any target.
    pub fn is_working_name(name: &str) -> bool {
        is_working_name(name, ANY_TARGET)
    }
}

impl AtomicFile {
    /// Starts to write `target`. [`AtomicFile::commit`] replaces an existing file.
    ///
    /// # Errors
    /// If the directory cannot be written, or the target is not a regular file.
    pub fn create(target: &Path) -> io::Result<Self> {
        Self::create_with(target, Overwrite::Always)
    }

    /// Starts to write `target`.
    ///
    /// # Errors
    /// If the directory cannot be written, `target` is not a regular file, or `target` exists and
    /// `overwrite` is [`Overwrite::Never`].
    pub fn create_with(target: &Path, overwrite: Overwrite) -> io::Result<Self> {
        if Self::sweep_then_exists(&resolve_target(target)?)? && overwrite == Overwrite::Never {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Self::open_working(target, overwrite, working_name)
    }

    /// Starts to write `target` in a directory that several hosts share. Locks do not show there
    /// whether another host still writes, so only the leftovers of crashes on this host are
    /// removed. [`Self::sweep_dir`] removes those of all hosts.
    ///
    /// # Errors
    /// If the directory cannot be written, or the target is not a regular file.
    pub fn create_shared(target: &Path) -> io::Result<Self> {
        sweep_shared(&resolve_target(target)?);
        Self::open_working(target, Overwrite::Always, shared_working_name)
    }

    fn open_working(
        target: &Path,
        overwrite: Overwrite,
        name: fn(&Path) -> io::Result<PathBuf>,
    ) -> io::Result<Self> {
        let target = resolve_target(target)?;
        let (working, file) = TempFile::open(|| name(&target))?;
        let out = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { target, overwrite, working, out, sum: Checksum::default(), size: 0 })
    }

    /// Returns the record of the file in its present state.
    pub fn record(&self) -> FileRecord {
        let name = self.target.file_name().expect("create has seen the name");
        FileRecord {
            name: name.to_string_lossy().into_owned(),
            size: self.size,
            sha256: self.sum.text(),
        }
    }

    /// Returns the path of the working file, which is removed if the file is dropped.
    pub fn working_path(&self) -> &Path {
        self.working.path()
    }

    /// Changes the final name, in the same directory.
    pub fn with_file_name(mut self, name: &str) -> Self {
        self.target.set_file_name(name);
        self
    }

    /// Syncs the file to disk and gives it its final name.
    ///
    /// # Errors
    /// If writing, syncing or renaming fails. The target is then unchanged, unless only the final
    /// sync of the directory failed.
    pub fn commit(self) -> io::Result<FileRecord> {
        let record = self.record();
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        rename_into_place(self.working.path(), &self.target, self.overwrite)?;
        Ok(record)
    }

    /// Writes these bytes and gives the file its final name.
    ///
    /// # Errors
    /// The errors of [`Write::write_all`] and [`AtomicFile::commit`].
    pub fn write_and_commit(mut self, bytes: &[u8]) -> io::Result<FileRecord> {
        self.write_all(bytes)?;
        self.commit()
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a whole file, which replaces a file of the same name.
///
/// # Errors
/// The errors of [`AtomicFile::create`] and [`AtomicFile::write_and_commit`].
pub fn write(target: &Path, bytes: &[u8]) -> io::Result<FileRecord> {
    AtomicFile::create(target)?.write_and_commit(bytes)
}

/// Removes a file, if it is there.
///
/// # Errors
/// An I/O error if it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    link_free::check(parent_dir(path))?;
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}
