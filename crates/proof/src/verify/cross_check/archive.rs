//! Compares a run with the archive: each of its puzzles must be entered for this run. The archive
//! checks its own integrity.

use crate::verify::catalog::row::CatalogRow;
use crate::verify::finding::Finding;
use archive::{Archive, ArchiveError};
use std::sync::Arc;

/// The number of puzzles in one look-up.
const KEYS_PER_QUERY: usize = 4096;

/// Compares the classes of a run's catalogue with the archive's entries under the run's name.
///
/// # Errors
/// When the archive cannot be read.
pub fn archived(
    file: &Arc<str>,
    rows: &[CatalogRow],
    archive: &Archive,
    run: &str,
) -> Result<Vec<Finding>, ArchiveError> {
    let expected = format!("an entry of run {run}");
    let own = archive.own_numbers(run)?;
    if own.is_empty() {
        let found = "the archive has no entry of this run";
        return Ok(vec![Finding::whole(file, found, expected)]);
    }
    let mut findings = Vec::new();
    // A row without a key has no valid puzzle, which is a finding already.
    let rows: Vec<_> =
        rows.iter().filter_map(|row| Some((row, row.proved.as_ref()?.keys?.class))).collect();
    let keys: Vec<_> = rows.iter().map(|(_, key)| *key).collect();
    let all = rows.into_iter().zip(archive.owners(&keys)?);
    let is_foreign = |run: Option<i64>| run.is_none_or(|run| !own.contains(&run));
    let found: Vec<_> = all.filter(|(_, run)| is_foreign(*run)).map(|(row, _)| row).collect();
    for block in found.chunks(KEYS_PER_QUERY) {
        let keys: Vec<_> = block.iter().map(|(_, key)| *key).collect();
        for ((row, _), found) in block.iter().zip(archive.find(&keys)?) {
            let found = match found {
                None => "the archive does not have it".to_owned(),
                Some(found) => format!("the archive has it of run {}", found.run.name),
            };
            findings.push(Finding::in_row(file, row.line, "puzzle", found, &expected));
        }
    }
    Ok(findings)
}
