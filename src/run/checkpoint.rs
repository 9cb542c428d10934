//! Checkpoints, from which an interrupted run resumes. They only save time: the puzzles of a missing,
//! damaged or foreign checkpoint are made again.
//!
//! ```text
//!   .sudoku-press/piece-00000   {"run":"…","seed":7,"piece":0}      which run; the archive's state is part of it
//!                               2 0 0 1 85 ..4.…                     an outcome a line
//!                               2 1 0 3 121 9.…
//!                               sha256 5c0f…                         of all lines before
//! ```

use super::{At as _, RunError, Workshop, not_known};
use crate::make::batch::{Batch, Issued, Shortfall, piece};
use crate::make::seed::Seed;
use crate::store::files::output;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// Bytes of a checkpoint that is saved at once.
const FULL: usize = 1 << 22;

/// The outcome of a slot, or of a level that ends short.
pub(super) type Outcome = Result<Issued, Shortfall>;

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    run: String,
    seed: u64,
    piece: u32,
}

/// The checkpoints of one run.
pub(super) struct Checkpoints<'a> {
    workshop: &'a Workshop,
    run: String,
    seed: Seed,
    next: u32,
    lines: String,
}

/// Reads a checkpoint file. Returns its header and lines, or `None` if it is missing or its checksum is wrong.
fn read(path: &Path) -> Result<Option<(Header, String)>, RunError> {
    match output::read_to_string(path) {
        Err(e) if e.raw_os_error().is_some() && e.kind() != io::ErrorKind::NotFound => {
            Err(e).reading(path)
        }
        text => Ok(text.ok().and_then(|text| parse(&text))),
    }
}

fn parse(text: &str) -> Option<(Header, String)> {
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once("sha256 ")?;
    if output::sha256(body.as_bytes()) != sum {
        return None;
    }
    let (header, lines) = body.split_once('\n')?;
    Some((serde_json::from_str(header).ok()?, lines.to_owned()))
}

impl<'a> Checkpoints<'a> {
    /// The checkpoints of a run. `run` contains the run's name and the state of the archive it was made
    /// against.
    pub fn of(workshop: &'a Workshop, run: String, seed: Seed) -> Self {
        Self { workshop, run, seed, next: 0, lines: String::new() }
    }

    /// Replays all valid saved outcomes into `batch`, passes each of them to `each`, and removes the
    /// remaining checkpoint files.
    pub fn replay(
        &mut self,
        batch: &mut Batch,
        mut each: impl FnMut(Outcome) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        'pieces: while let Some((header, lines)) = read(&self.workshop.piece(self.next))? {
            let Header { run, seed, piece } = &header;
            if *run != self.run || *seed != self.seed.0 || *piece != self.next {
                break;
            }
            let outcomes = batch.parse(&lines);
            let keys = outcomes.iter().flatten().flatten().map(|issued| issued.key);
            let known = batch.are_known(&keys.collect::<Vec<_>>()).map_err(not_known)?;
            let mut known = known.into_iter();
            for (line, outcome) in lines.lines().zip(outcomes) {
                // An invalid line ends the replay: all outcomes from here on are made again.
                let Some(outcome) = outcome else {
                    break 'pieces;
                };
                if outcome.is_ok() && known.next() == Some(true) || !batch.replay(&outcome) {
                    break 'pieces;
                }
                each(outcome)?;
                self.lines.push_str(line);
                self.lines.push('\n');
            }
            self.next += 1;
            self.lines.clear();
        }
        // The lines replayed from this file are in `self.lines` and will be saved again with the next
        // checkpoint.
        self.workshop.remove_pieces_from(self.next);
        Ok(())
    }

    /// Adds an outcome to the next checkpoint.
    pub fn note(&mut self, outcome: &Outcome) {
        self.lines.push_str(&piece::line(outcome));
        self.lines.push('\n');
    }

    /// Whether the next checkpoint is so large that it must be saved, because it is in memory until then.
    pub fn is_full(&self) -> bool {
        self.lines.len() >= FULL
    }

    /// Writes the outcomes noted since the last checkpoint to a new file.
    pub fn save(&mut self) -> Result<(), RunError> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let header = Header { run: self.run.clone(), seed: self.seed.0, piece: self.next };
        let header = serde_json::to_string(&header).expect("a name and two numbers");
        self.lines.insert_str(0, &(header + "\n"));
        let path = self.workshop.piece(self.next);
        let sum = output::sha256(self.lines.as_bytes());
        self.lines += &format!("sha256 {sum}\n");
        output::write(&path, self.lines.as_bytes()).writing(&path)?;
        self.next += 1;
        self.lines.clear();
        Ok(())
    }
}
