//! Pictures, minimal puzzles, numbers of givens and symmetry: runs of each shape, and what is refused.

use crate::support::program::Bench;
use crate::support::verify::{caught, verify};
use make::GivensMask;
use std::fs;

/// A face, a heart and a star, drawn with three kinds of characters.
const PICTURES: &str = "\
.xxxxxxx.
x.......x
x.xx.xx.x
x.......x
x...x...x
x.x...x.x
x..xxx..x
x.......x
.xxxxxxx.

_##___##_
#__#_#__#
#___#___#
#_______#
#_______#
_#_____#_
__#___#__
___#_#___
____#____

100010001
020202020
003333300
000444000
555555555
000666000
007777700
080808080
900090009
";

/// One ornament without a puzzle of level 4 ended the level before it.
#[test]
fn picture_without_puzzles_is_skipped_with_note() {
    let bench = Bench::new();
    let args = "generate --ladder human --levels 4 --count 30 --pattern designed --seed 1";
    let note = "B4-000016 has picture 46, because no puzzle of its level was found with picture 16";
    bench.ends(&format!("{args} --out all.csv --threads 1"), 0, note);
    bench.ends(&format!("{args} --into parts"), 0, note);
    let all = bench.read("all.csv");
    assert_eq!(bench.read("parts/catalog.csv"), all);
    bench.ends(&format!("run {} --threads 2 --out r -q", &args["generate ".len()..]), 0, "");
    assert_eq!(bench.read("r/catalog.csv"), all);
    bench.ends("verify r", 0, "");
    // A picture that may not stand for the slot's own is found.
    let designed = include_str!("../../../crates/make/templates/patterns/designed.txt");
    let masks = GivensMask::read_all(designed).unwrap();
    let manifest = String::from_utf8(bench.read("r/manifest.json")).unwrap();
    let text = |number: usize| masks[number - 1].to_string();
    assert!(manifest.contains(&text(46)), "{manifest}");
    let lying = manifest.replace(&text(46), &text(1));
    fs::write(bench.path("r/manifest.json"), lying).unwrap();
    assert!(verify(&bench, "r", 1).contains("is not as in the picture"));
}

/// One shape after the other through the program: catalogue, run, verify.
#[test]
fn runs_of_every_shape_are_proved() {
    let bench = Bench::new();
    fs::write(bench.path("pictures.txt"), PICTURES).unwrap();
    for (i, flags) in [
        "--ladder human --levels 2 --pattern pictures.txt",
        "--levels 5 --minimal --symmetry half-turn",
        "--ladder human --levels 1,2 --minimal --symmetry left-right",
        "--levels 4 --givens 28..29 --symmetry diagonal",
        "--levels 3,4 --symmetry full",
        "--levels 2 --symmetry quarter-turn --variants 2",
        "--levels 4 --look published",
        "--ladder human --levels 1,2 --symmetry left-right --look children",
        "--levels 3 --count 30 --symmetry full --repeat-patterns",
        "--ladder human --levels 1,2 --count 9 --symmetry mixed",
        "--ladder human --levels 2 --pattern designed",
        // The second picture comes after the variants of the first.
        "--ladder human --levels 2 --pattern pictures.txt --variants 2",
    ]
    .iter()
    .enumerate()
    {
        let count = if flags.contains("--count") { "" } else { "--count 4" };
        bench.ends(&format!("run {count} --seed 3 {flags} --out r{i} --quiet"), 0, "");
        assert!(verify(&bench, &format!("r{i}"), 0).contains(" files. All match"));
        bench.ends(&format!("run {count} --seed 3 {flags} --out r{i}"), 0, "nothing to do");
    }
    // A run says in its catalogue what it asked for: the picture is no order, and `minimal` is a column.
    let text = |name: &str| String::from_utf8(bench.read(name)).unwrap();
    assert!(text("r0/catalog.csv").lines().skip(1).all(|row| row.contains(",pattern,none,")));
    let minimal = text("r1/catalog.csv");
    assert!(minimal.lines().next().unwrap().ends_with(",reissue,minimal"));
    assert!(minimal.lines().skip(1).all(|row| row.ends_with(",given") || row.ends_with(",orbit")));
    assert!(
        text("r2/catalog.csv")
            .lines()
            .next()
            .unwrap()
            .ends_with(",band,rated_as,band_name,minimal")
    );

    let mixed = text("r9/catalog.csv");
    let words = ["half-turn", "left-right", "diagonal", "quarter-turn", "top-bottom"];
    assert!(words.iter().all(|word| mixed.matches(&format!(",{word},")).count() >= 2), "{mixed}");

    // Lies, each of one word.
    let row = |text: &str, n: usize| text.lines().nth(n).unwrap().to_owned();
    let first = row(&minimal, 1);
    let (rest, word) = first.rsplit_once(',').unwrap();
    let other = if word == "given" { "orbit" } else { "given" };
    for (lie, words) in
        [(other, "is stated, expected"), ("no", "no is stated"), ("", "nothing is stated")]
    {
        let lie = minimal.replace(&first, &format!("{rest},{lie}"));
        fs::write(bench.path("lie.csv"), lie).unwrap();
        caught(&bench, "lie.csv", &["lie.csv:2, column minimal", words]);
    }
    let full = text("r4/catalog.csv");
    for symmetry in [
        "full",
        "quarter-turn",
        "left-right",
        "top-bottom",
        "both-mirrors",
        "diagonal",
        "both-diagonals",
    ] {
        let none = text("r1/catalog.csv").replace(",half-turn,", &format!(",{symmetry},"));
        fs::write(bench.path("lie.csv"), none).unwrap();
        let said = verify(&bench, "lie.csv", 1);
        assert!(said.contains(&format!("{symmetry} is stated, but r")), "{said}");
        let true_too = full.replace(",full,", &format!(",{symmetry},"));
        fs::write(bench.path("lie.csv"), true_too).unwrap();
        bench.ends("verify lie.csv", 0, "");
    }
    // The manifest asks for something else than the run has.
    for (run, from, to, words) in [
        ("r3", "\"givens\": \"28..29\"", "\"givens\": \"20..27\"", "expected 20..27 givens"),
        ("r3", "\"givens\": \"28..29\"", "\"givens\": \"many\"", "expected a number from 17"),
        (
            "r3",
            "\"symmetry\": \"diagonal\"",
            "\"symmetry\": \"none\"",
            "where the manifest has another",
        ),
        ("r0", "\".xxxxxxx.x", "\"..xxxxxx.x", "is not as in the picture"),
        ("r0", "\"patterns\"", "\"title\"", "the run has no pictures"),
        // A run that may have complete rows is no run that has none.
        (
            "r6",
            "\"look\": \"published\"",
            "\"look\": \"composed\"",
            ", expected 1 to 6 givens in each row, column and block",
        ),
        (
            "r2",
            "\"minimal\"",
            "\"look\": \"children\",\n    \"minimal\"",
            ", expected 3 to 6 givens in each row, column and block",
        ),
        ("r8", "\"repeat-patterns\": true,\n", "\n", "the pattern of givens of line"),
        (
            "r9",
            "\"symmetry\": \"mixed\"",
            "\"symmetry\": \"half-turn\"",
            "where the manifest has another",
        ),
        (
            "r0",
            "\"patterns\": \"",
            "\"symmetry\": \"mixed\",\n    \"patterns\": \"",
            "where the manifest has another",
        ),
        (
            "r4",
            "\"symmetry\": \"full\"",
            "\"minimal\": true,\n    \"symmetry\": \"full\"",
            "column minimal is not there",
        ),
    ] {
        let name = format!("{run}/manifest.json");
        let manifest = text(&name);
        let (job, made) = manifest.split_at(manifest.find("\"made\"").unwrap());
        assert!(made.contains(from), "{run} {from}");
        fs::write(bench.path(&name), job.to_owned() + &made.replacen(from, to, 1)).unwrap();
        let said = verify(&bench, run, 1);
        assert!(said.contains(words), "{run} {to}: {said}");
        fs::write(bench.path(&name), manifest).unwrap();
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let bench = Bench::new();
    let face = PICTURES.split("\n\n").next().unwrap();
    let file = |name: &str, text: &str| fs::write(bench.path(name), text).unwrap();
    file("face", face);
    file("pictures", PICTURES);
    file("short", &face[10..]);
    file("long", &face.replacen("x.......x", "x.......xx", 1));
    file("space", &face.replacen("x.......x", "x   ....x", 1));
    file("few", &format!("{}\n", ".".repeat(65) + &"x".repeat(16)));
    file("all", &"x".repeat(81));
    file(
        "rows",
        &format!(
            "{face}\n\n{}",
            face.replacen("x.......x\nx.xx.xx.x", ".........\n.........", 1).replacen(
                ".xxxxxxx.\n.",
                "xxxxxxxxx\n.",
                1
            )
        ),
    );
    file("columns", &"..xxx.xxx".repeat(9));
    file("empty", "\n\n");
    file("binary", "\u{0}\u{1}\u{2}");
    file("frame", &format!("xxxxxxxxx\n{}xxxxxxxxx", "x.......x\n".repeat(7)));
    for (flags, code, words) in [
        ("--pattern nosuch", 2, "--pattern nosuch: No such file"),
        ("--pattern short", 2, "short: line 9: expected nine lines of nine, found 8"),
        ("--pattern long", 2, "long: line 2: expected nine characters, found 10"),
        ("--pattern space", 2, "space: line 2: expected . for an empty cell, found a space"),
        ("--pattern few", 2, "few: line 1: expected 17 to 80 givens in the picture, found 16"),
        ("--pattern all", 2, "expected 17 to 80 givens in the picture, found 81"),
        ("--pattern rows", 2, "rows: line 11: rows 2 and 3 have no given: they can be exchanged"),
        ("--pattern columns", 2, "columns: line 1: columns 1 and 2 have no given"),
        ("--pattern empty", 2, "empty: expected pictures, found none"),
        ("--pattern binary", 2, "binary: line 1: expected nine characters, found 3"),
        ("--pattern face --symmetry full", 2, "cannot be used with '--symmetry"),
        ("--pattern face --givens 20..30", 2, "picture 1: expected 20..30 givens, found 38"),
        (
            "--pattern face",
            2,
            "picture 1, with 38 givens, can have level 3 or 4, found level 1 (Beginner)",
        ),
        (
            "--pattern pictures --levels 3",
            2,
            "picture 2, with 22 givens, can have level 4 or 5, found level 3",
        ),
        (
            "--givens 22..24 --levels 1-5",
            2,
            "a puzzle of 22..24 givens can have level 4 or 5, found level 1",
        ),
        ("--givens 81", 2, "expected a number from 17 to 80, or two, the smaller first, such as"),
        ("--givens 28..24", 2, "the smaller first"),
        ("--givens 16..24", 2, "from 17 to 80"),
        // No puzzle has a field of seven by seven cells without a given.
        (
            "--pattern frame --levels 4 --attempts 3",
            4,
            "level 4 (Hard): expected 2 puzzles, made 0; of 3 attempts at the next one 3 found no puzzle with \
             the 32 givens of picture 1; there may be none",
        ),
        ("--minimal --levels 2 --attempts 50", 4, "few minimal puzzles are like that"),
        (
            "--givens 17..18 --levels 5 --attempts 50",
            4,
            "few puzzles of 17..18 givens are like that",
        ),
    ] {
        bench.ends(
            &format!("generate --count 2 --seed 1 {flags} --out x.csv --force"),
            code,
            words,
        );
    }
    // Of two settings that exclude each other the flag wins over the file.
    file("job.toml", "symmetry = \"full\"\nlevels = \"3\"\n");
    bench.ends("generate --job job.toml --count 1 --seed 1 --pattern face --out ok.csv", 0, "");
    bench.ends("verify ok.csv", 0, "");
}
