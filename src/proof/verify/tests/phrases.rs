//! Phrases of our books in lines of words.

use super::super::phrases::Found;
use super::super::statements;
use super::same;
use crate::book::Language;

/// What lines of words say in a language: the key, the words, the line, and the numbers of each phrase.
fn said(language: &str, lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let of = Language::BUILTIN.iter().position(|(code, _)| *code == language).unwrap();
    let found = statements::read(&lines).into_iter().filter(|(own, _)| *own == of);
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
    let cases = [
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
    ];
    same(
        cases.into_iter().map(|(lines, expected)| {
            (format!("{lines:?}"), expected.to_owned(), said("en", lines))
        }),
    );
}

/// Forms of days and months of their own, and numbers in words.
#[test]
fn days_are_read_in_the_forms_of_their_language() {
    let cases = [
        ("fr", "1ᵉʳ janvier", "days.short: \"1ᵉʳ janvier\" in line 0 day 1 month 1"),
        (
            "fr",
            "Vendredi 1ᵉʳ janvier 2027",
            "days.date: \"Vendredi 1ᵉʳ janvier 2027\" in line 0 weekday 5 day 1 month 1 year 2027",
        ),
        (
            "fr",
            "Samedi 2 janvier 2027",
            "days.date: \"Samedi 2 janvier 2027\" in line 0 weekday 6 day 2 month 1 year 2027",
        ),
        ("fr", "Janvier 2027", "days.month: \"Janvier 2027\" in line 0 month 1 year 2027"),
        ("pl", "2 lutego", "days.short: \"2 lutego\" in line 0 day 2 month 2"),
        ("pl", "Luty 2027", "days.month: \"Luty 2027\" in line 0 month 2 year 2027"),
        ("pl", "lutego 2027", ""),
        (
            "de",
            "Montag, 1. Februar 2027",
            "days.date: \"Montag, 1. Februar 2027\" in line 0 weekday 1 day 1 month 2 year 2027",
        ),
        (
            "ja",
            "2027 年 2 月 1 日（月）",
            "days.date: \"2027 年 2 月 1 日（月）\" in line 0 year 2027 month 2 day 1 weekday 1",
        ),
    ];
    same(cases.into_iter().map(|(language, lines, expected)| {
        (format!("({language:?}, {lines:?})"), expected.to_owned(), said(language, lines))
    }));
}
