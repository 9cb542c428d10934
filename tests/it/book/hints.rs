//! The table of hints: what it prints, and that each hint leads to a pattern that is there.

use crate::support::program::Bench;
use crate::support::readback::{self, Sheet};
use crate::support::slow_closure::{SlowPosition, removed};
use book::{Insight, Language};
use explain::{ExplanationTexts, Hint, HintStrength};
use grid::{Cell, House, Level, Puzzle};
use human::{Position, ShortestWay, StepKind, Technique};
use make::{Batch, Plan, Seed};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the cells of a house that have a digit as a candidate.
fn places(position: &SlowPosition, house: House, digit: u8) -> Vec<Cell> {
    house.cells().iter().copied().filter(|&cell| position.has(cell, digit)).collect()
}

fn digits(position: &SlowPosition, cell: Cell) -> BTreeSet<u8> {
    (1..=9).filter(|&digit| position.has(cell, digit)).collect()
}

/// Returns true if some of these sets, `size` of them, none empty, have `size` members together.
fn has_set<T: Ord + Copy>(sets: &[BTreeSet<T>], size: usize) -> bool {
    fn grow<T: Ord + Copy>(
        sets: &[BTreeSet<T>],
        left: usize,
        all: &BTreeSet<T>,
        size: usize,
    ) -> bool {
        if left == 0 {
            return all.len() == size;
        }
        (0..sets.len()).any(|at| {
            let all: BTreeSet<T> = all.union(&sets[at]).copied().collect();
            !sets[at].is_empty() && all.len() <= size && grow(&sets[at + 1..], left - 1, &all, size)
        })
    }
    grow(sets, size, &BTreeSet::new(), size)
}

/// Returns true if a reader finds the pattern of a hint in the houses that the hint names.
fn is_there(hint: &Hint, position: &SlowPosition) -> bool {
    use Technique as T;
    let house = hint.houses[0];
    let cells: Vec<BTreeSet<u8>> =
        house.cells().iter().map(|&cell| digits(position, cell)).collect();
    let of_digits: Vec<BTreeSet<Cell>> =
        (1..=9).map(|digit| places(position, house, digit).into_iter().collect()).collect();
    let is_locked = |digit: u8| {
        let cells = places(position, house, digit);
        let others = cells.first().map(|cell| cell.houses()).into_iter().flatten();
        cells.len() > 1
            && others
                .filter(|other| *other != house)
                .any(|other| cells.iter().all(|cell| cell.houses().contains(&other)))
    };
    let fish = |most: usize| {
        let digit = hint.digit.unwrap().get();
        hint.houses.iter().all(|house| (2..=most).contains(&places(position, *house, digit).len()))
    };
    match hint.kind {
        StepKind::Technique(T::Pointing | T::Claiming) => (1..=9).any(is_locked),
        StepKind::Technique(T::NakedPair) => has_set(&cells, 2),
        StepKind::Technique(T::NakedTriple) => has_set(&cells, 3),
        StepKind::Technique(T::NakedQuad) => has_set(&cells, 4),
        StepKind::Technique(T::HiddenPair) => has_set(&of_digits, 2),
        StepKind::Technique(T::HiddenTriple) => has_set(&of_digits, 3),
        StepKind::Technique(T::XWing) => fish(2),
        StepKind::Technique(T::Swordfish) => fish(3),
        StepKind::Technique(T::Jellyfish) => fish(4),
        StepKind::Pattern(_) if hint.houses.len() > 1 => fish(2),
        _ => cells.iter().any(|cell| cell.len() > 1),
    }
}

/// Houses with three or four places of a digit were named as those of a skyscraper, and pairs that
/// were not there yet.
#[test]
fn hint_leads_to_a_pattern_that_is_there() {
    let plan = Plan::new(vec![
        (human::Band::Hard, 60),
        (human::Band::Fiendish, 80),
        (human::Band::Diabolical, 60),
    ]);
    let made = Batch::new(plan, Seed(94), 0).unwrap();
    let evil = Batch::new(Plan::new(vec![(Level::Evil, 20)]), Seed(94), 0).unwrap();
    let (mut judged, mut with_first) = (0, 0);
    for item in made.chain(evil) {
        let puzzle = *item.unwrap().puzzle().unwrap().entry.puzzle.classic().unwrap();
        let givens = puzzle.givens();
        let hint = Insight::new(&puzzle).hint.unwrap();
        let way = ShortestWay::new(Position::new(givens));
        let mut position = SlowPosition::new(givens);
        position.fill_singles();
        assert!(is_there(hint.opening(), &position), "{givens}: {:?}", hint.opening());
        let mut first = Vec::new();
        for told in way.removals() {
            assert!(position.holds(told), "{givens}: {}", told.kind());
            let step = Hint::from_step(told);
            assert!(is_there(&step, &position), "{givens}: {step:?}");
            if step == hint.then && first == hint.first {
                first.clear();
                break;
            }
            first.push(step);
            position.remove(&removed(told));
            position.fill_singles();
        }
        // The loop has reached the step that the hint names, after no other removals.
        assert!(first.is_empty(), "{givens}: {hint:?}");
        let is_lower = |before: &Hint| before.kind.band() < hint.then.kind.band();
        assert!(hint.first.iter().all(is_lower), "{givens}: {hint:?}");
        judged += 1;
        with_first += usize::from(!hint.first.is_empty());
    }
    assert!(judged == 220 && with_first > 80, "{with_first} of {judged}");
}

/// The lines of a column of a page, from this x to another, each with its y from the top.
fn column(sheet: &Sheet, from: f64, to: f64) -> Vec<(f64, String)> {
    let glyphs = sheet.glyphs.iter().filter(|glyph| (from..to).contains(&glyph.x));
    let narrow = Sheet { glyphs: glyphs.cloned().collect(), ..Sheet::default() };
    let mut tops: Vec<f64> = narrow.glyphs.iter().map(|glyph| -glyph.y).collect();
    tops.sort_by(f64::total_cmp);
    tops.dedup_by(|a, b| (*a * 10.0).round() == (*b * 10.0).round());
    tops.into_iter().zip(narrow.lines()).collect()
}

/// The x of the first letter of a word of the head of the table, and its y from the top. The
/// introduction, which comes before, has the word too.
fn head(sheet: &Sheet, word: &str) -> Option<(f64, f64)> {
    let letters: Vec<char> = word.chars().collect();
    let is_word = |glyphs: &[readback::Glyph]| {
        glyphs.iter().zip(&letters).all(|(glyph, letter)| {
            glyph.character == *letter && glyph.y == glyphs[0].y && glyph.size > 8.0
        })
    };
    let found = sheet.glyphs.windows(letters.len()).rfind(|glyphs| is_word(glyphs))?;
    Some((found[0].x, -found[0].y))
}

/// Each puzzle has its row below the page on which it stands, with what comes first, the step, and
/// the page of the lesson.
#[test]
fn table_prints_each_hint_with_its_lesson() {
    let bench = Bench::new();
    let parts = "--parts title,techniques,puzzles,answers,hints";
    let run = "run --ladder human --levels 3-6 --count 20 --seed 4 --trim 6x9 --lang en -q";
    bench.ends(&format!("{run} {parts} --out book"), 0, "");
    bench.ends("verify book", 0, "");
    let (words, language) = (ExplanationTexts::default(), Language::default());
    let mut expected = BTreeMap::new();
    let catalog = String::from_utf8(bench.read("book/catalog.csv")).unwrap();
    for (row, number) in catalog.lines().skip(1).zip(1_usize..) {
        let puzzle = Puzzle::prove(row.split(',').nth(1).unwrap().parse().unwrap()).unwrap();
        let hint = Insight::new(&puzzle).hint.unwrap();
        let first = hint.first_by_kind();
        let first = first.iter().map(|hint| language.hint(hint, HintStrength::What));
        let place = hint.then.target(&words).plain().to_owned();
        let then = format!("{} {place}", words.kind(hint.then.kind));
        expected.insert(number, (first.collect::<Vec<_>>().join(" "), then));
    }
    let sheets = readback::sheets(&bench.read("book/book.pdf"));
    let pages: Vec<&Sheet> = sheets
        .iter()
        .filter(|sheet| sheet.lines().first().is_some_and(|line| line.starts_with("Hints")))
        .collect();
    assert!(pages.len() > 5, "{}", pages.len());
    let (mut found, mut lessons) = (BTreeMap::new(), 0);
    for page in pages {
        lessons += page.lines().iter().filter(|line| line.contains(". . .")).count();
        let (first_x, top) = head(page, "First").unwrap();
        let (then_x, _) = head(page, "Then").unwrap();
        // Below the last rule stands what follows, upside down.
        let is_heavy = |drawn: &&readback::Drawn| (drawn.width - 1.0).abs() < 0.01;
        let rules = page.drawn.iter().filter(is_heavy).map(|drawn| -drawn.points[0].1);
        let bottom = rules.fold(f64::MIN, f64::max);
        let rows: Vec<(f64, usize)> = column(page, 0.0, first_x - 1.0)
            .into_iter()
            .filter(|(y, _)| (top..bottom).contains(y))
            .filter_map(|(y, text)| Some((y, text.parse().ok()?)))
            .collect();
        for (at, (y, number)) in rows.iter().enumerate() {
            // What follows is upside down, and a bar may come before the next row.
            let end = rows.get(at + 1).map_or(bottom, |next| next.0);
            let text = |from: f64, to: f64| -> String {
                let lines = column(page, from, to).into_iter();
                let own = lines.filter(|(line, _)| (y - 0.1..end - 1.0).contains(line));
                // Dots and the page of the lesson stand behind a wide gap.
                let words = |(_, text): (f64, String)| {
                    text.split('\t').next().unwrap().replace('\u{a0}', " ")
                };
                own.map(words).collect::<Vec<_>>().join(" ")
            };
            found.insert(*number, (text(first_x - 1.0, then_x - 1.0), text(then_x - 1.0, 1e9)));
        }
    }
    assert_eq!(found.len(), expected.len(), "{:?}", found.keys());
    for (number, (first, then)) in expected {
        let (printed_first, printed_then) = &found[&number];
        assert!(printed_first.starts_with(&first), "{number}: {printed_first}, {first}");
        assert!(printed_then.starts_with(&then), "{number}: {printed_then}, {then}");
    }
    assert!(lessons > 60, "{lessons}");
}

/// Upside down beside a grid, Japanese hints were in type of 9 pt.
#[test]
fn japanese_hints_beside_grids_have_body_type() {
    let bench = Bench::new();
    bench.ends("run --job course --lang ja --seed 7 --out course -q", 0, "");
    let sheets = readback::sheets(&bench.read("course/book.pdf"));
    let is_practice = |sheet: &&Sheet| sheet.text().contains("時間") && sheet.grids().len() == 2;
    let page = sheets.iter().find(is_practice).unwrap();
    let size_of = |wanted: char| {
        let glyphs = page.glyphs.iter().filter(|glyph| glyph.character == wanted);
        glyphs.map(|glyph| glyph.size).reduce(f64::max).unwrap()
    };
    // The hint names a column; the time is beside a line to write on.
    let (hint, small) = (size_of('目'), size_of('時'));
    assert!(hint > 1.1 * small, "{hint} beside {small}");
}
