//! Makes a small book: `cargo run --example book -- book.pdf` writes forty puzzles with their
//! answers on 6 x 9 inches, as one printer wants it.

use grid::{Level, Symmetry};
use make::{Batch, Plan, Seed};
use preflight::Printer;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use sudoku_press_book::{self as book, BookOptions, Section, Template};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: book FILE.pdf")?;
    let plan = Plan {
        symmetry: Symmetry::HalfTurn.into(),
        ..Plan::new(vec![(Level::Easy, 20), (Level::Medium, 20)])
    };
    let mut sections: Vec<Section> = Vec::new();
    for item in Batch::new(plan, Seed(7), 0)? {
        let entry = item?.puzzle()?.entry;
        let level = entry.score.ok_or("a puzzle of a level has a score")?.level();
        match sections.last_mut() {
            Some(section) if section.rung == level.into() => section.push(&entry.puzzle, None),
            _ => sections.push(Section::new(level, vec![entry.puzzle])),
        }
    }
    let template = Template::builtin("classic").ok_or("no such design")?;
    let printer = Printer::builtin("kdp").ok_or("no such printer")?;
    // The requirements of the printer for a book of this size, on its first paper: margins, pages,
    // type.
    let terms = printer.terms("6x9".parse()?, None)?;
    let imprint = BookOptions { title: Some("Forty puzzles".to_owned()), ..BookOptions::default() };
    let layout =
        book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out()?;
    // Forty puzzles fit one volume; a large book may have several.
    for volume in &layout.volumes {
        let mut out = BufWriter::new(File::create(&path)?);
        volume.write(&mut out)?;
        out.flush()?;
    }
    Ok(())
}
