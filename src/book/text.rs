//! Every word that the program itself puts into a book, and how numbers are said. Nothing about
//! where the words stand. Another language is another file like this one.

use crate::grid::{Cell, Digit, Grid};
use crate::score::Level;

/// The language of this file, for the PDF.
pub const LANGUAGE: &str = "en";

/// The heading of the page that explains the rules.
pub const HOW_TO_PLAY: &str = "How to play";
/// The rules.
pub const RULES: &str = "Fill every empty cell with a digit from 1 to 9, so that each row, each \
    column and each of the nine blocks holds every digit exactly once. Each puzzle has one \
    solution, and only one.";
/// The heading of the example.
pub const EXAMPLE: &str = "An example";
/// What can be seen in [`example`], step by step; a test holds it against the puzzle.
pub const EXAMPLE_STEPS: [&str; 3] = [
    "Where does the 2 go in the shaded block? The first and the third row already hold one, so it \
     must stand in the second.",
    "There two cells are empty, but the eighth column holds a 2 as well. Only the seventh is left.",
    "Write it in, and look again: every digit makes the next one easier.",
];
/// Below the example.
pub const ADVICE: &str = "Do not guess: a wrong digit shows itself only much later. Write small \
    digits into the corner of a cell for what it could still be, and strike them out as they fall \
    away.";

/// The worked example: the puzzle, the shaded block, the digit that it is about, and its cell.
pub fn example() -> (Grid, usize, Digit, Cell) {
    let grid = "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986..."
        .parse()
        .expect("the example is a grid");
    let two = Digit::new(2).expect("2 is a digit");
    (grid, 2, two, Cell::at(1, 6))
}

/// The heading of the page that explains the levels.
pub const LEVELS: &str = "The levels";
/// Below it.
pub const LEVELS_INTRO: &str = "Stars say how hard a puzzle is: by how many digits are given, \
    how they are spread over rows and columns, and how long a patient search for the solution \
    takes.";

/// What a level is for. What can be counted is said by [`level_givens`].
pub const fn level_promise(level: Level) -> &'static str {
    match level {
        Level::Beginner => "To learn on, or for the end of a long day.",
        Level::Easy => "For a coffee break, or a short ride.",
        Level::Medium => "For a quiet hour.",
        Level::Hard => "Keep a pencil and a good eraser at hand.",
        Level::Evil => "For an evening on which nothing else is planned.",
    }
}

/// The name of a level.
pub const fn level_name(level: Level) -> &'static str {
    level.name()
}

/// What can be counted in a level's puzzles: fewest and most givens, fewest in a row or column.
pub fn level_givens(fewest: usize, most: usize, row_col_min: usize) -> String {
    let givens = if fewest == most {
        format!("{fewest} digits are given")
    } else {
        format!("{fewest} to {most} digits are given")
    };
    match row_col_min {
        0 => format!("{givens}, and a row or a column may start empty."),
        n => format!(
            "{givens}, never fewer than {} in a row or a column.",
            cardinal(n).to_lowercase()
        ),
    }
}

/// `Five levels, from Beginner to Evil`.
pub fn levels_line(levels: &[Level]) -> String {
    match levels {
        [] => String::new(),
        [only] => format!("Level: {}", level_name(*only)),
        [first, second] => format!(
            "Two levels, {} and {}",
            level_name(*first),
            level_name(*second)
        ),
        [first, .., last] => format!(
            "{} levels, from {} to {}",
            cardinal(levels.len()),
            level_name(*first),
            level_name(*last)
        ),
    }
}

/// On an opener, when the level began in an earlier volume.
pub fn continued_from(volume_before: usize) -> String {
    format!("continued from {}", volume(volume_before))
}

/// Where to look when stuck.
pub fn answers_begin(page: usize) -> String {
    format!("The answers begin on page {page}, each under the number of its puzzle.")
}

/// `Puzzles 41 to 80`.
pub fn puzzles(first: usize, last: usize) -> String {
    if first == last {
        format!("Puzzle {first}")
    } else {
        format!("Puzzles {first} to {last}")
    }
}

/// Between the parts of a foot.
const BETWEEN: &str = "  ·  ";

/// In the foot of a page of puzzles: its level, and the numbers of all puzzles of the level.
pub fn level_foot(level: Level, first: usize, last: usize) -> String {
    let range = puzzles(first, last).to_lowercase();
    format!("{}{BETWEEN}{range}", level_name(level))
}

/// After that: where the answers to the puzzles of this page are.
pub fn answers_on(first: usize, last: usize) -> String {
    match last - first {
        0 => format!("{BETWEEN}answers on page {first}"),
        1 => format!("{BETWEEN}answers on pages {first} and {last}"),
        _ => format!("{BETWEEN}answers on pages {first} to {last}"),
    }
}

/// Below a large puzzle.
pub const TIME: &str = "Time";
/// Below a large puzzle.
pub const DATE: &str = "Date";

/// Below a large puzzle.
pub fn answer_on(page: usize) -> String {
    format!("Answer: page {page}")
}

/// The head and the foot of the answer pages.
pub const ANSWERS: &str = "Answers";

/// `49 to 60`.
pub fn range(first: usize, last: usize) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first} to {last}")
    }
}

/// Above an answer: where its puzzle is.
pub fn puzzle_on(page: usize) -> String {
    format!("page {page}")
}

/// `Volume One`.
pub fn volume(number: usize) -> String {
    format!("Volume {}", cardinal(number))
}

/// The lines of the imprint, after the title.
pub fn imprint(first: usize, last: usize, volume: Option<(usize, usize)>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((number, count)) = volume {
        lines.push(format!("Volume {number} of {count}"));
    }
    lines.push(if first == last {
        format!("1 puzzle, number {first}, with its answer.")
    } else {
        format!(
            "{} puzzles, numbers {first} to {last}, with all answers.",
            grouped(last - first + 1)
        )
    });
    lines.push("Every puzzle has exactly one solution.".to_owned());
    lines
}

/// The last line of the imprint.
pub const MADE_WITH: &str = "Made with sudoku-press.";

/// How a number of puzzles is said in a title: in words if they are few, else in figures.
pub fn count(number: usize) -> String {
    let words = cardinal(number);
    if words.len() <= 24 {
        words
    } else {
        grouped(number)
    }
}

/// A number in words, with capitals as in a title; in figures from a million on.
pub fn cardinal(number: usize) -> String {
    const SMALL: [&str; 20] = [
        "No",
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Seven",
        "Eight",
        "Nine",
        "Ten",
        "Eleven",
        "Twelve",
        "Thirteen",
        "Fourteen",
        "Fifteen",
        "Sixteen",
        "Seventeen",
        "Eighteen",
        "Nineteen",
    ];
    const TENS: [&str; 10] = [
        "", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety",
    ];
    match number {
        0..20 => SMALL[number].to_owned(),
        20..100 if number.is_multiple_of(10) => TENS[number / 10].to_owned(),
        20..100 => format!("{}-{}", TENS[number / 10], SMALL[number % 10]),
        100..1_000 => {
            let hundreds = format!("{} Hundred", SMALL[number / 100]);
            match number % 100 {
                0 => hundreds,
                rest => format!("{hundreds} and {}", cardinal(rest)),
            }
        }
        1_000..1_000_000 => {
            let thousands = format!("{} Thousand", cardinal(number / 1_000));
            match number % 1_000 {
                0 => thousands,
                rest @ 1..100 => format!("{thousands} and {}", cardinal(rest)),
                rest => format!("{thousands} {}", cardinal(rest)),
            }
        }
        _ => grouped(number),
    }
}

/// A number in figures, in groups of three: `12,345`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A page number of the front matter: `iv`.
pub fn roman(mut number: usize) -> String {
    const VALUES: [(usize, &str); 9] = [
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut out = String::new();
    for (value, letters) in VALUES {
        while number >= value {
            out.push_str(letters);
            number -= value;
        }
    }
    out
}
