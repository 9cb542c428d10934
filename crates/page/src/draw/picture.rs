//! The pictures of covers and logos. A JPEG goes into the PDF unchanged; a PNG is decoded.

use pdf_reader::InkTable;
use png::{ColorType, Decoder, Encoder, Limits, Transformations};
use preflight::INCH;
use std::fmt;
use std::io::Cursor;
use words::{Clause, ValueError};

/// The maximum size of a decoded PNG, in bytes. It has room for a front of 11 x 17 in at 400 dpi.
const MAX_PNG_BYTES: usize = 128 << 20;

/// The tag of the orientation in EXIF data.
const ORIENTATION_TAG: usize = 0x112;

/// The colour space of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourSpace {
    /// Grey.
    Grey,
    /// Red, green and blue.
    Rgb,
    /// Cyan, magenta, yellow and black ink.
    Cmyk,
}

/// A picture that was read from a file.
#[derive(Clone, PartialEq)]
pub struct RasterImage {
    dots: (usize, usize),
    space: ColourSpace,
    /// The samples of a PNG with eight bits each, row by row, or the bytes of the JPEG file.
    pub data: Vec<u8>,
    /// True for a JPEG; otherwise `data` has the samples.
    pub is_jpeg: bool,
    /// True if 0 means full ink, as in the CMYK JPEGs of Adobe programs.
    pub(crate) is_inverted: bool,
}

fn picture_error(wanted: &'static str, found: impl Into<Clause>) -> ValueError {
    ValueError::new(wanted, found).at("picture")
}

impl RasterImage {
    /// Reads a JPEG or a PNG. Transparent parts of a PNG become white.
    ///
    /// # Errors
    /// [`ValueError`] for any other file, a damaged one, or one that a PDF cannot contain.
    pub fn read(bytes: Vec<u8>) -> Result<Self, ValueError> {
        if bytes.starts_with(b"\xff\xd8\xff") {
            from_jpeg(bytes)
        } else if bytes.starts_with(b"\x89PNG") {
            from_png(&bytes)
        } else {
            Err(picture_error("a JPEG or a PNG", "another kind of file"))
        }
    }

    /// Returns the width and the height in pixels.
    pub fn dots(&self) -> (usize, usize) {
        self.dots
    }

    /// Returns the colour space.
    pub fn colour_space(&self) -> ColourSpace {
        self.space
    }

    /// Returns the size at which the picture just covers a rectangle of this size.
    pub fn filling(&self, size: (f64, f64)) -> (f64, f64) {
        let (width, height) = (self.dots.0 as f64, self.dots.1 as f64);
        let scale = (size.0 / width).max(size.1 / height);
        (width * scale, height * scale)
    }

    /// Returns the resolution in pixels per inch if the picture covers a rectangle of this size in
    /// points.
    pub fn dpi(&self, size: (f64, f64)) -> f64 {
        self.dots.0 as f64 / self.filling(size).0 * INCH
    }

    /// Converts a PNG in RGB to greys.
    pub fn to_grey(&self) -> Self {
        let data = self.data.as_chunks().0.iter().map(grey).collect();
        Self { space: ColourSpace::Grey, data, ..self.clone() }
    }

    /// Converts a PNG in RGB to CMYK. The total ink is at most `max_total` percent. Returns `None`
    /// for a JPEG, which is not decoded here.
    pub fn to_cmyk(&self, max_total: f64) -> Option<Self> {
        if self.is_jpeg {
            return None;
        }
        let table = InkTable::new(max_total);
        let inks = self.data.as_chunks::<3>().0.iter().flat_map(|rgb| table.inks(*rgb));
        Some(Self { space: ColourSpace::Cmyk, data: inks.collect(), ..self.clone() })
    }

    /// Encodes pixels of red, green and blue as a PNG, row by row from the top.
    ///
    /// # Panics
    /// If there are not three bytes for each pixel.
    pub fn encode_png(dots: (usize, usize), rgb: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, dots.0 as u32, dots.1 as u32);
        encoder.set_color(ColorType::Rgb);
        let mut writer = encoder.write_header().expect("memory can be written");
        writer.write_image_data(rgb).expect("each pixel has three bytes");
        writer.finish().expect("memory can be written");
        out
    }
}

/// Returns the lightness of a pixel of red, green and blue.
fn grey(rgb: &[u8; 3]) -> u8 {
    let [red, green, blue] = rgb.map(u32::from);
    ((299 * red + 587 * green + 114 * blue + 500) / 1000) as u8
}

impl fmt::Debug for RasterImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RasterImage({} x {}, {:?})", self.dots.0, self.dots.1, self.space)
    }
}

fn cut_jpeg() -> ValueError {
    picture_error("a whole JPEG", "one that ends early")
}

/// Reads the header of a JPEG: all segments before the pixels.
fn from_jpeg(bytes: Vec<u8>) -> Result<RasterImage, ValueError> {
    if !bytes.trim_ascii_end().ends_with(b"\xff\xd9") {
        return Err(cut_jpeg());
    }
    let (mut at, mut is_adobe, mut frame) = (2, false, None);
    loop {
        let &[0xff, marker, high, low] = bytes.get(at..at + 4).ok_or_else(cut_jpeg)? else {
            return Err(picture_error("a JPEG", "a damaged one"));
        };
        // Skip fill bytes.
        if marker == 0xff {
            at += 1;
            continue;
        }
        let length = usize::from(u16::from_be_bytes([high, low]));
        let segment = bytes.get(at + 4..at + 2 + length).ok_or_else(cut_jpeg)?;
        match marker {
            0xda => break,
            0xee => is_adobe |= segment.starts_with(b"Adobe"),
            0xe1 if orientation(segment).is_some_and(|turn| turn > 1) => {
                let wanted = "an upright picture";
                return Err(picture_error(wanted, "one that its EXIF data turn; save it upright"));
            }
            0xc4 | 0xc8 | 0xcc => {}
            0xc0..=0xc2 => frame = Some(segment.to_vec()),
            0xc3..=0xcf => {
                return Err(picture_error("a baseline or progressive JPEG", "another kind"));
            }
            _ => {}
        }
        at += 2 + length;
    }
    let Some(&[bits, h1, h0, w1, w0, parts, ..]) = frame.as_deref() else {
        return Err(picture_error("a JPEG", "one without a size"));
    };
    let [height, width] = [[h1, h0], [w1, w0]].map(|b| usize::from(u16::from_be_bytes(b)));
    let space = match parts {
        1 => ColourSpace::Grey,
        3 => ColourSpace::Rgb,
        4 => ColourSpace::Cmyk,
        _ => return Err(picture_error("one, three or four colours", parts)),
    };
    if bits != 8 || width == 0 || height == 0 {
        let found = format!("{width} x {height} pixels of {bits} bits");
        return Err(picture_error("a JPEG with pixels of 8 bits", found));
    }
    let is_inverted = space == ColourSpace::Cmyk && is_adobe;
    Ok(RasterImage { dots: (width, height), space, data: bytes, is_jpeg: true, is_inverted })
}

/// Returns the orientation in a segment of EXIF data, if it has one; 1 is upright.
fn orientation(segment: &[u8]) -> Option<u16> {
    let tiff = segment.strip_prefix(b"Exif\0\0")?;
    let table = tiff_number(tiff, 4, 4)?;
    for entry in 0..tiff_number(tiff, table, 2)? {
        let at = table + 2 + 12 * entry;
        let (tag, value) = (tiff_number(tiff, at, 2)?, tiff_number(tiff, at + 8, 2)?);
        if tag == ORIENTATION_TAG {
            return Some(value as u16);
        }
    }
    None
}

/// Returns the number of this many bytes at a place of a TIFF, in its byte order.
fn tiff_number(tiff: &[u8], at: usize, length: usize) -> Option<usize> {
    let mut bytes = tiff.get(at..at.checked_add(length)?)?.to_vec();
    if tiff.starts_with(b"II") {
        bytes.reverse();
    }
    Some(bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

fn broken_png(error: png::DecodingError) -> ValueError {
    picture_error("a PNG that can be read", error.to_string())
}

/// Returns the colours of a pixel, whose last part is its opacity, on white.
fn on_white(pixel: &[u8]) -> Vec<u8> {
    let (&alpha, colours) = pixel.split_last().expect("a pixel has parts");
    let alpha = u32::from(alpha);
    let mixed = colours.iter().map(|part| (u32::from(*part) * alpha + 255 * (255 - alpha)) / 255);
    mixed.map(|part| part as u8).collect()
}

/// Decodes a PNG on a white background.
fn from_png(bytes: &[u8]) -> Result<RasterImage, ValueError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_PNG_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken_png)?;
    let size = reader.output_buffer_size().filter(|size| *size <= MAX_PNG_BYTES);
    let Some(size) = size else {
        return Err(picture_error("a PNG of at most 128 MB when unpacked", "a larger one"));
    };
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(broken_png)?;
    data.truncate(frame.buffer_size());
    let (parts, space) = match frame.color_type {
        ColorType::Grayscale => (1, ColourSpace::Grey),
        ColorType::GrayscaleAlpha => (2, ColourSpace::Grey),
        ColorType::Rgb | ColorType::Indexed => (3, ColourSpace::Rgb),
        ColorType::Rgba => (4, ColourSpace::Rgb),
    };
    if parts % 2 == 0 {
        data = data.chunks_exact(parts).flat_map(on_white).collect();
    }
    let dots = (frame.width as usize, frame.height as usize);
    Ok(RasterImage { dots, space, data, is_jpeg: false, is_inverted: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdf_reader::SolidInks;

    /// Returns the inks of pixels of red, green and blue in percent.
    fn inks_of(pixels: &[[u8; 3]], max_total: f64) -> Vec<[f64; 4]> {
        let png = RasterImage::encode_png((pixels.len(), 1), pixels.as_flattened());
        let picture = RasterImage::read(png).unwrap().to_cmyk(max_total).unwrap();
        let inks = picture.data.as_chunks().0.iter();
        inks.map(|inks: &[u8; 4]| inks.map(|ink| f64::from(ink) / 2.55)).collect()
    }

    #[test]
    fn pictures_are_printed_by_the_inks_of_palettes() {
        // Teal, which was printed blue; terracotta; and a pale green.
        for rgb in [[12, 122, 117], [170, 90, 60], [200, 220, 180]] {
            let wanted = SolidInks::convert_to_inks(rgb.map(|part| f64::from(part) / 255.0));
            let [found] = inks_of(&[rgb], 300.0)[..] else { panic!("one pixel") };
            for (found, wanted) in found.into_iter().zip(wanted) {
                assert!((found - 100.0 * wanted).abs() < 4.0, "{rgb:?}: {found}, {wanted}");
            }
        }
    }

    #[test]
    fn greys_of_pictures_are_black_ink_alone() {
        let greys: Vec<_> = (0..=u8::MAX).map(|light| [light; 3]).collect();
        let inks = inks_of(&greys, 240.0);
        assert_eq!([inks[0][3], inks[255][3]], [100.0, 0.0]);
        assert!(inks.iter().all(|[cyan, magenta, yellow, _]| cyan + magenta + yellow == 0.0));
        assert!(inks.is_sorted_by(|a, b| a[3] >= b[3]), "{inks:?}");
    }

    #[test]
    fn inks_of_pictures_keep_the_limit() {
        let part = |index: usize| (index * 15) as u8;
        let all: Vec<_> =
            (0..18 * 18 * 18).map(|i| [i / 324, i / 18 % 18, i % 18].map(part)).collect();
        for limit in [150.0, 240.0, 300.0] {
            for (rgb, inks) in all.iter().zip(inks_of(&all, limit)) {
                assert!(inks.iter().sum::<f64>() <= limit, "{rgb:?}: {inks:?}");
            }
        }
    }
}
