//! The parts that help a solver: techniques explained by positions of the book, hints, times.

use crate::support::books::{puzzles_of_all_bands, seven_bands};
use crate::support::languages::in_language;
use crate::support::program::Bench;
use std::collections::BTreeSet;
use sudoku_press::book::{self, BookOptions, Insight, Language, Template};
use sudoku_press::human::grade::Rater;
use sudoku_press::human::logic::Technique;
use sudoku_press::text::explain::HintStrength;

/// Every digit in the words of a hint is part of the name of a technique, or the number of a house. So none can
/// be the digit that the step places or removes.
#[test]
fn a_hint_never_tells_the_digit() {
    let bench = Bench::new();
    let mut rater = Rater::new();
    let mut seen = BTreeSet::new();
    for puzzle in puzzles_of_all_bands(&bench) {
        let hint = Insight::new(&mut rater, &puzzle).hint.unwrap();
        seen.insert(hint.technique);
        for (code, text) in Language::BUILTIN {
            let language = Language::parse(text).unwrap();
            let closed = |text: &str| text.replace([' ', '\u{a0}'], "");
            let told = closed(&language.hint(Some(&hint), HintStrength::What));
            let name = closed(language.technique(hint.technique));
            assert!(told.contains(&name), "{code}: {told}");
            let rest = told.replacen(&name, "", 1);
            let digits: Vec<usize> =
                rest.chars().filter_map(|c| Some(c.to_digit(10)? as usize)).collect();
            let houses: Vec<usize> =
                hint.houses.iter().map(|house| house.index() % 9 + 1).collect();
            assert_eq!(digits, houses, "{code}: {told}");
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
}

/// Hints of a book come in two strengths, by a key of its template.
#[test]
fn a_template_may_have_hints_that_say_where_and_no_more() {
    let classic = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap().1;
    let weaker = classic.replacen("parts = [", "hints_say = \"where\"\nparts = [", 1);
    let parts = Some(["puzzles", "answers", "hints"].map(str::to_owned).into());
    let imprint = BookOptions { parts, ..BookOptions::default() };
    let told = |toml: &str| {
        let template = Template::parse(toml).unwrap();
        let volumes = book::volumes(&template, "6x9".parse().unwrap(), &imprint, &seven_bands());
        let pages: Vec<String> =
            volumes.unwrap()[0].pages().map(|page| format!("{page:?}")).collect();
        pages.concat()
    };
    let (usual, weak) = (told(classic), told(&weaker));
    assert!(
        usual.contains("\"Hidden single: block 2\"") && usual.contains("what to look for there")
    );
    assert!(weak.contains("\"block 2\"") && weak.contains("Never what to do there"));
    assert!(!weak.contains("Hidden single"));
    let error = Template::parse(&weaker.replace("\"where\"", "\"all\"")).unwrap_err().to_string();
    assert!(error.contains("where") && error.contains("what"), "{error}");
}

/// The first step that is no single; where there are singles alone, the hardest of them.
#[test]
fn a_hint_is_where_a_solver_gets_stuck_first() {
    let bench = Bench::new();
    let singles = [
        Technique::LastCell,
        Technique::HiddenSingleBlock,
        Technique::HiddenSingleLine,
        Technique::NakedSingle,
    ];
    let mut rater = Rater::new();
    for puzzle in puzzles_of_all_bands(&bench) {
        let insight = Insight::new(&mut rater, &puzzle);
        let hint = insight.hint.unwrap();
        let path = rater.path(&puzzle).unwrap();
        let stuck = path.iter().find(|step| !singles.contains(&step.technique));
        let hardest = path.iter().map(|step| step.tenths()).max().unwrap();
        let right = stuck.or_else(|| path.iter().find(|step| step.tenths() == hardest)).unwrap();
        assert_eq!(hint.technique, right.technique);
        // Each technique of the path is one that the puzzle needs, but for the last cell of a house.
        let needed: BTreeSet<_> = path.iter().map(|step| step.technique).collect();
        let told: BTreeSet<_> = insight.uses.iter().map(|found| found.technique).collect();
        let last = BTreeSet::from([Technique::LastCell]);
        assert_eq!(told, needed.difference(&last).copied().collect());
    }
}

/// All parts in all languages, on a usual page, a wide one, a small one and in large print.
#[test]
fn lessons_fit_and_are_true_in_every_language_and_trim() {
    let bench = Bench::new();
    puzzles_of_all_bands(&bench);
    let parts = "--parts title,contents,techniques,puzzles,answers,hints,times,practice-dots";
    let looks =
        ["--trim 6x9", "--trim 8.25x6", "--trim 5x8", "--template large-print --trim 8.5x11"];
    for (i, (code, _)) in Language::BUILTIN.iter().enumerate() {
        for look in looks.into_iter().cycle().skip(i % 4).take(if *code == "de" { 4 } else { 1 }) {
            let words = in_language(code);
            let flags = format!("{look} {words} {parts} --out book.pdf --force");
            bench.ends(&format!("book human.csv {flags}"), 0, "");
            let output = bench.run("verify book.pdf human.csv");
            let said = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(0), "{code} {look}: {said}");
        }
    }
}

/// Any list of parts that says something of puzzles makes a book that `verify` finds right.
#[test]
fn any_subset_of_the_parts_is_a_book() {
    let bench = Bench::new();
    let parts = ["contents", "levels", "techniques", "puzzles", "answers", "hints", "progress"];
    let pairs = (0..parts.len()).flat_map(|a| (a..parts.len()).map(move |b| vec![a, b]));
    for mut list in pairs.chain([(0..parts.len()).collect()]) {
        list.dedup();
        // Nothing about puzzles.
        if list.iter().all(|i| ["contents", "levels", "progress"].contains(&parts[*i])) {
            continue;
        }
        let list: Vec<_> = list.into_iter().map(|i| parts[i]).collect();
        let list = list.join(",");
        let flags = "--seed 7 --ladder human --count 2 --trim 6x9 --out run --force";
        bench.ends(&format!("run {flags} --parts {list}"), 0, "");
        let output = bench.run("verify run");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{list}: {said}");
    }
}
