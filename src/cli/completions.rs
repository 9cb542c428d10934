//! `completions`: prints the completion script of a shell, for commands, flags, their values and
//! file names.

use super::{Failure, with_stdout};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use std::io::Write as _;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press completions bash > ~/.local/share/bash-completion/completions/sudoku-press
    sudoku-press completions zsh > ~/.zfunc/_sudoku-press      # a folder of your $fpath
    sudoku-press completions fish > ~/.config/fish/completions/sudoku-press.fish")]
pub struct Args {
    /// The shell to print completions for
    #[arg(value_enum, ignore_case = true)]
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: Args, command: Command) -> Result<(), Failure> {
    let (mut script, mut command) = (Vec::new(), with_hints(command));
    let Shell::Bash = args.shell else {
        clap_complete::generate(args.shell, &mut command, "sudoku-press", &mut script);
        return with_stdout(|out| out.write_all(&script));
    };
    // clap_complete 4.6 spells the hyphen of the name in two ways for bash, and then finds no
    // command after the first word. Therefore the script is generated for another name, and bound
    // to the program.
    clap_complete::generate(Shell::Bash, &mut command, "sudoku_press", &mut script);
    let script = String::from_utf8_lossy(&script);
    let bound = script.replace(" -o default sudoku_press\n", " -o default sudoku-press\n");
    with_stdout(|out| out.write_all(bound.as_bytes()))
}

/// Adds a hint to each argument that takes a file or a folder, so that names with spaces are
/// completed correctly.
fn with_hints(command: Command) -> Command {
    let hinted = |arg: Arg| match arg.get_value_names().map(|names| names[0].to_string()).as_deref()
    {
        Some(name) if name.starts_with("FILE") => arg.value_hint(ValueHint::FilePath),
        Some("FOLDER") => arg.value_hint(ValueHint::DirPath),
        _ => arg,
    };
    command.mut_args(hinted).mut_subcommands(with_hints)
}
