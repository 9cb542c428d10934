//! Converts the images of a PDF to addresses that hold all their data, for drawings in SVG.

use crate::readback::Pdf;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lopdf::{ObjectId, Stream};
use page::RasterImage;
use pdf_reader::{ColorSpace, Dict, Image, decode, decode_to_last_filter};
use std::collections::HashMap;

/// The maximum number of bytes of a JPEG, and of the unpacked samples of any other image. Larger
/// images are not shown.
const MAX_JPEG_BYTES: usize = 12 << 20;
const MAX_SAMPLE_BYTES: usize = 128 << 20;
/// The maximum number of bytes that are unpacked for all images of a PDF.
const MAX_UNPACKED_BYTES: usize = 512 << 20;
/// The maximum width and height in pixels of an image that is not a JPEG. Larger images shrink.
const MAX_PIXELS: usize = 900;

/// The images of a PDF, each converted once.
pub(super) struct PictureStore {
    known: HashMap<ObjectId, Option<String>>,
    /// The remaining number of bytes that may be unpacked.
    left: usize,
}

impl Default for PictureStore {
    fn default() -> Self {
        Self { known: HashMap::new(), left: MAX_UNPACKED_BYTES }
    }
}

impl PictureStore {
    /// Returns the address of an image; `None` if it cannot be shown: a stencil, an image with
    /// transparent parts, or an unusual or damaged one.
    pub fn data_address(&mut self, pdf: &Pdf, image: &Image) -> Option<String> {
        let id = image.id?;
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let address = self.convert(pdf, id, image);
        self.known.insert(id, address.clone());
        address
    }

    fn convert(&mut self, pdf: &Pdf, id: ObjectId, image: &Image) -> Option<String> {
        if image.masked || image.has_gaps() {
            return None;
        }
        let stream = pdf.document().get_object(id).ok()?.as_stream().ok()?;
        if let Some((jpeg, b"DCTDecode" | b"DCT")) = decode_to_last_filter(stream) {
            let is_shown = jpeg.len() <= MAX_JPEG_BYTES.min(self.left);
            self.left = self.left.saturating_sub(jpeg.len());
            return if is_shown { Some(picture_address("image/jpeg", &jpeg)) } else { None };
        }
        let samples = self.samples(pdf, stream, image)?;
        Some(picture_address("image/png", &samples.shrunk()))
    }

    /// Unpacks an image with eight bits for each component.
    fn samples(&mut self, pdf: &Pdf, stream: &Stream, image: &Image) -> Option<Samples> {
        let space = image.space?;
        let parts = match space {
            ColorSpace::Grey | ColorSpace::SeparationBlack => 1,
            ColorSpace::Rgb => 3,
            ColorSpace::Cmyk => 4,
            _ => return None,
        };
        let dict = Dict::new(pdf.document(), &stream.dict);
        if dict.number(b"BitsPerComponent") != Some(8.0) || dict.has(b"Decode") {
            return None;
        }
        let (width, height) = (image.dots.0 as usize, image.dots.1 as usize);
        let size = width.checked_mul(height)?.checked_mul(parts)?;
        if size == 0 || size > MAX_SAMPLE_BYTES.min(self.left) {
            return None;
        }
        self.left -= size;
        // A file may unpack to more than its image needs.
        let data = decode(stream, size + 1024).ok().filter(|data| data.len() >= size)?;
        Some(Samples { data, width, height, parts, space })
    }
}

/// The unpacked samples of an image, row by row from the top.
struct Samples {
    data: Vec<u8>,
    width: usize,
    height: usize,
    /// The number of components of a pixel.
    parts: usize,
    space: ColorSpace,
}

impl Samples {
    /// Returns the image as a PNG of at most `MAX_PIXELS` in width and height.
    fn shrunk(&self) -> Vec<u8> {
        let step = self.width.max(self.height).div_ceil(MAX_PIXELS).max(1);
        let (width, height) = (self.width.div_ceil(step), self.height.div_ceil(step));
        let mut rgb = Vec::with_capacity(3 * width * height);
        for row in 0..height {
            for column in 0..width {
                rgb.extend(self.mean(column * step, row * step, step));
            }
        }
        RasterImage::encode_png((width, height), &rgb)
    }

    /// Returns the mean colour of a square of pixels.
    fn mean(&self, left: usize, top: usize, side: usize) -> [u8; 3] {
        let (right, bottom) = ((left + side).min(self.width), (top + side).min(self.height));
        let mut sum = [0_usize; 3];
        for y in top..bottom {
            for x in left..right {
                let at = (y * self.width + x) * self.parts;
                let colour = self.rgb(&self.data[at..at + self.parts]);
                for (sum, part) in sum.iter_mut().zip(colour) {
                    *sum += usize::from(part);
                }
            }
        }
        let count = (right - left) * (bottom - top);
        sum.map(|sum| (sum / count.max(1)) as u8)
    }

    /// Returns the screen colour of a pixel.
    fn rgb(&self, pixel: &[u8]) -> [u8; 3] {
        match (self.space, pixel) {
            (ColorSpace::SeparationBlack, &[tint]) => [255 - tint; 3],
            (_, &[light]) => [light; 3],
            (_, &[r, g, b]) => [r, g, b],
            (_, &[c, m, y, k]) => {
                let paper = u32::from(255 - k);
                [c, m, y].map(|ink| (u32::from(255 - ink) * paper / 255) as u8)
            }
            _ => [0; 3],
        }
    }
}

fn picture_address(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}
