//! Web addresses of puzzles: a pattern with places for the values of a puzzle.

use crate::{scf, web_address};
use grid::AnyGrid;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::{self, Write as _};
use std::str::FromStr;
use words::{Clause, ValueError, clause, is_same_name};

/// The patterns of sites that take a puzzle in the address. docs/links.md has the sources.
const SITES: [(&str, &str); 2] = [
    ("sudokupad", "https://sudokupad.app/scf{puzzle-scf}"),
    ("sudokuwiki", "https://www.sudokuwiki.org/sudoku.htm?bd={puzzle}"),
];

/// The places of a pattern.
const PLACES: [(&str, LinkPlace); 5] = [
    ("puzzle", LinkPlace::Zeros),
    ("puzzle-dots", LinkPlace::Dots),
    ("puzzle-scf", LinkPlace::Scf),
    ("id", LinkPlace::Id),
    ("number", LinkPlace::Number),
];

/// The maximum number of characters of a pattern.
const MAX_PATTERN_CHARS: usize = 300;

/// A pattern of web addresses, one for each puzzle: the address of a page with places such as
/// `{puzzle}`, or the name of a known site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleLink {
    /// The text that the user wrote.
    text: String,
    parts: Vec<LinkPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum LinkPart {
    Text(String),
    Place(LinkPlace),
}

/// A value of a puzzle in its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkPlace {
    /// 81 characters, with zeros for empty cells.
    Zeros,
    /// 81 characters, with periods for empty cells.
    Dots,
    /// The short form of SudokuPad.
    Scf,
    Id,
    Number,
}

impl FromStr for PuzzleLink {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let site = SITES.iter().find(|(name, _)| is_same_name(name, text));
        if let Some((name, pattern)) = site {
            let parts = split(pattern).expect("the patterns of sites are valid");
            return Ok(Self { text: (*name).to_owned(), parts });
        }
        if text.chars().count() > MAX_PATTERN_CHARS {
            let why = clause!("it has more than {} characters", MAX_PATTERN_CHARS);
            return Err(wrong_pattern(text, why));
        }
        let places = PLACES.map(|(name, _)| format!("{{{name}}}")).join(", ");
        let parts = match split(text) {
            Ok(parts) => parts,
            Err(unknown) => {
                let unknown = Clause::quoted(&unknown);
                let why = clause!("{} is no place; the places are {}", unknown, places);
                return Err(wrong_pattern(text, why));
            }
        };
        // Values have letters, digits and a few signs that every part of an address may have.
        let sample: String = parts
            .iter()
            .map(|part| match part {
                LinkPart::Text(text) => text.clone(),
                LinkPart::Place(_) => "0".to_owned(),
            })
            .collect();
        if let Some(problem) = web_address::problem(&sample) {
            return Err(wrong_pattern(text, problem));
        }
        if web_address::host(text).contains('{') {
            return Err(wrong_pattern(text, "its host has a place; a place stands after the host"));
        }
        if text.contains(',') {
            return Err(wrong_pattern(
                text,
                "it has a comma, which ends a field of a catalogue; write %2C",
            ));
        }
        if !parts.iter().any(|part| matches!(part, LinkPart::Place(_))) {
            let why = clause!("it has no place for the puzzle; the places are {}", places);
            return Err(wrong_pattern(text, why));
        }
        Ok(Self { text: text.to_owned(), parts })
    }
}

/// Returns the error for a text that is no pattern.
fn wrong_pattern(text: &str, why: impl Into<Clause>) -> ValueError {
    let [one, other] = SITES.map(|(name, _)| name);
    let expected = clause!(
        "an address with a place for the puzzle, such as {}, or {} or {}",
        "https://example.com/play?grid={puzzle}",
        one,
        other,
    );
    let shown: String = text.chars().take(100).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    ValueError::new(expected, clause!("{}: {}", format!("{shown:?}{more}"), why))
}

/// Splits a pattern at its places. The error is the first unknown place.
fn split(pattern: &str) -> Result<Vec<LinkPart>, String> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').ok_or_else(|| format!("{{{after}"))?;
        let place = PLACES.iter().find(|(known, _)| *known == name);
        let (_, place) = place.ok_or_else(|| format!("{{{name}}}"))?;
        parts.push(LinkPart::Text(before.to_owned()));
        parts.push(LinkPart::Place(*place));
        rest = behind;
    }
    parts.push(LinkPart::Text(rest.to_owned()));
    Ok(parts)
}

/// Returns the text that the user wrote, or the name of the site.
impl fmt::Display for PuzzleLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PuzzleLink {
    fn has(&self, place: LinkPlace) -> bool {
        self.parts.contains(&LinkPart::Place(place))
    }

    /// Returns true if an address contains the id of the puzzle.
    pub fn has_id(&self) -> bool {
        self.has(LinkPlace::Id)
    }

    /// Returns true if an address contains the printed number of the puzzle.
    pub fn has_number(&self) -> bool {
        self.has(LinkPlace::Number)
    }

    /// Returns the address of a puzzle with these givens, this id and this printed number. A
    /// missing id leaves its place empty.
    pub fn address(&self, givens: &AnyGrid, id: Option<&str>, number: u64) -> String {
        let mut address = String::new();
        for part in &self.parts {
            match part {
                LinkPart::Text(text) => address.push_str(text),
                LinkPart::Place(LinkPlace::Zeros) => {
                    address.push_str(&givens.to_string().replace('.', "0"));
                }
                LinkPart::Place(LinkPlace::Dots) => {
                    givens.push_to(&mut address);
                }
                LinkPart::Place(LinkPlace::Scf) => match givens {
                    AnyGrid::Classic(givens) => address.push_str(&scf::encode(givens)),
                    // The form is for 81 cells.
                    AnyGrid::Mini(givens) => address.push_str(&givens.to_string()),
                },
                LinkPart::Place(LinkPlace::Id) => {
                    address.extend(utf8_percent_encode(id.unwrap_or_default(), RESERVED));
                }
                LinkPart::Place(LinkPlace::Number) => {
                    write!(address, "{number}").expect("a string takes any text");
                }
            }
        }
        address
    }
}

/// The characters of an id that are not unreserved (RFC 3986).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn address(pattern: &str, id: &str) -> String {
        let link: PuzzleLink = pattern.parse().unwrap();
        link.address(&GRID.parse().unwrap(), Some(id), 12)
    }

    /// The short form is decoded as SudokuPad does it: each character is a digit and a number of
    /// empty cells.
    #[test]
    fn short_form_decodes_to_the_puzzle() {
        let address = address("sudokupad", "");
        let code = address.strip_prefix("https://sudokupad.app/scf").unwrap();
        let cells: String = code
            .bytes()
            .flat_map(|byte| {
                let value = match byte {
                    b'0'..=b'9' => byte - b'0',
                    b'A'..=b'Z' => byte - b'A' + 10,
                    _ => byte - b'a' + 36,
                };
                let empty = usize::from(value / 10);
                std::iter::once(char::from(b'0' + value % 10))
                    .chain(".".repeat(empty).chars().collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(cells.replace('0', "."), GRID);
        assert!(code.len() < 45, "{code}");
    }

    #[test]
    fn places_have_the_values_of_the_puzzle() {
        let zeros = GRID.replace('.', "0");
        assert_eq!(
            address("SudokuWiki", ""),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}")
        );
        assert_eq!(
            address("http://a.example/{number}/{id}?{puzzle-dots}#{puzzle}", "L1-000001"),
            format!("http://a.example/12/L1-000001?{GRID}#{zeros}")
        );
        assert_eq!(
            address("https://a.example/{id}", "a b/ö&\"{id},"),
            "https://a.example/a%20b%2F%C3%B6%26%22%7Bid%7D%2C"
        );
    }

    #[test]
    fn invalid_patterns_are_refused_with_a_remedy() {
        let long = format!("https://a.example/{}{{id}}", "a".repeat(300));
        for (pattern, why) in [
            ("", "it is empty"),
            ("ftp://a.example/{id}", "it does not begin with https:// or http://"),
            ("https://a.example/", "it has no place for the puzzle; the places are {puzzle}"),
            ("https://a.example/{name}", "\"{name}\" is no place; the places are {puzzle}"),
            ("https://a.example/{id", "\"{id\" is no place"),
            ("https://a.example/id}{id}", "as % with two digits"),
            ("https://a.example/a b{id}", "it has spaces"),
            ("https://a.example/\u{7}{id}", "as % with two digits"),
            ("https://a.example/ä{id}", "as % with two digits"),
            ("https://{id}.example/", "its host has a place"),
            ("https://{id}", "after the scheme it has no host"),
            ("https://a.example/1,2/{id}", "write %2C"),
            ("javascript:alert({id})", "it does not begin with"),
            (&long, "more than 300 characters"),
        ] {
            let error = pattern.parse::<PuzzleLink>().unwrap_err().to_string();
            assert!(error.contains(why), "{pattern}: {error}");
            assert!(error.starts_with("expected an address with a place for the puzzle"));
            assert!(error.len() < 400, "{error}");
        }
    }
}
