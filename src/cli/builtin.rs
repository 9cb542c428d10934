//! The commands `list`, `show` and `check` for designs, printers and languages.

use super::{ExitCode, Failure, FailureContext, with_stdout};
use ::jobs::Preset;
use clap::Subcommand;
use std::io::Write as _;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: PresetCommand,
}

#[derive(Subcommand, Debug)]
enum PresetCommand {
    /// List the built-in ones
    List,
    /// Print the file of one, to copy and change
    Show {
        /// Name of a built-in one, or a file
        name: String,
    },
    /// Check a file: every key known, every value in range
    Check {
        /// File to check
        file: String,
    },
}

/// Runs `list`, `show` or `check`.
pub fn run<T: Preset>(args: Args) -> Result<(), Failure> {
    match args.command {
        PresetCommand::List => with_stdout(|out| {
            T::BUILTIN.iter().try_for_each(|(name, text)| {
                let preset = T::parse(text).expect("the tests parse every built-in text");
                writeln!(out, "{name:<12} {}", preset.about())
            })
        }),
        PresetCommand::Show { name } => {
            let (_, text) = T::find(&name).usage_error()?;
            with_stdout(|out| out.write_all(text.as_bytes()))
        }
        PresetCommand::Check { file } => {
            let (read, _) = T::find(&file).usage_error()?;
            let faults = read.lint();
            if !faults.is_empty() {
                let message = format!("{file}: {}", faults.join("; "));
                return Err(Failure::msg(ExitCode::Failure, message));
            }
            with_stdout(|out| writeln!(out, "{file}: ok, {} {}", T::KIND, read.name()))
        }
    }
}
