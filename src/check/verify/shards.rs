//! Verifies a finished sharded run as one catalogue: row by row, and for duplicates over all parts.
//! Needs 24 bytes of memory for each puzzle.

use super::catalog::row::CatalogRow;
use super::catalog::{RunExpectations, RungOrder, catalog};
use super::cross_check::archive::archived;
use super::cross_check::duplicates::DuplicateIndex;
use super::error::ProofError;
use super::finding::{Finding, path_text};
use super::proof::{Proof, VerifiedInput};
use super::run::damage;
use crate::run::MANIFEST;
use crate::run::shards::FinishedShards;
use engine::human::ladder::Rung;
use engine::sudoku::key::Key;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use store::table::{CatalogColumns, RowReader};

/// The number of rows in one archive look-up.
const KEYS_PER_QUERY: usize = 1 << 16;

impl Proof {
    /// Verifies the folder of a finished sharded run.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn parts(
        &mut self,
        folder: &Path,
        finished: &FinishedShards,
    ) -> Result<VerifiedInput, ProofError> {
        let plan = &finished.parts.plan;
        let manifest = path_text(&folder.join(MANIFEST));
        let run = finished.parts.identity.name();
        let all = finished.manifest.counts.values().sum::<u64>();
        let mut keys: Vec<(Key, u32, u32)> = Vec::new();
        // A manifest with a false count must not allocate memory.
        let _ = keys.try_reserve_exact(usize::try_from(all).unwrap_or(0));
        let mut counts = BTreeMap::new();
        let mut files: Vec<Arc<str>> = Vec::new();
        let (mut order, mut puzzles) = (BTreeMap::new(), 0);
        self.totals.runs += 1;
        if let Some(inputs) = &mut self.inputs {
            inputs.begin_run(run.clone());
        }
        for (part, record) in finished.files() {
            self.totals.files += 1;
            self.findings.extend(damage(folder, record, &manifest)?);
            let path = folder.join(&record.name);
            let file = path_text(&path);
            files.push(file.clone());
            let Ok(rows) = RowReader::open_plain(&path) else { continue };
            let expectations = RunExpectations {
                seed: Some(finished.parts.identity.seed().0),
                slots: true,
                goes_on: Some(match part.rung {
                    Rung::Level(_) => RungOrder { next: part.first, load: 0 },
                    Rung::Band(_) => *order.entry(part.rung).or_default(),
                }),
                columns: Some(CatalogColumns::for_plan(plan)),
                left_out: None,
                constants: vec![
                    ("grid", plan.grid.name().to_owned()),
                    ("symmetry", plan.symmetry.name().to_owned()),
                ],
                givens: Some(plan.givens.clone()),
                variants: plan.variants,
                rating: Some(plan.rating.clone()),
                levels: false,
            };
            let number = (files.len() - 1) as u32;
            let (mut waiting, mut missing) = (Vec::new(), Vec::new());
            let mut in_archive = |rows: &[CatalogRow]| {
                if let Some(archive) = &self.archive {
                    missing.extend(archived(&file, rows, archive, &run)?);
                }
                Ok(())
            };
            let proved =
                catalog(&file, rows, Some(plan.dedup()), &expectations, self.threads, |row| {
                    puzzles += 1;
                    let own = row.proved.as_ref().and_then(|proved| proved.keys);
                    keys.extend(own.map(|own| (own.key, number, row.line as u32)));
                    if let Some(levels) = &mut self.levels {
                        levels.count(&row);
                    }
                    if let Some(inputs) = &mut self.inputs {
                        inputs.push(&file, &row);
                    }
                    waiting.extend(self.archive.is_some().then_some(row));
                    if waiting.len() == KEYS_PER_QUERY {
                        in_archive(&std::mem::take(&mut waiting))
                    } else {
                        Ok(())
                    }
                })?;
            in_archive(&waiting)?;
            for (rung, puzzles) in proved.rungs {
                *counts.entry(rung.number()).or_default() += puzzles;
            }
            order.extend(proved.order);
            self.findings.extend(missing);
            self.findings.extend(proved.findings);
        }
        self.totals.rows += puzzles;
        self.totals.catalogs += 1;
        let mut stated = finished.manifest.counts.clone();
        stated.retain(|_, count| *count > 0);
        if stated != counts {
            let found = format!("{stated:?} puzzles are counted, by level");
            self.findings.push(Finding::whole(&manifest, found, format!("{counts:?}")));
        }
        self.findings.extend(self.inputs.as_mut().map(DuplicateIndex::end).unwrap_or_default());
        keys.sort_unstable();
        for same in keys.chunk_by(|a, b| a.0 == b.0) {
            let (_, first, line) = same[0];
            for &(_, other, at) in &same[1..] {
                let found =
                    format!("the puzzle of {}:{line} or an equivalent one", files[first as usize]);
                let expected = "a puzzle that is not a duplicate";
                let file = &files[other as usize];
                self.findings.push(Finding::in_row(file, at.into(), "puzzle", found, expected));
            }
        }
        Ok(VerifiedInput { name: format!("run {run}"), ..VerifiedInput::default() })
    }
}
