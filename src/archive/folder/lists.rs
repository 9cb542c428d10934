//! The lists of runs, of which the last counts.

use super::Folder;
use crate::archive::ArchiveError;
use crate::archive::store::RunRow;
use crate::files::output::{self, FileRecord};
use crate::files::{self, Existing};
use crate::key::Key;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Lists that keep their text, for those who read one while the next ones come.
const LISTS: u64 = 4;
/// How long to wait before another list is tried.
const AGAIN: Duration = Duration::from_millis(20);
/// The text of a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// What the keys are.
    pub key: String,
    /// How many runs were ever removed.
    pub forgotten: u64,
    pub runs: Vec<Entry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Greater than that of all runs before it.
    pub id: i64,
    #[serde(flatten)]
    pub row: RunRow,
    /// Its folder in `runs`.
    pub folder: String,
    pub files: Vec<Keyed>,
}

/// A file of keys, and the first and last of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Keyed {
    #[serde(flatten)]
    pub file: FileRecord,
    pub first: String,
    pub last: String,
}

impl Entry {
    /// Whether its names are such as this program gives.
    fn is_plain(&self) -> bool {
        let plain = |name: &str| {
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte))
                && !name.starts_with('.')
        };
        let named = |name: &str| name.len() >= 16 && plain(name);
        named(&self.row.name)
            && named(&self.folder)
            && self.files.iter().all(|keyed| plain(&keyed.file.name))
    }
}

impl Keyed {
    pub(super) fn has(&self, key: &Key) -> bool {
        let key = key.to_string();
        self.first <= key && key <= self.last
    }
}

impl Folder {
    pub(super) fn list(&self, number: u64) -> PathBuf {
        self.path.join(format!("HEAD.{number}"))
    }

    /// The number of the last list, in steps that double, then in steps that halve.
    pub(super) fn last(&self) -> Result<u64, ArchiveError> {
        let exists = |number| {
            let path = self.list(number);
            let exists = files::at(&path).and_then(|place| place.exists(&path));
            exists.map_err(|e| ArchiveError::Unread(path, e))
        };
        let (mut last, mut step) = (self.number, 1);
        while exists(last + step)? {
            last += step;
            step *= 2;
        }
        while step > 1 {
            step /= 2;
            last += if exists(last + step)? { step } else { 0 };
        }
        Ok(last)
    }

    /// Reads the last list.
    pub(super) fn refresh(&mut self) -> Result<(), ArchiveError> {
        let mut emptied = None;
        loop {
            let number = self.last()?;
            if number == self.number && number > 0 {
                return Ok(());
            }
            if number == 0 {
                return Err(ArchiveError::Missing(self.name.clone()));
            }
            let path = self.list(number);
            let bytes = output::read(&path).map_err(|e| self.unread(&path, e))?;
            if bytes.is_empty() && emptied != Some(number) {
                // Others have added so many meanwhile.
                emptied = Some(number);
                continue;
            }
            let words = || self.damaged(&path, "has changed: its SHA-256 is another");
            let at = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(words)?;
            if bytes[..at] != *output::sha256(&bytes[at + 1..]).as_bytes() {
                return Err(words());
            }
            let foreign = |_| ArchiveError::Foreign(self.name.clone());
            let head: Head = serde_json::from_slice(&bytes[at + 1..]).map_err(foreign)?;
            if head.key != Key::HASH {
                return Err(ArchiveError::OtherKeys(self.name.clone(), head.key));
            }
            if !head.runs.iter().all(Entry::is_plain) {
                return Err(ArchiveError::Foreign(self.name.clone()));
            }
            let read = self.read.get_mut();
            let there = |folder: &String| head.runs.iter().any(|run| run.folder == *folder);
            if !read.folders.iter().all(there) {
                *read = Default::default();
            }
            (self.number, self.head) = (number, head);
            return Ok(());
        }
    }

    /// Adds a list, unless its name is taken.
    pub(super) fn place(&self, number: u64, head: &Head) -> Result<bool, ArchiveError> {
        let path = self.list(number);
        let text = serde_json::to_vec(head).expect("plain values have a form in JSON");
        let sum = output::sha256(&text);
        let bytes = [sum.as_bytes(), b"\n", &text].concat();
        let create = || match files::at(&path)?.create(&path, bytes.clone()) {
            // Over a network the answer may be lost, and the second try finds the first.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                Ok(output::read(&path).is_ok_and(|found| found == bytes))
            }
            created => created.map(|()| true),
        };
        let placed = create().map_err(|e| self.unwritten(&path, e))?;
        if placed && number > LISTS {
            // Those who read the list now read the last one instead.
            let old = self.list(number - LISTS);
            let _ =
                files::at(&old).and_then(|place| place.put(&old, Vec::new(), Existing::Replace));
        }
        Ok(placed)
    }

    /// Adds a list with a change, which is made again as often as others are faster.
    pub(super) fn change(
        &mut self,
        mut change: impl FnMut(&mut Self, i64) -> Result<Option<Head>, ArchiveError>,
    ) -> Result<(), ArchiveError> {
        loop {
            let unborn = self.number == 0;
            if !unborn {
                self.refresh()?;
            }
            let next = self.number + 1;
            let id = self.head.runs.iter().map(|run| run.id).max().unwrap_or(0) + 1;
            let Some(head) = change(self, id)? else {
                return Ok(());
            };
            if unborn {
                self.head = head;
                return Ok(());
            }
            if self.place(next, &head)? {
                return self.refresh();
            }
            // Over a network the list of the other host may be seen some seconds later.
            thread::sleep(AGAIN);
        }
    }
}
