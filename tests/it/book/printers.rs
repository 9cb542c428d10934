//! Printers' figures, and books laid out for them: refused figures, gutters, volumes, exit codes.

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use sudoku_press::book::{self, BookOptions, Layout, LayoutError, Section, Template};
use sudoku_press::printers::{PrintSpec, Printer};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::score::Level;
use sudoku_press::{Batch, Plan, Seed};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn sections(count: usize) -> Vec<Section> {
    let puzzle = Puzzle::prove(LINE.parse().unwrap()).unwrap();
    vec![Section::new(Level::Medium, vec![puzzle; count])]
}

fn lay_out(terms: &PrintSpec, count: usize, volumes: Option<usize>) -> Result<Layout, LayoutError> {
    let template = Template::builtin("classic").unwrap();
    let imprint = BookOptions::default();
    book::LayoutSpec::new(&template, &sections(count))
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
            assert_eq!(volume.inside_margin(), inside[usize::from(n > turn)], "{n} pages");
            assert!(volume.inside_margin() > terms.inside(n));
            let last = layout.rounds.last().unwrap();
            assert_eq!(
                (last.inside, last.given, last.pages, last.needed),
                (volume.inside_margin(), volume.inside_margin(), n, terms.inside(n))
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
        let sections = sections(count);
        let layout =
            book::LayoutSpec::new(&template, &sections).printer(&terms).options(&imprint).lay_out();
        let volume = &layout.unwrap().volumes[0];
        (terms.inside(volume.page_count()), volume.inside_margin())
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
        assert_eq!(volume.inside_margin(), layout.volumes[0].inside_margin());
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
        let sections: Vec<Section> = sizes.iter().flat_map(|&n| sections(n)).collect();
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
        let sections: Vec<Section> = sizes.iter().flat_map(|&n| sections(n)).collect();
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
fn books_that_cannot_be_bound_are_refused_with_the_limits() {
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
            "--show-layout",
            "--allow-duplicates",
            "-o",
            "b.pdf",
        ],
    );
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let said = text(&made.stdout);
    for words in [
        "printer kdp, paper cream, trim 6x9: 24 to 776 pages",
        "round 1:",
        "1 to 150 pages need 0.375 in",
        "volume 1:",
        "cells of",
    ] {
        assert!(said.contains(words), "{said}");
    }
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
        (["preflight", "b.pdf", "--printer", "kpd", "--trim", "6x9"], 2, "bod, ingram, kdp, lulu"),
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
    bench.ends("run --count 20 --printer kdp --trim 6x9 --seed 1 -q", 0, "");
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
