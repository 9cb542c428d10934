//! E-mail addresses.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use words::{Clause, ValueError, clause};

/// The length of the longest address that mail servers take, in bytes (RFC 5321).
const MAX_EMAIL_BYTES: usize = 254;

/// An e-mail address: something on both sides of one `@`, without spaces. Whether anybody reads its
/// mail is not checked.
///
/// ```
/// use sudoku_press_book::EmailAddress;
/// assert!("hello@example.com".parse::<EmailAddress>().is_ok());
/// assert_eq!(
///     "example.com".parse::<EmailAddress>().unwrap_err().to_string(),
///     "expected an e-mail address such as hello@example.com, found \"example.com\": \
///      it has no @ with text before and after it",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct EmailAddress(String);

impl FromStr for EmailAddress {
    type Err = ValueError;

    fn from_str(found: &str) -> Result<Self, ValueError> {
        let sides =
            found.split_once('@').filter(|(name, host)| !name.is_empty() && !host.is_empty());
        let why = if found.contains(|c: char| c.is_whitespace() || c.is_control()) {
            "it has spaces or control characters"
        } else if sides.is_none() {
            "it has no @ with text before and after it"
        } else if found.matches('@').count() > 1 {
            "it has more than one @"
        } else if found.len() > MAX_EMAIL_BYTES {
            "it is longer than 254 bytes"
        } else {
            return Ok(Self(found.to_owned()));
        };
        let expected = "an e-mail address such as hello@example.com";
        Err(ValueError::new(expected, clause!("{}: {}", Clause::quoted(found), why)))
    }
}

words::checked_string!(EmailAddress);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_addresses_have_one_sign_and_no_space() {
        let longest = format!("{}@example.com", "a".repeat(MAX_EMAIL_BYTES - 12));
        for right in
            ["hello@example.com", "o'neil+books@mail.example", "käthe@bücher.example", &longest]
        {
            assert_eq!(right.parse::<EmailAddress>().unwrap().to_string(), right);
        }
        let longer = format!("a{longest}");
        for wrong in [
            "",
            "@",
            "hello",
            "hello@",
            "@example.com",
            "a@b@example.com",
            "hello @example.com",
            "hello@example.com\n",
            "hello\u{7}@example.com",
            "hello\u{a0}@example.com",
            &longer,
        ] {
            let refused = wrong.parse::<EmailAddress>().unwrap_err().to_string();
            assert!(refused.contains("an e-mail address"), "{wrong:?}: {refused}");
        }
    }
}
