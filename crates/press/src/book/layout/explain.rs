//! Explains to people how a layout was found.

use super::Layout;
use crate::book::Volume;
use crate::printers::{Medium, PrintSpec, Trim};

impl Layout {
    /// Describes the search with the printer's `terms` and for pages of this `trim`: a line for the
    /// printer, one for each round with the rule that ended it, and one for each volume.
    pub fn explain_layout(&self, terms: Option<&PrintSpec>, trim: Trim) -> String {
        let mut account = match terms {
            Some(terms) => {
                let (printer, paper, (least, most)) =
                    (terms.printer(), terms.paper(), terms.pages());
                format!(
                    "printer {printer}, paper {paper}, trim {trim}: {least} to {most} pages a volume\n"
                )
            }
            None => format!("trim {trim}, no printer: the design's margins suit all of them\n"),
        };
        for (i, round) in self.rounds.iter().enumerate() {
            let (inside, volumes) = (length(round.inside), counted(round.volumes, "volume"));
            let judged = terms.map_or_else(String::new, |terms| self.verdict(i, terms));
            account += &format!(
                "round {}: inside margin {inside} gives {volumes}, the thickest with {} pages{judged}\n",
                i + 1,
                round.pages
            );
        }
        account.extend(self.volumes.iter().map(line));
        account
    }

    /// Says whether the margin of a round was enough, and why.
    fn verdict(&self, round: usize, terms: &PrintSpec) -> String {
        if terms.rules().edition == Medium::Screen {
            return "; a screen has no gutter".to_owned();
        }
        let next = self.rounds.get(round + 1);
        let round = &self.rounds[round];
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

/// Describes a volume in one line.
fn line(volume: &Volume) -> String {
    let (number, pages) = (volume.numbering.volume, volume.page_count());
    let (first, last) = (volume.numbering.first, volume.numbering.last);
    let (inside, outside) = (length(volume.inside_margin()), length(volume.outside_margin()));
    let ((puzzles, answers), cell) = (volume.grids_per_page(), length(volume.cell_size()));
    let answers = counted(answers, "answer");
    format!(
        "volume {number}: {pages} pages; puzzles {first} to {last}; inside {inside}, outside {outside}; \
         {puzzles} a page with cells of {cell}, {answers} a page\n"
    )
}

/// Formats a length in inches and points: `0.750 in (54.0 pt)`.
fn length(points: f64) -> String {
    format!("{:.3} in ({points:.1} pt)", points / 72.0)
}

fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}
