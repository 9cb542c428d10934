//! Final parts of bands. The puzzles of a band are sorted by rising load: each made part is sorted,
//! and then all parts are merged.

use super::finish::PartRebuilder;
use super::rounds::SlotRank;
use super::{PartManifest, ShardedRun};
use crate::run::make::end;
use crate::run::{IoContext as _, RunError};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;
use std::path::PathBuf;
use store::files::output::{AtomicFile, FileRecord};
use store::table::{csv_row, csv_rows};

/// Maximum number of files that are merged at once.
const MAX_OPEN_FILES: usize = 64;

/// A row of a band, ordered as in the catalogue: by load, then by slot.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct LoadRankedRow {
    load: u64,
    slot: u64,
    row: String,
}

/// Sorted rows of a band.
type Rows<'a> = Box<dyn Iterator<Item = Result<LoadRankedRow, RunError>> + 'a>;

/// Merges sorted sources, with one row of each in memory.
fn merged<'a>(mut sources: Vec<Rows<'a>>) -> Rows<'a> {
    let mut heads = BinaryHeap::new();
    let mut behind: Vec<usize> = (0..sources.len()).collect();
    Box::new(iter::from_fn(move || {
        while let Some(source) = behind.pop() {
            match sources[source].next() {
                Some(Ok(row)) => heads.push(Reverse((row, source))),
                Some(Err(e)) => return Some(Err(e)),
                None => {}
            }
        }
        let Reverse((row, source)) = heads.pop()?;
        behind.push(source);
        Some(Ok(row))
    }))
}

impl PartRebuilder<'_> {
    /// Makes the final parts of a band from its made parts. If all are complete, they stay.
    pub fn band(&self, made: &[(usize, PartManifest)]) -> Result<Vec<FileRecord>, RunError> {
        let Self { parts, assignment, hash, options, .. } = self;
        let level = parts.all[made[0].0].level;
        let end = assignment.end(level).min(parts.plan.quotas[level].1);
        let finals = parts.all.iter().filter(|part| part.level == level && part.first < end);
        let written = finals.clone().map(|part| parts.cached_final(part, hash));
        if let Some(files) = written.collect::<Result<Option<Vec<_>>, _>>()? {
            return Ok(files);
        }
        let patched = self.patched(SlotRank::new(level, 0)..SlotRank::new(level, end));
        let (columns, ranking) = (parts.columns(), parts.ranking());
        let again = self.made(&patched, |issued| csv_row(&columns, &issued.entry, 0));
        let again = again.map(|made| ranking(made?.1.trim_end().to_owned()));
        let mut again = again.collect::<Result<Vec<_>, _>>()?;
        again.sort_unstable();
        let of_made = self.of_parts(made)?;
        let mut rows = merged(vec![of_made, Box::new(again.into_iter().map(Ok))]);
        let mut files = Vec::new();
        for part in finals {
            let path = parts.path(&part.file(parts.form));
            let mut out = parts.catalog(&path)?;
            for _ in 0..part.len.min(end - part.first) {
                options.interrupt.check()?;
                let fewer =
                    || parts.wrong(made[0].0, "and those behind it have fewer rows than puzzles");
                let LoadRankedRow { row, .. } = rows.next().ok_or_else(fewer)??;
                out.write_csv_row(&row).write_context(&path)?;
            }
            files.push(parts.write(part, hash, out)?);
        }
        Ok(files)
    }

    /// Returns the remaining rows of made parts. If there are more parts than can be merged at
    /// once, groups of them are first merged into files.
    fn of_parts<'a>(&'a self, made: &[(usize, PartManifest)]) -> Result<Rows<'a>, RunError> {
        let parts = self.parts;
        let mut sources = Vec::new();
        for some in made.chunks(made.len().div_ceil(MAX_OPEN_FILES)) {
            let (index, first) = &some[0];
            let path = match some.len() {
                1 => parts.verified_part(*index, first)?,
                count => {
                    let name = format!("merge/{}-and-{}", parts.all[*index].name(), count - 1);
                    let path = parts.path(&format!("{name}.csv"));
                    let mut out = parts.catalog(&path)?;
                    for row in self.of_parts(some)? {
                        self.options.interrupt.check()?;
                        out.write_csv_row(&row?.row).write_context(&path)?;
                    }
                    end(out).and_then(AtomicFile::commit).write_context(&path)?;
                    path
                }
            };
            let level = parts.all[*index].level;
            let stays = move |row: &Result<LoadRankedRow, RunError>| match row {
                Ok(LoadRankedRow { slot, .. }) => {
                    self.assignment.keeps(SlotRank::new(level, *slot))
                }
                Err(_) => true,
            };
            sources.push(Box::new(parts.rows_of(path)?.filter(stays)) as Rows<'a>);
        }
        Ok(merged(sources))
    }
}

impl ShardedRun {
    /// Returns the rows of a catalogue of a band.
    fn rows_of<'a>(&'a self, path: PathBuf) -> Result<Rows<'a>, RunError> {
        let rows = csv_rows(&path).read_context(&path)?;
        let ranking = self.ranking();
        Ok(Box::new(rows.map(move |row| ranking(row.read_context(&path)?))))
    }

    /// Returns a function that finds load and slot of a row.
    fn ranking(&self) -> impl Fn(String) -> Result<LoadRankedRow, RunError> + '_ {
        let names = self.columns().names();
        let column = |name| names.iter().position(|column| *column == name);
        let (load, slot) = (column("load"), column("slot"));
        move |row| {
            let number = |column: Option<usize>| row.split(',').nth(column?)?.parse().ok();
            match (number(load), number(slot)) {
                (Some(load), Some(slot)) => Ok(LoadRankedRow { load, slot, row }),
                _ => {
                    Err(self
                        .refused(format_args!("expected a row with load and slot, found {row:?}")))
                }
            }
        }
    }

    /// Returns, for each band, the catalogue row of each slot, from 0. `counts` has the number of
    /// puzzles of each band.
    pub(super) fn rows_by_band(
        &self,
        counts: &[u64],
        files: &[FileRecord],
    ) -> Result<Vec<Vec<u64>>, RunError> {
        let mut by_band: Vec<Vec<u64>> =
            counts.iter().map(|count| vec![0; *count as usize]).collect();
        let (mut row, mut parts) = (0, self.all.iter());
        for file in files {
            let part =
                parts.find(|part| part.file(self.form) == file.name).expect("files are of parts");
            for ranked in self.rows_of(self.path(&file.name))? {
                if let Some(of_slot) = by_band[part.level].get_mut(ranked?.slot as usize) {
                    *of_slot = row;
                }
                row += 1;
            }
        }
        Ok(by_band)
    }
}
