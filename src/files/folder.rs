//! A folder of many files that appears whole: written beside its place under a dotted name, and
//! renamed. Not for one file, which `output` has.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

/// Files that are waited for at once.
const SYNCED_AT_ONCE: usize = 32;

/// A folder that is being filled. Dropped before [`Folder::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Folder {
    target: PathBuf,
    working: PathBuf,
    names: Vec<String>,
}

impl Folder {
    /// Begins the folder that will be `target`.
    ///
    /// # Errors
    /// When the folder around it cannot be written.
    pub fn create(target: &Path) -> io::Result<Self> {
        let Some(name) = target.file_name() else {
            let words = "the path does not end in a name";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        };
        let working = target.with_file_name(format!(".{}.part", name.to_string_lossy()));
        // What a crash left behind.
        match fs::remove_dir_all(&working) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        fs::create_dir_all(&working)?;
        Ok(Self {
            target: target.to_owned(),
            working,
            names: Vec::new(),
        })
    }

    /// Writes a file of the folder. Only [`Folder::commit`] makes it safe.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::write(self.working.join(name), bytes)?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no file yet.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All files safely on the disk. Several are waited for at once: the disk takes them together.
    fn sync(&self) -> io::Result<()> {
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
    /// file over those of the same name, the last one last.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn commit(self) -> io::Result<()> {
        self.sync()?;
        File::open(&self.working)?.sync_all()?;
        let empty = match fs::read_dir(&self.target) {
            Ok(mut entries) => entries.next().is_none(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => true,
            Err(e) => return Err(e),
        };
        if empty {
            // Only some systems rename over an empty folder.
            match fs::remove_dir(&self.target) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
            fs::rename(&self.working, &self.target)?;
        } else {
            for name in &self.names {
                fs::rename(self.working.join(name), self.target.join(name))?;
            }
            File::open(&self.target)?.sync_all()?;
        }
        let around = self.target.parent().filter(|p| !p.as_os_str().is_empty());
        File::open(around.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.working);
    }
}
