//! Pages drawn as pictures, by an engine that is not ours. The only user of hayro.

use crate::book::Face;
use crate::print::pdf::Point;
use crate::proof::readback::{PageGrid, turned};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::Object;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use std::ops::Range;
use std::sync::Arc;

/// The resolution, in pixels a point: 150 pixels an inch.
const SCALE: f64 = 150.0 / 72.0;
/// The maximum number of pixels of a page: five sheets of A3. Larger pages are drawn coarser.
const MAX_PIXELS: f64 = 22e6;
/// The maximum number of pixels of a picture in the file: A3 at 600 pixels an inch has 70 million.
const MAX_PICTURE: f64 = 1e8;
/// The maximum number of pixels of a page in one direction.
const MAX_SIDE: f64 = 16_000.0;

/// A file that can be drawn.
pub(super) struct Engine(Pdf);

impl Engine {
    /// Reads a PDF from its bytes.
    ///
    /// # Errors
    /// A sentence, if the engine cannot read it, or a picture in it would need too much memory.
    pub fn open(bytes: &[u8]) -> Result<Self, &'static str> {
        let pdf = Pdf::new(bytes.to_vec()).map_err(|_| "the file cannot be drawn")?;
        let side = |object: &Object<'_>, key: &[u8]| match object {
            Object::Stream(stream) => stream.dict().get::<f64>(key).unwrap_or(0.0),
            _ => 0.0,
        };
        let large = |object| side(&object, b"Width") * side(&object, b"Height") > MAX_PICTURE;
        if pdf.objects().into_iter().any(large) {
            return Err("a picture in the file has more than 100 million pixels");
        }
        Ok(Self(pdf))
    }

    /// The number of pages that the engine finds.
    pub fn page_count(&self) -> usize {
        self.0.pages().len()
    }

    /// Draws pages, one after another: fonts are read once.
    pub fn pen(&self) -> Pen<'_> {
        let settings = InterpreterSettings {
            // A font that is not in the file is drawn with one of ours.
            font_resolver: Arc::new(|_| Some((Arc::new(Face::SANS.bytes()), 0))),
            ..InterpreterSettings::default()
        };
        Pen {
            file: &self.0,
            settings,
            cache: RenderCache::new(),
            context: RenderContext::new(1, 1),
            resources: Resources::default(),
            pixels: Pixmap::new(1, 1),
            origin: (0.0, 0.0),
            scale: SCALE,
        }
    }
}

/// Draws the pages of a file, and holds the page that was drawn last.
pub(super) struct Pen<'a> {
    file: &'a Pdf,
    settings: InterpreterSettings,
    cache: RenderCache<'a>,
    context: RenderContext,
    resources: Resources,
    pixels: Pixmap,
    /// The top left corner of the page, in points, and the pixels a point.
    origin: Point,
    scale: f64,
}

impl Pen<'_> {
    /// Draws the page with this index on white paper. Takes about 2 ms.
    pub fn draw(&mut self, index: usize) -> Option<()> {
        let page = self.file.pages().get(index)?;
        let seen = page.intersected_crop_box();
        let (width, height) = (seen.width().max(1.0), seen.height().max(1.0));
        let fits = (MAX_PIXELS / (width * height)).sqrt().min(MAX_SIDE / width.max(height));
        self.scale = SCALE.min(fits);
        self.origin = (seen.x0, seen.y1);
        let side = |points: f64| (points * self.scale).ceil().max(1.0) as u16;
        self.context.reset_and_resize(side(width), side(height));
        self.pixels.resize(self.context.width(), self.context.height());
        let onto = Affine::new([self.scale, 0.0, 0.0, -self.scale, 0.0, 0.0])
            * Affine::translate((-seen.x0, -seen.y1));
        let settings = RenderSettings { hinting: false, ..RenderSettings::default() };
        render_into(page, &self.cache, &self.settings, &settings, &mut self.context, onto);
        self.context.flush();
        let init = TargetInit::Clear(WHITE);
        let settings = RasterizerSettings { target_init: init, ..RasterizerSettings::default() };
        self.context.render_with(&mut self.pixels, &mut self.resources, settings);
        Some(())
    }

    /// Cuts a grid out of the page, so that its digits are upright. `None` if it is not all on the
    /// page.
    pub fn cut(&self, grid: &PageGrid) -> Option<Cut> {
        let (lattice, quarter) = (&grid.lattice, grid.quarter);
        let on_page = |u: f64, v: f64| {
            let (x, y) = turned((u, v), (4 - quarter) & 3);
            ((x - self.origin.0) * self.scale, (self.origin.1 - y) * self.scale)
        };
        let margin = 0.3 * lattice.cell();
        let (a, b) = (
            on_page(lattice.xs[0] - margin, lattice.ys[0] - margin),
            on_page(lattice.xs[9] + margin, lattice.ys[9] + margin),
        );
        let (right, bottom) = (f64::from(self.pixels.width()), f64::from(self.pixels.height()));
        let within = |at: f64, end: f64| at.clamp(0.0, end) as usize;
        let columns = within(a.0.min(b.0).floor(), right)..within(a.0.max(b.0).ceil(), right);
        let rows = within(a.1.min(b.1).floor(), bottom)..within(a.1.max(b.1).ceil(), bottom);
        // The place of a point of the page in the picture, after it is turned.
        let (left, top) = (columns.start as f64, rows.start as f64);
        let (width, height) = (columns.len() as f64, rows.len() as f64);
        let place = |u: f64, v: f64| {
            let (x, y) = on_page(u, v);
            match quarter & 3 {
                0 => (x - left, y - top),
                1 => (top + height - y, x - left),
                2 => (left + width - x, top + height - y),
                _ => (y - top, left + width - x),
            }
        };
        let xs = lattice.xs.map(|u| place(u, lattice.ys[0]).0);
        let mut ys = lattice.ys.map(|v| place(lattice.xs[0], v).1);
        ys.reverse();
        let picture = self.picture(columns, rows, quarter);
        let (w, h) = (picture.width as f64, picture.height as f64);
        let inside = xs[0] >= 0.0 && ys[0] >= 0.0 && xs[9] < w && ys[9] < h;
        inside.then_some(Cut { picture, xs, ys, scale: self.scale })
    }

    fn picture(&self, columns: Range<usize>, rows: Range<usize>, quarter: u8) -> Picture {
        let width = usize::from(self.pixels.width());
        let (pixels, _) = self.pixels.data_as_u8_slice().as_chunks();
        let (across, down) = (columns.len(), rows.len());
        let mut grey = Vec::with_capacity(across * down);
        for row in rows {
            let line = &pixels[row * width..][columns.clone()];
            // A quarter of red, half of green and a quarter of blue, which vectors do fast.
            grey.extend(line.iter().map(|&pixel| {
                let rgba = u32::from_le_bytes(pixel);
                (((rgba & 255) + ((rgba >> 7) & 510) + ((rgba >> 16) & 255)) >> 2) as u8
            }));
        }
        if quarter & 2 != 0 {
            grey.reverse();
        }
        let upright = Picture { width: across, height: down, grey };
        if quarter & 1 != 0 { upright.turned() } else { upright }
    }
}

/// A picture in shades of grey: 0 is black, 255 is white.
pub(super) struct Picture {
    pub width: usize,
    pub height: usize,
    pub grey: Vec<u8>,
}

impl Picture {
    /// A part of a row of pixels.
    pub fn row(&self, y: usize, columns: Range<usize>) -> &[u8] {
        &self.grey[y * self.width..][columns]
    }

    /// Turned with the clock by a quarter.
    fn turned(&self) -> Self {
        let (width, height) = (self.height, self.width);
        let at = |i: usize| self.grey[(self.height - 1 - i % width) * self.width + i / width];
        Self { width, height, grey: (0..width * height).map(at).collect() }
    }
}

/// A grid that was cut out of a page: its picture, and the places of its lines in pixels, from the
/// left and from the top.
pub(super) struct Cut {
    pub picture: Picture,
    pub xs: [f64; 10],
    pub ys: [f64; 10],
    /// Pixels a point.
    pub scale: f64,
}
