//! `verify` of a book with another catalogue than its own: what differs, puzzle by puzzle and word by word.

use crate::cli::Bench;
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
fn rows_that_are_changed_exchanged_or_missing_are_named_with_the_puzzles_that_they_are_not() {
    let bench = Bench::new();
    bench.ends("generate --seed 8 --levels 3 --count 5 --out all.csv", 0, "");
    bench.ends("generate --seed 9 --levels 3 --count 7 --out other.csv", 0, "");
    bench.ends("book all.csv --out all.pdf", 0, "");
    let (all, other) = (lines(&bench, "all.csv"), lines(&bench, "other.csv"));
    let wrong = |puzzle: usize, row: &str, line: usize| {
        let unlike = unlike(&all[puzzle], row);
        format!("puzzle {puzzle}: {unlike}, expected the puzzle of held.csv:{line}")
    };
    let beyond = |puzzle, rows| {
        format!("puzzle {puzzle}: the catalogue has {rows} puzzles, expected a number that it has")
    };
    let with = |rows: &[&String]| rows.iter().map(|row| (*row).clone()).collect::<Vec<_>>();
    let [head, one, two, three, four, five] = [0, 1, 2, 3, 4, 5].map(|i| &all[i]);
    for (rows, expected) in [
        (with(&[head, one, two, &other[3], four, five]), vec![wrong(3, &other[3], 4)]),
        (with(&[head, one, three, two, four, five]), vec![wrong(2, three, 3), wrong(3, two, 4)]),
        (with(&[head, one, two, three]), vec![beyond(4, 3), beyond(5, 3)]),
        (
            with(&[head, one, two, four, five]),
            vec![wrong(3, four, 4), wrong(4, five, 5), beyond(5, 4)],
        ),
    ] {
        let said = found(&bench, "all.pdf", &rows);
        assert_eq!(said.len(), expected.len(), "{said:#?}");
        for (said, expected) in said.iter().zip(&expected) {
            assert!(said.starts_with("all.pdf, sheet ") && said.ends_with(expected), "{said}");
        }
    }
    // One row, and two rows, that no page has; the row is named, and the numbers that they should have.
    let six_rows = with(&[head, one, two, three, four, five, &other[6]]);
    let seven_rows = with(&[head, one, two, three, four, five, &other[6], &other[7]]);
    let expected = "expected every row in a book";
    assert_eq!(
        found(&bench, "all.pdf", &six_rows),
        [format!("held.csv:7: in the book puzzle 6 is missing, {expected}")]
    );
    assert_eq!(
        found(&bench, "all.pdf", &seven_rows),
        [format!("held.csv:7: in the book puzzles 6 to 7 are missing, {expected}")]
    );
    // A book that goes on with other numbers, and one that is given twice.
    bench.ends("book all.csv --first-number 101 --out on.pdf", 0, "");
    bench.ends("verify on.pdf all.csv", 0, "");
    let said = found(&bench, "on.pdf", &with(&[head, one, two, &other[3], four, five]));
    assert!(said.len() == 1 && said[0].contains("puzzle 103: "), "{said:?}");
    let said = found(&bench, "on.pdf", &six_rows);
    assert_eq!(said, [format!("held.csv:7: in the book puzzle 106 is missing, {expected}")]);
    let said = found(&bench, "all.pdf all.pdf", &all);
    let twice = said.iter().filter(|said| said.ends_with("the number is in two volumes"));
    assert_eq!((twice.count(), said.len()), (5, 5));
}

/// Where levels take turns, the order is not that of the rows.
#[test]
fn a_changed_row_is_the_only_finding_whatever_the_order_of_the_book() {
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
            let unlike = unlike(&weeks[line - 1], &rows[line - 1]);
            let expected = format!(": {unlike}, expected the puzzle of held.csv:{line}");
            assert!(said.len() == 1 && said[0].ends_with(&expected), "{flags} {line}: {said:?}");
        }
    }
}
