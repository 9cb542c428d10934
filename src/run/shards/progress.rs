//! How far a sharded run has come, from its folder alone.

use super::{Finished, Parts};
use crate::run::RunError;
use crate::store::files;
use std::time::Duration;

/// How far a sharded run has come. Parts are named by their index.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Number of parts that are made.
    pub made: usize,
    /// Number of their puzzles.
    pub puzzles: u64,
    /// Parts that are not made.
    pub missing: Vec<usize>,
    /// Parts whose manifest names a file that is gone or has another size.
    pub lost: Vec<usize>,
    /// The time until all are made, if they come as before; `None` if that is not known.
    pub left: Option<Duration>,
    /// The next command.
    pub next: String,
}

impl Parts {
    /// Tells how far the run has come. Files are not read, but for the manifests.
    ///
    /// # Errors
    /// When a manifest cannot be read.
    pub fn progress(&self) -> Result<Progress, RunError> {
        let (mut missing, mut lost, mut times) = (Vec::new(), Vec::new(), Vec::new());
        let (mut puzzles, mut done, mut open) = (0, 0, 0);
        for (index, made) in self.states(self.all.len())? {
            let cost = self.all[index].cost();
            let Some(made) = made else {
                missing.push(index);
                open += cost;
                continue;
            };
            let about = |name: &str| {
                let path = self.path("made").join(name);
                files::at(&path).and_then(|place| place.about(&path)).ok()
            };
            let size = |name: &str| about(name).map(|(size, _)| size);
            let whole = [&made.catalog, &made.keys].map(|file| size(&file.name) == Some(file.size));
            if whole.contains(&false) {
                lost.push(index);
                open += cost;
                continue;
            }
            puzzles += made.rows;
            done += cost;
            let manifest = about(&format!("{}.json", self.all[index].name()));
            times.extend(manifest.map(|(_, time)| (time, cost)));
        }
        let made = times.len();
        let span = match (times.iter().min(), times.iter().max()) {
            // The cost of the first part was paid before it was there.
            (Some((first, cost)), Some((last, _))) if made > 1 => {
                last.duration_since(*first).ok().map(|span| (span, done - cost))
            }
            _ => None,
        };
        let left = span.filter(|(_, cost)| *cost > 0 && open > 0);
        let left = left.map(|(span, cost)| span.mul_f64(open as f64 / cost as f64));
        let folder = self.folder.display();
        let next = if missing.len() + lost.len() > 0 {
            "sudoku-press generate with --into and the same flags".to_owned()
        } else if self.merged().is_err() {
            format!("sudoku-press shards merge {folder} --slice 0/1, or in more slices")
        } else if self.patch().is_err() {
            format!("sudoku-press shards settle {folder}")
        } else if Finished::open(&self.folder).is_ok_and(|finished| finished.is_some()) {
            "nothing; the run is finished".to_owned()
        } else {
            format!("sudoku-press shards finish {folder}")
        };
        Ok(Progress { made, puzzles, missing, lost, left, next })
    }
}
