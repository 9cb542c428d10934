//! Finds the inline images of a content stream, of which the operators report no more than that they are
//! there. Only the dictionary between `BI` and `ID` is read.

use crate::print::pdf::Operators;
use lopdf::{Dictionary, Object};

/// Maximum number of inline images that are looked at in a stream, and of bytes of each dictionary.
const MAX_IMAGES: usize = 2_000;
const MAX_DICTIONARY: usize = 2_048;

/// The dictionaries of the inline images, with the keys of other images.
pub(super) fn images(content: &[u8]) -> impl Iterator<Item = Dictionary> {
    let begins = content.windows(3).enumerate().filter(|(at, bytes)| {
        let before = at.checked_sub(1).map_or(b' ', |before| content[before]);
        bytes.starts_with(b"BI")
            && before.is_ascii_whitespace()
            && !bytes[2].is_ascii_alphanumeric()
    });
    begins.take(MAX_IMAGES).filter_map(|(at, _)| {
        let rest = &content[at + 2..];
        dictionary(&rest[..rest.len().min(MAX_DICTIONARY)])
    })
}

/// The dictionary in front of `ID`; `None` if these bytes are something else, such as a text.
fn dictionary(bytes: &[u8]) -> Option<Dictionary> {
    let mut operators = Operators::new(bytes);
    let (b"ID", operands) = operators.next().ok()?? else {
        return None;
    };
    let mut image = Dictionary::new();
    for pair in operands.chunks(2) {
        let [Object::Name(key), value] = pair else {
            return None;
        };
        let key: &[u8] = match key.as_slice() {
            b"CS" => b"ColorSpace",
            b"F" => b"Filter",
            b"IM" => b"ImageMask",
            b"W" => b"Width",
            b"H" => b"Height",
            other => other,
        };
        image.set(key, value.clone());
    }
    // Words of a text may look like a picture, but hardly like one with a size.
    (image.has(b"Width") && image.has(b"Height")).then_some(image)
}
