//! `book`: a PDF from catalogues, ours or anybody's.

use super::failure::{Code, Failure, OrFail};
use super::press::{BookArgs, Sections};
use super::progress::MessageArgs;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use sudoku_press::catalog::Reader;

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Catalogues: CSV with a column `puzzle`, and `solution` and `level` or not; - is standard input
    #[arg(required = true, value_name = "CATALOG")]
    catalogs: Vec<PathBuf>,

    /// File to write; several volumes are numbered
    #[arg(long, short, value_name = "FILE.pdf", default_value = "book.pdf")]
    out: PathBuf,

    #[command(flatten)]
    book: BookArgs,

    #[command(flatten)]
    messages: MessageArgs,
}

/// Makes the book.
pub fn run(args: Args) -> Result<(), Failure> {
    if args
        .out
        .extension()
        .is_none_or(|e| !e.eq_ignore_ascii_case("pdf"))
    {
        let words = format!("--out {} does not end in .pdf", args.out.display());
        return Err(Failure::say(Code::Usage, words));
    }
    let design = args.book.design()?;
    let mut sections = Sections::default();
    for path in &args.catalogs {
        read(path, &mut sections)?;
    }
    let sections = sections.into_vec();
    if sections.is_empty() {
        return Err(Failure::say(
            Code::No,
            "there is no puzzle in what was read, so no book",
        ));
    }
    let pressed = design.press(&sections, &args.out, &args.messages.progress())?;
    for (path, _) in &pressed.files {
        args.messages.say(path.display());
    }
    args.messages.say(format_args!("{} pages", pressed.pages));
    design.preflight(&pressed)
}

/// Every puzzle is proved and scored from nothing: what a catalogue says of it must be true.
fn read(path: &Path, sections: &mut Sections) -> Result<(), Failure> {
    let input: Box<dyn Read> = match path.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(path).or_unread(path)?)),
    };
    let mut reader = Reader::new(input).or_unread(path)?;
    while let Some(record) = reader.next() {
        let record = record.or_unread(path)?;
        let level = record.judged_level();
        let level = level.map_err(|e| anyhow::anyhow!("line {}: {e}", reader.line()));
        sections.push(level.or_unread(path)?, record.puzzle);
    }
    Ok(())
}
