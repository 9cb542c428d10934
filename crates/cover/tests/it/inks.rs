//! The ink of covers: no palette lays more of it in one place than the printer takes.

use crate::support::books::puzzles;
use crate::support::covers::{drawn_fronts, imprint, pdf};
use book::{BookOptions, Section, Template, Volume};
use cover::{Cover, CoverLook};
use grid::Level;
use page::Palette;
use preflight::{PrintSpec, Printer, Rule};

/// Colours of publishers whose inks are many: dark ones, and strong ones with much black.
const HOUSE_COLOURS: [&str; 5] = [
    "ground=#38172f,accent=#f0a5c0",
    "ground=#001a4d,accent=#ffd27a",
    "ground=#010200,accent=#ff0000",
    "ground=#ffc629,accent=#16264d",
    "ground=#0000ff,accent=#ffffff",
];

/// A printer, with its own limit of ink or a lower one.
struct InkCase {
    name: &'static str,
    spec: PrintSpec,
    /// True for a lower limit than the printer's own.
    is_lower: bool,
}

/// Returns the printers that have a limit of ink, each also with a lower one.
fn cases() -> Vec<InkCase> {
    let mut cases = Vec::new();
    for (name, text) in Printer::BUILTIN {
        if !text.contains("\nmax_total = 240") {
            continue;
        }
        let lower = text.replace("max_total = 240", "max_total = 150");
        let lower = lower.replace("[60, 40, 40, 100]", "[10, 10, 10, 100]");
        for (text, is_lower) in [(*text, false), (lower.as_str(), true)] {
            let printer = Printer::parse(text).unwrap();
            let trim = printer.trims().next().unwrap();
            let spec = printer.terms(trim, None).unwrap();
            cases.push(InkCase { name, spec, is_lower });
        }
    }
    assert!(!cases.is_empty());
    cases
}

/// Returns a volume with a number, which all fronts can show.
fn volume(spec: &PrintSpec) -> Volume {
    let options = BookOptions { volume_number: Some(3.try_into().unwrap()), ..imprint() };
    let template = Template::builtin("classic").unwrap();
    let section = Section::new(Level::ALL[0], vec![puzzles(1, 0)[0]; 120]);
    let layout = book::LayoutSpec::new(&template, &[section])
        .printer(spec)
        .trim(spec.trim())
        .options(&options)
        .volumes(1)
        .lay_out();
    layout.unwrap().volumes.remove(0)
}

#[test]
fn no_palette_exceeds_the_ink_of_a_printer() {
    let palettes = Palette::all().iter().map(|palette| palette.name.as_str());
    let palettes: Vec<&str> = palettes.chain(HOUSE_COLOURS).collect();
    let mut faults = Vec::new();
    for InkCase { name, spec, is_lower } in cases() {
        let volume = volume(&spec);
        let spine = (!spec.knows_spine()).then(|| "0.3in".parse().unwrap());
        for palette in &palettes {
            for front in drawn_fronts() {
                let look = CoverLook {
                    design: Some(front),
                    palette: palette.parse().unwrap(),
                    ..CoverLook::default()
                };
                let cover = Cover::new(&volume, spine, &look).unwrap();
                let report = preflight::inspect_cover(&pdf(&cover), &spec, cover.sheet()).unwrap();
                let ink = report.findings.iter().find(|finding| finding.rule == Rule::TotalInk);
                faults.extend(ink.map(|ink| {
                    let lower = if is_lower { ", lower limit" } else { "" };
                    format!("{name}{lower}, {palette}, {}: {}", front.name(), ink.what())
                }));
            }
        }
    }
    assert!(faults.is_empty(), "{} covers:\n{}", faults.len(), faults.join("\n"));
}
