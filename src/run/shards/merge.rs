//! The first round, a bucket of keys at a time.

use super::keys::{self, BITS, KeyFile, SLICES};
use super::rounds::{Place, WINDOW, hold};
use super::{Made, Part, Parts, Work, create_folder, read_json, write_json};
use crate::run::{At as _, Reading as _, RunError};
use crate::store::archive::Archive;
use crate::store::files;
use crate::store::files::output::{FileRecord, Pending};
use crate::sudoku::key::Key;
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

/// Bytes of memory for a key of a bucket: 20 of its record, and some for what the program needs in any case.
const RECORD: u64 = 24;

/// Keys that are sorted at once: with their scratch they fit in the cache of a processor.
const PIECE: usize = 1 << 14;

const RECORD_OF_PART: usize = keys::record(keys::OF_PART);

/// The file name of a bucket without its ending.
pub(super) fn name(bucket: usize, of: usize) -> String {
    format!("merge/{bucket:04}-of-{of:04}")
}

/// What the slots ask for in a bucket, sorted a piece at a time.
struct Sorted<'a> {
    of: &'a Parts,
    /// The records of all parts, those of a part sorted.
    records: Vec<u8>,
    /// The index of each part, and those of its records that are still to come.
    parts: Vec<(usize, Range<usize>)>,
    /// Where the piece begins that comes next, by the first 8 bytes of its keys.
    begin: u128,
    end: u128,
    /// The keys of a piece differ in these last bits of their first 64 alone.
    bits: u32,
    piece: Vec<(Key, Place)>,
}

impl Sorted<'_> {
    /// Adds the next piece, and says whether others follow.
    fn next(&mut self, asks: &mut Vec<(Key, Place)>) -> Result<bool, RunError> {
        let begin = self.begin as u64;
        self.piece.clear();
        for (index, rest) in &mut self.parts {
            let part = &self.of.all[*index];
            let records = self.records[rest.clone()].chunks_exact(RECORD_OF_PART).map(keys::parse);
            let here = records.take_while(|(key, _)| {
                let ahead = u128::from(first(key).wrapping_sub(begin));
                ahead >> self.bits == 0
            });
            let before = self.piece.len();
            self.piece.extend(here.map(|(key, slot)| (key, self.of.place(part, slot))));
            rest.start += (self.piece.len() - before) * RECORD_OF_PART;
        }
        sort(&self.piece, begin, self.bits, asks);
        self.begin += 1 << self.bits;
        if self.begin < self.end {
            return Ok(true);
        }
        match self.parts.iter().find(|(_, rest)| !rest.is_empty()) {
            Some((index, _)) => Err(self.of.wrong(*index, "has keys out of order")),
            None => Ok(false),
        }
    }
}

fn first(key: &Key) -> u64 {
    u64::from_be_bytes(*key.0.first_chunk().expect("a key has 16 bytes"))
}

/// Adds the keys of a piece, which came in the order of their places, sorted. What is sorted is one word for each key: its
/// bits after those of the piece, then the index, so that equal keys stay in their order.
fn sort(piece: &[(Key, Place)], begin: u64, bits: u32, sorted: &mut Vec<(Key, Place)>) {
    let index = (1_u64 << (u64::BITS - (piece.len() as u64).leading_zeros())) - 1;
    let word = |(i, (key, _)): (usize, &(Key, Place))| {
        (first(key) - begin) << (u64::BITS - bits) & !index | i as u64
    };
    let mut words: Vec<u64> = piece.iter().enumerate().map(word).collect();
    words.sort_unstable();
    let from = sorted.len();
    sorted.extend(words.iter().map(|word| piece[(word & index) as usize]));
    // Keys of which the word has too little are few.
    if !sorted[from..].is_sorted_by_key(|(key, _)| key.0) {
        sorted[from..].sort_by_key(|(key, _)| key.0);
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
        let own = archive.map(|archive| archive.number_of(&run)).transpose()?.flatten();
        let mut sorted =
            self.sorted(&made, bucket * SLICES / of..(bucket + 1) * SLICES / of, work)?;
        let path = self.path(&format!("{name}.held"));
        let mut file = keys::Writer::new(&path, &run, keys::OF_PLAN).writing(&path)?;
        let (mut keys, mut lost, mut asks) = (0, Vec::new(), Vec::new());
        let mut is_last = false;
        while !is_last {
            work.interrupt.check()?;
            is_last = !sorted.next(&mut asks)?;
            // An archive is asked about many keys at once.
            if asks.len() >= WINDOW || is_last {
                lost.append(&mut hold(&mut asks, |keys| match archive {
                    Some(archive) => archive.taken(keys, own),
                    None => Ok(vec![false; keys.len()]),
                })?);
                file.add(&asks).writing(&path)?;
                keys += asks.len() as u64;
                asks.clear();
            }
        }
        let held = file.commit().writing(&path)?;
        let path = self.path(&format!("{name}.lost"));
        let write = || {
            let mut file = Pending::shared(&path)?;
            for place in &lost {
                file.write_all(&place.0.to_be_bytes()[2..])?;
            }
            file.commit()
        };
        let (losers, lost) = (lost.len() as u64, write().writing(&path)?);
        let merged = Merged { run, inputs, archive: state, keys, losers, held, lost };
        write_json(&self.path(&format!("{name}.json")), &merged)?;
        Ok(merged)
    }

    /// Reads what all slots ask for in these slices.
    fn sorted<'a>(
        &'a self,
        made: &'a [(usize, Made)],
        slices: Range<usize>,
        work: &Work<'_>,
    ) -> Result<Sorted<'a>, RunError> {
        let open = |part: &Part| {
            let path = self.path(&format!("made/{}.keys", part.name()));
            KeyFile::open(&path, &self.spec.run, keys::OF_PART)
        };
        let unsound = |index: usize, e| self.wrong(index, &format!("has no sound keys ({e})"));
        let (mut bytes, mut all) = (0, 0);
        for (index, Made { rows, .. }) in made {
            let begins = open(&self.all[*index]).and_then(|mut keys| keys.begins(slices.clone()));
            let begins = begins.map_err(|e| unsound(*index, e))?;
            if begins[slices.len()] > *rows {
                return Err(unsound(*index, keys::damaged("there are more keys than puzzles")));
            }
            let count = (begins[slices.len()] - begins[0]) as usize;
            (bytes, all) = (bytes + count * RECORD_OF_PART, all + count);
        }
        let mut records = Vec::new();
        if records.try_reserve_exact(bytes).is_err() {
            let (folder, mega) = (self.folder.display(), all as u64 * RECORD / 1_000_000);
            return Err(RunError::Refused(format!(
                "{folder}: expected {mega} MB of memory for this bucket, found less; more buckets need less"
            )));
        }
        let mut parts = Vec::with_capacity(made.len());
        for (index, _) in made {
            work.interrupt.check()?;
            let from = records.len();
            let read = open(&self.all[*index])
                .and_then(|mut keys| keys.read(slices.clone(), &mut records));
            read.map_err(|e| unsound(*index, e))?;
            parts.push((*index, from..records.len()));
        }
        if records.len() != bytes {
            let folder = self.folder.display();
            let words =
                format!("{folder}: files of keys have changed meanwhile; the same command again");
            return Err(RunError::Refused(words));
        }
        // A piece has some keys of each part.
        let pieces = (all / PIECE.max(16 * parts.len())).next_power_of_two();
        let bits = u64::BITS - BITS + slices.len().ilog2() - pieces.ilog2();
        let [begin, end] = [slices.start, slices.end].map(|at| (at as u128) << (u64::BITS - BITS));
        Ok(Sorted { of: self, records, parts, begin, end, bits, piece: Vec::new() })
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
        Err(RunError::Refused(format!(
            "{folder}: bucket {lacking} is missing; `shards merge {folder} --bucket {lacking}` makes it"
        )))
    }

    /// Fails if a file of a bucket has changed.
    pub(super) fn undamaged(&self, merged: &[Merged]) -> Result<(), RunError> {
        for of_bucket in merged {
            if let Some(damage) = of_bucket.damage(&self.path("merge"))? {
                return Err(RunError::Refused(format!("{damage}; `shards merge` makes it again")));
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
        let bytes = crate::store::files::output::read(&path).reading(&path)?;
        let place = |bytes: &[u8]| bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
        Ok(bytes.chunks(keys::OF_PLAN).map(|bytes| Place(place(bytes))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::batch::Plan;
    use crate::make::seed::Seed;
    use crate::run::shards::PartsOrder;
    use crate::store::table::Format;
    use crate::sudoku::score::Level;

    #[test]
    fn pieces_are_sorted_by_key_and_then_by_place() {
        for (len, different) in [(0, 1), (1, 1), (7, 3), (300, 300), (5_000, 40)] {
            // The last bytes alone differ in every other key, so that no word tells them apart.
            let key = |i: u64| {
                let bits = u128::from(i * 7_919 % different) << (i % 2 * 70);
                Key((0x1234_u128 << 112 | bits).to_be_bytes())
            };
            let asks: Vec<_> = (0..len).map(|i| (key(i), Place(i))).collect();
            let mut expected = asks.clone();
            expected.sort();
            let mut sorted = Vec::new();
            sort(&asks, 0x1234 << 48, 48, &mut sorted);
            assert!(sorted == expected, "{len} keys");
        }
    }
    #[test]
    fn a_key_of_another_bucket_among_those_of_this_one_is_an_error() {
        let folder = temp_dir::TempDir::new().unwrap();
        let plan = Plan::paper(vec![(Level::Beginner, 1_000)]);
        let order = PartsOrder { plan, part: 1_000, format: Format::Csv, compress: None };
        let parts = Parts::begin(folder.path(), &order, Seed(1), None).unwrap();
        for (begins, is_sound) in [([1, 2, 0x3f], true), ([1, 0x40, 2], false)] {
            let record = |begin: u8| [&[begin][..], &[0; RECORD_OF_PART - 1]].concat();
            let records = begins.map(record).concat();
            let all = vec![(0, 0..records.len())];
            let (bits, end) = (62, 1 << 62);
            let piece = Vec::new();
            let mut sorted = Sorted { of: &parts, records, parts: all, begin: 0, end, bits, piece };
            let mut asks = Vec::new();
            match sorted.next(&mut asks) {
                Ok(more) => assert!(is_sound && !more && asks.len() == 3),
                Err(e) => assert!(!is_sound && e.to_string().contains("out of order"), "{e}"),
            }
        }
    }
}
