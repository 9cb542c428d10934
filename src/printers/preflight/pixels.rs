//! The pixels of a picture: where it has ink, and of which kind.

use crate::printers::pdf::{Dict, Image, Rect, Space, packed, unpacked};
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

/// Something of a picture, unless it is packed in a way that is not unpacked here, such as JPEG. The error says what
/// the file lacks of it.
pub(super) type Unpacked<T> = Result<Option<T>, &'static str>;

/// A colour of a picture: how light it is, whether it is coloured, and how many percent of ink it takes.
type Tone = (u8, bool, u16);

/// The colour of components that are bytes; `None` in other spaces.
fn tone(space: Space, components: &[u8]) -> Option<Tone> {
    let is_colour = |a: u8, b: u8, c: u8| a.max(b).max(c) - a.min(b).min(c) > GREY;
    let light = |rgb: [u8; 3]| {
        let [r, g, b] = rgb.map(u32::from);
        ((r * 299 + g * 587 + b * 114) / 1000) as u8
    };
    Some(match (space, components) {
        (Space::Grey, &[light]) => (light, false, 0),
        (Space::Tint, &[tint]) => (255 - tint, false, 0),
        (Space::Rgb, &[r, g, b]) => (light([r, g, b]), is_colour(r, g, b), 0),
        (Space::Cmyk, &[c, m, y, k]) => {
            let left = |ink: u8| (u32::from(255 - ink) * u32::from(255 - k) / 255) as u8;
            let sum: u32 = [c, m, y, k].map(u32::from).iter().sum();
            (light([c, m, y].map(left)), c.max(m).max(y) > GREY, (sum * 100 / 255) as u16)
        }
        _ => return None,
    })
}

/// The number of components of a space whose colours are known.
fn components(space: Space) -> Option<usize> {
    match space {
        Space::Grey | Space::Tint => Some(1),
        Space::Rgb => Some(3),
        Space::Cmyk => Some(4),
        _ => None,
    }
}

/// Reads the pixels of a picture. `left` is the number of bytes that may still be unpacked for all pictures of
/// the file.
pub(super) fn read(document: &Document, image: &Image, left: &mut usize) -> Unpacked<Pixels> {
    let own = image.id.and_then(|id| document.get_object(id).ok()?.as_stream().ok());
    let Some(stream) = own.or(image.inline.as_deref()) else { return Ok(None) };
    let Some(data) = data(stream, left)? else { return Ok(None) };
    unpack(Dict::new(document, &stream.dict), image, &data).transpose()
}

/// The data of a picture without the filters that are undone here.
fn data(stream: &Stream, left: &mut usize) -> Unpacked<Vec<u8>> {
    if let Some((jpeg, b"DCTDecode" | b"DCT")) = packed(stream) {
        let whole = jpeg.starts_with(&[0xff, 0xd8, 0xff])
            && jpeg[jpeg.len().saturating_sub(1 << 10)..].windows(2).any(|two| two == [0xff, 0xd9]);
        return if whole { Ok(None) } else { Err("a JPEG with all its data") };
    }
    let most = MAX_SIZE.min(*left);
    let data = unpacked(stream, most).ok();
    *left -= data.as_ref().map_or(most, Vec::len);
    Ok(data)
}

/// Looks at all pixels; `None` if they are packed in a way that is not unpacked here.
fn unpack(dict: Dict, image: &Image, data: &[u8]) -> Option<Result<Pixels, &'static str>> {
    let mask = image.space.is_none();
    let bits = if mask { 1 } else { dict.number(b"BitsPerComponent")? as usize };
    let table = palette(dict, bits);
    let space = if table.is_some() { Space::Grey } else { image.space.unwrap_or(Space::Grey) };
    let parts = components(space)?;
    let turned = turned(dict, parts)?;
    // The predictor 2, of TIFF, is not undone here.
    if dict.within(b"DecodeParms").number(b"Predictor") == Some(2.0) {
        return None;
    }
    let (width, height) = (image.dots.0 as usize, image.dots.1 as usize);
    let row = width.checked_mul(parts)?.checked_mul(bits)?.div_ceil(8);
    let size = row.checked_mul(height).filter(|&size| size > 0)?;
    if data.len() < size {
        return Some(Err("all pixels of a picture"));
    }
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
    let (mut colour, mut darkest, mut total) = (false, u8::MAX, 0);
    let (mut from, mut to, mut rows) = (width, 0, None);
    for (y, line) in data.chunks_exact(row).take(height).enumerate() {
        for x in 0..width {
            let mut inks = [0; 4];
            for (part, ink) in inks[..parts].iter_mut().enumerate() {
                *ink = sample(line, parts * x + part);
            }
            let (light, coloured, sum) = match &table {
                Some(table) => table.get(usize::from(inks[0])).copied().unwrap_or_default(),
                None => tone(space, &inks[..parts])?,
            };
            total = total.max(sum);
            if light <= PAPER || coloured {
                (colour, darkest) = (colour | coloured, darkest.min(light));
                (from, to) = (from.min(x), to.max(x + 1));
                rows = Some((rows.map_or(y, |(top, _)| top), y + 1));
            }
        }
    }
    let across = |x: usize| x as f64 / width as f64;
    // The first row is at the top.
    let up = |y: usize| 1.0 - y as f64 / height as f64;
    let ink = rows.map(|(top, bottom)| Rect {
        left: across(from),
        right: across(to),
        bottom: up(bottom),
        top: up(top),
    });
    let (darkest, total) = (f64::from(darkest) / 255.0, f64::from(total));
    Some(Ok(Pixels { ink, colour, darkest, total }))
}

/// Whether the samples are turned round; `None` for other maps of samples to colours.
fn turned(dict: Dict, parts: usize) -> Option<bool> {
    if !dict.has(b"Decode") {
        return Some(false);
    }
    let map = dict.numbers(b"Decode")?;
    let is = |low: f64, high: f64| map == [low, high].repeat(parts);
    (is(0.0, 1.0) || is(1.0, 0.0)).then(|| is(1.0, 0.0))
}

/// The colours of an indexed space.
fn palette(dict: Dict, bits: usize) -> Option<Vec<Tone>> {
    let space = dict.get(b"ColorSpace")?.as_array().ok()?;
    let item = |i: usize| dict.follow(space.get(i)?);
    if bits > 8 || !matches!(item(0)?.as_name().ok()?, b"Indexed" | b"I") {
        return None;
    }
    let no_resources = Dictionary::new();
    let (base, _) = Space::read(Dict::new(dict.document, &no_resources), item(1)?);
    let table = match item(3)? {
        Object::String(table, _) => table.clone(),
        Object::Stream(stream) => unpacked(stream, 4096).ok()?,
        _ => return None,
    };
    table.chunks_exact(components(base)?).take(256).map(|part| tone(base, part)).collect()
}
