//! The rounds after the first: slots that lost are reissued until each has its own puzzle.

use super::keys::{self, KeyFile, SLICES};
use super::merge::name;
use super::rounds::{self, Assignment, KeyOracle, SlotRank};
use super::{ShardedRun, StepOptions, exists, json, read_json, write_small};
use crate::run::{IoContext as _, MANIFEST, RunError};
use engine::human::ladder::Rung;
use engine::make::batch::SlotReissuer;
use engine::make::seed::MAX_REISSUES;
use engine::sudoku::key::Key;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use store::archive::Archive;
use store::files::output::{self, FileRecord};

/// Maximum number of reissued slots. Each needs about 200 bytes of memory.
const MAX_REISSUED_SLOTS: u64 = 10_000_000;
/// Maximum number of open buckets.
const MAX_OPEN_FILES: usize = 64;
/// The name of the file of reissued slots.
const PATCH_KEYS: &str = "patch.keys";
/// Bytes of a rank and a reissue.
const OF_PATCH: usize = 8;

/// The outcome: the slots with a reissue other than 0, and the levels that are cut.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patch {
    run: String,
    /// The hash of the manifests of the buckets.
    merged: String,
    /// The state of the archive at the time of the query.
    pub(super) archive: Option<String>,
    /// For each level of the plan, its number of puzzles if it is cut.
    pub(super) cuts: Vec<Option<u64>>,
    /// Number of reissued slots.
    pub again: u64,
    keys: FileRecord,
}

/// The oracle that reads keys from files.
struct OracleFiles<'a> {
    parts: &'a ShardedRun,
    options: &'a StepOptions<'a>,
    maker: SlotReissuer,
    archive: Option<(&'a Archive, Option<i64>)>,
    buckets: usize,
    /// Buckets that are open.
    open: HashMap<usize, KeyFile>,
}

impl KeyOracle for OracleFiles<'_> {
    type Error = RunError;

    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<Key>>, RunError> {
        let slot = |&(rank, reissue): &(SlotRank, u32)| (self.parts.slot(rank), reissue);
        let slots: Vec<_> = asks.iter().map(slot).collect();
        let stop = || self.options.interrupt.is_stopped();
        let keys = self.maker.make(&slots, stop, |issued| issued.key);
        self.options.interrupt.check()?;
        Ok(keys)
    }

    fn known(&mut self, keys: &[Key]) -> Result<Vec<bool>, RunError> {
        match self.archive {
            Some((archive, own)) => Ok(archive.owned_by_others(keys, own)?),
            None => Ok(vec![false; keys.len()]),
        }
    }

    fn held(&mut self, key: &Key) -> Result<Option<SlotRank>, RunError> {
        let bucket = keys::slice_of(key) * self.buckets / SLICES;
        let path = self.parts.path(&format!("{}.held", name(bucket, self.buckets)));
        if !self.open.contains_key(&bucket) && self.open.len() >= MAX_OPEN_FILES {
            self.open.clear();
        }
        let keys = match self.open.entry(bucket) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(closed) => {
                let keys = KeyFile::open(&path, &self.parts.spec.run, keys::OF_PLAN);
                closed.insert(keys.read_context(&path)?)
            }
        };
        let found = keys.find(key).read_context(&path)?;
        found.map(|number| self.parts.checked_rank(number, &path)).transpose()
    }
}

impl ShardedRun {
    /// Reissues the slots that lost until none loses.
    ///
    /// # Errors
    /// [`RunError`] if a bucket is missing or damaged, or too many slots have lost.
    pub fn settle(
        &self,
        archive: Option<&Archive>,
        options: &StepOptions<'_>,
    ) -> Result<Patch, RunError> {
        // A finished run stays as it is, even if the archive has changed.
        if exists(&self.path(MANIFEST))?
            && let Ok((patch, ..)) = self.patch()
        {
            return Ok(patch);
        }
        let folder = self.path("merge");
        let merged = self.merged()?;
        let run = &self.spec.run;
        let state = archive.map(|archive| archive.state(run)).transpose()?;
        if archive.is_none() && merged.iter().any(|merged| merged.archive.is_some()) {
            let why = "was merged with an archive: expected the setting `archive`, found none";
            return Err(RunError::folder(&self.folder, why));
        }
        let own = archive.map(|archive| archive.number_of(run)).transpose()?.flatten();
        let archive = archive.map(|archive| (archive, own));
        // Another state of the archive may have more keys or fewer. So all slots that lost ask for
        // their first key again, and all keys that are held are looked up.
        let is_restarted = merged.iter().any(|merged| merged.archive != state);
        let losers: u64 = merged.iter().map(|merged| merged.losers).sum();
        self.check_loser_count(losers)?;
        let mut lost = Vec::with_capacity(losers as usize);
        for (bucket, of_bucket) in merged.iter().enumerate() {
            options.interrupt.check()?;
            self.undamaged(&merged[bucket..=bucket])?;
            lost.extend(self.losers(of_bucket)?);
            let Some((archive, own)) = archive.filter(|_| of_bucket.archive != state) else {
                continue;
            };
            let path = folder.join(&of_bucket.held.name);
            let mut held = KeyFile::open(&path, run, keys::OF_PLAN).read_context(&path)?;
            for slice in bucket * SLICES / merged.len()..(bucket + 1) * SLICES / merged.len() {
                let held: Vec<_> = held.slices(slice..slice + 1).read_context(&path)?.collect();
                let keys: Vec<Key> = held.iter().map(|(key, _)| *key).collect();
                for ((_, number), taken) in held.iter().zip(archive.owned_by_others(&keys, own)?) {
                    if taken {
                        lost.push(self.checked_rank(*number, &path)?);
                    }
                }
            }
            self.check_loser_count(lost.len() as u64)?;
        }
        let mut cuts = vec![None; self.plan.quotas.len()];
        for (index, made) in self.complete_parts()? {
            let part = &self.all[index];
            if made.cut {
                cuts[part.level] = Some(part.first + made.rows);
            }
        }
        let mut files = OracleFiles {
            parts: self,
            options,
            maker: SlotReissuer::new(self.plan.clone(), self.identity.seed(), options.threads)?,
            archive,
            buckets: merged.len(),
            open: HashMap::new(),
        };
        let most = self.plan.attempts.min(MAX_REISSUES);
        let assignment = rounds::resolve(&mut files, lost, u32::from(!is_restarted), cuts, most)?;
        let mut sorted: Vec<(Key, SlotRank)> = assignment
            .patches
            .iter()
            .map(|(rank, (reissue, key))| (*key, SlotRank(rank.0 << 16 | u64::from(*reissue))))
            .collect();
        sorted.sort_unstable();
        let path = self.path(PATCH_KEYS);
        let keys = keys::write(&path, run, OF_PATCH, &sorted).write_context(&path)?;
        let patch = Patch {
            run: run.clone(),
            merged: output::sha256(&json(&merged)),
            archive: state,
            cuts: assignment.cuts,
            again: assignment.patches.values().filter(|(reissue, _)| *reissue > 0).count() as u64,
            keys,
        };
        write_small(&self.path("patch.json"), &json(&patch))?;
        Ok(patch)
    }

    /// Fails if more slots have lost than can be reissued.
    fn check_loser_count(&self, losers: u64) -> Result<(), RunError> {
        if losers <= MAX_REISSUED_SLOTS {
            return Ok(());
        }
        Err(self.refused(format_args!(
            "expected at most {MAX_REISSUED_SLOTS} duplicates, found {losers}; either the archive has this seed's \
             puzzles already (another value of the setting `seed` makes others), or the settings \
             allow few puzzles (the setting `grid = cyclic`)"
        )))
    }

    /// Returns true if the numbers and the file of this outcome can belong to the run.
    fn can_have(&self, patch: &Patch) -> bool {
        let quotas = &self.plan.quotas;
        let is_within =
            |(cut, (_, quota)): (&Option<u64>, &(Rung, u64))| cut.is_none_or(|cut| cut <= *quota);
        patch.cuts.len() == quotas.len()
            && patch.cuts.iter().zip(quotas).all(is_within)
            && patch.keys.name == PATCH_KEYS
    }

    /// Reads the outcome of [`ShardedRun::settle`] for the current buckets. Also returns the
    /// assignment and the hash of the outcome.
    pub(super) fn patch(&self) -> Result<(Patch, Assignment, String), RunError> {
        let folder = self.folder.display();
        let merged = output::sha256(&json(&self.merged()?));
        let patch = read_json(&self.path("patch.json"))?;
        let patch = patch.filter(|patch: &Patch| {
            patch.merged == merged && patch.run == self.spec.run && self.can_have(patch)
        });
        let Some(patch) = patch else {
            let settle = self.step("settle", "");
            let words = format!("{folder} is not settled; {settle} is next");
            return Err(RunError::Rejected(words));
        };
        if let Some(difference) = patch.keys.difference(&self.folder).read_context(&self.folder)? {
            let settle = self.step("settle", "");
            return Err(
                self.refused(format_args!("patch.keys {difference}; {settle} makes it again"))
            );
        }
        let path = self.path(PATCH_KEYS);
        let keys = KeyFile::open(&path, &self.spec.run, OF_PATCH);
        let keys = keys.and_then(|mut keys| keys.slices(0..SLICES)).read_context(&path)?;
        let patched = |(key, number): (Key, u64)| {
            let rank = self.checked_rank(number >> 16, &path)?;
            Ok((rank, ((number & 0xffff) as u32, key)))
        };
        let patches = keys.map(patched).collect::<Result<BTreeMap<_, _>, RunError>>()?;
        let hash = output::sha256(&json(&patch));
        let assignment = Assignment { patches, cuts: patch.cuts.clone() };
        Ok((patch, assignment, hash))
    }
}
