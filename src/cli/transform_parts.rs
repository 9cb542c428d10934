//! The parts of a transform as users write them: `--transpose --row-order 312645978`.

use grid::{Digit, Transform};

/// Parses the order of the rows, top to bottom: `312645978` puts row 3 first. Returns rows counted
/// from 0, as [`Transform::new`] takes them.
pub fn parse_rows(text: &str) -> Result<[u8; 9], String> {
    parse_lines(text, "rows of a band")
}

/// Parses the order of the columns, left to right, like [`parse_rows`].
pub fn parse_columns(text: &str) -> Result<[u8; 9], String> {
    parse_lines(text, "columns of a stack")
}

fn parse_lines(text: &str, what: &str) -> Result<[u8; 9], String> {
    let lines = parse_permutation(text)?;
    let (_, _, columns, labels) = Transform::IDENTITY.parts();
    if Transform::new(false, lines, columns, labels).is_some() {
        return Ok(lines);
    }
    Err(format!("expected the three {what} together: 123, 456 and 789, each in any order"))
}

/// Parses the new labels of the digits 1 to 9: `912345678` turns 1 into 9, 2 into 1, and so on.
pub fn parse_labels(text: &str) -> Result<[Digit; 9], String> {
    Ok(parse_permutation(text)?.map(|index| Digit::ALL[usize::from(index)]))
}

/// Parses two numbers from 1 to `MAX`, such as `1,3`. Returns them counted from 0.
pub fn parse_pair<const MAX: usize>(text: &str) -> Result<[usize; 2], String> {
    if let Some((a, b)) = text.split_once(',')
        && let (Ok(a @ 1..), Ok(b @ 1..)) = (a.trim().parse::<usize>(), b.trim().parse::<usize>())
        && a.max(b) <= MAX
    {
        return Ok([a - 1, b - 1]);
    }
    Err(format!("expected two numbers from 1 to {MAX}, as in 1,3"))
}

/// Parses each of 1 to 9 once. Returns numbers counted from 0.
fn parse_permutation(text: &str) -> Result<[u8; 9], String> {
    let mut sorted: Vec<u8> = text.bytes().collect();
    sorted.sort_unstable();
    match (text.as_bytes().try_into(), sorted == b"123456789") {
        (Ok(nine), true) => Ok(<[u8; 9]>::map(nine, |b| b - b'1')),
        _ => Err(format!("expected each of 1 to 9 once, as in 312645978, found {text}")),
    }
}
