//! Sharded runs: owns the files through which programs on many machines make one catalogue. Knows
//! no scheduler and no network.
//!
//! A sharded run has fixed ranges of slots, made by any number of programs on any number of
//! machines that share a folder. Programs communicate only through the files in this folder.
//!
//! ```text
//!   run.json                  the run, and how it was launched; the first program writes it
//!   made/L5-000017.csv        a part at reissue 0: a catalogue with duplicates
//!                 .keys       its keys, sorted
//!                 .json       written last: the part is complete
//!   catalog.csv               the catalogue, with the bytes of `generate --out`
//! ```
//!
//! `part` makes parts. `join` merges their sorted `keys`, replaces the puzzles that come twice,
//! and writes the catalogue; `rows` orders its rows. `rounds` is the rule that assigns puzzles to
//! slots, and knows no files. A file is never changed. Parts and catalogue can be made again, also
//! by several programs at once, because they write the same bytes.
//!
//! ```
//! use sudoku_press_shards::ShardedRun;
//!
//! // A folder without `run.json` has no sharded run.
//! assert!(ShardedRun::open("no/such/folder".as_ref())?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod join;
mod keys;
mod merge;
mod part;
mod progress;
pub mod rounds;
mod rows;

pub use join::JoinedCatalog;
pub use part::Part;
pub(crate) use part::PartManifest;

use archive::Archive;
use files::output::{AtomicFile, FileRecord};
use files::{Overwrite, Record, fs_path};
use human::Rung;
use jobs::{CatalogEncoding, CatalogSpec, Identity, IoContext as _, Manifest, RunError};
use make::{Plan, Seed, Slot};
use rounds::SlotRank;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tables::{CatalogColumns, SplitShares};
use words::{Problem, clause, setting};

const RUN: &str = "run.json";
/// The folder of the parts.
const MADE: &str = "made";

/// Messages about a `run.json` that cannot be used.
const FOREIGN: &str = "holds a run.json that is not that of a sharded run";
const UNKNOWN_FORM: &str = "holds a run in a form that this program does not know; one that was \
     built with the feature parquet knows it";

/// Relative costs of puzzles of the rungs. Of the levels: CPU hours for 10^10 puzzles. Of the bands
/// and small sizes: microseconds of a CPU (Zen 3) for each of 300 puzzles of band 7 and thousands
/// of the others, measured with `generate --ladder human --quota 3=8000 --seed 4 --threads 1` and
/// its like.
const COSTS: [u64; Rung::COUNT] =
    [39, 47, 78, 530, 840, 88, 164, 683, 922, 2940, 2650, 13400, 5, 6, 50, 110, 400, 1250];

/// Everything that decides the bytes of the parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct ShardedSpec {
    program: String,
    run: String,
    settings: Map<String, Value>,
    rated: bool,
    /// The ending of the names of the parts.
    format: String,
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
    /// The number of shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// The command line that makes parts, without `--shard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<String>,
    /// The shares of the splits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
}

/// The content of `run.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RunFile {
    #[serde(flatten)]
    spec: ShardedSpec,
    launch: LaunchInfo,
}

impl Record for RunFile {}

/// A sharded run in a folder.
#[derive(Debug)]
pub struct ShardedRun {
    /// Its folder.
    pub folder: PathBuf,
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

/// Checks the plan of a run in parts. Variants and an archive exclude each other, because another
/// puzzle for a group of variants changes several rows, and the join replaces single rows.
fn check_plan(plan: &Plan, has_archive: bool) -> Result<(), RunError> {
    plan.check()?;
    if !has_archive || plan.variants == 1 {
        return Ok(());
    }
    let wrong = clause!(
        "a run in parts with {} cannot exclude printed puzzles",
        setting("variants").to(plan.variants),
    );
    let remedy = clause!(
        "leave {} out, or make the puzzles with {} instead of {}",
        setting("archive"),
        setting("out"),
        setting("into"),
    );
    Err(Problem::new(wrong).with_setting("archive").remedy(remedy).into())
}

/// Creates a folder.
fn create_folder(path: &Path) -> Result<(), RunError> {
    fs_path::create_dir(path).write_context(path)
}

impl ShardedRun {
    /// Begins a run in a folder, or joins it if another program has begun it.
    ///
    /// # Errors
    /// [`RunError`] if the folder holds another run or other files, if the run cannot be made in
    /// parts, or if the archive contains the run and `again` is false.
    pub fn begin(
        folder: &Path,
        catalog: &CatalogSpec,
        seed: Seed,
        launch: LaunchInfo,
        again: bool,
    ) -> Result<Self, RunError> {
        let CatalogSpec { plan, form, archive, .. } = catalog;
        check_plan(plan, archive.is_some())?;
        let identity = Identity::of(plan, seed);
        let settings = serde_json::from_str(identity.json()).expect("an identity is JSON");
        let spec = ShardedSpec {
            program: Manifest::PROGRAM.to_owned(),
            run: identity.name(),
            settings,
            rated: plan.rated,
            format: form.ending(),
        };
        let path = folder.join(RUN);
        let begun = RunFile { spec, launch };
        let file = if exists(&path)? {
            begun.found_in(folder)?
        } else {
            begun.check_unused(folder, &catalog_names(*form, catalog.split.as_ref()))?;
            if let Some(file) = archive.as_deref().filter(|_| !again)
                && Archive::open_to_read(file)?.number_of(&begun.spec.run)?.is_some()
            {
                return Err(RunError::in_archive(file, &begun.spec.run, seed, folder));
            }
            create_folder(folder)?;
            let file = AtomicFile::create_with(&path, Overwrite::Never);
            match file.and_then(|file| file.write_and_commit(&begun.to_bytes())) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => begun.found_in(folder)?,
                written => written.map(|_| begun).write_context(&path)?,
            }
        };
        Ok(Self::new(folder, file, *form, plan.clone(), identity))
    }

    /// Opens the sharded run in a folder; `None` if there is none.
    ///
    /// # Errors
    /// [`RunError`] if its `run.json` cannot be read or is from another version of the program.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let path = folder.join(RUN);
        if !fs_path::is_file(&path).read_context(&path)? {
            return Ok(None);
        }
        let refused = |why: &str| RunError::folder(folder, why.to_owned());
        let found = RunFile::read_valid(&path).read_context(&path)?;
        let file = found.ok_or_else(|| refused(FOREIGN))?;
        let spec = &file.spec;
        if spec.program != Manifest::PROGRAM {
            let (found, own) = (&spec.program, Manifest::PROGRAM);
            let why = format!("holds a run of {found}, expected one of {own}");
            return Err(refused(&why));
        }
        let settings = Value::Object(spec.settings.clone()).to_string();
        let known = Identity::plan(&settings, spec.rated);
        let Some((plan, identity)) = known.filter(|(_, known)| known.name() == spec.run) else {
            return Err(refused("holds a run.json whose settings have changed"));
        };
        let form = CatalogEncoding::from_name(&format!(".{}", spec.format));
        let Some(form) = form.filter(|form| form.ending() == spec.format) else {
            return Err(refused(UNKNOWN_FORM));
        };
        plan.check().map_err(|e| refused(&format!("holds a run.json with a wrong number: {e}")))?;
        Ok(Some(Self::new(folder, file, form, plan, identity)))
    }

    /// Builds the run of a folder. The caller has checked the plan.
    fn new(
        folder: &Path,
        file: RunFile,
        form: CatalogEncoding,
        plan: Plan,
        identity: Identity,
    ) -> Self {
        let all = Part::all_of(&plan).collect();
        let RunFile { spec, launch } = file;
        Self { folder: folder.to_owned(), spec, plan, identity, form, all, launch }
    }

    fn columns(&self) -> CatalogColumns {
        CatalogColumns::for_plan(&self.plan)
    }

    /// Returns the shares of the splits, if the catalogue has splits.
    ///
    /// # Errors
    /// [`RunError`] if somebody has changed the file of the run.
    pub fn split(&self) -> Result<Option<SplitShares>, RunError> {
        let Some(text) = &self.launch.split else { return Ok(None) };
        let shares = text.parse::<SplitShares>();
        shares.map(Some).map_err(|e| Problem::new(e.to_string()).with_setting("split").into())
    }

    /// Returns the paths of the catalogue, one or one for each split, unless the caller wants it
    /// elsewhere.
    ///
    /// # Errors
    /// As in [`Self::split`].
    pub fn catalog_paths(&self) -> Result<Vec<PathBuf>, RunError> {
        let names = catalog_names(self.form, self.split()?.as_ref());
        Ok(names.iter().map(|name| self.folder.join(name)).collect())
    }

    /// Returns true if the catalogue is complete. The parts may be gone.
    ///
    /// # Errors
    /// [`RunError`] if the system cannot tell.
    pub fn is_joined(&self) -> Result<bool, RunError> {
        for path in self.catalog_paths()? {
            if !exists(&path)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the folder of the parts.
    fn made_folder(&self) -> PathBuf {
        self.folder.join(MADE)
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

    /// Returns the slot of a rank.
    fn slot(&self, rank: SlotRank) -> Slot {
        Slot { rung: self.plan.quotas[rank.level()].0, number: rank.number() }
    }
}

/// Returns the names of the catalogue in the folder of a run: one, or one for each split.
fn catalog_names(form: CatalogEncoding, split: Option<&SplitShares>) -> Vec<String> {
    let ending = form.ending();
    match split {
        Some(shares) => shares.splits().map(|split| format!("{split}.{ending}")).collect(),
        None => vec![format!("catalog.{ending}")],
    }
}

impl RunFile {
    /// Reads the file that another program has written. Fails if the file has another run.
    fn found_in(&self, folder: &Path) -> Result<Self, RunError> {
        let path = folder.join(RUN);
        let found = Self::read_valid(&path).read_context(&path)?;
        let found = found.ok_or_else(|| RunError::folder(folder, FOREIGN))?;
        if found.spec == self.spec {
            return Ok(found);
        }
        let other = found.spec.differences(&self.spec).join(", ");
        let into = setting("into");
        let why = clause!("holds another run (other {}); {} names another folder", other, into);
        Err(RunError::folder(folder, why))
    }

    /// Fails if a folder without a run has files that a run would replace.
    fn check_unused(&self, folder: &Path, catalogs: &[String]) -> Result<(), RunError> {
        let mut taken = Vec::new();
        let catalogs = catalogs.iter().map(String::as_str);
        for name in [MADE, Manifest::FILE].into_iter().chain(catalogs) {
            if exists(&folder.join(name))? {
                taken.push(name.to_owned());
            }
        }
        if taken.is_empty() || exists(&folder.join(RUN))? {
            return Ok(());
        }
        Err(RunError::foreign(folder, &taken))
    }
}
