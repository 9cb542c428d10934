//! A course: a chapter for each technique, its page, puzzles that need it and nothing harder, where to look, and the
//! steps at which it is needed.

use crate::support::program::Bench;
use crate::support::readback;
use std::collections::BTreeMap;
use std::fs;
use sudoku_press::human::course::Course;
use sudoku_press::human::grade::{Band, Rater};
use sudoku_press::human::logic::{Technique, TechniqueSet};
use sudoku_press::sudoku::puzzle::Puzzle;

const RUN: &str = "run --course x-wing,pointing,naked-pair --count 4 --seed 1 --trim 6x9";

/// The puzzles of a catalogue with what its column `hardest` says, in the order of the file.
fn puzzles(bench: &Bench, name: &str) -> Vec<(Puzzle, String)> {
    let text = String::from_utf8(bench.read(name)).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let at = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (puzzle, hardest) = (at("puzzle"), at("hardest"));
    lines
        .map(|row| (Puzzle::prove(row[puzzle].parse().unwrap()).unwrap(), row[hardest].to_owned()))
        .collect()
}

#[test]
fn each_chapter_needs_its_technique_and_nothing_harder() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (puzzle, hardest) in puzzles(&bench, "out/catalog.csv") {
        let technique: Technique = hardest.parse().unwrap();
        // Solved by what is looked for up to the technique, and not without it.
        let set = |up_to: &dyn Fn(Technique) -> bool| {
            let mut set = TechniqueSet::NONE;
            Technique::ALL
                .iter()
                .copied()
                .filter(|&own| up_to(own))
                .for_each(|own| set.insert(own));
            set
        };
        let solves = |set| Rater::new().with_techniques(set).rate(&puzzle).is_ok();
        assert!(solves(set(&|own| own <= technique)), "{hardest} is enough");
        assert!(!solves(set(&|own| own < technique)), "{hardest} is needed");
        *counts.entry(hardest).or_default() += 1;
    }
    let four = ["naked-pair", "pointing", "x-wing"].map(|id| (id.to_owned(), 4));
    assert_eq!(counts, BTreeMap::from(four));
    bench.ends("verify out", 0, "");
    bench.ends(RUN, 0, "nothing to do");
    // What the run promised is proved: a puzzle of another technique is found.
    let rows = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    fs::write(bench.path("other.csv"), &rows).unwrap();
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let lying = manifest.replace("pointing,naked-pair,x-wing", "pointing,naked-pair,swordfish");
    assert_ne!(lying, manifest);
    fs::write(bench.path("out/manifest.json"), lying).unwrap();
    let said = bench.run("verify out");
    assert_eq!(said.status.code(), Some(1));
    let said = String::from_utf8([said.stdout, said.stderr].concat()).unwrap();
    assert!(said.contains("x-wing as the hardest technique"), "{said}");
}

#[test]
fn the_book_of_a_course_has_a_page_for_each_technique_before_its_puzzles() {
    let bench = Bench::new();
    for args in
        ["--lang de --template large-print", "--trim 6x9 --lang ja --printer kdp --fill-pages"]
    {
        let run = RUN.replace("--trim 6x9", args);
        bench.ends(&format!("{run} --out out --force"), 0, "");
        bench.ends("verify out", 0, "");
    }
    bench.ends(&format!("{RUN} --out en"), 0, "");
    let pages: Vec<String> = readback::sheets(&bench.read("en/book.pdf"))
        .iter()
        .map(|page| page.lines().join("\n"))
        .collect();
    let names = ["Pointing", "Naked pair", "X-wing"];
    let lessons: Vec<usize> = names
        .iter()
        .map(|name| {
            let is_lesson = |page: &&String| page.contains("Techniques") && page.contains(name);
            pages
                .iter()
                .position(|page| is_lesson(&page))
                .unwrap_or_else(|| panic!("{name}: {pages:?}"))
        })
        .collect();
    assert!(lessons.is_sorted(), "the easiest first: {lessons:?}");
    let answers = pages.iter().rposition(|page| page.contains("Answers")).unwrap();
    assert!(lessons[2] < answers, "{lessons:?} {answers}");
    // The position is of the first puzzle of the chapter: puzzles 1, 5 and 9.
    for (lesson, puzzle) in lessons.iter().zip(["puzzle 1", "puzzle 5", "puzzle 9"]) {
        assert!(pages[*lesson].to_lowercase().contains(puzzle), "{}", pages[*lesson]);
    }
    let steps =
        pages.iter().flat_map(|page| page.lines()).filter(|line| line.contains("step ")).count();
    assert!(steps > 0, "{}", pages[pages.len() - 2]);
    // Another book of the run is a course, too.
    bench.ends("book en --lang es --out es.pdf", 0, "");
    bench.ends("verify en/catalog.csv es.pdf", 0, "");
}

#[test]
fn courses_are_read_or_refused_with_the_reason() {
    let read = |text: &str| text.parse::<Course>().map(|course| course.to_string());
    assert_eq!(read("x-wing, pointing"), Ok("pointing,x-wing".to_owned()));
    let medium = Course::to_string(&"levels 3-3".parse().unwrap());
    assert!(medium.split(',').all(|id| Band::for_technique(id.parse().unwrap()) == Band::Medium));
    assert_eq!(read("levels 3"), Ok(medium));
    for bad in ["levels", "levels 5-3", "levels 8", "x-wings", ""] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let bench = Bench::new();
    for (args, words) in [
        ("--course zwing", "--course: "),
        ("--course levels 9", "expected levels 1 to 7"),
        ("--course x-wing --levels 3", "expected --count"),
        ("--course x-wing --pages 60", "expected --count"),
        ("--course x-wing --template daily", "expected a book of chapters"),
        ("--course x-wing --parts techniques,puzzles", "of which a course has one in each chapter"),
    ] {
        bench.ends(&format!("run {args} --out no"), 2, words);
    }
    // Chapters for nishio and dynamic contradictions ended a course of bands 6 and 7 short.
    let hard: Course = "levels 6-7".parse().unwrap();
    let counts: Vec<u64> = hard.bands().map(|(_, count)| count).collect();
    assert_eq!(counts, [6, 4], "{hard}");
    bench.ends("run --course levels 3 --count 1 --seed 1 --out bands -q", 0, "");
    // direct-claiming is too rare.
    assert_eq!(puzzles(&bench, "bands/catalog.csv").len(), 4);
    bench.ends("generate --count 2 --seed 1 --ladder human --levels 1 --out c.csv", 0, "");
    bench.ends(
        "book c.csv --course x-wing --out no.pdf",
        2,
        "puzzles whose hardest technique is one of x-wing",
    );
}
