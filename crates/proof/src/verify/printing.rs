//! Runs the preflight of the printer on the books and covers of an input.

use super::error::{ProofError, pdf_or_fault};
use super::finding::{Finding, UnverifiedFile, path_text};
use super::inputs::{VerifiedBook, file_name};
use super::proof::Proof;
use super::run::RunFiles;
use files::fs_path::{entry_names, parent_dir};
use files::output;
use jobs::{BookRecord, IoContext as _, Settings};
use preflight::{CoverSheet, PdfError, PreflightReport, PrintSpec};
use std::path::{Path, PathBuf};
use words::Problem;

/// The finding about the spine of a cover that is only a first look.
pub(super) const ESTIMATED_SPINE: &str = "the width of the spine is an estimate";

/// Returns the settings of a book that `book` has made of files of puzzles, if its record is beside
/// it and the file is as it was made.
fn recorded_settings(path: &Path) -> Option<Settings> {
    let (_, record) = BookRecord::of_volume(path)?;
    let name = path.file_name()?.to_str()?;
    let file = record.files.iter().find(|file| file.name == name)?;
    match file.difference(parent_dir(path)) {
        Ok(None) => record.settings,
        _ => None,
    }
}

impl Proof {
    /// Finds the files beside books of files of puzzles that have a name of the book and that its
    /// record does not list.
    pub(super) fn find_unlisted_beside(&mut self, volumes: &[PathBuf]) -> Result<(), ProofError> {
        let mut judged = Vec::new();
        for path in volumes {
            let Some((target, record)) = BookRecord::of_volume(path) else { continue };
            if judged.contains(&target) {
                continue;
            }
            let folder = parent_dir(path);
            let mut names = entry_names(folder).read_context(folder)?;
            names.retain(|name| record.is_mistakable(&target, name));
            names.sort();
            judged.push(target);
            for name in names {
                let file = path_text(&folder.join(&name));
                let found =
                    "a file with the name of one of this book, which its record does not list";
                self.findings.push(Finding::whole(&file, found, "no such file"));
            }
        }
        Ok(())
    }

    /// Inspects the books of a run for its printer, if it has one.
    pub(super) fn inspect_run(
        &mut self,
        run: &RunFiles,
        books: &[VerifiedBook],
    ) -> Result<(), ProofError> {
        let settings = &run.manifest.settings;
        // The proof rebuilds the covers that the run lists; others are compared by their titles.
        let mut later = books.to_vec();
        later.retain(|book| !book.is_cover || !run.manifest.lists(&file_name(&book.path)));
        self.compare_titles(&later)?;
        let terms = match (&self.terms, settings.terms()) {
            (Some(terms), _) => terms.clone(),
            (None, Ok(Some(terms))) => terms,
            (None, Ok(None)) => return Ok(()),
            (None, Err(why)) => {
                let why = format!("not inspected: {why}; the setting `printer` names its file");
                self.unjudged.push(UnverifiedFile { file: run.name.clone(), why });
                return Ok(());
            }
        };
        let mut files = settings.book.user_files.iter();
        let has_own_page = files.any(|file| file.part.as_deref() == Some("copyright"));
        for advice in settings.book.imprint.shop_advice(&terms, has_own_page) {
            self.advice.push(Finding::whole(&run.name, advice, ""));
        }
        self.inspect(books, &terms, Some(settings))
    }

    /// Inspects books that are named together, for the printer that the user has named or for that
    /// of their record.
    pub(super) fn inspect_files(&mut self, books: &[VerifiedBook]) -> Result<(), ProofError> {
        self.compare_titles(books)?;
        let settings = books.first().and_then(|book| recorded_settings(&book.path));
        let recorded = settings.as_ref().and_then(|settings| settings.terms().ok()?);
        let Some(terms) = self.terms.clone().or(recorded) else {
            for book in books.iter().filter(|book| book.is_cover) {
                let why = "a cover, and no printer is named".to_owned();
                self.unjudged.push(UnverifiedFile { file: path_text(&book.path), why });
            }
            return Ok(());
        };
        self.inspect(books, &terms, settings.as_ref())
    }

    /// Inspects volumes, and each cover with the pages of its volume.
    fn inspect(
        &mut self,
        books: &[VerifiedBook],
        terms: &PrintSpec,
        settings: Option<&Settings>,
    ) -> Result<(), ProofError> {
        let mut pages = Vec::new();
        let mut covers = 0;
        for VerifiedBook { path, is_cover } in books {
            let bytes = output::read(path).read_context(path)?;
            if !is_cover {
                let report = pdf_or_fault(preflight::inspect(&bytes, terms))?;
                pages.push(report.as_ref().map(|report| report.pages).unwrap_or_default());
                self.take_report(path, report);
                continue;
            }
            let width = settings.and_then(|settings| settings.book.cover.spine(covers));
            if width.is_some_and(|width| width.is_estimate()) {
                let expected = "the width that the printer's calculator or template states";
                self.advice.push(Finding::whole(&path_text(path), ESTIMATED_SPINE, expected));
            }
            if let (Some(spine), Some(&pages)) =
                (width.and_then(|width| width.given()), pages.get(covers))
                && let Err(problem) = terms.check_entered_spine(spine, pages)
            {
                let wrong = Problem { setting: None, ..problem };
                let found = format!("the width of the spine: {wrong}");
                self.findings.push(Finding::whole(&path_text(path), found, ""));
            }
            let sheet = match pages.get(covers) {
                Some(&pages) => {
                    let spine = width.map(|width| width.of_pages(terms.paper(), pages));
                    CoverSheet::new(terms, pages, spine).map_err(|e| e.to_string())
                }
                None => Err("a cover without its book".to_owned()),
            };
            covers += 1;
            match sheet {
                Ok(sheet) => {
                    let report = pdf_or_fault(preflight::inspect_cover(&bytes, terms, &sheet))?;
                    self.take_report(path, report);
                }
                Err(why) => {
                    let why = format!("not inspected: {why}");
                    self.unjudged.push(UnverifiedFile { file: path_text(path), why });
                }
            }
        }
        Ok(())
    }

    /// Adds what preflight has found in a file. A file that cannot be read may be a finding
    /// already.
    fn take_report(&mut self, path: &Path, report: Result<PreflightReport, PdfError>) {
        let file = path_text(path);
        match report {
            Ok(report) => {
                for finding in &report.findings {
                    let is_advice = finding.advice.is_some();
                    let list = if is_advice { &mut self.advice } else { &mut self.findings };
                    list.push(Finding::of_preflight(&file, finding));
                }
                self.judges.insert(format!("{} {}", report.judge, report.terms));
            }
            Err(e) if !self.findings.iter().any(|finding| finding.file == file) => {
                self.findings.push(Finding::whole(&file, e.to_string(), "a PDF that can be read"));
            }
            Err(_) => {}
        }
    }
}
