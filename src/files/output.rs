//! Files that appear whole or not at all.
//!
//! A file is written under a working name of its own, synced, and renamed when it is complete:
//!
//! ```text
//!   catalog.csv  ◄─ rename ─  .catalog.csv.5f0c3b9e4a7d1182.part
//! ```
//!
//! Nothing half-written ever has a final name. Two commands that write the same file never mix: each
//! has a working file of its own, and the last rename wins. A working file is locked while it is being
//! written, so that what a crash has left is known by its free lock, and the next writer of that file
//! removes it.

use super::fault;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

/// What happens to a file that has the final name already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays, and the new file is refused.
    Keep,
    /// It is replaced when the new file is complete.
    Replace,
}

/// A file that is being written. Dropped before [`Pending::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Pending {
    target: PathBuf,
    existing: Existing,
    working: PathBuf,
    out: Option<BufWriter<Disk>>,
    hash: Sha256,
    size: u64,
}

/// A file below its buffer, locked until it is closed.
#[derive(Debug)]
struct Disk(File);

impl Disk {
    /// Creates a file that was not there, and locks it.
    fn create(path: &Path) -> io::Result<Self> {
        fault::pass("create")?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)?;
        // Where files cannot be locked, what a crash leaves is not recognised and stays.
        let _ = file.try_lock();
        Ok(Self(file))
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        fault::pass("write")?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A name that no other writer uses: 64 random bits. Not random numbers of puzzles, which depend on a
/// seed alone.
fn unique() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}

/// How the working names of a file begin and end.
fn working_affixes(target: &Path) -> io::Result<(String, &'static str)> {
    let name = target.file_name().ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "expected a path that ends in a file name",
        )
    })?;
    Ok((format!(".{}.", name.to_string_lossy()), ".part"))
}

fn working_name(target: &Path) -> io::Result<PathBuf> {
    let (begin, end) = working_affixes(target)?;
    Ok(target.with_file_name(format!("{begin}{}{end}", unique())))
}

/// The folder of a path.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Removes working files of a target that nobody is writing any more: what a crash has left.
pub fn sweep(target: &Path) {
    let (Ok((begin, end)), Ok(entries)) =
        (working_affixes(target), fs::read_dir(folder_of(target)))
    else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let middle = name.strip_prefix(&begin).and_then(|n| n.strip_suffix(end));
        let ours = middle.is_some_and(|m| m.len() == 16 && u64::from_str_radix(m, 16).is_ok());
        let plain = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if ours && plain() && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fault::pass("remove").and_then(|()| fs::remove_file(entry.path()));
        }
    }
}

/// The file that is meant: where a path leads through symbolic links, if it does.
///
/// # Errors
/// When it leads to something that is not a regular file, or nowhere.
pub fn real_target(path: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    let real = if is_link {
        fs::canonicalize(path)?
    } else {
        path.to_owned()
    };
    match fs::metadata(&real) {
        Ok(about) => regular(&about).map(|()| real),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(real),
        Err(e) => Err(e),
    }
}

/// Refuses what is not a regular file.
fn regular(about: &fs::Metadata) -> io::Result<()> {
    if about.is_file() {
        return Ok(());
    }
    let found = if about.is_dir() {
        "a folder"
    } else {
        "a device, a pipe or a socket"
    };
    let words = format!("expected a regular file, found {found}");
    Err(io::Error::new(io::ErrorKind::InvalidInput, words))
}

/// Reads a regular file whole. A pipe or a device is refused: it might never end.
///
/// # Errors
/// When it cannot be read, or is not a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a regular file of UTF-8 text whole, as [`read`] does.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| {
        let words = "expected UTF-8 text, found other bytes";
        io::Error::new(io::ErrorKind::InvalidData, words)
    })
}

/// Opens a regular file to read. Never waits for the writer of a pipe.
///
/// # Errors
/// When it cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    // A pipe without a writer would be waited for while it is opened.
    regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileRecord {
    /// The name inside the folder.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// In lower-case hexadecimal.
    pub sha256: String,
}

impl FileRecord {
    /// What is different in the file of this name in a folder: `None` when size and SHA-256 agree.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn difference(&self, folder: &Path) -> io::Result<Option<Difference>> {
        let mut file = match open(&folder.join(&self.name)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Some(Difference::Missing)),
            opened => opened?,
        };
        let found = file.metadata()?.len();
        if found != self.size {
            return Ok(Some(Difference::Size(found)));
        }
        let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                n => hash.update(&buffer[..n]),
            }
        }
        let found = hex(&hash.finalize());
        Ok((found != self.sha256).then_some(Difference::Sha256(found)))
    }
}

/// How a file differs from its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// There is no such file.
    Missing,
    /// It has this many bytes.
    Size(u64),
    /// It has this SHA-256.
    Sha256(String),
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::Size(_) | Self::Sha256(_) => f.write_str("has changed"),
        }
    }
}

impl Pending {
    /// Begins the file that will be `target`, in place of the one that may be there.
    ///
    /// # Errors
    /// When the folder cannot be written, or the target is not a regular file.
    pub fn create(target: &Path) -> io::Result<Self> {
        Self::begin(target, Existing::Replace)
    }

    /// Begins the file that will be `target`.
    ///
    /// # Errors
    /// When the folder cannot be written, the target is not a regular file, or is there and stays.
    pub fn begin(target: &Path, existing: Existing) -> io::Result<Self> {
        let target = real_target(target)?;
        if existing == Existing::Keep && target.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        sweep(&target);
        let working = working_name(&target)?;
        let disk = Disk::create(&working)?;
        Ok(Self {
            out: Some(BufWriter::with_capacity(1 << 16, disk)),
            target,
            existing,
            working,
            hash: Sha256::new(),
            size: 0,
        })
    }

    /// Puts the file under its final name, all of it safely on the disk.
    ///
    /// # Errors
    /// When any of it could not be written; then the target is as it was before, unless all that
    /// failed was to make its new name last.
    pub fn commit(mut self) -> io::Result<FileRecord> {
        let out = self.out.take().expect("only commit takes the file");
        let file = out.into_inner().map_err(io::IntoInnerError::into_error);
        let placed = file.and_then(|Disk(file)| {
            fault::pass("sync")?;
            file.sync_all()?;
            fault::pass("rename")?;
            match self.existing {
                // Something else may have the name by now.
                Existing::Replace => real_target(&self.target)
                    .and_then(|target| fs::rename(&self.working, target))?,
                Existing::Keep => place_new(&self.working, &self.target)?,
            }
            sync_folder(&self.target)
        });
        if let Err(e) = placed {
            let _ = fs::remove_file(&self.working);
            return Err(e);
        }
        let name = self.target.file_name().expect("begin has seen the name");
        Ok(FileRecord {
            name: name.to_string_lossy().into_owned(),
            size: self.size,
            sha256: hex(&self.hash.finalize_reset()),
        })
    }
}

/// Renames a file to a name that nothing has yet.
///
/// # Errors
/// When something has the name, or the folder cannot be written.
pub fn place_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // It has its final name; the other one is a working name that a later command removes.
        Ok(()) => {
            let _ = fs::remove_file(from);
            Ok(())
        }
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(e),
        // File systems without hard links.
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = self.out.as_mut().expect("only commit takes the file");
        let written = out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out
            .as_mut()
            .expect("only commit takes the file")
            .flush()
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(out) = self.out.take() {
            // What is still buffered is not wanted.
            let _ = out.into_parts();
            let _ = fs::remove_file(&self.working);
        }
    }
}

/// A working file that another library writes, by its path. Dropped, it leaves nothing.
#[derive(Debug)]
pub struct Working(PathBuf);

impl Working {
    /// Begins the file that will be `target`, empty.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn create(target: &Path) -> io::Result<Self> {
        sweep(target);
        let working = working_name(target)?;
        Disk::create(&working)?;
        Ok(Self(working))
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Puts the file under a name that nothing has yet, all of it safely on the disk.
    ///
    /// # Errors
    /// When it could not be written, or something has the name by now.
    pub fn place_new(self, target: &Path) -> io::Result<()> {
        fault::pass("sync")?;
        File::open(&self.0)?.sync_all()?;
        fault::pass("rename")?;
        place_new(&self.0, target)?;
        sync_folder(target)
    }

    /// Puts the file in the place of another, all of it safely on the disk.
    ///
    /// # Errors
    /// When it could not be written; then the other file is as it was.
    pub fn replace(self, target: &Path) -> io::Result<()> {
        fault::pass("sync")?;
        File::open(&self.0)?.sync_all()?;
        fault::pass("rename")?;
        fs::rename(&self.0, target)?;
        sync_folder(target)
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes the new name of a file last.
#[cfg(unix)]
pub(crate) fn sync_folder(file: &Path) -> io::Result<()> {
    fault::pass("sync-folder")?;
    File::open(folder_of(file))?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
