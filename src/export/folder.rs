//! A folder of many files that appears whole: written beside its place under a dotted name, and
//! renamed. Not for one file, which `output` has.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

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

    /// Puts the folder in its place: as a whole where there is none or an empty one, else file by
    /// file over those of the same name, the last one last.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn commit(self) -> io::Result<()> {
        // All at the end: the first takes most of the others with it.
        for name in &self.names {
            File::open(self.working.join(name))?.sync_all()?;
        }
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
