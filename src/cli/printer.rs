//! Flags that name a printer, and what `--explain` prints. The printer's figures are in the library.

use super::failure::{Failure, OrFail};
use super::shelf;
use clap::Args;
use std::io::{self, Write};
use sudoku_press::book::{Layout, Volume};
use sudoku_press::print::{Edition, Printer, Terms, Trim};

/// What the user typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Printer")]
pub struct PrinterArgs {
    /// Printer whose rules the book follows: kdp, ingram, lulu, bod, office, screen, or a printer file
    /// (see `printer list`) [default: none, with margins that suit all of them]
    #[arg(long, value_name = "NAME|FILE")]
    printer: Option<String>,

    /// Name of the paper in the printer's list: white, cream, ... [default: the printer's first]
    #[arg(long, value_name = "NAME", requires = "printer")]
    paper: Option<String>,

    /// Number of volumes [default: as few as the page limit allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    volumes: Option<u16>,

    /// Print how the layout was found: pages, gutter, cells, volumes, and the rules behind them
    #[arg(long)]
    pub explain: bool,
}

impl PrinterArgs {
    /// The rules of the printer for this trim, and the printer's text; none of both when no printer is
    /// named.
    pub fn terms(&self, trim: Trim) -> Result<(Option<Terms>, Option<String>), Failure> {
        let Some(name) = self.printer.as_deref() else {
            return Ok((None, None));
        };
        let (printer, text) = shelf::find::<Printer>(name)?;
        let terms = printer.terms(trim, self.paper.as_deref()).or_usage()?;
        Ok((Some(terms), Some(text)))
    }

    /// The number of volumes, if the user wants a certain one.
    pub fn volumes(&self) -> Option<usize> {
        self.volumes.map(usize::from)
    }
}

/// Prints how a book came out. The book is made whether or not somebody reads it.
pub fn explain(layout: &Layout, terms: Option<&Terms>, trim: Trim) {
    let _ = account(&mut io::stdout().lock(), layout, terms, trim);
}

fn account(
    out: &mut impl Write,
    layout: &Layout,
    terms: Option<&Terms>,
    trim: Trim,
) -> io::Result<()> {
    match terms {
        None => writeln!(
            out,
            "trim {trim}, no printer: the template's margins suit all of them"
        )?,
        Some(terms) => {
            let (least, most) = terms.pages();
            writeln!(
                out,
                "printer {}, paper {}, trim {trim}: {least} to {most} pages a volume",
                terms.printer(),
                terms.paper()
            )?;
        }
    }
    for (i, round) in layout.rounds.iter().enumerate() {
        write!(
            out,
            "round {}: inside margin {} gives {}, the thickest with {} pages",
            i + 1,
            length(round.inside),
            counted(round.volumes, "volume"),
            round.pages
        )?;
        match terms {
            None => writeln!(out)?,
            Some(terms) if terms.edition() == Edition::Screen => {
                writeln!(out, "; a screen has no gutter")?;
            }
            Some(terms) => {
                let (first, last) = terms.inside_step(round.pages);
                let enough = match layout.rounds.get(i + 1) {
                    None => "enough",
                    Some(next) if next.inside < round.inside => {
                        "one volume more, starting again with the narrowest gutter"
                    }
                    Some(_) => "too little",
                };
                writeln!(
                    out,
                    "; {first} to {last} pages need {}, the design gives {}: {enough}",
                    length(round.needed),
                    length(round.given)
                )?;
            }
        }
    }
    for volume in &layout.volumes {
        line(out, volume)?;
    }
    Ok(())
}

/// A volume in one line.
fn line(out: &mut impl Write, volume: &Volume) -> io::Result<()> {
    let (puzzles, answers) = volume.per_page();
    writeln!(
        out,
        "volume {}: {} pages; puzzles {} to {}; inside {}, outside {}; {puzzles} a page with cells of {}, {} a page",
        volume.volume_number(),
        volume.page_count(),
        volume.first_number(),
        volume.last_number(),
        length(volume.inside()),
        length(volume.outside()),
        length(volume.cell()),
        counted(answers, "answer"),
    )
}

/// In inches and points: `0.750 in (54.0 pt)`.
fn length(points: f64) -> String {
    format!("{:.3} in ({points:.1} pt)", points / 72.0)
}

fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}
