//! The command line. The only user of clap and its companions, indicatif and anyhow; one
//! file a command.

mod answer;
mod book;
mod canon;
mod check;
mod color;
mod completions;
mod failure;
mod fields;
mod generate;
mod grids;
mod input;
mod make;
mod man;
mod one;
mod preflight;
mod press;
mod printer;
mod printers;
mod progress;
mod rate;
mod run;
mod solve;
mod summary;
mod template;
mod transform;

use clap::{CommandFactory as _, Parser, Subcommand};
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
    /// List, show or check printers' figures
    Printer(printers::Args),
    /// Say whether a finished PDF is what a printer wants
    Preflight(preflight::Args),
    /// Solve puzzles, or say that they have no solution or several
    Solve(solve::Args),
    /// Say whether puzzles keep the rules, are solved, have one solution
    Check(check::Args),
    /// Say how hard puzzles are: the three items of the score, the total and the level
    Rate(rate::Args),
    /// Bring puzzles into canonical form, which is the same for all disguises of a puzzle
    Canon(canon::Args),
    /// Disguise puzzles, at random or as told; or write them in another form
    Transform(transform::Args),
    /// Make one puzzle and show it
    One(one::Args),
    /// Print completions for a shell
    Completions(completions::Args),
    /// Print the manual page, or write those of all commands
    Man(man::Args),
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Book(args) => book::run(args),
        Command::Template(args) => template::run(args),
        Command::Printer(args) => printers::run(args),
        Command::Preflight(args) => preflight::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Canon(args) => canon::run(args),
        Command::Transform(args) => transform::run(args),
        Command::One(args) => one::run(args),
        Command::Completions(args) => completions::run(args, Cli::command()),
        Command::Man(args) => man::run(args, Cli::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
