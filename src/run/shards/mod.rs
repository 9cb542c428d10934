//! A sharded run: fixed ranges of slots, made by any number of programs on any number of machines
//! that share a folder. Programs communicate only through the files in this folder.
//!
//! ```text
//!   run.json                  the run and the size of its parts; the first program writes it
//!   shards.json               how the run was launched, only for messages
//!   made/L5-000017.csv        a part at reissue 0: a catalogue with duplicates
//!                 .keys       its keys, sorted
//!                 .json       written last: the part is complete
//!   merge/0007-of-0256.held   the keys of a bucket, each with the smallest slot that asks for it
//!                     .lost   the slots that lost
//!                     .json   written last
//!   patch.keys, patch.json    the reissued slots, and the levels that are cut
//!   L5-000017.csv             final: the made part, or patched rows; parts of a band are all new
//!   SHA256SUMS, manifest.json written last
//! ```
//!
//! `rounds` is the rule and knows no files. `part` makes parts, `merge` and `settle` assign the
//! keys, and `finish` writes the final parts; `merge_by_load` merges the parts of a band, whose
//! puzzles are sorted by load. A file is never changed. Each step can be repeated, also by several
//! programs at once, because they write the same bytes.

mod finish;
mod keys;
mod merge;
mod merge_by_load;
mod part;
mod progress;
pub mod rounds;
mod settle;

pub use finish::{FinishedShards, ShardsManifest};
pub use merge::BucketManifest;
pub use part::{Part, PartManifest};
pub use progress::ShardProgress;
pub use settle::Patch;

use crate::run::record::json;
use crate::run::{
    CHECKSUMS, CatalogEncoding, CatalogSpec, Identity, Interrupt, IoContext as _, MANIFEST,
    PROGRAM, RunError,
};
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::{Plan, PlanError};
use engine::make::seed::Seed;
use engine::sudoku::value_error::ValueError;
use rounds::SlotRank;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use store::archive::Archive;
use store::files::output::{self, AtomicFile, FileRecord};
use store::files::{Overwrite, fs_path};
use store::table::{CatalogColumns, TableFormat};

/// Returns the default number of slots of a part. A part of a band is in memory until it is
/// complete.
pub fn part_of(plan: &Plan) -> u64 {
    let slots = match plan.ladder() {
        Ladder::Published => 1_000_000,
        Ladder::Human => 100_000,
    };
    (slots / plan.variants).max(1) * plan.variants
}

/// Maximum number of parts of a run.
const MAX_PARTS: u64 = 1_000_000;
const RUN: &str = "run.json";
const SHARDS: &str = "shards.json";

/// Messages about a `run.json` that cannot be used.
const FOREIGN: &str = "holds a run.json that is not that of a sharded run";
const UNKNOWN_FORM: &str = "holds a run in a form that this program does not know; one that was \
     built with the feature parquet knows it";

/// Relative costs of puzzles of the levels: CPU hours for 10^10 puzzles.
const COSTS: [u64; Rung::MAX_COUNT] = [39, 47, 78, 530, 840, 840, 840];
/// Relative costs of puzzles of the bands: microseconds of a CPU (Zen 3) for each of 300 puzzles of
/// band 7 and thousands of the others, measured with `generate --ladder human --quota 3=8000 --seed
/// 4 --threads 1` and its like.
const COSTS_OF_BANDS: [u64; Rung::MAX_COUNT] = [88, 164, 683, 922, 2940, 2650, 13400];

/// The content of `run.json`: everything that decides the bytes of the parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct ShardedSpec {
    program: String,
    run: String,
    settings: Map<String, Value>,
    rated: bool,
    part: u64,
    compress: Option<String>,
    /// `parquet`, or `None` for CSV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    format: Option<String>,
}

impl ShardedSpec {
    /// Returns the names of the settings that differ from those of another run.
    fn differences(&self, other: &Self) -> Vec<String> {
        let [own, others] = [self, other].map(Self::values);
        let names: BTreeSet<&String> = own.keys().chain(others.keys()).collect();
        names.into_iter().filter(|name| own.get(*name) != others.get(*name)).cloned().collect()
    }

    /// Returns the values that decide the bytes of the parts, by name.
    fn values(&self) -> Map<String, Value> {
        let Ok(Value::Object(mut values)) = serde_json::to_value(self) else {
            unreachable!("a struct of plain values is an object");
        };
        values.retain(|name, _| !["run", "settings"].contains(&name.as_str()));
        values.extend(self.settings.clone());
        values
    }
}

/// The launch of a run, from which messages quote the next command.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LaunchInfo {
    /// The number of shards at the first launch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// The command line that makes parts, without `--shard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<String>,
}

/// Quotes a word of a command line if a shell requires it.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "%+,-./:=@_".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// A sharded run in a folder.
#[derive(Debug)]
pub struct ShardedRun {
    folder: PathBuf,
    spec: ShardedSpec,
    /// Its plan.
    pub plan: Plan,
    /// The run.
    pub identity: Identity,
    form: CatalogEncoding,
    /// Its parts, in the order of their slots.
    pub all: Vec<Part>,
    /// The launch of the run.
    pub launch: LaunchInfo,
}

/// The options of a step. None of them changes the bytes of the files.
pub struct StepOptions<'a> {
    /// Number of threads; 0 means one for each core.
    pub threads: usize,
    /// Ends the work early.
    pub interrupt: &'a Interrupt,
}

/// Reads a small JSON file; `None` if it is missing or incomplete.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, RunError> {
    match output::read_up_to(path, output::MAX_TEXT_BYTES) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e).read_context(path),
    }
}

/// Writes a small file.
fn write_small(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    AtomicFile::create_shared(path)
        .and_then(|file| file.write_and_commit(bytes))
        .write_context(path)
        .map(drop)
}

fn exists(path: &Path) -> Result<bool, RunError> {
    fs_path::metadata_opt(path).map(|found| found.is_some()).read_context(path)
}

/// Returns a sentence about the first of these files that is missing or has changed, if any.
fn first_mismatch<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = &'a FileRecord>,
) -> Result<Option<String>, RunError> {
    for file in files {
        let path = folder.join(&file.name);
        if let Some(difference) = file.difference(folder).read_context(&path)? {
            return Ok(Some(format!("{} {difference}", path.display())));
        }
    }
    Ok(None)
}

/// Checks the number of puzzles of a part. The plan must be valid.
fn check_part(plan: &Plan, part: u64) -> Result<(), PlanError> {
    let slots: u64 = plan.quotas.iter().map(|(_, quota)| quota).sum();
    let within = part.is_multiple_of(plan.variants) && (1..=u32::MAX.into()).contains(&part);
    if within && slots / part <= MAX_PARTS {
        return Ok(());
    }
    let expected = format!(
        "a multiple of the setting `variants = {}`, with at most {MAX_PARTS} parts in all",
        plan.variants
    );
    let what = "number of puzzles of a part";
    Err(ValueError::new(expected, part).at(what).into())
}

/// Creates a folder durably.
fn create_folder(path: &Path) -> Result<(), RunError> {
    fs_path::create_dir(path).and_then(|()| fs_path::fsync_parent(path)).write_context(path)
}

impl ShardedRun {
    /// Begins a run in a folder, or joins it if another program has begun it. `part` is the number
    /// of slots of a part.
    ///
    /// # Errors
    /// [`RunError`] if the folder holds another run or other files, if the run cannot be made in
    /// parts, or if the archive contains the run and `again` is not set.
    pub fn begin(
        folder: &Path,
        order: &CatalogSpec,
        part: u64,
        seed: Seed,
        again: bool,
    ) -> Result<Self, RunError> {
        let CatalogSpec { plan, form, archive, .. } = order;
        plan.check_for(archive.is_some())?;
        check_part(plan, part)?;
        let identity = Identity::of(plan, seed);
        let settings = serde_json::from_str(identity.json()).expect("an identity is JSON");
        let spec = ShardedSpec {
            program: PROGRAM.to_owned(),
            run: identity.name(),
            settings,
            rated: plan.rated,
            part,
            compress: form.codec.map(|codec| codec.name().to_owned()),
            format: (form.format != TableFormat::Csv).then(|| part::PARQUET.to_owned()),
        };
        let refused = |why: &str| RunError::folder(folder, why);
        let path = folder.join(RUN);
        let fits = |found: Option<ShardedSpec>| match found {
            Some(found) if found == spec => Ok(()),
            Some(found) => {
                let other = found.differences(&spec).join(", ");
                let why = format!(
                    "holds another run (other {other}); the setting `into` names another folder"
                );
                Err(refused(&why))
            }
            None => Err(refused(FOREIGN)),
        };
        let exists = |name: &str| exists(&folder.join(name));
        if exists(RUN)? {
            fits(read_json(&path)?)?;
        } else {
            let part = Part::all_of(&spec, plan).next().map(|part| part.file(*form));
            let ours = ["made", "merge", "patch.json", "patch.keys", CHECKSUMS, MANIFEST];
            let mut taken = Vec::new();
            for name in ours.into_iter().map(str::to_owned).chain(part) {
                taken.extend(exists(&name)?.then_some(name));
            }
            if !taken.is_empty() && !exists(RUN)? {
                return Err(RunError::foreign(folder, &taken));
            }
            if let Some(file) = archive.as_deref().filter(|_| !again)
                && Archive::open_to_read(file)?.number_of(&spec.run)?.is_some()
            {
                return Err(RunError::in_archive(file, &spec.run, seed, folder));
            }
            create_folder(folder)?;
            let file = AtomicFile::create_with(&path, Overwrite::Never);
            match file.and_then(|file| file.write_and_commit(&json(&spec))).map(drop) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => fits(read_json(&path)?)?,
                written => written.write_context(&path)?,
            }
        }
        Self::from_spec(folder, spec, *form, plan.clone(), identity)
    }

    /// Opens the sharded run in a folder; `None` if there is none.
    ///
    /// # Errors
    /// [`RunError`] if its `run.json` cannot be read or is from another version of the program.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let path = folder.join(RUN);
        if !fs_path::metadata_opt(&path).read_context(&path)?.is_some_and(|about| about.is_file()) {
            return Ok(None);
        }
        let refused = |why: &str| RunError::folder(folder, why);
        let spec: ShardedSpec = read_json(&path)?.ok_or_else(|| refused(FOREIGN))?;
        if spec.program != PROGRAM {
            let why = format!("holds a run of {}, expected one of {PROGRAM}", spec.program);
            return Err(refused(&why));
        }
        let settings = Value::Object(spec.settings.clone()).to_string();
        let known = Identity::plan(&settings, spec.rated);
        let known = known.filter(|(_, identity)| identity.name() == spec.run);
        let (plan, identity) =
            known.ok_or_else(|| refused("holds a run.json whose settings have changed"))?;
        let form = part::form_of(&spec).ok_or_else(|| refused(UNKNOWN_FORM))?;
        plan.check()
            .and_then(|()| check_part(&plan, spec.part))
            .map_err(|e| refused(&format!("holds a run.json with a wrong number: {e}")))?;
        Self::from_spec(folder, spec, form, plan, identity).map(Some)
    }

    /// Builds the run of a folder. The caller has checked the plan and the size of the parts.
    fn from_spec(
        folder: &Path,
        spec: ShardedSpec,
        form: CatalogEncoding,
        plan: Plan,
        identity: Identity,
    ) -> Result<Self, RunError> {
        let launch: Option<LaunchInfo> = read_json(&folder.join(SHARDS))?;
        let launch =
            launch.filter(|launch| launch.shards.is_none_or(|n| (1..=MAX_PARTS).contains(&n)));
        Ok(Self {
            all: Part::all_of(&spec, &plan).collect(),
            form,
            folder: folder.to_owned(),
            launch: launch.unwrap_or_default(),
            spec,
            plan,
            identity,
        })
    }

    pub(super) fn columns(&self) -> CatalogColumns {
        CatalogColumns::for_plan(&self.plan)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Records the launch of the run. Values that are already recorded stay.
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be written.
    pub fn remember(&mut self, launch: LaunchInfo) -> Result<(), RunError> {
        let known = self.launch.clone();
        self.launch.shards = known.shards.or(launch.shards);
        self.launch.command = known.command.clone().or(launch.command);
        self.launch.archive = known.archive.clone().or(launch.archive);
        if self.launch == known {
            Ok(())
        } else {
            write_small(&self.path(SHARDS), &json(&self.launch))
        }
    }

    /// Returns the command that makes a part again.
    pub fn remake_command(&self, index: usize) -> String {
        let shard = self.launch.shards.map(|n| format!(" --shard {}/{n}", self.by_shard(n)[index]));
        match &self.launch.command {
            Some(command) => format!("`{command}{}`", shard.unwrap_or_default()),
            None => "`generate --into` with the same flags".to_owned(),
        }
    }

    /// Returns the parts of a shard as a range of [`ShardedRun::all`]. They are consecutive, and
    /// all shards cost about the same.
    pub fn of_shard(&self, shard: u64, shards: u64) -> Range<usize> {
        let all = self.by_shard(shards);
        all.partition_point(|&s| s < shard)..all.partition_point(|&s| s <= shard)
    }

    /// Returns the shard of each part.
    pub fn by_shard(&self, shards: u64) -> Vec<u64> {
        let cost = |part: &Part| u128::from(part.cost());
        let total: u128 = self.all.iter().map(cost).sum();
        let mut before = 0;
        let shard = |part: &Part| {
            let middle = 2 * before + cost(part);
            before += cost(part);
            (middle * u128::from(shards) / (2 * total.max(1))) as u64
        };
        self.all.iter().map(shard).collect()
    }

    /// Returns the error of an invalid file in the folder.
    fn refused(&self, why: impl Display) -> RunError {
        RunError::Rejected(format!("{}: {why}", self.folder.display()))
    }

    /// Returns the error of an invalid part. It names the shard.
    fn wrong(&self, index: usize, what: &str) -> RunError {
        let (name, again) = (self.all[index].name(), self.remake_command(index));
        let shard =
            self.launch.shards.map(|n| format!(" (shard {} of {n})", self.by_shard(n)[index]));
        let shard = shard.unwrap_or_default();
        self.refused(format_args!("part {name}{shard} {what}; {again} makes it again"))
    }

    /// Returns all parts that count, each with its manifest. Parts behind a cut of their level do
    /// not count.
    ///
    /// # Errors
    /// [`RunError`] that names the first missing part.
    fn complete_parts(&self) -> Result<Vec<(usize, PartManifest)>, RunError> {
        let made = self.states(self.all.len())?.into_iter().map(|(index, made)| match made {
            Some(made) => Ok((index, made)),
            None => Err(self.wrong(index, "is missing")),
        });
        made.collect()
    }

    /// Returns the parts before `end` that count, with the manifests of those that are made. No
    /// other file is read.
    ///
    /// # Errors
    /// [`RunError`] if a manifest cannot be read.
    fn states(&self, end: usize) -> Result<Vec<(usize, Option<PartManifest>)>, RunError> {
        let mut states = Vec::new();
        let mut cut = None;
        for (index, part) in self.all[..end].iter().enumerate() {
            if cut == Some(part.rung) {
                continue;
            }
            let made = self.made(part)?;
            cut = made.as_ref().filter(|made| made.cut).map(|_| part.rung).or(cut);
            states.push((index, made));
        }
        Ok(states)
    }

    /// Converts a number from a file to the rank of a slot.
    ///
    /// # Errors
    /// [`RunError`] if the run has no such slot.
    fn checked_rank(&self, number: u64, path: &Path) -> Result<SlotRank, RunError> {
        let rank = SlotRank(number);
        let quota = self.plan.quotas.get(rank.level());
        if quota.is_some_and(|(_, quota)| rank.number() < *quota) {
            Ok(rank)
        } else {
            Err(keys::damaged("expected slots of this run, found others")).read_context(path)
        }
    }

    /// Returns the rank of a slot of a part.
    fn rank(&self, part: &Part, slot: u64) -> SlotRank {
        SlotRank::new(part.level, part.first + slot)
    }
}
