//! The command line, with one file per command. Only this room uses clap and its companions,
//! indicatif and anyhow.

mod answer;
mod archive;
mod book;
mod builtin;
mod child;
mod choice;
mod color;
mod completions;
mod cover;
mod duplicates;
mod exit_code;
mod explain;
mod export;
mod exported;
mod failure;
mod flags;
mod generate;
mod help;
mod input;
mod job;
mod job_remedy;
mod layers;
mod leaks;
mod list;
mod listing;
mod locks;
mod man;
mod messages;
mod next_step;
mod observer;
mod one;
mod preflight;
mod progress;
mod puzzle_facts;
mod rate;
mod rate_columns;
mod run;
mod series;
mod shards;
mod signals;
mod solve;
mod spine;
mod stats;
mod studio;
mod terminal;
mod transform;
mod transform_parts;
mod verify;

// Items that commands share.
use answer::{AnswerArgs, AnswerOutput, Verdict, confirm, with_stdout};
use child::{ForeignInputs, ProcessRole, judge_book_files_first, judge_first, read_packed_table};
use choice::{AnswerFormat, Choice, ReportFormat, answers, lists, one_of};
use color::Colors;
use duplicates::DuplicateArgs;
use exit_code::ExitCode;
use failure::{Failure, FailureContext, usage_error};
use input::{
    ColumnArgs, InputArgs, InputItem, SizeArgs, catalogs, finished_run, notes, page_count,
};
use locks::LockArgs;
use messages::{Messages, eprint_line};
use observer::CliObserver;
use run::{check_shortfall, seed_or_draw};
use signals::CONTINUE_HINT;
use spine::SpineArgs;
use terminal::{Stdout, is_stdout_terminal, printable};

use ::book::{Language, Template};
use ::jobs::Job;
use ::preflight::Printer;
use ::proof::verify::counted;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use layers::CollectedSettings;
use serde_json::json;
use std::ffi::OsString;
use words::shorten_values;

/// The output of `--version`, for bug reports. `-V` prints only the version.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\nfeatures: ",
    env!("BUILT_FEATURES"),
    "\nprofile: ",
    env!("BUILT_PROFILE"),
    "\ncommit: ",
    env!("BUILT_COMMIT"),
);

/// Makes printable Sudoku books: graded puzzles, none twice, with a catalogue and an answer
/// key
#[derive(Parser)]
#[command(version, long_version = LONG_VERSION, max_term_width = help::WIDTH)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make puzzles, their catalogue and the book, in a folder
    Run(run::Args),
    /// Make puzzles and their catalogue
    Generate(generate::Args),
    /// Join a catalogue that is made in shards, and show what is missing
    Shards(Box<shards::Args>),
    /// Make a book from catalogues
    Book(book::Args),
    /// Make the cover of a book: front, spine and back on one sheet
    Cover(cover::Args),
    /// Write the metadata that a shop asks for: description, keywords, categories, figures
    Listing(listing::Args),
    /// Make the volumes of a series that are not finished yet, in all languages, with covers
    Series(series::Args),
    /// Write single puzzles as drawings or text, with a table for data merge, or as a workbook
    Export(export::Args),
    /// Check puzzles, catalogues, books and finished runs from scratch, and show every page
    Verify(verify::Args),
    /// List, show or check book designs
    Template(builtin::Args),
    /// List, show or check printers' figures
    Printer(builtin::Args),
    /// List, show or check languages of books
    Lang(builtin::Args),
    /// Check a finished PDF against the rules of a printer
    Preflight(preflight::Args),
    /// Solve puzzles, or report that they have no solution or several
    Solve(solve::Args),
    /// Rate puzzles: by the published score, or by the hardest step that a person needs
    Rate(rate::Args),
    /// Explain the solution of puzzles step by step, in words or with drawings, or give a hint
    Explain(explain::Args),
    /// Convert, filter and sort lists of puzzles, or transform puzzles into equivalent ones
    Transform(transform::Args),
    /// Make one puzzle and print it
    One(one::Args),
    /// Query or update the archive of everything ever printed
    Archive(archive::Args),
    /// Print the effective settings of a job
    Job(job::Args),
    /// Set up, see and make books on a page in the browser
    Studio(studio::Args),
    /// Print shell completions
    Completions(completions::Args),
    /// Print the manual page, or write the pages of all commands
    Man(man::Args),
}

impl Command {
    /// Returns the inputs of a command that runs in a child process; `None` for all others.
    fn foreign_inputs(&self) -> Option<ForeignInputs> {
        match self {
            Self::Verify(args) => Some(args.foreign_inputs()),
            Self::Preflight(args) => Some(args.foreign_inputs()),
            _ => None,
        }
    }
}

/// Runs the command line.
pub fn main() -> std::process::ExitCode {
    let (line, is_child) = match ProcessRole::begin(std::env::args_os().collect()) {
        ProcessRole::Judge(code) => return code,
        ProcessRole::Child(line) => (line, true),
        ProcessRole::Parent(line) => (line, false),
    };
    // The parent of a child looks at the signal that ended it.
    if !is_child {
        signals::exit_on_abort();
    }
    signals::ignore_file_size_signal();
    let has_word = |wanted: &str| line.iter().any(|word| word == wanted);
    let mut command = help::grouped(command_line(has_word), has_word("-h"));
    let matches = command.try_get_matches_from_mut(&line);
    let collected = match &matches {
        Ok(matches) => layers::collect(&command, matches),
        Err(_) if command.get_subcommands().all(|one| !has_word(one.get_name())) => {
            // Only commands have settings.
            CollectedSettings::default()
        }
        Err(_) => layers::collect_from_rejected(command_line(has_word), &line),
    };
    let CollectedSettings { job, failure, flag_error, note } = collected;
    let messages = Messages::new(&job.message_settings());
    note.iter().for_each(|note| messages.info(note));
    job.notes().iter().for_each(|note| messages.info(note));
    let done = match failure {
        Some(failure) => Err(failure),
        None => {
            // A value that clap accepts may still be invalid for the setting.
            let right = |cli| flag_error.map_or(Ok(cli), |error| Err(error).usage_error());
            let cli = read_matches(matches, &line, &messages).and_then(right);
            let checked = cli.and_then(|cli| messages.check_metrics_file().map(|()| cli));
            checked.and_then(|cli: Cli| {
                if !is_child
                    && let Some(inputs) = cli.command.foreign_inputs()
                    && let Some(ended) = inputs.supervise(&line)
                {
                    // The child has said everything.
                    return ended.map(Some);
                }
                let done = run_command(cli.command, &job, &messages);
                done.map(|()| None).map_err(|failure| failure.with_job(&job))
            })
        }
    };
    let done = match done {
        Ok(Some(code)) => return code.into(),
        Ok(None) => Ok(()),
        Err(failure) => Err(failure),
    };
    let code = match done.err().and_then(|failure| signals::signal_exit(failure).describe()) {
        None => 0,
        Some((message, code)) => {
            messages.error(message, json!({ "code": code }));
            code
        }
    };
    messages.finish(code).into()
}

/// Returns the command line with the flags of settings of the commands that are called.
fn command_line(is_called: impl Fn(&str) -> bool) -> clap::Command {
    flags::with_settings(Cli::command(), is_called)
}

/// Reads what clap has parsed. Help and version are printed here, and so are clap's errors for
/// people.
fn read_matches(
    matches: Result<ArgMatches, clap::Error>,
    line: &[OsString],
    messages: &Messages,
) -> Result<Cli, Failure> {
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|mut e| {
        let other = help::other_command(&e, line).or_else(|| help::switched_off(&e));
        if let Some(message) = other {
            return usage_error(message);
        }
        help::suggest_flag(&mut e, line);
        let message = e.to_string();
        if e.use_stderr() && messages.are_json() {
            return usage_error(message.trim_start_matches("error: ").trim_end());
        }
        let short = shorten_values(&message);
        if !e.use_stderr() || printable(&short) == message {
            drop(e.print())
        } else {
            terminal::eprint(&short)
        }
        let code = e.exit_code();
        messages.finish(code as u8);
        std::process::exit(code);
    })
}

fn run_command(command: Command, job: &Job, messages: &Messages) -> Result<(), Failure> {
    let settings = || job.settings().usage_error();
    match command {
        Command::Run(args) => run::run(&args, &settings()?, messages),
        Command::Generate(args) => generate::run(&args, job, &settings()?, messages),
        Command::Shards(args) => shards::run(&args, messages),
        Command::Book(args) => book::run(args, job, &settings()?, messages),
        Command::Cover(args) => cover::run(args, job, &settings()?, messages),
        Command::Listing(args) => listing::run(args, job, &settings()?, messages),
        Command::Series(args) => series::run(args, messages),
        Command::Export(args) => export::run(args, job, &settings()?),
        Command::Verify(args) => verify::run(args, messages),
        Command::Template(args) => builtin::run::<Template>(args),
        Command::Printer(args) => builtin::run::<Printer>(args),
        Command::Lang(args) => builtin::run::<Language>(args),
        Command::Preflight(args) => preflight::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Transform(args) => transform::run(args),
        Command::One(args) => one::run(args, messages),
        Command::Archive(args) => archive::run(args),
        Command::Job(args) => job::run(&args, job),
        Command::Studio(args) => studio::run(&args, messages),
        Command::Completions(args) => completions::run(args, command_line(|_| true)),
        Command::Man(args) => man::run(args, command_line(|_| true)),
    }
}
