//! A folder of many files that appears whole: written beside its place under a working name, and
//! renamed. Not for one file, which `output` has.

use super::fault;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;

/// Files that are waited for at once.
const SYNCED_AT_ONCE: usize = 32;

/// Folders that may be filled at once for the same place.
const AT_ONCE: u32 = 16;

/// What may be there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Nothing, or an empty folder.
    Refuse,
    /// Any folder. Its regular files are replaced by new ones of the same names; all else stays.
    Replace,
}

/// A folder that is being filled. Dropped before [`Folder::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Folder {
    target: PathBuf,
    existing: Existing,
    working: PathBuf,
    /// Locked as long as the working folder is in use: one that nobody has locked is what a crash
    /// has left.
    _lock: Option<File>,
    /// The working folder has become the target.
    placed: bool,
    names: Vec<String>,
}

impl Folder {
    /// Begins the folder that will be `target`.
    ///
    /// # Errors
    /// When `target` is no folder; when it is not empty, and must be (`DirectoryNotEmpty`); when the
    /// folder around it cannot be written.
    pub fn create(target: &Path, existing: Existing) -> io::Result<Self> {
        // Through a symbolic link: what it leads to is filled, the link stays.
        let target = match target.canonicalize() {
            Ok(target) => target,
            Err(e) if e.kind() == io::ErrorKind::NotFound => target.to_owned(),
            Err(e) => return Err(e),
        };
        let is_empty = is_empty(&target)?;
        if !is_empty && existing == Existing::Refuse {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        let (working, lock) = working_folder(&target)?;
        Ok(Self {
            target,
            existing,
            working,
            _lock: lock,
            placed: false,
            names: Vec::new(),
        })
    }

    /// Writes a file of the folder. Only [`Folder::commit`] makes it safe.
    ///
    /// # Errors
    /// When it cannot be written, or the folder has a file of this name already.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fault::pass("write")?;
        let path = self.working.join(name);
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// All files safely on the disk. Several are waited for at once: the disk takes them together.
    fn sync(&self) -> io::Result<()> {
        fault::pass("sync")?;
        let share = self.names.len().div_ceil(SYNCED_AT_ONCE).max(1);
        let sync = |names: &[String]| {
            let mut names = names.iter();
            names.try_for_each(|name| File::open(self.working.join(name))?.sync_all())
        };
        thread::scope(|scope| {
            let shares = self.names.chunks(share);
            let waits: Vec<_> = shares
                .map(|names| thread::Builder::new().spawn_scoped(scope, move || sync(names)))
                .collect::<io::Result<_>>()?;
            let lost = |_| Err(io::Error::other("a thread that syncs was lost"));
            let mut synced = waits
                .into_iter()
                .map(|wait| wait.join().unwrap_or_else(lost));
            synced.try_for_each(|synced| synced)
        })
    }

    /// Puts the folder in its place: as a whole where there is none or an empty one, else file by
    /// file, in the order in which they were written.
    ///
    /// # Errors
    /// When that cannot be done. Nothing is replaced when the folder is not empty and must be
    /// (`DirectoryNotEmpty`), or something of a new file's name is no regular file (`AlreadyExists`).
    pub fn commit(mut self) -> io::Result<()> {
        self.sync()?;
        sync_folder(&self.working)?;
        fault::pass("rename")?;
        // Only some systems rename over an empty folder.
        match fs::remove_dir(&self.target) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => return self.replace(),
            done => done?,
        }
        match fs::rename(&self.working, &self.target) {
            // Another was faster.
            Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => return self.replace(),
            done => done?,
        }
        self.placed = true;
        let around = self.target.parent().filter(|p| !p.as_os_str().is_empty());
        sync_folder(around.unwrap_or(Path::new(".")))
    }

    fn replace(self) -> io::Result<()> {
        if self.existing == Existing::Refuse {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        // One at a time: files of two commands never mix.
        let _lock = wait_for(&self.target)?;
        for name in &self.names {
            match fs::symlink_metadata(self.target.join(name)) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                Ok(about) if about.is_file() => {}
                Ok(_) => {
                    let words = format!("{name} is there and is no regular file");
                    return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
                }
                Err(e) => return Err(e),
            }
        }
        for name in &self.names {
            fault::pass("rename")?;
            fs::rename(self.working.join(name), self.target.join(name))?;
        }
        sync_folder(&self.target)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Once it is placed, its old name may be another command's.
        if !self.placed {
            let _ = fs::remove_dir_all(&self.working);
        }
    }
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(true),
        entries => Ok(entries?.next().is_none()),
    }
}

/// A new folder beside the target, under a name that no other command uses, and its lock. What
/// crashes have left under such names is removed.
fn working_folder(target: &Path) -> io::Result<(PathBuf, Option<File>)> {
    let Some(name) = target.file_name() else {
        let words = "the path does not end in a name";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    };
    let name = name.to_string_lossy();
    let around = target.parent().filter(|p| !p.as_os_str().is_empty());
    fs::create_dir_all(around.unwrap_or(Path::new(".")))?;
    let names = (0..AT_ONCE).map(|n| target.with_file_name(format!(".{name}.{n}.part")));
    for left in names.clone() {
        if let Some(_lock) = hold(&left) {
            fs::remove_dir_all(&left)?;
        }
    }
    for working in names {
        fault::pass("create")?;
        match fs::create_dir(&working) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
            done => done?,
        }
        let lock = hold(&working);
        // Without a lock, another command has just removed the folder as what a crash has left.
        if lock.is_some() || cfg!(not(unix)) {
            return Ok((working, lock));
        }
    }
    let words = format!("{AT_ONCE} other commands are writing this folder");
    Err(io::Error::new(io::ErrorKind::ResourceBusy, words))
}

/// The lock on a folder that is there and that nobody else has locked.
#[cfg(unix)]
fn hold(folder: &Path) -> Option<File> {
    use std::os::unix::fs::MetadataExt as _;
    let is = |about: &fs::Metadata| about.is_dir().then_some((about.dev(), about.ino()));
    let named = |folder| is(&fs::symlink_metadata(folder).ok()?);
    named(folder)?;
    let file = File::open(folder).ok()?;
    file.try_lock().ok()?;
    // It may have been removed, and made again, between opening and locking.
    let same = is(&file.metadata().ok()?) == named(folder);
    same.then_some(file)
}

/// Folders cannot be locked: what a crash has left stays.
#[cfg(not(unix))]
fn hold(_: &Path) -> Option<File> {
    None
}

/// Waits until no other command replaces files in a folder.
#[cfg(unix)]
fn wait_for(folder: &Path) -> io::Result<Option<File>> {
    let file = File::open(folder)?;
    file.lock()?;
    Ok(Some(file))
}

#[cfg(not(unix))]
fn wait_for(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Makes what was renamed in a folder last.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::pass("sync-folder")?;
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
