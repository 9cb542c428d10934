//! The part of its square that an image paints: its stencil or its mask may leave all of it out, or
//! nothing.

use super::object::{Dict, decode};
use lopdf::{Document, Object, Stream};

/// The maximum number of decoded bytes of a stencil or mask: A4 at 600 dpi with a bit for each
/// sample. A larger one counts as one with gaps.
const MAX_MASK_BYTES: usize = 8 << 20;
/// The maximum number of decoded bytes of all stencils and masks of a file.
pub(super) const MAX_FILE_MASK_BYTES: usize = 256 << 20;

/// The part of its square that an image paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    /// It paints everywhere.
    Whole,
    /// It has gaps, or its mask cannot be read.
    Parts,
    /// It paints nothing.
    Nothing,
}

impl Coverage {
    /// Returns the part that an image paints. `bytes_left` is the remaining number of decoded bytes
    /// of stencils and masks.
    pub fn of(document: &Document, image: &Stream, bytes_left: &mut usize) -> Self {
        let dict = Dict::new(document, &image.dict);
        if dict.flag(b"ImageMask") == Some(true) {
            return Self::of_stencil(document, image, bytes_left);
        }
        match (dict.get(b"SMask"), dict.get(b"Mask")) {
            (Some(Object::Stream(mask)), _) => {
                Self::of_samples(equal_samples(document, mask, bytes_left))
            }
            (None, Some(Object::Stream(mask))) => Self::of_stencil(document, mask, bytes_left),
            (None, None) => Self::Whole,
            // A range of colours that are left out, or no mask.
            _ => Self::Parts,
        }
    }

    /// Returns the part that a stencil paints: its samples are 0 there.
    fn of_stencil(document: &Document, stencil: &Stream, bytes_left: &mut usize) -> Self {
        Self::of_samples(equal_samples(document, stencil, bytes_left).map(|is_one| !is_one))
    }

    /// Returns the part by whether all samples paint; `None` if some do, or nobody knows.
    fn of_samples(paint: Option<bool>) -> Self {
        match paint {
            Some(true) => Self::Whole,
            Some(false) => Self::Nothing,
            None => Self::Parts,
        }
    }
}

/// Returns true if all samples of a mask are at their maximum, false if all are 0, as its decode
/// array has them. `None` if they differ or cannot be read.
fn equal_samples(document: &Document, mask: &Stream, bytes_left: &mut usize) -> Option<bool> {
    let dict = Dict::new(document, &mask.dict);
    let bits = match dict.flag(b"ImageMask") {
        Some(true) => 1.0,
        _ => dict.number(b"BitsPerComponent")?,
    };
    let is_inverted = match dict.numbers(b"Decode").as_deref() {
        None | Some([0.0, 1.0]) => false,
        Some([1.0, 0.0]) => true,
        Some(_) => return None,
    };
    let most = MAX_MASK_BYTES.min(*bytes_left);
    let data = decode(mask, most).ok();
    *bytes_left -= data.as_ref().map_or(most, Vec::len);
    let data = data?;
    let row_bits = dict.number(b"Width")? as usize * bits as usize;
    let (row_bytes, rows) = (row_bits.div_ceil(8), dict.number(b"Height")? as usize);
    let samples = data.get(..row_bytes.checked_mul(rows)?).filter(|samples| !samples.is_empty())?;
    // The last bits of a row may belong to no sample.
    let last = 0xff << (8 * row_bytes - row_bits);
    let mut is_one = None;
    for (at, byte) in samples.iter().enumerate() {
        let used = if (at + 1).is_multiple_of(row_bytes) { last } else { 0xff };
        let here = match byte & used {
            0 => false,
            ones if ones == used => true,
            _ => return None,
        };
        if *is_one.get_or_insert(here) != here {
            return None;
        }
    }
    is_one.map(|is_one| is_one != is_inverted)
}
