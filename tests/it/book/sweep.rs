//! Every trim, paper, gutter and design of KDP, laid out, written and checked by preflight, just below and
//! above every number of pages at which a rule changes.
//!
//! By default each design is written on every third trim at one of these numbers of pages, on one of the
//! papers; `SUDOKU_SWEEP=whole cargo test --test it sweep` writes all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use sudoku_press::book::{self, BookOptions, Layout, LayoutError, Section, Template};
use sudoku_press::human::ladder::{Ladder, Rung};
use sudoku_press::printers::{PrintSpec, Printer, preflight};
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::score::Level;

const LINES: [&str; 2] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
];

/// More puzzles than the thickest volume of any design holds.
const MOST: usize = 16_000;

/// A book of so many puzzles in two levels.
fn lay_out(template: &Template, terms: &PrintSpec, count: usize) -> Result<Layout, LayoutError> {
    let puzzles = LINES.map(|line| Puzzle::prove(line.parse().unwrap()).unwrap());
    // Half easy, half evil; or as the levels take turns.
    let half = count / 2;
    let first_day = Some("2027-01-01".parse().unwrap());
    let turns: Vec<_> = template.in_turn(Ladder::Published, first_day).take(count).collect();
    let of = |level| turns.iter().filter(|turn| **turn == Rung::from(level)).count();
    let counts = match turns.is_empty() {
        true => vec![(Level::Easy, half), (Level::Evil, count - half)],
        false => Level::ALL.map(|level| (level, of(level))).to_vec(),
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
    match lay_out(template, terms, count) {
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
    let layout = lay_out(template, terms, count).unwrap_or_else(|e| panic!("{name}: {e}"));
    let (least, most) = terms.pages();
    for volume in &layout.volumes {
        let n = volume.page_count();
        assert!((least..=most).contains(&n) && n % 2 == 0, "{name}: {n} pages");
        assert!(volume.inside_margin() > terms.inside(n), "{name}");
        assert!(volume.outside_margin() > terms.outside(false), "{name}");
    }
    let volume = &layout.volumes[0];
    if write {
        let mut pdf = Vec::new();
        book::write(volume, &mut pdf).unwrap();
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
                match lay_out(&template, &terms, 400) {
                    Ok(_) | Err(LayoutError::Thin { .. }) => {}
                    // The design says so itself: its pages are too small.
                    Err(LayoutError::Cell { .. }) => continue,
                    Err(e) => panic!("{design} at {}: {e}", terms.trim()),
                }
                fitting.lock().unwrap().insert((design, trim));
                // Every third trim of a design, and of the next design others.
                if !whole && !(at + at / trims.len()).is_multiple_of(3) {
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
fn a_thick_and_small_book_for_children_keeps_its_title_page_out_of_the_gutter() {
    let kdp = Printer::builtin("kdp").unwrap();
    let playful = Template::builtin("playful").unwrap();
    let terms = kdp.terms("5.25x8".parse().unwrap(), Some("groundwood")).unwrap();
    assert_eq!(check(&playful, &terms, 456, true), 700);
}
