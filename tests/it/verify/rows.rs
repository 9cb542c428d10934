//! A catalogue with a wrong value in each field, with what its run demands, and with the book of another catalogue.

use crate::support::program::Bench;
use crate::support::puzzles::{PUZZLE, SEVENTEEN, SOLUTION};
use explainer::RatedForm;
use grid::Level;
use make::{ClosedRange, Dedup, GivensConstraints, GivensMask, Look, Plan};
use proof::verify::{RunExpectations, catalog};
use std::fs;
use tables::{CatalogColumns, RowReader};

/// A catalogue of twenty puzzles, four a level, of the seed 20090101.
const GOLDEN: &str = include_str!("../golden.csv");

/// The catalogue with another field in a line, which is counted from 1 with the header.
fn with(line: usize, column: &str, value: &str) -> String {
    let at = GOLDEN.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
    let change = |(i, text): (usize, &str)| {
        if i + 1 == line {
            let mut fields: Vec<_> = text.split(',').collect();
            fields[at] = value;
            fields.join(",") + "\n"
        } else {
            format!("{text}\n")
        }
    };
    GOLDEN.lines().enumerate().map(change).collect()
}

/// The catalogue without a column.
fn without(column: &str) -> String {
    let at = GOLDEN.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
    let cut = |text: &str| {
        let mut fields: Vec<_> = text.split(',').collect();
        fields.remove(at);
        fields.join(",") + "\n"
    };
    GOLDEN.lines().map(cut).collect()
}

/// What is found in a catalogue, one line each, without its name.
fn in_catalog(text: &str, dedup: Dedup, demands: &RunExpectations) -> String {
    let rows = RowReader::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let found = catalog(&"c".into(), rows, Some(dedup), demands, 1, |_| Ok(())).unwrap().findings;
    let said = found.iter().map(|finding| finding.to_string().replacen("c:", "", 1));
    said.collect::<Vec<_>>().join("\n")
}

/// RunExpectations of the run that made the catalogue.
fn demands() -> RunExpectations {
    RunExpectations { seed: Some(20090101), slots: true, ..RunExpectations::default() }
}

#[test]
fn each_field_of_a_catalogue_is_proved() {
    assert_eq!(in_catalog(GOLDEN, Dedup::Class, &demands()), "");
    let puzzle = GOLDEN.lines().nth(2).unwrap().split(',').nth(1).unwrap();
    let (bad, short) = (puzzle.replacen('.', "?", 1), &puzzle[..80]);
    let many = puzzle.replace(['1', '2', '3', '4', '5'], ".");
    let other = "..".to_owned() + &puzzle[2..];
    let cases = [
        (
            3,
            "id",
            "L1-000007",
            "3, column id, puzzle L1-000007: L1-000007 is stated, expected L1-000002",
        ),
        (
            3,
            "id",
            "L1-000001",
            "3, column id, puzzle L1-000001: L1-000001 is stated, expected L1-000002\n3, column id, puzzle L1-000001: the id of line 2 again, expected an id of its own",
        ),
        (3, "id", "", "3, column id: nothing is stated, expected L1-000002"),
        (
            3,
            "puzzle",
            bad.as_str(),
            "3, column puzzle, puzzle L1-000002: character 2: expected a digit or a blank (. 0 _ * X), found '?', expected a puzzle with one solution\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            3,
            "puzzle",
            short,
            "3, column puzzle, puzzle L1-000002: character 81: expected 81 cells, found 80, expected a puzzle with one solution\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            3,
            "puzzle",
            many.as_str(),
            "3, column puzzle, puzzle L1-000002: the puzzle has more than one solution, for example 198327654476581392532469718624135879853972461719846523287693145945718236361254987 and 198327654576481392432569718624135879853972461719846523287693145945718236361254987, expected a puzzle with one solution\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            3,
            "puzzle",
            other.as_str(),
            "3, column clues, puzzle L1-000002: 57 is stated, expected 56\n3, column searches, puzzle L1-000002: 324 is stated, expected 333\n3, column canonical, puzzle L1-000002: ..1..2345.2..3.6174.351.892.59.431683..26857978.1.92.414589672.69.32..8.832..1956 is stated, expected ...123456.145678933564.8721.65..1.79192.356..83794...2.78319.6.6.18.29.79.367...5",
        ),
        (
            3,
            "puzzle",
            "",
            "3, column puzzle, puzzle L1-000002: expected a puzzle, found none\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (3, "clues", "56", "3, column clues, puzzle L1-000002: 56 is stated, expected 57"),
        (
            3,
            "difficulty",
            "9.9",
            "3, column difficulty, puzzle L1-000002: 9.9 is stated, expected 1.0",
        ),
        (3, "level", "2", "3, column level, puzzle L1-000002: 2 is stated, expected 1"),
        (
            3,
            "level_name",
            "Easy",
            "3, column level_name, puzzle L1-000002: Easy is stated, expected Beginner",
        ),
        (3, "row_col_min", "4", "3, column row_col_min, puzzle L1-000002: 4 is stated, expected 5"),
        (3, "searches", "7", "3, column searches, puzzle L1-000002: 7 is stated, expected 324"),
        (
            3,
            "grid",
            "las-palmas",
            "3, column grid, puzzle L1-000002: las-palmas is stated, expected las-vegas or shuffled or cyclic",
        ),
        (
            3,
            "order",
            "snake",
            "3, column order, puzzle L1-000002: snake is stated, expected random",
        ),
        (3, "order", "pattern", ""),
        (
            3,
            "symmetry",
            "rotation",
            "3, column symmetry, puzzle L1-000002: rotation is stated, expected none or half-turn or quarter-turn or left-right or top-bottom or both-mirrors or diagonal or both-diagonals or full",
        ),
        (
            3,
            "symmetry",
            "half-turn",
            "3, column symmetry, puzzle L1-000002: half-turn is stated, but r1c1 has a digit and r9c9 has none, expected none",
        ),
        (3, "seed", "7", "3, column seed, puzzle L1-000002: 7 is stated, expected 20090101"),
        (
            3,
            "seed",
            "",
            "3, column seed, puzzle L1-000002: nothing is stated, expected a number from 0 to 18446744073709551615\n3, column seed, puzzle L1-000002: none is stated, expected 20090101",
        ),
        (
            3,
            "slot",
            "2",
            "3, column id, puzzle L1-000002: L1-000002 is stated, expected L1-000003\n3, column slot, puzzle L1-000002: 2 is stated, out of order, expected 1\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 3",
        ),
        (
            3,
            "slot",
            "1099511627775",
            "3, column id, puzzle L1-000002: L1-000002 is stated, expected L1-1099511627776\n3, column slot, puzzle L1-000002: 1099511627775 is stated, out of order, expected 1\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1099511627776",
        ),
        (
            3,
            "slot",
            "1099511627776",
            "3, column slot, puzzle L1-000002: 1099511627776 is stated, expected a number from 0 to 1099511627775\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            3,
            "slot",
            "x",
            "3, column slot, puzzle L1-000002: x is stated, expected a number from 0 to 1099511627775\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            3,
            "reissue",
            "x",
            "3, column reissue, puzzle L1-000002: x is stated, expected a number from 0 to 65535",
        ),
    ];
    for (line, column, value, expected) in cases {
        let found = in_catalog(&with(line, column, value), Dedup::Class, &demands());
        assert_eq!(found, expected, "({line}, {column:?}, {value:?})");
    }
}

#[test]
fn a_catalogue_is_what_its_run_demands() {
    let lines: Vec<&str> = GOLDEN.lines().collect();
    let some =
        |which: &[usize]| which.iter().map(|&n| format!("{}\n", lines[n])).collect::<String>();
    let shape = |givens: GivensConstraints| {
        let plan = Plan { givens, ..Plan::new(vec![(Level::Beginner, 3)]) };
        RunExpectations { plan: Some(plan), ..demands() }
    };
    let look = Look::Published;
    let range = |from, to| {
        let count = Some(ClosedRange { from, to });
        GivensConstraints { count, look, ..GivensConstraints::default() }
    };
    let picture: GivensMask = [".", "X", "X", "X", "X", "X", "X", "X", "X"]
        .map(|row| row.repeat(9))
        .join("\n")
        .parse()
        .unwrap();
    let constants = vec![("grid", "las-vegas".to_owned())];
    let cases = [
        ("all levels", GOLDEN.to_owned(), Dedup::Class, demands(), ""),
        ("no rows", some(&[0]), Dedup::Class, demands(), " no puzzle, expected puzzles"),
        ("nothing", String::new(), Dedup::Class, demands(), " no puzzle, expected puzzles"),
        (
            "a row twice",
            some(&[0, 1, 1]),
            Dedup::Class,
            RunExpectations::default(),
            "3, column puzzle, puzzle L1-000001: a puzzle equivalent to that of line 2, expected a puzzle that is not a duplicate\n3, column id, puzzle L1-000001: the id of line 2 again, expected an id of its own",
        ),
        (
            "a row twice, exactly",
            some(&[0, 1, 1]),
            Dedup::Exact,
            RunExpectations::default(),
            "3, column puzzle, puzzle L1-000001: the puzzle of line 2 again, expected a puzzle that is not a duplicate\n3, column id, puzzle L1-000001: the id of line 2 again, expected an id of its own",
        ),
        (
            "a row left out",
            some(&[0, 1, 3]),
            Dedup::Class,
            demands(),
            "3, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            "any slots",
            some(&[0, 3, 2]),
            Dedup::Class,
            RunExpectations { slots: false, ..demands() },
            "",
        ),
        (
            "any seed",
            with(3, "seed", "7"),
            Dedup::Class,
            RunExpectations { seed: None, ..demands() },
            "",
        ),
        (
            "another seed",
            some(&[0, 1]),
            Dedup::Class,
            RunExpectations { seed: Some(7), ..demands() },
            "2, column seed, puzzle L1-000001: 20090101 is stated, expected 7",
        ),
        (
            "a column left out",
            without("searches"),
            Dedup::Class,
            RunExpectations { columns: Some(CatalogColumns::new(None, false)), ..demands() },
            " column searches is not there, expected all columns",
        ),
        (
            "all columns",
            GOLDEN.to_owned(),
            Dedup::Class,
            RunExpectations { columns: Some(CatalogColumns::new(None, false)), ..demands() },
            "",
        ),
        (
            "ratings that are not there",
            some(&[0, 1]),
            Dedup::Class,
            RunExpectations {
                columns: Some(CatalogColumns::new(Some(RatedForm::Canonical), true)),
                ..demands()
            },
            " column ladder is not there, expected all columns\n column er is not there, expected all columns\n column ep is not there, expected all columns\n column ed is not there, expected all columns\n column hardest is not there, expected all columns\n column load is not there, expected all columns\n column seconds is not there, expected all columns\n column band is not there, expected all columns\n column rated_as is not there, expected all columns\n column band_name is not there, expected all columns\n column minimal is not there, expected all columns",
        ),
        (
            "a constant",
            GOLDEN.to_owned(),
            Dedup::Class,
            RunExpectations { constants: constants.clone(), ..demands() },
            "",
        ),
        (
            "another constant",
            with(3, "grid", "shuffled"),
            Dedup::Class,
            RunExpectations { constants, ..demands() },
            "3, column grid, puzzle L1-000002: \"shuffled\" is stated, where the manifest has another, expected las-vegas",
        ),
        ("givens", some(&[0, 1, 2]), Dedup::Class, shape(range(53, 57)), ""),
        (
            "fewer givens",
            some(&[0, 1, 2]),
            Dedup::Class,
            shape(range(53, 56)),
            "3, column clues, puzzle L1-000002: 57 givens, expected 53..56 givens",
        ),
        (
            "more givens",
            some(&[0, 1, 2]),
            Dedup::Class,
            shape(range(54, 57)),
            "2, column clues, puzzle L1-000001: 53 givens, expected 54..57 givens",
        ),
        (
            "minimal",
            some(&[0, 1]),
            Dedup::Class,
            shape(GivensConstraints { minimal: true, look, ..GivensConstraints::default() }),
            "2, column minimal, puzzle L1-000001: givens can be left out, expected a minimal puzzle",
        ),
        (
            "a house of eight givens",
            some(&[0, 1, 2]),
            Dedup::Class,
            shape(GivensConstraints::default()),
            "2, column puzzle, puzzle L1-000001: row 1 has 8 givens, expected 2 to 7 givens in each row, column and block\n3, column puzzle, puzzle L1-000002: row 2 has 8 givens, expected 2 to 7 givens in each row, column and block",
        ),
        (
            "a picture",
            some(&[0, 1]),
            Dedup::Class,
            shape(GivensConstraints { patterns: vec![picture], ..GivensConstraints::default() }),
            "2, column order, puzzle L1-000001: the run has pictures, expected pattern",
        ),
        (
            "a picture that is no picture",
            with(2, "order", "pattern").lines().take(2).collect::<Vec<_>>().join("\n"),
            Dedup::Class,
            shape(GivensConstraints { patterns: vec![picture], ..GivensConstraints::default() }),
            "2, column puzzle, puzzle L1-000001: r1c1 is not as in the picture, expected the picture 1 of the run, with no given there",
        ),
        (
            "pictures that are not asked for",
            with(2, "order", "pattern").lines().take(2).collect::<Vec<_>>().join("\n"),
            Dedup::Class,
            shape(GivensConstraints::default()),
            "2, column order, puzzle L1-000001: the run has no pictures, expected an order of digging",
        ),
    ];
    for (what, text, dedup, demands, expected) in cases {
        assert_eq!(in_catalog(&text, dedup, &demands), expected, "{what:?}");
    }
}

/// A catalogue of more rows than a block has, and one whose rows are long.
#[test]
fn all_blocks_of_a_catalogue_are_read() {
    let line = "9...3.6.16....5.4.......................19..5...5769....1..8...2.9..47....7.9.48.";
    let rows = |n: usize, padding: usize| {
        let rows = (0..n).map(|i| format!("{line},{i}{}\n", "x".repeat(padding)));
        in_catalog(
            &("puzzle,note\n".to_owned() + &rows.collect::<String>()),
            Dedup::Class,
            &RunExpectations::default(),
        )
    };
    assert_eq!(rows(600, 1).lines().count(), 599);
    assert_eq!(rows(5, 1 << 19).lines().count(), 4);
}

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
fn changed_missing_and_unknown_puzzles_are_named() {
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
fn one_replaced_row_is_the_only_finding() {
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

/// Wrong answers passed under 45 of 61 names of their column.
#[test]
fn answers_under_any_name_are_judged() {
    let bench = Bench::new();
    let swapped = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    for name in ["Antwort", "正解", "column 2"] {
        fs::write(bench.path("wrong.csv"), format!("puzzle,{name}\n{PUZZLE},{swapped}\n")).unwrap();
        for command in
            ["verify wrong.csv", "book wrong.csv --out b.pdf", "export svg wrong.csv --out e"]
        {
            let output = bench.run(command);
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command}: {said}");
            assert!(said.contains(name), "{command}: {said}");
        }
        let answered = format!("puzzle,{name}\n{SEVENTEEN},\n{PUZZLE},{SOLUTION}\n");
        fs::write(bench.path("right.csv"), answered).unwrap();
        let output = bench.run("verify right.csv");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success() && !said.contains("Not checked"), "{said}");
        // A transform moves the answers with their puzzles.
        bench.ends("transform right.csv --seed 1 --out moved.csv --force -q", 0, "");
        bench.ends("verify moved.csv", 0, "");
        let moved = String::from_utf8(bench.read("moved.csv")).unwrap();
        assert!(!moved.contains(SOLUTION), "{moved}");
    }
}
