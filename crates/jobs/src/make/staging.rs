//! The staging folder of a run: its checkpoints, and its finished files until the run is complete.
//!
//! ```text
//!   out/.sudoku-press/run.json        which run is being made; written before the first puzzle
//!                     piece-00000     checkpoints
//!                     catalog.csv     the files of the run, each complete
//!                     manifest.json   the last of them
//!   out/.sudoku-press.done/           the same folder, renamed: the run is committed, and archived
//! ```
//!
//! The old run in `out` stays intact until the rename. After the rename, the new files move to
//! their places one by one. If a crash interrupts that, the next command that opens the folder, for
//! reading too, finds the renamed folder and completes the move.

use crate::record::remove_listed;
use crate::{
    FileKind, FoundSheet, Identity, IoContext as _, Manifest, RefusedFile, RunError, RunSpec,
    Settings, SourceRun,
};
use files::fs_path::{self, fsync_parent, hidden_name, symlink_metadata_opt};
use files::lock::{Lock, LockError};
use files::{Record, output, rename_noreplace};
use make::Seed;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, thread};

/// The pending run in a staging folder, as its `run.json` records it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PendingRun {
    /// The run's name.
    pub run: String,
    /// Its seed.
    pub seed: u64,
    /// The book that the printer would refuse, if the run has ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Box<RefusedBook>>,
}

impl Record for PendingRun {}

/// A book that a printer would refuse.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RefusedBook {
    /// Its settings.
    pub settings: Settings,
    /// The file and its first finding.
    pub refused: RefusedFile,
}

const PENDING: &str = "run.json";
/// The manifest of the run that is being replaced.
const REPLACED: &str = "replaced.json";

/// A staging folder, which need not exist yet.
#[derive(Debug)]
pub(super) struct StagingDir {
    pub folder: PathBuf,
}

impl RunSpec {
    /// Returns true if the folder has the begun work of a run with other puzzles, which this run
    /// would throw away.
    ///
    /// # Errors
    /// [`RunError`] if the folder cannot be read.
    pub fn is_other_begun(&self, folder: &Path, seed: Seed) -> Result<bool, RunError> {
        let begun = pending_run(folder).read_context(folder)?;
        Ok(begun.is_some_and(|begun| begun.run != Identity::of(&self.plan, seed).name()))
    }
}

/// Returns the pending run in a folder, if there is one.
///
/// # Errors
/// An I/O error if the folder cannot be read.
pub fn pending_run(folder: &Path) -> io::Result<Option<PendingRun>> {
    StagingDir::in_folder(folder).pending_run()
}

impl Manifest {
    /// Reads the manifest of the finished run in a folder; `None` if there is none. A complete run
    /// that waits to be moved to its place is moved first.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be moved. The inner error is that of [`Manifest::read`].
    pub fn open(folder: &Path) -> Result<io::Result<Option<Manifest>>, RunError> {
        loop {
            if has_unplaced_run(folder)? {
                place_unplaced_run(folder)?;
            }
            let read = Self::read(folder);
            // Another command may have begun its last step in between.
            if !matches!(read, Ok(None)) || !has_unplaced_run(folder)? {
                return Ok(read);
            }
        }
    }
}

/// Returns true if a complete run waits in a folder to be moved to its place: a command was stopped
/// in its last step, or is in it now. The manifest moves last.
pub(super) fn has_unplaced_run(folder: &Path) -> Result<bool, RunError> {
    let committed = StagingDir::committed(folder);
    let path = committed.path(Manifest::FILE);
    Ok(StagingDir::is_committed(folder)? && fs_path::exists(&path).read_context(&path)?)
}

/// The pause between two attempts to take the lock of a folder.
const RETRY_DELAY: Duration = Duration::from_millis(50);
/// The number of attempts. The last step of a run takes milliseconds.
const MAX_ATTEMPTS: u32 = 200;

/// Moves the files of a complete run to their places, unless the command that has made it does so.
fn place_unplaced_run(folder: &Path) -> Result<(), RunError> {
    let (path, holder) = (folder.join(SourceRun::LOCK), format!("process {}", std::process::id()));
    for attempt in 1.. {
        let placed = match Lock::acquire(&path, &holder) {
            Ok(_lock) => StagingDir::complete_commit(folder).map(drop),
            Err(LockError::Io(e)) => Err(RunError::Write(path.clone(), e)),
            Err(LockError::Held(by)) if attempt == MAX_ATTEMPTS => {
                return Err(RunError::Locked { path: folder.to_owned(), by });
            }
            Err(LockError::Held(_)) => {
                thread::sleep(RETRY_DELAY);
                if has_unplaced_run(folder)? {
                    continue;
                }
                Ok(())
            }
        };
        return placed.map_err(|e| describe_read_only(folder, e));
    }
    Ok(())
}

/// Says what a folder holds that must be written before it can be read, and cannot.
fn describe_read_only(folder: &Path, error: RunError) -> RunError {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    match error {
        RunError::Write(_, e) if matches!(e.kind(), PermissionDenied | ReadOnlyFilesystem) => {
            let words = format!(
                "it holds a complete run whose files are not all in their places, because its \
                 command was stopped ({e}); run the command as a user who may write there, or \
                 with a copy of the folder"
            );
            RunError::Write(folder.to_owned(), io::Error::new(e.kind(), words))
        }
        e => e,
    }
}

impl StagingDir {
    /// Returns the staging folder of a run, inside the run's folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.join(".sudoku-press") }
    }

    /// Returns the staging folder of a single file, beside that file.
    pub fn beside(file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default();
        Self { folder: file.with_file_name(hidden_name(name, ".sudoku-press", 0)) }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn piece(&self, number: u32) -> PathBuf {
        self.path(&format!("piece-{number:05}"))
    }

    /// Returns the pending run in this folder, if there is one.
    pub fn pending_run(&self) -> io::Result<Option<PendingRun>> {
        let path = self.path(PENDING);
        match symlink_metadata_opt(&path)? {
            Some(about) if about.is_file() => PendingRun::read_valid(&path),
            _ => Ok(None),
        }
    }

    /// Creates the staging folder of a run. If it holds a pending part of the same run, its
    /// checkpoints stay. If it holds another run, everything is removed, and the seed of that run
    /// is returned.
    pub fn begin(&self, run: &Identity) -> Result<Option<u64>, RunError> {
        let unfinished = PendingRun { run: run.name(), seed: run.seed().0, refusal: None };
        let before = self.pending_run().read_context(&self.folder)?;
        if let Some(before) = &before
            && before.run == unfinished.run
            && before.seed == unfinished.seed
        {
            self.remove(is_staged);
            if before.refusal.is_some() {
                self.write_pending(&unfinished)?;
            }
            return Ok(None);
        }
        self.remove(is_ours);
        match fs::create_dir(&self.folder) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                if !self.is_there().write_context(&self.folder)? {
                    let words = "expected a working folder of a run, found another file";
                    let wrong = io::Error::new(io::ErrorKind::InvalidInput, words);
                    return Err(wrong).write_context(&self.folder);
                }
            }
            made => made.write_context(&self.folder)?,
        }
        self.write_pending(&unfinished)?;
        Ok(before.map(|before| before.seed))
    }

    fn write_pending(&self, pending: &PendingRun) -> Result<(), RunError> {
        let path = self.path(PENDING);
        pending.write_to(&path).write_context(&path).map(drop)
    }

    /// Records that the printer would refuse the book of the pending run.
    pub fn note_refusal(&self, settings: Settings, refused: &RefusedFile) -> Result<(), RunError> {
        let Some(pending) = self.pending_run().read_context(&self.folder)? else { return Ok(()) };
        let refusal = Some(Box::new(RefusedBook { settings, refused: refused.clone() }));
        self.write_pending(&PendingRun { refusal, ..pending })
    }

    /// Returns true if the folder exists. A symbolic link or another file does not count.
    fn is_there(&self) -> io::Result<bool> {
        Ok(symlink_metadata_opt(&self.folder)?.is_some_and(|about| about.is_dir()))
    }

    /// Removes the finished files, to save disk space until the run is resumed.
    pub fn remove_staged(&self) {
        self.remove(is_staged);
    }

    /// Removes the checkpoints with this number or a higher one.
    pub fn remove_pieces_from(&self, first: u32) {
        self.remove(|name| piece_number(name).is_some_and(|number| number >= first));
    }

    /// Removes the staging folder. Errors are ignored, because the run is complete without it.
    pub fn sweep(&self) {
        self.remove(is_ours);
        if self.is_there().unwrap_or(false) {
            let _ = fs::remove_dir(&self.folder);
        }
    }

    /// Removes files by name, in descending order and `run.json` last. After a crash the remaining
    /// checkpoints are therefore still numbered from 0, and the run can be identified.
    fn remove(&self, which: impl Fn(&str) -> bool) {
        if !self.is_there().unwrap_or(false) {
            return;
        }
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.retain(|name| name.to_str().is_some_and(&which));
        names.sort_unstable_by_key(|name| (name == PENDING, std::cmp::Reverse(name.clone())));
        for name in names {
            let _ = fs::remove_file(self.folder.join(name));
        }
    }

    /// Returns the renamed staging folder of a complete run.
    fn committed(folder: &Path) -> Self {
        Self { folder: folder.join(".sudoku-press.done") }
    }

    /// Returns true if a complete run waits to be moved to its place, which happens only after a
    /// crash.
    pub fn is_committed(folder: &Path) -> Result<bool, RunError> {
        Self::committed(folder).is_there().read_context(folder)
    }

    /// Replaces the run in `folder` by the complete run of this staging folder. After the first
    /// rename the new run is final, even if a crash interrupts the rest.
    pub fn commit(&self, folder: &Path) -> Result<(), RunError> {
        let committed = Self::committed(folder);
        fs::rename(&self.folder, &committed.folder)
            .and_then(|()| fsync_parent(&committed.folder))
            .write_context(&self.folder)?;
        Self::complete_commit(folder).map(drop)
    }

    /// Moves the files of a complete run to their places. Every step can be repeated after a crash.
    /// Returns false if there is no such run.
    pub fn complete_commit(folder: &Path) -> Result<bool, RunError> {
        let committed = Self::committed(folder);
        if !Self::is_committed(folder)? {
            return Ok(false);
        }
        let new = Manifest::read(&committed.folder).write_context(folder)?;
        // The manifest moves last. If it is gone from this folder, all files are in place.
        if let Some(new) = new {
            committed.place(folder, &new)?;
        }
        committed.retire(folder)?;
        Ok(true)
    }

    /// Removes this folder after its files have moved to their places. Foreign files go back to the
    /// staging folder, where they do not disturb the run.
    fn retire(&self, folder: &Path) -> Result<(), RunError> {
        self.sweep();
        let working = Self::in_folder(folder);
        match self.is_there().read_context(&self.folder)? {
            false => Ok(()),
            true if working.is_there().read_context(&working.folder)? => self.move_into(&working),
            true => fs::rename(&self.folder, &working.folder).write_context(&self.folder),
        }
    }

    /// Moves everything in this folder to another one, and removes this one.
    fn move_into(&self, other: &Self) -> Result<(), RunError> {
        for name in fs_path::entry_names(&self.folder).read_context(&self.folder)? {
            rename_noreplace(&self.path(&name), &other.path(&name)).map_err(|e| {
                let why =
                    format!("holds a file that is not of a run, {name}, which cannot be moved");
                RunError::folder(&self.folder, format!("{why} ({e}); move it to another folder"))
            })?;
        }
        fs::remove_dir(&self.folder).write_context(&self.folder)
    }

    /// Moves the files of the new run into `folder`, and removes the files of the old run.
    fn place(&self, folder: &Path, new: &Manifest) -> Result<(), RunError> {
        let (manifest, replaced) = (folder.join(Manifest::FILE), self.path(REPLACED));
        if fs_path::exists(&manifest).read_context(&manifest)? {
            fs::rename(&manifest, &replaced).write_context(&replaced)?;
        }
        let old = Manifest::read_from(&replaced).write_context(&replaced)?;
        let was_listed = |name: &str| old.as_ref().is_some_and(|old| old.lists(name));
        for file in old.iter().flat_map(|old| &old.files) {
            if !new.lists(&file.name) {
                remove_listed(&folder.join(&file.name), &[])?;
            }
        }
        let sheet = folder.join(FoundSheet::FILE);
        // A proof sheet of the old run must not lie beside the new one.
        if let FoundSheet::Own(record) = FoundSheet::read(&sheet).read_context(&sheet)?
            && record.is_of_run()
        {
            output::remove(&sheet).write_context(&sheet)?;
        }
        let names = new.files.iter().map(|file| file.name.as_str());
        for name in names.chain([Manifest::CHECKSUMS]) {
            let (from, to) = (self.path(name), folder.join(name));
            // It was moved before a crash.
            if !fs_path::exists(&from).read_context(&from)? {
                continue;
            }
            if was_listed(name) {
                fs::rename(&from, &to).write_context(&to)?;
            } else {
                self.rename_noreplace(&from, &to)?;
            }
        }
        fsync_parent(&manifest).write_context(folder)?;
        self.rename_noreplace(&self.path(Manifest::FILE), &manifest)?;
        fsync_parent(&manifest).write_context(folder)
    }

    /// Moves a file to a name that must be free. After a crash the same file may have both names.
    fn rename_noreplace(&self, from: &Path, to: &Path) -> Result<(), RunError> {
        match rename_noreplace(from, to) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && same_file(from, to) => {
                fs::remove_file(from).write_context(from)
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                let name = to.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Err(RunError::foreign(fs_path::parent_dir(to), &[name]))
            }
            placed => placed.write_context(to),
        }
    }
}

#[cfg(unix)]
fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (symlink_metadata_opt(a), symlink_metadata_opt(b)) {
        (Ok(Some(a)), Ok(Some(b))) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
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

/// Returns true for a file of the run itself, complete or partly written.
fn is_staged(name: &str) -> bool {
    let being_written = name.starts_with('.') && name.ends_with(".part");
    [Manifest::FILE, Manifest::CHECKSUMS].contains(&name)
        || FileKind::of(name).is_some()
        || being_written
}

/// Returns true for the name of any file that a run writes into its staging folder.
fn is_ours(name: &str) -> bool {
    is_staged(name) || [PENDING, REPLACED].contains(&name) || piece_number(name).is_some()
}
