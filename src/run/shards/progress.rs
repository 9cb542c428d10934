//! The progress of a sharded run, computed from its folder alone.

use super::{ShardedRun, first_mismatch, shell_word};
use crate::run::RunError;
use std::path::Path;
use std::time::Duration;
use store::files::fs_path;
use store::files::output::FileRecord;

/// The progress of a sharded run. Parts are given by their index.
#[derive(Clone, Debug, Default)]
pub struct ShardProgress {
    /// Number of parts that are made.
    pub made: usize,
    /// Number of their puzzles.
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

/// The next step of a finished run.
const NOTHING: &str = "nothing; the run is finished";

/// Returns the time that open parts of this cost need, if parts of cost `cost` took the time
/// `span`. `None` if the result is not a time, because file times can have any value.
fn time_left(span: Duration, cost: u64, open: u64) -> Option<Duration> {
    Duration::try_from_secs_f64(span.as_secs_f64() * open as f64 / cost as f64).ok()
}

impl ShardedRun {
    /// Returns the command of a step, in backquotes.
    pub(super) fn step(&self, step: &str, flags: &str) -> String {
        let folder = shell_word(&self.folder.display().to_string());
        let archive = self.launch.archive.as_deref().map(shell_word);
        let archive = archive.map(|name| format!(" --archive {name}")).unwrap_or_default();
        format!("`sudoku-press shards {step} {folder}{flags}{archive}`")
    }

    /// Returns the progress of the run. With `check`, the content of files is verified; otherwise
    /// only their sizes are compared.
    ///
    /// # Errors
    /// [`RunError`] if a manifest cannot be read.
    pub fn progress(&self, check: bool) -> Result<ShardProgress, RunError> {
        let mut changed = Vec::new();
        let mut differs = |folder: &Path, file: &FileRecord| {
            if !check {
                let path = folder.join(&file.name);
                let found = fs_path::metadata_opt(&path).ok().flatten();
                return Ok(found.is_none_or(|found| found.len() != file.size));
            }
            let sentence = first_mismatch(folder, [file])?;
            let is_other = sentence.is_some();
            changed.extend(sentence);
            Ok::<_, RunError>(is_other)
        };
        let finished = self.manifest()?;
        let mut finals = finished.iter().flat_map(|manifest| &manifest.files);
        let whole = finals.try_fold(true, |whole, file| {
            Ok::<_, RunError>(whole & !differs(&self.folder, file)?)
        })?;
        let states = self.states(self.all.len())?;
        // A complete run does not need the files it was made from.
        if let Some(manifest) = finished.as_ref().filter(|_| whole)
            && states.iter().all(|(_, made)| made.is_none())
        {
            return Ok(ShardProgress {
                made: manifest.files.len(),
                puzzles: manifest.counts.values().sum(),
                changed,
                next: NOTHING.to_owned(),
                ..ShardProgress::default()
            });
        }
        let (mut missing, mut lost, mut times) = (Vec::new(), Vec::new(), Vec::new());
        let (mut puzzles, mut done, mut open) = (0, 0, 0);
        for (index, made) in states {
            let cost = self.all[index].cost();
            let Some(made) = made else {
                missing.push(index);
                open += cost;
                continue;
            };
            let made_in = self.path("made");
            if differs(&made_in, &made.catalog)? | differs(&made_in, &made.keys)? {
                lost.push(index);
                open += cost;
                continue;
            }
            puzzles += made.rows;
            done += cost;
            let manifest = made_in.join(format!("{}.json", self.all[index].name()));
            let time = fs_path::metadata_opt(&manifest)
                .ok()
                .flatten()
                .and_then(|found| found.modified().ok());
            times.extend(time.map(|time| (time, cost)));
        }
        let made = times.len();
        let span = match (times.iter().min(), times.iter().max()) {
            // The cost of the first part was spent before its time.
            (Some((first, cost)), Some((last, _))) if made > 1 => {
                last.duration_since(*first).ok().map(|span| (span, done - cost))
            }
            _ => None,
        };
        let left = span.filter(|(_, cost)| *cost > 0 && open > 0);
        let left = left.and_then(|(span, cost)| time_left(span, cost, open));
        let merged = self.merged();
        let of = merged.as_ref().map_or(1, Vec::len);
        let mut slice = merged.is_err().then_some(0);
        for (bucket, merged) in merged.iter().flatten().enumerate() {
            let merge = self.path("merge");
            if differs(&merge, &merged.held)? | differs(&merge, &merged.lost)? {
                slice = slice.or(Some(bucket));
            }
        }
        let lacking: Vec<usize> = missing.iter().chain(&lost).copied().collect();
        let next = if finished.is_some() && whole {
            NOTHING.to_owned()
        } else if let Some(index) = lacking.iter().min() {
            let others = if lacking.len() > 1 { "; the same for the others" } else { "" };
            format!("{}{others}", self.remake_command(*index))
        } else if let Some(slice) = slice {
            let more = if merged.is_err() { ", or in more slices" } else { "" };
            format!("{}{more}", self.step("merge", &format!(" --slice {slice}/{of}")))
        } else if self.patch().is_err() {
            self.step("settle", "")
        } else {
            self.step("finish", "")
        };
        Ok(ShardProgress { made, puzzles, missing, lost, changed, left, next })
    }
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
