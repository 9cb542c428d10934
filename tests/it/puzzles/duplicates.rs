//! The same puzzle twice, also relabelled and moved, and complete grids: refused by commands that make something of
//! them, a problem for commands that judge.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SOLUTION};
use crate::support::verify::{caught, verify};
use std::fs;

/// Commands that make something of puzzles, and what they make.
const MAKING: [(&str, &str); 4] = [
    ("book FILES --out made.pdf", "made.pdf"),
    ("cover FILES --spine 5mm --out made.pdf", "made.pdf"),
    ("export text FILES --name {number} --out made", "made"),
    ("archive import FILES --archive a", ""),
];

/// Eight puzzles in a.csv from line 2 on, and in twins.txt, from line 1 on, each of them relabelled and moved.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.ends("generate --quota 1=8 --seed 1 -q --out a.csv", 0, "");
    bench.ends("generate --quota 1=8 --seed 2 -q --out b.csv", 0, "");
    bench.ends("transform a.csv --seed 3 --out twins.txt", 0, "");
    bench.ends("archive create a", 0, "");
    bench
}

/// The puzzles of a catalogue, one a line.
fn lines(bench: &Bench, name: &str) -> Vec<String> {
    let text = String::from_utf8(bench.read(name)).unwrap();
    let field = if name.ends_with(".csv") { 1 } else { 0 };
    let lines = text.lines().skip(field);
    lines.map(|line| line.split(',').nth(field).unwrap().to_owned()).collect()
}

fn write(bench: &Bench, name: &str, lines: &[&str]) {
    fs::write(bench.path(name), lines.join("\n") + "\n").unwrap();
}

/// The puzzles of the archive.
fn entered(bench: &Bench) -> String {
    let stats = String::from_utf8(bench.run("archive stats a").stdout).unwrap();
    stats.split(" of ").next().unwrap().to_owned()
}

#[test]
fn making_commands_refuse_a_puzzle_twice() {
    let bench = bench();
    let (a, twins) = (lines(&bench, "a.csv"), lines(&bench, "twins.txt"));
    write(&bench, "same.txt", &[&a[0], &a[1], &a[0]]);
    write(&bench, "moved.txt", &[&a[0], &twins[0]]);
    write(&bench, "one.txt", &[&twins[4]]);
    for (files, words) in [
        (
            "same.txt",
            "same.txt:3: expected each puzzle once, found that of same.txt:1 again; remove one",
        ),
        (
            "moved.txt",
            "moved.txt:2: expected each puzzle once, found that of moved.txt:1 again (relabelled",
        ),
        (
            "a.csv one.txt",
            "one.txt:1: expected each puzzle once, found that of a.csv:6 again (relabelled",
        ),
        (
            "b.csv one.txt a.csv",
            "a.csv:6: expected each puzzle once, found that of one.txt:1 again",
        ),
        ("b.csv b.csv", "b.csv:2: expected each puzzle once, found that of b.csv:2 again\n"),
    ] {
        for (command, made) in MAKING {
            let command = command.replace("FILES", files);
            bench.ends(&command, 1, words);
            bench.ends(&command, 1, ", or use --allow-duplicates");
            assert!(made.is_empty() || !bench.path(made).exists(), "{command}");
            assert_eq!(entered(&bench), "0 puzzles", "{command}");
            bench.ends(&format!("{command} --allow-duplicates"), 0, "");
            if !made.is_empty() {
                fs::rename(bench.path(made), bench.path(&format!("{made}-of-{}", files.len())))
                    .unwrap();
            }
        }
        fs::remove_file(bench.path("a")).unwrap();
        bench.ends("archive create a", 0, "");
        for name in ["made.pdf", "made"] {
            let kept = bench.path(&format!("{name}-of-{}", files.len()));
            if kept.is_dir() { fs::remove_dir_all(kept) } else { fs::remove_file(kept) }.unwrap();
        }
    }
    // Other puzzles are taken.
    for (command, _) in MAKING {
        bench.ends(&command.replace("FILES", "a.csv b.csv"), 0, "");
        let _ = fs::remove_file(bench.path("made.pdf"));
    }
}

#[test]
fn puzzle_on_standard_input_is_compared_with_files() {
    let bench = bench();
    let twins = lines(&bench, "twins.txt");
    for (command, _) in MAKING {
        let (code, _, said) = fed(&bench, &command.replace("FILES", "a.csv -"), &twins[2]);
        let words = "standard input:1: expected each puzzle once, found that of a.csv:4 again";
        assert!(code == 1 && said.contains(words), "{command}: {said}");
    }
}

#[test]
fn five_duplicates_are_named_and_others_counted() {
    let bench = bench();
    for (command, _) in MAKING {
        let output = bench.run(&command.replace("FILES", "a.csv twins.txt"));
        let said = String::from_utf8(output.stderr).unwrap();
        let refused: Vec<_> = said.lines().filter(|line| line.contains("expected each")).collect();
        assert_eq!(refused.len(), 5, "{command}: {said}");
        for (n, line) in (1..).zip(&refused) {
            assert!(line.contains(&format!("twins.txt:{n}: ")), "{line}");
            assert!(line.contains(&format!("that of a.csv:{} again", n + 1)), "{line}");
        }
        let last = said.lines().last().unwrap();
        assert!(last.starts_with("and 3 more rows; remove them, or use"), "{last}");
    }
}

/// A run that has equivalent puzzles on purpose is still the source of its book, its cover and its files.
#[test]
fn a_run_of_equivalent_puzzles_is_taken_whole() {
    let bench = Bench::new();
    let run = "run --levels 1 --count 6 --variants 3 --seed 1 -q --printer kdp --trim 6x9";
    bench.ends(&format!("{run} --fill-pages --out v"), 0, "");
    bench.ends(
        "run --template classroom --levels 1 --total 4 --sheets 3 --seed 1 -q --out s",
        0,
        "",
    );
    for run in ["v", "s"] {
        for (n, source) in [run.to_owned(), format!("{run}/catalog.csv")].iter().enumerate() {
            let sheets = if run == "s" && n == 1 { "--template classroom --sheets 3" } else { "" };
            bench.ends(&format!("book {source} {sheets} -q --out {run}{n}.pdf"), 0, "");
            bench.ends(&format!("export text {source} --out {run}{n}"), 0, "");
        }
        bench.ends(&format!("listing {run}"), 0, "");
        verify(&bench, run, 0);
    }
    bench.ends("cover v -q --out v-cover.pdf", 0, "");
    // Beside another file nothing says that they are meant.
    bench.ends("generate --quota 2=2 --seed 2 -q --out b.csv", 0, "");
    bench.ends(
        "book v/catalog.csv b.csv --out no.pdf",
        1,
        "found that of v/catalog.csv:2 again (rel",
    );
    // A catalogue by itself says nothing about it, unless its puzzles go on sheets.
    fs::copy(bench.path("s/catalog.csv"), bench.path("loose.csv")).unwrap();
    bench.ends("book loose.csv --out no.pdf", 1, "again (relabelled or moved)");
    bench.ends("book loose.csv --template classroom --sheets 3 -q --out sheets.pdf", 0, "");
    // Identical puzzles are no sheets.
    let text = String::from_utf8(bench.read("v/catalog.csv")).unwrap();
    let row = text.lines().nth(1).unwrap();
    fs::write(bench.path("v/catalog.csv"), format!("{text}{row}\n")).unwrap();
    bench.ends(
        "book v -q --out no.pdf",
        1,
        "v/catalog.csv:8: expected each puzzle once, found that of",
    );
}

/// RunExpectations this number of findings, and words of the first.
fn caught_all(bench: &Bench, args: &str, count: usize, words: &str) {
    let said = verify(bench, args, 1);
    // The last object is the summary.
    let all = verify(bench, &format!("{args} --format jsonl"), 1);
    assert_eq!(all.lines().count(), count + 1, "{all}");
    assert!(said.lines().next().unwrap().starts_with(words), "{said}");
}

#[test]
fn verify_names_both_places_of_a_shared_puzzle() {
    let bench = bench();
    let (a, twins) = (lines(&bench, "a.csv"), lines(&bench, "twins.txt"));
    write(&bench, "one.txt", &["puzzle", &twins[4]]);
    write(&bench, "same.txt", &["puzzle", &a[0]]);
    verify(&bench, "a.csv b.csv", 0);
    caught(
        &bench,
        "b.csv a.csv one.txt",
        &["one.txt:2, column puzzle", "equivalent to that of a.csv:6"],
    );
    caught(&bench, "a.csv same.txt", &["same.txt:2, column puzzle", "the puzzle of a.csv:2 again"]);
    caught(&bench, "a.csv same.txt --dedup exact", &["the puzzle of a.csv:2 again"]);
    verify(&bench, "a.csv one.txt --dedup exact", 0);
    caught_all(
        &bench,
        "a.csv twins.txt",
        8,
        "twins.txt:1, column puzzle: a puzzle equivalent to that of a.csv:2",
    );
    // Beside their book both are judged as well.
    bench.ends("book a.csv --out a.pdf", 0, "");
    verify(&bench, "a.csv a.pdf", 0);
    let said = verify(&bench, "a.csv same.txt a.pdf", 1);
    assert!(said.contains("the puzzle of a.csv:2 again"), "{said}");
    verify(&bench, "a.csv same.txt --allow-duplicates", 0);
}

#[test]
fn runs_sharing_puzzles_are_found_except_editions() {
    let bench = Bench::new();
    let run = |out: &str, more: &str| {
        bench.ends(&format!("run --levels 1 --count 6 --trim 6x9 -q --out {out} {more}"), 0, "");
    };
    run("en", "--seed 1");
    run("es", "--seed 1 --lang es");
    // Level 1 is the same as that of the first.
    bench.ends("run --levels 1-2 --count 6 --trim 6x9 --seed 1 -q --out more", 0, "");
    verify(&bench, "en es", 0);
    verify(&bench, "en en/catalog.csv", 0);
    caught_all(
        &bench,
        "en more",
        6,
        "more/catalog.csv:2, column puzzle, puzzle L1-000001: the puzzle of en/catalog.csv:2 again",
    );
    caught_all(&bench, "more en/catalog.csv", 6, "en/catalog.csv:2, column puzzle");
}

#[test]
fn book_printing_a_puzzle_twice_is_found() {
    let bench = bench();
    let (a, twins) = (lines(&bench, "a.csv"), lines(&bench, "twins.txt"));
    write(&bench, "same.txt", &[&a[0], &a[1], &a[0]]);
    write(&bench, "moved.txt", &[&a[0], &a[1], &a[2], &twins[1]]);
    for name in ["same", "moved", "a"] {
        let allow = if name == "a" { "a.csv" } else { &format!("{name}.txt --allow-duplicates") };
        bench.ends(&format!("book {allow} --trim 6x9 -q --out {name}.pdf"), 0, "");
    }
    verify(&bench, "a.pdf", 0);
    caught(
        &bench,
        "same.pdf",
        &[
            "puzzle 3: found puzzle 1 of same.pdf on page ",
            " again, expected a puzzle that is printed once",
        ],
    );
    caught(
        &bench,
        "moved.pdf",
        &["puzzle 4: found puzzle 2 of moved.pdf on page ", "again, relabelled or moved"],
    );
    caught(&bench, "same.pdf --dedup exact", &["puzzle 3"]);
    verify(&bench, "moved.pdf --dedup exact", 0);
    // Two volumes that share puzzles.
    write(&bench, "other.txt", &[&twins[7]]);
    bench.ends("book other.txt -q --out other.pdf", 0, "");
    caught(&bench, "a.pdf other.pdf", &["other.pdf", "of a.pdf on page "]);
    // Volumes with their catalogue.
    bench.ends("book a.csv b.csv --volumes 2 --trim 6x9 -q --out v.pdf", 0, "");
    verify(&bench, "v-01.pdf v-02.pdf", 0);
    verify(&bench, "a.csv b.csv v-01.pdf v-02.pdf", 0);
    // A book that is also folded, and sheets for a class.
    bench.ends("book a.csv --impose booklet --trim 6x9 -q --out folded.pdf", 0, "");
    verify(&bench, "folded.pdf folded-booklet.pdf", 0);
    bench.ends(
        "run --template classroom --levels 1 --total 4 --sheets 3 --seed 1 -q --out s",
        0,
        "",
    );
    verify(&bench, "s/book.pdf", 0);
}

#[test]
fn an_import_enters_all_files_or_none() {
    let bench = bench();
    let a = lines(&bench, "a.csv");
    bench.ends("archive import a.csv twins.txt --archive a", 1, "and 3 more rows; remove them");
    assert_eq!(entered(&bench), "0 puzzles");
    write(&bench, "bad.txt", &[&a[0], &a[1][..80]]);
    bench.ends("archive import b.csv bad.txt --archive a", 1, "bad.txt:2");
    assert_eq!(entered(&bench), "0 puzzles");
    let all = "archive import a.csv twins.txt --archive a --allow-duplicates";
    bench.ends(all, 0, "a.csv: 8 puzzles are new");
    bench.ends(all, 0, "twins.txt: 0 puzzles are new, 8 were already in the archive");
    assert_eq!(entered(&bench), "8 puzzles");
    // What an archive has already is no duplicate, and keys are compared with puzzles.
    bench.ends("archive import twins.txt b.csv --archive a", 0, "b.csv: 8 puzzles are new");
    let keys = bench.run("archive export a").stdout;
    fs::write(bench.path("keys.csv"), keys).unwrap();
    bench.ends("archive create c", 0, "");
    bench.ends("archive import b.csv keys.csv --archive c", 1, "found that of b.csv:");
    bench.ends("archive import keys.csv --archive c", 0, "16 puzzles are new");
    fs::write(bench.path("empty.csv"), "").unwrap();
    fs::write(bench.path("header.csv"), "id,puzzle,solution\n").unwrap();
    fs::write(bench.path("no-keys.csv"), "key,run,row\n").unwrap();
    for name in ["empty.csv", "header.csv", "no-keys.csv"] {
        let words = format!("{name}: expected puzzles, found none");
        for flag in ["", "--allow-duplicates"] {
            bench.ends(&format!("archive import {name} --archive c {flag}"), 1, &words);
        }
    }
    let stats = String::from_utf8(bench.run("archive stats c").stdout).unwrap();
    assert!(stats.starts_with("16 puzzles of 1 run,"), "{stats}");
}

#[test]
fn a_complete_grid_is_no_puzzle() {
    let bench = bench();
    write(&bench, "grids.txt", &[PUZZLE, SOLUTION]);
    write(&bench, "only.txt", &[SOLUTION]);
    for (command, made) in MAKING {
        for flag in ["", " --allow-duplicates"] {
            let command = command.replace("FILES", "grids.txt") + flag;
            bench.ends(&command, 1, "grids.txt:2");
            bench.ends(
                &command,
                1,
                "expected a puzzle, found a complete grid with nothing to solve",
            );
            assert!(made.is_empty() || !bench.path(made).exists(), "{command}");
        }
    }
    assert_eq!(entered(&bench), "0 puzzles");
    let cover = "cover only.txt --printer kdp --paper white --trim 6x9 --fill-pages --out c.pdf";
    bench.ends(cover, 1, "only.txt:1");
    caught(&bench, "grids.txt", &["grids.txt:2: a complete grid, with nothing to solve"]);
    // Those that look at a grid still read it.
    for command in ["solve", "rate", "transform --canonical"] {
        let code = bench.run(&format!("{command} grids.txt")).status.code();
        assert_eq!(code, Some(0), "{command}");
    }
}
