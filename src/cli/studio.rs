//! `studio`: serves the page on which books are set up, seen and made.

use super::run::source_date;
use super::{ExitCode, Failure, Messages, locks, signals, usage_error, with_stdout};
use ::proof::isolation::own_program;
use ::studio::{OpenStudio, Studio, StudioOptions, StudioStart};
use files::fs_path::{create_dir, is_dir};
use std::env;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The page is for this machine alone, and its address has a secret: do not pass it on. Ctrl-C ends the
studio; drafts and finished books stay in the folder.

Examples:
    sudoku-press studio
    sudoku-press studio books --port 8017 --no-browser")]
pub struct Args {
    /// The folder of the books
    #[arg(default_value = ".", value_name = "FOLDER")]
    folder: PathBuf,

    /// Port on this machine; 0 takes a free one [default: the same one at each start in this
    /// folder, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Print the address only; do not open it in a browser
    #[arg(long)]
    no_browser: bool,
}

/// The hint after a signal.
const HINT: &str = "drafts are kept; start the studio again to continue";

/// Serves the page until a signal or the page itself ends the studio.
pub fn run(args: &Args, messages: &Messages) -> Result<(), Failure> {
    create_dir(&args.folder).map_err(|e| {
        let folder = args.folder.display();
        usage_error(format_args!(
            "cannot use {folder} as the folder of the books: {e}; name another folder"
        ))
    })?;
    let options = StudioOptions {
        open,
        folder: args.folder.clone(),
        port: args.port,
        work: private_places(),
        reader: own_program(),
        holder: locks::holder(),
        now: locks::now,
        dated: source_date()?,
        exit_code: |error| ExitCode::from_run_error(error) as u8,
    };
    let failed = |e| Failure::msg(ExitCode::Io, format_args!("cannot serve the studio: {e}"));
    let start = Studio::start(options).map_err(|e| match (e.kind(), args.port) {
        (ErrorKind::TimedOut, _) => Failure::msg(ExitCode::Locked, e),
        (ErrorKind::AddrInUse, Some(port)) => Failure::msg(
            ExitCode::Io,
            format_args!(
                "port {port} is in use by another program; choose another one with --port, or \
                 leave --port out"
            ),
        ),
        _ => failed(e),
    })?;
    let studio = match start {
        StudioStart::Listening(studio) => studio,
        StudioStart::Open(studio) => return show(&studio, args, messages),
    };
    print_address(&studio.address())?;
    if studio.has_other_port() {
        messages.info(OTHER_STUDIO);
    }
    if !args.no_browser {
        match studio.write_redirect() {
            Ok(file) if open(&file) => {}
            _ => messages.info(OPEN_BY_HAND),
        }
    }
    messages.info("Ctrl-C ends the studio");
    studio.serve(&signals::install(HINT, messages)).map_err(failed)
}

/// Shows the page of a studio that has the folder open already, in the browser or by its address.
fn show(studio: &OpenStudio, args: &Args, messages: &Messages) -> Result<(), Failure> {
    if args.no_browser {
        print_address(&studio.address())?;
        messages.info("the studio of this folder is open already; this is its address");
        return Ok(());
    }
    match studio.write_redirect() {
        Ok(file) if open(&file) => {
            messages.info("the studio of this folder is open already; the browser shows its page");
        }
        _ => {
            print_address(&studio.address())?;
            messages.info(OPEN_BY_HAND);
        }
    }
    Ok(())
}

fn print_address(address: &str) -> Result<(), Failure> {
    with_stdout(|out| {
        writeln!(out, "{address}")?;
        out.flush()
    })
}

/// The message if the usual port of the folder is taken, and by no studio of this user.
const OTHER_STUDIO: &str = "the usual port of this folder is taken, perhaps by the studio of \
                            another user; a book that two windows change asks which version stays";

/// The message if no browser can be started.
const OPEN_BY_HAND: &str = "open the address above in a browser on this machine";

/// Returns the folders for private files, best first. Browsers that are snaps read nothing outside
/// of the home, and nothing hidden in it.
fn private_places() -> Vec<PathBuf> {
    let home = env::home_dir().filter(|_| is_dir(Path::new("/snap")).unwrap_or(false));
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    home.into_iter().chain(runtime).chain([env::temp_dir()]).collect()
}

/// Opens a file or a folder with its program of the desktop. Returns false if there is no desktop.
fn open(file: &Path) -> bool {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let quiet = Stdio::null;
    let mut command = Command::new(program);
    command.args(first).arg(file).stdin(quiet()).stdout(quiet()).stderr(quiet());
    command.spawn().is_ok()
}
