//! A part: a range of slots of one level, made at reissue 0.

use super::keys::KeyRecord;
use super::rounds::SlotRank;
use super::{COSTS, ShardedRun, create_folder, first_mismatch, keys};
use book::TurnOrder;
use files::Record;
use files::output::{AtomicFile, FileRecord};
use human::{Ladder, Rung};
use jobs::{
    CatalogEncoding, CatalogFiles, CatalogOrderer, Event, IoContext as _, Observer, Options,
    RunError,
};
use make::{Batch, BatchItem, Plan};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

/// The number of parts that a run aims at.
const PARTS: u64 = 100;
/// Minimum number of slots of a part.
const MIN_SLOTS: u64 = 10;
/// A run has at most this number of parts, and one more for each level.
const MAX_PARTS: u64 = 100_000;

/// Returns the number of slots of a part. A part of a band is in memory until it is complete.
fn slots_of_part(plan: &Plan) -> u64 {
    let slots: u64 = plan.quotas.iter().map(|(_, quota)| quota).sum();
    let most = match plan.ladder() {
        Ladder::Published => 1_000_000,
        Ladder::Human => 100_000,
    };
    let wanted = (slots / PARTS).clamp(MIN_SLOTS, most).max(slots / MAX_PARTS);
    (wanted / plan.variants).max(1) * plan.variants
}

/// A range of slots of one level.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its level.
    pub rung: Rung,
    /// The index of its level in the plan.
    pub level: usize,
    /// Its number in its level, from 0.
    pub number: u64,
    /// Its first slot.
    pub first: u64,
    /// Number of its slots.
    pub len: u64,
}

/// The manifest of a part. It is written last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartManifest {
    run: String,
    first: u64,
    slots: u64,
    /// Number of its puzzles; fewer than slots if the level is cut here.
    pub rows: u64,
    /// True if a puzzle could not be made, so that the level ends here.
    pub cut: bool,
    /// The catalogue of the part.
    pub catalog: FileRecord,
    /// Its keys.
    pub keys: FileRecord,
}

impl Record for PartManifest {}

impl PartManifest {
    /// Returns true if the part can have these numbers and files.
    fn can_be_of(&self, part: &Part, form: CatalogEncoding) -> bool {
        let is_counted = self.rows == part.len || self.cut && self.rows < part.len;
        let is_named = self.catalog.name == part.file(form) && self.keys.name == part.keys_file();
        (self.first, self.slots) == (part.first, part.len) && is_counted && is_named
    }
}

impl Part {
    /// Returns all parts of a run.
    pub fn all_of(plan: &Plan) -> impl Iterator<Item = Self> {
        let size = slots_of_part(plan);
        plan.quotas.iter().enumerate().flat_map(move |(level, &(rung, quota))| {
            (0..quota.div_ceil(size)).map(move |number| {
                let first = number * size;
                Self { rung, level, number, first, len: size.min(quota - first) }
            })
        })
    }

    /// Returns its name: `L5-000017`, or `B5-000017` for a band.
    pub fn name(&self) -> String {
        format!("{}{}-{:06}", self.rung.letter(), self.rung.number(), self.number)
    }

    /// Returns the cost of its puzzles, relative to other parts.
    pub fn cost(&self) -> u64 {
        self.len * COSTS[self.rung.index()]
    }

    /// Returns the rank of one of its slots.
    pub fn rank(&self, slot: u32) -> SlotRank {
        SlotRank::new(self.level, self.first + u64::from(slot))
    }

    /// Returns the name of its catalogue.
    pub fn file(&self, form: CatalogEncoding) -> String {
        format!("{}.{}", self.name(), form.ending())
    }

    /// Returns the name of its keys.
    fn keys_file(&self) -> String {
        format!("{}.keys", self.name())
    }

    /// Returns the name of its manifest.
    pub fn manifest_file(&self) -> String {
        format!("{}.json", self.name())
    }
}

/// The catalogue of a part before it has its name.
struct WrittenPart {
    out: AtomicFile,
    /// The keys of its puzzles, in the order of their slots.
    keys: Vec<KeyRecord>,
    cut: bool,
}

impl ShardedRun {
    /// Reads the manifest of a part; `None` if there is none.
    pub fn made(&self, part: &Part) -> Result<Option<PartManifest>, RunError> {
        let path = self.made_folder().join(part.manifest_file());
        let made = PartManifest::read_valid(&path).read_context(&path)?;
        if let Some(made) = &made
            && made.run != self.spec.run
        {
            let (path, found, own) = (path.display(), &made.run, &self.spec.run);
            let why =
                format!("has a part of another run: {path} is of run {found}, expected {own}");
            return Err(RunError::folder(&self.folder, why));
        }
        Ok(made.filter(|made| made.can_be_of(part, self.form)))
    }

    /// Makes the missing and damaged parts of a range, in order. Complete parts stay.
    ///
    /// # Errors
    /// [`RunError`]. Finished parts stay.
    pub fn make(
        &self,
        range: Range<usize>,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let mut missing: Vec<&Part> = Vec::new();
        let made_in = self.made_folder();
        for (index, state) in self.states(range.end)? {
            if index < range.start {
                continue;
            }
            options.interrupt.check()?;
            let is_whole = match &state {
                Some(made) => first_mismatch(&made_in, [&made.catalog, &made.keys])?.is_none(),
                None => false,
            };
            if !is_whole {
                missing.push(&self.all[index]);
            }
        }
        create_folder(&made_in)?;
        let of_rung = |of: &[&Part]| (of[0].rung, of.iter().map(|part| part.len).sum());
        let quotas: Vec<_> = missing.chunk_by(|a, b| a.rung == b.rung).map(of_rung).collect();
        observer.on_event(Event::Begins(&self.identity, &quotas));
        let mut cut = None;
        for part in missing {
            if cut != Some(part.rung) && self.make_part(part, options, observer)? {
                cut = Some(part.rung);
            }
        }
        Ok(())
    }

    /// Makes a part. Returns true if its level is cut in it.
    fn make_part(
        &self,
        part: &Part,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<bool, RunError> {
        let made_in = self.made_folder();
        let path = made_in.join(part.file(self.form));
        let WrittenPart { out, mut keys, cut } = self.write_part(part, &path, options, observer)?;
        if let Some(before) = self.made(part)?
            && before.catalog.sha256 != out.record().sha256
            && before.catalog.difference(&made_in).read_context(&path)?.is_none()
        {
            return Err(self.made_differently(part, &before, out)?);
        }
        let catalog = out.commit().write_context(&path)?;
        let rows = keys.len() as u64;
        keys.sort_unstable();
        let path = made_in.join(part.keys_file());
        let keys = keys::write(&path, &self.spec.run, &keys).write_context(&path)?;
        let run = self.spec.run.clone();
        let made =
            PartManifest { run, first: part.first, slots: part.len, rows, cut, catalog, keys };
        let path = made_in.join(part.manifest_file());
        AtomicFile::create_shared(&path)
            .and_then(|file| file.write_and_commit(&made.to_bytes()))
            .write_context(&path)?;
        Ok(cut)
    }

    /// Writes the catalogue of a part.
    fn write_part(
        &self,
        part: &Part,
        path: &Path,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<WrittenPart, RunError> {
        let slots = vec![(part.rung, part.first..part.first + part.len)];
        let (plan, seed) = (self.plan.clone(), self.identity.seed());
        let batch = Batch::for_slots(plan, seed, slots, options.threads)?
            .with_duplicates()
            .followed_by(observer.batch_caller())
            .stopped_by(options.interrupt.flag());
        let mut catalog = self.catalog(path)?;
        let mut keys = Vec::with_capacity(part.len as usize);
        let mut orderer = CatalogOrderer::new(part.rung.ladder(), TurnOrder::default());
        let mut cut = false;
        for item in batch {
            // After an interruption the batch yields shortfalls that are not real.
            options.interrupt.check()?;
            match item? {
                BatchItem::Puzzle(made) => {
                    keys.push((made.key, (made.slot().number - part.first) as u32));
                    observer.on_made(&made);
                    orderer.put(made);
                }
                BatchItem::Shortfall(_) => cut = true,
            }
            while let Some(made) = orderer.take() {
                catalog.write(&made.entry).write_context(path)?;
            }
        }
        options.interrupt.check()?;
        orderer.close();
        while let Some(made) = orderer.take() {
            catalog.write(&made.entry).write_context(path)?;
        }
        Ok(WrittenPart { out: catalog.end_one().write_context(path)?, keys, cut })
    }

    /// Keeps a part that differs from a complete one, and returns the error that names both.
    fn made_differently(
        &self,
        part: &Part,
        before: &PartManifest,
        out: AtomicFile,
    ) -> Result<RunError, RunError> {
        let folder = self.made_folder();
        let other = format!("other-{}", part.file(self.form));
        let other = out.with_file_name(&other).commit().write_context(&folder.join(&other))?;
        Ok(RunError::Rejected(format!(
            "part {} was made twice with other bytes: {} and {}, both in {}; the memory or the \
             processor of a machine errs",
            part.name(),
            before.catalog.name,
            other.name,
            folder.display()
        )))
    }

    /// Begins a catalogue in the form of the parts.
    pub fn catalog(&self, path: &Path) -> Result<CatalogFiles<AtomicFile>, RunError> {
        let file = AtomicFile::create_shared(path).write_context(path)?;
        let begun = self.form.begin(vec![file], self.columns(), None, &self.identity);
        begun.write_context(path)
    }
}
