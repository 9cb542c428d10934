//! Replaces placeholders in phrases, and inserts spaces between scripts.

/// Names of placeholders with their values.
pub(super) type Fill<'a> = [(&'a str, &'a dyn std::fmt::Display)];

/// Replaces the placeholders of a phrase.
pub(super) fn fill(phrase: &str, places: &Fill) -> String {
    let mut out = String::with_capacity(phrase.len() + 8);
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let value = places.iter().find(|(place, _)| *place == name);
        let (_, value) = value.expect("every phrase was checked when the language was read");
        out += &value.to_string();
        rest = after;
    }
    out + rest
}

/// Whether a character is an ideograph or kana, which are written without spaces.
pub(in crate::book) fn is_east_asian(c: char) -> bool {
    matches!(c, '々' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '㐀'..='䶿' | '一'..='鿿' | '豈'..='\u{faff}')
}

/// Inserts `space` between an East Asian character and a Latin letter or digit.
pub(super) fn spaced(text: &str, space: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        let meet = |a: char, b: char| is_east_asian(a) && b.is_ascii_alphanumeric();
        if meet(before, c) || meet(c, before) {
            out.push_str(space);
        }
        out.push(c);
        before = c;
    }
    out
}

/// Applies [`spaced`] to every text in a table.
pub(super) fn space(value: &mut toml::Table, with: &str) {
    fn each(value: &mut toml::Value, with: &str) {
        match value {
            toml::Value::String(text) => *text = spaced(text, with),
            toml::Value::Array(values) => values.iter_mut().for_each(|value| each(value, with)),
            toml::Value::Table(table) => space(table, with),
            _ => {}
        }
    }
    value.iter_mut().for_each(|(_, value)| each(value, with));
}
