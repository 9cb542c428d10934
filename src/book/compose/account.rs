//! How a layout was found, for people.

use super::Layout;
use crate::book::Volume;
use crate::printers::{Edition, Terms, Trim};
use std::fmt;

/// How a layout was found: pages, gutter, cells, volumes, and the rules behind them. As text it has a
/// line for the printer, for each round and for each volume.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// The layout.
    pub layout: &'a Layout,
    /// The printer's rules for which it was found.
    pub terms: Option<&'a Terms>,
    /// The size of the pages.
    pub trim: Trim,
}

impl fmt::Display for Account<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trim = self.trim;
        match self.terms {
            None => writeln!(f, "trim {trim}, no printer: the design's margins suit all of them")?,
            Some(terms) => {
                let (printer, paper, (least, most)) =
                    (terms.printer(), terms.paper(), terms.pages());
                write!(f, "printer {printer}, paper {paper}, trim {trim}: ")?;
                writeln!(f, "{least} to {most} pages a volume")?;
            }
        }
        for (i, round) in self.layout.rounds.iter().enumerate() {
            let (inside, volumes) = (length(round.inside), counted(round.volumes, "volume"));
            write!(f, "round {}: inside margin {inside} gives {volumes}, ", i + 1)?;
            writeln!(f, "the thickest with {} pages{}", round.pages, self.judged(i))?;
        }
        self.layout.volumes.iter().try_for_each(|volume| line(f, volume))
    }
}

impl Account<'_> {
    /// Whether the margin of a round was enough, and why.
    fn judged(&self, round: usize) -> String {
        let Some(terms) = self.terms else { return String::new() };
        if terms.rules().edition == Edition::Screen {
            return "; a screen has no gutter".to_owned();
        }
        let next = self.layout.rounds.get(round + 1);
        let round = &self.layout.rounds[round];
        let (first, last) = terms.inside_step(round.pages);
        let (needed, given) = (length(round.needed), length(round.given));
        let enough = match next {
            None => "enough",
            Some(next) if next.inside < round.inside => {
                "one volume more, starting again with the narrowest gutter"
            }
            Some(_) => "too little",
        };
        format!("; {first} to {last} pages need {needed}, the design gives {given}: {enough}")
    }
}

/// A volume in one line.
fn line(f: &mut fmt::Formatter<'_>, volume: &Volume) -> fmt::Result {
    let (number, pages) = (volume.volume_number(), volume.page_count());
    let (first, last) = (volume.first_number(), volume.last_number());
    let (inside, outside) = (length(volume.inside()), length(volume.outside()));
    let ((puzzles, answers), cell) = (volume.per_page(), length(volume.cell()));
    let answers = counted(answers, "answer");
    write!(f, "volume {number}: {pages} pages; puzzles {first} to {last}; inside {inside}, ")?;
    writeln!(f, "outside {outside}; {puzzles} a page with cells of {cell}, {answers} a page")
}

/// In inches and points: `0.750 in (54.0 pt)`.
fn length(points: f64) -> String {
    format!("{:.3} in ({points:.1} pt)", points / 72.0)
}

fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}
