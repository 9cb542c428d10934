//! Files that appear whole or not at all, and the manifest that says a run is complete.
//!
//! A file is written under a name that begins with a dot, synced, and renamed when it is complete.
//! Nothing half-written ever stands under a final name; a working file that a crash leaves behind
//! is overwritten by the next run.

use crate::files::fault;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. Dropped before [`Pending::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Pending {
    target: PathBuf,
    working: PathBuf,
    out: Option<BufWriter<Disk>>,
    hash: Sha256,
    size: u64,
}

/// A file below its buffer.
#[derive(Debug)]
struct Disk(File);

impl Disk {
    fn create(path: &Path) -> io::Result<Self> {
        fault::pass("create")?;
        File::create(path).map(Self)
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

/// What a file is called while it is being written.
fn working_name(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "the path does not end in a file name",
        )
    })?;
    Ok(target.with_file_name(format!(".{}.part", name.to_string_lossy())))
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileRecord {
    /// The name inside the run's folder.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// In lower-case hexadecimal.
    pub sha256: String,
}

impl Pending {
    /// Begins the file that will be `target`.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn create(target: &Path) -> io::Result<Self> {
        let working = working_name(target)?;
        Ok(Self {
            out: Some(BufWriter::with_capacity(1 << 16, Disk::create(&working)?)),
            target: target.to_owned(),
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
            fs::rename(&self.working, &self.target)?;
            sync_folder(&self.target)
        });
        if let Err(e) = placed {
            let _ = fs::remove_file(&self.working);
            return Err(e);
        }
        let name = self.target.file_name().expect("create has seen the name");
        Ok(FileRecord {
            name: name.to_string_lossy().into_owned(),
            size: self.size,
            sha256: hex(&self.hash.finalize_reset()),
        })
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
        let working = working_name(target)?;
        // What a crash has left may be a second name of a file that was placed: not to be emptied.
        match fs::remove_file(&working) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => Disk::create(&working)?,
        };
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
        fs::hard_link(&self.0, target)?;
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

/// Makes a rename in a folder last.
#[cfg(unix)]
fn sync_folder(file: &Path) -> io::Result<()> {
    fault::pass("sync-folder")?;
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The manifest of a finished run. It holds no clock time, host, path or number of threads, so
/// that the same run leaves the same bytes on any machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest<S> {
    /// The program and its version.
    pub program: String,
    /// All that decides what the files hold.
    pub settings: S,
    /// The seed of the run.
    pub seed: u64,
    /// Puzzles made, by level.
    pub counts: BTreeMap<u8, u64>,
    /// What could not be made, in words; empty when all could.
    pub short: Vec<String>,
    /// The files of the run, in the order in which they were finished.
    pub files: Vec<FileRecord>,
}

/// The manifest's name inside the run's folder.
pub const MANIFEST: &str = "manifest.json";

/// The name of the list of checksums inside the run's folder.
pub const SUMS: &str = "SHA256SUMS";

/// Writes the list of checksums that `sha256sum -c` reads. The manifest, which is written later, is
/// not in it.
///
/// # Errors
/// When it cannot be written.
pub fn write_sums(folder: &Path, files: &[FileRecord]) -> io::Result<()> {
    let mut file = Pending::create(&folder.join(SUMS))?;
    for FileRecord { name, sha256, .. } in files {
        writeln!(file, "{sha256}  {name}")?;
    }
    file.commit().map(drop)
}

impl<S: Serialize + serde::de::DeserializeOwned> Manifest<S> {
    /// Writes the manifest into a folder, which makes the run a finished one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut file = Pending::create(&folder.join(MANIFEST))?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")?;
        file.commit().map(drop)
    }

    /// The manifest of a folder; `None` where there is none.
    ///
    /// # Errors
    /// When it is there and cannot be read, or is no manifest of this version.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        use io::ErrorKind::{NotADirectory, NotFound};
        match fs::read(folder.join(MANIFEST)) {
            Err(e) if matches!(e.kind(), NotFound | NotADirectory) => Ok(None),
            Err(e) => Err(e),
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        }
    }

    /// The first file that is not as it was written, with what is wrong.
    ///
    /// # Errors
    /// When a file is there and cannot be read.
    pub fn damaged(&self, folder: &Path) -> io::Result<Option<(String, &'static str)>> {
        for file in &self.files {
            let damage = match File::open(folder.join(&file.name)) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => Some("is missing"),
                Err(e) => return Err(e),
                Ok(mut opened) => {
                    let mut hash = Sha256::new();
                    let mut buffer = vec![0; 1 << 16];
                    loop {
                        match io::Read::read(&mut opened, &mut buffer)? {
                            0 => break,
                            n => hash.update(&buffer[..n]),
                        }
                    }
                    (hex(&hash.finalize()) != file.sha256).then_some("has changed")
                }
            };
            if let Some(damage) = damage {
                return Ok(Some((file.name.clone(), damage)));
            }
        }
        Ok(None)
    }
}
