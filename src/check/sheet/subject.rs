//! The subject of a sheet: a run or files that are named together, with everything that was read
//! and found. `verify` and `preflight` make all judgements.

use super::run_record::RunRecord;
use super::stats::PuzzleStats;
use crate::check::readback::Pdf;
use crate::check::verify::{
    Finding, Location, PrintedGrid, PrintedVolume, Proof, ProofError, Totals, UnverifiedFile,
    VerifiedInput, file_name, is_pdf, page_in_words, pdf_or_fault, printed_number, regular_files,
};
use crate::run::shards::FinishedShards;
use crate::run::{CHECKSUMS, FileKind, IoContext as _, MANIFEST, Manifest};
use engine::human::ladder::Rung;
use engine::sudoku::grid::Grid;
use press::printers::preflight::{self, PreflightReport};
use press::printers::{CoverSheet, PdfError, PrintSpec};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::files::fs_path::entry_names;
use store::files::output::{self, FileRecord};

/// A run, or files that are named together.
pub(super) struct Subject {
    /// The name of the run, or the names of the files.
    pub name: String,
    /// The content of the manifest; `None` for other files.
    pub made: Option<RunRecord>,
    /// The puzzles of all catalogues.
    pub spread: PuzzleStats,
    pub read: VerifiedInput,
    /// The findings, with folder names removed.
    pub findings: Vec<Finding>,
    pub totals: Totals,
    /// The files that were not verified.
    pub unjudged: Vec<UnverifiedFile>,
    /// The catalogue columns that were not verified.
    pub strange_columns: Vec<String>,
    /// Files in the run's folder that the manifest does not list.
    pub others: Vec<String>,
    pub books: Vec<SheetBook>,
    /// The files that the sheet judges, as they are.
    pub judged: Vec<FileRecord>,
    /// The printer's requirements, or the reason why they are unknown.
    pub terms: Result<PrintSpec, String>,
}

/// A PDF: a volume or a cover.
pub(super) struct SheetBook {
    /// The name of the file, without its folder.
    pub name: String,
    /// The content, or the fault for which the file cannot be read.
    pub pdf: Result<Pdf, PdfError>,
    pub pages: usize,
    /// The sheet that the printer requires if the file is a cover; `Some(None)` if it cannot be
    /// measured.
    pub cover: Option<Option<CoverSheet>>,
    /// The result of preflight; `None` without a printer.
    pub report: Option<Result<PreflightReport, String>>,
    /// The numbers and levels of the puzzles on each page.
    pub puzzles: BTreeMap<usize, Vec<(u64, Option<Rung>)>>,
}

impl SheetBook {
    /// Returns the findings of preflight, if there is a report.
    pub fn inspected(&self) -> impl Iterator<Item = &preflight::PreflightFinding> {
        self.report.iter().flatten().flat_map(|report| &report.findings)
    }
}

impl Subject {
    /// Verifies the folder of a run or a sharded run. `terms` replaces the printer of the run.
    pub fn folder(
        folder: &Path,
        proof: &mut Proof,
        terms: Option<&PrintSpec>,
    ) -> Result<Self, ProofError> {
        match FinishedShards::open(folder)? {
            Some(finished) => Self::parts(folder, &finished, proof, terms),
            None => Self::run(folder, proof, terms),
        }
    }

    fn parts(
        folder: &Path,
        finished: &FinishedShards,
        proof: &mut Proof,
        terms: Option<&PrintSpec>,
    ) -> Result<Self, ProofError> {
        let mut spread = PuzzleStats::default();
        let read = proof.parts(folder, finished, &mut |row| spread.count(row))?;
        let identity = &finished.parts.identity;
        let made = Some(RunRecord::of_parts(&finished.manifest, identity.seed().0));
        let terms = terms.cloned().ok_or("a sharded run has no book".to_owned());
        let name = format!("run {}", identity.name());
        let subject = Self::new(name, &[folder.to_owned()], &[], (read, spread), proof, terms)?;
        Ok(Self { made, ..subject })
    }

    fn run(
        folder: &Path,
        proof: &mut Proof,
        terms: Option<&PrintSpec>,
    ) -> Result<Self, ProofError> {
        let judged = records_of_run(folder)?;
        let mut spread = PuzzleStats::default();
        let read = proof.run(folder, &mut |row| spread.count(row))?;
        let volumes = read.run.as_ref().map(|run| run.files(FileKind::Volume));
        let mut paths = regular_files(volumes.iter().flatten())?;
        paths.extend(covers_in(folder)?);
        let own = read.run.as_ref().map(|run| run.manifest.settings.terms());
        let terms = match (terms, own) {
            (Some(terms), _) => Ok(terms.clone()),
            (None, Some(Ok(Some(terms)))) => Ok(terms),
            (None, Some(Err(why))) => Err(format!("{why}: name it with --printer")),
            (None, _) => Err("the book was made for no printer".to_owned()),
        };
        let name = read.run.as_ref().map(|run| format!("run {}", run.manifest.run_name()));
        let name = name.unwrap_or_else(|| "a folder without a finished run".to_owned());
        let made = read.run.as_ref().map(|run| RunRecord::of_run(&run.manifest));
        let subject = Self::new(name, &[folder.to_owned()], &paths, (read, spread), proof, terms)?;
        Ok(Self { made, judged, ..subject })
    }

    /// Verifies books and catalogues that are named together. A PDF of one page without a numbered
    /// grid is a cover.
    pub fn files(
        paths: &[PathBuf],
        proof: &mut Proof,
        terms: Option<&PrintSpec>,
    ) -> Result<Self, ProofError> {
        let judged = records(paths)?;
        let (mut covers, mut others) = (Vec::new(), Vec::new());
        for path in paths {
            if is_cover(path)? { &mut covers } else { &mut others }.push(path.clone());
        }
        let mut spread = PuzzleStats::default();
        let read = proof.files(&others, &mut |row| spread.count(row))?;
        let is_volume = |path: &PathBuf| {
            let name = path.display().to_string();
            read.volumes.iter().any(|volume| *volume.file == *name)
        };
        let mut books: Vec<_> = others.into_iter().filter(is_volume).collect();
        books.extend(covers);
        let no_printer = "no printer is named: --printer kdp".to_owned();
        let terms = terms.cloned().ok_or(no_printer);
        let names: Vec<_> = paths.iter().map(|path| file_name(path)).collect();
        let folders: Vec<_> =
            paths.iter().filter_map(|path| path.parent()).map(Path::to_owned).collect();
        let subject = Self::new(names.join(", "), &folders, &books, (read, spread), proof, terms)?;
        Ok(Self { judged, ..subject })
    }

    /// Returns where each puzzle is printed: number and page, or page and position.
    pub fn printed(&self) -> HashMap<Grid, String> {
        let volumes = &self.read.volumes;
        let of_volume = |volume: &PrintedVolume| {
            let file = match volumes.len() {
                1 => String::new(),
                _ => format!(" of {}", file_name(Path::new(&*volume.file))),
            };
            let words = |(&key, printed): (&u64, &PrintedGrid)| {
                let Location::Page { sheet, folio, grid } = &printed.place else { return None };
                let page = page_in_words(*sheet, folio.as_deref());
                let words = match grid {
                    Some(grid) => format!("{page}, grid {grid}{file}"),
                    None => format!("{}, {page}{file}", printed_number(key)),
                };
                Some((printed.grid, words))
            };
            volume.puzzles.iter().filter_map(words).collect::<Vec<_>>()
        };
        volumes.iter().flat_map(of_volume).collect()
    }

    fn new(
        name: String,
        folders: &[PathBuf],
        pdfs: &[PathBuf],
        (read, spread): (VerifiedInput, PuzzleStats),
        proof: &mut Proof,
        terms: Result<PrintSpec, String>,
    ) -> Result<Self, ProofError> {
        let findings = std::mem::take(&mut proof.findings);
        let others = std::mem::take(&mut proof.others);
        let mut subject = Self {
            name,
            findings: findings
                .into_iter()
                .map(|finding| without_folders(finding, folders))
                .collect(),
            totals: std::mem::take(&mut proof.totals),
            unjudged: std::mem::take(&mut proof.unjudged),
            strange_columns: std::mem::take(&mut proof.strange_columns),
            others: others.iter().map(|path| file_name(path)).collect(),
            books: Vec::new(),
            judged: Vec::new(),
            made: None,
            spread,
            read,
            terms,
        };
        let rows = subject.read.catalogs.iter().flat_map(|(_, rows)| rows);
        let proved = rows.filter_map(|row| row.proved.as_ref());
        let levels: HashMap<Grid, Rung> =
            proved.map(|proved| (*proved.puzzle.givens(), proved.rung)).collect();
        for path in pdfs {
            let bytes = output::read(path).read_context(path)?;
            let book = subject.book(path, &bytes, &levels)?;
            subject.books.push(book);
        }
        Ok(subject)
    }

    fn book(
        &self,
        path: &Path,
        bytes: &[u8],
        levels: &HashMap<Grid, Rung>,
    ) -> Result<SheetBook, ProofError> {
        let full: Arc<str> = path.display().to_string().into();
        let volume = self.read.volumes.iter().find(|volume| volume.file == full);
        let mut puzzles: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (&number, printed) in volume.iter().flat_map(|volume| &volume.puzzles) {
            if let Location::Page { sheet, .. } = printed.place {
                puzzles
                    .entry(sheet)
                    .or_default()
                    .push((printed_number(number), levels.get(&printed.grid).copied()));
            }
        }
        // The cover of volume 2 has the spine of volume 2.
        let covers = self.books.iter().filter(|book| book.cover.is_some()).count();
        let cover = volume.is_none().then(|| {
            let of = self.books.iter().filter(|book| book.cover.is_none()).nth(covers)?;
            let run = self.read.run.as_ref();
            let spine = run.and_then(|run| run.manifest.settings.spine(covers));
            CoverSheet::new(self.terms.as_ref().ok()?, of.pages, spine).ok()
        });
        let report = self.terms.as_ref().ok().and_then(|terms| match &cover {
            None => Some(preflight::inspect(bytes, terms)),
            Some(sheet) => Some(preflight::inspect_cover(bytes, terms, sheet.as_ref()?)),
        });
        let report = report.map(pdf_or_fault).transpose()?;
        let pdf = pdf_or_fault(Pdf::open(bytes))?;
        Ok(SheetBook {
            name: file_name(path),
            pages: match (volume, &pdf) {
                (Some(volume), _) => volume.pages,
                (None, Ok(pdf)) => pdf.page_count(),
                (None, Err(_)) => 0,
            },
            report: report.map(|report| report.map_err(|e| e.to_string())),
            cover,
            pdf,
            puzzles,
        })
    }

    /// Returns the findings of `verify` about a page of a book.
    pub fn findings_on(&self, book: &SheetBook, page: usize) -> impl Iterator<Item = &Finding> {
        let on = move |finding: &&Finding| match finding.place {
            Location::Page { sheet, .. } => sheet == page && *finding.file == *book.name,
            _ => false,
        };
        self.findings.iter().filter(on)
    }
}

/// Returns the records of the files in the folder of a run that a sheet judges. They are read
/// before the judgement, so that a file which changes meanwhile has another sum than its record.
fn records_of_run(folder: &Path) -> Result<Vec<FileRecord>, ProofError> {
    let mut names = vec![MANIFEST.to_owned(), CHECKSUMS.to_owned()];
    // The verification reports a manifest that cannot be read.
    if let Ok(Some(manifest)) = Manifest::read(folder) {
        names.extend(manifest.files.into_iter().map(|file| file.name));
    }
    let mut paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
    paths.extend(covers_in(folder)?);
    records(&regular_files(&paths)?)
}

/// Returns the records of files, each once.
fn records(paths: &[PathBuf]) -> Result<Vec<FileRecord>, ProofError> {
    let mut records = Vec::new();
    for path in paths {
        let record = FileRecord::read(path).read_context(path)?;
        if !records.contains(&record) {
            records.push(record);
        }
    }
    Ok(records)
}

/// Returns the covers in the folder of a run: `cover.pdf`, or `cover-01.pdf` and so on.
fn covers_in(folder: &Path) -> Result<Vec<PathBuf>, ProofError> {
    let mut names = entry_names(folder).read_context(folder)?;
    names.retain(|name| name.starts_with("cover") && name.ends_with(".pdf"));
    names.sort();
    regular_files(&names.iter().map(|name| folder.join(name)).collect::<Vec<_>>())
}

/// Returns true if a file is a PDF of one page without a numbered grid.
fn is_cover(path: &Path) -> Result<bool, ProofError> {
    if !is_pdf(path).read_context(path)? {
        return Ok(false);
    }
    let bytes = output::read(path).read_context(path)?;
    let Ok(pdf) = pdf_or_fault(Pdf::open(&bytes))? else {
        return Ok(false);
    };
    let numbered = || pdf.page(0).is_ok_and(|page| page.grids.iter().any(|g| g.number.is_some()));
    Ok(pdf.page_count() == 1 && !numbered())
}

/// Removes folder names from a finding, so that the same run in another folder gives the same
/// sheet.
fn without_folders(finding: Finding, folders: &[PathBuf]) -> Finding {
    let strip = |text: &str| {
        let mut text = text.to_owned();
        for folder in folders.iter().filter(|folder| !folder.as_os_str().is_empty()) {
            let folder = folder.join("").display().to_string();
            text = text.replace(&folder, "");
        }
        text
    };
    Finding {
        file: strip(&finding.file).into(),
        found: strip(&finding.found),
        expected: strip(&finding.expected),
        ..finding
    }
}
