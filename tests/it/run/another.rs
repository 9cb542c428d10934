//! Single puzzles of a finished run replaced by others, and runs that grow: all other rows stay as they are.

use crate::support::archives::{column, create, sound};
use crate::support::crashes::{signal, spawn};
use crate::support::program::Bench;
use crate::support::readback::{Sheet, sheets};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

/// A magazine of sixty puzzles, sorted by time in each level.
const MAGAZINE: &str =
    "run --ladder human --levels 1-5 --total 60 --seed 5 --title Rain --out a -q";

/// Returns the rows of a catalogue.
fn rows(bench: &Bench, name: &str) -> Vec<String> {
    let text = String::from_utf8(bench.read(name)).unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

/// Returns the identifiers of the rows that differ; their numbers and places must be the same.
fn changed(before: &[String], after: &[String]) -> Vec<String> {
    let id = |row: &String| row.split(',').next().unwrap().to_owned();
    assert_eq!(before.iter().map(id).collect::<Vec<_>>(), after.iter().map(id).collect::<Vec<_>>());
    before.iter().zip(after).filter(|(old, new)| old != new).map(|(old, _)| id(old)).collect()
}

/// Compares two folders of runs, byte for byte.
fn assert_same(bench: &Bench, one: &str, other: &str) {
    let names = bench.names(one);
    assert_eq!(names, bench.names(other));
    for name in names {
        let [a, b] = [one, other].map(|folder| bench.read(&format!("{folder}/{name}")));
        assert!(a == b, "{one} and {other}: {name}");
    }
}

#[test]
fn replaced_puzzle_leaves_all_other_rows() {
    let bench = Bench::new();
    bench.ends(MAGAZINE, 0, "");
    let before = rows(&bench, "a/catalog.csv");
    let id = before[36].split(',').next().unwrap().to_owned();
    let why = "other settings (another); --force makes its book again";
    bench.ends("run --job a --another 37", 2, why);
    assert_eq!(rows(&bench, "a/catalog.csv"), before);
    bench.ends("run --job a --another 37 --force", 0, &format!("another puzzle in place of {id}"));
    let once = rows(&bench, "a/catalog.csv");
    assert_eq!(changed(&before, &once), [id.as_str()]);
    bench.ends("verify a", 0, "");
    // Taken back, it is the first puzzle again.
    let back = format!("the first puzzle is back in place of {id}");
    bench.ends("run --job a --unset another --out first -q", 0, "");
    bench.ends("run --job first --another 37 --force -q", 0, "");
    bench.ends("run --job first --unset another --force puzzles", 0, &back);
    assert_eq!(rows(&bench, "first/catalog.csv"), before);
    fs::remove_dir_all(bench.path("first")).unwrap();
    // It is no edition of the book of before, with which it shares puzzles.
    bench.ends(&MAGAZINE.replace("out a", "out old"), 0, "");
    assert_eq!(bench.run("verify a old").status.code(), Some(1));
    // Named again, it is the next puzzle, and the book of before can be made again.
    bench.ends("run --job a --another 37,B2-000010 --force -q", 0, "");
    let twice = rows(&bench, "a/catalog.csv");
    assert_eq!(changed(&once, &twice), ["B2-000010", &id]);
    assert_eq!(changed(&before, &twice), ["B2-000010", &id]);
    let classes = |rows: &[String]| {
        let text = bench.read("a/catalog.csv");
        let header = String::from_utf8(text).unwrap().lines().next().unwrap().to_owned();
        column(format!("{header}\n{}\n", rows.join("\n")).as_bytes(), "canonical")
    };
    let all: BTreeSet<_> =
        [&before, &once, &twice].into_iter().flat_map(|rows| classes(rows)).collect();
    assert_eq!(all.len(), 63, "no puzzle is another one in disguise");
    let manifest = String::from_utf8(bench.read("a/manifest.json")).unwrap();
    assert!(manifest.contains(&format!("{id},{id},B2-000010")), "{manifest}");
    bench.ends("run --job a --force", 0, "nothing to do");
    bench.ends("run --job a --threads 1 --out b -q", 0, "");
    assert_same(&bench, "a", "b");
    bench.ends(&format!("{MAGAZINE} --another {id} --force").replace("out a", "out c"), 0, "");
    assert_eq!(rows(&bench, "c/catalog.csv"), once);
}

#[test]
fn replaced_puzzle_keeps_level_and_wishes() {
    for run in [
        "--levels 1-5 --total 30 --symmetry mixed",
        "--ladder human --levels 4 --total 12 --needs x-wing",
        "--size 6 --levels 1-2 --total 20",
        "--ladder human --levels 2-3 --total 12 --wishes needed,openings,variety --variants 3",
        "--levels 4 --total 6 --pattern designed",
        "--job course --count 4",
    ] {
        let bench = Bench::new();
        bench.ends(&format!("run {run} --seed 4 --out r -q"), 0, "");
        let before = rows(&bench, "r/catalog.csv");
        let last = before.last().unwrap().split(',').next().unwrap().to_owned();
        let first = before[0].split(',').next().unwrap().to_owned();
        bench.ends(
            &format!("run {run} --seed 4 --another {last},{first} --out r --force -q"),
            0,
            "",
        );
        let found = changed(&before, &rows(&bench, "r/catalog.csv"));
        assert_eq!(found, [first, last], "{run}");
        bench.ends("verify r", 0, "");
    }
}

#[test]
fn archive_keeps_the_replaced_puzzle() {
    let bench = Bench::new();
    create(&bench, "p.archive");
    bench.ends("run --levels 1-3 --total 30 --seed 5 --archive p.archive --out a -q", 0, "");
    let before = rows(&bench, "a/catalog.csv");
    let why = "expected the archive of printed puzzles";
    bench.ends("run --job a --another 7 --force", 2, why);
    assert_eq!(rows(&bench, "a/catalog.csv"), before);
    bench.ends("run --job a --another 7 --archive p.archive --force -q", 0, "");
    assert_eq!(changed(&before, &rows(&bench, "a/catalog.csv")), ["L1-000007"]);
    sound(&bench, "p.archive", 31);
    bench.ends("verify a --archive p.archive", 0, "");
    bench.ends("run --job a --archive p.archive --out b --force -q", 0, "");
    assert_same(&bench, "a", "b");
    sound(&bench, "p.archive", 31);
    // An archive of before the replacement learns of the new puzzle.
    create(&bench, "q.archive");
    bench.ends("run --levels 1-3 --total 30 --seed 5 --archive q.archive --out c -q", 0, "");
    bench.ends(
        "run --job a --archive q.archive --out a",
        0,
        "was missing from q.archive and has been added",
    );
    sound(&bench, "q.archive", 31);
    // The old puzzle is in the archive, and no other run prints it.
    fs::write(bench.path("old.csv"), format!("puzzle\n{}\n", before[6].split(',').nth(1).unwrap()))
        .unwrap();
    let found = bench.run("archive find old.csv --archive p.archive").stdout;
    assert!(
        String::from_utf8(found).unwrap().contains(",run,5\n"),
        "the run of seed 5 has printed it"
    );
}

#[test]
fn catalogues_of_each_kind_replace_puzzles() {
    let bench = Bench::new();
    let alone = "generate --count 20 --levels 1-3 --seed 7 --out g.csv -q";
    bench.ends(alone, 0, "");
    let before = rows(&bench, "g.csv");
    bench.ends(&format!("{alone} --another 37"), 2, "g.csv exists; --force replaces it");
    bench.ends(&format!("{alone} --another 37,L1-000003 --force"), 0, "");
    assert_eq!(changed(&before, &rows(&bench, "g.csv")), ["L1-000003", "L2-000017"]);

    let delivery = "generate --total 30 --levels 1-5 --ladder human --id-prefix 2027A- --first-number 101 --seed 7 \
                    --out d -q";
    bench.ends(delivery, 0, "");
    let before = rows(&bench, "d/catalog.csv");
    let tenth = before[9].split(',').next().unwrap().to_owned();
    bench.ends("generate --job d --another 110,2027A-B5-000103 --force -q", 0, "");
    assert_eq!(changed(&before, &rows(&bench, "d/catalog.csv")), [&*tenth, "2027A-B5-000103"]);
    bench.ends("generate --job d --out e -q", 0, "");
    assert_same(&bench, "d", "e");
    bench.ends("verify d", 0, "");

    bench.ends(
        "generate --total 60 --levels 1-3 --split train=0.8,test=0.2 --seed 7 --out s -q",
        0,
        "",
    );
    let read = || -> BTreeMap<String, String> {
        let all =
            ["train", "test"].into_iter().flat_map(|name| rows(&bench, &format!("s/{name}.csv")));
        all.map(|row| (row.split(',').next().unwrap().to_owned(), row)).collect()
    };
    let before = read();
    bench.ends(
        "generate --job s --another 3 --force",
        2,
        "the puzzles of a data set have no numbers",
    );
    bench.ends("generate --job s --another L2-000003 --force -q", 0, "");
    let after = read();
    assert_eq!(before.len(), after.len());
    let other: Vec<_> =
        before.iter().filter(|(id, row)| after[*id] != **row).map(|(id, _)| id).collect();
    assert_eq!(other, ["L2-000003"]);
    bench.ends("verify s", 0, "");
}

#[test]
fn day_and_sheet_are_replaced_alone() {
    let bench = Bench::new();
    let daily = "run --template daily --first-day 2027-01-01 --last-day 2027-04-10 --ladder human --seed 3 --out day -q";
    bench.ends(daily, 0, "");
    let before = rows(&bench, "day/catalog.csv");
    let id = before[49].split(',').next().unwrap().to_owned();
    bench.ends("run --job day --another 50 --force -q", 0, "");
    assert_eq!(changed(&before, &rows(&bench, "day/catalog.csv")), [id]);
    bench.ends("verify day", 0, "");

    let class =
        "run --template classroom --levels 1-2 --total 4 --sheets 6 --seed 3 --out class -q";
    bench.ends(class, 0, "");
    let before = rows(&bench, "class/catalog.csv");
    bench.ends(
        &format!("{class} --another 2 --force"),
        2,
        "expected a version from 1 to 6 and the number, such as 6/2, found 2",
    );
    for (name, why) in [
        ("7/2", "expected a version from 1 to 6 and the number, such as 6/2, found 7/2"),
        ("0/2", "expected a version from 1 to 6 and the number, such as 6/2, found 0/2"),
        ("6/5", "expected a number from 1 to 4, found 5"),
        ("6/2/1", "expected a number or an identifier"),
        ("/2", "expected a number or an identifier"),
    ] {
        bench.ends(&format!("{class} --another {name} --force"), 2, why);
    }
    // What the refusal names can be typed.
    bench.ends(&format!("{} --another 6/2,6/3 --force -q", class.replace("-q", "")), 0, "");
    let after = rows(&bench, "class/catalog.csv");
    assert_eq!(changed(&before, &after), ["L1-000012", "L2-000011"]);
    bench.ends("verify class", 0, "");
    bench.ends(&format!("{class} --force puzzles"), 0, "");
    assert_eq!(before, rows(&bench, "class/catalog.csv"));
    bench.ends(&format!("{class} --another L1-000001,L2-000005 --force"), 0, "");
    assert_eq!(changed(&before, &rows(&bench, "class/catalog.csv")), ["L1-000001", "L2-000005"]);
    bench.ends("verify class", 0, "");
}

#[test]
fn puzzle_that_cannot_be_replaced_is_refused() {
    let bench = Bench::new();
    bench.ends("run --levels 1-2 --total 12 --seed 2 --out a -q", 0, "");
    let before = (bench.names("a"), bench.read("a/manifest.json"));
    for (names, why) in [
        ("13", "expected a number from 1 to 12, found 13"),
        ("0", "expected a number from 1 to 12, found 0"),
        ("L1-000007", "expected puzzles of the run, L1-000001 to L1-000006, found L1-000007"),
        ("L3-000001", "L1-000001 to L1-000006, L2-000001 to L2-000006, found L3-000001"),
        ("B2-000001", "L1-000001 to L1-000006, L2-000001 to L2-000006, found B2-000001"),
        ("X9-000001", "L1-000001 to L1-000006, L2-000001 to L2-000006, found X9-000001"),
        ("99999999999999999999999", "expected a number from 1 to 12"),
        ("Rain", "expected a number or an identifier such as B2-000010, found \"Rain\""),
        ("-", "expected a number or an identifier such as B2-000010"),
        ("", "expected a number or an identifier such as B2-000010"),
    ] {
        let said = bench
            .command("run --job a --force")
            .arg(format!("--another={names}"))
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.code() == Some(2) && words.contains(why), "{names}: {words}");
        assert_eq!((bench.names("a"), bench.read("a/manifest.json")), before, "{names}");
    }
    bench.ends(
        "run --levels 1-2 --total 12 --seed 2 --another 3 --out new",
        2,
        "a number is of a finished run",
    );
    assert!(!bench.path("new").exists());
    bench.ends(
        "generate --count 9 --seed 2 --another L1-000001 --into parts --shard 0/2",
        2,
        "expected no --into",
    );
    assert!(!bench.path("parts").exists());
    // Another seed makes other puzzles anyway, and the list stays behind.
    bench.ends("run --job a --another 3 --force -q", 0, "");
    bench.ends("run --job a --seed 3 --out c -q", 0, "");
    assert!(!String::from_utf8(bench.read("c/manifest.json")).unwrap().contains("another"));
}

#[test]
fn exhausted_level_names_the_reason() {
    let bench = Bench::new();
    // The level has 103 classes.
    let run = "run --size 4 --levels 2 --total 103 --seed 3 --out r -q";
    bench.ends(run, 0, "");
    let before = bench.read("r/catalog.csv");
    let why = "--another: found no other puzzle for F2-000003: ";
    bench.ends(&format!("{run} --another 3 --force"), 2, why);
    assert_eq!(bench.read("r/catalog.csv"), before);
}

/// Returns the identifiers and puzzles of a catalogue.
fn puzzles(bench: &Bench, name: &str) -> BTreeSet<(String, String)> {
    let csv = bench.read(name);
    column(&csv, "id").into_iter().zip(column(&csv, "puzzle")).collect()
}

#[test]
fn larger_run_keeps_puzzles_and_identifiers() {
    for (run, small, large) in [
        ("run --template classroom --levels 1-2 --total 4 --seed 3", "--sheets 30", "--sheets 31"),
        ("run --levels 1-4 --seed 3", "--total 40", "--total 60"),
        ("run --ladder human --levels 1-4 --symmetry mixed --seed 3", "--total 40", "--total 60"),
        ("run --size 6 --levels 1-2 --seed 3", "--total 20", "--total 30"),
        (
            "run --template daily --ladder human --first-day 2027-01-01 --seed 3",
            "--last-day 2027-02-10",
            "--last-day 2027-03-31",
        ),
        ("generate --levels 1-3 --seed 3", "--count 20", "--count 30"),
    ] {
        let bench = Bench::new();
        bench.ends(&format!("{run} {small} --out r -q"), 0, "");
        let before = puzzles(&bench, "r/catalog.csv");
        let count = before.len();
        let said = format!("{count} of {count} puzzles stay, with their identifiers, and ");
        bench.ends(&format!("{run} {large} --out r --force puzzles"), 0, &said);
        let after = puzzles(&bench, "r/catalog.csv");
        assert!(before.is_subset(&after) && after.len() > count, "{run} {large}");
        bench.ends("verify r", 0, "");
    }
}

/// With an archive, a larger run lost all puzzles of the run before, because the archive has them.
#[test]
fn larger_run_keeps_puzzles_of_its_archive() {
    for (run, small, large, largest) in [
        (
            "run --template classroom --levels 1-2 --total 4 --seed 3",
            "--sheets 30",
            "--sheets 31",
            "--sheets 33",
        ),
        ("generate --levels 1-3 --seed 3", "--total 20", "--total 30", "--total 24"),
    ] {
        let bench = Bench::new();
        create(&bench, "p.archive");
        let run = format!("{run} --archive p.archive");
        bench.ends(&format!("{run} {small} --out r -q"), 0, "");
        let classes = |name: &str| BTreeSet::from_iter(column(&bench.read(name), "canonical"));
        let (mut before, mut all) = (puzzles(&bench, "r/catalog.csv"), BTreeSet::new());
        all.extend(classes("r/catalog.csv"));
        for size in [large, largest] {
            bench.ends(&format!("{run} {size} --out r --force puzzles -q"), 0, "");
            let after = puzzles(&bench, "r/catalog.csv");
            let stay = before.intersection(&after).count();
            assert_eq!(stay, before.len().min(after.len()), "{run} {size}");
            all.extend(classes("r/catalog.csv"));
            sound(&bench, "p.archive", all.len());
            bench.ends("verify r --archive p.archive", 0, "");
            before = after;
        }
        // An archive and its copy restore a lost folder; no other run gets its puzzles.
        bench.ends("archive copy q.archive --archive p.archive", 0, "");
        for archive in ["p.archive", "q.archive"] {
            let again = run.replace("p.archive", archive);
            let folder = format!("of-{}", &archive[..1]);
            bench.ends(&format!("{again} {largest} --out {folder} --force -q"), 0, "");
            assert_same(&bench, "r", &folder);
        }
        let other = run.replace("--seed 3", "--seed 4");
        bench.ends(&format!("{other} {largest} --out other -q"), 0, "");
        assert!(classes("other/catalog.csv").is_disjoint(&all));
    }
}

/// The job file of the user, which names no replaced puzzle, brought the old ones back.
#[test]
fn replaced_puzzles_stay_without_their_setting() {
    let bench = Bench::new();
    bench.ends(MAGAZINE, 0, "");
    let before = rows(&bench, "a/catalog.csv");
    bench.ends("run --job a --another 37 --force -q", 0, "");
    let replaced = rows(&bench, "a/catalog.csv");
    let why = "other puzzles (another); --force puzzles replaces them";
    for flags in ["", "--force", "--subtitle Weekly --force"] {
        bench.ends(&format!("{MAGAZINE} {flags}"), 2, why);
        bench.ends(&format!("run --job a --unset another {flags}"), 2, why);
        assert_eq!(rows(&bench, "a/catalog.csv"), replaced);
    }
    bench.ends("run --job a --subtitle Weekly --force -q", 0, "");
    assert_eq!(rows(&bench, "a/catalog.csv"), replaced);
    bench.ends("run --job a --unset another --force puzzles -q", 0, "");
    assert_eq!(rows(&bench, "a/catalog.csv"), before);
}

/// A book of fewer levels was refused, because a puzzle of the others had been replaced.
#[test]
fn run_forgets_replaced_puzzles_that_it_lacks() {
    let bench = Bench::new();
    bench.ends(MAGAZINE, 0, "");
    bench.ends("run --job a --another B2-000010,B4-000004,B2-000001 --force -q", 0, "");
    for (flags, kept) in [
        ("--levels 1-3", Some("B2-000010,B2-000001")),
        ("--total 15", Some("B2-000001")),
        ("--ladder published", None),
    ] {
        let bench_files = bench.path("b");
        bench.ends(&format!("run --job a {flags} --out b -q"), 0, "");
        let manifest: serde_json::Value =
            serde_json::from_slice(&bench.read("b/manifest.json")).unwrap();
        assert_eq!(manifest["job"]["another"].as_str(), kept, "{flags}");
        bench.ends("run --job b --out c -q", 0, "");
        assert_same(&bench, "b", "c");
        for folder in [bench_files, bench.path("c")] {
            fs::remove_dir_all(folder).unwrap();
        }
    }
    // One that the user names is refused.
    let why = "expected puzzles of the run, B4-000001 to B4-000003, found B4-000009";
    bench.ends("run --job a --total 15 --another B4-000009 --out b", 2, why);
}

#[test]
fn interrupted_replacement_is_continued() {
    let run = "run --levels 3-5 --total 900 --seed 11 --threads 1 --out r -q --another L5-000300,L3-000001";
    let bench = Bench::new();
    bench.ends(&run.replace("out r", "out whole"), 0, "");
    let mut child = spawn(&bench, run);
    for _ in 0..2000 {
        if bench.path("r/.sudoku-press/piece-00000").exists() || child.try_wait().unwrap().is_some()
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    signal(&child, "TERM");
    child.wait().unwrap();
    bench.ends(run, 0, "");
    assert_same(&bench, "whole", "r");
}

/// Returns the puzzles of a book and their answers by their numbers, as its pages have them.
fn printed(bench: &Bench, book: &str) -> BTreeMap<usize, Vec<String>> {
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for grid in sheets(&bench.read(book)).iter().flat_map(Sheet::grids) {
        found.entry(grid.number).or_default().push(grid.line);
    }
    found.remove(&0);
    found
}

/// Two puzzles of one level change their places, and their answers with them; all others stay.
#[test]
fn swapped_puzzles_leave_all_others_in_place() {
    let bench = Bench::new();
    let run = "run --levels 1-2 --total 20 --seed 3 --trim 6x9 --first-number 101 -q";
    bench.ends(&format!("{run} --out a"), 0, "");
    let (catalog, before) = (bench.read("a/catalog.csv"), printed(&bench, "a/book.pdf"));
    assert_eq!((before.len(), before[&120].len()), (20, 2));
    let swapped = |pairs: &[[usize; 2]]| {
        let mut expected = before.clone();
        for [one, other] in pairs {
            let [a, b] = [one, other].map(|number| expected[number].clone());
            expected.insert(*one, b);
            expected.insert(*other, a);
        }
        expected
    };
    let why = "other settings (swap); --force makes its book again";
    bench.ends("run --job a --swap 103=105", 2, why);
    bench.ends("run --job a --swap 103=105 --force -q", 0, "");
    assert_eq!(printed(&bench, "a/book.pdf"), swapped(&[[103, 105]]));
    bench.ends("verify a", 0, "");
    // The next day: another pair, which begins at the places of before; a new title keeps both.
    bench.ends("run --job a --swap 105=107 --force -q", 0, "");
    bench.ends("run --job a --title Rain --force -q", 0, "");
    let both = swapped(&[[103, 105], [105, 107]]);
    assert_eq!(printed(&bench, "a/book.pdf"), both);
    assert_eq!(bench.read("a/catalog.csv"), catalog);
    bench.ends(&format!("{run} --title Rain --swap 103=105,105=107 --out b"), 0, "");
    assert_same(&bench, "a", "b");
    bench.ends("verify a b/catalog.csv", 0, "");
    // The printed number names the puzzle that is there now.
    let id = column(&catalog, "id")[4].clone();
    let words = format!("another puzzle in place of {id}");
    bench.ends("run --job a --another 103 --force", 0, &words);
    let replaced = printed(&bench, "a/book.pdf");
    assert!(replaced.iter().all(|(number, grids)| (*number == 103) != (*grids == both[number])));
    bench.ends("run --job b --unset swap --force -q", 0, "");
    assert_eq!(printed(&bench, "b/book.pdf"), before);
    for (flags, why) in [
        ("--swap 103=115", "--swap: expected two puzzles of one level, found 103=115"),
        ("--swap 100=103", "--swap: expected numbers from 101 to 120, found 100=103"),
        ("--swap 103=121", "--swap: expected numbers from 101 to 120, found 103=121"),
        ("--swap 103=103", "expected two numbers of puzzles such as 37=40, found"),
        ("--swap 103", "expected two numbers of puzzles such as 37=40, found"),
        ("--template classroom --sheets 3 --swap 103=104", "swap"),
    ] {
        bench.ends(&format!("{run} {flags} --out c"), 2, why);
    }
    assert!(!bench.path("c").exists());
}

/// The days of a daily book stay, and puzzles with dates of their own keep them.
#[test]
fn swapped_puzzles_of_days_have_one_level() {
    let bench = Bench::new();
    let run = "run --template daily --first-day 2027-03-01 --total 14 --seed 3 --trim 6x9 -q";
    bench.ends(&format!("{run} --out a"), 0, "");
    let before = printed(&bench, "a/book.pdf");
    // Monday, and Monday after; Tuesday has the same level as Monday, Wednesday has another.
    bench.ends("run --job a --swap 1=8 --force -q", 0, "");
    let after = printed(&bench, "a/book.pdf");
    assert_eq!((&after[&1], &after[&8], &after[&2]), (&before[&8], &before[&1], &before[&2]));
    bench.ends("verify a", 0, "");
    bench.ends("run --job a --swap 1=3 --force -q", 2, "expected two puzzles of one level");
    let catalog = String::from_utf8(bench.read("a/catalog.csv")).unwrap();
    let rows = catalog
        .lines()
        .skip(1)
        .take(4)
        .enumerate()
        .map(|(at, row)| format!("2027-03-0{},{}\n", at + 1, row.split(',').nth(1).unwrap()));
    fs::write(bench.path("t.csv"), format!("date,puzzle\n{}", rows.collect::<String>())).unwrap();
    let why = "--swap: expected puzzles without dates of their own, found 1=2";
    bench.ends("book t.csv --swap 1=2 --out b.pdf", 2, why);
    // A course explains the technique of a chapter before its puzzles.
    let course = "run --job course --count 6 --seed 1 -q";
    let why = "--swap: expected two puzzles of one";
    bench.ends(&format!("{course} --swap 1=30 --out taught"), 2, why);
    bench.ends(&format!("{course} --swap 1=2 --out taught"), 0, "");
    bench.ends("verify taught", 0, "");
}

/// Pairs of before exchanged puzzles that nobody had named, once the numbers were those of others.
#[test]
fn exchanges_of_other_puzzles_are_left_out() {
    let bench = Bench::new();
    let order = "run -q --ladder human --levels 1-3 --total 30 --seed 11 --swap 8=10 --out a";
    bench.ends(order, 0, "");
    let words = "the puzzles of the numbers change; --swap 8=10 is left out";
    for (at, change) in
        ["--total 40", "--seed 8", "--first-number 5", "--levels 1-2"].iter().enumerate()
    {
        bench.ends(&format!("run --job a {change} --out b{at}"), 0, words);
        let manifest = String::from_utf8(bench.read(&format!("b{at}/manifest.json"))).unwrap();
        assert!(!manifest.contains("swap"), "{change}: {manifest}");
    }
    // Pairs that are named now are of the new numbers, and what changes no numbers keeps them.
    bench.ends("run --job a --total 40 --swap 2=3 --out c", 0, words);
    assert!(
        String::from_utf8(bench.read("c/manifest.json")).unwrap().contains("\"swap\": \"2=3\"")
    );
    bench.ends("run -q --job a --title Calm --lang de --out d", 0, "");
    assert!(
        String::from_utf8(bench.read("d/manifest.json")).unwrap().contains("\"swap\": \"8=10\"")
    );
}

/// The numbers of a class stand on each sheet, so no pair is named by them.
#[test]
fn class_refuses_swaps_and_keeps_its_sheets() {
    let bench = Bench::new();
    let class = "run --template classroom --total 4 --levels 2-3 --seed 3 -q";
    bench.ends(&format!("{class} --sheets 3 --out c"), 0, "");
    let manifest = bench.read("c/manifest.json");
    for force in ["--force", "--force puzzles"] {
        let why = "--swap: expected puzzles that are printed once, found a class, --sheets 3; \
                   --unset sheets makes one sheet";
        bench.ends(&format!("run --job c --swap 1=2 {force}"), 2, why);
    }
    assert!(bench.read("c/manifest.json") == manifest);
    let remedied = "run --job c --swap 1=2 --unset sheets --force puzzles --out one -q";
    bench.ends(remedied, 0, "");
    bench.ends("verify one", 0, "");
    let why = "found a class, --names Ada,Ben,Cem; leave one out";
    for pair in ["1=2", "5=6"] {
        bench.ends(&format!("{class} --names Ada,Ben,Cem --swap {pair} --out no"), 2, why);
    }
    // A run with a swap becomes a class without it.
    let note = "--swap 1=2 is left out";
    bench.ends("run --job one --sheets 3 --out many", 0, note);
    bench.ends("verify many", 0, "");
    bench.ends("run --course naked-pair,pointing --count 6 --seed 2 --out k -q", 0, "");
    let note = "--turns 4 takes the place of --course naked-pair,pointing, which is left out";
    bench.ends("run --job k --turns 4", 2, note);
    bench.ends("run --job one --another 3", 2, "again, with other puzzles only where --another");
}
