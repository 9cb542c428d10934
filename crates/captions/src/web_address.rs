//! The check of web addresses that settings name.

/// Returns the problem with a web address, if any: its scheme, its host, or a character that
/// addresses write as % with two digits.
pub fn problem(address: &str) -> Option<&'static str> {
    let host = host(address);
    let problem = if address.is_empty() {
        "it is empty"
    } else if without_scheme(address) == address {
        "it does not begin with https:// or http://"
    } else if address.contains(char::is_whitespace) {
        "it has spaces; a space is written as %20"
    } else if address.contains(|c: char| !c.is_ascii_graphic() || "\"<>\\^`{|}".contains(c)) {
        "it has characters that addresses write as % with two digits"
    } else if !host.contains('.')
        || !host.split('.').all(|part| !part.is_empty() && !part.contains(['@', '[', ']']))
    {
        "after the scheme it has no host such as example.com"
    } else if host.len() > 60 {
        "its host has more than 60 letters"
    } else {
        return None;
    };
    Some(problem)
}

/// Returns an address without its scheme, in any case, and without a slash at its end.
pub fn without_scheme(address: &str) -> &str {
    for scheme in ["https://", "http://"] {
        if address.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme)) {
            return address[scheme.len()..].trim_end_matches('/');
        }
    }
    address
}

/// Returns the host of an address with its port.
pub fn host(address: &str) -> &str {
    without_scheme(address).split(['/', '?', '#']).next().unwrap_or_default()
}
