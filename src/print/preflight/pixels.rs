//! The pixels of a picture: where it has ink, and of which kind.

use crate::print::pdf::{Dict, Image, Rect, Space, number, unpacked};
use lopdf::{Dictionary, Document, Object, Stream};

/// Maximum size of the data of a picture, in bytes: twice a page of A4 at 300 dpi in colour. Larger pictures
/// are not read.
const MAX_SIZE: usize = 64 << 20;
/// Lighter pixels count as paper: scans have no perfect white.
const PAPER: u8 = 247;
/// Red, green and blue that differ by no more than this count as grey.
const GREY: u8 = 12;

/// What a picture prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pixels {
    /// The bounding box of its ink on the unit square; `None` if it is white.
    pub ink: Option<Rect>,
    pub colour: bool,
    /// The darkest pixel: 0 is black, 1 is white.
    pub darkest: f64,
    /// The maximum of all inks together, in percent of one.
    pub total: f64,
}

/// A colour of a picture: how light it is, whether it is coloured, and how many percent of ink it takes.
type Tone = (u8, bool, u16);

fn grey(light: u8) -> Tone {
    (light, false, 0)
}

fn rgb(r: u8, g: u8, b: u8) -> Tone {
    let light = (u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000;
    (light as u8, r.max(g).max(b) - r.min(g).min(b) > GREY, 0)
}

fn cmyk(inks: [u8; 4]) -> Tone {
    let [c, m, y, k] = inks;
    let left = |ink: u8| u32::from(255 - ink) * u32::from(255 - k) / 255;
    let (light, _, _) = rgb(left(c) as u8, left(m) as u8, left(y) as u8);
    let sum: u32 = inks.iter().map(|&ink| u32::from(ink)).sum();
    (light, c.max(m).max(y) > GREY, (sum * 100 / 255) as u16)
}

/// Reads the pixels of a picture; `None` if they are packed in a way that is not unpacked here, such as
/// JPEG. `left` is the number of bytes that may still be unpacked for all pictures of the file.
pub(super) fn read(document: &Document, image: &Image, left: &mut usize) -> Option<Pixels> {
    let stream = match (image.id, &image.inline) {
        (Some(id), _) => document.get_object(id).ok()?.as_stream().ok()?,
        (None, Some(inline)) => inline,
        (None, None) => return None,
    };
    let dict = Dict::new(document, &stream.dict);
    let (width, height) = (image.dots.0 as usize, image.dots.1 as usize);
    let bits = if image.space.is_none() { 1 } else { dict.number(b"BitsPerComponent")? as usize };
    let table = palette(dict, bits);
    let parts = match image.space {
        _ if table.is_some() => 1,
        None | Some(Space::Grey | Space::Tint) => 1,
        Some(Space::Rgb) => 3,
        Some(Space::Cmyk) => 4,
        Some(_) => return None,
    };
    let turned = turned(dict, parts)?;
    let row = width.checked_mul(parts)?.checked_mul(bits)?.div_ceil(8);
    let size = row.checked_mul(height).filter(|&size| size > 0 && size <= MAX_SIZE)?;
    *left = left.checked_sub(size)?;
    let data = data(dict, stream, size)?;
    let mask = image.space.is_none();
    let ink_is_high = matches!(image.space, Some(Space::Tint));
    // A component as a byte; indexes stay what they are.
    let scale = if table.is_some() { 1 } else { 255 / ((1_u32 << bits.min(8)) - 1) };
    let sample = |line: &[u8], at: usize| -> u8 {
        let raw = match bits {
            8 => line[at],
            16 => line[2 * at],
            _ => {
                let first = at * bits;
                line[first / 8] >> (8 - bits - first % 8) & ((1 << bits) - 1)
            }
        };
        let value = (u32::from(raw) * scale) as u8;
        if turned { 255 - value } else { value }
    };
    let tone = |line: &[u8], x: usize| -> Tone {
        let part = |i: usize| sample(line, parts * x + i);
        match (&table, parts) {
            (Some(table), _) => table.get(usize::from(part(0))).copied().unwrap_or(grey(0)),
            (None, 1) if ink_is_high => grey(255 - part(0)),
            (None, 1) => grey(part(0)),
            (None, 3) => rgb(part(0), part(1), part(2)),
            (None, _) => cmyk([part(0), part(1), part(2), part(3)]),
        }
    };
    let (mut colour, mut darkest, mut total) = (false, u8::MAX, 0);
    let (mut left, mut right, mut rows) = (width, 0, None);
    for (y, line) in data.chunks_exact(row).enumerate() {
        for x in 0..width {
            let (light, coloured, inks) = tone(line, x);
            total = total.max(inks);
            if light > PAPER && !coloured {
                continue;
            }
            (colour, darkest) = (colour | coloured, darkest.min(light));
            (left, right) = (left.min(x), right.max(x + 1));
            let (top, _) = rows.unwrap_or((y, y));
            rows = Some((top, y + 1));
        }
    }
    let across = |x: usize| x as f64 / width as f64;
    // The first row is at the top.
    let up = |y: usize| 1.0 - y as f64 / height as f64;
    Some(Pixels {
        ink: rows.map(|(top, bottom)| Rect {
            left: across(left),
            right: across(right),
            bottom: up(bottom),
            top: up(top),
        }),
        colour: colour && !mask,
        darkest: f64::from(darkest) / 255.0,
        total: f64::from(total),
    })
}

/// The data of a picture if they have this size.
fn data(dict: Dict, stream: &Stream, size: usize) -> Option<Vec<u8>> {
    let packed = dict.get(b"DecodeParms").is_some_and(|parameters| !parameters.is_null());
    // The predictor 2, of TIFF, is not undone here.
    if packed && dict.dict(b"DecodeParms")?.number(b"Predictor") == Some(2.0) {
        return None;
    }
    let data = unpacked(stream, size + (size >> 4) + 4096).ok()?;
    (data.len() >= size).then_some(data)
}

/// Whether the samples are turned round; `None` for other maps of samples to colours.
fn turned(dict: Dict, parts: usize) -> Option<bool> {
    let Some(map) = dict.get(b"Decode") else {
        return Some(false);
    };
    let map: Option<Vec<f64>> = map.as_array().ok()?.iter().map(number).collect();
    let pairs = |low: f64, high: f64| [low, high].repeat(parts);
    match map? {
        map if map == pairs(0.0, 1.0) => Some(false),
        map if map == pairs(1.0, 0.0) => Some(true),
        _ => None,
    }
}

/// The colours of an indexed space.
fn palette(dict: Dict, bits: usize) -> Option<Vec<Tone>> {
    let space = dict.get(b"ColorSpace")?.as_array().ok()?;
    let item = |i: usize| dict.follow(space.get(i)?);
    if bits > 8 || !matches!(item(0)?.as_name().ok()?, b"Indexed" | b"I") {
        return None;
    }
    let base = Space::read(dict.document, &Dictionary::new(), item(1)?);
    let table = match item(3)? {
        Object::String(table, _) => table.clone(),
        Object::Stream(stream) => unpacked(stream, 4096).ok()?,
        _ => return None,
    };
    let tone = |part: &[u8]| match (base, part) {
        (Space::Grey, &[light]) => Some(grey(light)),
        (Space::Rgb, &[r, g, b]) => Some(rgb(r, g, b)),
        (Space::Cmyk, &[c, m, y, k]) => Some(cmyk([c, m, y, k])),
        _ => None,
    };
    let parts = match base {
        Space::Grey => 1,
        Space::Rgb => 3,
        Space::Cmyk => 4,
        _ => return None,
    };
    table.chunks_exact(parts).take(256).map(tone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    fn of(dict: Dictionary, data: &[u8], space: Option<Space>) -> Option<Pixels> {
        let dots = |key: &[u8]| f64::from(dict.get(key).unwrap().as_float().unwrap());
        let image = Image {
            onto: crate::print::pdf::Matrix::IDENTITY,
            id: None,
            dots: (dots(b"Width"), dots(b"Height")),
            space,
            masked: false,
            holes: false,
            inline: Some(std::sync::Arc::new(Stream::new(dict, data.to_vec()))),
        };
        read(&Document::new(), &image, &mut 1000)
    }

    #[test]
    fn ink_is_where_pixels_are_dark() {
        let dict = |bits: i64, width: i64| {
            dictionary! { "Width" => width, "Height" => 2, "BitsPerComponent" => bits }
        };
        let grey = Some(Space::Grey);
        let ink = |dict, data: &[u8], space| of(dict, data, space).unwrap();
        // Black in the lower row, the third of four.
        let found = ink(dict(8, 4), &[255, 255, 255, 250, 255, 248, 0, 255], grey);
        let place = Rect { left: 0.5, right: 0.75, bottom: 0.0, top: 0.5 };
        assert_eq!((found.ink, found.darkest), (Some(place), 0.0));
        assert_eq!(ink(dict(1, 4), &[0xf0, 0xd0], grey).ink, Some(place));
        assert_eq!(ink(dict(2, 4), &[0xff, 0xf3], grey).ink, Some(place));
        assert_eq!(ink(dict(4, 4), &[0xff, 0xff, 0xff, 0x0f], grey).ink, Some(place));
        let sixteen = [255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 0, 9, 255, 0];
        assert_eq!(ink(dict(16, 4), &sixteen, grey).ink, Some(place));
        assert_eq!(
            ink(dict(8, 4), &[0, 0, 0, 7, 0, 7, 255, 0], Some(Space::Tint)).ink,
            Some(place)
        );
        // The darkest pixel that is paper, and the lightest that is ink.
        assert_eq!(ink(dict(8, 1), &[248, 255], grey).ink, None);
        assert_eq!(ink(dict(8, 1), &[247, 255], grey).ink.map(|ink| ink.bottom), Some(0.5));
        // A mask paints where it is 0, or where it is 1 if it is turned round.
        assert_eq!(ink(dict(1, 4), &[0xf0, 0xd0], None).ink, Some(place));
        let mut turned = dict(1, 4);
        turned.set("Decode", vec![1.into(), 0.into()]);
        assert_eq!(ink(turned, &[0x0f, 0x2f], None).ink, Some(place));
    }

    #[test]
    fn colours_are_told_from_greys() {
        let dict = dictionary! { "Width" => 1, "Height" => 1, "BitsPerComponent" => 8 };
        let found = |data: &[u8], space| of(dict.clone(), data, Some(space)).unwrap();
        assert!(!found(&[100, 112, 100], Space::Rgb).colour);
        assert!(found(&[100, 113, 100], Space::Rgb).colour);
        assert!(found(&[255, 255, 200], Space::Rgb).colour, "pale colour is no paper");
        assert!(!found(&[12, 0, 0, 200], Space::Cmyk).colour);
        assert!(found(&[13, 0, 0, 200], Space::Cmyk).colour);
        assert_eq!(found(&[255, 204, 153, 0], Space::Cmyk).total, 240.0);
        let mut indexed = dict.clone();
        let table = Object::string_literal(vec![1, 1, 1, 9, 99, 9]);
        indexed.set("ColorSpace", vec!["Indexed".into(), "DeviceRGB".into(), 1.into(), table]);
        let of_index = |i: u8| of(indexed.clone(), &[i], Some(Space::Other)).unwrap().colour;
        assert_eq!([of_index(0), of_index(1)], [false, true]);
    }

    /// The picture says more than its data have, or more than the limit allows.
    #[test]
    fn wrong_sizes_are_unknown() {
        let dict = |size: i64| {
            dictionary! { "Width" => size, "Height" => size, "BitsPerComponent" => 8 }
        };
        for size in [0, 3, 33, i64::from(i32::MAX), i64::MAX, -4] {
            assert_eq!(of(dict(size), &[0; 8], Some(Space::Grey)), None, "{size}");
        }
        assert!(of(dict(2), &[0; 8], Some(Space::Grey)).is_some());
    }
}
