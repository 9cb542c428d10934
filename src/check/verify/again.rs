//! The books of a run made again from its manifest and its catalogue, and held against the files that lie there.

use super::catalog::Known;
use super::compare;
use super::error::{ProofError, Unread as _};
use super::finding::{Finding, Unjudged};
use super::proof::{Proof, name, plain};
use super::run::RunFiles;
use crate::book::{self, Cover, Section, Volume};
use crate::human::ladder::Ladder;
use crate::run::{NoPlan, PROGRAM, Sections};
use crate::store::files::output;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of a run, to be made again.
enum Made<'a> {
    Volume(&'a Volume),
    Booklet(&'a Volume),
    Cover(&'a Cover<'a>),
}

impl Made<'_> {
    fn write(&self) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match self {
            Self::Volume(volume) => book::write(volume, &mut out, &mut || Ok(()))?,
            Self::Booklet(volume) => book::write_booklet(volume, &mut out)?,
            Self::Cover(cover) => book::write_cover(cover, &mut out)?,
        }
        Ok(out)
    }
}

impl Proof {
    /// Makes the books and covers of a run again, and compares them with its files. Returns the files that are the
    /// same.
    pub(super) fn again(
        &mut self,
        folder: &Path,
        run: &RunFiles,
        catalogs: &[(Arc<str>, Vec<Known>)],
    ) -> Result<BTreeSet<Arc<str>>, ProofError> {
        let mut proved = BTreeSet::new();
        let covers = &run.covers;
        let books = [&run.volumes[..], &run.answers, &run.booklets].concat();
        let Some(plan_of) = self.plan_of.filter(|_| !books.is_empty()) else { return Ok(proved) };
        let Some(sections) = sections(run, catalogs) else {
            self.left(
                &[&books[..], covers].concat(),
                "not every row of the catalogue has a puzzle",
            );
            return Ok(proved);
        };
        let mut found = plan_of(folder, !covers.is_empty());
        if let (Err(NoPlan::Missing(why)), false) = (&found, covers.is_empty()) {
            self.left(covers, why);
            found = plan_of(folder, false);
        }
        let plan = match found {
            Ok(plan) => plan,
            Err(NoPlan::Missing(why)) => {
                self.left(&books, &why);
                return Ok(proved);
            }
            Err(NoPlan::Unread(why)) => return Err(ProofError::Plan(why)),
            Err(NoPlan::Wrong(why)) => {
                self.cannot_be_made(run, why);
                return Ok(proved);
            }
        };
        let layout = match plan.lay_out(&sections) {
            Ok(layout) => layout,
            Err(e) => {
                self.cannot_be_made(run, e.to_string());
                return Ok(proved);
            }
        };
        let volumes = &layout.volumes;
        let answers: Vec<_> = volumes.iter().filter_map(Volume::answers).collect();
        let imposed = if plan.booklet { &volumes[..] } else { &[] };
        self.held(run, &run.volumes, volumes.iter().map(Made::Volume), &mut proved)?;
        self.held(run, &run.answers, answers.iter().map(Made::Volume), &mut proved)?;
        self.held(run, &run.booklets, imposed.iter().map(Made::Booklet), &mut proved)?;
        if plan.cover.is_some() {
            match plan.covers(&layout) {
                Ok(made) => self.held(run, covers, made.iter().map(Made::Cover), &mut proved)?,
                Err(e) => self.cannot_be_made(run, e.to_string()),
            }
        }
        Ok(proved)
    }

    /// Notes files that were not compared.
    fn left(&mut self, paths: &[PathBuf], why: &str) {
        let left = |path: &PathBuf| Unjudged { file: name(path), why: why.to_owned() };
        self.unjudged.extend(paths.iter().map(left));
    }

    /// The settings of the manifest make no book. Those of another version may have made one there.
    fn cannot_be_made(&mut self, run: &RunFiles, why: String) {
        match run.manifest.program == PROGRAM {
            true => {
                let wrong = format!("its settings make no book: {why}");
                self.findings.push(Finding::whole(&run.name, wrong, "those of the run"));
            }
            false => {
                let why = format!("{} made it: {why}", run.manifest.program);
                self.left(&run.volumes, &why);
            }
        }
    }

    /// Holds files against what was made again.
    fn held<'a>(
        &mut self,
        run: &RunFiles,
        paths: &[PathBuf],
        made: impl ExactSizeIterator<Item = Made<'a>>,
        proved: &mut BTreeSet<Arc<str>>,
    ) -> Result<(), ProofError> {
        if made.len() != paths.len() {
            let files: Vec<_> = paths.iter().map(|path| name(path)).collect();
            let wrong = format!("{} files are listed ({})", files.len(), files.join(", "));
            let right = format!("{}, as the settings make", made.len());
            self.findings.push(Finding::whole(&run.name, wrong, right));
        }
        for (path, made) in paths.iter().zip(made) {
            if plain([path])?.is_empty() {
                continue;
            }
            let file = name(path);
            let found = output::read(path).of(path)?;
            let expected = match made.write() {
                Ok(expected) => expected,
                Err(e) => {
                    self.cannot_be_made(run, e.to_string());
                    continue;
                }
            };
            let is_same = found == expected;
            let wrong = if is_same { Vec::new() } else { compare::files(&file, &expected, &found) };
            match (wrong.first(), run.manifest.program == PROGRAM) {
                (None, _) => {
                    self.totals.same += 1;
                    self.totals.saved_again += u64::from(!is_same);
                    proved.insert(file);
                }
                (Some(_), true) => self.findings.extend(wrong),
                // What is a fault, and what another version did in another way, cannot be told.
                (Some(first), false) => {
                    let why = format!(
                        "{} made it; this version would make it otherwise in {} places, the first: {first}",
                        run.manifest.program,
                        wrong.len()
                    );
                    self.unjudged.push(Unjudged { file, why });
                }
            }
        }
        Ok(())
    }
}

/// The puzzles of the run by level or band; `None` unless each row has one, and there are some.
fn sections(run: &RunFiles, catalogs: &[(Arc<str>, Vec<Known>)]) -> Option<Vec<Section>> {
    let is_human = run.manifest.settings.asked.ladder() == Ladder::Human;
    let mut sections = Sections::default();
    for row in catalogs.iter().flat_map(|(_, rows)| rows) {
        sections.push(row.rung?, row.puzzle?, row.rating.filter(|_| is_human));
    }
    Some(sections.into_vec()).filter(|sections| !sections.is_empty())
}
