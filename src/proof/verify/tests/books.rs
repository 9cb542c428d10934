//! Books of levels and of bands: their puzzles, answers, words, stars, references and lists.

use super::super::levels;
use super::{found, hold, read, volume};
use crate::ladder::Ladder;

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
pub const NOVEL: &str = "\
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
            (
                "#4 = 2 ~ 1",
                "#4 = 5 ! 5",
                "sheet 8 (page 4), puzzle 4: found \"12\" in r2c1, expected one digit",
            ),
            (
                "Easy\n★★☆☆☆\nPuzzles 3 to 4",
                "Puzzles 1 to 4",
                "sheet 3: found page 3 for \"Easy\", expected page 4",
            ),
            (
                "Beginner · puzzles 1 to 2",
                "Medium",
                "sheet 6 (page 2): found \"Medium\", expected \"Beginner\"",
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

/// Bands, and what solvers are told of their puzzles.
pub const BANDS: &str = "\
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
                "Hints\t1 to 4\nWhere one gets stuck first, and what to look for there. Never the answer.\n1\tHidden single: block 2",
                "x\nx\nx\nHints\t1 to 4\n1\tHidden single: block 3",
                "",
            ),
            (
                "Gentle · puzzles 1 to 2",
                "1\tHidden single: block 2\t2\tHidden single: block 3\nGentle · puzzles 1 to 2",
                "sheet 2 (page 1), puzzle 2: found \"Hidden single: block 3\", expected \"Hidden single: block 2\"",
            ),
            (
                "Gentle · puzzles 1 to 2",
                "1\tHidden single: block 2\t2\t12:30\t7\tHidden single: block 3\nGentle · puzzles 1 to 2",
                "",
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

/// Of a level whose puzzles do not follow one another, its first and last are no range.
#[test]
fn only_puzzles_that_follow_one_another_are_a_range() {
    let book = |words| {
        format!(
            "Every puzzle has exactly one solution.\n{words}\n---\n#1 = 1\n#2 = 2\n#3 = 1 ~ 1\n#4 = 2 ~ 1"
        )
    };
    assert_eq!(found(&book("Puzzles 1 to 4")), [""; 0]);
    let wrong = ["sheet 1: found \"Puzzles 1 to 3\", expected \"Puzzles 1 to 4\""];
    assert_eq!(found(&book("Puzzles 1 to 3")), wrong);
}

#[test]
fn a_volume_of_a_series_names_its_number_alone() {
    let book = |words| {
        format!("Volume 3\nVolume 3\n{words}\nEvery puzzle has exactly one solution.\n---\n#7 = 1")
    };
    assert_eq!(found(&book("Volume 3\ncontinued from Volume 2")), [""; 0]);
    for (words, expected) in [
        ("Volume 4", "sheet 1: found \"Volume 4\", expected \"Volume Three\""),
        (
            "continued from Volume 3",
            "sheet 1: found \"continued from Volume 3\", expected \"continued from Volume Two\"",
        ),
    ] {
        assert_eq!(found(&book(words)), [expected]);
    }
}

/// The foot of a page alone shows that a book is one of ours: its words are checked.
#[test]
fn a_foot_with_the_page_of_the_answers_is_one_of_our_books() {
    let ours = |foot: &str| volume(&format!("{foot}\n#1 = 1")).facts.is_some();
    for (foot, expected) in [
        ("puzzles 1 to 2 · answers on page 5", true),
        ("Beginner · puzzles 1 to 2 · answers on page 5", true),
        ("puzzles 1 to 2 · Beginner · answers on page 5", true),
        ("puzzles 1 to 2", false),
        ("answers on page 5", false),
        ("puzzles 1 to 2\nanswers on page 5", false),
        ("answers on page 5 · answers on page 6", false),
        ("Sudoku 1 do 2 · answers on page 5", false),
    ] {
        assert_eq!(ours(foot), expected, "{foot}");
    }
}

#[test]
fn what_is_beside_a_book_is_no_volume_of_it() {
    let ours = "Every puzzle has exactly one solution.";
    for (text, expected) in [
        ("#1 = 1".to_owned(), false),
        ("@1 = 1".to_owned(), true),
        ("Practice".to_owned(), true),
        (format!("{ours}\nPractice"), true),
        (format!("{ours}\nVolume 1 of 2\nPractice"), false),
        (format!("{ours}\nVolume 1 of 2\n---\n@1 = 1"), true),
        (format!("{ours}\nVolume 1 of 2\n---\n#1 = 1\n---\n@1 = 1"), false),
    ] {
        assert_eq!(volume(&text).is_beside(), expected, "{text}");
    }
}

#[test]
fn a_drawn_step_is_a_grid_without_a_number() {
    let drawn = |text: &str| read(text).pages[0].as_ref().unwrap().drawn.is_some();
    assert!(drawn("Hidden single\n%1 = 2"));
    assert!(!drawn("Hidden single\n#1 = 2"));
    // The words of such a page must say of which puzzle it is.
    let alone = "sheet 1: found a drawn step alone, expected the name of a technique and the number of a puzzle";
    let book = "Every puzzle has exactly one solution.\nHidden single\n%1 = 2\n---\n#1 = 2";
    assert_eq!(found(book), [alone]);
}
