//! Reads properties of an XMP packet by namespace, with the prefixes that the packet declares.

/// The maximum number of occurrences examined for a name, because each may scan the rest of the
/// packet.
const MAX_FOUND: usize = 16;

/// Returns a property as an element or an attribute; `None` if it is missing or empty. Of a list,
/// takes the first value.
pub(super) fn property(xmp: &str, namespace: &str, name: &str) -> Option<String> {
    prefixes(xmp, namespace).find_map(|prefix| {
        let named = format!("{prefix}:{name}");
        let found = xmp.match_indices(&named).take(MAX_FOUND).find_map(|(at, _)| {
            let (before, after) = (&xmp[..at], &xmp[at + named.len()..]);
            if before.ends_with('<') { element(after, &named) } else { attribute(after) }
        });
        found.filter(|value| !value.is_empty())
    })
}

/// Returns the prefixes that a packet declares for a namespace: `xmlns:prefix="namespace"`.
fn prefixes<'a>(xmp: &'a str, namespace: &'a str) -> impl Iterator<Item = &'a str> {
    xmp.match_indices(namespace).take(MAX_FOUND).filter_map(move |(at, _)| {
        let quoted = xmp[..at].trim_end_matches(['"', '\'']).trim_end();
        let prefix = quoted.strip_suffix('=')?.trim_end().rsplit("xmlns:").next()?;
        let is_plain = prefix.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if is_plain && (1..40).contains(&prefix.len()) { Some(prefix) } else { None }
    })
}

/// Returns the text of an element after its name, without inner tags.
fn element(after: &str, named: &str) -> Option<String> {
    let (tag, rest) = after.split_once('>')?;
    let is_name = tag.is_empty() || tag.starts_with([' ', '\t', '\r', '\n']);
    let (inside, _) = rest.split_once(&format!("</{named}")).filter(|_| is_name)?;
    let texts = inside.split('<').map(|part| part.rsplit('>').next().unwrap_or_default().trim());
    texts.into_iter().find(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns the value of an attribute after its name.
fn attribute(after: &str) -> Option<String> {
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split_once(quote).map(|(value, _)| value.trim().to_owned())
}
