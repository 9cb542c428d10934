//! The manifest of a finished run, and its list of checksums. A folder with a manifest holds a
//! complete run. The manifest records no time, host name, path or number of threads, so that the
//! same run has the same bytes on any machine.

use super::identity::{Identity, QUOTA, quota_words};
use super::job_record::JobRecord;
use crate::{IoContext as _, RunError, Settings};
use archive::{ReplacedRuns, SeriesNumbers};
use files::Record;
use files::fs_path::{is_same_file, symlink_metadata_opt};
use files::output::{self, FileRecord};
use make::{Seed, Slot};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use tables::{DataPackage, Split, TableFormat};

/// The name of the file with the licence of a catalogue without a book.
pub const LICENCE: &str = "LICENCE";

/// The name of the data card of a catalogue with splits.
pub const CARD: &str = "README.md";

/// The description of a finished run: the job that was ordered, and what the run has made of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "ManifestFields", into = "ManifestFields")]
pub struct Manifest {
    /// The version of the format: [`Manifest::FORMAT`].
    pub format: u32,
    /// The job. A command that opens the folder takes over this alone, and the seed.
    pub job: JobRecord,
    /// The program and its version.
    pub program: String,
    /// The values of all settings that decide the content of the files, for comparisons.
    pub settings: Settings,
    /// The seed of the run.
    pub seed: u64,
    /// Number of puzzles made, by level.
    pub counts: BTreeMap<String, u64>,
    /// A sentence for each level with too few puzzles.
    pub short: Vec<String>,
    /// The files of the run, in the order in which they were written.
    pub files: Vec<FileRecord>,
}

/// The fields of a manifest in its file.
#[derive(Serialize, Deserialize)]
struct ManifestFields {
    format: u32,
    job: JobRecord,
    made: MadeFields,
}

/// The results of a run: seed, settings, counts and files.
#[derive(Serialize, Deserialize)]
struct MadeFields {
    program: String,
    seed: u64,
    settings: Settings,
    counts: BTreeMap<String, u64>,
    short: Vec<String>,
    files: Vec<FileRecord>,
}

impl From<ManifestFields> for Manifest {
    fn from(ManifestFields { format, job, made }: ManifestFields) -> Self {
        let MadeFields { program, seed, mut settings, counts, short, files } = made;
        settings.book.user_files.clone_from(&job.files);
        Self { format, job, program, settings, seed, counts, short, files }
    }
}

impl From<Manifest> for ManifestFields {
    fn from(manifest: Manifest) -> Self {
        let Manifest { format, job, program, mut settings, seed, counts, short, files } = manifest;
        // The job has the files of the user.
        settings.book.user_files.clear();
        let made = MadeFields { program, seed, settings, counts, short, files };
        Self { format, job, made }
    }
}

/// The kind of a file of a run, which follows from its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// `catalog.csv`, or compressed `catalog.csv.gz`, `catalog.csv.zst`; without a book also in
    /// another format, or `train.csv`, `valid.csv` and `test.csv` for splits.
    Catalog,
    /// `datapackage.json`: describes the columns of the catalogue.
    Package,
    /// `README.md`: the data card of a catalogue with splits.
    Card,
    /// `LICENCE`: what buyers of a catalogue without a book may do.
    Licence,
    /// `book.pdf`, or `book-01.pdf`, `book-02.pdf` and so on.
    Volume,
    /// `cover.pdf`, or `cover-01.pdf`, `cover-02.pdf` and so on.
    Cover,
    /// `booklet.pdf`, or `booklet-01.pdf` and so on: the volumes, to be folded and stapled.
    Booklet,
    /// `answers.pdf`, or `answers-01.pdf` and so on: the answers of volumes that have none.
    Answers,
}

impl FileKind {
    /// Returns the kind of a file with this name; `None` if a run never writes such a file.
    pub fn of(name: &str) -> Option<Self> {
        let stem = match name {
            _ if is_catalog(name) => return Some(Self::Catalog),
            DataPackage::NAME => return Some(Self::Package),
            LICENCE => return Some(Self::Licence),
            CARD => return Some(Self::Card),
            _ => name.strip_suffix(".pdf")?,
        };
        let (word, number) = stem.split_once('-').unwrap_or((stem, "01"));
        let is_number = number.len() >= 2 && number.bytes().all(|b| b.is_ascii_digit());
        let kind = match word {
            "book" => Self::Volume,
            "cover" => Self::Cover,
            "booklet" => Self::Booklet,
            "answers" => Self::Answers,
            _ => return None,
        };
        is_number.then_some(kind)
    }

    /// Returns the name of the volume whose answers the file with this name has. `None` if it is
    /// another file.
    pub fn volume_of_answers(name: &str) -> Option<String> {
        let is_of_answers = Self::of(name) == Some(Self::Answers);
        let number = name.strip_prefix("answers").filter(|_| is_of_answers)?;
        Some(format!("book{number}"))
    }

    /// Returns true for a name that only a catalogue without a book has.
    pub fn is_of_data_alone(name: &str) -> bool {
        match Self::of(name) {
            Some(Self::Licence | Self::Card) => true,
            Some(Self::Catalog) => !name.starts_with("catalog.csv"),
            _ => false,
        }
    }
}

/// Returns true for the name of a catalogue: `catalog` or a split, the ending of a format, and that
/// of a codec, if any.
fn is_catalog(name: &str) -> bool {
    let Some((stem, ending)) = name.split_once('.') else { return false };
    if stem != "catalog" && Split::named(stem).is_none() {
        return false;
    }
    let (format, codec) = ending.split_once('.').unwrap_or((ending, ""));
    TableFormat::ALL.iter().any(|known| known.name() == format)
        && ["", "gz", "zst"].contains(&codec)
}

impl Record for Manifest {
    const KIND: &'static str = "a manifest";
    const FORMAT: Option<u32> = Some(Self::FORMAT);

    /// Checks the names of files and the numbers of puzzles.
    fn check(&self) -> Result<(), String> {
        let foreign = |file: &&FileRecord| FileKind::of(&file.name).is_none();
        if let Some(FileRecord { name, .. }) = self.files.iter().find(foreign) {
            return Err(format!(
                "expected the names of files of a run, such as book.pdf, found {name:?}"
            ));
        }
        if let Some(name) = FileRecord::first_repeated(&self.files) {
            return Err(format!("expected each file once, found {name} twice"));
        }
        check_counts(&self.counts)
    }
}

impl Manifest {
    /// The name of the manifest in the folder of a run.
    pub const FILE: &'static str = "manifest.json";
    /// The name of the list of checksums in the folder of a run.
    pub const CHECKSUMS: &'static str = "SHA256SUMS";
    /// The program and its version.
    pub const PROGRAM: &'static str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));
    /// The format that this program writes and reads.
    pub const FORMAT: u32 = 1;

    /// Returns the name of the run: the name of its [`Identity`].
    pub fn run_name(&self) -> String {
        Identity::of_settings(&self.settings, Seed(self.seed)).name()
    }

    /// Returns the name that the editions of the run have in common: that of the run, and those of
    /// its replaced puzzles.
    pub fn edition_name(&self) -> String {
        format!("{} {}", self.run_name(), self.settings.counts.another.join(" "))
    }

    /// Returns the names of the settings in which a wanted run differs from this one. A finished
    /// run keeps its numbers in a series, even if others were printed since.
    pub fn differences(&self, wanted: &Settings, seed: Option<Seed>) -> Vec<&'static str> {
        let mut wanted = wanted.clone();
        if wanted.book.continues_series {
            wanted.book.begin_at(self.settings.first());
        }
        let mut names = wanted.differences(&self.settings);
        if seed.is_some_and(|seed| seed.0 != self.seed) {
            names.push("seed");
        }
        names
    }

    /// Returns what decides the puzzles and differs in a wanted run, in the words of messages.
    pub fn changed_puzzles(&self, wanted: &Settings, seed: Option<Seed>) -> Vec<&'static str> {
        let mut names = wanted.changed_puzzle_settings(&self.settings);
        if seed.is_some_and(|seed| seed.0 != self.seed) {
            names.push("seed");
        }
        let (own, wanted) = (&self.settings.puzzles.quotas, &wanted.puzzles.quotas);
        if let Some(at) = names.iter().position(|name| *name == QUOTA) {
            names.splice(at..=at, quota_words(own, wanted));
        }
        names
    }

    /// Returns the printed numbers of the first and the last puzzle.
    pub fn numbers(&self) -> (u64, u64) {
        let first = self.settings.first();
        (first, (first + self.counts.values().sum::<u64>()).saturating_sub(1))
    }

    /// Returns the numbers of the puzzles in this series.
    pub fn in_series<'a>(&self, series: &'a str) -> SeriesNumbers<'a> {
        let (first, last) = self.numbers();
        SeriesNumbers { series, first, last, next: false, replaced: ReplacedRuns::default() }
    }

    /// Returns the files of one kind.
    pub fn files_of(&self, kind: FileKind) -> impl Iterator<Item = &FileRecord> {
        let of_kind = move |file: &&FileRecord| FileKind::of(&file.name) == Some(kind);
        self.files.iter().filter(of_kind)
    }

    /// Returns true for the name of a file of this run, including the manifest and the checksums.
    pub fn lists(&self, name: &str) -> bool {
        [Manifest::FILE, Manifest::CHECKSUMS].contains(&name)
            || self.files.iter().any(|file| file.name == name)
    }

    /// Returns true for a file that would be taken for one of the run. A cover may be made later,
    /// beside the files of a run.
    pub fn is_mistakable(&self, name: &str) -> bool {
        let is_of_run = !matches!(FileKind::of(name), None | Some(FileKind::Cover))
            && (self.settings.is_data || !FileKind::is_of_data_alone(name));
        is_of_run && !self.lists(name)
    }

    /// Writes the manifest into a folder.
    ///
    /// # Errors
    /// An I/O error if the manifest cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        self.write_to(&folder.join(Manifest::FILE)).map(drop)
    }

    /// Reads the manifest in a folder as it is; `None` if there is none.
    ///
    /// # Errors
    /// An I/O error if the file cannot be read, is not a manifest of a run, or lists a name twice
    /// or one that a run never writes.
    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        Self::read_from(&folder.join(Manifest::FILE))
    }
}

/// Checks that the sum of the numbers of puzzles cannot overflow.
fn check_counts(counts: &BTreeMap<String, u64>) -> Result<(), String> {
    match counts.iter().find(|(_, count)| **count > Slot::MAX) {
        None => Ok(()),
        Some((level, count)) => {
            let most = Slot::MAX;
            Err(format!("expected at most {most} puzzles of level {level}, found {count}"))
        }
    }
}

/// Returns the list of checksums in the format of `sha256sum -c`. The manifest is written later and
/// is not in the list.
pub fn sums(files: &[FileRecord]) -> String {
    let line = |file: &FileRecord| format!("{}  {}\n", file.sha256, file.name);
    files.iter().map(line).collect()
}

/// Removes a file that a manifest or a record lists. Their readers refuse names that the command
/// never makes; a link, a folder and an input of the command stay, whatever is listed.
pub fn remove_listed(path: &Path, inputs: &[PathBuf]) -> Result<(), RunError> {
    let about = symlink_metadata_opt(path).write_context(path)?;
    if !about.is_some_and(|about| about.is_file()) {
        return Ok(());
    }
    for input in inputs {
        if is_same_file(input, path).read_context(input)? {
            return Ok(());
        }
    }
    output::remove(path).write_context(path)
}
