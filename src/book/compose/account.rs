//! How a layout was found, for people.

use super::Layout;
use crate::book::Volume;
use crate::print::{Edition, Terms, Trim};
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
        let Self { layout, terms, trim } = *self;
        match terms {
            None => {
                writeln!(f, "trim {trim}, no printer: the template's margins suit all of them")?
            }
            Some(terms) => {
                let (least, most) = terms.pages();
                writeln!(
                    f,
                    "printer {}, paper {}, trim {trim}: {least} to {most} pages a volume",
                    terms.printer(),
                    terms.paper()
                )?;
            }
        }
        for (i, round) in layout.rounds.iter().enumerate() {
            write!(
                f,
                "round {}: inside margin {} gives {}, the thickest with {} pages",
                i + 1,
                length(round.inside),
                counted(round.volumes, "volume"),
                round.pages
            )?;
            match terms {
                None => writeln!(f)?,
                Some(terms) if terms.rules().edition == Edition::Screen => {
                    writeln!(f, "; a screen has no gutter")?;
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
                        f,
                        "; {first} to {last} pages need {}, the design gives {}: {enough}",
                        length(round.needed),
                        length(round.given)
                    )?;
                }
            }
        }
        for volume in &layout.volumes {
            line(f, volume)?;
        }
        Ok(())
    }
}

/// A volume in one line.
fn line(f: &mut fmt::Formatter<'_>, volume: &Volume) -> fmt::Result {
    let (puzzles, answers) = volume.per_page();
    writeln!(
        f,
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
