//! Reads the pixels of an image: where it has ink, and of which kind.
//!
//! ```text
//! stream ─► data: decoded ─► PixelLayout: bits, components ─► a Tone for each pixel ─► Pixels
//! ```

use lopdf::{Dictionary, Document, Object, Stream};
use pdf_reader::{ColorSpace, Dict, Image, Rect, decode, decode_to_last_filter};

/// The maximum data size of an image in bytes: two pages of A4 at 300 dpi in colour. Larger images
/// are not read.
const MAX_SIZE: usize = 64 << 20;
/// The lightness above which a pixel counts as paper, because scans have no perfect white.
const PAPER: u8 = 247;
/// The maximum difference of red, green and blue in a grey.
const GREY: u8 = 12;

/// The printed ink of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pixels {
    /// The bounding box of its ink on the unit square; `None` if it is white.
    pub ink: Option<Rect>,
    pub colour: bool,
    /// The lightness of the darkest pixel: 0 is black, 1 is white.
    pub darkest: f64,
    /// The maximum sum of all inks, in percent.
    pub total: f64,
}

/// A result of reading an image; `None` for an unsupported encoding such as JPEG. The error names
/// what the file lacks.
pub(super) type PixelResult<T> = Result<Option<T>, &'static str>;

/// The tone of a pixel.
#[derive(Clone, Copy, Default)]
struct Tone {
    /// 0 is black, 255 is white.
    light: u8,
    is_coloured: bool,
    /// The sum of all inks, in percent.
    ink: u16,
}

impl Tone {
    /// Returns a grey without known ink.
    fn grey(light: u8) -> Self {
        Self { light, is_coloured: false, ink: 0 }
    }
}

/// Returns the tone of byte components; `None` in other spaces.
fn tone(space: ColorSpace, components: &[u8]) -> Option<Tone> {
    Some(match (space, components) {
        (ColorSpace::Grey, &[light]) => Tone::grey(light),
        (ColorSpace::SeparationBlack, &[tint]) => Tone::grey(255 - tint),
        (ColorSpace::Rgb, &[r, g, b]) => {
            let is_coloured = r.max(g).max(b) - r.min(g).min(b) > GREY;
            Tone { is_coloured, ..Tone::grey(luma([r, g, b])) }
        }
        (ColorSpace::Cmyk, &[c, m, y, k]) => {
            let paper = u32::from(255 - k);
            let rgb = [c, m, y].map(|ink| (u32::from(255 - ink) * paper / 255) as u8);
            let sum: u32 = [c, m, y, k].map(u32::from).iter().sum();
            let is_coloured = c.max(m).max(y) > GREY;
            Tone { light: luma(rgb), is_coloured, ink: (sum * 100 / 255) as u16 }
        }
        _ => return None,
    })
}

/// Returns the lightness of red, green and blue (Rec. 601).
fn luma(rgb: [u8; 3]) -> u8 {
    let [r, g, b] = rgb.map(u32::from);
    ((r * 299 + g * 587 + b * 114) / 1000) as u8
}

/// Returns the number of components of a supported space.
fn components(space: ColorSpace) -> Option<usize> {
    match space {
        ColorSpace::Grey | ColorSpace::SeparationBlack => Some(1),
        ColorSpace::Rgb => Some(3),
        ColorSpace::Cmyk => Some(4),
        _ => None,
    }
}

/// Reads the pixels of an image. `left` is the remaining number of decoded bytes of the file.
pub(super) fn read(document: &Document, image: &Image, left: &mut usize) -> PixelResult<Pixels> {
    let own = image.id.and_then(|id| document.get_object(id).ok()?.as_stream().ok());
    let Some(stream) = own.or(image.inline.as_deref()) else { return Ok(None) };
    let Some(data) = data(stream, left)? else { return Ok(None) };
    unpack(Dict::new(document, &stream.dict), image, &data).transpose()
}

/// Returns the data of an image after decoding its filters.
fn data(stream: &Stream, left: &mut usize) -> PixelResult<Vec<u8>> {
    if let Some((jpeg, b"DCTDecode" | b"DCT")) = decode_to_last_filter(stream) {
        let whole = jpeg.starts_with(&[0xff, 0xd8, 0xff])
            && jpeg[jpeg.len().saturating_sub(1 << 10)..].windows(2).any(|two| two == [0xff, 0xd9]);
        return if whole { Ok(None) } else { Err("a JPEG with all its data") };
    }
    let most = MAX_SIZE.min(*left);
    let data = decode(stream, most).ok();
    *left -= data.as_ref().map_or(most, Vec::len);
    Ok(data)
}

/// Examines all pixels; `None` for an unsupported layout.
fn unpack(dict: Dict, image: &Image, data: &[u8]) -> Option<Result<Pixels, &'static str>> {
    let layout = PixelLayout::read(dict, image)?;
    let row_bytes = layout.row_bytes()?;
    let size = row_bytes.checked_mul(layout.height).filter(|&size| size > 0)?;
    match data.get(..size) {
        Some(data) => layout.pixels(data.chunks_exact(row_bytes)).map(Ok),
        None => Some(Err("all pixels of a picture")),
    }
}

/// The pixel layout of an image: row by row from the top, each component in `bits` bits.
struct PixelLayout {
    width: usize,
    height: usize,
    bits: usize,
    space: ColorSpace,
    /// The number of components of a pixel.
    parts: usize,
    /// The factor from a component to a byte; 1 for palette indices.
    scale: u8,
    /// The colours of an indexed image.
    palette: Option<Vec<Tone>>,
    is_inverted: bool,
}

impl PixelLayout {
    /// Reads the layout; `None` if it is not supported.
    fn read(dict: Dict, image: &Image) -> Option<Self> {
        let is_mask = image.space.is_none();
        let bits = if is_mask { 1 } else { dict.number(b"BitsPerComponent")? as usize };
        // The TIFF predictor is not supported.
        let has_predictor = dict.dict_or_empty(b"DecodeParms").number(b"Predictor") == Some(2.0);
        if has_predictor || !matches!(bits, 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let palette = palette(dict, bits);
        let own = image.space.filter(|_| palette.is_none());
        let space = own.unwrap_or(ColorSpace::Grey);
        let parts = components(space)?;
        let is_inverted = is_inverted(dict, parts)?;
        let scale = if palette.is_some() { 1 } else { u8::MAX / (u8::MAX >> (8 - bits.min(8))) };
        let (width, height) = (image.dots.0 as usize, image.dots.1 as usize);
        Some(Self { width, height, bits, space, parts, scale, palette, is_inverted })
    }

    /// Returns the number of bytes of a row. The last byte may have unused bits.
    fn row_bytes(&self) -> Option<usize> {
        Some(self.width.checked_mul(self.parts)?.checked_mul(self.bits)?.div_ceil(8))
    }

    /// Returns a component as a byte.
    fn component(&self, row: &[u8], at: usize) -> u8 {
        let raw = match self.bits {
            8 => row[at],
            // The upper byte.
            16 => row[2 * at],
            bits => {
                let first = at * bits;
                row[first / 8] >> (8 - bits - first % 8) & ((1 << bits) - 1)
            }
        };
        let value = raw * self.scale;
        if self.is_inverted { 255 - value } else { value }
    }

    /// Returns the colour of a pixel.
    fn tone(&self, row: &[u8], x: usize) -> Option<Tone> {
        let mut all = [0; 4];
        for (part, component) in all[..self.parts].iter_mut().enumerate() {
            *component = self.component(row, self.parts * x + part);
        }
        match &self.palette {
            // Viewers take black for a missing palette entry.
            Some(palette) => Some(palette.get(usize::from(all[0])).copied().unwrap_or_default()),
            None => tone(self.space, &all[..self.parts]),
        }
    }

    /// Examines all pixels of these rows.
    fn pixels<'a>(&self, rows: impl Iterator<Item = &'a [u8]>) -> Option<Pixels> {
        let (mut colour, mut darkest, mut total) = (false, u8::MAX, 0);
        // The ranges of ink from the left and from the top.
        let (mut across, mut down) = (self.width..0, self.height..0);
        for (y, row) in rows.enumerate() {
            for x in 0..self.width {
                let Tone { light, is_coloured, ink } = self.tone(row, x)?;
                total = total.max(ink);
                if light <= PAPER || is_coloured {
                    (colour, darkest) = (colour | is_coloured, darkest.min(light));
                    across = across.start.min(x)..across.end.max(x + 1);
                    down = down.start.min(y)..y + 1;
                }
            }
        }
        let (width, height) = (self.width as f64, self.height as f64);
        let ink = Rect {
            left: across.start as f64 / width,
            right: across.end as f64 / width,
            bottom: 1.0 - down.end as f64 / height,
            top: 1.0 - down.start as f64 / height,
        };
        Some(Pixels {
            ink: if down.is_empty() { None } else { Some(ink) },
            colour,
            darkest: f64::from(darkest) / 255.0,
            total: f64::from(total),
        })
    }
}

/// Returns true if the samples are inverted; `None` for other decode arrays.
fn is_inverted(dict: Dict, parts: usize) -> Option<bool> {
    if !dict.has(b"Decode") {
        return Some(false);
    }
    let map = dict.numbers(b"Decode")?;
    if map == [0.0, 1.0].repeat(parts) {
        Some(false)
    } else if map == [1.0, 0.0].repeat(parts) {
        Some(true)
    } else {
        None
    }
}

/// Returns the colours of an indexed space.
fn palette(dict: Dict, bits: usize) -> Option<Vec<Tone>> {
    let space = dict.get(b"ColorSpace")?.as_array().ok()?;
    let [name, base, _, lookup] = space.first_chunk()?;
    if bits > 8 || !matches!(dict.resolve(name)?.as_name().ok()?, b"Indexed" | b"I") {
        return None;
    }
    let no_resources = Dictionary::new();
    let (base, _) = ColorSpace::read(Dict::new(dict.document, &no_resources), dict.resolve(base)?);
    let table = match dict.resolve(lookup)? {
        Object::String(table, _) => table.clone(),
        Object::Stream(stream) => decode(stream, 4096).ok()?,
        _ => return None,
    };
    table.chunks_exact(components(base)?).take(256).map(|part| tone(base, part)).collect()
}
