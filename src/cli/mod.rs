//! The command line. The only user of clap and its companions, indicatif and anyhow; one
//! file a command.

mod answer;
mod archive;
mod book;
mod canon;
mod check;
mod color;
mod completions;
mod cover;
mod dealt;
mod export;
mod failure;
mod fields;
mod finished;
mod generate;
mod grids;
mod input;
mod job;
mod keep;
mod locks;
mod make;
mod man;
mod night;
mod one;
mod origin;
mod pack;
mod pieces;
mod preflight;
mod press;
mod printer;
mod progress;
mod rate;
mod run;
mod settings;
mod shelf;
mod solve;
mod stop;
mod summary;
mod transform;
mod verify;
mod watch;
mod work;

use clap::{CommandFactory as _, Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;
use sudoku_press::book::{Language, Template};
use sudoku_press::print::Printer;

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
    Run(Box<run::Args>),
    /// Make puzzles and their catalogue
    Generate(generate::Args),
    /// Make a book of the puzzles of catalogues
    Book(book::Args),
    /// Make the cover of such a book: front, spine and back on one sheet
    Cover(cover::Args),
    /// Write single puzzles for editors: drawings or text, with a table for data merge
    Export(export::Args),
    /// Prove catalogues, books and finished runs again from nothing
    Verify(verify::Args),
    /// List, show or check book designs
    Template(shelf::Args),
    /// List, show or check printers' figures
    Printer(shelf::Args),
    /// List, show or check languages of books
    Lang(shelf::Args),
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
    /// Query or update the archive of everything ever printed
    Archive(archive::Args),
    /// Print the effective settings of a job
    Job(job::Args),
    /// Print completions for a shell
    Completions(completions::Args),
    /// Print the manual page, or write those of all commands
    Man(man::Args),
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    #[cfg(debug_assertions)]
    if let Ok(order) = std::env::var("SUDOKU_FAULT") {
        sudoku_press::files::fault::arm(&order);
    }
    let code = match done() {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    };
    watch::end(code);
    code.into()
}

fn done() -> Result<(), Failure> {
    let all = job::expand(&Cli::command(), std::env::args_os().collect())?;
    let cli = job::parsed(Cli::try_parse_from(&all.line))?;
    watch::forget();
    match cli.command {
        Command::Run(args) => run::run(*args),
        Command::Generate(args) => generate::run(args),
        Command::Book(args) => book::run(args),
        Command::Cover(args) => cover::run(args),
        Command::Export(args) => export::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Template(args) => shelf::run::<Template>(args),
        Command::Printer(args) => shelf::run::<Printer>(args),
        Command::Lang(args) => shelf::run::<Language>(args),
        Command::Preflight(args) => preflight::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Canon(args) => canon::run(args),
        Command::Transform(args) => transform::run(args),
        Command::One(args) => one::run(args),
        Command::Archive(args) => archive::run(args),
        Command::Job(args) => job::run(args, &all, &Cli::command()),
        Command::Completions(args) => completions::run(args, Cli::command()),
        Command::Man(args) => man::run(args, Cli::command()),
    }
}
