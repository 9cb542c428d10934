//! Flags that name a printer. The printer's figures are in the library.

use super::failure::{Failure, OrFail};
use clap::Args;
use sudoku_press::print::{Printer, Terms, Trim};
use sudoku_press::run::find;

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
        let (printer, text) = find::<Printer>(name).or_usage()?;
        let terms = printer.terms(trim, self.paper.as_deref()).or_usage()?;
        Ok((Some(terms), Some(text)))
    }

    /// The number of volumes, if the user wants a certain one.
    pub fn volumes(&self) -> Option<usize> {
        self.volumes.map(usize::from)
    }
}
