//! How many pages a book has: a few puzzles, and the count that makes a number of pages.

use crate::support::program::Bench;
use serde_json::Value;

/// The numbers of puzzles that a run asked for, by level, and its whole manifest.
fn manifest(bench: &Bench, folder: &str) -> (Vec<u64>, Value) {
    let all: Value =
        serde_json::from_slice(&bench.read(&format!("{folder}/manifest.json"))).unwrap();
    let quotas = all["settings"]["quota"].as_str().unwrap().split(',');
    let count = |pair: &str| pair.split_once('=').unwrap().1.parse().unwrap();
    (quotas.map(count).collect(), all)
}

#[test]
fn a_run_of_one_puzzle_is_the_puzzle_and_its_answer() {
    let bench = Bench::new();
    for (args, pages) in [
        ("--total 1 --levels 2", 2),
        ("--total 1", 2),
        ("--total 1 --levels 2 --template pocket --lang ja", 2),
        ("--total 1 --ladder human --levels 1 --template large-print", 2),
        ("--days 1 --template daily --first-day 2027-01-01 --turns 1,1,1,1,1,1,1", 2),
        ("--total 1 --template newspaper", 2),
        // Four puzzles on a page, and one; then the answers.
        ("--count 1", 3),
        ("--count 1 --title Rain", 4),
        ("--count 1 --title Rain --publisher Quay", 5),
        ("--total 2 --levels 3 --answers none", 1),
        // Who lists parts gets them: title, blank, opener, puzzle, answer, blank.
        ("--total 1 --levels 2 --parts title,puzzles,answers --template playful", 6),
    ] {
        let run = format!("run {args} --seed 1 --out out --force");
        let plural = if pages == 1 { " in" } else { "" };
        bench.ends(&run, 0, &format!("{pages} page{}{plural}", if pages == 1 { "" } else { "s" }));
        bench.ends("verify out", 0, "");
    }
    // One more than a few is a book with all its parts.
    let output = bench.run("run --total 6 --levels 2 --seed 1 --out six");
    let said = String::from_utf8(output.stderr).unwrap();
    let pages = said.lines().find_map(|line| line.strip_suffix(" pages")?.parse::<usize>().ok());
    assert!(pages.unwrap() >= 10, "{said}");
    // A printer still says what it binds.
    bench.ends("run --total 1 --levels 1 --printer kdp --out no", 2, "expected at least 24 pages");
}

#[test]
fn pages_finds_the_count_of_a_book_with_so_many_pages() {
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
        bench.ends(&format!("run --pages 60 {args} --seed 1 --out p{place}"), 0, "60 pages");
        let (quotas, found) = manifest(&bench, &format!("p{place}"));
        let total: u64 = quotas.iter().sum();
        // It is the same run as with the count that was found, and the next count has more pages.
        let counted = if args.contains("daily") { "days" } else { "total" };
        bench.ends(&format!("run --{counted} {total} {args} --seed 1 --out same"), 0, "60 pages");
        assert_eq!(manifest(&bench, "same").1, found, "{args}");
        bench.ends(&format!("run --pages 60 {args} --seed 1 --out p{place}"), 0, "nothing to do");
        std::fs::remove_dir_all(bench.path("same")).unwrap();
    }
}

#[test]
fn pages_tells_how_far_off_it_is() {
    let bench = Bench::new();
    let far = "the book has 60 pages, 1 fewer than --pages 61";
    bench.ends("run --pages 61 --seed 1 --out odd", 0, far);
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
    bench.ends("run --pages 60 --count 2 --out no", 2, "cannot be used with");
    bench.ends("run --pages 0 --out no", 2, "a number from 1 to 5000");
}

/// A book of 118 pages said that no number of puzzles makes 120, although two pages for notes do.
#[test]
fn pages_are_filled_with_notes_up_to_the_number() {
    let bench = Bench::new();
    let run =
        "run --template large-print --trim 6x9 --levels 1-5 --seed 7028864293027400771 --pages 120";
    let said = String::from_utf8(bench.run(&format!("{run} --out few")).stderr).unwrap();
    assert!(said.contains("the book has 118 pages, 2 fewer than --pages 120"), "{said}");
    assert!(said.contains("--fill-pages adds pages for notes"), "{said}");
    bench.ends(&format!("{run} --fill-pages --out filled"), 0, "120 pages");
    let said = String::from_utf8(bench.run(&format!("{run} --fill-pages --out again")).stderr);
    assert!(!said.unwrap().contains("fewer than"));
    // The same puzzles, and a book that is made again with as many pages.
    assert_eq!(manifest(&bench, "few").0, manifest(&bench, "filled").0);
    bench.ends("verify filled", 0, "");
    bench.ends("book filled --out again.pdf", 0, "120 pages");
    assert_eq!(bench.read("again.pdf"), bench.read("filled/book.pdf"));
    bench.ends("book few --fill-to 122 --out more.pdf", 0, "122 pages");
}
