//! Books with a puzzle a day, and sheets for a class.

use super::{found, hold};

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

#[test]
fn answers_without_dates_are_no_finding() {
    let mut book = DATES.to_owned();
    for day in ["30 January", "31 January", "1 February", "2 February"] {
        book = book.replacen(&format!(" | {day}\n"), "\n", 1);
    }
    assert_eq!(book.matches(" | ").count(), 4);
    assert_eq!(found(&book), [""; 0]);
}

/// In a language that has its own word for it.
#[test]
fn the_versions_of_a_sheet_are_read_in_the_language_of_the_book() {
    let polish = SHEETS
        .replace(
            "Every puzzle has exactly one solution.",
            "Każde sudoku ma dokładnie jedno rozwiązanie.",
        )
        .replace("Version", "Wersja")
        .replace("Answers", "Rozwiązania");
    assert_eq!(found(&polish), [""; 0]);
    let other = found(&polish.replacen("Wersja 2\n@", "Wersja 1\n@", 1));
    assert_eq!(other.len(), 2, "{other:?}");
}
