//! Which puzzles are duplicates for a command that makes something of them, and the flag that allows them.

use super::Failure;
use std::path::PathBuf;
use sudoku_press::make::batch::Dedup;
use sudoku_press::run::SourceRun;
use sudoku_press::run::shards::FinishedShards;

#[derive(clap::Args, Clone, Copy, Debug)]
pub struct DuplicateArgs {
    /// Take puzzles that come twice, also relabelled or moved, in one file or in several. Without this flag they are
    /// refused
    #[arg(long)]
    pub allow_duplicates: bool,
}

impl DuplicateArgs {
    /// The rule by which puzzles are refused as duplicates; `None` if all are taken. The run whose catalogue is the only
    /// input may have equivalent puzzles on purpose.
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
            (None, Some(sharded)) => Some(sharded.parts.plan.dedup),
            (None, None) => SourceRun::of_catalog(path).map(|run| run.dedup()),
        };
        Ok(Some(promised.unwrap_or(Dedup::Class)))
    }
}
