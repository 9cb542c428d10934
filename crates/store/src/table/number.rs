//! Numbers in fields, as other programs write them: a spreadsheet makes `1` of `1.0`, a data frame
//! makes `50.0` of `50`, and many languages write a decimal comma.

/// Returns the shortest form of a number: without a plus sign, without zeros in front and behind
/// the decimal point, and with a point for a comma. Returns `None` for any other text, such as a
/// number that a spreadsheet has rounded (`1.8E+19`).
pub(super) fn shortest_form(text: &str) -> Option<String> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let are_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !are_digits(whole) || !are_digits(decimals) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let decimals = decimals.trim_end_matches('0');
    let mut form = if whole.is_empty() { "0".to_owned() } else { whole.to_owned() };
    if !decimals.is_empty() {
        form.push('.');
        form.push_str(decimals);
    }
    Some(form)
}

/// Returns true if two texts are the same number.
pub(super) fn is_same_number(one: &str, other: &str) -> bool {
    one == other || shortest_form(one).is_some_and(|form| Some(form) == shortest_form(other))
}

/// Returns the integer of a field, also one with decimals that are zeros.
pub fn parse_whole(text: &str) -> Option<u64> {
    shortest_form(text)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_numbers_have_one_form() {
        for (one, other) in [
            ("1.0", "1"),
            ("1,0", "1"),
            ("0.50", "0.5"),
            ("50", "50.0"),
            ("007", "+7."),
            ("0", "0,00"),
        ] {
            assert!(is_same_number(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "10"),
            ("1.01", "1.1"),
            ("1,234", "1234"),
            ("18446744073709551615", "18446744073709551616"),
            ("1.84467E+19", "18446744073709551615"),
            ("", "0"),
            (".5", "0.5"),
            ("-1", "1"),
            ("1.2.3", "1.2"),
        ] {
            assert!(!is_same_number(one, other), "{one} {other}");
        }
        let seed = "18446744073709551615";
        assert_eq!((parse_whole(seed), parse_whole("5.0")), (Some(u64::MAX), Some(5)));
        assert_eq!((parse_whole("5.1"), parse_whole("5E1")), (None, None));
    }
}
