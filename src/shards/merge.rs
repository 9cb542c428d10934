//! The first round, a bucket of keys at a time.

use super::rounds::{Place, hold};
use super::{Made, Part, Parts, Work, create_folder, read_json, write_json};
use crate::archive::Archive;
use crate::archive::keys::{self, BITS, KeyFile, SLICES, slice_of};
use crate::files;
use crate::files::output::{FileRecord, Pending};
use crate::key::Key;
use crate::run::{At as _, Reading as _, RunError};
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

/// The manifest of a bucket. It is written last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Merged {
    run: String,
    /// A hash of what the manifests of the parts say.
    pub(super) inputs: String,
    /// The state of the archive that was asked.
    pub(super) archive: Option<String>,
    /// Number of keys that a slot holds.
    pub keys: u64,
    /// Number of slots that lost.
    pub losers: u64,
    pub(super) held: FileRecord,
    pub(super) lost: FileRecord,
}

/// Bytes of memory for a key of a bucket.
const RECORD: u64 = 32;

/// The file name of a bucket without its ending.
pub(super) fn name(bucket: usize, of: usize) -> String {
    format!("merge/{bucket:04}-of-{of:04}")
}

/// Sorts a slice of keys that came in the order of their places. What is sorted is one word for each key: its bits
/// after those of the slice, then the index, so that equal keys stay in their order.
fn sort(slice: &mut [(Key, Place)], scratch: &mut Vec<(Key, Place)>) {
    let index = (1_u64 << (u64::BITS - (slice.len() as u64).leading_zeros())) - 1;
    let word = |(i, (key, _)): (usize, &(Key, Place))| {
        let first = u64::from_be_bytes(*key.0.first_chunk().expect("a key has 16 bytes"));
        first << BITS & !index | i as u64
    };
    let mut words: Vec<u64> = slice.iter().enumerate().map(word).collect();
    words.sort_unstable();
    scratch.clear();
    scratch.extend_from_slice(slice);
    for (ask, word) in slice.iter_mut().zip(words) {
        *ask = scratch[(word & index) as usize];
    }
    // Keys of which the word has too little are few.
    if !slice.is_sorted_by_key(|(key, _)| key.0) {
        slice.sort_by_key(|(key, _)| key.0);
    }
}

impl Parts {
    /// The number of buckets with which a merge needs at most this number of bytes.
    pub fn buckets(&self, memory: u64) -> usize {
        let rows: u64 = self.all.iter().map(|part| part.len).sum();
        let buckets = (rows * RECORD).div_ceil(memory.max(1)).next_power_of_two();
        usize::try_from(buckets).unwrap_or(SLICES).min(SLICES)
    }

    /// Merges the keys of one of `of` buckets, a power of two up to 4,096. A bucket that is merged stays.
    ///
    /// # Errors
    /// When a part is missing or damaged; the words name it.
    pub fn merge(
        &self,
        bucket: usize,
        of: usize,
        archive: Option<&Archive>,
        work: &Work<'_>,
    ) -> Result<Merged, RunError> {
        let folder = self.path("merge");
        let made = self.whole()?;
        let run = self.spec.run.clone();
        let inputs = Self::hash(&made);
        let state = archive.map(|archive| archive.state(&run)).transpose()?;
        let name = name(bucket, of);
        let path = self.path(&format!("{name}.json"));
        if let Some(merged) = read_json::<Merged>(&path)?
            && (&merged.run, &merged.inputs, &merged.archive) == (&run, &inputs, &state)
            && merged.damage(&folder)?.is_none()
        {
            return Ok(merged);
        }
        create_folder(&folder)?;
        let slices = bucket * SLICES / of..(bucket + 1) * SLICES / of;
        let mut asks = self.asks(&made, slices, work)?;
        let own = archive.map(|archive| archive.number_of(&run)).transpose()?.flatten();
        let lost = hold(&mut asks, |keys| match archive {
            Some(archive) => archive.taken(keys, own),
            None => Ok(vec![false; keys.len()]),
        })?;
        let path = self.path(&format!("{name}.held"));
        let held = keys::write(&path, &run, (keys::OF_PLAN, BITS), &asks).writing(&path)?;
        let path = self.path(&format!("{name}.lost"));
        let write = || {
            let mut file = Pending::shared(&path)?;
            for place in &lost {
                file.write_all(&place.0.to_be_bytes()[2..])?;
            }
            file.commit()
        };
        let (losers, lost) = (lost.len() as u64, write().writing(&path)?);
        let keys = asks.len() as u64;
        let merged = Merged { run, inputs, archive: state, keys, losers, held, lost };
        write_json(&self.path(&format!("{name}.json")), &merged)?;
        Ok(merged)
    }

    /// What all slots ask for in these slices, sorted.
    ///
    /// The files are sorted and cut into slices. So each slice has its place in memory, and is sorted alone, in
    /// the cache of a processor.
    fn asks(
        &self,
        made: &[(usize, Made)],
        slices: Range<usize>,
        work: &Work<'_>,
    ) -> Result<Vec<(Key, Place)>, RunError> {
        let open = |part: &Part| {
            let path = self.path(&format!("made/{}.keys", part.name()));
            KeyFile::open(&path, &self.spec.run, keys::OF_PART)
        };
        let unsound = |index: usize, e| self.wrong(index, &format!("has no sound keys ({e})"));
        // Where the next key of each slice goes.
        let mut next = vec![0; slices.len() + 1];
        for (index, Made { rows, .. }) in made {
            let begins = open(&self.all[*index]).and_then(|mut keys| keys.begins(slices.clone()));
            let begins = begins.map_err(|e| unsound(*index, e))?;
            if begins[slices.len()] > *rows {
                return Err(unsound(*index, keys::damaged("there are more keys than puzzles")));
            }
            for (next, ends) in next[1..].iter_mut().zip(begins.windows(2)) {
                *next += (ends[1] - ends[0]) as usize;
            }
        }
        for slice in 0..slices.len() {
            next[slice + 1] += next[slice];
        }
        let ends = next.clone();
        let all = ends[slices.len()];
        let mut asks = Vec::new();
        if asks.try_reserve_exact(all).is_err() {
            let (folder, mega) = (self.folder.display(), all as u64 * RECORD / 1_000_000);
            return Err(RunError::Part(format!(
                "{folder}: expected {mega} MB of memory for this bucket, found less; more buckets need less"
            )));
        }
        asks.resize(all, (Key([0; 16]), Place(0)));
        for (index, _) in made {
            work.interrupt.check()?;
            let part = &self.all[*index];
            let read = open(part).and_then(|mut keys| keys.slices(slices.clone()));
            for (key, slot) in read.map_err(|e| unsound(*index, e))? {
                let next =
                    slice_of(&key, BITS).checked_sub(slices.start).and_then(|at| next.get_mut(at));
                let ask = next.and_then(|next| {
                    *next += 1;
                    asks.get_mut(*next - 1)
                });
                let ask = ask.ok_or_else(|| unsound(*index, keys::damaged("they have changed")))?;
                *ask = (key, self.place(part, slot));
            }
        }
        if next[..slices.len()] != ends[1..] {
            let folder = self.folder.display();
            let words =
                format!("{folder}: files of keys have changed meanwhile; the same command again");
            return Err(RunError::Part(words));
        }
        let mut scratch = Vec::new();
        for slice in ends.windows(2) {
            sort(&mut asks[slice[0]..slice[1]], &mut scratch);
        }
        Ok(asks)
    }

    /// All buckets of the merge that is complete.
    pub(super) fn merged(&self) -> Result<Vec<Merged>, RunError> {
        let inputs = Self::hash(&self.whole()?);
        let mut lacking = None;
        // A listing of a bucket saves thousands of questions; one of a folder may be old.
        let folder = self.path("merge");
        let listed = files::is_object(&folder)
            .then(|| files::at(&folder).and_then(|place| place.names(&folder)).reading(&folder));
        let listed = listed.transpose()?;
        let lacks = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            listed.as_ref().is_some_and(|names| !names.contains(name))
        };
        for of in (0..=SLICES.ilog2()).map(|power| 1 << power) {
            let mut merged = Vec::new();
            for bucket in 0..of {
                let path = self.path(&format!("{}.json", name(bucket, of)));
                let of_bucket = if lacks(&path) { None } else { read_json(&path)? };
                let of_bucket = of_bucket.filter(|merged: &Merged| merged.inputs == inputs);
                merged.push(of_bucket);
            }
            if merged.iter().any(Option::is_some) {
                let Some(bucket) = merged.iter().position(Option::is_none) else {
                    return Ok(merged.into_iter().flatten().collect());
                };
                lacking = Some((bucket, of));
            }
        }
        let lacking = lacking.map_or("0/1".to_owned(), |(bucket, of)| format!("{bucket}/{of}"));
        let folder = self.folder.display();
        Err(RunError::Part(format!(
            "{folder}: bucket {lacking} is missing; `merge {folder} --bucket {lacking}` makes it"
        )))
    }

    /// Fails if a file of a bucket has changed.
    pub(super) fn undamaged(&self, merged: &[Merged]) -> Result<(), RunError> {
        for of_bucket in merged {
            if let Some(damage) = of_bucket.damage(&self.path("merge"))? {
                return Err(RunError::Part(format!("{damage}; `merge` makes it again")));
            }
        }
        Ok(())
    }
}

impl Merged {
    /// The file that has changed, if one has.
    pub(super) fn damage(&self, folder: &Path) -> Result<Option<String>, RunError> {
        for file in [&self.held, &self.lost] {
            if let Some(difference) = file.difference(folder).reading(folder)? {
                return Ok(Some(format!("{} {difference}", folder.join(&file.name).display())));
            }
        }
        Ok(None)
    }

    /// The slots that lost.
    pub(super) fn losers(&self, folder: &Path) -> Result<Vec<Place>, RunError> {
        let path = folder.join(&self.lost.name);
        let bytes = crate::files::output::read(&path).reading(&path)?;
        let place = |bytes: &[u8]| bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
        Ok(bytes.chunks(keys::OF_PLAN).map(|bytes| Place(place(bytes))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_sorted_by_key_and_then_by_place() {
        for (len, different) in [(0, 1), (1, 1), (7, 3), (300, 300), (5_000, 40)] {
            // The last bytes alone differ in every other key, so that no word tells them apart.
            let key =
                |i: u64| Key((u128::from(i * 7_919 % different) << (i % 2 * 90)).to_be_bytes());
            let mut asks: Vec<_> = (0..len).map(|i| (key(i), Place(i))).collect();
            let mut expected = asks.clone();
            expected.sort();
            sort(&mut asks, &mut Vec::new());
            assert!(asks == expected, "{len} keys");
        }
    }
}
