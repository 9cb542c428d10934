//! An archive in a folder that several hosts share, also over a network file system, or in a bucket.
//!
//! ```text
//!   HEAD.1, HEAD.2, ...             the lists of runs; the last counts
//!   runs/<run>-<16 digits>/0000.keys   the keys of a run with their rows, sorted; never changed
//!                         notes.json   figures, numbers in series
//! ```
//!
//! No lock is needed. A list is complete when it gets its name, which is given by a link, or by a put of an object, that
//! fails if the name is taken: of two hosts that add the next list, one is told so, reads the list of the other and tries again. Names are
//! never free again, so that a host that was asleep cannot add a list that others no longer see; old lists are
//! emptied. Names are computed: listings of folders of other hosts may be old. An old list does no harm: it can only
//! make somebody ask for a name that is taken.
//!
//! A list has the size and SHA-256 of each file, and begins with its own.

mod lists;
mod runs;

use super::ArchiveError;
use super::keys;
use super::notes::Note;
use super::store::{Entered, Found, Keys, Run, RunRow, Stats, Store};
use crate::files::{self, Existing, output};
use crate::key::Key;
use lists::{Entry, Head, Keyed};
use runs::Read;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};

/// Keys that are compared together.
const BLOCK: usize = 1 << 16;

/// The notes of a run.
const NOTES: &str = "notes.json";

/// An open archive: the list that was the last when it was opened, or when something was entered.
#[derive(Debug)]
pub(super) struct Folder {
    /// As messages name it.
    name: PathBuf,
    path: PathBuf,
    number: u64,
    head: Head,
    read: RefCell<Read>,
}

impl Folder {
    pub(super) fn create(path: &Path) -> Result<(), ArchiveError> {
        Self::create_full(path, |_| Ok(())).map(drop)
    }

    /// Creates an archive that has its first list when it is full.
    pub(super) fn create_full(
        path: &Path,
        fill: impl FnOnce(&mut dyn Store) -> Result<(), ArchiveError>,
    ) -> Result<Stats, ArchiveError> {
        let mut folder = Self::nameless(path);
        let prepare = || {
            let place = files::at(path)?;
            // A copy that was not completed leaves runs, but no list.
            let runs = path.join("runs");
            place.create_folder(path)?;
            if place.names(path)?.iter().any(|name| name != "runs") {
                return Ok(true);
            }
            place.create_folder(&runs)?;
            Ok(false)
        };
        if path.is_file() || prepare().map_err(|e| folder.unwritten(path, e))? {
            return Err(ArchiveError::Exists(folder.name));
        }
        fill(&mut folder)?;
        let stats = folder.check()?;
        match folder.place(1, &folder.head)? {
            true => Ok(stats),
            false => Err(ArchiveError::Exists(folder.name)),
        }
    }

    /// An archive without a list: what is entered is not yet seen by others.
    fn nameless(path: &Path) -> Self {
        Self {
            name: match files::is_object(path) {
                true => path.to_owned(),
                false => PathBuf::from(format!("dir:{}", path.display())),
            },
            path: path.to_owned(),
            number: 0,
            head: Head { key: Key::HASH.to_owned(), forgotten: 0, runs: Vec::new() },
            read: RefCell::default(),
        }
    }

    pub(super) fn open(path: &Path) -> Result<Self, ArchiveError> {
        let mut folder = Self::nameless(path);
        folder.refresh()?;
        Ok(folder)
    }

    fn unread(&self, path: &Path, e: io::Error) -> ArchiveError {
        match e.kind() {
            io::ErrorKind::NotFound => self.damaged(path, "is missing"),
            io::ErrorKind::InvalidData => self.damaged(path, &format!("is damaged ({e})")),
            _ => ArchiveError::Unread(path.to_owned(), e),
        }
    }

    fn unwritten(&self, path: &Path, e: io::Error) -> ArchiveError {
        ArchiveError::Unwritten(path.to_owned(), e)
    }

    fn damaged(&self, path: &Path, words: &str) -> ArchiveError {
        ArchiveError::DamagedFile(path.to_owned(), words.to_owned())
    }

    fn entry(&self, run: &str) -> Option<&Entry> {
        self.head.runs.iter().find(|entry| entry.row.name == run)
    }

    fn entry_of(&self, run: &str) -> Result<&Entry, ArchiveError> {
        let none = || ArchiveError::NoSuchRun(self.name.clone(), run.to_owned());
        self.entry(run).ok_or_else(none)
    }

    fn notes_of(&self, entry: &Entry) -> Result<BTreeMap<String, String>, ArchiveError> {
        let path = self.path.join("runs").join(&entry.folder).join(NOTES);
        match output::read(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(e) => Err(self.unread(&path, e)),
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|e| self.damaged(&path, &format!("is no list of notes ({e})"))),
        }
    }
}

impl Store for Folder {
    fn name(&self) -> &Path {
        &self.name
    }

    fn stats(&self) -> Result<Stats, ArchiveError> {
        let runs = self.head.runs.iter().map(|entry| entry.row.clone()).collect();
        let files = self.head.runs.iter().flat_map(|entry| &entry.files);
        Ok(Stats::of(runs, files.map(|keyed| keyed.file.size).sum()))
    }

    fn number_of(&self, run: &str) -> Result<Option<i64>, ArchiveError> {
        Ok(self.entry(run).map(|entry| entry.id))
    }

    fn known(&self, keys: &[Key]) -> Result<Vec<Option<i64>>, ArchiveError> {
        self.load()?;
        let mut sorted: Vec<(Key, usize)> = keys.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let mut answers = vec![None; keys.len()];
        let read = self.read.borrow();
        for (key, at) in &sorted {
            let found = read.keys.binary_search_by_key(key, |(key, _)| *key);
            answers[*at] = found.ok().map(|found| read.keys[found].1);
        }
        let large = self.head.runs.iter().filter(|entry| !read.folders.contains(&entry.folder));
        let large: Vec<_> = large.collect();
        drop(read);
        for entry in large {
            for file in &entry.files {
                let first = sorted.partition_point(|(key, _)| key.to_string() < file.first);
                let end = sorted.partition_point(|(key, _)| key.to_string() <= file.last);
                self.look_up(entry, file, &sorted[first..end], &mut answers)?;
            }
        }
        Ok(answers)
    }

    fn find(&self, key: &Key) -> Result<Option<Found>, ArchiveError> {
        let id = self.known(&[*key])?[0];
        let Some(entry) = self.head.runs.iter().find(|entry| Some(entry.id) == id) else {
            return Ok(None);
        };
        for file in entry.files.iter().filter(|file| file.has(key)) {
            let path = self.at(entry, file);
            let row = self.open_keys(entry, file)?.find(key);
            if let Some(row) = row.map_err(|e| self.unread(&path, e))? {
                return Ok(Some(Found { run: entry.row.clone(), row }));
            }
        }
        Ok(None)
    }

    fn each(
        &self,
        each: &mut dyn FnMut(Key, &str, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let puzzles: u64 = self.head.runs.iter().map(|entry| entry.row.puzzles).sum();
        let bits = (puzzles >> 20).checked_ilog2().map_or(0, |bits| bits + 1).min(keys::BITS);
        for part in 0..1 << bits {
            let mut keys = Vec::new();
            for entry in &self.head.runs {
                for file in &entry.files {
                    let read = self.part(entry, file, (part, bits))?;
                    keys.extend(read.into_iter().map(|(key, row)| (key, row, &entry.row.name)));
                }
            }
            keys.sort_unstable();
            for (key, row, run) in keys {
                each(key, run, row.cast_signed())?;
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<Stats, ArchiveError> {
        for entry in &self.head.runs {
            let folder = self.path.join("runs").join(&entry.folder);
            for Keyed { file, .. } in &entry.files {
                let path = folder.join(&file.name);
                let difference = file.difference(&folder).map_err(|e| self.unread(&path, e))?;
                if let Some(difference) = difference {
                    return Err(self.damaged(&path, &difference.to_string()));
                }
            }
            self.notes_of(entry)?;
        }
        let (mut last, mut found): (_, HashMap<String, u64>) = (None, HashMap::new());
        self.each(&mut |key, run, _| {
            if last.replace(key) == Some(key) {
                let words = format!("the key {key} occurs twice");
                return Err(ArchiveError::Damaged(self.name.clone(), words));
            }
            *found.entry(run.to_owned()).or_default() += 1;
            Ok(())
        })?;
        let stats = self.stats()?;
        for run in &stats.runs {
            let found = found.get(&run.name).copied().unwrap_or(0);
            if found != run.puzzles {
                let words = format!("run {} has {found} keys, expected {}", run.name, run.puzzles);
                return Err(ArchiveError::Damaged(self.name.clone(), words));
            }
        }
        Ok(stats)
    }

    fn enter(&mut self, run: &RunRow, keys: Keys<'_>, _: usize) -> Result<Entered, ArchiveError> {
        let forgotten = self.head.forgotten;
        let (mut entry, mut entered) = self.write(run, keys)?;
        let twice = entered.own;
        let entering = self.change(|folder, id| {
            if folder.head.forgotten != forgotten {
                return Err(ArchiveError::Forgotten(folder.name.clone()));
            }
            let before = folder.entry(&run.name).cloned();
            let own = before.as_ref().map(|entry| entry.id);
            let (mut of_others, mut new) = (0, Vec::new());
            entered = Entered { own: twice, ..Entered::default() };
            folder.blocks(&entry, |block| {
                let keys: Vec<Key> = block.iter().map(|(key, _)| *key).collect();
                for (found, entry) in folder.known(&keys)?.into_iter().zip(block) {
                    match found {
                        None if own.is_some() => new.push(entry),
                        None => entered.new += 1,
                        Some(_) if found == own => entered.own += 1,
                        Some(_) => of_others += 1,
                    }
                }
                Ok(())
            })?;
            if of_others > 0 {
                let of = entry.row.puzzles;
                return Err(ArchiveError::Taken {
                    path: folder.name.clone(),
                    others: of_others,
                    of,
                });
            }
            let mut head = folder.head.clone();
            let Some(before) = before else {
                entry.id = id;
                head.runs.push(entry.clone());
                return Ok(Some(head));
            };
            if new.is_empty() {
                return Ok(None);
            }
            // What is missing of a run is put beside what is there, in a folder that has both.
            entered.new = new.len() as u64;
            folder.blocks(&before, |block| {
                new.extend(block);
                Ok(())
            })?;
            new.sort_unstable();
            let mut both = new.into_iter().map(|(key, row)| Ok((key, row.cast_signed())));
            let (mut both, _) = folder.write(&before.row, &mut both)?;
            both.id = before.id;
            head.runs.iter_mut().filter(|run| run.id == before.id).for_each(|run| {
                *run = both.clone();
            });
            Ok(Some(head))
        });
        if !self.head.runs.iter().any(|run| run.folder == entry.folder) {
            self.remove(&entry);
        }
        entering?;
        Ok(entered)
    }

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError> {
        let mut gone = None;
        self.change(|folder, _| {
            let entry = folder.entry_of(run)?.clone();
            let mut head = folder.head.clone();
            head.runs.retain(|run| run.id != entry.id);
            head.forgotten += 1;
            gone = Some(entry);
            Ok(Some(head))
        })?;
        let gone = gone.expect("a change that succeeds has removed a run");
        self.remove(&gone);
        Ok(gone.row.puzzles)
    }

    fn rename(&mut self, name: &str, run: &Run) -> Result<(), ArchiveError> {
        self.change(|folder, _| {
            let id = folder.entry_of(name)?.id;
            let mut head = folder.head.clone();
            for entry in head.runs.iter_mut().filter(|entry| entry.id == id) {
                entry.row.name = run.name();
                entry.row.program.clone_from(&run.program);
                entry.row.settings.clone_from(&run.settings);
            }
            Ok(Some(head))
        })
    }

    fn keep(&mut self, note: &Note) -> Result<(), ArchiveError> {
        let entry = self.entry_of(&note.run)?;
        let mut notes = self.notes_of(entry)?;
        notes.insert(note.topic.clone(), note.text.clone());
        let path = self.path.join("runs").join(&entry.folder).join(NOTES);
        let notes = serde_json::to_vec_pretty(&notes).expect("plain values have a form in JSON");
        let put = files::at(&path).and_then(|place| place.put(&path, notes, Existing::Replace));
        put.map_err(|e| self.unwritten(&path, e))
    }

    fn notes(&self, topic: &str) -> Result<Vec<Note>, ArchiveError> {
        let mut all = Vec::new();
        for entry in &self.head.runs {
            let run = &entry.row.name;
            let notes = self.notes_of(entry)?.into_iter();
            let notes = notes.filter(|(of, _)| of.starts_with(topic));
            all.extend(notes.map(|(topic, text)| Note { run: run.clone(), topic, text }));
        }
        Ok(all)
    }
}
