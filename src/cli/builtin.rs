//! The commands `list`, `show` and `check` for designs, printers and languages.

use super::{Code, Failure, OrFail, print};
use clap::Subcommand;
use std::io::Write as _;
use sudoku_press::run::{Preset, find_preset};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
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
    match args.what {
        What::List => print(|out| {
            T::BUILTIN.iter().try_for_each(|(name, text)| {
                let about = T::parse(text).map(|read| read.about());
                let about = about.expect("the tests parse every built-in text");
                writeln!(out, "{name:<12} {about}")
            })
        }),
        What::Show { name } => {
            let (_, text) = find_preset::<T>(&name).or_usage()?;
            print(|out| out.write_all(text.as_bytes()))
        }
        What::Check { file } => {
            let (read, _) = find_preset::<T>(&file).or_usage()?;
            let faults = read.lint();
            if !faults.is_empty() {
                let words = format!("{file}: {}", faults.join("; "));
                return Err(Failure::say(Code::No, words));
            }
            print(|out| writeln!(out, "{file}: ok, {} {}", T::KIND, read.name()))
        }
    }
}
