//! Checkpoints, from which an interrupted run resumes. They only save time: if a checkpoint is
//! missing, damaged or foreign, its puzzles are made again.
//!
//! ```text
//!   .sudoku-press/piece-00000   {"run":"…","seed":7,"piece":0}    run and archive state
//!                               2 0 0 1 85 ..4.…                     an item of the batch a line
//!                               2 1 0 3 121 9.…
//!                               sum 5c0f…                            of all lines before
//! ```
//!
//! The lines of puzzles say what is expensive to compute. The sum covers all of it, so a line that
//! somebody has changed is never replayed.

use super::staging::StagingDir;
use crate::{IoContext as _, RunError};
use files::{Checksum, output};
use make::{Batch, BatchItem, Seed};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Size in bytes at which a checkpoint is saved at once.
const FULL: usize = 1 << 22;

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    run: String,
    seed: u64,
    piece: u32,
}

/// The checkpoints of one run.
pub(super) struct CheckpointLog<'a> {
    /// The folder of the checkpoints; `None` saves none.
    staging: Option<&'a StagingDir>,
    run: String,
    seed: Seed,
    next: u32,
    lines: String,
}

/// Reads a checkpoint file. Returns its header and lines, or `None` if it is missing or its
/// checksum is wrong.
fn read(path: &Path) -> Result<Option<(Header, String)>, RunError> {
    match output::read_to_string(path) {
        Err(e) if e.raw_os_error().is_some() && e.kind() != io::ErrorKind::NotFound => {
            Err(e).read_context(path)
        }
        text => Ok(text.ok().and_then(|text| parse(&text))),
    }
}

/// Returns the sum of these lines of a checkpoint. It is the SHA-256 of more than the lines, so
/// that no other program sums up changed lines by the way.
fn sum_of(lines: &str) -> String {
    Checksum::from_bytes(format!("checkpoint of sudoku-press\n{lines}").as_bytes()).text()
}

fn parse(text: &str) -> Option<(Header, String)> {
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once("sum ")?;
    if sum_of(body) != sum {
        return None;
    }
    let (header, lines) = body.split_once('\n')?;
    Some((serde_json::from_str(header).ok()?, lines.to_owned()))
}

impl<'a> CheckpointLog<'a> {
    /// Returns the checkpoints of a run. `run` joins the run's name and the state of the archive
    /// that the run uses.
    pub fn new(staging: Option<&'a StagingDir>, run: String, seed: Seed) -> Self {
        Self { staging, run, seed, next: 0, lines: String::new() }
    }

    /// Replays all valid saved items into `batch`, passes each of them to `each`, and removes the
    /// remaining checkpoint files.
    pub fn replay(
        &mut self,
        batch: &mut Batch,
        mut each: impl FnMut(BatchItem) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let Some(staging) = self.staging else {
            return Ok(());
        };
        'pieces: while let Some((header, lines)) = read(&staging.piece(self.next))? {
            if header != self.header() {
                break;
            }
            let items = batch.parse(&lines);
            let puzzles = items.iter().flatten().filter_map(|item| match item {
                BatchItem::Puzzle(made) => Some(made),
                BatchItem::Shortfall(_) => None,
            });
            let known = batch.look_up(&puzzles.collect::<Vec<_>>())?;
            let mut known = known.into_iter();
            for (line, item) in lines.lines().zip(items) {
                // An invalid line ends the replay: all items from here on are made again.
                let Some(item) = item else {
                    break 'pieces;
                };
                let is_known = matches!(item, BatchItem::Puzzle(_)) && known.next() == Some(true);
                if is_known || !batch.replay(&item) {
                    break 'pieces;
                }
                each(item)?;
                self.lines.push_str(line);
                self.lines.push('\n');
            }
            self.next += 1;
            self.lines.clear();
        }
        // The lines replayed from this file are in `self.lines` and will be saved again with the
        // next checkpoint.
        staging.remove_pieces_from(self.next);
        Ok(())
    }

    /// Adds an item to the next checkpoint, and saves the checkpoint if it is due or large. Until
    /// then it is in memory.
    pub fn note(&mut self, item: &BatchItem, is_due: bool) -> Result<(), RunError> {
        if self.staging.is_some() {
            // Writing to a string cannot fail.
            let _ = writeln!(self.lines, "{item}");
        }
        if is_due || self.lines.len() >= FULL { self.save() } else { Ok(()) }
    }

    /// Writes the items noted since the last checkpoint to a new file.
    pub fn save(&mut self) -> Result<(), RunError> {
        let Some(staging) = self.staging.filter(|_| !self.lines.is_empty()) else {
            return Ok(());
        };
        let header = serde_json::to_string(&self.header()).expect("a name and two numbers");
        self.lines.insert_str(0, &(header + "\n"));
        let path = staging.piece(self.next);
        let sum = sum_of(&self.lines);
        self.lines += &format!("sum {sum}\n");
        output::write(&path, self.lines.as_bytes()).write_context(&path)?;
        self.next += 1;
        self.lines.clear();
        Ok(())
    }

    fn header(&self) -> Header {
        Header { run: self.run.clone(), seed: self.seed.0, piece: self.next }
    }
}
