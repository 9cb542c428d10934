//! `verify` of a book with another catalogue than its own: what differs, puzzle by puzzle and word by word.

use crate::support::program::Bench;
use std::fs;

/// The lines of a catalogue: the header, then the rows.
fn lines(bench: &Bench, name: &str) -> Vec<String> {
    String::from_utf8(bench.read(name)).unwrap().lines().map(str::to_owned).collect()
}

/// What is found in a book when these are the lines of the catalogue.
fn found(bench: &Bench, book: &str, lines: &[String]) -> Vec<String> {
    fs::write(bench.path("held.csv"), lines.join("\n") + "\n").unwrap();
    let output = bench.run(&format!("verify {book} held.csv"));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said.lines().map(str::to_owned).collect()
}

/// `54 of 81 cells are not as in the catalogue: r1c2 is empty, there 1`, of the puzzles of two rows.
fn unlike(printed: &str, row: &str) -> String {
    let cells = |row: &str| row.split(',').nth(1).unwrap().chars().collect::<Vec<_>>();
    let (printed, row) = (cells(printed), cells(row));
    let differ: Vec<usize> = (0..81).filter(|&i| printed[i] != row[i]).collect();
    let text = |c: char| if c == '.' { "empty".to_owned() } else { c.to_string() };
    let (count, first) = (differ.len(), differ[0]);
    let cell = format!("r{}c{}", first / 9 + 1, first % 9 + 1);
    let (is, there) = (text(printed[first]), text(row[first]));
    format!("{count} of 81 cells are not as in the catalogue: {cell} is {is}, there {there}")
}

#[test]
fn rows_that_are_changed_or_missing_and_puzzles_that_no_row_has_are_named() {
    let bench = Bench::new();
    bench.ends("generate --seed 8 --levels 3 --count 5 --out all.csv", 0, "");
    bench.ends("generate --seed 9 --levels 3 --count 7 --out other.csv", 0, "");
    bench.ends("book all.csv --out all.pdf", 0, "");
    let (all, other) = (lines(&bench, "all.csv"), lines(&bench, "other.csv"));
    let with = |rows: &[&String]| rows.iter().map(|row| (*row).clone()).collect::<Vec<_>>();
    let [head, one, two, three, four, five] = [0, 1, 2, 3, 4, 5].map(|i| &all[i]);
    let stranger = |puzzle| {
        format!("puzzle {puzzle}: found a puzzle that no row has, expected one of the catalogue")
    };
    // A given less, in the row.
    let givens = three.split(',').nth(1).unwrap();
    let digit = givens.find(|c| c != '.').unwrap();
    let mut fewer = givens.to_owned();
    fewer.replace_range(digit..=digit, ".");
    let changed = three.replacen(givens, &fewer, 1);
    let unlike =
        format!("puzzle 3: {}, expected the puzzle of held.csv:4", unlike(three, &changed));
    for (rows, expected) in [
        (with(&[head, one, two, &changed, four, five]), vec![unlike]),
        (with(&[head, one, two, three]), vec![stranger(4), stranger(5)]),
        (with(&[head, one, two, four, five]), vec![stranger(3)]),
    ] {
        let said = found(&bench, "all.pdf", &rows);
        let of_book: Vec<_> = said.iter().filter(|said| said.starts_with("all.pdf, ")).collect();
        assert_eq!(of_book.len(), expected.len(), "{said:#?}");
        for (said, expected) in of_book.iter().zip(&expected) {
            assert!(said.ends_with(expected), "{said}, expected {expected}");
        }
    }
    // One row, and two rows, that no page has.
    let six_rows = with(&[head, one, two, three, four, five, &other[6]]);
    let seven_rows = with(&[head, one, two, three, four, five, &other[6], &other[7]]);
    let line = "held.csv:7, column puzzle: its puzzle";
    let expected = "expected every row in a book";
    let said = found(&bench, "all.pdf", &six_rows);
    assert_eq!(said, [format!("{line} is in no book, {expected}")]);
    let said = found(&bench, "all.pdf", &seven_rows);
    assert_eq!(said, [format!("{line} and the 1 behind it are in no book, {expected}")]);
    // A book that goes on with other numbers, in another order; and one that is given twice.
    bench.ends("book all.csv --first-number 101 --out on.pdf", 0, "");
    let mut turned = vec![head.clone()];
    turned.extend(all[1..].iter().rev().cloned());
    fs::write(bench.path("held.csv"), turned.join("\n") + "\n").unwrap();
    bench.ends("verify on.pdf held.csv", 0, "");
    let said = found(&bench, "all.pdf all.pdf", &all);
    let twice = said.iter().filter(|said| said.contains(": found puzzle "));
    assert_eq!((twice.count(), said.len()), (5, 5));
}

/// Where levels take turns, the order is not that of the rows.
#[test]
fn another_row_and_its_puzzle_are_the_only_findings_whatever_the_order_of_the_book() {
    let bench = Bench::new();
    bench.ends("generate --seed 5 --quota 1=4,2=2,3=4,4=2,5=2 --out weeks.csv", 0, "");
    bench.ends("generate --seed 6 --quota 1=4,2=2,3=4,4=2,5=2 --out other.csv", 0, "");
    for flags in ["--template daily", "--template daily --first-day 2027-01-04", "--trim 6x9"] {
        bench.ends(&format!("book weeks.csv {flags} --force --out weeks.pdf"), 0, "");
        bench.ends("verify weeks.pdf weeks.csv", 0, "");
        let (weeks, other) = (lines(&bench, "weeks.csv"), lines(&bench, "other.csv"));
        for line in [2, 8, 14] {
            let mut rows = weeks.clone();
            rows[line - 1] = other[line - 1].clone();
            let said = found(&bench, "weeks.pdf", &rows);
            let unprinted = format!("held.csv:{line}, column puzzle");
            assert!(said.len() == 2 && said[1].starts_with(&unprinted), "{flags} {line}: {said:?}");
            assert!(said[0].contains("found a puzzle that no row has"), "{said:?}");
        }
    }
}
