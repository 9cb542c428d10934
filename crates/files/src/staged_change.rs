//! A change of several entries of a folder that happens whole or not at all.
//!
//! ```text
//!   .sudoku-press.change.5f0c3b9e4a7d1182.part/   0, 1, ...     the new entries, being filled
//!                                                 moves.json    where each of them belongs
//!   .sudoku-press.change.5f0c3b9e4a7d1182.done/   the same folder, renamed: this decides
//! ```
//!
//! Before the rename nothing has changed. After it the entries move to their places one by one. An
//! error moves them back; after a crash, [`StagedChange::complete_all`] moves the rest.

use super::checksum::Checksum;
use super::fs_path::{
    create_dir, entry_names, exists, fsync_dir, fsync_parent, parent_dir, require_regular_opt,
    symlink_metadata_opt,
};
use super::output::{self, FileRecord};
use super::rename::rename_to_free;
use super::working_names::{sweep, working_name, working_prefix};
use super::{atomic_dir, link_free};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// The name to which the working names of changes belong.
const CHANGE: &str = "sudoku-press.change";
/// The end of the name of a change that has been decided.
const DONE_SUFFIX: &str = ".done";
/// The list of moves in the folder of a change.
const MOVES: &str = "moves.json";

/// A change that is being prepared. If it is dropped before [`StagedChange::commit`], nothing has
/// changed.
#[derive(Debug)]
pub struct StagedChange {
    /// The folder whose entries change.
    folder: PathBuf,
    stage: PathBuf,
    /// A lock that is held while the change is in work, on disks that have locks.
    _lock: Option<File>,
    moves: Vec<EntryMove>,
    /// True once the change is decided, so that nobody may remove its folder.
    is_decided: bool,
}

/// The move of one entry to its place. Paths are relative to the folder whose entries change.
#[derive(Debug, Serialize, Deserialize)]
struct EntryMove {
    /// The present place of the entry; `None` for a new one, which the number of the move names.
    from: Option<String>,
    to: String,
    /// True if the entry may replace a file. Such a move cannot be undone, so it is the last one.
    replaces: bool,
    /// The inode of the entry, which tells it from another one of its name.
    inode: Option<u64>,
}

/// An error of a change.
#[derive(Debug, Error)]
pub enum StagedChangeError {
    /// Nothing has changed.
    #[error(transparent)]
    Unchanged(#[from] io::Error),
    /// The change is decided, and could neither be completed nor be undone.
    /// [`StagedChange::complete_all`] completes it.
    #[error(transparent)]
    Unfinished(io::Error),
}

impl StagedChange {
    /// Begins to change a folder, which is created if it is missing. Changes that a crash has left
    /// are completed first.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        create_dir(folder)?;
        Self::complete_all(folder)?;
        let new_name = || working_name(&folder.join(CHANGE));
        let (stage, lock) = atomic_dir::create_locked_dir(new_name, |stage| fs::create_dir(stage))?;
        let folder = folder.to_owned();
        Ok(Self { folder, stage, _lock: lock, moves: Vec::new(), is_decided: false })
    }

    /// Completes the changes of a folder that a crash or a failing disk has left, and removes those
    /// that were not decided. A change whose place was taken meanwhile is undone.
    ///
    /// # Errors
    /// If the disk still fails. Nothing is lost then.
    pub fn complete_all(folder: &Path) -> io::Result<()> {
        if !exists(folder)? {
            return Ok(());
        }
        sweep(&folder.join(CHANGE));
        let prefix = working_prefix(&folder.join(CHANGE))?;
        for name in entry_names(folder)? {
            if name.starts_with(&prefix) && name.ends_with(DONE_SUFFIX) {
                complete(folder, &folder.join(name))?;
            }
        }
        Ok(())
    }

    /// Returns true if no entry has this place, and none gets it by the change.
    pub fn is_free(&self, place: &str) -> bool {
        let is_planned = self.moves.iter().any(|known| known.to == place);
        !is_planned && matches!(exists(&self.folder.join(place)), Ok(false))
    }

    /// Adds an entry that appears at a free place. Returns the path at which the caller makes it.
    pub fn add(&mut self, to: &str) -> PathBuf {
        self.push(None, to, false)
    }

    /// Adds a new folder, which [`StagedChange::write`] fills.
    ///
    /// # Errors
    /// An I/O error.
    pub fn add_dir(&mut self, to: &str) -> io::Result<()> {
        let path = self.add(to);
        fs::create_dir(path)
    }

    /// Writes a file into a new folder of this change, or to a free place.
    ///
    /// # Errors
    /// An I/O error.
    pub fn write(&mut self, to: &str, bytes: &[u8]) -> io::Result<FileRecord> {
        let path = self.new_path(to).unwrap_or_else(|| self.add(to));
        write_new(&path, to, bytes)
    }

    /// Writes a file that replaces another one. This must be the last part of the change.
    ///
    /// # Errors
    /// An I/O error.
    pub fn replace(&mut self, to: &str, bytes: &[u8]) -> io::Result<FileRecord> {
        let path = self.push(None, to, true);
        write_new(&path, to, bytes)
    }

    /// Moves an entry of the folder to a free place.
    pub fn rename(&mut self, from: &str, to: &str) {
        self.push(Some(from.to_owned()), to, false);
    }

    fn push(&mut self, from: Option<String>, to: &str, replaces: bool) -> PathBuf {
        let path = self.stage.join(self.moves.len().to_string());
        self.moves.push(EntryMove { from, to: to.to_owned(), replaces, inode: None });
        path
    }

    /// Returns the path of a file in a new folder of this change.
    fn new_path(&self, to: &str) -> Option<PathBuf> {
        let (folder, name) = to.rsplit_once('/')?;
        let number = self.moves.iter().position(|known| known.to == folder)?;
        self.moves[number].from.is_none().then(|| self.stage.join(number.to_string()).join(name))
    }

    /// Makes the change.
    ///
    /// # Errors
    /// [`StagedChangeError::Unchanged`] if nothing has changed, and
    /// [`StagedChangeError::Unfinished`] if the disk fails in a way that leaves the rest to
    /// [`StagedChange::complete_all`].
    pub fn commit(mut self) -> Result<(), StagedChangeError> {
        self.prepare()?;
        let done = self.stage.with_extension(&DONE_SUFFIX[1..]);
        fs::rename(&self.stage, &done)?;
        self.is_decided = true;
        let decided = DecidedChange { folder: &self.folder, stage: &done, moves: &self.moves };
        if let Err(e) = fsync_parent(&done).and_then(|()| decided.place_all()) {
            if decided.undo().and_then(|()| fs::rename(&done, &self.stage)).is_err() {
                return Err(StagedChangeError::Unfinished(e));
            }
            self.is_decided = false;
            return Err(e.into());
        }
        decided.finish();
        Ok(())
    }

    /// Writes the list of moves, and syncs everything that the change has written.
    fn prepare(&mut self) -> io::Result<()> {
        for (number, planned) in self.moves.iter_mut().enumerate() {
            let path = planned.source(&self.folder, &self.stage, number);
            let about = symlink_metadata_opt(&path)?.ok_or(ErrorKind::NotFound)?;
            planned.inode = inode(&about);
        }
        write_new(&self.stage.join(MOVES), MOVES, &serde_json::to_vec(&self.moves)?)?;
        sync_tree(&self.stage)
    }
}

impl Drop for StagedChange {
    fn drop(&mut self) {
        if !self.is_decided {
            let _ = fs::remove_dir_all(&self.stage);
        }
    }
}

impl EntryMove {
    /// Returns the place that the entry leaves.
    fn source(&self, folder: &Path, stage: &Path, number: usize) -> PathBuf {
        match &self.from {
            Some(name) => folder.join(name),
            None => stage.join(number.to_string()),
        }
    }

    /// Returns true if both places are in the folder of the change. Its list may come from another
    /// machine with the folder.
    fn stays_inside(&self) -> bool {
        self.from.iter().chain([&self.to]).all(|place| {
            let mut parts = Path::new(place).components();
            !place.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
        })
    }

    /// Returns true if the entry is at this path.
    fn is_at(&self, path: &Path) -> io::Result<bool> {
        let about = symlink_metadata_opt(path)?;
        Ok(about.is_some_and(|about| self.inode.is_none() || inode(&about) == self.inode))
    }
}

/// A change whose entries move to their places.
struct DecidedChange<'a> {
    folder: &'a Path,
    stage: &'a Path,
    moves: &'a [EntryMove],
}

impl DecidedChange<'_> {
    /// Moves each entry that is not yet in its place.
    fn place_all(&self) -> io::Result<()> {
        for (number, planned) in self.moves.iter().enumerate() {
            let from = planned.source(self.folder, self.stage, number);
            let to = self.folder.join(&planned.to);
            link_free::check(parent_dir(&to))?;
            let is_waiting = match planned.from {
                Some(_) => planned.is_at(&from)?,
                None => exists(&from)?,
            };
            if !is_waiting {
                continue;
            }
            if planned.replaces {
                require_regular_opt(&to)?;
                fs::rename(&from, &to)?;
            } else {
                rename_to_free(&from, &to)?;
            }
        }
        Ok(())
    }

    /// Moves all entries back that are in their places.
    fn undo(&self) -> io::Result<()> {
        for (number, planned) in self.moves.iter().enumerate().rev() {
            let from = planned.source(self.folder, self.stage, number);
            let to = self.folder.join(&planned.to);
            if !exists(&from)? && planned.is_at(&to)? {
                rename_to_free(&to, &from)?;
            }
        }
        Ok(())
    }

    /// Removes the folder of the change once the moves are on the disk. The list stays if they may
    /// not be, because it does no harm to follow it twice.
    fn finish(&self) {
        for planned in self.moves {
            let from = planned.from.as_ref().map(|from| self.folder.join(from));
            for path in [Some(self.folder.join(&planned.to)), from].into_iter().flatten() {
                // The parent of a moved entry may have moved itself.
                if exists(parent_dir(&path)).unwrap_or(true) && fsync_parent(&path).is_err() {
                    return;
                }
            }
        }
        let _ = fs::remove_dir_all(self.stage);
    }
}

fn complete(folder: &Path, stage: &Path) -> io::Result<()> {
    let lock = File::open(stage).ok();
    if let Some(Err(TryLockError::WouldBlock)) = lock.as_ref().map(File::try_lock) {
        // Its own process completes it.
        return Ok(());
    }
    let Ok(list) = output::read(&stage.join(MOVES)) else {
        // The end of the change was interrupted. A folder with an entry stays.
        let _ = fs::remove_dir(stage);
        return Ok(());
    };
    let moves: Vec<EntryMove> = serde_json::from_slice(&list).unwrap_or_default();
    if moves.is_empty() || !moves.iter().all(EntryMove::stays_inside) {
        let words = format!(
            "{}: expected a change of this folder, found something else; move it to another folder",
            stage.display()
        );
        return Err(io::Error::new(ErrorKind::InvalidData, words));
    }
    let decided = DecidedChange { folder, stage, moves: &moves };
    match decided.place_all() {
        Ok(()) => decided.finish(),
        Err(e) if is_conflict(&e) => {
            decided.undo()?;
            fs::remove_dir_all(stage)?;
        }
        Err(e) => return Err(e),
    }
    Ok(())
}

/// Returns true for the error of a place that somebody else has taken or removed.
fn is_conflict(error: &io::Error) -> bool {
    let kinds = [ErrorKind::AlreadyExists, ErrorKind::NotFound, ErrorKind::NotADirectory];
    kinds.contains(&error.kind())
}

/// Writes a new file, whose record has the name of its place.
fn write_new(path: &Path, to: &str, bytes: &[u8]) -> io::Result<FileRecord> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    let name = to.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(FileRecord { name, size: bytes.len() as u64, sha256: Checksum::from_bytes(bytes).text() })
}

/// Syncs the files of a folder and of its folders, and then the folders.
fn sync_tree(folder: &Path) -> io::Result<()> {
    for found in fs::read_dir(folder)? {
        let path = found?.path();
        match symlink_metadata_opt(&path)? {
            Some(about) if about.is_dir() => sync_tree(&path)?,
            Some(about) if about.is_file() => File::open(&path)?.sync_all()?,
            _ => {}
        }
    }
    fsync_dir(folder)
}

#[cfg(unix)]
fn inode(about: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(about))
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Option<u64> {
    None
}
