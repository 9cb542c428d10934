//! The working folder of a run: what it needs to resume, and its files until all of them are complete.
//!
//! ```text
//!   out/.sudoku-press/run.json        which run is being made; written before the first puzzle
//!                     piece-00000     checkpoints
//!                     catalog.csv     the files of the run, each complete
//!                     manifest.json   the last of them
//!   out/.sudoku-press.done/           the same folder, renamed: the run is decided and in the archive
//! ```
//!
//! The old run in `out` is whole until the rename. After it the new files move to their places, one by
//! one; a crash in between is made good by the next command, which finds the renamed folder.

use super::error::{At as _, RunError};
use super::identity::Identity;
use super::manifest::{FileKind, MANIFEST, Manifest, SUMS};
use crate::files::fault;
use crate::files::output::{self, Pending, place_new, sync_folder};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Which run is being made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Begun {
    /// The run's name.
    pub run: String,
    /// Its seed.
    pub seed: u64,
}

const BEGUN: &str = "run.json";
/// The manifest of the run that is being replaced.
const REPLACED: &str = "replaced.json";

/// A working folder, which may not be there yet.
#[derive(Debug)]
pub(super) struct Workshop {
    folder: PathBuf,
}

/// The unfinished run in a folder, if there is one.
pub fn unfinished(folder: &Path) -> Option<Begun> {
    Workshop::in_folder(folder).begun()
}

impl Workshop {
    /// Inside the folder of a run.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.join(".sudoku-press"),
        }
    }

    /// Beside a file.
    pub fn beside(file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Self {
            folder: file.with_file_name(format!(".{name}.sudoku-press")),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn piece(&self, number: u32) -> PathBuf {
        self.path(&format!("piece-{number:05}"))
    }

    /// The run that is being made here.
    pub fn begun(&self) -> Option<Begun> {
        serde_json::from_slice(&output::read(&self.path(BEGUN)).ok()?).ok()
    }

    /// Begins a run, or resumes it when it is the one that was begun here; of another one everything
    /// is removed, and its seed is answered.
    pub fn begin(&self, run: &Identity) -> Result<Option<u64>, RunError> {
        let begun = Begun {
            run: run.name(),
            seed: run.seed().0,
        };
        let before = self.begun();
        if before.as_ref() == Some(&begun) {
            self.remove(is_staged);
            return Ok(None);
        }
        self.remove(is_ours);
        match fs::create_dir(&self.folder) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                self.own().writing(&self.folder)?
            }
            made => made.writing(&self.folder)?,
        }
        let path = self.path(BEGUN);
        let mut file = Pending::create(&path).writing(&path)?;
        serde_json::to_writer(&mut file, &begun)
            .map_err(io::Error::from)
            .and_then(|()| file.write_all(b"\n"))
            .writing(&path)?;
        file.commit().writing(&path)?;
        Ok(before.map(|before| before.seed))
    }

    /// Refuses a link: what it leads to is not ours.
    fn own(&self) -> io::Result<()> {
        if fs::symlink_metadata(&self.folder)?.is_dir() {
            return Ok(());
        }
        let words = "expected a working folder of a run, found another file";
        Err(io::Error::new(io::ErrorKind::InvalidInput, words))
    }

    /// Removes the complete files, so that they take no place while the run waits to be resumed.
    pub fn remove_staged(&self) {
        self.remove(is_staged);
    }

    /// Removes the checkpoints from this one on.
    pub fn remove_pieces_from(&self, first: u32) {
        self.remove(|name| piece_number(name).is_some_and(|number| number >= first));
    }

    /// Removes the working folder. A run that could not remove it is no less finished.
    pub fn sweep(&self) {
        self.remove(is_ours);
        if self.own().is_ok() {
            let _ = fault::pass("remove").and_then(|()| fs::remove_dir(&self.folder));
        }
    }

    /// Removes files by their names, the last first: the checkpoints that a crash leaves begin with the
    /// first, and the file that names the run goes last.
    fn remove(&self, which: impl Fn(&str) -> bool) {
        if self.own().is_err() {
            return;
        }
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.retain(|name| name.to_str().is_some_and(&which));
        names.sort_unstable_by_key(|name| (name == BEGUN, std::cmp::Reverse(name.clone())));
        for name in names {
            let _ = fault::pass("remove").and_then(|()| fs::remove_file(self.folder.join(name)));
        }
    }

    /// The folder of a run that is decided.
    fn decided(folder: &Path) -> Self {
        Self {
            folder: folder.join(".sudoku-press.done"),
        }
    }

    /// Whether a run is decided and not in its place yet: only after a crash.
    pub fn is_decided(folder: &Path) -> bool {
        Self::decided(folder).own().is_ok()
    }

    /// Puts the complete run of this working folder in the place of the one in `folder`. From here on
    /// it is the run of the folder, whatever happens.
    pub fn decide(&self, folder: &Path) -> Result<(), RunError> {
        let decided = Self::decided(folder);
        fault::pass("rename")
            .and_then(|()| fs::rename(&self.folder, &decided.folder))
            .and_then(|()| sync_folder(&decided.folder))
            .writing(&self.folder)?;
        Self::put_in_place(folder).map(drop)
    }

    /// Moves the files of a decided run to their places; every step can be repeated. False when no
    /// run is decided.
    pub fn put_in_place(folder: &Path) -> Result<bool, RunError> {
        let decided = Self::decided(folder);
        if decided.own().is_err() {
            return Ok(false);
        }
        let new = Manifest::read(&decided.folder).writing(folder)?;
        // The manifest moves last: without it everything is in its place.
        if let Some(new) = new {
            decided.place(folder, &new)?;
        }
        decided.sweep();
        Ok(true)
    }

    fn place(&self, folder: &Path, new: &Manifest) -> Result<(), RunError> {
        let replaced = self.path(REPLACED);
        if folder.join(MANIFEST).exists() {
            self.rename(&folder.join(MANIFEST), &replaced)?;
        }
        let old = Manifest::read_file(&replaced).writing(&replaced)?;
        let was_listed = |name: &str| old.as_ref().is_some_and(|old| old.lists(name));
        for file in old.iter().flat_map(|old| &old.files) {
            if !new.lists(&file.name) {
                let path = folder.join(&file.name);
                match fault::pass("remove").and_then(|()| fs::remove_file(&path)) {
                    Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e).writing(&path),
                    _ => {}
                }
            }
        }
        let names = new.files.iter().map(|file| file.name.as_str());
        for name in names.chain([SUMS]) {
            let (from, to) = (self.path(name), folder.join(name));
            if !from.exists() {
                continue;
            }
            if was_listed(name) {
                self.rename(&from, &to)?;
            } else {
                self.place_new(&from, &to)?;
            }
        }
        sync_folder(&folder.join(MANIFEST)).writing(folder)?;
        self.place_new(&self.path(MANIFEST), &folder.join(MANIFEST))?;
        sync_folder(&folder.join(MANIFEST)).writing(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), RunError> {
        let renamed = fault::pass("rename").and_then(|()| fs::rename(from, to));
        renamed.writing(to)
    }

    /// Places a file where nothing is. After a crash it may have both names.
    fn place_new(&self, from: &Path, to: &Path) -> Result<(), RunError> {
        let placed = fault::pass("rename").and_then(|()| place_new(from, to));
        match placed {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && same_file(from, to) => {
                fs::remove_file(from).writing(from)
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(RunError::Foreign {
                folder: output::folder_of(to).to_owned(),
                names: to
                    .file_name()
                    .into_iter()
                    .map(|n| n.to_string_lossy().into_owned())
                    .collect(),
            }),
            placed => placed.writing(to),
        }
    }
}

#[cfg(unix)]
fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn same_file(a: &Path, b: &Path) -> bool {
    matches!((output::read(a), output::read(b)), (Ok(a), Ok(b)) if a == b)
}

fn piece_number(name: &str) -> Option<u32> {
    name.strip_prefix("piece-")?.parse().ok()
}

/// A file of the run itself, complete or being written.
fn is_staged(name: &str) -> bool {
    let being_written = name.starts_with('.') && name.ends_with(".part");
    [MANIFEST, SUMS].contains(&name) || FileKind::of(name).is_some() || being_written
}

/// Any file that a run writes into its working folder.
fn is_ours(name: &str) -> bool {
    is_staged(name) || [BEGUN, REPLACED].contains(&name) || piece_number(name).is_some()
}
