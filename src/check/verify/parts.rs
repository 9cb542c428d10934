//! A finished sharded run, proved as one catalogue: each part by itself, in memory for one part, and
//! duplicates over all parts, in 24 bytes of memory for each puzzle.

use super::archived::archived;
use super::catalog::{Demands, Known, catalog};
use super::error::ProofError;
use super::finding::{Finding, Place};
use super::proof::Proof;
use super::run::damage;
use crate::human::ladder::Ladder;
use crate::run::MANIFEST;
use crate::run::shards::Finished;
use crate::store::table::{Columns, Rows};
use crate::sudoku::key::Key;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

impl Proof {
    /// Proves the folder of a finished sharded run.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn parts(&mut self, folder: &Path, finished: &Finished) -> Result<(), ProofError> {
        let plan = finished.parts.plan();
        let manifest: Arc<str> = folder.join(MANIFEST).display().to_string().into();
        let run = finished.parts.identity().name();
        let mut keys: Vec<(Key, u32, u32)> = Vec::new();
        let mut counts = BTreeMap::new();
        let mut files: Vec<Arc<str>> = Vec::new();
        let mut last: Option<Known> = None;
        self.totals.runs += 1;
        for (part, record) in finished.files() {
            self.totals.files += 1;
            self.findings.extend(damage(folder, record, &manifest)?);
            let path = folder.join(&record.name);
            let file: Arc<str> = path.display().to_string().into();
            files.push(file.clone());
            let Ok(rows) = Rows::open_plain(&path) else { continue };
            let demands = Demands {
                seed: Some(finished.parts.identity().seed().0),
                slots: true,
                first: part.first,
                columns: Some(Columns::of(plan)),
                constants: vec![
                    ("grid", plan.grid.name().to_owned()),
                    ("symmetry", plan.symmetry.name().to_owned()),
                ],
                shape: Some(plan.shape.clone()),
                asked: Some(plan.asked.clone()),
            };
            let proved = catalog(&file, rows, plan.dedup, &demands, self.threads())?;
            let number = (files.len() - 1) as u32;
            let key = |row: &Known| Some((row.key?, number, row.line as u32));
            keys.extend(proved.rows.iter().filter_map(key));
            for (rung, puzzles) in proved.rungs {
                *counts.entry(rung.number()).or_default() += puzzles;
            }
            if let Some(archive) = self.archive() {
                let findings = archived(&file, &proved.rows, archive, &run)?;
                self.findings.extend(findings);
            }
            let falls = |(last, first): &(&Known, &Known)| {
                let load = |row: &Known| row.rating.map(|rating| rating.load.whole());
                last.rung == first.rung && load(last) > load(first)
            };
            let first = proved.rows.first().filter(|_| plan.ladder() == Ladder::Human);
            if let Some((_, first)) = last.as_ref().zip(first).filter(falls) {
                let place = Place::Line { line: first.line, column: "load" };
                let wrong = "a smaller load than in the part before";
                let right = "rising loads in a band";
                self.findings.push(Finding::at(&file, place, wrong, right).of(&first.id));
            }
            last = proved.rows.last().cloned();
            self.totals.rows += proved.rows.len() as u64;
            self.findings.extend(proved.findings);
        }
        self.totals.catalogs += 1;
        let mut stated = finished.manifest.counts.clone();
        stated.retain(|_, count| *count > 0);
        if stated != counts {
            let wrong = format!("{stated:?} puzzles are counted, by level");
            self.findings.push(Finding::whole(&manifest, wrong, format!("{counts:?}")));
        }
        keys.sort_unstable();
        for same in keys.chunk_by(|a, b| a.0 == b.0) {
            let (_, first, line) = same[0];
            // Those of the same part are found already.
            for &(_, other, at) in same.iter().filter(|(_, other, _)| *other != first) {
                let place = Place::Line { line: at.into(), column: "puzzle" };
                let wrong =
                    format!("the puzzle of {}:{line} or an equivalent one", files[first as usize]);
                let right = "a puzzle that is not a duplicate";
                self.findings.push(Finding::at(&files[other as usize], place, wrong, right));
            }
        }
        Ok(())
    }
}
