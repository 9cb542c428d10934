//! The rows of the catalogue: those of the parts, and those of the puzzles that are made again. A
//! level is in the order of its slots. A band is sorted by expected time: each of its parts is
//! sorted, and all of them are merged.

use super::ShardedRun;
use super::merge::{Merge, SortedItems};
use super::part::PartManifest;
use super::rounds::{Assignment, SlotRank};
use grid::Key;
use human::Ladder;
use jobs::{IoContext as _, Options, RunError};
use make::SlotReissuer;
use std::io::Write as _;
use std::iter;
use std::path::{Path, PathBuf};
use tables::RowReader;

/// Maximum number of parts of a band that are open at the same time.
const MAX_OPEN_FILES: usize = 32;
/// Number of puzzles that are made again together.
const BLOCK: usize = 4096;

/// A row, ordered as in its level: by expected time on the human ladder, then by slot.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeRankedRow {
    /// 0 on the published ladder.
    seconds: u64,
    pub slot: u64,
    pub text: String,
}

type Rows<'a> = SortedItems<'a, TimeRankedRow, RunError>;

/// A slot whose puzzle is made again.
struct ReissuedSlot {
    rank: SlotRank,
    reissue: u32,
    key: Key,
}

/// The columns by which rows are sorted.
struct SortColumns {
    seconds: Option<usize>,
    slot: Option<usize>,
}

impl SortColumns {
    fn new(run: &ShardedRun) -> Self {
        let names = run.columns().names();
        let column = |name| names.iter().position(|column| *column == name);
        let seconds = (run.plan.ladder() == Ladder::Human).then(|| column("seconds")).flatten();
        Self { seconds, slot: column("slot") }
    }

    /// Returns a row with its time and slot; `None` if it has none.
    fn rank(&self, text: String) -> Option<TimeRankedRow> {
        let number = |column: usize| text.split(',').nth(column)?.parse().ok();
        // Small sizes have no times, and stay in the order of their slots.
        let seconds = match self.seconds {
            Some(at) if !text.split(',').nth(at)?.is_empty() => number(at)?,
            _ => 0,
        };
        let slot = number(self.slot?)?;
        Some(TimeRankedRow { seconds, slot, text })
    }
}

/// The rows of a run whose slots have their puzzles, level by level.
pub struct LevelRows<'a> {
    run: &'a ShardedRun,
    assignment: &'a Assignment,
    maker: &'a SlotReissuer,
    options: &'a Options,
    columns: SortColumns,
}

impl<'a> LevelRows<'a> {
    pub fn new(
        run: &'a ShardedRun,
        assignment: &'a Assignment,
        maker: &'a SlotReissuer,
        options: &'a Options,
    ) -> Self {
        Self { run, assignment, maker, options, columns: SortColumns::new(run) }
    }

    /// Returns the rows of a level or band from its parts, in the order of the catalogue.
    pub fn level(
        &'a self,
        level: usize,
        parts: &'a [(usize, PartManifest)],
    ) -> Result<Merge<'a, TimeRankedRow, RunError>, RunError> {
        let reissued = self.reissued(level);
        Merge::new(match self.run.plan.ladder() {
            Ladder::Published => {
                let in_order = parts.iter().flat_map(move |(index, made)| self.part(*index, made));
                vec![Box::new(in_order), reissued]
            }
            Ladder::Human => {
                let mut sorted = reissued.collect::<Result<Vec<_>, _>>()?;
                sorted.sort_unstable();
                let mut sources = self.few_sources(parts)?;
                sources.push(Box::new(sorted.into_iter().map(Ok)));
                sources
            }
        })
    }

    /// Returns the rows of the puzzles of a level that are made again, in the order of their slots.
    fn reissued(&'a self, level: usize) -> Rows<'a> {
        let slots = SlotRank::new(level, 0)..SlotRank::new(level + 1, 0);
        let patches = self.assignment.patches.range(slots);
        let mut reissued = patches
            .filter(|(_, (reissue, _))| *reissue > 0)
            .map(|(&rank, &(reissue, key))| ReissuedSlot { rank, reissue, key });
        let blocks = iter::from_fn(move || {
            let block: Vec<ReissuedSlot> = reissued.by_ref().take(BLOCK).collect();
            if block.is_empty() { None } else { Some(block) }
        });
        Box::new(blocks.flat_map(move |block| self.make_again(&block)))
    }

    /// Makes puzzles again, and returns their rows.
    fn make_again(&self, block: &[ReissuedSlot]) -> Vec<Result<TimeRankedRow, RunError>> {
        let columns = self.run.columns();
        let slots: Vec<_> =
            block.iter().map(|asked| (self.run.slot(asked.rank), asked.reissue)).collect();
        let interrupt = &self.options.interrupt;
        let made = self.maker.make(
            &slots,
            || interrupt.is_stopped(),
            |made| (made.key, columns.csv_row(&made.entry, 0)),
        );
        let mut rows = Vec::with_capacity(block.len());
        for (asked, made) in block.iter().zip(made) {
            rows.push(match made {
                Some((key, text)) if key == asked.key => self.ranked(text),
                _ if interrupt.is_stopped() => Err(RunError::Interrupted),
                _ => Err(self.run.refused(format_args!(
                    "puzzle {} was made twice with other bytes; the memory or the processor of \
                     this machine errs",
                    self.run.slot(asked.rank)
                ))),
            });
        }
        rows
    }

    /// Returns the remaining rows of a part. Its file must have the SHA-256 of its manifest.
    fn part(&'a self, index: usize, made: &PartManifest) -> Rows<'a> {
        let level = self.run.all[index].level;
        match self.verified(index, made).and_then(|path| self.file(&path)) {
            Ok(rows) => Box::new(rows.filter(move |row| match row {
                Ok(row) => self.assignment.keeps(SlotRank::new(level, row.slot)),
                Err(_) => true,
            })),
            Err(e) => Box::new(iter::once(Err(e))),
        }
    }

    fn verified(&self, index: usize, made: &PartManifest) -> Result<PathBuf, RunError> {
        let folder = self.run.made_folder();
        let path = folder.join(&made.catalog.name);
        match made.catalog.difference(&folder).read_context(&path)? {
            None => Ok(path),
            Some(difference) => {
                Err(self.run.wrong(index, &format!("{difference} ({})", made.catalog.name)))
            }
        }
    }

    /// Returns the rows of a file.
    fn file(&'a self, path: &Path) -> Result<Rows<'a>, RunError> {
        let (rows, path) = (RowReader::csv_lines(path).read_context(path)?, path.to_owned());
        Ok(Box::new(rows.map(move |row| self.ranked(row.read_context(&path)?))))
    }

    fn ranked(&self, text: String) -> Result<TimeRankedRow, RunError> {
        match self.columns.rank(text) {
            Some(row) => Ok(row),
            None => Err(self.run.refused("expected rows with seconds and slot, found others")),
        }
    }

    /// Returns the rows of parts of a band as sorted sequences. If too many files would be open,
    /// groups of parts are first merged into working files, which lose their names at once.
    fn few_sources(
        &'a self,
        parts: &'a [(usize, PartManifest)],
    ) -> Result<Vec<Rows<'a>>, RunError> {
        if parts.len() <= MAX_OPEN_FILES {
            return Ok(parts.iter().map(|(index, made)| self.part(*index, made)).collect());
        }
        let mut sources = Vec::new();
        for group in parts.chunks(parts.len().div_ceil(MAX_OPEN_FILES)) {
            let first = &self.run.all[group[0].0];
            let path = self.run.made_folder().join(format!("from-{}", first.name()));
            let mut out = self.run.catalog(&path)?;
            for row in Merge::new(self.few_sources(group)?)? {
                self.options.interrupt.check()?;
                out.write_csv_row(&row?.text).write_context(&path)?;
            }
            let mut file = out.end_one().write_context(&path)?;
            file.flush().write_context(&path)?;
            sources.push(self.file(file.working_path())?);
        }
        Ok(sources)
    }
}
