//! A directory that appears only when all its files are complete. It is filled under a working name
//! beside its target, and then renamed. For single files see `output`.

use super::fs_path::{
    fsync_dir, fsync_parent, is_same_inode, parent_dir, resolve_symlinks, symlink_metadata_opt,
};
use super::rename::Overwrite;
use super::working_names::{sweep, working_name};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;

/// Number of threads that sync files.
const SYNC_THREADS: usize = 32;

/// Maximum number of attempts to create a working directory before another process's clean-up
/// removes it.
const MAX_ATTEMPTS: u32 = 16;

/// A directory that is being filled. If it is dropped before [`AtomicDir::commit`], nothing is left
/// on disk.
#[derive(Debug)]
pub struct AtomicDir {
    target: PathBuf,
    overwrite: Overwrite,
    working: PathBuf,
    /// A lock that is held while the working directory is in use. An unlocked working directory was
    /// left by a crash.
    _lock: Option<File>,
    /// True once the working directory has been renamed to the target.
    is_placed: bool,
    names: Vec<String>,
}

impl AtomicDir {
    /// Starts to fill `target`.
    ///
    /// # Errors
    /// If `target` is not a directory; if it is not empty but `overwrite` is `Never`
    /// (`DirectoryNotEmpty`); if the parent directory cannot be written.
    pub fn create(target: &Path, overwrite: Overwrite) -> io::Result<Self> {
        // If the target is a symlink, its target is filled, and the symlink stays.
        let (target, _) = resolve_symlinks(target)?;
        let is_empty = is_empty(&target)?;
        if !is_empty && overwrite == Overwrite::Never {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        let (working, lock) = create_working_dir(&target)?;
        Ok(Self { target, overwrite, working, _lock: lock, is_placed: false, names: Vec::new() })
    }

    /// Writes a file of the directory. It is not synced before [`AtomicDir::commit`].
    ///
    /// # Errors
    /// If it cannot be written, or this directory already has a file of this name.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.working.join(name);
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Returns the names of the files so far.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Syncs all files. Several threads wait at the same time, so that the disk can combine the
    /// writes.
    fn sync(&self) -> io::Result<()> {
        let share = self.names.len().div_ceil(SYNC_THREADS).max(1);
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for names in self.names.chunks(share) {
                let thread = thread::Builder::new();
                threads.push(thread.spawn_scoped(scope, || self.sync_files(names))?);
            }
            for thread in threads {
                thread.join().expect("a thread that syncs does not panic")?;
            }
            Ok(())
        })
    }

    fn sync_files(&self, names: &[String]) -> io::Result<()> {
        for name in names {
            File::open(self.working.join(name))?.sync_all()?;
        }
        Ok(())
    }

    /// Puts the directory in its place. If the target is missing or empty, the whole directory is
    /// renamed. Otherwise its files are renamed one by one, in the order in which they were
    /// written.
    ///
    /// # Errors
    /// If syncing or renaming fails. Nothing is replaced if the target is not empty but `overwrite`
    /// is `Never` (`DirectoryNotEmpty`), or if a new file has the name of something that is not a
    /// regular file (`AlreadyExists`).
    pub fn commit(mut self) -> io::Result<()> {
        self.sync()?;
        fsync_dir(&self.working)?;
        // Not every system renames a directory over an empty one.
        match fs::remove_dir(&self.target) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => return self.replace(),
            done => done?,
        }
        match fs::rename(&self.working, &self.target) {
            // Another command has filled the target in the meantime.
            Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => return self.replace(),
            done => done?,
        }
        self.is_placed = true;
        fsync_parent(&self.target)
    }

    fn replace(self) -> io::Result<()> {
        if self.overwrite == Overwrite::Never {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        // The lock keeps the files of two commands from mixing.
        let _lock = lock_dir(&self.target)?;
        for name in &self.names {
            if let Some(about) = symlink_metadata_opt(&self.target.join(name))?
                && !about.is_file()
            {
                let words = format!("{name} is there and is no regular file");
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
            }
        }
        for name in &self.names {
            fs::rename(self.working.join(name), self.target.join(name))?;
        }
        fsync_dir(&self.target)
    }
}

impl Drop for AtomicDir {
    fn drop(&mut self) {
        // After the rename another command may use the working name.
        if !self.is_placed {
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

/// Creates and locks a working directory beside the target. First removes unlocked working
/// directories, which crashes have left.
fn create_working_dir(target: &Path) -> io::Result<(PathBuf, Option<File>)> {
    fs::create_dir_all(parent_dir(target))?;
    sweep(target);
    create_locked_dir(|| working_name(target), |working| fs::create_dir(working))
}

/// Creates a directory under a new name, and locks it.
///
/// # Errors
/// If it cannot be created, or its file system has no locks.
pub(super) fn create_locked_dir(
    new_name: impl Fn() -> io::Result<PathBuf>,
    create: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<(PathBuf, Option<File>)> {
    for _ in 0..MAX_ATTEMPTS {
        let folder = new_name()?;
        create(&folder)?;
        let lock = try_lock_dir(&folder);
        // If the lock is not available, another command took this new directory for a leftover and
        // is removing it.
        if lock.is_some() || cfg!(not(unix)) {
            return Ok((folder, lock));
        }
    }
    let words = "expected a disk on which folders are locked, found one where they are not";
    Err(io::Error::new(io::ErrorKind::Unsupported, words))
}

/// Locks a directory. Returns `None` if it does not exist or is locked. Only Unix can open and lock
/// directories; on other systems the leftovers of crashes stay.
pub(super) fn try_lock_dir(folder: &Path) -> Option<File> {
    symlink_metadata_opt(folder).ok()?.filter(fs::Metadata::is_dir)?;
    let file = File::open(folder).ok()?;
    file.try_lock().ok()?;
    // The directory may have been removed and created again between opening and locking.
    if is_same_inode(&file, folder).ok()? { Some(file) } else { None }
}

/// Waits until no other command replaces files in this directory, and locks it.
fn lock_dir(folder: &Path) -> io::Result<Option<File>> {
    match File::open(folder) {
        Err(_) if cfg!(not(unix)) => Ok(None),
        opened => {
            let file = opened?;
            file.lock()?;
            Ok(Some(file))
        }
    }
}
