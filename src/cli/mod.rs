//! The command line. The only user of clap, indicatif and anyhow; one file a command.

mod book;
mod failure;
mod generate;
mod make;
mod press;
mod progress;
mod run;
mod summary;
mod template;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Makes printable Sudoku books: graded puzzles, none twice, with a catalogue and an answer key
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make puzzles, their catalogue and the book, in a folder of their own
    Run(run::Args),
    /// Make puzzles and their catalogue
    Generate(generate::Args),
    /// Make a book of the puzzles of catalogues
    Book(book::Args),
    /// List, show or check book designs
    Template(template::Args),
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Book(args) => book::run(args),
        Command::Template(args) => template::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
