//! A part: a range of slots of one level, made at reissue 0.

use super::keys;
use super::rounds::SlotRank;
use super::{
    COSTS, COSTS_OF_BANDS, ShardedRun, ShardedSpec, StepOptions, create_folder, first_mismatch,
    json, read_json, write_small,
};
use crate::run::make::{Catalog, CatalogOrderer, end, lookup_error};
use crate::run::{CatalogEncoding, Event, IoContext as _, Observer, RunError};
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::{Batch, BatchItem, Plan};
use engine::make::seed::Slot;
use serde::{Deserialize, Serialize};
use std::iter;
use std::ops::Range;
use std::path::Path;
use store::files::output::{AtomicFile, FileRecord};
use store::table::TableFormat;
use store::table::compress::Codec;

/// The value in `run.json` for parts in Parquet.
pub(super) const PARQUET: &str = "parquet";

/// A range of slots of one level.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its level.
    pub rung: Rung,
    /// The index of its level in the plan.
    pub(super) level: usize,
    /// Its number in its level, from 0.
    pub number: u64,
    /// Its first slot.
    pub first: u64,
    /// Number of its slots.
    pub len: u64,
}

/// Returns the encoding of all parts that `run.json` names; `None` if this program does not know
/// it.
pub(super) fn form_of(spec: &ShardedSpec) -> Option<CatalogEncoding> {
    let format = match spec.format.as_deref() {
        None => TableFormat::Csv,
        #[cfg(feature = "parquet")]
        Some(PARQUET) => TableFormat::Parquet,
        Some(_) => return None,
    };
    let codec = match spec.compress.as_deref() {
        None => None,
        Some(name) => Some(Codec::named(name)?),
    };
    Some(CatalogEncoding { format, codec })
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

impl PartManifest {
    /// Returns true if the part can have these numbers and files.
    fn can_be_of(&self, part: &Part, form: CatalogEncoding) -> bool {
        let is_counted = self.rows == part.len || self.cut && self.rows < part.len;
        let is_named = self.catalog.name == part.file(form)
            && self.keys.name == format!("{}.keys", part.name());
        (self.first, self.slots) == (part.first, part.len) && is_counted && is_named
    }
}

impl Part {
    /// Returns all parts of a run.
    pub(super) fn all_of(spec: &ShardedSpec, plan: &Plan) -> impl Iterator<Item = Self> {
        let size = spec.part;
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
        let costs = match self.rung.ladder() {
            Ladder::Published => COSTS,
            Ladder::Human => COSTS_OF_BANDS,
        };
        self.len * costs[self.rung.index()]
    }

    /// Returns the name of its catalogue.
    pub(super) fn file(&self, form: CatalogEncoding) -> String {
        let name = self.name();
        match form.codec {
            _ if form.format != TableFormat::Csv => format!("{name}.parquet"),
            None => format!("{name}.csv"),
            Some(codec) => format!("{name}.csv.{}", codec.extension()),
        }
    }
}

impl ShardedRun {
    /// Reads the manifest of a part; `None` if there is none.
    pub(super) fn made(&self, part: &Part) -> Result<Option<PartManifest>, RunError> {
        let path = self.path(&format!("made/{}.json", part.name()));
        let made: Option<PartManifest> = read_json(&path)?;
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
        options: &StepOptions<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let mut missing: Vec<&Part> = Vec::new();
        let made_in = self.path("made");
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
        options: &StepOptions<'_>,
        observer: &mut dyn Observer,
    ) -> Result<bool, RunError> {
        let slots = vec![(part.rung, part.first..part.first + part.len)];
        let (plan, seed) = (self.plan.clone(), self.identity.seed());
        let batch = Batch::for_slots(plan, seed, slots, options.threads)?.with_duplicates();
        let batch =
            batch.followed_by(observer.batch_caller()).stopped_by(options.interrupt.0.clone());
        let path = self.path("made").join(part.file(self.form));
        let mut catalog = self.catalog(&path)?;
        let mut asks = Vec::with_capacity(part.len as usize);
        let (mut cut, mut orderer) =
            (false, CatalogOrderer::new(part.rung.ladder(), iter::empty()));
        for item in batch {
            // After an interruption the batch yields shortfalls that are not real.
            options.interrupt.check()?;
            match item.map_err(lookup_error)? {
                BatchItem::Puzzle(made) => {
                    asks.push((made.key, SlotRank(made.slot().number - part.first)));
                    observer.on_event(Event::Made(&made));
                    orderer.put(made);
                    while let Some(made) = orderer.take() {
                        catalog.write(&made.entry).write_context(&path)?;
                    }
                }
                BatchItem::Shortfall(_) => cut = true,
            }
        }
        options.interrupt.check()?;
        orderer.close();
        while let Some(made) = orderer.take() {
            catalog.write(&made.entry).write_context(&path)?;
        }
        let out = end(catalog).write_context(&path)?;
        if let Some(before) = self.made(part)?
            && before.catalog.sha256 != out.record().sha256
            && before.catalog.difference(&self.path("made")).read_context(&path)?.is_none()
        {
            let other = format!("other-{}", part.file(self.form));
            let other = out.with_file_name(&other).commit().write_context(&path)?;
            return Err(RunError::Rejected(format!(
                "part {} was made twice with other bytes: {} and {}, both in {}; the memory or the \
                 processor of a machine errs",
                part.name(),
                before.catalog.name,
                other.name,
                self.path("made").display()
            )));
        }
        let catalog = out.commit().write_context(&path)?;
        let rows = asks.len() as u64;
        asks.sort_unstable();
        let path = self.path(&format!("made/{}.keys", part.name()));
        let keys = keys::write(&path, &self.spec.run, keys::OF_PART, &asks).write_context(&path)?;
        let run = self.spec.run.clone();
        let made =
            PartManifest { run, first: part.first, slots: part.len, rows, cut, catalog, keys };
        write_small(&self.path(&format!("made/{}.json", part.name())), &json(&made))?;
        Ok(cut)
    }

    /// Begins the catalogue of a part in a new file, because an existing file of this name may
    /// share its bytes with another one.
    pub(super) fn catalog(&self, path: &Path) -> Result<Catalog<AtomicFile>, RunError> {
        let file = AtomicFile::create_shared(path).write_context(path)?;
        self.form.begin(file, self.columns(), &self.identity).write_context(path)
    }

    /// Returns the slot of a rank.
    pub(super) fn slot(&self, rank: SlotRank) -> Slot {
        Slot { rung: self.plan.quotas[rank.level()].0, number: rank.number() }
    }

    /// Returns a hash of the manifests of parts.
    pub(super) fn hash(made: &[(usize, PartManifest)]) -> String {
        let made: Vec<&PartManifest> = made.iter().map(|(_, made)| made).collect();
        store::files::output::sha256(&json(&made))
    }
}

#[cfg(test)]
mod tests {
    use super::super::StepOptions;
    use super::*;
    use crate::run::{CatalogSpec, Interrupt};
    use engine::make::batch::Plan;
    use engine::make::seed::Seed;
    use engine::sudoku::key::Key;
    use engine::sudoku::score::Level;
    use std::env;
    use store::files::output;

    impl ShardedRun {
        /// Writes the keys of a part as if the part had been made.
        pub(crate) fn put_keys(&self, index: usize, keys: &[(Key, SlotRank)]) {
            let part = &self.all[index];
            create_folder(&self.path("made")).unwrap();
            let path = self.path(&format!("made/{}.keys", part.name()));
            let keys = keys::write(&path, &self.spec.run, keys::OF_PART, keys).unwrap();
            let catalog = FileRecord { name: part.file(self.form), ..keys.clone() };
            let (run, first, slots) = (self.spec.run.clone(), part.first, part.len);
            let made = PartManifest { run, first, slots, rows: slots, cut: false, catalog, keys };
            write_small(&self.path(&format!("made/{}.json", part.name())), &json(&made)).unwrap();
        }
    }

    /// Uses keys of a counter instead of puzzles; every thousandth key equals that of an earlier
    /// slot. With SUDOKU_KEYS=100000000 SUDOKU_FOLDER=keys the test leaves a folder for `merge`.
    #[test]
    fn a_merge_finds_each_key_that_was_written_and_each_that_comes_twice() {
        let set = |name: &str| env::var(name).ok();
        let count = set("SUDOKU_KEYS").map_or(30_000, |n| n.parse().expect("a number of keys"));
        let folder = temp_dir::TempDir::new().unwrap();
        let kept = set("SUDOKU_FOLDER").map(std::path::PathBuf::from);
        let plan = Plan::new(vec![(Level::Beginner, count)]);
        let part = (count / 100).max(1_000);
        let form = CatalogEncoding { format: TableFormat::Csv, codec: None };
        let order = CatalogSpec { plan, form, columns: None, archive: None };
        let folder = kept.as_deref().unwrap_or(folder.path());
        let parts = ShardedRun::begin(folder, &order, part, Seed(1), false).unwrap();
        for part in &parts.all {
            let key = |slot: u64| {
                let counted = part.first + slot;
                let counted = if counted % 1_000 == 999 { counted - 500 } else { counted };
                let hash = u128::from_str_radix(&output::sha256(&counted.to_be_bytes())[..32], 16);
                (Key(hash.unwrap().to_be_bytes()), SlotRank(slot))
            };
            let mut keys: Vec<_> = (0..part.len).map(key).collect();
            keys.sort_unstable();
            parts.put_keys(part.number as usize, &keys);
        }
        if kept.is_none() {
            let options = StepOptions { threads: 1, interrupt: &Interrupt::default() };
            let merged = (0..4).map(|bucket| parts.merge(bucket, 4, None, &options).unwrap());
            let (keys, losers) =
                merged.fold((0, 0), |(keys, losers), of| (keys + of.keys, losers + of.losers));
            assert_eq!((keys, losers), (count - count / 1_000, count / 1_000));
        }
    }
}
