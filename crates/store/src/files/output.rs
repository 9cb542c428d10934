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

use super::fs_path::{
    self, fsync_parent, hidden_name, is_same_inode, parent_dir, rename_noreplace, require_regular,
    resolve_target, symlink_metadata_opt,
};
use super::link_free;
pub use super::reading::{
    MAX_TEXT_BYTES, MAX_USER_FILE_BYTES, decode_text, open, open_any, read, read_to_string,
    read_up_to, read_user_text,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The policy for a file that already has the final name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overwrite {
    /// Keeps the existing file and refuses the new one.
    Never,
    /// Replaces the existing file when the new one is complete.
    Always,
}

/// A file that is being written. If it is dropped before [`AtomicFile::commit`], nothing is left on
/// disk.
#[derive(Debug)]
pub struct AtomicFile {
    target: PathBuf,
    overwrite: Overwrite,
    working: PathBuf,
    out: Option<BufWriter<File>>,
    hash: Sha256,
    size: u64,
}

/// Returns a new working name for a target.
pub(super) fn working_name(target: &Path) -> io::Result<PathBuf> {
    let name = format!("{}{}{WORKING_SUFFIX}", working_prefix(target)?, random_suffix());
    Ok(target.with_file_name(name))
}

/// Creates a file for a target under a new working name, and locks it until it is closed.
pub(super) fn create_working(target: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let path = working_name(target)?;
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        // Without locks, the leftovers of crashes are not recognised and stay.
        let _ = file.lock();
        // Before the file was locked, another command may have taken it for a leftover of a crash.
        match is_same_inode(&file, &path) {
            Ok(true) => return Ok((path, file)),
            Ok(false) => {}
            Err(e) => {
                let _ = fs::remove_file(&path);
                return Err(e);
            }
        }
    }
}

/// Renames a working file to its final name. `overwrite` decides whether it may replace a file.
pub(super) fn rename_into_place(
    working: &Path,
    target: &Path,
    overwrite: Overwrite,
) -> io::Result<()> {
    match overwrite {
        Overwrite::Always => {
            // Something that is not a regular file may have taken this name in the meantime.
            symlink_metadata_opt(target)?.map_or(Ok(()), |about| require_regular(&about))?;
            fs::rename(working, target)?;
        }
        Overwrite::Never => rename_noreplace(working, target)?,
    }
    fsync_parent(target)
}

/// Returns 64 random bits in hexadecimal, for a working name. They are unrelated to the random
/// numbers for puzzles, which depend only on the seed.
pub(crate) fn random_suffix() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}

/// Returns the beginning of all working names for a target.
fn working_prefix(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, "expected a path that ends in a file name")
    })?;
    Ok(hidden_name(name, ".", MAX_WORKING_ENDING_BYTES).to_string_lossy().into_owned())
}

/// The most bytes that follow the beginning of a working name: 16 digits, the end of working names,
/// and a suffix of SQLite.
const MAX_WORKING_ENDING_BYTES: usize = 16 + 5 + 8;
/// The end of working names.
const WORKING_SUFFIX: &str = ".part";
/// The suffixes of the files that SQLite keeps beside a database.
pub(crate) const SQLITE_SUFFIXES: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Returns true if an entry of this name exists. First removes the working files that crashed
/// writers have left, even beside a complete file: a writer may have died after the rename.
///
/// # Errors
/// If the system cannot tell.
pub fn sweep_then_exists(target: &Path) -> io::Result<bool> {
    sweep(target);
    fs_path::exists(target)
}

/// Removes the working files and directories of a target that crashed writers have left.
pub fn sweep(target: &Path) {
    if let Ok(begin) = working_prefix(target) {
        sweep_prefix(parent_dir(target), &begin);
    }
}

/// Removes the working files of all targets in a directory.
pub fn sweep_dir(folder: &Path) {
    sweep_prefix(folder, ".");
}

/// Returns true for a working name that begins with this prefix: that of one target, or `.` for all
/// targets.
pub fn is_working_name(name: &str, prefix: &str) -> bool {
    let Some(rest) = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(WORKING_SUFFIX))
    else {
        return false;
    };
    let suffix = match rest.rsplit_once('.') {
        Some((_, suffix)) if prefix == "." => suffix,
        None if prefix == "." => return false,
        _ => rest,
    };
    suffix.len() == 16 && u64::from_str_radix(suffix, 16).is_ok()
}

/// Removes the working files with this prefix that crashed writers have left.
fn sweep_prefix(folder: &Path, begin: &str) {
    if link_free::check(folder).is_err() {
        return;
    }
    // SQLite's files beside a working file have longer names and come after it.
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let beside = SQLITE_SUFFIXES.iter().find_map(|end| name.strip_suffix(end));
        let working = beside.unwrap_or(&name);
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if !is_working_name(working, begin) || !(kind.is_file() || kind.is_dir()) {
            continue;
        }
        // The lock is held until the file is gone, so that nobody takes its name in between.
        let file = File::open(entry.path());
        let left = match beside {
            Some(_) => fs_path::exists(&folder.join(working)).is_ok_and(|there| !there),
            None => file.as_ref().is_ok_and(|file| file.try_lock().is_ok()),
        };
        if left {
            let _ = if kind.is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
        }
    }
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
    /// SHA-256 agree.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn difference(&self, folder: &Path) -> io::Result<Option<FileDifference>> {
        let path = folder.join(&self.name);
        let mut file = match open(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(FileDifference::Missing));
            }
            opened => opened?,
        };
        let found = file.seek(SeekFrom::End(0))?;
        if found != self.size {
            return Ok(Some(FileDifference::Size(found)));
        }
        let found = sha256_of(&mut file)?;
        Ok((found != self.sha256).then_some(FileDifference::Sha256(found)))
    }

    /// Returns the record of a file that is there.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a regular file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut file = open(path)?;
        let size = file.seek(SeekFrom::End(0))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, size, sha256: sha256_of(&mut file)? })
    }
}

/// A difference between a file and its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileDifference {
    /// The file does not exist.
    Missing,
    /// The size found, in bytes.
    Size(u64),
    /// The SHA-256 found.
    Sha256(String),
}

impl std::fmt::Display for FileDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::Size(_) | Self::Sha256(_) => f.write_str("has changed"),
        }
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
        if sweep_then_exists(&resolve_target(target)?)? && overwrite == Overwrite::Never {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Self::open_working(target, overwrite)
    }

    /// Starts to write `target` in a directory that several hosts share. Locks do not show there
    /// whether another host still writes, so its working files stay. [`sweep_dir`] removes the
    /// leftovers of crashes.
    ///
    /// # Errors
    /// If the directory cannot be written, or the target is not a regular file.
    pub fn create_shared(target: &Path) -> io::Result<Self> {
        Self::open_working(target, Overwrite::Always)
    }

    fn open_working(target: &Path, overwrite: Overwrite) -> io::Result<Self> {
        let target = resolve_target(target)?;
        let (working, file) = create_working(&target)?;
        let out = Some(BufWriter::with_capacity(1 << 16, file));
        Ok(Self { target, overwrite, working, out, hash: Sha256::new(), size: 0 })
    }

    /// Returns the record of the file in its present state.
    pub fn record(&self) -> FileRecord {
        let name = self.target.file_name().expect("begin has seen the name");
        FileRecord {
            name: name.to_string_lossy().into_owned(),
            size: self.size,
            sha256: hex(&self.hash.clone().finalize()),
        }
    }

    /// Returns the path of the working file, which is removed if the file is dropped.
    pub fn working_path(&self) -> &Path {
        &self.working
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
    pub fn commit(mut self) -> io::Result<FileRecord> {
        let out = self.out.take().expect("only commit takes the file");
        let file = out.into_inner().map_err(io::IntoInnerError::into_error);
        let is_placed = file.and_then(|file| {
            file.sync_all()?;
            rename_into_place(&self.working, &self.target, self.overwrite)
        });
        if let Err(e) = is_placed {
            let _ = fs::remove_file(&self.working);
            return Err(e);
        }
        Ok(self.record())
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
        let out = self.out.as_mut().expect("only commit takes the file");
        let written = out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().expect("only commit takes the file").flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(out) = self.out.take() {
            // Discards the buffer without writing it.
            let _ = out.into_parts();
            let _ = fs::remove_file(&self.working);
        }
    }
}

/// Formats bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
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

/// Returns the SHA-256 of a whole file in lower-case hexadecimal.
pub(super) fn sha256_of(file: &mut File) -> io::Result<String> {
    file.rewind()?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            n => hash.update(&buffer[..n]),
        }
    }
}

/// Returns the SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
