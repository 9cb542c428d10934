//! A run against the archive: each of its puzzles must stand there, as this run's. Not whether the
//! archive is sound, which it finds out itself.

use crate::check::verify::catalog::row::CatalogRow;
use crate::check::verify::finding::Finding;
use crate::store::archive::{Archive, ArchiveError};
use std::sync::Arc;

/// Puzzles that are looked up together.
const TOGETHER: usize = 4096;

/// Holds the rows of a run's catalogue, which were keyed by class, against the archive that is to
/// have them under the run's name.
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
    let Some(own) = archive.number_of(run)? else {
        let found = "the archive has no entry of this run";
        return Ok(vec![Finding::whole(file, found, expected)]);
    };
    let mut findings = Vec::new();
    // What has no key is no puzzle, which was found already.
    let rows: Vec<_> =
        rows.iter().filter_map(|row| Some((row, row.proved.as_ref()?.key))).collect();
    let keys: Vec<_> = rows.iter().map(|(_, key)| *key).collect();
    let all = rows.into_iter().zip(archive.owners(&keys)?);
    let found: Vec<_> = all.filter(|(_, run)| *run != Some(own)).map(|(row, _)| row).collect();
    for block in found.chunks(TOGETHER) {
        let keys: Vec<_> = block.iter().map(|(_, key)| *key).collect();
        for ((row, _), found) in block.iter().zip(archive.find_all(&keys)?) {
            let found = match found {
                None => "the archive does not have it".to_owned(),
                Some(found) => format!("the archive has it of run {}", found.run.name),
            };
            findings.push(Finding::in_row(file, row.line, "puzzle", found, &expected));
        }
    }
    Ok(findings)
}
