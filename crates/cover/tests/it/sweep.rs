//! Covers of each printer, design, trim, front and length of title: preflight accepts all of them.

use crate::support::books::{puzzles, trim};
use crate::support::covers::{drawn_fronts, pdf};
use crate::support::pictures::jpeg;
use book::{BookOptions, CoverDesign, Language, Section, Template, Volume};
use cover::{BackDesign, Cover, CoverLook};
use grid::Level;
use human::{Ladder, Rung};
use page::{DrawOp, PathEl, RasterImage};
use preflight::{PrintSpec, Printer, Spine};
use std::sync::Arc;

/// The words of titles: long and short, with high and low letters, and some that lean to the left.
const WORDS: [&str; 12] = [
    "Joy",
    "Sudoku",
    "Ångström",
    "jetty",
    "of",
    "Quiet",
    "Évening",
    "WAVES",
    "fog",
    "Öland's",
    "a",
    "Jigsaw",
];
const EAST_ASIAN_TITLES: [&str; 4] =
    ["数独", "毎日の脳トレ数独ドリル 初級から上級まで", "雨の日の数独", "プレミアムナンプレ"];
/// One of so many cases is tried, unless `SUDOKU_SWEEP` is `whole`. The number shares no factor with
/// the number of titles, so that the cases have all titles, designs and printers.
const STEP: usize = 197;

/// A kind of cover.
struct CoverCase {
    printer: &'static str,
    design: &'static str,
    terms: PrintSpec,
    title: String,
    language: &'static str,
    /// Selects the other words, the scene and the palette.
    number: usize,
}

/// Returns a title of at most this number of letters.
fn title_of(letters: usize) -> String {
    let words: Vec<&str> = WORDS.into_iter().cycle().skip(letters).take(letters).collect();
    let cut: String = words.join(" ").chars().take(letters).collect();
    cut.trim_end().to_owned()
}

/// Returns the cases with titles of 3 to 40 letters, and with titles in Japanese.
fn cases() -> Vec<CoverCase> {
    let mut cases = Vec::new();
    for (printer, _) in Printer::BUILTIN {
        let found = Printer::builtin(printer).unwrap();
        for (design, _) in Template::BUILTIN {
            for trim in found.trims() {
                let terms = found.terms(trim, None).unwrap();
                let latin = (3..=40).map(|letters| (title_of(letters), "en"));
                let east = EAST_ASIAN_TITLES.map(|title| (title.to_owned(), "ja"));
                for (title, language) in latin.chain(east) {
                    let (terms, number) = (terms.clone(), cases.len());
                    cases.push(CoverCase { printer, design, terms, title, language, number });
                }
            }
        }
    }
    cases
}

impl CoverCase {
    fn options(&self) -> BookOptions {
        let has = |bit: usize| self.number >> bit & 1 == 1;
        BookOptions {
            title: Some(self.title.clone()),
            author: has(0).then(|| "A. Müller".to_owned()),
            volume_number: has(1).then(|| 3.try_into().unwrap()),
            series: has(2).then(|| "Jagged Coasts".to_owned()),
            subtitle: has(3).then(|| "For long journeys by train".to_owned()),
            language: Language::builtin(self.language).unwrap(),
            ..BookOptions::default()
        }
    }

    /// Returns a volume of at least 100 pages if the printer binds them; `None` if the design does
    /// not fit on the trim.
    fn volume(&self) -> Option<Volume> {
        let template = Template::builtin(self.design).unwrap();
        let turns = template.turns(Ladder::Published);
        let levels = if turns.is_empty() { Ladder::Published.rungs().collect() } else { turns };
        let (options, puzzle) = (self.options(), puzzles(1, self.number % 5)[0]);
        let mut found = None;
        for rounds in [2, 8, 32, 100] {
            let mut rungs: Vec<Rung> = levels.repeat(rounds);
            rungs.sort();
            let chunks = rungs.chunk_by(|a, b| a == b);
            let sections: Vec<Section> =
                chunks.map(|of| Section::new(of[0], vec![puzzle; of.len()])).collect();
            let layout = book::LayoutSpec::new(&template, &sections)
                .printer(&self.terms)
                .trim(self.terms.trim())
                .options(&options)
                .volumes(1)
                .lay_out();
            // Too few pages, too many, or cells that are too small.
            let Ok(mut layout) = layout else { continue };
            let volume = layout.volumes.remove(0);
            let is_thick = volume.page_count() >= 100;
            found = Some(volume);
            if is_thick {
                break;
            }
        }
        found
    }

    /// Returns the fronts to try: those that the program draws for this book, and a picture with
    /// words and alone.
    fn looks(&self) -> Vec<CoverLook> {
        let is_black = self.number % 5 == 4;
        let mut backs = BackDesign::ALL.into_iter().cycle();
        let mut look = |design, picture| CoverLook {
            design,
            back_design: backs.next(),
            palette: if is_black { "black".parse().unwrap() } else { Default::default() },
            picture,
            ..CoverLook::default()
        };
        let has_number = self.options().volume_number.is_some();
        let drawn = drawn_fronts().filter(|front| has_number || *front != CoverDesign::Digit);
        let mut looks: Vec<CoverLook> = drawn.map(|front| look(Some(front), None)).collect();
        let picture = Arc::new(RasterImage::read(jpeg(5000, 5000, 1, false)).unwrap());
        looks.push(look(None, Some(picture.clone())));
        looks.push(look(Some(CoverDesign::Picture), Some(picture)));
        looks
    }

    /// Returns the width of the spine if the program does not compute it.
    fn spine(&self, volume: &Volume) -> Option<Spine> {
        let is_unknown = ["ingram", "bod"].contains(&self.printer);
        is_unknown.then(|| format!("{:.3}in", 0.0025 * volume.page_count() as f64).parse().unwrap())
    }

    /// Returns what is wrong with a cover; `None` if preflight accepts it.
    fn fault(&self, volume: &Volume, look: &CoverLook) -> Option<String> {
        let cover = match Cover::new(volume, self.spine(volume), look) {
            Ok(cover) => cover,
            Err(e) => return Some(e.to_string()),
        };
        let report = preflight::inspect_cover(&pdf(&cover), &self.terms, cover.sheet()).unwrap();
        let refusals = report.findings.iter().filter(|finding| finding.advice.is_none());
        let refusals: Vec<String> =
            refusals.map(|finding| format!("{} {}", finding.rule, finding.what())).collect();
        (!refusals.is_empty()).then(|| refusals.join("; "))
    }
}

#[test]
fn printers_accept_covers_of_all_titles_and_fronts() {
    let whole = std::env::var("SUDOKU_SWEEP").is_ok_and(|words| words == "whole");
    let step = if whole { 1 } else { STEP };
    let (mut tried, mut faults) = (0, Vec::new());
    for case in cases().iter().step_by(step) {
        let Some(volume) = case.volume() else { continue };
        for look in case.looks() {
            tried += 1;
            if let Some(fault) = case.fault(&volume, &look) {
                let CoverCase { printer, design, terms, title, number, .. } = case;
                let front = look.design.map_or("words on a picture", CoverDesign::name);
                let back = look.back_design.map_or("", BackDesign::name);
                let trim = terms.trim();
                faults.push(format!(
                    "{number} {printer} {design} {trim} {front} {back} {title}: {fault}"
                ));
            }
        }
    }
    assert!(tried > 700, "{tried}");
    assert!(faults.is_empty(), "{} of {tried} covers:\n{}", faults.len(), faults.join("\n"));
}

/// The left, upper, right and lower end of a mark.
type Extent = [f64; 4];

/// Returns the extent of some steps of an outline.
fn extent(steps: &[PathEl]) -> Extent {
    let points = steps.iter().flat_map(|step| match step {
        PathEl::Move(end) | PathEl::Line(end) => vec![*end],
        PathEl::Quad(points) => points.to_vec(),
        PathEl::Curve(points) => points.to_vec(),
    });
    points.fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[l, t, r, b], (x, y)| {
        [l.min(x), t.min(y), r.max(x), b.max(y)]
    })
}

/// Returns true if two marks lie over each other.
fn overlap(a: Extent, b: Extent) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Returns the outlines that a mark of a cover draws.
fn outlines(mark: &DrawOp) -> Vec<&[PathEl]> {
    let DrawOp::Colored { marks, .. } = mark else { return Vec::new() };
    let shapes = marks.iter().filter_map(|mark| match mark {
        DrawOp::Shape { steps, .. } => Some(steps.as_slice()),
        _ => None,
    });
    shapes.collect()
}

/// Returns the extents of the lines of text that a mark draws.
fn texts(mark: &DrawOp) -> Vec<Extent> {
    let DrawOp::Colored { marks, .. } = mark else { return Vec::new() };
    let lines = marks.iter().filter_map(|mark| match mark {
        DrawOp::Text { at, face, size, text } => {
            let width: f64 = text.chars().map(|c| face.advance(c) * size).sum();
            Some([at.0, at.1 - face.cap_height() * size, at.0 + width, at.1])
        }
        _ => None,
    });
    lines.collect()
}

/// Returns a front of a volume of a series on this trim. The two volumes that the test compares have
/// the same scene.
fn numbered(volume: u16, size: &str, title: &str, design: CoverDesign) -> page::Page {
    let template = Template::builtin("classic").unwrap();
    let sections = [Section::new(Rung::from(Level::Medium), puzzles(60, 2).to_vec())];
    let options = BookOptions {
        title: Some(title.to_owned()),
        author: Some("A. Müller".to_owned()),
        series: Some("Jagged Coasts".to_owned()),
        volume_number: volume.try_into().ok(),
        ..BookOptions::default()
    };
    let terms = Printer::builtin("screen").unwrap().terms(trim(size), None).unwrap();
    let layout = book::LayoutSpec::new(&template, &sections)
        .printer(&terms)
        .trim(trim(size))
        .options(&options)
        .volumes(1)
        .lay_out();
    let look = CoverLook { design: Some(design), ..CoverLook::default() };
    Cover::new(&layout.unwrap().volumes[0], None, &look).unwrap().page()
}

/// The number of a volume was a word of seven pixels in a shop, so the volumes of a series looked the
/// same.
#[test]
fn volume_number_is_large_and_covers_nothing() {
    const MIN_PIXELS: f64 = 14.0;
    const MARGIN: f64 = 18.0;
    let mut faults = Vec::new();
    for size in ["6x9", "8.5x8.5", "11x8.5", "5x8"] {
        for title in ["Joy", "Lange Winternächte am Wasser und anderswo"] {
            for design in drawn_fronts() {
                let what = format!("{size} {design} {title}");
                let [page, other] = [2, 8].map(|volume| numbered(volume, size, title, design));
                let both = page.marks.iter().zip(&other.marks).enumerate();
                let mut changed = both.filter(|(_, (a, b))| a != b && !outlines(a).is_empty());
                let Some((place, (number, _))) = changed.next() else {
                    faults.push(format!("{what}: no number"));
                    continue;
                };
                let [left, top, right, bottom] = extent(outlines(number)[0]);
                let pixels = (bottom - top) * 160.0 / page.width;
                if pixels < MIN_PIXELS {
                    faults.push(format!("{what}: a number of {pixels:.1} px"));
                }
                if design == CoverDesign::Digit {
                    continue;
                }
                let tile = extent(outlines(&page.marks[place - 1])[0]);
                let [l, t, r, b] = tile;
                if l > left || t > top || r < right || b < bottom {
                    faults.push(format!("{what}: the number is not on its tile"));
                }
                if l < MARGIN || t < MARGIN || r > page.width - MARGIN || b > page.height - MARGIN {
                    faults.push(format!("{what}: a tile at the edge, {tile:?}"));
                }
                for text in page.marks.iter().flat_map(texts).filter(|text| overlap(*text, tile)) {
                    faults.push(format!("{what}: the tile covers words, {tile:?} {text:?}"));
                }
                // Digits have holes or curves, and are smaller than the tile.
                let others = page
                    .marks
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| !(place - 1..=place).contains(at));
                for shape in others.flat_map(|(_, mark)| outlines(mark)) {
                    let parts: Vec<Extent> = shape
                        .chunk_by(|_, next| !matches!(next, PathEl::Move(_)))
                        .map(extent)
                        .collect();
                    let is_square = |[l, t, r, b]: &Extent| (r - l - (b - t)).abs() < 0.1;
                    let is_large = |[l, _, r, _]: &Extent| r - l > 0.12 * page.width;
                    let digits = parts.iter().filter(|part| !is_square(part) && !is_large(part));
                    for digit in digits.filter(|digit| overlap(**digit, tile)) {
                        faults.push(format!("{what}: the tile covers a digit, {digit:?}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
