//! `template`: the designs that are built in, and whether one of your own is sound.

use super::failure::{Failure, OrFail};
use super::press::find_template;
use clap::Subcommand;
use std::io::{self, Write as _};
use std::path::Path;
use sudoku_press::book::Template;

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the built-in designs
    List,
    /// Print the text of a design, to begin your own with
    Show {
        /// A built-in design or a file
        name: String,
    },
    /// Say whether the text of a design is sound
    Check {
        /// The file
        file: String,
    },
}

/// Does what was asked.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let said = match args.what {
        What::List => Template::BUILTIN.iter().try_for_each(|(name, _)| {
            let (template, _) = find_template(name).expect("it is built in");
            writeln!(out, "{name:<12} {}", template.description())
        }),
        What::Show { name } => out.write_all(find_template(&name)?.1.as_bytes()),
        What::Check { file } => {
            let (template, _) = find_template(&file)?;
            writeln!(out, "{file}: sound, design {}", template.name())
        }
    };
    said.or_unwritten(Path::new("standard output"))
}
