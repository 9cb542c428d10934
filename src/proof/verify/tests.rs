//! Books in words, as their pages are read: each line of a table changes one thing and says all that must be found.
//! Not ink, nor whole files.

use super::against::against;
use super::book::{self, Volume};
use super::catalog::{Demands, Known, catalog};
use super::contents::Contents;
use super::levels;
use super::phrases::Found;
use super::statements;
use super::told;
use super::volumes;
use crate::batch::{Dedup, GivensRange, Shape};
use crate::generate::Pattern;
use crate::grid::Grid;
use crate::ladder::Ladder;
use crate::proof::readback::{Lattice, PageContents, PageGrid};
use crate::puzzle::Puzzle;
use crate::score::Level;
use crate::table::{Columns, Rows};
use std::sync::Arc;

/// A puzzle of each level.
const LEVELS: [&str; 5] = [
    "9742.6835.51.8742.862.4379.5..86.974.4.3.165868..9.21...86.9.474.5728...7...543.2",
    ".2.4..7.65..68.4...64.2...56.5.34..2.7.1..5.4..259..6.2....863.7.9..6.4..86..1.5.",
    ".1.47....2.4.....7.6..1.8....8..6.54..1..9.2..2..4.9..4.2..1.35.9.23....85.76.2..",
    "..7..5.........5.23.1.6..........2.4.8....7......43....7.3.9.2.6....2..5529786341",
    "9...3.6.16....5.4.......................19..5...5769....1..8...2.9..47....7.9.48.",
];

/// A grid as its line says: `#3 = 2 | Easy | ★★☆☆☆` is puzzle 3 with the givens of level 2 and two captions, `@3 = 2`
/// its answer; `#3 = 2 - 5` lacks its first 5 digits, `#3 = 2 ~ 1` has digits that are one greater, and `@3 = 2 > 9`
/// refers to page 9.
fn grid(line: &str) -> Option<PageGrid> {
    let (what, rest) = line.split_at_checked(1).filter(|(what, _)| ["#", "@"].contains(what))?;
    let mut captions = rest.split(" | ");
    let (number, of) = captions.next()?.split_once(" = ")?;
    let mut words = of.split(' ');
    let level: usize = words.next()?.parse().unwrap();
    let mut grid: Grid = LEVELS[level - 1].parse().unwrap();
    if what == "@" {
        grid = Grid::from(*Puzzle::prove(grid).unwrap().solution());
    }
    let mut references = Vec::new();
    while let (Some(sign), Some(value)) = (words.next(), words.next()) {
        let value: usize = value.parse().unwrap();
        match sign {
            "-" => {
                let lost: Vec<_> = grid.filled().take(value).collect();
                lost.into_iter().for_each(|(cell, _)| grid[cell] = None);
            }
            "~" => {
                let other = |b: u8| match b {
                    b'1'..=b'9' => (b - b'1' + value as u8) % 9 + b'1',
                    _ => b,
                };
                grid = String::from_utf8(grid.line().map(other).to_vec()).unwrap().parse().unwrap();
            }
            ">" => references.push(value as u64),
            _ => panic!("expected a sign, found {sign}"),
        }
    }
    Some(PageGrid {
        grid,
        broken: None,
        small: Vec::new(),
        is_step: false,
        number: Some(number.parse().unwrap()),
        caption: captions.map(str::to_owned).collect(),
        references,
        quarter: 0,
        lattice: Lattice { xs: [0.0; 10], ys: [0.0; 10] },
        size: 10.0,
    })
}

/// A book as it is read: pages between lines of `---`; grids as above, `folio 3`, `label iv`, `refers 5 6`, and words.
fn read(text: &str) -> Contents {
    let mut book = Contents::new("book".into());
    for (index, page) in text.split("\n---\n").enumerate() {
        let after = |word: &str| page.lines().find_map(|line| line.strip_prefix(word));
        // Numbers, captions and page numbers are among the words of a page.
        let words = |line: &str| match grid(line) {
            Some(grid) => {
                Some([grid.number?.to_string()].into_iter().chain(grid.caption).collect())
            }
            None if line.starts_with("label ") || line.starts_with("refers ") => None,
            None => Some(vec![line.trim_start_matches("folio ").to_owned()]),
        };
        let words = |line| words(line).map(|groups: Vec<String>| groups.join("\t"));
        let refers = page.lines().filter_map(|line| line.strip_prefix("refers "));
        let refers = refers.map(|all| all.split(' ').map(|page| page.parse().unwrap()).collect());
        let page = PageContents {
            sheet: index + 1,
            label: after("label ").map(str::to_owned),
            folio: after("folio ").map(str::to_owned),
            grids: page.lines().filter_map(grid).collect(),
            places: Vec::new(),
            references: refers.collect(),
            lines: page.lines().filter_map(words).collect(),
            annotations: Vec::new(),
            turned: 0,
        };
        let (proofs, phrases) = (book::proofs(&page), statements::read(&page.lines));
        book.add(page, proofs, phrases);
    }
    book
}

fn volume(text: &str) -> Volume {
    let mut book = read(text);
    let (facts, claims) = book::check(&mut book);
    Volume { claims, ..book::finish(book, facts) }
}

/// What is found in a book, without its name.
fn found(text: &str) -> Vec<String> {
    let said = |finding: &super::Finding| finding.to_string();
    let found = volume(text).findings;
    found.iter().map(said).map(|said| said.replacen("book, ", "", 1)).collect()
}

/// A change in a book, and what must be found, a line each.
type Case = (&'static str, &'static str, &'static str);

fn hold(book: &str, cases: &[Case]) {
    assert_eq!(found(book), [""; 0]);
    let mut wrong = String::new();
    for (from, to, expected) in cases {
        assert!(book.contains(from), "expected {from:?} in the book");
        let found = found(&book.replacen(from, to, 1)).join("\n");
        if found != *expected {
            wrong += &format!("{from:?} to {to:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn of_two_grids_with_one_number_the_one_that_lost_digits_is_an_answer() {
    for (grids, expected) in [
        ("#1 = 5\n---\n@1 = 5", ""),
        (
            "#1 = 5\n---\n@1 = 5 - 1",
            "sheet 2, puzzle 1: r1c1 of the answer is empty, expected a digit",
        ),
        (
            "@1 = 5 - 10\n---\n#1 = 5",
            "sheet 1, puzzle 1: r1c1 of the answer is empty, expected a digit",
        ),
        (
            "#1 = 5\n---\n@1 = 5 - 11",
            "sheet 2, puzzle 1: found a second puzzle with this number, expected one",
        ),
        (
            "#1 = 5\n---\n@1 = 5\n---\n@1 = 5",
            "sheet 3, puzzle 1: found a second answer with this number, expected one",
        ),
        (
            "@1 = 5\n---\n#1 = 5\n---\n@1 = 5 - 1",
            "sheet 3, puzzle 1: found a second puzzle with this number, expected one",
        ),
    ] {
        assert_eq!(found(grids).join("\n"), expected, "{grids}");
    }
    // Of two alike the first stays.
    let pages = |text| read(text).puzzles.values().map(|grid| grid.page).collect::<Vec<_>>();
    assert_eq!(pages("#1 = 5\n---\n#1 = 5"), [0]);
    assert_eq!(pages("#1 = 1\n---\n#1 = 5"), [1]);
}

#[test]
fn the_human_ladder_is_that_of_most_rows_of_stars() {
    let five = "★☆☆☆☆";
    let seven = "★☆☆☆☆☆☆";
    for (rows, expected) in [
        (&[][..], Ladder::Paper),
        (&[five], Ladder::Paper),
        (&[seven], Ladder::Human),
        (&[five, seven], Ladder::Paper),
        (&[five, seven, seven], Ladder::Human),
    ] {
        let mut text = "#9 = 5".to_owned();
        for (n, row) in rows.iter().enumerate() {
            text += &format!("\n#{} = 1 | {row}", n + 1);
        }
        assert_eq!(levels::ladder(&read(&text)), expected, "{rows:?}");
    }
}

/// Two levels in the first of two volumes; stars and words beside puzzles.
const NOVEL: &str = "\
Four Sudoku
Two levels, Beginner and Easy
Volume One of Two
---
4 puzzles, numbers 1 to 4, with all answers.
Every puzzle has exactly one solution.
Volume 1 of 2
label ii
---
Contents
How to play\tiv
Beginner\tPuzzles 1 to 2\t1
Easy\tPuzzles 3 to 4\t3
Answers\t5
label iii
---
How to play
The answers begin on page 5, each under the number of its puzzle.
Volume 1 of 2
label iv
---
Beginner
★☆☆☆☆
Puzzles 1 to 2
53 digits are given, never fewer than 5 in a row or a column.
folio 1
---
#1 = 1 > 5 | ★☆☆☆☆ | Beginner
#2 = 1 ~ 1 > 5 | ★☆☆☆☆ | Beginner
Beginner · puzzles 1 to 2
folio 2
---
Easy
★★☆☆☆
Puzzles 3 to 4
folio 3
---
#3 = 2 > 5 | ★★☆☆☆ | Easy
#4 = 2 ~ 1 > 5 | ★★☆☆☆ | Easy
Easy · puzzles 3 to 4
folio 4
---
Answers\t1 to 4
@1 = 1 > 2
@2 = 1 ~ 1 > 2
@3 = 2 > 4
@4 = 2 ~ 1 > 4
folio 5";

#[test]
fn changes_in_a_book_of_levels_are_found() {
    hold(
        NOVEL,
        &[
            (
                "Four Sudoku",
                "Five Sudoku",
                "sheet 1: found \"Five Sudoku\", expected \"Four Sudoku\"",
            ),
            (
                "Two levels, Beginner",
                "Two levels, Medium",
                "sheet 1: found \"Two levels, Medium and Easy\", expected \"Two levels, Beginner and Easy\"",
            ),
            (
                "Volume One of Two",
                "Volume Two of Two",
                "sheet 1: found \"Volume Two of Two\", expected \"Volume 1 of 2\"",
            ),
            (
                "4 puzzles",
                "5 puzzles",
                "sheet 2: found \"5 puzzles, numbers 1 to 4, with all answers.\", expected \"4 puzzles, numbers 1 to 4, with all answers.\"",
            ),
            (
                ", with all answers",
                "",
                "sheet 2: found \"4 puzzles, numbers 1 to 4.\", expected \"4 puzzles, numbers 1 to 4, with all answers.\"",
            ),
            // The contents.
            ("play\tiv", "play\tv", "sheet 3: found page v for \"How to play\", expected page iv"),
            ("to 2\t1", "to 2\t2", "sheet 3: found page 2 for \"Beginner\", expected page 1"),
            ("to 4\t3", "to 4\t4", "sheet 3: found page 4 for \"Easy\", expected page 3"),
            ("Answers\t5", "Answers\t4", "sheet 3: found page 4 for \"Answers\", expected page 5"),
            (
                "Easy\tPuzzles 3 to 4",
                "Easy\tPuzzles 3 to 5",
                "sheet 3: found \"Puzzles 3 to 5\", expected \"Puzzles 3 to 4\"",
            ),
            (
                "page 5, each",
                "page 4, each",
                "sheet 4: found \"The answers begin on page 4, each under the number of its puzzle.\", expected \"The answers begin on page 5, each under the number of its puzzle.\"",
            ),
            // The openers.
            (
                "★☆☆☆☆\nPuzzles",
                "★★☆☆☆\nPuzzles",
                "sheet 5 (page 1): found ★★☆☆☆ for \"Beginner\", expected ★☆☆☆☆",
            ),
            (
                "Beginner\n★",
                "Easy\n★",
                "sheet 5 (page 1): found \"53 digits are given, never fewer than 5 in a row or a column.\", expected \"37 digits are given, never fewer than 4 in a row or a column.\"\nsheet 5 (page 1): found ★☆☆☆☆ for \"Easy\", expected ★★☆☆☆\nsheet 5 (page 1): found \"Easy\", expected \"Beginner\"",
            ),
            (
                "53 digits",
                "52 digits",
                "sheet 5 (page 1): found \"52 digits are given, never fewer than 5 in a row or a column.\", expected \"53 digits are given, never fewer than 5 in a row or a column.\"",
            ),
            (
                "Puzzles 1 to 2\n53",
                "Puzzles 1 to 3\n53",
                "sheet 5 (page 1): found \"Puzzles 1 to 3\", expected \"Puzzles 1 to 2\"",
            ),
            ("folio 1", "folio 7", "sheet 5 (page 7): found the printed page number 7, expected 1"),
            // Beside the puzzles.
            (
                "#1 = 1 > 5",
                "#1 = 1 > 6",
                "sheet 6 (page 2), puzzle 1: found a reference to its answer on page 6, expected page 5",
            ),
            (
                "#1 = 1 > 5",
                "#1 = 1",
                "sheet 6 (page 2), puzzle 1: found no reference to its answer, expected page 5",
            ),
            (" | ★☆☆☆☆", " | ★★☆☆☆", "sheet 6 (page 2), puzzle 1: found ★★☆☆☆, expected ★☆☆☆☆"),
            (" | ★☆☆☆☆", "", "sheet 6 (page 2), puzzle 1: found no stars, expected ★☆☆☆☆"),
            (
                "☆ | Beginner",
                "☆ | Easy",
                "sheet 6 (page 2), puzzle 1: found \"Easy\" beside it, expected \"Beginner\"",
            ),
            (
                "☆ | Beginner",
                "☆",
                "sheet 6 (page 2), puzzle 1: found no level beside it, expected \"Beginner\"",
            ),
            (
                "Beginner · puzzles",
                "Medium · puzzles",
                "sheet 6 (page 2): found \"Medium\", expected \"Beginner\"",
            ),
            (
                "· puzzles 1 to 2",
                "· puzzles 1 to 4",
                "sheet 6 (page 2): found \"puzzles 1 to 4\", expected \"Puzzles 1 to 2\"",
            ),
            // The puzzles and their numbers.
            (
                "#1 = 1",
                "#1 = 1 - 40",
                "sheet 6 (page 2), puzzle 1: the puzzle has more than one solution, for example 153287496682941735974536821326495178897613254541872963218369547435728619769154382 and 153287496682941735947536821326495178891673254574812963218369547435728619769154382, expected a puzzle with one solution",
            ),
            (
                "#4 = 2 ~ 1 > 5",
                "#5 = 2 ~ 1 > 5",
                "sheet 8 (page 4), puzzle 5: found no answer with this number, expected one\nsheet 9 (page 5), puzzle 4: found an answer, but no puzzle with this number\nsheet 8 (page 4), puzzle 5: puzzle 4 is missing, expected puzzle 4 after puzzle 3\nsheet 1: found \"Four Sudoku\", expected \"Five Sudoku\"\nsheet 2: found \"4 puzzles, numbers 1 to 4, with all answers.\", expected \"5 puzzles, numbers 1 to 5, with all answers.\"\nsheet 3: found \"Puzzles 3 to 4\", expected \"Puzzles 3 to 5\"\nsheet 7 (page 3): found \"Puzzles 3 to 4\", expected \"Puzzles 3 to 5\"\nsheet 8 (page 4): found \"puzzles 3 to 4\", expected \"Puzzles 3 to 5\"",
            ),
            // The answers.
            (
                "@4 = 2 ~ 1",
                "@4 = 2 ~ 2",
                "sheet 9 (page 5), puzzle 4: found 2 in r1c1 of the answer (and 80 other cells differ), expected 1",
            ),
            (
                "\n@4 = 2 ~ 1 > 4",
                "",
                "sheet 8 (page 4), puzzle 4: found no answer with this number, expected one\nsheet 9 (page 5): found \"1 to 4\", expected \"1 to 3\"",
            ),
            (
                "@4 = 2 ~ 1 > 4",
                "@4 = 2 ~ 1 > 3",
                "sheet 9 (page 5), puzzle 4: found a reference to its puzzle on page 3, expected page 4",
            ),
            (
                "Answers\t1 to 4",
                "Answers\t1 to 3",
                "sheet 9 (page 5): found \"1 to 3\", expected \"1 to 4\"",
            ),
            ("label iv", "label v", "sheet 3: found page iv for \"How to play\", expected page v"),
        ],
    );
}

/// Four days of two months, with ISO weeks; the answers have dates.
const DATES: &str = "\
The Day Book
Every puzzle has exactly one solution.
---
Contents
January 2027\tPuzzles 1 to 2\t1
February 2027\tPuzzles 3 to 4\t4
Answers\t6
---
January 2027
Puzzles 1 to 2
folio 1
---
#1 = 2 | Saturday, 30 January 2027
Week 4
January 2027
folio 2
---
#2 = 2 ~ 1 | Sunday, 31 January 2027
Week 4
January 2027
folio 3
---
February 2027
Puzzles 3 to 4
folio 4
---
#3 = 2 ~ 2 | Monday, 1 February 2027
#4 = 2 ~ 3 | Tuesday, 2 February 2027
Week 5
February 2027
folio 5
---
Answers\t1 to 4
January 2027
February 2027
@1 = 2 | 30 January
@2 = 2 ~ 1 | 31 January
@3 = 2 ~ 2 | 1 February
@4 = 2 ~ 3 | 2 February
folio 6";

#[test]
fn changes_in_a_book_of_dates_are_found() {
    hold(
        DATES,
        &[
            (
                "Sunday, 31",
                "Monday, 31",
                "sheet 5 (page 3), puzzle 2: found \"Monday, 31 January 2027\", expected \"Sunday, 31 January 2027\"",
            ),
            (
                "Sunday, 31 January",
                "Monday, 1 February",
                "sheet 5 (page 3), puzzle 2: found \"Monday, 1 February 2027\", expected \"Sunday, 31 January 2027\"",
            ),
            (
                "31 January 2027",
                "31 January 2028",
                "sheet 5 (page 3), puzzle 2: found \"Sunday, 31 January 2028\", expected \"Sunday, 31 January 2027\"",
            ),
            (
                "30 January 2027",
                "30 March 2027",
                "sheet 4 (page 2), puzzle 1: found \"Saturday, 30 March 2027\", expected \"Saturday, 30 January 2027\"",
            ),
            (
                " | Sunday, 31 January 2027",
                "",
                "sheet 5 (page 3), puzzle 2: found no day beside it, expected \"Sunday, 31 January 2027\"",
            ),
            (
                "Sunday, 31 January 2027",
                "Week 1, Sunday",
                "sheet 5 (page 3), puzzle 2: found \"Week 1, Sunday\", expected \"Sunday, 31 January 2027\"",
            ),
            (
                "January 2027\tPuzzles",
                "March 2027\tPuzzles",
                "sheet 2: found \"March 2027\", expected \"January 2027\"",
            ),
            (
                "January 2027\tPuzzles 1 to 2",
                "January 2027\tPuzzles 1 to 3",
                "sheet 2: found \"Puzzles 1 to 3\", expected \"Puzzles 1 to 4\"",
            ),
            (
                "January 2027\nPuzzles",
                "February 2027\nPuzzles",
                "sheet 3 (page 1): found \"February 2027\", expected \"January 2027\"",
            ),
            (
                "January 2027\nPuzzles",
                "January 2026\nPuzzles",
                "sheet 3 (page 1): found \"January 2026\", expected \"January 2027\"",
            ),
            (
                "Week 4\nJanuary",
                "Week 5\nJanuary",
                "sheet 4 (page 2): found \"Week 5\", expected \"Week 4\"",
            ),
            ("Week 4\nJanuary", "January", "sheet 4 (page 2): found nothing, expected \"Week 4\""),
            (
                "Week 4\nJanuary 2027",
                "Week 4\nMarch 2027",
                "sheet 4 (page 2): found \"March 2027\", expected \"January 2027\"",
            ),
            (
                "Week 4\nJanuary 2027",
                "Week 4\nJanuary 2028",
                "sheet 4 (page 2): found \"January 2028\", expected \"January 2027\"",
            ),
            (
                "Week 4\nJanuary 2027",
                "Week 4",
                "sheet 4 (page 2): found nothing, expected \"January 2027\"",
            ),
            (
                "1 to 4\nJanuary 2027\n",
                "1 to 4\n",
                "sheet 8 (page 6): found \"February 2027\", expected \"February 2027\", \"January 2027\"",
            ),
            (
                "2 | 30 January",
                "2 | 31 January",
                "sheet 8 (page 6), puzzle 1: found \"31 January\" beside the answer, expected \"30 January\"",
            ),
            (
                "2 | 30 January",
                "2 | 30 March",
                "sheet 8 (page 6), puzzle 1: found \"30 March\" beside the answer, expected \"30 January\"",
            ),
            (
                "2 | 30 January",
                "2",
                "sheet 8 (page 6), puzzle 1: found no date beside the answer, expected \"30 January\"",
            ),
            (
                "January 2027\tPuzzles 1 to 2\t1",
                "January 2027\tPuzzles 1 to 2\t2",
                "sheet 2: found page 2 for \"January 2027\", expected page 1",
            ),
            ("Answers\t6", "Answers\t5", "sheet 2: found page 5 for \"Answers\", expected page 6"),
        ],
    );
}

/// Days without dates.
const WEEKS: &str = "\
Every puzzle has exactly one solution.
---
#6 = 2 | Week 1, Saturday
#7 = 2 ~ 1 | Week 1, Sunday
---
#8 = 2 ~ 2 | Week 2, Monday
---
@6 = 2
@7 = 2 ~ 1
@8 = 2 ~ 2";

#[test]
fn changes_in_a_book_of_weeks_are_found() {
    hold(
        WEEKS,
        &[
            (
                "Week 1, Sunday",
                "Week 2, Sunday",
                "sheet 2, puzzle 7: found \"Week 2, Sunday\", expected \"Week 1, Sunday\"",
            ),
            (
                "Week 1, Sunday",
                "Week 1, Monday",
                "sheet 2, puzzle 7: found \"Week 1, Monday\", expected \"Week 1, Sunday\"",
            ),
            (
                "Week 1, Sunday",
                "Sunday, 31 January 2027",
                "sheet 2, puzzle 7: found \"Sunday, 31 January 2027\", expected \"Week 1, Sunday\"",
            ),
            (
                " | Week 1, Sunday",
                "",
                "sheet 2, puzzle 7: found no day beside it, expected \"Week 1, Sunday\"",
            ),
        ],
    );
}

/// A sheet of two puzzles for two neighbours.
const SHEETS: &str = "\
Every puzzle has exactly one solution.
---
Version 1
#1 = 1 | ★☆☆☆☆
#2 = 2 | ★★☆☆☆
---
Version 2
#3 = 1 ~ 1 | ★☆☆☆☆
#4 = 2 ~ 1 | ★★☆☆☆
---
Answers\t1 to 2
Version 1
@1 = 1
@2 = 2
---
Answers\t3 to 4
Version 2
@3 = 1 ~ 1
@4 = 2 ~ 1";

#[test]
fn changes_in_sheets_for_a_class_are_found() {
    hold(
        SHEETS,
        &[
            (
                "Version 2\n#",
                "Version 1\n#",
                "sheet 5, puzzle 3: found an answer on a page of version 2, expected version 1\nsheet 5, puzzle 4: found an answer on a page of version 2, expected version 1",
            ),
            (
                "Version 2\n#",
                "#",
                "sheet 3, puzzle 3: found no version on its page, expected one\nsheet 3, puzzle 4: found no version on its page, expected one",
            ),
            (
                "Version 2\n@",
                "Version 1\n@",
                "sheet 5, puzzle 3: found an answer on a page of version 1, expected version 2\nsheet 5, puzzle 4: found an answer on a page of version 1, expected version 2",
            ),
            ("Version 2\n@", "@", ""),
            (
                "#3 = 1 ~ 1",
                "#3 = 1",
                "sheet 5, puzzle 3: found 1 in r1c1 of the answer (and 80 other cells differ), expected 9\nsheet 3, puzzle 3: found puzzle 1 again, expected another disguise of it",
            ),
            (
                "#4 = 2 ~ 1 | ★★☆☆☆",
                "#4 = 1 ~ 2 | ★☆☆☆☆",
                "sheet 5, puzzle 4: found 1 in r1c1 of the answer (and 68 other cells differ), expected 2\nsheet 3, puzzle 4: version 2: found another puzzle, expected one that is equivalent to that of the first version",
            ),
            (
                "\n#4 = 2 ~ 1 | ★★☆☆☆",
                "",
                "sheet 5, puzzle 4: found an answer, but no puzzle with this number\nsheet 3: version 2: found 1 puzzle, expected 2",
            ),
        ],
    );
}

/// Bands, and what solvers are told of their puzzles.
const BANDS: &str = "\
Four Sudoku
Two bands, Gentle and Easy
Every puzzle has exactly one solution.
---
#1 = 1 | ★☆☆☆☆☆☆
#2 = 1 ~ 1 | ★☆☆☆☆☆☆
Gentle · puzzles 1 to 2
refers 5
folio 1
---
#3 = 2 | ★★☆☆☆☆☆ | Hidden single in a line
#4 = 2 ~ 1 | ★★☆☆☆☆☆ | Hidden single in a line
Easy · puzzles 3 to 4
refers 5 6
folio 2
---
Hints\t1 to 4
Where one gets stuck first, and what to look for there. Never the answer.
1\tHidden single: block 2
2\tHidden single: block 2
3\tHidden single in a line: column 3\t4\tHidden single in a line: column 3
folio 3
---
Target times\t1 to 4
How long practised players take. Beginners may take longer.
1\t1 to 2 min
2\t1 to 2 min
3\t3 to 8 min
4\t3 to 8 min
folio 4
---
Answers\t1 to 3
@1 = 1
@2 = 1 ~ 1
@3 = 2
refers 1 2
folio 5
---
Answers\t4
@4 = 2 ~ 1
refers 2
folio 6";

#[test]
fn changes_in_a_book_of_bands_are_found() {
    hold(
        BANDS,
        &[
            (
                "refers 5",
                "refers 6",
                "sheet 2 (page 1): found a reference to page 6 for the puzzles of this page, expected page 5",
            ),
            (
                "refers 5 6",
                "refers 5",
                "sheet 3 (page 2): found a reference to page 5 for the puzzles of this page, expected pages 5 to 6",
            ),
            (
                "refers 1 2",
                "refers 2",
                "sheet 6 (page 5): found a reference to page 2 for the puzzles of this page, expected pages 1 to 2",
            ),
            (
                "1\tHidden single: block 2",
                "1\tHidden single: block 3",
                "sheet 4 (page 3), puzzle 1: found \"Hidden single: block 3\", expected \"Hidden single: block 2\"",
            ),
            (
                "1\tHidden single: block 2\n",
                "",
                "sheet 4 (page 3), puzzle 1: found no hint for it, expected one",
            ),
            (
                "1\tHidden single: block 2",
                "7\tHidden single: block 2",
                "sheet 4 (page 3), puzzle 7: found one hint, but no puzzle with this number\nsheet 4 (page 3), puzzle 1: found no hint for it, expected one",
            ),
            (
                "4\t3 to 8 min",
                "4\t3 to 9 min",
                "sheet 5 (page 4), puzzle 4: found \"3 to 9 min\", expected \"3 to 8 min\"",
            ),
            (
                "4\t3 to 8 min\n",
                "",
                "sheet 5 (page 4), puzzle 4: found no time for it, expected one",
            ),
            (
                "Hints\t1 to 4",
                "Hints\t1 to 3",
                "sheet 4 (page 3): found no more entries for the puzzles from 4 on, expected 4",
            ),
            (
                "Target times\t1 to 4",
                "Target times\t2 to 4",
                "sheet 5 (page 4): found \"2 to 4\", expected \"1 to 4\"",
            ),
            (
                "★★☆☆☆☆☆ | Hidden single in a line",
                "★★☆☆☆☆☆ | Hidden single",
                "sheet 3 (page 2), puzzle 3: found \"Hidden single\" beside it, expected \"Hidden single in a line\"",
            ),
            (
                "★★☆☆☆☆☆ | Hidden",
                "★☆☆☆☆☆☆ | Hidden",
                "sheet 3 (page 2), puzzle 3: found ★☆☆☆☆☆☆, expected ★★☆☆☆☆☆",
            ),
            (
                "Two bands, Gentle",
                "Two bands, Medium",
                "sheet 1: found \"Two bands, Medium and Easy\", expected \"Two bands, Gentle and Easy\"",
            ),
            (
                "\nrefers 5",
                "",
                "sheet 2 (page 1), puzzle 1: found no reference to its answer, expected page 5\nsheet 2 (page 1), puzzle 2: found no reference to its answer, expected page 5",
            ),
        ],
    );
}

/// A language of the user's own may have other words for the levels, and each word has its stars then.
#[test]
fn words_of_their_own_for_levels_are_no_findings() {
    let (gentle, tough) = ("Gentle", "Tough");
    assert_eq!(found(&NOVEL.replace("Beginner", gentle).replace("Easy", tough)), [""; 0]);
    let swapped = NOVEL.replace("Beginner", "?").replace("Easy", "Beginner").replace('?', "Easy");
    assert_eq!(found(&swapped), [""; 0]);
    let once = found(&swapped.replacen("★☆☆☆☆ | Easy", "★★☆☆☆ | Easy", 1));
    assert_eq!(once, ["sheet 6 (page 2), puzzle 1: found ★★☆☆☆, expected ★☆☆☆☆"]);
}

#[test]
fn a_book_without_answers_does_not_promise_them() {
    let book =
        |words| format!("Every puzzle has exactly one solution.\n{words}\n---\n#1 = 1\n#2 = 2");
    assert_eq!(found(&book("2 puzzles, numbers 1 to 2.")), [""; 0]);
    assert_eq!(
        found(&book("2 puzzles, numbers 1 to 2, with all answers.")),
        [
            "sheet 1: found \"2 puzzles, numbers 1 to 2, with all answers.\", expected \"2 puzzles, numbers 1 to 2.\""
        ]
    );
    let promised =
        found(&book("The answers begin on page 2, each under the number of its puzzle."));
    assert!(promised[0].ends_with("expected \"answers in this volume\""), "{promised:?}");
}

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

/// A catalogue of twenty puzzles, four a level, of the seed 20090101.
const GOLDEN: &str = include_str!("../../../tests/it/golden.csv");

/// The catalogue with another field in a line, which is counted from 1 with the header.
fn with(line: usize, column: &str, value: &str) -> String {
    let at = GOLDEN.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
    let change = |(i, text): (usize, &str)| match i + 1 == line {
        true => {
            let mut fields: Vec<_> = text.split(',').collect();
            fields[at] = value;
            fields.join(",") + "\n"
        }
        false => format!("{text}\n"),
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
fn in_catalog(text: &str, dedup: Dedup, demands: &Demands) -> String {
    let rows = Rows::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let found = catalog(&"c".into(), rows, dedup, demands, 1).unwrap().findings;
    let said = found.iter().map(|finding| finding.to_string().replacen("c:", "", 1));
    said.collect::<Vec<_>>().join("\n")
}

/// Demands of the run that made the catalogue.
fn demands() -> Demands {
    Demands { seed: Some(20090101), slots: true, ..Demands::default() }
}

#[test]
fn each_field_of_a_catalogue_is_proved() {
    assert_eq!(in_catalog(GOLDEN, Dedup::Class, &demands()), "");
    let puzzle = GOLDEN.lines().nth(2).unwrap().split(',').nth(1).unwrap();
    let (bad, short) = (puzzle.replacen('.', "?", 1), &puzzle[..80]);
    let many = puzzle.replace(['1', '2', '3', '4', '5'], ".");
    let other = "..".to_owned() + &puzzle[2..];
    let mut wrong = String::new();
    for (line, column, value, expected) in [
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
            "3, column puzzle, puzzle L1-000002: there is no puzzle\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
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
            "3, column grid, puzzle L1-000002: las-palmas is stated, expected las-vegas or shuffled or pattern",
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
            "x",
            "3, column slot, puzzle L1-000002: x is stated, expected a number from 0 to 1099511627775\n4, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        (
            3,
            "reissue",
            "x",
            "3, column reissue, puzzle L1-000002: x is stated, expected a number from 0 to 65535",
        ),
    ] {
        let found = in_catalog(&with(line, column, value), Dedup::Class, &demands());
        if found != expected {
            wrong += &format!(
                "({line}, {column:?}, {value:?}): expected\n{expected}\nfound\n{found}\n\n"
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_catalogue_is_what_its_run_demands() {
    let lines: Vec<&str> = GOLDEN.lines().collect();
    let some =
        |which: &[usize]| which.iter().map(|&n| format!("{}\n", lines[n])).collect::<String>();
    let shape = |shape: Shape| Demands { shape: Some(shape), ..demands() };
    let range = |from, to| Shape { givens: Some(GivensRange { from, to }), ..Shape::default() };
    let picture: Pattern = (".........\n".to_owned() + &"XXXXXXXXX\n".repeat(8)).parse().unwrap();
    let constants = vec![("grid", "las-vegas".to_owned())];
    let mut wrong = String::new();
    for (what, text, dedup, demands, expected) in [
        ("all levels", GOLDEN.to_owned(), Dedup::Class, demands(), ""),
        ("no rows", some(&[0]), Dedup::Class, demands(), " no puzzle, expected puzzles"),
        ("nothing", String::new(), Dedup::Class, demands(), " no puzzle, expected puzzles"),
        (
            "a row twice",
            some(&[0, 1, 1]),
            Dedup::Class,
            Demands::default(),
            "3, column puzzle, puzzle L1-000001: a puzzle equivalent to that of line 2, expected a puzzle that is not a duplicate\n3, column id, puzzle L1-000001: the id of line 2 again, expected an id of its own",
        ),
        (
            "a row twice, exactly",
            some(&[0, 1, 1]),
            Dedup::Exact,
            Demands::default(),
            "3, column puzzle, puzzle L1-000001: the puzzle of line 2 again, expected a puzzle that is not a duplicate\n3, column id, puzzle L1-000001: the id of line 2 again, expected an id of its own",
        ),
        (
            "a row left out",
            some(&[0, 1, 3]),
            Dedup::Class,
            demands(),
            "3, column slot, puzzle L1-000003: 2 is stated, out of order, expected 1",
        ),
        ("from slot 1", some(&[0, 2, 3]), Dedup::Class, Demands { first: 1, ..demands() }, ""),
        (
            "from slot 2",
            some(&[0, 2, 3]),
            Dedup::Class,
            Demands { first: 2, ..demands() },
            "2, column slot, puzzle L1-000002: 1 is stated, out of order, expected 2",
        ),
        ("any slots", some(&[0, 3, 2]), Dedup::Class, Demands { slots: false, ..demands() }, ""),
        ("any seed", with(3, "seed", "7"), Dedup::Class, Demands { seed: None, ..demands() }, ""),
        (
            "another seed",
            some(&[0, 1]),
            Dedup::Class,
            Demands { seed: Some(7), ..demands() },
            "2, column seed, puzzle L1-000001: 20090101 is stated, expected 7",
        ),
        (
            "a column left out",
            without("searches"),
            Dedup::Class,
            Demands { columns: Some(Columns::with(false, false)), ..demands() },
            " column searches is not there, expected all columns",
        ),
        (
            "all columns",
            GOLDEN.to_owned(),
            Dedup::Class,
            Demands { columns: Some(Columns::with(false, false)), ..demands() },
            "",
        ),
        (
            "ratings that are not there",
            some(&[0, 1]),
            Dedup::Class,
            Demands { columns: Some(Columns::with(true, true)), ..demands() },
            " column ladder is not there, expected all columns\n column er is not there, expected all columns\n column ep is not there, expected all columns\n column ed is not there, expected all columns\n column hardest is not there, expected all columns\n column load is not there, expected all columns\n column seconds is not there, expected all columns\n column band is not there, expected all columns\n column minimal is not there, expected all columns",
        ),
        (
            "a constant",
            GOLDEN.to_owned(),
            Dedup::Class,
            Demands { constants: constants.clone(), ..demands() },
            "",
        ),
        (
            "another constant",
            with(3, "grid", "shuffled"),
            Dedup::Class,
            Demands { constants, ..demands() },
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
            shape(Shape { minimal: true, ..Shape::default() }),
            "2, column minimal, puzzle L1-000001: givens can be left out, expected a minimal puzzle",
        ),
        (
            "a picture",
            some(&[0, 1]),
            Dedup::Class,
            shape(Shape { patterns: vec![picture.clone()], ..Shape::default() }),
            "2, column order, puzzle L1-000001: the run has pictures, expected pattern",
        ),
        (
            "a picture that is no picture",
            with(2, "order", "pattern").lines().take(2).collect::<Vec<_>>().join("\n"),
            Dedup::Class,
            shape(Shape { patterns: vec![picture.clone()], ..Shape::default() }),
            "2, column puzzle, puzzle L1-000001: r1c1 is not as in the picture, expected the picture 1 of the run, with no given there",
        ),
        (
            "pictures that are not asked for",
            with(2, "order", "pattern").lines().take(2).collect::<Vec<_>>().join("\n"),
            Dedup::Class,
            shape(Shape::default()),
            "2, column order, puzzle L1-000001: the run has no pictures, expected an order of digging",
        ),
    ] {
        let found = in_catalog(&text, dedup, &demands);
        if found != expected {
            wrong += &format!("{what:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A catalogue of more rows than a block has, and one whose rows are long.
#[test]
fn all_blocks_of_a_catalogue_are_read() {
    let line = LEVELS[4];
    let rows = |n: usize, padding: usize| {
        let rows = (0..n).map(|i| format!("{line},{i}{}\n", "x".repeat(padding)));
        in_catalog(
            &("puzzle,note\n".to_owned() + &rows.collect::<String>()),
            Dedup::Class,
            &Demands::default(),
        )
    };
    assert_eq!(rows(600, 1).lines().count(), 599);
    assert_eq!(rows(5, 1 << 19).lines().count(), 4);
}

/// What lines of words say in English: the key, the words, the line, and the numbers of each phrase.
fn said(lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let english = statements::read(&["Friday, 1 January 2027".to_owned()])[0].0;
    let found = statements::read(&lines).into_iter().filter(|(of, _)| *of == english);
    let words = |(_, found): (usize, Found)| {
        let values = found.values.iter().map(|(place, value)| format!(" {place} {value}"));
        format!(
            "{}: {:?} in line {}{}",
            found.key,
            found.text,
            found.line,
            values.collect::<String>()
        )
    };
    found.map(words).collect::<Vec<_>>().join("\n")
}

#[test]
fn phrases_are_read_with_their_numbers_and_names() {
    let mut wrong = String::new();
    for (lines, expected) in [
        ("Puzzle 7", "puzzles.one: \"Puzzle 7\" in line 0 first 7 last 7 count 1"),
        ("Puzzles 7 to 1,234", "puzzles.more: \"Puzzles 7 to 1,234\" in line 0 first 7 last 1234"),
        ("Puzzles 7 to 12345", "puzzles.more: \"Puzzles 7 to 12345\" in line 0 first 7 last 12345"),
        ("Puzzles 7 to 1,23", ""),
        (
            "Easy · puzzles 3 to 4",
            "bands.names: \"Easy\" in line 0 name 2\nlevels.names: \"Easy\" in line 0 name 2\npuzzles.foot_more: \"puzzles 3 to 4\" in line 0 first 3 last 4",
        ),
        (
            "12 · answers on page 9",
            "puzzles.answers_one: \"answers on page 9\" in line 0 first 9 last 9 count 1",
        ),
        (
            "answers on pages 9 and 10",
            "puzzles.answers_two: \"answers on pages 9 and 10\" in line 0 first 9 last 10 count 2",
        ),
        (
            "Two Sudoku for the Pocket",
            "titles.pocket.subtitle: \"Two Sudoku for the Pocket\" in line 0 count 2",
        ),
        ("One Sudoku", "titles.other.subtitle: \"One Sudoku\" in line 0 count 1"),
        (
            "One Hundred and Twenty Sudoku",
            "titles.other.subtitle: \"One Hundred and Twenty Sudoku\" in line 0 count 120",
        ),
        (
            "Volume One of Two\tVolume 3",
            "volumes.of: \"Volume One of Two\" in line 0 number 1 count 2\nvolumes.one: \"Volume 3\" in line 0 number 3",
        ),
        (
            "Five levels, from Beginner to Evil",
            "levels.more: \"Five levels, from Beginner to Evil\" in line 0 count 5 first 1 last 5",
        ),
        (
            "The answers begin on page 5,\neach under the number of\nits puzzle.",
            "how_to_play.answers: \"The answers begin on page 5, each under the number of its puzzle.\" in line 0 page 5",
        ),
        ("The answers begin on page 5,\teach\neach under the number of its puzzle.", ""),
        ("The answers begin on page 5,\neach under\tthe number of its puzzle.", ""),
        (
            "Friday, 1 January 2027",
            "days.date: \"Friday, 1 January 2027\" in line 0 weekday 5 day 1 month 1 year 2027",
        ),
        ("Friday, 32 January 2027", ""),
        ("31 January", "days.short: \"31 January\" in line 0 day 31 month 1"),
        ("January 2027", "days.month: \"January 2027\" in line 0 month 1 year 2027"),
        ("January 31", ""),
        ("January 32", "days.month: \"January 32\" in line 0 month 1 year 32"),
        ("Week 53, Sunday", "days.week: \"Week 53, Sunday\" in line 0 week 53 weekday 7"),
        ("Week 53", "days.iso_week: \"Week 53\" in line 0 week 53"),
        (
            "24 to 28 digits are given, never fewer than 2 in a row or a column.",
            "levels.spread: \"24 to 28 digits are given, never fewer than 2 in a row or a column.\" in line 0 fewest 24 most 28 least 2",
        ),
        (
            "28 digits are given, and a row or a column may start empty.",
            "levels.spread_empty: \"28 digits are given, and a row or a column may start empty.\" in line 0 most 28 fewest 28",
        ),
        ("7", ""),
        ("", ""),
        ("Contents . . . . 7", "contents.heading: \"Contents\" in line 0"),
        ("Version 2", "puzzles.version: \"Version 2\" in line 0 number 2"),
    ] {
        let found = said(lines);
        if found != expected {
            wrong += &format!("{lines:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
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
    let mut wrong = String::new();
    for (what, catalog, books, expected) in [
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
    ] {
        let found = held(catalog, &books);
        if found != expected {
            wrong += &format!("{what:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
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
    let mut wrong = String::new();
    for (what, catalog, text, expected) in [
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
    ] {
        let found = held(catalog, &text);
        if found != expected {
            wrong += &format!("{what:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
