//! Rebuilds the books of a run from its manifest and its catalogue, and compares them with the
//! files.

mod compare;
mod objects;

use super::catalog::row::{CatalogRow, VerifiedPuzzle};
use super::error::ProofError;
use super::finding::{Finding, UnverifiedFile, path_text};
use super::proof::Proof;
use super::run::RunFiles;
use book::{Layout, Section, TurnOrder, Volume};
use explainer::AnyRating;
use files::output;
use human::{Ladder, Rung};
use jobs::{BookPlan, FileKind, IoContext as _, Manifest, RebuildError, Sections, SourceRun};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Proof {
    /// Rebuilds the books and covers of a run and compares them with its files.
    pub(super) fn rebuild(
        &mut self,
        folder: &Path,
        run: &RunFiles,
        catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    ) -> Result<(), ProofError> {
        let covers = run.files(FileKind::Cover);
        let kinds = [FileKind::Volume, FileKind::Answers, FileKind::Booklet];
        let books = kinds.map(|kind| run.files(kind)).concat();
        if books.is_empty() || !self.makes_again {
            return Ok(());
        }
        let Some(sections) = sections(run, catalogs) else {
            self.mark_unverified(
                &[books, covers].concat(),
                "not every row of the catalogue has a puzzle",
            );
            return Ok(());
        };
        let finished = SourceRun { folder: folder.to_owned(), manifest: run.manifest.clone() };
        let mut found = finished.book_plan(!covers.is_empty());
        if let (Err(RebuildError::Missing(why)), false) = (&found, covers.is_empty()) {
            self.mark_unverified(&covers, why);
            found = finished.book_plan(false);
        }
        let plan = match found {
            Ok(plan) => plan,
            Err(RebuildError::Unread(why)) => return Err(ProofError::Plan(why)),
            Err(RebuildError::Missing(why)) => {
                self.mark_unverified(&books, &why);
                return Ok(());
            }
            Err(RebuildError::Wrong(why)) => {
                self.cannot_be_made(run, why);
                return Ok(());
            }
        };
        match plan.lay_out(&sections) {
            Ok(layout) => {
                self.findings.extend(row_out_of_turn(&plan, run, catalogs));
                self.compare_all(run, &plan, &layout)?;
            }
            Err(e) => self.cannot_be_made(run, e.to_string()),
        }
        Ok(())
    }

    /// Compares all files with the output of this plan.
    fn compare_all(
        &mut self,
        run: &RunFiles,
        plan: &BookPlan,
        layout: &Layout,
    ) -> Result<(), ProofError> {
        let volumes = &layout.volumes;
        let answers: Vec<_> = volumes.iter().filter_map(Volume::answers).collect();
        let imposed = if plan.settings.booklet { &volumes[..] } else { &[] };
        self.compare(run, FileKind::Volume, volumes, |volume, out| volume.write(out))?;
        self.compare(run, FileKind::Answers, &answers, |volume, out| volume.write(out))?;
        self.compare(run, FileKind::Booklet, imposed, |volume, out| volume.write_booklet(out))?;
        if plan.cover.is_some() {
            match plan.covers(layout) {
                Ok(made) => self
                    .compare(run, FileKind::Cover, &made, |cover, out| cover::write(cover, out))?,
                Err(e) => self.cannot_be_made(run, e.to_string()),
            }
        }
        Ok(())
    }

    /// Records files that were not compared.
    fn mark_unverified(&mut self, paths: &[PathBuf], why: &str) {
        for path in paths {
            self.unjudged.push(UnverifiedFile { file: path_text(path), why: why.to_owned() });
        }
    }

    /// Records that the manifest's settings produce no book. This is a finding, unless another
    /// version of the program made the run.
    fn cannot_be_made(&mut self, run: &RunFiles, why: String) {
        if run.manifest.program == Manifest::PROGRAM {
            let found = format!("its settings make no book: {why}");
            self.findings.push(Finding::whole(&run.name, found, "those of the run"));
        } else {
            let why = format!("{} made it: {why}", run.manifest.program);
            self.mark_unverified(&run.files(FileKind::Volume), &why);
        }
    }

    /// Compares the files of one kind with their rebuilt versions.
    fn compare<T>(
        &mut self,
        run: &RunFiles,
        kind: FileKind,
        made: &[T],
        write: impl Fn(&T, &mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), ProofError> {
        let paths = run.files(kind);
        if made.len() != paths.len() {
            let files: Vec<_> = paths.iter().map(|path| path_text(path)).collect();
            let found = format!("{} files are listed ({})", files.len(), files.join(", "));
            let expected = format!("{}, as the settings make", made.len());
            self.findings.push(Finding::whole(&run.name, found, expected));
        }
        let readable = run.readable_files(kind)?;
        for (path, made) in paths.iter().zip(made).filter(|(path, _)| readable.contains(path)) {
            let file = path_text(path);
            let found = output::read(path).read_context(path)?;
            let mut expected = Vec::new();
            if let Err(e) = write(made, &mut expected) {
                self.cannot_be_made(run, e.to_string());
                continue;
            }
            let is_same = found == expected;
            let findings =
                if is_same { Vec::new() } else { compare::files(&file, &expected, &found)? };
            match (findings.first(), run.manifest.program == Manifest::PROGRAM) {
                (None, _) => {
                    self.totals.same += 1;
                    self.totals.saved_again += u64::from(!is_same);
                    self.proved.insert(file);
                }
                (Some(_), true) => self.findings.extend(findings),
                // The differences may be faults or changes between versions.
                (Some(first), false) => {
                    let why = format!(
                        "{} made it; this version would make it otherwise in {} places, the first: {first}",
                        run.manifest.program,
                        findings.len()
                    );
                    self.unjudged.push(UnverifiedFile { file, why });
                }
            }
        }
        Ok(())
    }
}

/// Returns the puzzles of the run by level or band; `None` if a row has none, or if there are no
/// rows.
fn sections(run: &RunFiles, catalogs: &[(Arc<str>, Vec<CatalogRow>)]) -> Option<Vec<Section>> {
    let is_human = run.manifest.settings.ladder == Ladder::Human;
    let mut sections = Sections::new(&run.manifest.settings.book.imprint);
    for row in catalogs.iter().flat_map(|(_, rows)| rows) {
        let VerifiedPuzzle { rung: Some(rung), puzzle, rating, .. } = row.proved.as_ref()? else {
            return None;
        };
        let id = Some(&*row.id).filter(|id| !id.is_empty());
        sections.push(*rung, *puzzle, rating.filter(|_| is_human), id);
    }
    Some(sections.into_vec()).filter(|sections| !sections.is_empty())
}

/// Returns the first row that is out of order, in a run whose rounds are alike.
fn row_out_of_turn(
    plan: &BookPlan,
    run: &RunFiles,
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
) -> Option<Finding> {
    let turns = plan.turn_order(run.manifest.settings.ladder);
    if !turns.is_even() {
        return None;
    }
    let mut levels: [Vec<(&CatalogRow, &VerifiedPuzzle)>; Rung::COUNT] = Default::default();
    for row in catalogs.iter().flat_map(|(_, rows)| rows) {
        let proved = row.proved.as_ref()?;
        levels[proved.rung?.index()].push((row, proved));
    }
    for level in &mut levels {
        level.sort_by_cached_key(|(_, proved)| {
            let rating = proved.rating.as_ref().and_then(AnyRating::classic);
            TurnOrder::time_key(rating, &proved.puzzle)
        });
    }
    let dealt = turns.deal(levels.each_ref().map(Vec::len));
    let rows = catalogs.iter().flat_map(|(file, rows)| rows.iter().map(move |row| (file, row)));
    for ((file, row), place) in rows.zip(dealt) {
        let (expected, _) = levels[place.rung.index()][place.rank];
        if expected.line != row.line {
            let expected = format!("the puzzle of line {}, whose turn it is", expected.line);
            return Some(Finding::in_row(file, row.line, "puzzle", "out of order", expected));
        }
    }
    None
}
