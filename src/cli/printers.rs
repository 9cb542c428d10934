//! `printer`: the printers that are built in, and whether a file of your own is sound. Not what they
//! ask of a book: `--printer` of `run` and `book`, and `preflight`, see to that.

use super::failure::{Failure, OrFail};
use super::printer::find_printer;
use clap::Subcommand;
use std::io::{self, Write as _};
use std::path::Path;
use sudoku_press::book::Printer;

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the built-in printers and their papers
    List,
    /// Print a printer's figures with their sources, to begin your own with
    Show {
        /// A built-in printer or a file
        name: String,
    },
    /// Say whether a file of figures is sound
    Check {
        /// The file
        file: String,
    },
}

/// Does what was asked.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let said = match args.what {
        What::List => {
            let printers = Printer::BUILTIN.iter();
            let printers = printers.filter_map(|(name, _)| Printer::builtin(name));
            printers.into_iter().try_for_each(|printer| {
                let papers: Vec<&str> = printer.papers().collect();
                let (name, title) = (printer.name(), printer.title());
                writeln!(out, "{name:<12} {title}: {}", papers.join(", "))
            })
        }
        What::Show { name } => out.write_all(find_printer(&name)?.1.as_bytes()),
        What::Check { file } => {
            let (printer, _) = find_printer(&file)?;
            writeln!(out, "{file}: sound, printer {}", printer.name())
        }
    };
    said.or_unwritten(Path::new("standard output"))
}
