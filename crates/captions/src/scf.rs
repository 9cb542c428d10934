//! The short form of SudokuPad (SCF): a puzzle in 20 to 60 letters and digits.
//!
//! The site takes each text in an address for compressed text first, and for a short form only if
//! that fails. About 1 in 700 short forms can be unpacked, and opens as another grid. Such a puzzle
//! gets a longer form that cannot be unpacked.

use grid::{Cell, Grid};

/// The digits of the form. Each stands for a cell and the empty cells after it.
const DIGITS: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// The maximum number of empty cells after a cell that a digit of the form counts.
const MAX_EMPTY: usize = 5;

/// Ends the givens. Without it, the site takes a form that is longer than necessary for rules.
const END: char = '*';

/// A sign after [`END`] that the site ignores.
const FILLER: char = '0';

/// Returns a form that the site reads as this puzzle: the shortest one, unless the site takes it
/// for something else.
pub(super) fn encode(givens: &Grid) -> String {
    let cells = givens.line().map(|cell| if cell.is_ascii_digit() { cell - b'0' } else { 0 });
    let shortest = divide(&cells, Cell::COUNT);
    if is_read_as_puzzle(&shortest) {
        return shortest;
    }
    for cut in 1..Cell::COUNT {
        if cells[cut] == 0 {
            let mut form = divide(&cells, cut);
            form.push(END);
            if is_read_as_puzzle(&form) {
                return form;
            }
        }
    }
    filled(&cells)
}

/// Returns a form with a digit for each cell, and fillers until it is longer than twice the text
/// that it unpacks to.
fn filled(cells: &[u8; Cell::COUNT]) -> String {
    let mut form: String = cells.iter().map(|cell| char::from(b'0' + cell)).collect();
    form.push(END);
    while !is_read_as_puzzle(&form) {
        form.push(FILLER);
    }
    form
}

/// Returns the cells as digits of the form. No digit counts cells on both sides of `cut`.
fn divide(cells: &[u8; Cell::COUNT], cut: usize) -> String {
    let mut form = String::new();
    let mut at = 0;
    while at < Cell::COUNT {
        let end = if at < cut { cut } else { Cell::COUNT };
        let after = cells[at + 1..end].iter().take(MAX_EMPTY);
        let empty = after.take_while(|cell| **cell == 0).count();
        form.push(char::from(DIGITS[usize::from(cells[at]) + 10 * empty]));
        at += 1 + empty;
    }
    form
}

/// Returns true if the site reads this text as a short form: it does not begin with the prefix of
/// short forms, which the site would remove, and does not unpack to half of its length or more.
fn is_read_as_puzzle(form: &str) -> bool {
    if form.starts_with("scf") {
        return false;
    }
    match unpacked_length(form) {
        Some(length) => 2 * length < form.len(),
        None => true,
    }
}

/// The length of a text that the site's JavaScript calls `undefined`.
const UNDEFINED_LENGTH: usize = "undefined".len();

/// Returns the length of the text to which the site unpacks this one, by the rules of lz-string in
/// Base64. Returns `None` if the site cannot unpack it.
fn unpacked_length(packed: &str) -> Option<usize> {
    let mut bits = Bits { text: packed.as_bytes(), at: 0 };
    let mut previous = match bits.read(2) {
        code @ 0..=1 => {
            bits.read(8 * (1 + code));
            1
        }
        2 => return None,
        // The site continues with a text that is undefined, and has no length.
        _ => 0,
    };
    // The lengths of the texts with the codes 3, 4 and so on.
    let mut lengths = vec![previous];
    let (mut total, mut width, mut until_wider) = (previous, 3, 4);
    while !bits.has_ended() {
        let mut code = bits.read(width);
        if code == 2 {
            return Some(total);
        }
        if code < 2 {
            bits.read(8 * (1 + code));
            lengths.push(1);
            code = 2 + lengths.len();
            count_down(&mut until_wider, &mut width);
        }
        let length = match lengths.get(code - 3) {
            Some(0) => return None,
            Some(length) => *length,
            None if code - 3 == lengths.len() && previous > 0 => previous + 1,
            None => return None,
        };
        total += length;
        lengths.push(1 + if previous == 0 { UNDEFINED_LENGTH } else { previous });
        count_down(&mut until_wider, &mut width);
        previous = length;
    }
    None
}

/// Counts a new code. Codes get wider when there are twice as many.
fn count_down(until_wider: &mut usize, width: &mut usize) {
    *until_wider -= 1;
    if *until_wider == 0 {
        *until_wider = 1 << *width;
        *width += 1;
    }
}

/// The bits of a text in Base64.
struct Bits<'a> {
    text: &'a [u8],
    /// The number of bits that were read.
    at: usize,
}

impl Bits<'_> {
    fn has_ended(&self) -> bool {
        self.at / 6 >= self.text.len()
    }

    /// Reads a number of this many bits, the lowest one first. There are zeros after the text.
    fn read(&mut self, count: usize) -> usize {
        let mut number = 0;
        for place in 0..count {
            let letter = self.text.get(self.at / 6).map_or(0, |letter| base64_value(*letter));
            number |= usize::from(letter >> (5 - self.at % 6) & 1) << place;
            self.at += 1;
        }
        number
    }
}

/// Returns the value of a letter in Base64. The site takes other signs for zeros.
fn base64_value(letter: u8) -> u8 {
    match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_that_begins_like_its_prefix_is_divided() {
        let line =
            "4.....8...1....5............................................................63..4";
        let cells = line.parse().unwrap();
        let shortest = divide(&cells_of(&cells), Cell::COUNT);
        assert!(shortest.starts_with("scf"), "{shortest}");
        let form = encode(&cells);
        assert!(!form.starts_with("scf") && form.ends_with(END), "{form}");
    }

    #[test]
    fn filled_form_is_read_as_puzzle() {
        let line =
            "..8..........72.1.9.........9.8....2.......5.7..913.8..4932.6...1........8.6.9..5";
        let form = filled(&cells_of(&line.parse().unwrap()));
        assert!(is_read_as_puzzle(&form), "{form}");
    }

    fn cells_of(grid: &Grid) -> [u8; Cell::COUNT] {
        grid.line().map(|cell| if cell == b'.' { 0 } else { cell - b'0' })
    }
}
