//! Tools of others, and rights, without which a test proves nothing: a missing one fails the test,
//! unless `SUDOKU_PRESS_SKIP` names it.

use std::process::{Command, Stdio};

/// The variable with the names of tools that may be missing, with commas between them.
const SKIPPED: &str = "SUDOKU_PRESS_SKIP";

/// Returns true if the tool works, as the caller has found out. Fails if it does not and
/// `SUDOKU_PRESS_SKIP` does not name it.
#[track_caller]
pub fn has(tool: &str, works: bool) -> bool {
    if works {
        return true;
    }
    let skipped = std::env::var(SKIPPED).unwrap_or_default();
    let is_named = skipped.split(',').any(|name| name.trim() == tool);
    assert!(
        is_named,
        "this test needs {tool}, which does not work here: install it, or leave the test out with {SKIPPED}={tool} \
         (tests/README.md)"
    );
    eprintln!("skipped: {SKIPPED} names {tool}");
    false
}

/// Returns true if the program answers to this flag. Fails as [`has`] does.
#[track_caller]
pub fn answers(tool: &str, flag: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg(flag).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    has(tool, command.status().is_ok_and(|status| status.success()))
}
