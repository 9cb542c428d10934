//! Volumes of one book, covers, booklets and lists, held against each other and against catalogues.

use super::super::catalog::Known;
use super::super::{against::against, order, told, volumes};
use super::books::{BANDS, NOVEL};
use super::{grid, same, volume};
use crate::grade::{Rater, Rating};
use crate::logic::Technique;
use crate::puzzle::Puzzle;
use crate::score::Level;
use std::sync::Arc;

/// What is found in volumes together, named `a`, `b`, `c`. `run` is what the manifest says, if they are those of a run.
fn together(texts: &[&str], run: Option<volumes::First>) -> Vec<String> {
    let names = ["a", "b", "c"].map(Arc::<str>::from);
    let volumes: Vec<_> = names.into_iter().zip(texts.iter().map(|text| volume(text))).collect();
    let volumes: Vec<_> = volumes.iter().collect();
    volumes::together(&volumes, run).iter().map(ToString::to_string).collect()
}

#[test]
fn volumes_follow_one_another() {
    let head = "Every puzzle has exactly one solution.";
    let of = |title: &str, grids: &str| format!("{title}\n{head}\n---\n{grids}");
    let [first, second] =
        [of("Volume 1 of 2", "#1 = 1\n#2 = 1 ~ 1"), of("Volume 2 of 2", "#3 = 1 ~ 2")];
    let (one, none) = (of("Volume 3", "#7 = 1"), of("", "#7 = 1"));
    let later = of("Volume 2 of 2", "#4 = 1 ~ 2");
    let again = of("Volume 2 of 2", "#3 = 1 ~ 1");
    let third = of("Volume 3 of 3", "#3 = 1 ~ 2");
    let run = Some((1, None));
    let single = of("Volume 1 of 1", "#1 = 1");
    let three =
        [1, 2, 4].map(|n| of(&format!("Volume {} of 3", n.min(3)), &format!("#{n} = 1 ~ {n}")));
    let cases: [(&[&str], Option<volumes::First>, &[&str]); _] = [
        (&[&first, &second], None, &[]),
        (&[&second, &first], None, &[]),
        (&[&first, &second], run, &[]),
        (
            &[&second, &first],
            run,
            &[
                "a: found volume 2 of 2, expected volume 1 of 2",
                "a: found puzzle 3 as its first, expected puzzle 1",
                "b: found volume 1 of 2, expected volume 2 of 2",
                "b: found puzzle 1 as its first, expected puzzle 4",
            ],
        ),
        (&[&first, &later], None, &["b: found puzzle 4 as its first, expected puzzle 3"]),
        (
            &[&first, &again],
            None,
            &[
                "b, sheet 2, puzzle 3: found puzzle 2 of a again, expected a puzzle that is not in two volumes",
            ],
        ),
        // Not all volumes of a book, so nothing is known of it.
        (&[&first], None, &[]),
        (&[&first, &third], None, &[]),
        (&[&first, &third], run, &["b: found volume 3 of 3, expected volume 2 of 2"]),
        (&[&first], run, &["a: found volume 1 of 2, expected no number of a volume"]),
        (&[&single], None, &[]),
        (
            &[&three[0], &three[1], &three[2]],
            None,
            &["c: found puzzle 4 as its first, expected puzzle 3"],
        ),
        // A book of a series.
        (&[&one], Some((7, Some(3))), &[]),
        (&[&one], Some((7, Some(4))), &["a: found volume 3, expected volume 4 of 1"]),
        (&[&one], Some((6, Some(3))), &["a: found puzzle 7 as its first, expected puzzle 6"]),
        (&[&none], Some((7, Some(3))), &[]),
        (&[&none], Some((7, None)), &[]),
    ];
    for (texts, run, expected) in cases {
        assert_eq!(together(texts, run), expected, "{texts:?} {run:?}");
    }
}

#[test]
fn days_go_on_in_the_next_volume() {
    let of = |number: u64, grid: &str| {
        format!("Volume {number} of 2\nEvery puzzle has exactly one solution.\n---\n{grid}")
    };
    let first = of(1, "#1 = 1 | Week 1, Monday\n#2 = 1 ~ 1 | Week 1, Tuesday");
    let expected = "b: found days that do not follow those of the volume before";
    for (grid, expected) in [
        ("#3 = 1 ~ 2 | Week 1, Wednesday", &[][..]),
        ("#3 = 1 ~ 2", &[]),
        ("#3 = 1 ~ 2 | Week 2, Monday", &[expected]),
        ("#3 = 1 ~ 2 | Wednesday, 3 January 2029", &[expected]),
    ] {
        assert_eq!(together(&[&first, &of(2, grid)], None), expected, "{grid}");
    }
}

#[test]
fn a_cover_is_held_against_its_volume() {
    let book = volume(NOVEL);
    let held = |text: &str| {
        let page = volume(text).cover.expect("a page alone is a cover");
        let findings = volumes::cover(&"cover".into(), &page, &book);
        findings.map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    const COVER: &str = "\
4 puzzles, each with exactly one solution
Two levels, Beginner and Easy
All answers at the back
Volume 1 of 2
Beginner\t★☆☆☆☆
Easy\t★★☆☆☆";
    assert_eq!(held(COVER), Some(Vec::new()));
    assert_eq!(held("A novel"), None);
    let unanswered = NOVEL.split("\n---\nAnswers").next().unwrap();
    let foot = unanswered.replace("folio 4", "@1 = 1\n@2 = 1 ~ 1\n@3 = 2\n@4 = 2 ~ 1\nfolio 4");
    for text in [unanswered, &foot] {
        let page = volume(COVER).cover.unwrap();
        let found = volumes::cover(&"cover".into(), &page, &volume(text)).unwrap();
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        let expected = "cover, sheet 1: found \"All answers at the back\", expected no promise of answers there";
        assert_eq!(found, [expected]);
    }
    for (from, to, expected) in [
        ("Beginner\t★☆☆☆☆\nEasy\t★★☆☆☆", "Beginner", &[][..]),
        ("Beginner\t★☆☆☆☆\nEasy\t★★☆☆☆", "", &[]),
        (
            "4 puzzles",
            "5 puzzles",
            &[
                "found \"5 puzzles, each with exactly one solution\", expected \"4 puzzles, each with exactly one solution\"",
            ],
        ),
        ("Volume 1", "Volume 2", &["found \"Volume 2 of 2\", expected \"Volume 1 of 2\""]),
        ("Easy\t★★☆☆☆", "Hard\t★★★★☆", &["found \"Beginner, Hard\", expected \"Beginner, Easy\""]),
        ("\nEasy\t★★☆☆☆", "\nEasy\t★★★☆☆", &["found ★★★☆☆, expected ★★☆☆☆"]),
        ("\nEasy\t★★☆☆☆", "\nEasy\t★☆☆☆☆", &["found ★☆☆☆☆, expected ★★☆☆☆"]),
    ] {
        let found = held(&COVER.replacen(from, to, 1)).unwrap();
        let expected: Vec<_> =
            expected.iter().map(|said| format!("cover, sheet 1: {said}")).collect();
        assert_eq!(found, expected, "{from:?} to {to:?}");
    }
}

#[test]
fn a_booklet_has_the_puzzles_and_pages_of_its_book() {
    let book = volume(NOVEL);
    let same = |text: &str| {
        let found = volumes::same(&"booklet".into(), &volume(text), &"book".into(), &book);
        found.map(|finding| finding.to_string())
    };
    let wrong = Some("booklet: found other puzzles or pages, expected those of book".to_owned());
    assert_eq!(same(NOVEL), None);
    for (from, to) in [("#4 = 2 ~ 1", "#4 = 2 ~ 3"), ("#4", "#5"), ("folio 4", "folio 5")] {
        assert_eq!(same(&NOVEL.replacen(from, to, 1)), wrong, "{from:?}");
    }
}

/// What a book without puzzles says is proved by the volume that has them.
#[test]
fn answers_and_lists_alone_are_held_against_the_book() {
    let pages: Vec<&str> = BANDS.split("\n---\n").collect();
    let puzzles = [pages[0], pages[1], pages[2]].join("\n---\n");
    let told = [pages[0], pages[3], pages[4], pages[5], pages[6]].join("\n---\n");
    let beside = |puzzles: Option<&str>, told: &str| {
        let told = ("told".into(), volume(told));
        let volumes: Vec<_> =
            puzzles.map(|text| ("book".into(), volume(text))).into_iter().chain([told]).collect();
        told::beside(&volumes).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(beside(Some(&puzzles), &told), [""; 0]);
    assert_eq!(
        beside(None, &told),
        [
            "told: found answers, hints, times or techniques without their puzzles, expected their catalogue, or the book with the puzzles, named with them"
        ]
    );
    for (from, to, expected) in [
        (
            "@3 = 2",
            "@3 = 2 ~ 1",
            "told, sheet 4 (page 5), puzzle 3: found 1 in r1c1 of the answer, expected 9",
        ),
        (
            "@4 = 2 ~ 1",
            "@5 = 2 ~ 1",
            "told, sheet 5 (page 6), puzzle 5: found one answer, but no puzzle with this number",
        ),
        (
            "1\tHidden single: block 2",
            "1\tHidden single: block 3",
            "told, sheet 2 (page 3), puzzle 1: found \"Hidden single: block 3\", expected \"Hidden single: block 2\"",
        ),
        (
            "4\t3 to 8 min",
            "4\t3 to 9 min",
            "told, sheet 3 (page 4), puzzle 4: found \"3 to 9 min\", expected \"3 to 8 min\"",
        ),
    ] {
        assert_eq!(
            beside(Some(&puzzles), &told.replacen(from, to, 1)).join("\n"),
            expected,
            "{from:?}"
        );
    }
}

/// The catalogue of a book: rows in the order of their levels, with the givens as in `grid`.
fn rows(all: &[&str]) -> Vec<(Arc<str>, Vec<Known>)> {
    let mut line = 1;
    let row = |text: &&str| {
        line += 1;
        let givens = grid(&format!("#1 = {text}")).unwrap().grid;
        let rung = Puzzle::prove(givens).ok().map(|puzzle| Level::of(&puzzle).into());
        let (score, rating, key) = (None, None, None);
        Known { givens: Some(givens), rung, score, rating, key, id: String::new(), line }
    };
    vec![("c".into(), all.iter().map(row).collect())]
}

/// Books against their catalogue: each has the puzzles of the rows, in one of the orders that books may have.
#[test]
fn a_book_has_the_rows_of_its_catalogue() {
    let all = ["1", "1 ~ 1", "2", "2 ~ 1", "3", "3 ~ 1"];
    let book = |first: u64, order: &[&str]| {
        let lines = (first..).zip(order).map(|(n, of)| format!("#{n} = {of}\n"));
        lines.collect::<String>()
    };
    let held = |catalog: &[&str], books: &[String]| {
        let names = ["a", "b"].map(Arc::<str>::from);
        let volumes: Vec<_> =
            names.into_iter().zip(books.iter().map(|text| volume(text))).collect();
        let found = against(&rows(catalog), &volumes);
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let cases = [
        ("in order", &all[..], vec![book(1, &all)], ""),
        ("from 101 on", &all, vec![book(101, &all)], ""),
        (
            "rows in another order",
            &["2", "1", "3", "1 ~ 1", "2 ~ 1", "3 ~ 1"],
            vec![book(1, &all)],
            "",
        ),
        ("levels in turn", &all, vec![book(1, &["1", "2", "3", "1 ~ 1", "2 ~ 1", "3 ~ 1"])], ""),
        ("two volumes", &all, vec![book(1, &all[..4]), book(5, &all[4..])], ""),
        (
            "two puzzles changed",
            &all,
            vec![book(1, &["1 ~ 1", "1", "2", "2 ~ 1", "3", "3 ~ 1"])],
            "a, sheet 1, puzzle 1: 53 of 81 cells are not as in the catalogue: r1c1 is 1, there 9, expected the puzzle of c:2\na, sheet 1, puzzle 2: 53 of 81 cells are not as in the catalogue: r1c1 is 9, there 1, expected the puzzle of c:3",
        ),
        (
            "a digit changed",
            &all,
            vec![book(1, &["1 - 1", "1 ~ 1", "2", "2 ~ 1", "3", "3 ~ 1"])],
            "a, sheet 1, puzzle 1: 1 of 81 cells are not as in the catalogue: r1c1 is empty, there 9, expected the puzzle of c:2",
        ),
        (
            "a row missing at the end",
            &all,
            vec![book(1, &all[..5])],
            "c:7: in the book puzzle 6 is missing, expected every row in a book",
        ),
        (
            "a row missing in the middle",
            &all,
            vec![book(1, &["1", "1 ~ 1", "2"]) + &book(5, &all[4..])],
            "c:5: in the book puzzle 4 is missing, expected every row in a book",
        ),
        (
            "more puzzles than rows",
            &all[..4],
            vec![book(1, &all[..5])],
            "a, sheet 1, puzzle 5: the catalogue has 4 puzzles, expected a number that it has",
        ),
        (
            "a number twice",
            &all,
            vec![book(1, &all[..4]), book(4, &all[3..])],
            "b, sheet 1, puzzle 4: the number is in two volumes",
        ),
        (
            "sheets of a class",
            &["1", "1 ~ 1", "1 ~ 2", "3", "3 ~ 1", "3 ~ 2"],
            vec![book(1, &["1", "3", "1 ~ 1", "3 ~ 1", "1 ~ 2", "3 ~ 2"])],
            "",
        ),
        (
            "sheets with an odd row",
            &["1", "1 ~ 1", "3", "3 ~ 1", "3 ~ 2"],
            vec![book(1, &["1", "3", "1 ~ 1", "3 ~ 1", "3 ~ 2"])],
            "",
        ),
    ];
    same(cases.into_iter().map(|(what, catalog, books, expected)| {
        (format!("{what:?}"), expected.to_owned(), held(catalog, &books))
    }));
}

/// Answers, hints and times alone against the catalogue.
#[test]
fn a_book_of_answers_has_the_rows_of_its_catalogue() {
    let pages: Vec<&str> = BANDS.split("\n---\n").collect();
    let told = [pages[0], pages[3], pages[4], pages[5], pages[6]].join("\n---\n");
    let all = ["1", "1 ~ 1", "2", "2 ~ 1"];
    let held = |catalog: &[&str], text: &str| {
        let found = against(&rows(catalog), &[("a".into(), volume(text))]);
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let cases = [
        ("in order", &all[..], told.clone(), ""),
        ("from 101 on", &all, "@101 = 1\n@102 = 1 ~ 1\n@103 = 2\n@104 = 2 ~ 1".to_owned(), ""),
        ("in turn", &all, "@1 = 1\n@2 = 2\n@3 = 1 ~ 1\n@4 = 2 ~ 1".to_owned(), ""),
        (
            "in turn, one changed",
            &all,
            "@1 = 1\n@2 = 2\n@3 = 1 ~ 5\n@4 = 2 ~ 1".to_owned(),
            "a, sheet 1, puzzle 3: found 5 in r1c1 of the answer, expected 1, by the puzzle of c:3",
        ),
        ("sheets", &all, "@1 = 1\n@2 = 2\n@3 = 1 ~ 1\n@4 = 2 ~ 1".to_owned(), ""),
        (
            "one changed",
            &all,
            told.replace("@3 = 2", "@3 = 2 ~ 1"),
            "a, sheet 4 (page 5), puzzle 3: found 1 in r1c1 of the answer, expected 9, by the puzzle of c:4",
        ),
        (
            "a hint changed",
            &all,
            told.replace("1\tHidden single: block 2", "1\tHidden single: block 3"),
            "a, sheet 2 (page 3), puzzle 1: found \"Hidden single: block 3\", expected \"Hidden single: block 2\", by the puzzle of c:2",
        ),
        (
            "a row too many",
            &["1", "1 ~ 1", "2", "2 ~ 1", "3"],
            told.clone(),
            "a: found nothing about puzzle 5, expected every row of the catalogue",
        ),
        (
            "a row too few",
            &all[..3],
            told.clone(),
            "a, sheet 5 (page 6), puzzle 4: found one answer, but no puzzle with this number\na, sheet 2 (page 3), puzzle 4: found one hint, but no puzzle with this number\na, sheet 3 (page 4), puzzle 4: found one time, but no puzzle with this number",
        ),
    ];
    same(cases.into_iter().map(|(what, catalog, text, expected)| {
        (format!("{what:?}"), expected.to_owned(), held(catalog, &text))
    }));
}

/// Bands may be grouped by the hardest technique of each puzzle; inside of a group the rows keep their order.
#[test]
fn bands_are_grouped_by_technique() {
    let mut rows = rows(&["2", "2 ~ 1", "2 ~ 2", "2 ~ 3"]);
    let rating = |text: &str| {
        let givens = grid(&format!("#1 = {text}")).unwrap().grid;
        Rater::new().rate(&Puzzle::prove(givens).unwrap()).unwrap()
    };
    let techniques = [Technique::NakedPair, Technique::HiddenSingleLine].repeat(2);
    for (row, hardest) in rows[0].1.iter_mut().zip(techniques) {
        let rating = Rating { hardest, ..rating("2") };
        (row.rung, row.rating) = (Some(rating.band.into()), Some(rating));
    }
    let mut expected = order::in_order(&rows);
    order::group(&mut expected);
    let lines: Vec<u64> = expected.iter().map(|(_, row)| row.line).collect();
    assert_eq!(lines, [3, 5, 2, 4]);
    // Levels have no techniques.
    for row in &mut rows[0].1 {
        row.rung = Some(Level::Easy.into());
    }
    let mut expected = order::in_order(&rows);
    order::group(&mut expected);
    assert_eq!(expected.iter().map(|(_, row)| row.line).collect::<Vec<_>>(), [2, 3, 4, 5]);
}
