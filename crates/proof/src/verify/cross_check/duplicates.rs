//! Finds puzzles that occur twice in the input: rows of different catalogues, and grids of books
//! that are named without a catalogue. Rows of one catalogue, and books beside their catalogue, are
//! compared elsewhere.

use crate::verify::catalog::row::{CatalogRow, VerifiedPuzzle};
use crate::verify::finding::{Finding, Location};
use crate::verify::volume::PrintedVolume;
use grid::Key;
use make::Dedup;
use std::collections::HashMap;
use std::sync::Arc;
use tables::{FilePlace, FirstPlaces};
use words::FirstFew;

/// The maximum number of duplicates of an input that become findings; the rest are counted.
const MAX_FINDINGS: usize = 1_000;

const NO_DUPLICATE: &str = "a puzzle that is not a duplicate";

/// The puzzles of all catalogues and runs of a command.
#[derive(Debug)]
pub struct DuplicateIndex {
    dedup: Dedup,
    first: FirstPlaces,
    /// The runs whose folders were named, in order.
    runs: Vec<NamedRun>,
    /// The files of the current input.
    own: Vec<Arc<str>>,
    /// The folder with the same run that was named first, if the input shares its puzzles with
    /// another one on purpose.
    edition_of: Option<String>,
    /// The duplicates of the current input.
    found: FirstFew<Finding>,
}

/// A run of which folders were named.
#[derive(Debug)]
struct NamedRun {
    name: String,
    folders: Vec<String>,
}

impl DuplicateIndex {
    pub fn new(dedup: Dedup) -> Self {
        Self {
            dedup,
            first: FirstPlaces::default(),
            runs: Vec::new(),
            own: Vec::new(),
            edition_of: None,
            found: FirstFew::new(MAX_FINDINGS),
        }
    }

    /// Begins the folder of the named run. A second folder of the same run is another edition of
    /// the same puzzles.
    pub fn begin_run(&mut self, name: String, folder: String) {
        self.own.clear();
        self.edition_of = self.first_folder(&name);
        match self.runs.iter_mut().find(|run| run.name == name) {
            None => self.runs.push(NamedRun { name, folders: vec![folder] }),
            Some(run) if run.folders.contains(&folder) => {}
            Some(run) => run.folders.push(folder),
        }
    }

    /// Returns the folder of a run that was named first.
    fn first_folder(&self, name: &str) -> Option<String> {
        let run = self.runs.iter().find(|run| run.name == name)?;
        run.folders.first().cloned()
    }

    /// Returns the folders of each run of which several were named.
    pub fn editions(&self) -> impl Iterator<Item = &[String]> {
        self.runs.iter().map(|run| &run.folders[..]).filter(|folders| folders.len() > 1)
    }

    /// Begins a catalogue. `run` is the name of its run, if it has one.
    pub fn begin_catalog(&mut self, run: Option<String>) {
        self.own.clear();
        self.edition_of = run.and_then(|run| self.first_folder(&run));
    }

    /// Adds a row. A puzzle that another input has is a finding. In an edition of the same run, a
    /// puzzle that the other edition lacks is a finding.
    pub fn push(&mut self, file: &Arc<str>, row: &CatalogRow) {
        let Some(VerifiedPuzzle { puzzle, keys: Some(keys), .. }) = &row.proved else { return };
        let is_known = matches!(self.own.last(), Some(last) if Arc::ptr_eq(last, file));
        if !is_known {
            self.own.push(file.clone());
        }
        let givens = puzzle.givens().key();
        let key = match self.dedup {
            Dedup::Class => keys.class,
            Dedup::Exact => givens,
        };
        let place = FilePlace { file: file.clone(), line: row.line };
        let earlier = self.first.insert(key, Some(givens), &place);
        if let Some(other) = &self.edition_of {
            if earlier.is_none() {
                self.found.push(|| {
                    let found = format!("a puzzle that {other}, the same run, does not have");
                    Finding::in_row(file, row.line, "puzzle", found, "the puzzles of the run")
                        .about_puzzle(&row.id)
                });
            }
            return;
        }
        let Some(earlier) = earlier else { return };
        if self.own.iter().any(|own| Arc::ptr_eq(own, &earlier.place.file)) {
            return;
        }
        self.found.push(|| {
            let first = &earlier.place;
            let found = if earlier.is_same {
                format!("the puzzle of {first} again")
            } else {
                format!("a puzzle equivalent to that of {first}")
            };
            Finding::in_row(file, row.line, "puzzle", found, NO_DUPLICATE).about_puzzle(&row.id)
        });
    }

    /// Ends an input. Returns its duplicates; the last finding counts those that were left out.
    pub fn end(&mut self) -> Vec<Finding> {
        let (mut findings, hidden) = self.found.take();
        if let Some(file) = self.own.last().filter(|_| hidden > 0) {
            let found = format!("{hidden} more puzzles that other catalogues have");
            findings.push(Finding::whole(file, found, NO_DUPLICATE));
        }
        findings
    }
}

/// Returns the puzzles that are printed twice in books without a catalogue. The sheets of a school
/// class repeat equivalent puzzles on purpose.
pub fn printed_twice(volumes: &[&PrintedVolume], dedup: Dedup) -> Vec<Finding> {
    let is_exact = dedup == Dedup::Exact || volumes.iter().any(|volume| volume.has_sheets());
    let mut first: HashMap<Key, (&PrintedVolume, u64)> = HashMap::new();
    let mut findings = Vec::new();
    for volume in volumes {
        for (&number, printed) in volume.puzzles.iter().filter(|(_, p)| p.solution.is_some()) {
            let key = if is_exact {
                Some(printed.grid.key())
            } else {
                printed.grid.class_key_of_givens()
            };
            let Some(key) = key else { continue };
            let Some((other, before)) = first.get(&key) else {
                first.insert(key, (volume, number));
                continue;
            };
            // The same book as a booklet.
            if other.is_booklet != volume.is_booklet {
                continue;
            }
            let earlier = &other.puzzles[before];
            let page = match &earlier.place {
                Location::Page { sheet, .. } => format!(" on page {sheet}"),
                Location::Whole | Location::Line { .. } => String::new(),
            };
            let before = match &earlier.place {
                Location::Page { grid: Some(grid), .. } => format!("grid {grid}"),
                _ => earlier.in_words(*before),
            };
            let file = &other.file;
            let again =
                if earlier.grid == printed.grid { "again" } else { "again, relabelled or moved" };
            let found = format!("found {before} of {file}{page} {again}");
            findings.push(printed.finding(
                &volume.file,
                number,
                found,
                "a puzzle that is printed once",
            ));
        }
    }
    findings
}
