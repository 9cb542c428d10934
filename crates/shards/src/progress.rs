//! The progress of a sharded run, computed from its folder alone.

use super::{ShardedRun, first_mismatch};
use files::fs_path;
use files::output::FileRecord;
use jobs::RunError;
use std::path::Path;
use std::time::{Duration, SystemTime};
use words::{shell_path, shell_word};

/// The progress of a sharded run. Parts are given by their index.
#[derive(Clone, Debug, Default)]
pub struct ShardProgress {
    /// Number of parts that are made.
    pub made: usize,
    /// Number of their puzzles; 0 for a run that is joined.
    pub puzzles: u64,
    /// Parts that are not made.
    pub missing: Vec<usize>,
    /// Parts whose manifest names a file that is gone or has changed.
    pub lost: Vec<usize>,
    /// A sentence for each file that has changed, if files were read.
    pub changed: Vec<String>,
    /// The time until all parts are made, at the present speed; `None` if that is unknown.
    pub left: Option<Duration>,
    /// The next command.
    pub next: String,
}

/// Returns the time that open parts of this cost need, if parts of cost `cost` took the time
/// `span`. `None` if the result is not a time, because file times can have any value.
fn time_left(span: Duration, cost: u64, open: u64) -> Option<Duration> {
    Duration::try_from_secs_f64(span.as_secs_f64() * open as f64 / cost as f64).ok()
}

/// A part that is made, by its cost and the time of its manifest.
struct MadePart {
    time: SystemTime,
    cost: u64,
}

impl ShardedRun {
    /// Returns the progress of the run. With `check`, the content of files is verified; otherwise
    /// only their sizes are compared.
    ///
    /// # Errors
    /// [`RunError`] if a manifest cannot be read.
    pub fn progress(&self, check: bool) -> Result<ShardProgress, RunError> {
        if self.is_joined()? {
            // The catalogue does not need the parts any more.
            let paths = self.catalog_paths()?;
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            let next = format!("nothing; the catalogue is {}", paths.join(", "));
            return Ok(ShardProgress { made: self.all.len(), next, ..ShardProgress::default() });
        }
        let mut progress = ShardProgress::default();
        let (mut times, mut open) = (Vec::new(), 0);
        let folder = self.made_folder();
        for (index, made) in self.states(self.all.len())? {
            let cost = self.all[index].cost();
            let Some(made) = made else {
                progress.missing.push(index);
                open += cost;
                continue;
            };
            if progress.is_lost(&folder, &[made.catalog, made.keys], check)? {
                progress.lost.push(index);
                open += cost;
                continue;
            }
            progress.made += 1;
            progress.puzzles += made.rows;
            let manifest = folder.join(self.all[index].manifest_file());
            let time = fs_path::metadata_opt(&manifest).ok().flatten();
            times.extend(
                time.and_then(|found| found.modified().ok()).map(|time| MadePart { time, cost }),
            );
        }
        progress.left = estimate(&times, open);
        progress.next = self.next_step(&progress);
        Ok(progress)
    }

    /// Returns the next command.
    fn next_step(&self, progress: &ShardProgress) -> String {
        let lacking: Vec<usize> = progress.lacking().collect();
        if let Some(index) = lacking.iter().min() {
            let others = if lacking.len() > 1 { "; the same for the others" } else { "" };
            return format!("{}{others}", self.remake_command(*index));
        }
        let archive = match &self.launch.archive {
            Some(name) => format!(" --archive {}", shell_word(name)),
            None => String::new(),
        };
        let folder = shell_path(&self.folder);
        format!("`sudoku-press shards join {folder}{archive}`")
    }
}

impl ShardProgress {
    /// Returns the parts that must be made.
    pub fn lacking(&self) -> impl Iterator<Item = usize> {
        self.missing.iter().chain(&self.lost).copied()
    }

    /// Returns true if a file of a part is missing or has changed. With `check`, a sentence about
    /// the first one is kept.
    fn is_lost(
        &mut self,
        folder: &Path,
        files: &[FileRecord],
        check: bool,
    ) -> Result<bool, RunError> {
        if check {
            let sentence = first_mismatch(folder, files)?;
            let is_lost = sentence.is_some();
            self.changed.extend(sentence);
            return Ok(is_lost);
        }
        Ok(files.iter().any(|file| {
            let found = fs_path::metadata_opt(&folder.join(&file.name)).ok().flatten();
            found.is_none_or(|found| found.len() != file.size)
        }))
    }
}

/// Returns the time that open parts of this cost need at the speed of the parts that are made.
fn estimate(made: &[MadePart], open: u64) -> Option<Duration> {
    let first = made.iter().min_by_key(|part| (part.time, part.cost))?;
    let last = made.iter().map(|part| part.time).max()?;
    // The cost of the first part was spent before its time.
    let cost = made.iter().map(|part| part.cost).sum::<u64>() - first.cost;
    if cost == 0 || open == 0 {
        return None;
    }
    time_left(last.duration_since(first.time).ok()?, cost, open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_files_that_no_clock_has_leave_no_time() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(minute, 39, 78), Some(2 * minute));
        assert_eq!(time_left(Duration::MAX, 39, u64::MAX), None);
        assert_eq!(time_left(minute, 0, 78), None);
    }
}
