//! Checkpoints: from what an interrupted run resumes. Not needed to be right: a checkpoint that is lost,
//! torn or of another run is made again.
//!
//! ```text
//!   .sudoku-press/piece-00000   {"run":"…","seed":7,"piece":0}      which run; the archive's state is part of it
//!                               2 0 0 1 85 ..4.…                     an outcome a line
//!                               2 1 0 3 121 9.…
//!                               sha256 5c0f…                         of all lines before
//! ```

use super::error::{At as _, RunError};
use super::workshop::Workshop;
use crate::batch::{Batch, Issued, KnownError, Plan, Shortfall, piece};
use crate::files::output::{self, Pending};
use crate::seed::Seed;
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::path::Path;

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

/// Why what was saved cannot be used.
pub(super) enum ReplayError {
    /// The archive cannot be asked.
    Known(KnownError),
    /// What `each` answered.
    Each(RunError),
}

/// The header and the lines of a piece that is whole.
fn read(path: &Path) -> Option<(Header, String)> {
    let text = output::read_to_string(path).ok()?;
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once("sha256 ")?;
    if output::sha256(body.as_bytes()) != sum {
        return None;
    }
    let (header, lines) = body.split_once('\n')?;
    Some((serde_json::from_str(header).ok()?, lines.to_owned()))
}

impl<'a> Checkpoints<'a> {
    /// The checkpoints of a run; `run` names it and the state of the archive that it knows.
    pub fn of(workshop: &'a Workshop, run: String, seed: Seed) -> Self {
        Self {
            workshop,
            run,
            seed,
            next: 0,
            lines: String::new(),
        }
    }

    /// Gives a batch every outcome that was saved and is sound, and `each` outcome of it; removes the
    /// rest.
    pub fn replay(
        &mut self,
        plan: &Plan,
        batch: &mut Batch,
        mut each: impl FnMut(Outcome) -> Result<(), RunError>,
    ) -> Result<(), ReplayError> {
        'pieces: while let Some((header, lines)) = read(&self.workshop.piece(self.next)) {
            let Header { run, seed, piece } = &header;
            if *run != self.run || *seed != self.seed.0 || *piece != self.next {
                break;
            }
            for line in lines.lines() {
                // A line that cannot be the next outcome ends the reuse; what follows is made again.
                let Some(outcome) = piece::parse(plan, self.seed, line) else {
                    break 'pieces;
                };
                if !batch.replay(&outcome).map_err(ReplayError::Known)? {
                    break 'pieces;
                }
                each(outcome).map_err(ReplayError::Each)?;
                self.lines.push_str(line);
                self.lines.push('\n');
            }
            self.next += 1;
            self.lines.clear();
        }
        // The part of a piece that was used is the beginning of the next one that is written.
        self.workshop.remove_pieces_from(self.next);
        Ok(())
    }

    /// Takes note of an outcome that was made.
    pub fn note(&mut self, outcome: &Outcome) {
        self.lines.push_str(&piece::line(outcome));
        self.lines.push('\n');
    }

    /// Saves what was noted since the last piece.
    pub fn save(&mut self) -> Result<(), RunError> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let header = Header {
            run: self.run.clone(),
            seed: self.seed.0,
            piece: self.next,
        };
        let header = serde_json::to_string(&header).expect("a name and two numbers");
        let body = format!("{header}\n{}", self.lines);
        let path = self.workshop.piece(self.next);
        let mut file = Pending::create(&path).writing(&path)?;
        let sum = output::sha256(body.as_bytes());
        writeln!(file, "{body}sha256 {sum}").writing(&path)?;
        file.commit().writing(&path)?;
        self.next += 1;
        self.lines.clear();
        Ok(())
    }
}
