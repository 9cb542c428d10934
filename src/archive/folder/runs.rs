//! The files of the keys of runs: written once, read as a whole or looked up.

use super::lists::{Entry, Keyed};
use super::{BLOCK, Folder, NOTES};
use crate::archive::ArchiveError;
use crate::archive::keys::{self, KeyFile, OF_RUN, slice_of};
use crate::archive::store::{Entered, Keys, RunRow};
use crate::files::{self, output};
use crate::key::Key;
use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Keys in a file: writing it needs 24 bytes of memory for each.
const IN_FILE: usize = 1 << 22;
/// Keys of small runs that are in memory at the most, with 24 bytes each, and of one of them.
const IN_MEMORY: u64 = 1 << 22;
const SMALL: u64 = 1 << 20;
/// What was read of the runs of a list.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// The folders of runs that are in memory.
    pub folders: HashSet<String>,
    /// Their keys, sorted, each with the number of its run.
    pub keys: Vec<(Key, i64)>,
    /// Other files that are open.
    pub open: HashMap<PathBuf, KeyFile>,
}

impl Folder {
    pub(super) fn at(&self, entry: &Entry, file: &Keyed) -> PathBuf {
        self.path.join("runs").join(&entry.folder).join(&file.file.name)
    }

    pub(super) fn open_keys(&self, entry: &Entry, file: &Keyed) -> Result<KeyFile, ArchiveError> {
        let path = self.at(entry, file);
        let open = || {
            let keys = KeyFile::open(&path, &entry.folder, OF_RUN)?;
            let (found, size) = (keys.len(), file.file.size);
            match found == size {
                true => Ok(keys),
                false => Err(keys::damaged(&format!("expected {size} bytes, found {found}"))),
            }
        };
        open().map_err(|e| self.unread(&path, e))
    }

    /// Reads the slices of a file that have a part of all keys: those whose first `bits` bits are `part`.
    pub(super) fn part(
        &self,
        entry: &Entry,
        file: &Keyed,
        (part, bits): (usize, u32),
    ) -> Result<Vec<(Key, u64)>, ArchiveError> {
        let mut keys = self.open_keys(entry, file)?;
        let of_file = keys.bits();
        let slices = match of_file.checked_sub(bits) {
            Some(more) => part << more..(part + 1) << more,
            None => part >> (bits - of_file)..(part >> (bits - of_file)) + 1,
        };
        let read = keys.slices(slices).map_err(|e| self.unread(&self.at(entry, file), e))?;
        Ok(read.filter(|(key, _)| bits == 0 || slice_of(key, bits) == part).collect())
    }

    /// Reads the runs that are small, once.
    pub(super) fn load(&self) -> Result<(), ArchiveError> {
        let mut read = self.read.borrow_mut();
        let Read { folders, keys, .. } = &mut *read;
        let before = keys.len();
        for entry in &self.head.runs {
            let all = keys.len() as u64 + entry.row.puzzles;
            if entry.row.puzzles > SMALL || all > IN_MEMORY || folders.contains(&entry.folder) {
                continue;
            }
            for file in &entry.files {
                let part = self.part(entry, file, (0, 0))?;
                keys.extend(part.into_iter().map(|(key, _)| (key, entry.id)));
            }
            folders.insert(entry.folder.clone());
        }
        if keys.len() > before {
            keys.sort_unstable();
        }
        Ok(())
    }

    /// Looks up sorted keys in a file that is not in memory.
    pub(super) fn look_up(
        &self,
        entry: &Entry,
        file: &Keyed,
        sorted: &[(Key, usize)],
        answers: &mut [Option<i64>],
    ) -> Result<(), ArchiveError> {
        /// A key that is looked up alone costs as much as reading so many.
        const ALONE: u64 = 64;
        let path = self.at(entry, file);
        let mut read = self.read.borrow_mut();
        let keys = match read.open.entry(path.clone()) {
            Slot::Occupied(open) => open.into_mut(),
            Slot::Vacant(closed) => closed.insert(self.open_keys(entry, file)?),
        };
        let bits = keys.bits();
        for asked in sorted.chunk_by(|(a, _), (b, _)| slice_of(a, bits) == slice_of(b, bits)) {
            let slice = slice_of(&asked[0].0, bits);
            let mut search = || {
                let all = match keys.count(slice)? <= ALONE * asked.len() as u64 {
                    true => Some(keys.slices(slice..slice + 1)?.collect::<Vec<_>>()),
                    false => None,
                };
                for (key, at) in asked {
                    let found = match &all {
                        Some(all) => all.binary_search_by_key(key, |(key, _)| *key).is_ok(),
                        None => keys.find(key)?.is_some(),
                    };
                    if found {
                        answers[*at] = Some(entry.id);
                    }
                }
                Ok(())
            };
            search().map_err(|e| self.unread(&path, e))?;
        }
        Ok(())
    }

    /// Writes sorted keys into files of a new folder.
    pub(super) fn write(
        &self,
        row: &RunRow,
        keys: Keys<'_>,
    ) -> Result<(Entry, Entered), ArchiveError> {
        let folder = format!("{}-{}", row.name, output::unique());
        let at = self.path.join("runs").join(&folder);
        let mut entry = Entry { id: 0, row: row.clone(), folder, files: Vec::new() };
        entry.row.puzzles = 0;
        let mut entered = Entered::default();
        let (mut block, mut last): (Vec<(Key, u64)>, _) = (Vec::new(), None);
        let create = files::at(&at).and_then(|place| place.create_folder(&at));
        create.map_err(|e| self.unwritten(&at, e))?;
        let mut write = |block: &mut Vec<(Key, u64)>| {
            let (Some((first, _)), Some((last, _))) = (block.first(), block.last()) else {
                return Ok(());
            };
            let (first, last) = (first.to_string(), last.to_string());
            let path = at.join(format!("{:04}.keys", entry.files.len()));
            let bits = (block.len() / 512).checked_ilog2().unwrap_or(0).min(keys::BITS);
            let file = keys::write(&path, &entry.row.name, (OF_RUN, bits), block);
            let file = file.map_err(|e| self.unwritten(&path, e))?;
            entry.files.push(Keyed { file, first, last });
            entry.row.puzzles += block.len() as u64;
            block.clear();
            Ok(())
        };
        let all = || {
            for key in keys {
                let (key, row) = key?;
                match last.replace(key) {
                    Some(last) if last == key => entered.own += 1,
                    Some(last) if last > key => return Err(ArchiveError::NoKeys),
                    _ => block.push((key, row.cast_unsigned())),
                }
                if block.len() == IN_FILE {
                    write(&mut block)?;
                }
            }
            write(&mut block)
        };
        match all() {
            Ok(()) => Ok((entry, entered)),
            Err(e) => {
                self.remove(&entry);
                Err(e)
            }
        }
    }

    /// Removes the files of a run that no list has.
    pub(super) fn remove(&self, entry: &Entry) {
        let folder = self.path.join("runs").join(&entry.folder);
        let names = entry.files.iter().map(|keyed| keyed.file.name.as_str());
        for path in names.chain([NOTES]).map(|name| folder.join(name)).chain([folder.clone()]) {
            let _ = files::at(&path).and_then(|place| place.remove(&path));
        }
    }

    /// All keys of a run in blocks, with their rows.
    pub(super) fn blocks(
        &self,
        entry: &Entry,
        mut each: impl FnMut(Vec<(Key, u64)>) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        for file in &entry.files {
            let all = self.part(entry, file, (0, 0))?;
            all.chunks(BLOCK).try_for_each(|block| each(block.to_vec()))?;
        }
        Ok(())
    }
}
