//! The first round of assignment, one bucket of keys at a time.

use super::keys::{self, KeyFile, SLICES};
use super::rounds::{SlotRank, assign_bucket};
use super::{
    PartManifest, ShardedRun, StepOptions, create_folder, first_mismatch, json, read_json,
    write_small,
};
use crate::run::{IoContext as _, RunError};
use engine::sudoku::key::Key;
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::ops::Range;
use store::archive::Archive;
use store::files::output::{self, AtomicFile, FileRecord};

/// The manifest of a bucket. It is written last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BucketManifest {
    run: String,
    /// The hash of the manifests of the parts.
    pub(super) inputs: String,
    /// The state of the archive at the time of the query.
    pub(super) archive: Option<String>,
    /// Number of keys assigned to a slot.
    pub keys: u64,
    /// Number of slots that lost.
    pub losers: u64,
    pub(super) held: FileRecord,
    pub(super) lost: FileRecord,
}

/// Bytes of memory for a key of a bucket and the slot that asks for it.
const RECORD: u64 = size_of::<(Key, SlotRank)>() as u64;

/// Returns the path of a bucket without its ending.
pub(super) fn name(bucket: usize, of: usize) -> String {
    format!("merge/{}", file_name(bucket, of))
}

fn file_name(bucket: usize, of: usize) -> String {
    format!("{bucket:04}-of-{of:04}")
}

impl ShardedRun {
    /// Returns the number of buckets for which a merge needs at most this number of bytes.
    pub fn buckets(&self, memory: u64) -> usize {
        let rows: u64 = self.all.iter().map(|part| part.len).sum();
        let buckets = (rows * RECORD).div_ceil(memory.max(1)).next_power_of_two();
        usize::try_from(buckets).unwrap_or(SLICES).min(SLICES)
    }

    /// Merges the keys of one of `of` buckets. `of` is a power of two, at most 4,096. A merged
    /// bucket stays.
    ///
    /// # Errors
    /// [`RunError`] that names the first missing or damaged part.
    pub fn merge(
        &self,
        bucket: usize,
        of: usize,
        archive: Option<&Archive>,
        options: &StepOptions<'_>,
    ) -> Result<BucketManifest, RunError> {
        let folder = self.path("merge");
        let made = self.complete_parts()?;
        let run = self.spec.run.clone();
        let inputs = Self::hash(&made);
        let state = archive.map(|archive| archive.state(&run)).transpose()?;
        let name = name(bucket, of);
        if let Some(merged) = self.merged_at(bucket, of)?
            && (&merged.run, &merged.inputs, &merged.archive) == (&run, &inputs, &state)
            && first_mismatch(&folder, merged.files())?.is_none()
        {
            return Ok(merged);
        }
        create_folder(&folder)?;
        let own = archive.map(|archive| archive.number_of(&run)).transpose()?.flatten();
        let slices = bucket * SLICES / of..(bucket + 1) * SLICES / of;
        let mut asks = self.asks(&made, slices, options)?;
        // The archive is queried for many keys at once.
        let known = |asked: &[Key]| {
            options.interrupt.check()?;
            Ok::<_, RunError>(match archive {
                Some(archive) => archive.owned_by_others(asked, own)?,
                None => vec![false; asked.len()],
            })
        };
        let lost = assign_bucket(&mut asks, known)?;
        let path = self.path(&format!("{name}.held"));
        let keys = asks.len() as u64;
        let held = keys::write(&path, &run, keys::OF_PLAN, &asks).write_context(&path)?;
        let path = self.path(&format!("{name}.lost"));
        let write = || {
            let mut file = AtomicFile::create_shared(&path)?;
            for rank in &lost {
                file.write_all(&rank.0.to_be_bytes()[2..])?;
            }
            file.commit()
        };
        let (losers, lost) = (lost.len() as u64, write().write_context(&path)?);
        let merged = BucketManifest { run, inputs, archive: state, keys, losers, held, lost };
        write_small(&self.path(&format!("{name}.json")), &json(&merged))?;
        Ok(merged)
    }

    /// Reads the requests of all slots for keys in these slices.
    fn asks(
        &self,
        made: &[(usize, PartManifest)],
        slices: Range<usize>,
        options: &StepOptions<'_>,
    ) -> Result<Vec<(Key, SlotRank)>, RunError> {
        let open = |index: usize| {
            let path = self.path(&format!("made/{}.keys", self.all[index].name()));
            KeyFile::open(&path, &self.spec.run, keys::OF_PART)
        };
        let unsound = |index: usize, e| self.wrong(index, &format!("has no sound keys ({e})"));
        let mut count = 0;
        for (index, PartManifest { rows, .. }) in made {
            let begins = open(*index).and_then(|mut keys| keys.begins(slices.clone()));
            let begins = begins.map_err(|e| unsound(*index, e))?;
            if begins[slices.len()] > *rows {
                return Err(unsound(*index, keys::damaged("there are more keys than puzzles")));
            }
            count += begins[slices.len()] - begins[0];
        }
        let mut asks = Vec::new();
        if asks.try_reserve_exact(count as usize).is_err() {
            let mega = count * RECORD / 1_000_000;
            return Err(self.refused(format_args!(
                "expected {mega} MB of memory for this slice of the keys, found less; take more slices, which are smaller"
            )));
        }
        for (index, PartManifest { rows, .. }) in made {
            options.interrupt.check()?;
            let keys = open(*index).and_then(|mut keys| keys.slices(slices.clone()));
            for (key, slot) in keys.map_err(|e| unsound(*index, e))? {
                if slot >= *rows {
                    return Err(self.wrong(*index, "has keys of slots that it does not have"));
                }
                if !slices.contains(&keys::slice_of(&key)) {
                    return Err(self.wrong(*index, "has keys out of order"));
                }
                asks.push((key, self.rank(&self.all[*index], slot)));
            }
        }
        if asks.len() as u64 != count {
            return Err(
                self.refused("files of keys have changed meanwhile; the same command again")
            );
        }
        Ok(asks)
    }

    /// Reads the manifest of a bucket. `None` if there is none, or its numbers and files cannot
    /// belong to the bucket.
    fn merged_at(&self, bucket: usize, of: usize) -> Result<Option<BucketManifest>, RunError> {
        let merged: Option<BucketManifest> =
            read_json(&self.path(&format!("{}.json", name(bucket, of))))?;
        let slots = self.all.iter().map(|part| part.len).sum();
        let is_named =
            |file: &FileRecord, ending| file.name == format!("{}.{ending}", file_name(bucket, of));
        Ok(merged.filter(|BucketManifest { keys, losers, held, lost, .. }| {
            keys.checked_add(*losers).is_some_and(|asks| asks <= slots)
                && lost.size == losers * keys::OF_PLAN as u64
                && is_named(held, "held")
                && is_named(lost, "lost")
        }))
    }

    /// Returns all buckets of the complete merge.
    pub(super) fn merged(&self) -> Result<Vec<BucketManifest>, RunError> {
        let inputs = Self::hash(&self.complete_parts()?);
        let mut lacking = None;
        for of in (0..=SLICES.ilog2()).map(|power| 1 << power) {
            let mut merged = Vec::new();
            for bucket in 0..of {
                let of_bucket = self.merged_at(bucket, of)?;
                merged.push(of_bucket.filter(|merged| merged.inputs == inputs));
            }
            if merged.iter().any(Option::is_some) {
                let Some(bucket) = merged.iter().position(Option::is_none) else {
                    return Ok(merged.into_iter().flatten().collect());
                };
                lacking = Some((bucket, of));
            }
        }
        let lacking = lacking.map_or("0/1".to_owned(), |(bucket, of)| format!("{bucket}/{of}"));
        let merge = self.step("merge", &format!(" --slice {lacking}"));
        Err(self.refused(format_args!("slice {lacking} of the keys is missing; {merge} makes it")))
    }

    /// Returns the slots that lost in a bucket.
    pub(super) fn losers(&self, merged: &BucketManifest) -> Result<Vec<SlotRank>, RunError> {
        let path = self.path("merge").join(&merged.lost.name);
        let bytes = output::read(&path).read_context(&path)?;
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
        let ranks =
            bytes.chunks(keys::OF_PLAN).map(|bytes| self.checked_rank(number(bytes), &path));
        ranks.collect()
    }

    /// Fails if a file of a bucket has changed.
    pub(super) fn undamaged(&self, merged: &[BucketManifest]) -> Result<(), RunError> {
        match first_mismatch(&self.path("merge"), merged.iter().flat_map(BucketManifest::files))? {
            Some(damage) => {
                let merge = self.step("merge", "");
                Err(RunError::Rejected(format!("{damage}; {merge} makes it again")))
            }
            None => Ok(()),
        }
    }
}

impl BucketManifest {
    fn files(&self) -> [&FileRecord; 2] {
        [&self.held, &self.lost]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{CatalogEncoding, CatalogSpec, Interrupt};
    use engine::make::batch::Plan;
    use engine::make::seed::Seed;
    use engine::sudoku::score::Level;
    use store::table::TableFormat;

    #[test]
    fn a_key_of_another_bucket_among_those_of_this_one_is_an_error() {
        let plan = Plan::new(vec![(Level::Beginner, 1_000)]);
        let form = CatalogEncoding { format: TableFormat::Csv, codec: None };
        let order = CatalogSpec { plan, form, columns: None, archive: None };
        let options = StepOptions { threads: 1, interrupt: &Interrupt::default() };
        for (begins, is_sound) in [([1, 2, 0x3f], true), ([1, 0x40, 2], false)] {
            let folder = temp_dir::TempDir::new().unwrap();
            let parts = ShardedRun::begin(folder.path(), &order, 1_000, Seed(1), false).unwrap();
            parts.put_keys(0, &begins.map(|begin| (Key([begin; 16]), SlotRank(begin.into()))));
            match parts.merge(0, 4, None, &options) {
                Ok(merged) => assert!(is_sound && merged.keys == 3),
                Err(e) => assert!(!is_sound && e.to_string().contains("out of order"), "{e}"),
            }
        }
    }
}
