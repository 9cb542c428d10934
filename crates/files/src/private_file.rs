//! Files that nobody except this user can read.

use super::atomic_dir::{create_locked_dir, try_lock_dir};
use super::fs_path::{parent_dir, symlink_metadata_opt};
use super::working_names::{is_random_suffix, random_suffix};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// A folder that nobody except this user can read or write, and that later processes of this user
/// find again. It stays when it is dropped.
#[derive(Debug)]
pub struct PrivateDir {
    path: PathBuf,
}

impl PrivateDir {
    /// Opens the folder of this user below a parent that everybody may write to. It is created if
    /// it is missing.
    ///
    /// # Errors
    /// If it cannot be created, or if another user has taken its name or can read it.
    pub fn open_below(parent: &Path) -> io::Result<Self> {
        let path = parent.join(format!("sudoku-press-user-{}", user_name()));
        match create_private_dir(&path) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            created => created?,
        }
        let about = symlink_metadata_opt(&path)?.ok_or(ErrorKind::NotFound)?;
        if !is_private_dir(&about) {
            let words = format!("{}: expected a folder of this user alone", path.display());
            return Err(io::Error::new(ErrorKind::PermissionDenied, words));
        }
        Ok(Self { path })
    }

    /// Returns the path of a file in the folder.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file that nobody else can read, over an old one of this name.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut options = private_options();
        options.create(true).truncate(true).open(self.path_of(name))?.write_all(bytes)
    }
}

/// Returns the name of this user in the names of folders.
#[cfg(unix)]
fn user_name() -> String {
    rustix::process::geteuid().as_raw().to_string()
}

/// Temporary folders are those of one user here.
#[cfg(not(unix))]
fn user_name() -> String {
    "user".to_owned()
}

#[cfg(unix)]
fn is_private_dir(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let is_own = about.uid() == rustix::process::geteuid().as_raw();
    is_own && about.is_dir() && about.mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private_dir(about: &Metadata) -> bool {
    about.is_dir()
}

fn create_private_dir(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Returns options with which a new file can be read by this user alone.
fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true);
    options
}

/// A file that nobody except this user can read, alone in a folder of its own. Dropping it removes
/// both.
#[derive(Debug)]
pub struct PrivateFile {
    path: PathBuf,
    /// The lock of the folder, on systems that have one. An unlocked folder was left by a crash.
    _lock: Option<File>,
}

/// The beginning of the names of folders of private files.
const PRIVATE_PREFIX: &str = "sudoku-press-";

impl PrivateFile {
    /// Writes a file of this name into a new folder below the first parent that can be written.
    ///
    /// # Errors
    /// The error of the last parent if none can be written.
    pub fn write(parents: &[PathBuf], name: &str, bytes: &[u8]) -> io::Result<Self> {
        let mut error = io::ErrorKind::NotFound.into();
        for parent in parents {
            match Self::write_below(parent, name, bytes) {
                Ok(file) => return Ok(file),
                Err(e) => error = e,
            }
        }
        Err(error)
    }

    fn write_below(parent: &Path, name: &str, bytes: &[u8]) -> io::Result<Self> {
        let new_name = || Ok(parent.join(format!("{PRIVATE_PREFIX}{}", random_suffix())));
        // Fails if another user has taken the name.
        let (folder, lock) = create_locked_dir(new_name, create_private_dir)?;
        let private = Self { path: folder.join(name), _lock: lock };
        let mut file = private_options().create_new(true).open(&private.path)?;
        file.write_all(bytes)?;
        Ok(private)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the files that crashes of this user's processes have left below these parents.
    pub fn sweep(parents: &[PathBuf]) {
        for parent in parents {
            for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
                let (name, path) = (entry.file_name(), entry.path());
                let suffix = name.to_str().and_then(|name| name.strip_prefix(PRIVATE_PREFIX));
                let is_own = symlink_metadata_opt(&path).ok().flatten();
                if suffix.is_some_and(is_random_suffix)
                    && is_own.is_some_and(|about| is_private_dir(&about))
                    && let Some(_lock) = try_lock_dir(&path)
                {
                    let _ = fs::remove_dir_all(&path);
                }
            }
        }
    }
}

impl Drop for PrivateFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_dir(parent_dir(&self.path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use temp_dir::TempDir;

    /// A studio that started removed the file that another one had just been sent.
    #[test]
    fn files_in_use_are_not_swept() {
        let folder = TempDir::new().unwrap();
        let parents = [folder.path().to_owned()];
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    PrivateFile::sweep(&parents);
                }
            });
            for n in 0..3_000 {
                let written = PrivateFile::write(&parents, "logo.svg", b"logo");
                let is_whole = written
                    .as_ref()
                    .is_ok_and(|file| fs::read(file.path()).is_ok_and(|bytes| bytes == b"logo"));
                if !is_whole {
                    is_done.store(true, Ordering::Relaxed);
                    panic!("file {n}: {written:?}");
                }
            }
            is_done.store(true, Ordering::Relaxed);
        });
    }
}
