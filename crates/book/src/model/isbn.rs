//! ISBNs: parsing with hyphens, checks, and the bars of the EAN-13.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use words::{Clause, ValueError, clause};

/// An ISBN of 13 digits, with the hyphens of its publisher if he has written some.
///
/// ```
/// use sudoku_press_book::Isbn;
/// assert_eq!("ISBN 978-0-306-40615-7".parse::<Isbn>()?.to_string(), "978-0-306-40615-7");
/// assert_eq!(
///     "978-0-306-40615-1".parse::<Isbn>().unwrap_err().to_string(),
///     "expected an ISBN such as 978-0-306-40615-7, found \"978-0-306-40615-1\": \
///      its last digit would be 7",
/// );
/// # Ok::<(), words::ValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Isbn(String);

impl FromStr for Isbn {
    type Err = ValueError;

    fn from_str(found: &str) -> Result<Self, ValueError> {
        Self::parse(found).map_err(|why| {
            ValueError::new(
                "an ISBN such as 978-0-306-40615-7",
                clause!("{}: {}", Clause::quoted(found), why),
            )
        })
    }
}

impl Isbn {
    /// Number of modules of an EAN-13, without the quiet zones.
    pub const MODULES: usize = 95;

    /// Parses an ISBN. Returns the reason if it is none.
    fn parse(found: &str) -> Result<Self, Clause> {
        let bare = found.trim().trim_start_matches("ISBN").trim_start_matches([':', ' ']);
        // All kinds of hyphens, and spaces.
        let text = bare.trim().replace(['\u{2010}', '\u{2011}', '–', '\u{a0}', ' '], "-");
        let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
        let ten = digits.len() + usize::from(text.ends_with(['X', 'x'])) == 10;
        if text.chars().any(|c| !c.is_ascii_digit() && c != '-' && !(ten && "Xx".contains(c))) {
            return Err("it has other characters than digits and hyphens".into());
        }
        if ten {
            let values = digits.iter().map(|&digit| u32::from(digit)).chain([10]);
            let sum: u32 = values.take(10).zip((1..=10).rev()).map(|(value, w)| value * w).sum();
            if !sum.is_multiple_of(11) {
                return Err("it has 10 digits, and the last is not right".into());
            }
            let last = check_digit([9, 7, 8].iter().chain(&digits[..9]));
            let body = text[..text.len() - 1].trim_end_matches('-');
            let now = if body.contains('-') {
                format!("978-{body}-{last}")
            } else {
                format!("978{body}{last}")
            };
            return Err(clause!(
                "it has 10 digits; with 13, as on books since 2007, it is {}",
                now
            ));
        }
        let Ok(digits) = <[u8; 13]>::try_from(&digits[..]) else {
            return Err(clause!("it has {} digits", digits.len()));
        };
        if !text.starts_with("978") && !text.starts_with("979") && !text.starts_with("97-") {
            return Err("it does not begin with 978 or 979".into());
        }
        if digits[..4] == [9, 7, 9, 0] {
            return Err("979-0 is for printed music".into());
        }
        let last = check_digit(&digits[..12]);
        if last != digits[12] {
            return Err(clause!("its last digit would be {}", last));
        }
        let groups: Vec<usize> = text.split('-').map(str::len).collect();
        if groups.len() > 1
            && (groups.len() != 5 || groups[0] != 3 || groups[4] != 1 || groups.contains(&0))
        {
            let why =
                "its hyphens make other groups than 978, country, publisher, title, last digit";
            return Err(why.into());
        }
        Ok(Self(text))
    }
}

/// Computes the last digit from the twelve before it (ISO 2108), with alternating weights 1 and 3.
fn check_digit<'a>(digits: impl IntoIterator<Item = &'a u8>) -> u8 {
    let weights = [1, 3].into_iter().cycle();
    let sum: u32 = digits.into_iter().zip(weights).map(|(&digit, w)| u32::from(digit) * w).sum();
    ((10 - sum % 10) % 10) as u8
}

words::checked_string!(Isbn);

/// The modules of the digits left of the middle with an odd number of dark modules (ISO/IEC 15420,
/// set A).
const SET_A: [u8; 10] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
    0b011_0111, 0b000_1011,
];

/// The digits left of the middle that use set B, whose modules are those of set C in reverse order.
/// This pattern encodes the first digit, which is 9 in all ISBNs.
const SET_B: [bool; 6] = [false, true, true, false, true, false];

impl Isbn {
    /// Returns the 13 digits.
    pub fn digits(&self) -> [u8; 13] {
        let mut digits = [0; 13];
        let found = self.0.bytes().filter(u8::is_ascii_digit);
        digits.iter_mut().zip(found).for_each(|(digit, byte)| *digit = byte - b'0');
        digits
    }

    /// Returns the modules of the EAN-13 from left to right: true for a dark module, and true if it
    /// belongs to one of the three guards.
    pub fn modules(&self) -> Vec<(bool, bool)> {
        let codes = self.digits().map(|digit| SET_A[usize::from(digit)]);
        let mut groups = vec![(0b101, 3, true)];
        for (code, is_b) in codes[1..7].iter().zip(SET_B) {
            let code = if is_b { (!code & 0x7f).reverse_bits() >> 1 } else { *code };
            groups.push((code, 7, false));
        }
        groups.push((0b01010, 5, true));
        groups.extend(codes[7..].iter().map(|code| (!code & 0x7f, 7, false)));
        groups.push((0b101, 3, true));
        let modules = groups.into_iter().flat_map(|(code, width, is_guard)| {
            (0..width).rev().map(move |bit| (code >> bit & 1 == 1, is_guard))
        });
        modules.collect()
    }
}
