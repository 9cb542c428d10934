//! The table of objects at the end of a file with object streams, packed: lopdf writes seven plain
//! bytes for each object. Only where lopdf puts things is known here, not what the objects are.

use super::finish::deflated;
use std::io;

/// One entry: kind, place, generation or index.
const ENTRY: usize = 7;

/// The file with its table packed, each entry as its difference from the one above. A file whose end
/// is not as lopdf writes it stays as it is.
pub(super) fn pack(mut file: Vec<u8>) -> io::Result<Vec<u8>> {
    let Some(Table { at, head, entries }) = Table::find(&file) else {
        return Ok(file);
    };
    let mut above = [0; ENTRY];
    let mut rows = Vec::with_capacity(entries.len() / ENTRY * (ENTRY + 1));
    for entry in entries.chunks_exact(ENTRY) {
        // A row begins with how it is told: 2, from the row above.
        rows.push(2);
        rows.extend(
            entry
                .iter()
                .zip(above)
                .map(|(byte, above)| byte.wrapping_sub(above)),
        );
        above.copy_from_slice(entry);
    }
    let packed = deflated(&rows)?;
    let head = format!(
        "{head}/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns {ENTRY}>>/Length {}>>stream\n",
        packed.len()
    );
    file.truncate(at);
    file.extend_from_slice(head.as_bytes());
    file.extend_from_slice(&packed);
    file.extend_from_slice(format!("\nendstream\nendobj\nstartxref\n{at}\n%%EOF").as_bytes());
    Ok(file)
}

struct Table {
    /// Where its object begins.
    at: usize,
    /// Its object up to its length.
    head: String,
    entries: Vec<u8>,
}

impl Table {
    fn find(file: &[u8]) -> Option<Self> {
        let tail = String::from_utf8_lossy(&file[file.len().saturating_sub(64)..]);
        let (_, at) = tail.rsplit_once("startxref\n")?;
        let at: usize = at.strip_suffix("\n%%EOF")?.parse().ok()?;
        let object = file.get(at..)?;
        let end = object.windows(9).position(|w| w == b">>stream\n")?;
        let (head, length) = std::str::from_utf8(&object[..end])
            .ok()?
            .rsplit_once("/Length ")?;
        let length: usize = length.parse().ok()?;
        let entries = object.get(end + 9..end + 9 + length)?.to_vec();
        let plain = head.contains("/Type/XRef") && head.contains("/W[1 4 2]");
        (plain && length.is_multiple_of(ENTRY)).then(|| Self {
            at,
            head: head.to_owned(),
            entries,
        })
    }
}
