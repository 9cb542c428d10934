//! The rule for duplicates of commands that use puzzles, and the flag that allows duplicates.

use ::jobs::SourceRun;
use make::Dedup;
use std::path::PathBuf;

#[derive(clap::Args, Clone, Copy, Debug, Default)]
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
    pub fn rule(self, run: Option<&SourceRun>, paths: &[PathBuf]) -> Option<Dedup> {
        if self.allow_duplicates {
            return None;
        }
        let [path] = paths else { return Some(Dedup::Class) };
        let promised = match run {
            Some(run) => Some(run.dedup()),
            None => SourceRun::of_catalog(path).map(|run| run.dedup()),
        };
        Some(promised.unwrap_or(Dedup::Class))
    }
}
