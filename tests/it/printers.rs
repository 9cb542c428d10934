//! Printers' figures, and books laid out by them: files refused, gutters, volumes, exit codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use sudoku_press::book::{self, Imprint, Layout, LayoutError, Printer, Section, Template, Terms};
use sudoku_press::puzzle::Puzzle;
use sudoku_press::score::Level;

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn sections(count: usize) -> Vec<Section> {
    let puzzle = Puzzle::prove(LINE.parse().unwrap()).unwrap();
    vec![Section {
        level: Level::Medium,
        puzzles: vec![puzzle; count],
    }]
}

fn lay_out(terms: &Terms, count: usize, volumes: Option<usize>) -> Result<Layout, LayoutError> {
    let template = Template::builtin("classic").unwrap();
    let imprint = Imprint::default();
    book::lay_out(
        &template,
        terms.trim(),
        &imprint,
        &sections(count),
        Some(terms),
        volumes,
    )
}

fn kdp(trim: &str, paper: Option<&str>) -> Terms {
    Printer::builtin("kdp")
        .unwrap()
        .terms(trim.parse().unwrap(), paper)
        .unwrap()
}

#[test]
fn every_builtin_printer_is_sound() {
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
fn figures_that_make_no_sense_are_refused() {
    let (_, text) = Printer::BUILTIN[0];
    let refuse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Printer::parse(&text.replacen(from, to, 1))
            .unwrap_err()
            .to_string()
    };
    for (from, to, words) in [
        ("[blanks]", "[blanks]\nbleu = 1", "unknown field `bleu`"),
        ("run_most = 2", "", "run_most"),
        (
            "type_least = 7",
            "type_least = -7",
            "ink.type_least is -7; 1 to 24 points",
        ),
        ("grey_most = 0.9", "grey_most = nan", "ink.grey_most is NaN"),
        (
            "pages_to = 300",
            "pages_to = 100",
            "with pages and points that rise",
        ),
        (
            "points = 36 }",
            "points = 20 }",
            "with pages and points that rise",
        ),
        ("[24, 828]", "[24, 900]", "at most 828"),
        ("\"5x8\"", "\"5xx8\"", "trims.named is \"5xx8\""),
        (
            "trims = [\"8.5x8.5\"",
            "trims = [\"9x9\"",
            "one of trims.named",
        ),
        (
            "source = \"margins\"",
            "source = \"hearsay\"",
            "one of the sources (",
        ),
        (
            "checked = \"2026-11-20\"",
            "checked = \"today\"",
            "a day such as",
        ),
        (
            "name = \"cream\"",
            "name = \"white\"",
            "a name that no other paper has",
        ),
        (
            "edition = \"print\"",
            "edition = \"paint\"",
            "unknown variant `paint`",
        ),
    ] {
        let said = refuse(from, to);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn kdp_says_what_its_table_says() {
    let limits = |trim, paper| kdp(trim, Some(paper)).pages();
    assert_eq!(limits("6x9", "white"), (24, 828));
    assert_eq!(limits("8.5x11", "white"), (24, 590));
    assert_eq!(limits("letter", "cream"), (24, 550));
    assert_eq!(limits("8.25x6", "white"), (24, 800));
    assert_eq!(limits("8.27x11.69", "white"), (24, 780));
    assert_eq!(
        limits("a4", "cream"),
        (24, 730),
        "A4 by its name in millimetres"
    );
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
    let refused = printer
        .terms("9x12".parse().unwrap(), None)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("8.5x11") && refused.contains("4x6 to 8.5x11.69"),
        "{refused}"
    );
    let refused = printer
        .terms("6x9".parse().unwrap(), Some("pink"))
        .unwrap_err()
        .to_string();
    assert!(refused.contains("white, cream, groundwood"), "{refused}");
}

/// With a table whose steps are wider than the template's own margin, every count of puzzles around
/// the steps comes to rest, on a gutter that is enough and that nothing narrower would have been.
#[test]
fn the_gutter_comes_to_rest() {
    let (_, text) = Printer::BUILTIN[0];
    let wider = [
        ("150, points = 27", "150, points = 55"),
        ("300, points = 36", "300, points = 70"),
        ("500, points = 45", "500, points = 80"),
        ("700, points = 54", "700, points = 90"),
        ("828, points = 63", "828, points = 100"),
    ];
    let text = wider
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let terms = Printer::parse(&text)
        .unwrap()
        .terms("6x9".parse().unwrap(), None)
        .unwrap();
    let mut turns = [false; 2];
    for (turn, around) in [(150, 200..290), (300, 430..580)] {
        for count in around {
            let layout = lay_out(&terms, count, None).unwrap();
            let [volume] = &layout.volumes[..] else {
                panic!("one volume")
            };
            let n = volume.page_count();
            let last = layout.rounds.last().unwrap();
            assert!(volume.inside() >= terms.inside(n) && last.inside == volume.inside());
            for pair in layout.rounds.windows(2) {
                assert!(pair[0].inside < pair[1].inside && pair[0].needed <= pair[1].inside);
            }
            turns[0] |= n == turn;
            turns[1] |= n == turn + 2;
        }
    }
    assert_eq!(turns, [true; 2], "both sides of the steps were seen");
}

#[test]
fn volumes_stay_under_the_limit_and_are_even() {
    for (trim, paper) in [
        ("8.5x11", "white"),
        ("8.5x11", "cream"),
        ("6x9", "white"),
        ("5x8", "cream"),
    ] {
        let terms = kdp(trim, Some(paper));
        let limit = terms.pages().1;
        let mut several = 0;
        for count in (900..5_000).step_by(83) {
            let layout = lay_out(&terms, count, None).unwrap();
            let pages: Vec<usize> = layout.volumes.iter().map(|v| v.page_count()).collect();
            let (least, most) = (*pages.iter().min().unwrap(), *pages.iter().max().unwrap());
            assert!(most <= limit, "{pages:?} of {limit}");
            assert!(most - least <= 6, "{pages:?}");
            assert!(
                layout
                    .volumes
                    .iter()
                    .all(|v| v.inside() == layout.volumes[0].inside())
            );
            // No wider than the template's own margin, if that is enough for such volumes.
            let inside = layout.volumes[0].inside();
            assert!(
                inside <= 54.5 || terms.inside(most) > 54.0,
                "{inside} for {pages:?}"
            );
            several += usize::from(pages.len() > 1);
        }
        assert!(several > 0);
    }
}

#[test]
fn what_cannot_be_bound_is_refused_with_what_can() {
    let thick = lay_out(&kdp("8.5x11", None), 2_200, Some(1)).unwrap_err();
    let said = thick.to_string();
    assert!(
        matches!(thick, LayoutError::Thick { limit: 590, .. }),
        "{said}"
    );
    assert!(
        said.contains("at most 590") && said.contains("2 volumes"),
        "{said}"
    );
    assert!(said.contains("trim 6x9"), "{said}");
    let thin = lay_out(&kdp("6x9", None), 10, None)
        .unwrap_err()
        .to_string();
    assert!(
        thin.contains("at least 24") && thin.contains("more puzzles"),
        "{thin}"
    );
    let three = lay_out(&kdp("6x9", None), 600, Some(3)).unwrap();
    assert_eq!(three.volumes.len(), 3);
}

fn press(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-press"));
    command.current_dir(folder).args(args).output().unwrap()
}

fn catalog(folder: &Path, count: usize) -> PathBuf {
    let path = folder.join("in.csv");
    let rows = vec![LINE; count].join("\n");
    std::fs::write(&path, format!("puzzle\n{rows}\n")).unwrap();
    path
}

#[test]
fn the_binary_makes_and_judges() {
    let folder = tempfile::tempdir().unwrap();
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
            "--explain",
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
    let clean = press(
        at,
        &["preflight", "b.pdf", "--printer", "kdp", "--trim", "6x9"],
    );
    assert_eq!(clean.status.code(), Some(0), "{}", text(&clean.stdout));
    assert!(text(&clean.stdout).contains("nothing that kdp would refuse"));
    let wrong = press(
        at,
        &["preflight", "b.pdf", "--printer", "kdp", "--trim", "5x8"],
    );
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        text(&wrong.stdout).contains("page size"),
        "{}",
        text(&wrong.stdout)
    );

    std::fs::write(at.join("broken.pdf"), "%PDF-1.4 and no more").unwrap();
    for (args, code, words) in [
        (
            [
                "preflight",
                "broken.pdf",
                "--printer",
                "kdp",
                "--trim",
                "6x9",
            ],
            1,
            "not a PDF",
        ),
        (
            [
                "preflight",
                "missing.pdf",
                "--printer",
                "kdp",
                "--trim",
                "6x9",
            ],
            1,
            "missing.pdf",
        ),
        (
            ["preflight", "b.pdf", "--printer", "kpd", "--trim", "6x9"],
            2,
            "kdp, ingram, lulu",
        ),
        (
            ["preflight", "b.pdf", "--printer", "kdp", "--trim", "12x12"],
            2,
            "does not cut 12x12",
        ),
        (
            ["book", "in.csv", "--printer", "kdp", "--trim", "3x3"],
            2,
            "4x6 to 8.5x11.69",
        ),
        (
            ["book", "in.csv", "--printer", "kdp", "--paper", "pink"],
            2,
            "white, cream",
        ),
        (
            ["book", "in.csv", "--paper", "white", "--trim", "6x9"],
            2,
            "--printer",
        ),
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
    assert!(text(&checked.stdout).contains("sound, printer mine"));
    let listed = text(&press(at, &["printer", "list"]).stdout);
    assert_eq!(listed.lines().count(), Printer::BUILTIN.len());
    let judged = press(
        at,
        &[
            "preflight",
            "b.pdf",
            "--printer",
            "mine.toml",
            "--trim",
            "6x9",
        ],
    );
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stderr));
}

#[test]
fn a_run_remembers_its_printer() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = |more: &[&str]| {
        let all = [
            "run", "--seed", "7", "--count", "12", "--trim", "6x9", "--quiet",
        ];
        press(at, &[&all, more].concat()).status.code()
    };
    assert_eq!(run(&["--printer", "kdp"]), Some(0));
    let manifest = std::fs::read_to_string(at.join("out/manifest.json")).unwrap();
    assert!(manifest.contains("\"printer\": \"kdp\"") && manifest.contains("\"paper\": \"white\""));
    assert_eq!(run(&["--printer", "kdp"]), Some(0), "nothing to do");
    assert_eq!(
        run(&["--printer", "kdp", "--paper", "cream"]),
        Some(2),
        "another paper"
    );
    assert_eq!(run(&[]), Some(2), "no printer is another setting");
    assert_eq!(run(&["--force"]), Some(0));
    let manifest = std::fs::read_to_string(at.join("out/manifest.json")).unwrap();
    assert!(!manifest.contains("printer"), "absent means none");
}
