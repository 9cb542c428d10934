//! What an interrupted run goes on from: pieces of a few seconds' work, in dotted files of the run's
//! folder, or beside the file that is made. Not needed to be right: a piece that is lost, torn or
//! another run's is made again.
//!
//! ```text
//!   .piece-00000   {"run":"…","seed":7,"piece":0}      which run; the archive's state is part of it
//!                  2 0 0 1 85 ..4.…                     an outcome a line
//!                  2 1 0 3 121 9.…
//!                  sha256 5c0f…                         of all lines before
//! ```

use super::failure::{Failure, OrFail};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use sudoku_press::batch::{Batch, Issued, Plan, Shortfall, piece};
use sudoku_press::files::fault;
use sudoku_press::files::output::{self, Pending};
use sudoku_press::seed::Seed;

/// How much work a piece holds.
const WORTH: Duration = Duration::from_secs(2);

/// The outcome of a slot, or of a level that ends short.
pub type Outcome = Result<Issued, Shortfall>;

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    run: String,
    seed: u64,
    piece: u32,
}

/// Where the pieces of a run lie.
#[derive(Clone)]
pub struct Place {
    folder: PathBuf,
    /// How their names begin.
    prefix: String,
    /// Whether the folder is the run's alone.
    own: bool,
}

impl Place {
    /// In the folder of a run.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            prefix: ".piece-".to_owned(),
            own: true,
        }
    }

    /// Beside a file.
    pub fn beside(file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Self {
            folder: file.with_file_name(""),
            prefix: format!(".{name}.piece-"),
            own: false,
        }
    }

    fn piece(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{}{number:05}", self.prefix))
    }

    /// Removes all working files of a run but its lock. A run that could not remove them is no less
    /// finished.
    pub fn sweep(&self) {
        self.remove(|_| true, &[".book", ".catalog"]);
    }

    /// Removes the pieces from this one on, and the books that were being pressed.
    fn sweep_from(&self, first: u32) {
        self.remove(|number| number >= first, &[".book"]);
    }

    /// Removes pieces by their numbers, and what was being written under these names.
    fn remove(&self, stale: impl Fn(u32) -> bool, written: &[&str]) {
        let here = match self.folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.folder,
        };
        let Ok(entries) = fs::read_dir(here) else {
            return;
        };
        let is_working = |name: &OsString| {
            let name = name.to_string_lossy();
            let number = name.strip_prefix(&self.prefix);
            let stale = number.is_some_and(|n| n.parse().is_ok_and(&stale));
            let torn = |prefix: &str| name.starts_with(prefix) && name.ends_with(".part");
            stale
                || torn(&format!(".{}", self.prefix))
                || self.own && written.iter().any(|name| torn(name))
        };
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.retain(is_working);
        // The last first: what a crash leaves of them begins with the first, and is not in vain.
        names.sort_unstable();
        for name in names.iter().rev() {
            let removed = fault::pass("remove");
            let _ = removed.and_then(|()| fs::remove_file(self.folder.join(name)));
        }
    }
}

/// The pieces of one run.
pub struct Pieces {
    place: Place,
    run: String,
    seed: Seed,
    next: u32,
    lines: String,
    since: Instant,
}

/// The header and the lines of a piece that is whole.
fn read(path: &Path) -> Option<(Header, String)> {
    let text = fs::read_to_string(path).ok()?;
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once("sha256 ")?;
    if output::sha256(body.as_bytes()) != sum {
        return None;
    }
    let (header, lines) = body.split_once('\n')?;
    Some((serde_json::from_str(header).ok()?, lines.to_owned()))
}

impl Pieces {
    /// The seed of the unfinished run in a place, if `run` says that it is the one with this seed.
    pub fn seed_of(place: &Place, run: impl Fn(Seed) -> String) -> Option<Seed> {
        let (header, _) = read(&place.piece(0))?;
        let seed = Seed(header.seed);
        (header.run == run(seed)).then_some(seed)
    }

    /// The pieces of a run in their place.
    pub fn of(place: Place, run: String, seed: Seed) -> Self {
        Self {
            place,
            run,
            seed,
            next: 0,
            lines: String::new(),
            since: Instant::now(),
        }
    }

    /// Gives a batch all that is there and sound, and `each` outcome of it; removes the rest.
    pub fn replay(
        &mut self,
        plan: &Plan,
        batch: &mut Batch,
        mut each: impl FnMut(Outcome) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let mut done = 0;
        'pieces: while let Some((header, lines)) = read(&self.place.piece(self.next)) {
            let Header { run, seed, piece } = &header;
            if *run != self.run || *seed != self.seed.0 || *piece != self.next {
                break;
            }
            for line in lines.lines() {
                // What cannot be the next outcome ends the reuse; it, and what follows, is made.
                let Some(outcome) = piece::parse(plan, line) else {
                    break 'pieces;
                };
                if !batch.replay(&outcome) {
                    break 'pieces;
                }
                done += u64::from(outcome.is_ok());
                each(outcome)?;
                self.lines.push_str(line);
                self.lines.push('\n');
            }
            self.next += 1;
            self.lines.clear();
        }
        // What was used of a piece in part is the beginning of the next that is written.
        self.since = Instant::now();
        self.place.sweep_from(self.next);
        Ok(done)
    }

    /// Takes note of an outcome that was made, and writes a piece now and then.
    pub fn note(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        self.lines.push_str(&piece::line(outcome));
        self.lines.push('\n');
        if self.since.elapsed() < WORTH && !fault::armed() {
            return Ok(());
        }
        self.keep()
    }

    /// Writes what there is since the last piece.
    pub fn keep(&mut self) -> Result<(), Failure> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let header = Header {
            run: self.run.clone(),
            seed: self.seed.0,
            piece: self.next,
        };
        let header = serde_json::to_string(&header).map_err(anyhow::Error::from)?;
        let body = format!("{header}\n{}", self.lines);
        let path = self.place.piece(self.next);
        let mut file = Pending::create(&path).or_unwritten(&path)?;
        let sum = output::sha256(body.as_bytes());
        writeln!(file, "{body}sha256 {sum}").or_unwritten(&path)?;
        file.commit().or_unwritten(&path)?;
        self.next += 1;
        self.lines.clear();
        self.since = Instant::now();
        Ok(())
    }
}
