//! The rule for duplicates of commands that use puzzles, and the flag that allows duplicates.

use super::Failure;
use engine::make::batch::Dedup;
use std::path::PathBuf;
use sudoku_press::run::SourceRun;
use sudoku_press::run::shards::FinishedShards;

#[derive(clap::Args, Clone, Copy, Debug)]
pub struct DuplicateArgs {
    /// Accept puzzles that occur twice, even relabelled or moved, in one file or in several.
    /// Without this flag they are refused
    #[arg(long)]
    pub allow_duplicates: bool,
}

impl DuplicateArgs {
    /// Returns the rule by which puzzles are refused as duplicates; `None` if all are accepted. A
    /// run may contain equivalent puzzles on purpose, so the catalogue of a run as the only input
    /// is judged by the rule of that run.
    pub fn rule(
        self,
        run: Option<&SourceRun>,
        paths: &[PathBuf],
    ) -> Result<Option<Dedup>, Failure> {
        if self.allow_duplicates {
            return Ok(None);
        }
        let [path] = paths else { return Ok(Some(Dedup::Class)) };
        let promised = match (run, FinishedShards::open(path)?) {
            (Some(run), _) => Some(run.dedup()),
            (None, Some(sharded)) => Some(sharded.parts.plan.dedup()),
            (None, None) => SourceRun::of_catalog(path).map(|run| run.dedup()),
        };
        Ok(Some(promised.unwrap_or(Dedup::Class)))
    }
}
