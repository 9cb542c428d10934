//! Books for each printer: figures, gutters, volumes, bleed, and every number of pages where a rule changes.

use crate::support::books::{imprint, pdf, sections};
use crate::support::pdfs::bound;
use crate::support::preflight::{broken, terms};
use crate::support::program::Bench;
use crate::support::readback;
use book::{BookOptions, Language, Layout, LayoutError, Section, Template};
use grid::{Level, Puzzle};
use human::{Ladder, Rung};
use lopdf::{Dictionary, Document, Object, dictionary};
use make::{Batch, Plan, Seed};
use page::{DrawOp, FlatMark, Page};
use preflight::{PrintSpec, Printer, Rule};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn half_easy_half_evil(count: usize) -> Vec<Section> {
    let puzzle = Puzzle::prove(LINE.parse().unwrap()).unwrap();
    vec![Section::new(Level::Medium, vec![puzzle; count])]
}

fn lay_out(terms: &PrintSpec, count: usize, volumes: Option<usize>) -> Result<Layout, LayoutError> {
    let template = Template::builtin("classic").unwrap();
    let imprint = BookOptions::default();
    book::LayoutSpec::new(&template, &half_easy_half_evil(count))
        .printer(terms)
        .options(&imprint)
        .volumes(volumes)
        .lay_out()
}

/// The built-in file that explains its keys.
fn kdp_file() -> (&'static str, &'static str) {
    let mut all = Printer::BUILTIN.iter();
    *all.find(|(name, _)| *name == "kdp").unwrap()
}

fn kdp(trim: &str, paper: Option<&str>) -> PrintSpec {
    Printer::builtin("kdp").unwrap().terms(trim.parse().unwrap(), paper).unwrap()
}

#[test]
fn every_builtin_printer_is_valid() {
    for (name, text) in Printer::BUILTIN {
        let printer = Printer::parse(text).unwrap();
        assert_eq!(printer.name(), *name);
        assert!(!printer.title().is_empty());
        for trim in printer.trims() {
            for paper in printer.papers() {
                let terms = printer.terms(trim, Some(paper)).unwrap();
                assert!(terms.pages().0 <= terms.pages().1);
            }
        }
    }
}

#[test]
fn invalid_figures_are_refused() {
    let (_, text) = kdp_file();
    let refuse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Printer::parse(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    for (from, to, words) in [
        ("[blanks]", "[blanks]\nbleu = 1", "unknown field `bleu`"),
        ("max_run = 2", "", "max_run"),
        ("min_type = 7", "min_type = -7", "ink.min_type: expected 1 to 24 points, found -7"),
        ("max_grey = 0.9", "max_grey = nan", "found NaN"),
        ("pages_to = 300", "pages_to = 100", "in ascending order of pages and of points"),
        ("points = 36 }", "points = 20 }", "in ascending order of pages and of points"),
        ("[24, 828]", "[24, 900]", "at most 828"),
        ("\"5x8\"", "\"5xx8\"", "found \"5xx8\""),
        ("trims = [\"8.5x8.5\"", "trims = [\"9x9\"", "one of trims.named"),
        ("source = \"margins\"", "source = \"hearsay\"", "one of the sources ("),
        ("checked = \"2026-11-20\"", "checked = \"today\"", "a day such as"),
        ("name = \"cream\"", "name = \"white\"", "a name that no other paper has"),
        (
            "unsettled_keys = [\"min_line\"",
            "unsettled_keys = [\"line\"",
            "ink.unsettled_keys: expected ink.unsettled, and here some of min_type",
        ),
        ("edition = \"print\"", "edition = \"paint\"", "unknown variant `paint`"),
    ] {
        let said = refuse(from, to);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn the_figures_of_kdp_agree_with_its_table() {
    let limits = |trim, paper| kdp(trim, Some(paper)).pages();
    assert_eq!(limits("6x9", "white"), (24, 828));
    assert_eq!(limits("8.5x11", "white"), (24, 590));
    assert_eq!(limits("letter", "cream"), (24, 550));
    assert_eq!(limits("8.25x6", "white"), (24, 800));
    assert_eq!(limits("8.27x11.69", "white"), (24, 780));
    assert_eq!(limits("8.5x11", "groundwood"), (24, 550));
    assert_eq!(limits("a4", "cream"), (24, 730), "A4 by its name in millimetres");
    assert_eq!(limits("6x9", "standard-color"), (72, 600));
    // Sizes without a name: those of the smallest that has one and is not smaller.
    assert_eq!(limits("5.2x7.9", "white"), (24, 828));
    assert_eq!(limits("8.5x10", "white"), (24, 590));
    let terms = kdp("6x9", None);
    for (pages, points) in [
        (24, 27.0),
        (150, 27.0),
        (151, 36.0),
        (300, 36.0),
        (301, 45.0),
        (500, 45.0),
        (501, 54.0),
        (700, 54.0),
        (701, 63.0),
        (828, 63.0),
    ] {
        assert_eq!(terms.inside(pages), points, "{pages} pages");
    }
    let printer = Printer::builtin("kdp").unwrap();
    let refused = printer.terms("9x12".parse().unwrap(), None).unwrap_err().to_string();
    assert!(refused.contains("8.5x11") && refused.contains("4x6 to 8.5x11.69"), "{refused}");
    let refused = printer.terms("6x9".parse().unwrap(), Some("pink")).unwrap_err().to_string();
    assert!(refused.contains("white, cream, groundwood"), "{refused}");
}

/// Every count of puzzles around the steps comes to rest on the margin of its own number of pages:
/// the printer's gutter, and half of the outside margin of 36 points beside it, unless that costs an
/// answer.
#[test]
fn the_gutter_reaches_a_fixed_point() {
    let terms = kdp("6x9", None);
    for (turn, around, inside) in [
        (150, 200..290, [45.0, 54.0]),
        (300, 430..580, [54.0, 54.0]),
        (500, 750..950, [54.0, 54.5]),
    ] {
        let mut pages = BTreeSet::new();
        for count in around {
            let layout = lay_out(&terms, count, None).unwrap();
            let [volume] = &layout.volumes[..] else { panic!("one volume") };
            let n = volume.page_count();
            assert_eq!(volume.setup.area.inside, inside[usize::from(n > turn)], "{n} pages");
            assert!(volume.setup.area.inside > terms.inside(n));
            let last = layout.rounds.last().unwrap();
            assert_eq!(
                (last.inside, last.given, last.pages, last.needed),
                (volume.setup.area.inside, volume.setup.area.inside, n, terms.inside(n))
            );
            for pair in layout.rounds.windows(2) {
                assert!(pair[0].inside < pair[1].inside && pair[0].given == pair[1].inside);
            }
            // The first round has the narrowest gutter: a thicker book needs another.
            assert_eq!(layout.rounds.len() > 1, n > 150, "{n} pages");
            pages.insert(n);
        }
        assert!(pages.contains(&turn) && pages.contains(&(turn + 2)), "{pages:?}");
    }
}

/// What is beside the gutter costs no puzzle: large digits on a small page keep the gutter alone.
#[test]
fn space_beside_the_gutter_is_used_for_puzzles() {
    let terms = kdp("6x9", None);
    let template = Template::builtin("large-print").unwrap();
    let inside = |count| {
        let imprint = BookOptions::default();
        let sections = half_easy_half_evil(count);
        let layout =
            book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out();
        let volume = &layout.unwrap().volumes[0];
        (terms.inside(volume.page_count()), volume.setup.area.inside)
    };
    assert_eq!(inside(70), (27.0, 45.0), "half of the outside margin beside it");
    assert_eq!(inside(400), (54.0, 63.0), "a quarter: cells of 36.5 points take the rest");
    assert_eq!(inside(520), (63.0, 63.5), "a hair");
}

/// Volumes keep to the limit, hold every puzzle once and in order, are about even, and end with a
/// level, at a round number or with a full page.
fn check_volumes(layout: &Layout, terms: &PrintSpec, sizes: &[usize]) {
    let limit = terms.pages().1;
    let count: usize = sizes.iter().sum();
    let ends: Vec<usize> = (1..=sizes.len()).map(|n| sizes[..n].iter().sum()).collect();
    let mean = count as f64 / layout.volumes.len() as f64;
    let a_page = layout.volumes[0].grids_per_page().0;
    let mut next = 1;
    for volume in &layout.volumes {
        assert!(volume.page_count() <= limit, "{} of {limit}", volume.page_count());
        assert_eq!(volume.numbering.first, next);
        next = volume.numbering.last + 1;
        // Each end moves by a twentieth at most, or to the next page.
        let off = (volume.puzzle_count() as f64 - mean).abs();
        assert!(off <= mean / 10.0 + 2.0 * a_page as f64, "{off} of {mean}");
        let last = volume.numbering.last;
        let start = ends.iter().rev().find(|&&end| end < last).unwrap_or(&0);
        let full = (last - start).is_multiple_of(a_page);
        assert!(ends.contains(&last) || last % 10 == 0 || full, "ends at {last}");
        assert_eq!(volume.setup.area.inside, layout.volumes[0].setup.area.inside);
    }
    assert_eq!(next, count + 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn volumes_of_any_sections(
        sizes in prop::collection::vec(1usize..1500, 1..5),
        trim in prop::sample::select(vec!["5x8", "6x9", "8.5x11", "8.25x6"]),
        wanted in prop::option::of(3usize..9),
    ) {
        let terms = kdp(trim, None);
        let sections: Vec<Section> = sizes.iter().flat_map(|&n| half_easy_half_evil(n)).collect();
        let template = Template::builtin("classic").unwrap();
        let imprint = BookOptions::default();
        let layout =
            book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).volumes(wanted).lay_out();
        match layout {
            Ok(layout) => check_volumes(&layout, &terms, &sizes),
            Err(LayoutError::Thick { pages, limit, .. }) => {
                prop_assert!(wanted.is_some() && pages > limit && limit == terms.pages().1);
            }
            Err(LayoutError::Thin { pages, .. }) => prop_assert!(pages < terms.pages().0),
            Err(e) => panic!("{e}"),
        }
    }
}

#[test]
fn volumes_end_where_a_reader_would_end_them() {
    let ends = |sizes: &[usize], trim: &str, volumes| {
        let terms = kdp(trim, None);
        let sections: Vec<Section> = sizes.iter().flat_map(|&n| half_easy_half_evil(n)).collect();
        let template = Template::builtin("classic").unwrap();
        let imprint = BookOptions::default();
        let layout = book::LayoutSpec::new(&template, &sections)
            .printer(&terms)
            .options(&imprint)
            .volumes(volumes)
            .lay_out();
        let volumes = layout.unwrap().volumes;
        let ends: Vec<usize> = volumes.iter().map(|v| v.numbering.last).collect();
        ends
    };
    assert_eq!(ends(&[400; 5], "6x9", Some(5)), [400, 800, 1200, 1600, 2000]);
    // A level ends near the middle.
    assert_eq!(ends(&[590, 610], "6x9", Some(2)), [590, 1200]);
    assert_eq!(ends(&[980, 920], "6x9", Some(2)), [980, 1900]);
    assert_eq!(ends(&[1237], "6x9", Some(2)), [600, 1237]);
    assert_eq!(ends(&[2000, 2777], "8.5x11", Some(4)), [1200, 2400, 3600, 4777]);
    // Where the round number would be too thick, the even one stays.
    let terms = kdp("6x9", None);
    let most = (1300..1600).take_while(|&n| lay_out(&terms, n, Some(1)).is_ok()).last();
    let two = 2 * most.unwrap();
    assert_eq!(ends(&[two], "6x9", None).len(), 2);
}

#[test]
fn unbindable_books_are_refused_with_the_limits() {
    let thick = lay_out(&kdp("8.5x11", None), 2_200, Some(1)).unwrap_err();
    let said = thick.to_string();
    assert!(matches!(thick, LayoutError::Thick { limit: 590, .. }), "{said}");
    assert!(said.contains("at most 590") && said.contains("2 volumes"), "{said}");
    assert!(said.contains("trim 6x9"), "{said}");
    let thin = lay_out(&kdp("6x9", None), 10, None).unwrap_err().to_string();
    assert!(thin.contains("at least 24") && thin.contains("more puzzles"), "{thin}");
    let three = lay_out(&kdp("6x9", None), 600, Some(3)).unwrap();
    assert_eq!(three.volumes.len(), 3);
}

fn press(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(crate::support::program::program());
    command.current_dir(folder).args(args).output().unwrap()
}

fn catalog(folder: &Path, count: usize) -> PathBuf {
    let path = folder.join("in.csv");
    let batch = Batch::new(Plan::new(vec![(Level::Medium, count as u64)]), Seed(1), 1).unwrap();
    let rows: Vec<_> = batch
        .map(|item| item.unwrap().puzzle().unwrap().entry.puzzle.givens().to_string())
        .collect();
    let rows = rows.join("\n");
    std::fs::write(&path, format!("puzzle\n{rows}\n")).unwrap();
    path
}

#[test]
fn the_binary_makes_and_checks_books() {
    let folder = temp_dir::TempDir::new().unwrap();
    let at = folder.path();
    catalog(at, 60);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let made = press(
        at,
        &[
            "book",
            "in.csv",
            "--printer",
            "kdp",
            "--paper",
            "cream",
            "--trim",
            "6x9",
            "--allow-duplicates",
            "-o",
            "b.pdf",
        ],
    );
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let clean = press(at, &["preflight", "b.pdf", "--printer", "kdp", "--trim", "6x9"]);
    assert_eq!(clean.status.code(), Some(0), "{}", text(&clean.stdout));
    assert!(text(&clean.stdout).contains("OK for kdp"));
    let wrong = press(at, &["preflight", "b.pdf", "--printer", "kdp", "--trim", "5x8"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stdout).contains("page size"), "{}", text(&wrong.stdout));

    std::fs::write(at.join("broken.pdf"), "%PDF-1.4 and no more").unwrap();
    for (args, code, words) in [
        (["preflight", "broken.pdf", "--printer", "kdp", "--trim", "6x9"], 1, "not a PDF"),
        (["preflight", "missing.pdf", "--printer", "kdp", "--trim", "6x9"], 1, "missing.pdf"),
        (
            ["preflight", "b.pdf", "--printer", "kpd", "--trim", "6x9"],
            2,
            "bod, eink, ingram, kdp, lulu",
        ),
        (["preflight", "b.pdf", "--printer", "kdp", "--trim", "12x12"], 2, "found 12x12"),
        (["book", "in.csv", "--printer", "kdp", "--trim", "3x3"], 2, "4x6 to 8.5x11.69"),
        (["book", "in.csv", "--printer", "kdp", "--paper", "pink"], 2, "white, cream"),
        (["book", "in.csv", "--paper", "white", "--trim", "6x9"], 2, "--printer"),
    ] {
        let done = press(at, &args);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
    assert!(!at.join("book.pdf").exists());

    // A printer of one's own: a copy with another name.
    let shown = press(at, &["printer", "show", "kdp"]);
    let own = text(&shown.stdout).replace("name = \"kdp\"", "name = \"mine\"");
    std::fs::write(at.join("mine.toml"), own).unwrap();
    let checked = press(at, &["printer", "check", "mine.toml"]);
    assert!(text(&checked.stdout).contains("ok, printer mine"));
    let listed = text(&press(at, &["printer", "list"]).stdout);
    assert_eq!(listed.lines().count(), Printer::BUILTIN.len());
    let judged = press(at, &["preflight", "b.pdf", "--printer", "mine.toml", "--trim", "6x9"]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stderr));
}

/// A thinner line than the printer wants is a refusal if the figure is settled, and advice if not.
#[test]
fn the_binary_distinguishes_advice_and_refusal() {
    let folder = temp_dir::TempDir::new().unwrap();
    let at = folder.path();
    catalog(at, 60);
    let made = press(at, &["book", "in.csv", "--allow-duplicates", "--trim", "6x9", "-o", "b.pdf"]);
    assert_eq!(made.status.code(), Some(0));
    let (_, text) = kdp_file();
    let strict = text.replace("min_line = 0.75", "min_line = 1");
    let settled = strict.replace("[\"min_line\", \"max_grey\"]", "[\"max_grey\"]");
    for (figures, code, weight, end) in [
        (&strict, 0, "advice", "OK for kdp, with advice"),
        (&settled, 1, "refusal", "expected at least 1 pt"),
    ] {
        // What the file says about itself is no matter here.
        let figures = figures.replace("metadata = false", "metadata = true");
        std::fs::write(at.join("own.toml"), figures).unwrap();
        let args = ["preflight", "b.pdf", "--printer", "own.toml", "--trim", "6x9"];
        let done = press(at, &args);
        let said = String::from_utf8(done.stdout).unwrap();
        assert_eq!(done.status.code(), Some(code), "{said}");
        let line = said.lines().find(|l| l.starts_with("line ")).unwrap();
        assert!(line.contains(weight) && said.contains(end), "{said}");
    }
    // A run tells advice with the name that the file will have, and none if it is quiet.
    std::fs::write(at.join("own.toml"), &strict).unwrap();
    let run = "run --count 30 --levels 1 --seed 3 --printer own.toml --trim 6x9 --out";
    for (end, is_told) in [(&["loud"][..], true), (&["quiet", "--quiet"], false)] {
        let args: Vec<&str> = run.split(' ').chain(end.iter().copied()).collect();
        let done = press(at, &args);
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(0), "{said}");
        assert_eq!(said.contains("line          advice"), is_told, "{said}");
        assert_eq!(said.lines().any(|line| line.starts_with("book.pdf: ")), is_told, "{said}");
        assert!(!said.contains("/.sudoku-press/"), "{said}");
    }
}

#[test]
fn a_run_remembers_its_printer() {
    let folder = temp_dir::TempDir::new().unwrap();
    let at = folder.path();
    let run = |more: &[&str]| {
        let all = ["run", "--seed", "7", "--count", "12", "--trim", "6x9", "--quiet"];
        press(at, &[&all, more].concat()).status.code()
    };
    assert_eq!(run(&["--printer", "kdp"]), Some(0));
    let manifest = std::fs::read_to_string(at.join("out/manifest.json")).unwrap();
    assert!(manifest.contains("\"printer\": \"kdp\"") && manifest.contains("\"paper\": \"white\""));
    assert_eq!(run(&["--printer", "kdp"]), Some(0), "nothing to do");
    assert_eq!(run(&["--printer", "kdp", "--paper", "cream"]), Some(2), "another paper");
    assert_eq!(run(&[]), Some(2), "no printer is another setting");
    assert_eq!(run(&["--force"]), Some(0));
    let manifest = std::fs::read_to_string(at.join("out/manifest.json")).unwrap();
    assert!(!manifest.contains("printer"), "absent means none");
}

/// KDP's thickness of paper and IngramSpark's margins stand on the printers' own pages, and were
/// advice only.
#[test]
fn figures_of_the_printers_own_pages_are_settled() {
    let file = |name: &str| {
        let mut all = Printer::BUILTIN.iter();
        let (_, text) = all.find(|(known, _)| *known == name).unwrap();
        text.parse::<toml::Table>().unwrap()
    };
    let [kdp, ingram, lulu] = ["kdp", "ingram", "lulu"].map(file);
    let unsettled = |file: &toml::Table| {
        let keys = file["cover"]["unsettled_keys"].as_array().unwrap();
        keys.iter().map(|key| key.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let page = |paper: &str| kdp["cover"]["page"][paper].as_float().unwrap() / 72.0;
    for (paper, inches) in [
        ("white", 0.002252),
        ("cream", 0.0025),
        ("premium-color", 0.002347),
        ("standard-color", 0.002252),
    ] {
        assert!((page(paper) - inches).abs() < 1e-9, "{paper}");
    }
    // Other guides alone have standard colour, and how far a cover may be off.
    let keys = unsettled(&kdp);
    assert!(!keys.contains(&"page".to_owned()), "{keys:?}");
    assert!(["width", "page.standard-color"].iter().all(|key| keys.contains(&(*key).to_owned())));
    assert!(ingram["margins"].get("unsettled").is_none());
    assert_eq!(lulu["cover"]["spine_text_from"].as_integer(), Some(80));
    assert!(!unsettled(&lulu).contains(&"spine_text_from".to_owned()));

    // A book with KDP's margins is refused by IngramSpark.
    let bench = crate::support::program::Bench::new();
    bench.ends("run --template pocket --count 20 --printer kdp --trim 6x9 --seed 1 -q", 0, "");
    let said = bench.run("preflight out/book.pdf --printer ingram --trim 6x9 --format jsonl");
    assert_eq!(said.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let margin = findings.iter().find(|finding| finding["rule"] == "safe-area").unwrap();
    assert!(margin["advice"].is_null(), "{margin}");
    // The guides say what the files have, wherever their lines break.
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let guide = one_line(include_str!("../../../docs/printing.md"));
    assert!(guide.contains("| Draft2Digital | prints at IngramSpark's printer"));
    for (paper, words) in [
        ("white", "white 0.002252"),
        ("cream", "cream 0.0025,"),
        ("premium-color", "premium colour 0.002347 in"),
        ("standard-color", "standard colour 0.002252 in"),
    ] {
        let inches = words.rsplit(' ').find_map(|word| word.trim_end_matches(',').parse().ok());
        let inches: f64 = inches.unwrap();
        assert!(guide.contains(words) && (page(paper) - inches).abs() < 1e-9, "{words}");
    }
    let guide = one_line(include_str!("../../../docs/covers.md"));
    let from = [&kdp, &lulu, &ingram].map(|file| file["cover"]["spine_text_from"].as_integer());
    let [kdp, lulu, ingram] = from.map(Option::unwrap);
    assert!(
        guide.contains(&format!("fewer than {kdp} pages has no text on its spine (Lulu: {lulu}, "))
    );
    assert!(guide.contains(&format!("130; IngramSpark: {ingram})")));
}

/// A file that bleeds: on each page an area over the whole page, and a square in the inner corner of
/// what is safe.
fn bleeding(
    terms: &PrintSpec,
    (binding, edge): (f64, f64),
    spoil: impl Fn(usize, &mut Dictionary, &mut String),
) -> Vec<u8> {
    let (width, height) = (terms.trim().width(), terms.trim().height());
    let whole = (width + binding + edge, height + 2.0 * edge);
    let pages = terms.pages().0.max(24);
    let boxed = |left: f64, bottom: f64, width: f64, height: f64| {
        let sides = [left, bottom, left + width, bottom + height];
        Object::Array(sides.map(|side| Object::Real(side as f32)).to_vec())
    };
    let pages = (0..pages).map(|index| {
        let recto = index % 2 == 0;
        let left = if recto { binding } else { edge };
        let inside = terms.inside(pages);
        let x = if recto { left + inside } else { left + width - inside - 20.0 };
        let y = edge + terms.outside(true);
        let mut content = format!("0.5 g 0 0 {} {} re f 0 g {x} {y} 20 20 re f", whole.0, whole.1);
        let mut page = dictionary! {
            "MediaBox" => boxed(0.0, 0.0, whole.0, whole.1),
            "BleedBox" => boxed(0.0, 0.0, whole.0, whole.1),
            "TrimBox" => boxed(left, edge, width, height),
        };
        spoil(index, &mut page, &mut content);
        (page, content)
    });
    bound(Document::with_version("1.4"), pages, Dictionary::new())
}

/// Each printer's own page that bleeds: three edges, four, 5 mm. That of another is refused.
#[test]
fn bleeds_are_as_large_as_the_printer_says() {
    const MM5: f64 = 5.0 / 25.4 * 72.0;
    let bleeds = [(0.0, 9.0), (9.0, 9.0), (MM5, MM5)];
    for (printer, trim, own) in [
        ("kdp", "6x9", 0),
        ("kdp", "8.5x11", 0),
        ("ingram", "6x9", 0),
        ("lulu", "6x9", 1),
        ("bod", "170x220mm", 2),
    ] {
        let terms = terms(printer, trim, None);
        for (i, bleed) in bleeds.into_iter().enumerate() {
            // IngramSpark's last page is blank.
            let last = terms.pages().0.max(24) - 1;
            let bytes = bleeding(&terms, bleed, |index, _, content| {
                if printer == "ingram" && index == last {
                    content.clear();
                }
            });
            let mut found = broken(&bytes, &terms);
            // IngramSpark asks for PDF/X-1a:2001 beside.
            found.retain(|(rule, _)| *rule != Rule::Pdfx);
            if i == own {
                assert_eq!(found, [], "{printer}");
            } else {
                assert!(found.iter().any(|f| f.0 == Rule::PageSize), "{printer}: {found:?}");
            }
        }
    }
    // 6x9 becomes 6.125 x 9.25 in at KDP and 6.25 x 9.25 in at Lulu.
    let kdp = terms("kdp", "6x9", None);
    let report = preflight::inspect(&bleeding(&kdp, (9.0, 9.0), |_, _, _| ()), &kdp).unwrap();
    let size = report.findings.iter().find(|f| f.rule == Rule::PageSize);
    let size = size.unwrap().what().to_string();
    assert!(size.contains("6.250 x 9.250") && size.contains("6.000 x 9.000"), "{size}");
}

#[test]
fn boxes_and_margins_with_bleed_are_checked() {
    let kdp = terms("kdp", "6x9", None);
    let boxed = |sides: [i64; 4]| Object::Array(sides.map(Object::Integer).to_vec());
    let found = |at: usize, spoil: &dyn Fn(&mut Dictionary, &mut String)| {
        let bytes = bleeding(&kdp, (0.0, 9.0), |index, page, content| {
            if index + 1 == at {
                spoil(page, content);
            }
        });
        broken(&bytes, &kdp)
    };
    let of_box = |at: usize, key: &'static str, sides: [i64; 4]| {
        found(at, &|page, _| page.set(key, boxed(sides)))
    };
    let boxes = |at: usize| vec![(Rule::Boxes, vec![at])];
    // Trim at the binding: at the left of page 7, at the right of page 8.
    assert_eq!(of_box(7, "TrimBox", [0, 9, 432, 657]), []);
    assert_eq!(of_box(8, "TrimBox", [0, 9, 432, 657]), boxes(8));
    assert_eq!(of_box(8, "TrimBox", [9, 9, 441, 657]), []);
    assert_eq!(of_box(7, "TrimBox", [9, 9, 441, 657]), boxes(7));
    assert_eq!(of_box(7, "TrimBox", [0, 0, 432, 648]), boxes(7), "at the bottom edge");
    assert_eq!(of_box(7, "TrimBox", [0, 0, 441, 666]), boxes(7), "the whole page");
    assert_eq!(of_box(7, "BleedBox", [0, 9, 432, 657]), boxes(7), "nothing bleeds");
    assert_eq!(of_box(7, "CropBox", [0, 9, 432, 657]), boxes(7));
    let small = of_box(7, "MediaBox", [0, 0, 432, 648]);
    assert!(small.contains(&(Rule::PageSize, vec![7])), "one page that does not bleed: {small:?}");

    let drawn = |more: &str| found(7, &|_, content| content.push_str(more));
    let amiss = vec![(Rule::SafeArea, vec![7])];
    assert_eq!(drawn(" 0 g 421 0 20 666 re f"), [], "through the edge");
    assert_eq!(drawn(" 0 g 410 300 20 20 re f"), amiss, "ends between edge and trim");
    assert_eq!(drawn(" 0 g 384 300 20 20 re f"), [], "0.375 in from the trim");
    assert_eq!(drawn(" 0 g 386 300 20 20 re f"), amiss, "0.25 in do where nothing bleeds");
    assert_eq!(drawn(" 1 w 300 300 m 441 300 l S"), [], "a line through the edge");
    assert_eq!(drawn(" 1 w 300 300 m 436 300 l S"), amiss, "and one that ends before it");
}

/// An edge, 1 for the right and 0 for the left one, and the corner and the size of its tab.
type Tab = (usize, (f64, f64), (f64, f64));

/// The tab of a page.
fn tab(page: &Page, width: f64) -> Option<Tab> {
    page.marks.iter().find_map(|mark| match *mark {
        DrawOp::Box { corner, size, .. } if corner.0 < 0.0 => Some((0, corner, size)),
        DrawOp::Box { corner, size, .. } if corner.0 + size.0 > width => Some((1, corner, size)),
        _ => None,
    })
}

#[test]
fn answers_have_the_tab_of_their_first() {
    let template = Template::builtin("classic").unwrap();
    let imprint = BookOptions { tabs: true, fill_pages: true, ..imprint() };
    let (terms, sections) = (terms("kdp", "6x9", None), sections(&[5, 60]));
    let spec = book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint);
    let volume = &spec.lay_out().unwrap().volumes[0];
    let width = terms.trim().width();
    let mut tops: Vec<f64> =
        volume.pages().filter_map(|page| Some(tab(&page, width)?.1.1)).collect();
    tops.dedup();
    // A page has the last answers of the first level and the first of the second one.
    assert_eq!(tops, [tops[0], tops[1], tops[0], tops[1]]);
}

/// A name that is too long for its tab is replaced by the number of its level.
#[test]
fn narrow_tabs_have_numbers_of_levels() {
    let template = Template::builtin("classic").unwrap();
    let (_, english) = Language::BUILTIN.iter().find(|(code, _)| *code == "en").unwrap();
    let long = english.replace("\"Hard\", \"Evil\"", "\"Hard for long evenings\", \"Evil\"");
    let language = Language::parse(&long).unwrap();
    let imprint = BookOptions { tabs: true, fill_pages: true, language, ..imprint() };
    let (terms, sections) = (terms("kdp", "8.5x11", None), sections(&[0, 0, 0, 40, 40]));
    let spec = book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint);
    let volume = &spec.lay_out().unwrap().volumes[0];
    let words: BTreeSet<String> = volume.pages().filter_map(|page| tab_words(&page)).collect();
    let name = imprint.language.level_name(Level::Evil).to_owned();
    assert_eq!(words, BTreeSet::from(["4".to_owned(), name]));
}

/// Returns the words of the tab of a page.
fn tab_words(page: &page::Page) -> Option<String> {
    page.marks.iter().find_map(|mark| match mark {
        DrawOp::Rotated { marks, .. } => {
            FlatMark::all(marks).iter().find_map(|mark| match mark.op {
                DrawOp::Text { text, .. } => Some(text.to_string()),
                _ => None,
            })
        }
        _ => None,
    })
}

/// A book with tabs for each printer whose pages bleed; the printer's rules find nothing, and tabs step down.
#[test]
fn tabs_bleed_while_their_words_stay_inside() {
    let template = Template::builtin("classic").unwrap();
    let imprint = BookOptions { tabs: true, fill_pages: true, ..imprint() };
    let sections = sections(&[40, 30, 20, 20, 12]);
    for (printer, trim) in [
        ("kdp", "6x9"),
        ("kdp", "8.5x11"),
        ("ingram", "6x9"),
        ("lulu", "6x9"),
        ("bod", "170x220mm"),
    ] {
        let terms = terms(printer, trim, None);
        let layout =
            book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out();
        let volume = &layout.unwrap().volumes[0];
        assert_eq!(broken(&pdf(volume), &terms), [], "{printer}");
        let (width, edge) = (terms.trim().width(), terms.bleed().unwrap().1);
        let mut tops = Vec::new();
        for (index, page) in volume.pages().enumerate() {
            let Some((side, corner, size)) = tab(&page, width) else { continue };
            let words = page.marks.iter().find_map(|mark| match mark {
                DrawOp::Rotated { corner, size, .. } => Some(corner.0 + size.1 / 2.0),
                _ => None,
            });
            // The words are in the middle between the edge and the text, which begins beside the tab.
            let inner = if side == 1 { width - corner.0 } else { corner.0 + size.0 };
            let middle = if side == 1 { width - words.unwrap() } else { words.unwrap() };
            // On pages of answers the tab ends 2 points beside the words.
            let is_centred = (2.0 * middle - inner - 6.0).abs() < 1e-6;
            let is_small = (inner - middle - 7.4).abs() < 1e-6;
            assert!(is_centred || is_small, "{middle} of {inner}");
            // Right-hand pages have the outer edge at their right, left-hand ones at their left.
            assert_eq!(side, 1 - index % 2, "page {index} for {printer}");
            let far = if side == 1 { corner.0 + size.0 - width } else { -corner.0 };
            assert!((far - edge).abs() < 1e-6, "it ends at the edge of the sheet: {far}");
            if tops.last() != Some(&corner.1) {
                tops.push(corner.1);
            }
        }
        // The tabs of the answers begin again at the first level.
        assert!(tops.len() > 5 && tops[..5].is_sorted(), "{tops:?} for {printer}");
        assert!(tops[5..].iter().all(|top| tops[..5].contains(top)), "{tops:?} for {printer}");
        assert_eq!(tops[5], tops[0]);
    }
    // Two pages on a side of a sheet have no edge to bleed through.
    let terms = terms("kdp", "6x9", None);
    let lay = |design: &str, terms: Option<&PrintSpec>| {
        let template = Template::builtin(design).unwrap();
        book::LayoutSpec::new(&template, &sections)
            .printer(terms)
            .trim("a4".parse().unwrap())
            .options(&imprint)
            .lay_out()
    };
    let folded =
        book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out();
    assert_eq!(folded.unwrap().volumes[0].booklet().bleed(), (0.0, 0.0));
    for (design, terms, found) in [
        ("classic", None, "found no printer"),
        ("classroom", Some(self::terms("kdp", "8.27x11.69", None)), "found design classroom"),
        ("classic", Some(self::terms("office", "a4", None)), "found office"),
    ] {
        let said = lay(design, terms.as_ref()).unwrap_err().to_string();
        assert!(said.contains("`tabs`: expected a bound book") && said.contains(found), "{said}");
    }
}

#[test]
fn a_run_with_tabs_is_made_again() {
    let bench = Bench::new();
    let run = "run --seed 3 --count 12 --trim 6x9 --printer kdp --fill-pages --cover --tabs";
    bench.ends(&format!("{run} --out r"), 0, "");
    bench.ends("verify r", 0, "");
    bench.ends("preflight r/book.pdf --printer kdp --trim 6x9", 0, "");
    bench.ends("run --count 2 --tabs --out q", 2, "tabs: expected a bound book and a printer");
}

const LINES: [&str; 2] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
];

/// More puzzles than the thickest volume of any design holds.
const MOST: usize = 16_000;

/// A book of so many puzzles in two levels.
fn lay_out_turns(
    template: &Template,
    terms: &PrintSpec,
    count: usize,
) -> Result<Layout, LayoutError> {
    let puzzles = LINES.map(|line| Puzzle::prove(line.parse().unwrap()).unwrap());
    // Half easy, half evil; or as the levels take turns.
    let half = count / 2;
    let first_day = Some("2027-01-01".parse().unwrap());
    let order = template.turn_order(Ladder::Published, first_day);
    let turns: Vec<_> = order.rungs().take(count).collect();
    let of = |level| turns.iter().filter(|turn| **turn == Rung::from(level)).count();
    let counts = if turns.is_empty() {
        vec![(Level::Easy, half), (Level::Evil, count - half)]
    } else {
        Level::ALL.map(|level| (level, of(level))).to_vec()
    };
    let sections: Vec<Section> = counts
        .into_iter()
        .map(|(level, count)| {
            let puzzles = puzzles.iter().cycle().take(count);
            Section::new(level, puzzles.copied())
        })
        .collect();
    let author = Some("A. Müller".to_owned());
    let imprint = BookOptions { author, first_day, ..BookOptions::default() };
    book::LayoutSpec::new(template, &sections).printer(terms).options(&imprint).lay_out()
}

/// How many pages such a book has; none if it is not one volume.
fn pages(template: &Template, terms: &PrintSpec, count: usize) -> Option<usize> {
    match lay_out_turns(template, terms, count) {
        Ok(layout) if layout.volumes.len() == 1 => Some(layout.volumes[0].page_count()),
        Ok(_) => None,
        Err(LayoutError::Thin { pages, .. }) => Some(pages),
        Err(e) => panic!("{count} puzzles at {}: {e}", terms.trim()),
    }
}

/// The fewest puzzles that fill more than so many pages. Pages grow nearly evenly with puzzles, so
/// that each layout tells where to look next.
fn beyond(template: &Template, terms: &PrintSpec, most: usize) -> usize {
    let (mut few, mut many, mut guess) = (1, MOST, most);
    while few < many {
        let middle = if many - few > 50 { guess.clamp(few, many - 1) } else { (few + many) / 2 };
        match pages(template, terms, middle) {
            Some(n) if n <= most => {
                few = middle + 1;
                guess = few + (most - n) * middle / n + 10;
            }
            n => {
                many = middle;
                guess = n.map_or((few + many) / 2, |n| (middle * most / n).saturating_sub(10));
            }
        }
    }
    few
}

/// Holds a book against what KDP asks, and writes it if told.
fn check(template: &Template, terms: &PrintSpec, count: usize, write: bool) -> usize {
    let name =
        format!("{count} puzzles, {}, {} on {}", template.name(), terms.trim(), terms.paper());
    let layout = lay_out_turns(template, terms, count).unwrap_or_else(|e| panic!("{name}: {e}"));
    let (least, most) = terms.pages();
    for volume in &layout.volumes {
        let n = volume.page_count();
        assert!((least..=most).contains(&n) && n % 2 == 0, "{name}: {n} pages");
        assert!(volume.setup.area.inside > terms.inside(n), "{name}");
        assert!(volume.outside_margin() > terms.outside(false), "{name}");
    }
    let volume = &layout.volumes[0];
    if write {
        let mut pdf = Vec::new();
        volume.write(&mut pdf).unwrap();
        let report = preflight::inspect(&pdf, terms).unwrap();
        assert_eq!(report.pages, volume.page_count(), "{name}");
        assert_eq!(report.findings, [], "{name}");
    }
    volume.page_count()
}

/// The numbers of puzzles on both sides of each turn: where the gutter widens, the fewest pages that
/// are bound and the most.
fn turns(template: &Template, terms: &PrintSpec) -> Vec<usize> {
    let (least, most) = terms.pages();
    let steps = terms.inside_steps().filter(|&step| step < most);
    let steps: Vec<usize> = steps.map(|step| beyond(template, terms, step)).collect();
    let first = beyond(template, terms, least - 1);
    let last = beyond(template, terms, most) - 1;
    let both = steps.into_iter().flat_map(|n| [n - 1, n]);
    [first].into_iter().chain(both).chain([last, last + 1]).collect()
}

#[test]
fn every_book_for_kdp_is_clean() {
    let whole = std::env::var("SUDOKU_SWEEP").is_ok_and(|words| words == "whole");
    let kdp = Printer::builtin("kdp").unwrap();
    let papers: Vec<&str> = kdp.papers().collect();
    let trims: Vec<_> = kdp.trims().collect();
    let pairs: Vec<(&str, usize)> = Template::BUILTIN
        .iter()
        .flat_map(|(design, _)| (0..trims.len()).map(|trim| (*design, trim)))
        .collect();
    let next = AtomicUsize::new(0);
    let written = Mutex::new(BTreeMap::<usize, usize>::new());
    let fitting = Mutex::new(BTreeSet::new());
    let one_thread = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(design, trim)) = pairs.get(at) else { break };
            let template = Template::builtin(design).unwrap();
            let some = if whole { papers.clone() } else { vec![papers[trim % papers.len()]] };
            for paper in some {
                let terms = kdp.terms(trims[trim], Some(paper)).unwrap();
                match lay_out_turns(&template, &terms, 400) {
                    Ok(_) | Err(LayoutError::Thin { .. }) => {}
                    // The design says so itself: its pages are too small.
                    Err(e) if e.to_string().contains("(min_cell)") => continue,
                    Err(e) => panic!("{design} at {}: {e}", terms.trim()),
                }
                fitting.lock().unwrap().insert((design, trim));
                // Every 13th trim of a design, and of the next design others.
                if !whole && !(at + at / trims.len()).is_multiple_of(13) {
                    continue;
                }
                for (i, count) in turns(&template, &terms).into_iter().enumerate() {
                    let write = whole || (trim + i) % 3 == 0;
                    let n = check(&template, &terms, count, write);
                    if write {
                        *written.lock().unwrap().entry(n).or_default() += 1;
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        for _ in 0..threads {
            scope.spawn(one_thread);
        }
    });
    let written = written.into_inner().unwrap();
    println!("books written, by their pages: {written:?}");
    for turn in [24, 150, 300, 500, 700, 828] {
        assert!(written.contains_key(&turn), "{turn} pages in {written:?}");
    }
    let fitting = fitting.into_inner().unwrap();
    for (design, _) in Template::BUILTIN {
        let trims = fitting.iter().filter(|(d, _)| d == design).count();
        assert!(trims >= 8, "{design} fits {trims} sizes of KDP");
    }
    assert!(trims.iter().enumerate().all(|(i, _)| fitting.contains(&("classic", i))));
}

/// "This book belongs to" and its line are centred on the paper, but were as wide as the live area, which is not.
#[test]
fn thick_childrens_book_keeps_titles_out_of_gutter() {
    let kdp = Printer::builtin("kdp").unwrap();
    let playful = Template::builtin("playful").unwrap();
    let terms = kdp.terms("5.25x8".parse().unwrap(), Some("groundwood")).unwrap();
    assert_eq!(check(&playful, &terms, 454, true), 700);
}

/// The numbers of puzzles that a run asked for, by level, and its whole manifest.
fn manifest(bench: &Bench, folder: &str) -> (Vec<u64>, Value) {
    let all: Value =
        serde_json::from_slice(&bench.read(&format!("{folder}/manifest.json"))).unwrap();
    let quotas = all["made"]["settings"]["quota"].as_str().unwrap().split(',');
    let count = |pair: &str| pair.split_once('=').unwrap().1.parse().unwrap();
    (quotas.map(count).collect(), all)
}

#[test]
fn run_of_one_puzzle_has_puzzle_and_answer() {
    let bench = Bench::new();
    for (args, pages) in [
        ("--total 1 --levels 2", 2),
        ("--total 1", 2),
        ("--total 1 --levels 2 --template pocket --lang ja", 2),
        ("--total 1 --ladder human --levels 1 --template large-print", 2),
        ("--total 1 --template daily --first-day 2027-01-01 --turns 1,1,1,1,1,1,1", 2),
        ("--total 1 --template newspaper", 2),
        // Four puzzles on a page, and one; then the answers.
        ("--count 1", 3),
        ("--count 1 --title Rain", 4),
        ("--count 1 --title Rain --publisher Quay", 5),
        ("--total 2 --levels 3 --answers none", 1),
        // Who lists parts gets them: title, opener, puzzle, answer.
        ("--total 1 --levels 2 --parts title,puzzles,answers --template playful", 4),
    ] {
        let run = format!("run {args} --seed 1 --out out --force puzzles");
        let plural = if pages == 1 { " in" } else { "" };
        bench.ends(&run, 0, &format!("{pages} page{}{plural}", if pages == 1 { "" } else { "s" }));
        bench.ends("verify out", 0, "");
    }
    // One more than a few is a book with all its parts.
    let output = bench.run("run --total 6 --levels 2 --seed 1 --out six");
    let said = String::from_utf8(output.stderr).unwrap();
    let pages = said.lines().find_map(|line| line.strip_suffix(" pages")?.parse::<usize>().ok());
    // Title, rules, levels, imprint, opener, two pages of puzzles, answers.
    assert_eq!(pages, Some(8), "{said}");
    // A printer still says what it binds.
    bench.ends("run --total 1 --levels 1 --printer kdp --out no", 2, "expected at least 24 pages");
}

#[test]
fn pages_flag_finds_the_number_of_puzzles() {
    let bench = Bench::new();
    for (place, args) in [
        "",
        "--ladder human --levels 1-3",
        "--template large-print --printer kdp",
        "--template daily --first-day 2027-01-01",
        "--template newspaper",
        "--template playful --lang de",
        "--template pocket --printer ingram --volumes 2",
        "--template classroom",
        "--parts title,how-to-play,puzzles,answers,notes --levels 2,4",
    ]
    .into_iter()
    .enumerate()
    {
        // No number of puzzles makes 60 pages here: a level and the answers grow together.
        let is_uneven = ["human", "daily", "playful"].iter().any(|word| args.contains(word));
        let pages = if is_uneven { 62 } else { 60 };
        let run = format!("run --pages {pages} {args} --seed 1 --out p{place}");
        bench.ends(&run, 0, &format!("{pages} pages"));
        let (quotas, found) = manifest(&bench, &format!("p{place}"));
        let total: u64 = quotas.iter().sum();
        // It is the same run as with the count that was found, and the next count has more pages.
        let same = format!("run --total {total} {args} --seed 1 --out same");
        bench.ends(&same, 0, &format!("{pages} pages"));
        assert_eq!(manifest(&bench, "same").1["made"], found["made"], "{args}");
        bench.ends(&run, 0, "nothing to do");
        std::fs::remove_dir_all(bench.path("same")).unwrap();
    }
}

#[test]
fn pages_tells_how_far_off_it_is() {
    let bench = Bench::new();
    let far = "the book has 60 pages, 1 fewer than --pages 61";
    bench.ends("run --pages 61 --seed 1 --out odd", 0, far);
    // Pages for notes make no odd number, either; 62 is one that they make.
    for printer in ["", "--printer kdp --trim 6x9", "--printer ingram --trim 6x9"] {
        let run = format!("run {printer} --seed 1 -o even");
        let even = "fewer than --pages 61: the number of pages must be even; --pages 62 makes more";
        bench.ends(&format!("{run} --pages 61"), 0, even);
        let refused = "--pages: expected an even number of pages, found 61; use --pages 62";
        bench.ends(&format!("{run} --pages 61 --fill-pages"), 2, refused);
        for pages in ["60", "62"] {
            let filled = format!("{run} --pages {pages} --fill-pages --force puzzles");
            bench.ends(&filled, 0, &format!("{pages} pages"));
        }
        std::fs::remove_dir_all(bench.path("even")).unwrap();
    }
    let single = "run --printer office --trim a4 --pages 61 --fill-pages --seed 1 --out single";
    bench.ends(single, 0, " and 61 pages");
    // A few puzzles are on single sheets.
    bench.ends("run --pages 3 --fill-pages --levels 1 --seed 1 --out sheets", 0, " and 3 pages");
    // Techniques have a page each, and are not known before the puzzles.
    let run = "run --ladder human --levels 3-4 --pages 40 --seed 1 --parts techniques,puzzles,answers --out t";
    bench.ends(
        run,
        0,
        "more than --pages 40: pages of techniques, hints and times depend on the puzzles",
    );
    bench.ends(
        "run --pages 2 --levels 1-5 --out no",
        2,
        "expected at least 3, for a book of 5 puzzles",
    );
    // Books of two volumes are tried on the way to one.
    let one = "run --template large-print --ladder human --levels 1-4 --per-page 1 --printer kdp --paper white --trim 8.5x11 \
               --pages 350 --isbn 978-0-306-40615-7 --seed 2 --out one";
    bench.ends(one, 0, "350 pages");
    bench.ends("run --pages 60 --count 2 --out no", 2, "cannot be used with");
    bench.ends("run --pages 0 --out no", 2, "a number from 1 to 5000");
}

/// No number of puzzles makes 118 pages: 69 make 116, and 70 make 120. Pages for notes do.
#[test]
fn notes_fill_pages_up_to_the_number() {
    let bench = Bench::new();
    // Certificates keep the levels on right-hand pages.
    let parts = "--parts title,contents,puzzles,reward,answers,about";
    let run = format!(
        "run --template large-print --trim 6x9 --printer kdp {parts} --levels 1-2 --seed 7 --pages 46"
    );
    let said = String::from_utf8(bench.run(&format!("{run} --out few")).stderr).unwrap();
    assert!(said.contains("the book has 44 pages, 2 fewer than --pages 46"), "{said}");
    assert!(said.contains("--fill-pages adds pages for notes"), "{said}");
    bench.ends(&format!("{run} --fill-pages --out filled"), 0, "46 pages");
    let said = String::from_utf8(bench.run(&format!("{run} --fill-pages --out again")).stderr);
    assert!(!said.unwrap().contains("fewer than"));
    // The same puzzles, and a book that is made again with as many pages.
    assert_eq!(manifest(&bench, "few").0, manifest(&bench, "filled").0);
    bench.ends("verify filled", 0, "");
    bench.ends("book filled --out again.pdf", 0, "46 pages");
    assert_eq!(bench.read("again.pdf"), bench.read("filled/book.pdf"));
}

/// A line that began with a j had 0.4 pt of it in the margin of this printer.
#[test]
fn lines_with_j_keep_clear_of_margins() {
    let quota = "4x4:1=2,6x6:1=2,9x9:1=2";
    let run = format!("run --quota {quota} --ladder human --lang de --printer ingram --seed 11");
    Bench::new().ends(&format!("{run} --fill-pages -q"), 0, "");
}

/// White pages stood before levels that had to begin on a right-hand page, and before the answers.
#[test]
fn jobs_have_no_blank_page_inside() {
    let bench = Bench::new();
    for job in ["to-sell", "course", "large-print", "mini", "pocket"] {
        bench.ends(&format!("run --job {job} --seed 3 --out {job} -q"), 0, "");
        let sheets = readback::sheets(&bench.read(&format!("{job}/book.pdf")));
        for (index, sheet) in sheets[..sheets.len() - 1].iter().enumerate() {
            let is_blank = sheet.glyphs.is_empty() && sheet.drawn.is_empty();
            assert!(!is_blank, "{job}: page {} is blank", index + 1);
        }
    }
}

/// The J of "Jak" in a heading, of "Jedes" in a line and of "Jogos" on the back lay in the margin,
/// and so did the round top of 120 beside a Japanese heading.
#[test]
fn letters_keep_out_of_the_printers_margin() {
    let bench = Bench::new();
    for flags in [
        "booklet --lang pl --printer ingram",
        "daily --lang de --printer lulu",
        "mini --lang pt-BR --printer ingram --spine estimate",
        "mini --lang ja --printer ingram --spine estimate",
    ] {
        bench.ends(&format!("run --job {flags} --fill-pages --seed 5 --out book -q"), 0, "");
        let printer = flags.split(' ').nth(4).unwrap();
        let said = bench.run(&format!("preflight book/book.pdf --printer {printer}")).stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(said.trim_end().ends_with(&format!("OK for {printer}")), "{flags}: {said}");
        std::fs::remove_dir_all(bench.path("book")).unwrap();
    }
}

/// The knot of a balloon on a certificate left a line of 0.29 pt.
#[test]
fn jobs_to_sell_make_books_without_advice() {
    let bench = Bench::new();
    for job in ["to-sell", "course", "large-print", "mini", "children", "pocket"] {
        bench.ends(&format!("run --job {job} --seed 3 --out {job} -q"), 0, "");
        let said = bench.run(&format!("preflight {job}/book.pdf --printer kdp")).stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(said.trim_end().ends_with("OK for kdp"), "{job}: {said}");
    }
}
