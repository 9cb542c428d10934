//! `man`: writes manual pages from the same definitions as `--help`.

use super::{Failure, FailureContext, with_stdout};
use clap_mangen::Man;
use files::{fs_path, output};
use std::io::Write as _;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press man | man -l -                # read the program's page
    sudoku-press man ~/.local/share/man/man1   # install all pages")]
pub struct Args {
    /// Folder for the pages of the program and of each command [default: print the program's page]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Prints or writes the pages.
pub fn run(args: Args, command: clap::Command) -> Result<(), Failure> {
    // A manual page does not describe the build.
    let mut command = command.long_version(None);
    command.build();
    let Some(folder) = args.folder else {
        let page = page(&command)?;
        return with_stdout(|out| out.write_all(&page));
    };
    fs_path::create_dir(&folder).write_context(&folder)?;
    write(&command, "", &folder)
}

/// Writes the page of a command and those of its subcommands.
fn write(command: &clap::Command, above: &str, folder: &Path) -> Result<(), Failure> {
    let name = format!("{above}{}", command.get_name());
    let path = folder.join(format!("{name}.1"));
    output::write(&path, &page(command)?).write_context(&path)?;
    let above = format!("{name}-");
    command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| write(below, &above, folder))
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut text);
    rendered.map_err(anyhow::Error::from)?;
    Ok(text)
}
