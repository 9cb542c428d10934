//! `completions`: what a shell needs to complete commands and flags.

use super::failure::{Failure, OrFail};
use clap_complete::Shell;
use std::io::{self, Write as _};
use std::path::Path;

/// What the user typed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Where the completions go, for example:
    sudoku-press completions bash > ~/.local/share/bash-completion/completions/sudoku-press
    sudoku-press completions zsh > ~/.zfunc/_sudoku-press      # a folder of your $fpath
    sudoku-press completions fish > ~/.config/fish/completions/sudoku-press.fish")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: Args, mut command: clap::Command) -> Result<(), Failure> {
    // Into memory first: clap_complete takes no error of the writer, not even a closed pipe.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sudoku-press", &mut text);
    let written = io::stdout().lock().write_all(&text);
    written.or_unwritten(Path::new("standard output"))
}
