//! The logo of the publisher: at the foot of the spine, and on the back above the QR code or the
//! barcode.

use super::{Area, Colour, Cover, CoverResult, Inks, MM, Point, TextAlign, TextLines, colours};
use page::{ColourSpace, Logo};

/// The maximum height of the logo on the back, in units.
const MAX_HEIGHT: f64 = 3.4;
/// The space between boxes on the back, in units, and the maximum height of the logo on the spine,
/// in widths.
const BOX_GAP: f64 = 1.4;
const SPINE_HEIGHT: f64 = 1.5;
/// The border of the white plate below a logo, as a fraction of its smaller side.
const PLATE_EDGE: f64 = 0.06;
/// The side of the QR code in points, and the type size of the line below it in units.
const QR_SIDE: f64 = 19.0 * MM;
const QR_TYPE: f64 = 0.62;
/// The line spacing of the reason to scan the code, as a multiple of its type size.
const WHY_LEADING: f64 = 1.2;
/// The space below the reason, and the distance of its first baseline from the top of its box, as
/// multiples of its type size.
const WHY_GAP: f64 = 0.6;
const WHY_DROP: f64 = 1.3;

impl Cover<'_> {
    /// Returns the size of the logo in a box of this size, or 0 if there is no logo.
    fn logo_size(&self, room: Point) -> Point {
        let (logo, spec) = (&self.volume.setup.options.logo, self.volume.spec.as_ref());
        logo.as_ref().map_or((0.0, 0.0), |logo| logo.within(room, spec))
    }

    /// Returns the size of the logo on a spine of this width: as wide as the tile, and at most 1.5
    /// times as high.
    pub(super) fn spine_logo_size(&self, width: f64) -> Point {
        let side = self.tile_side(width);
        self.logo_size((side, SPINE_HEIGHT * side))
    }

    pub(super) fn draw_spine_logo(&mut self, width: f64) {
        let (wide, height) = self.spine_logo_size(width);
        let left = self.sheet.front() - (width + wide) / 2.0;
        self.draw_logo(Area { left, top: self.spine_foot() - height, width: wide, height });
    }

    /// Returns a box of this size above `below`, flush right. A height of 0 gives a box without a
    /// gap.
    fn box_above(&self, below: Area, size: Point) -> Area {
        let (width, height) = size;
        let top = below.top - if height > 0.0 { height + BOX_GAP * self.unit } else { 0.0 };
        Area { left: below.right() - width, top, width, height }
    }

    /// Returns the box of the logo on the back. The text of the back ends above the logo, the QR
    /// code or the barcode, whichever is topmost.
    pub(super) fn back_logo_box(&self) -> Area {
        let size = self.logo_size((self.barcode_place().width, MAX_HEIGHT * self.unit));
        self.box_above(self.qr_box(), size)
    }

    /// Returns the white box of the QR code on the back, with the line below the code.
    fn qr_box(&self) -> Area {
        let side = self.volume.setup.options.qr.as_ref().map_or(0.0, |qr| qr.side(QR_SIDE));
        let line = if side > 0.0 { 2.0 * self.to_points(QR_TYPE) } else { 0.0 };
        let why = if side > 0.0 { self.why_lines().1 } else { 0.0 };
        self.box_above(self.barcode_place(), (side, why + side + line))
    }

    /// Returns the lines above the QR code that say why to scan it, in their style, and their
    /// height.
    fn why_lines(&self) -> (TextLines, f64) {
        let style = self.style(self.volume.setup.words().regular, QR_TYPE);
        let why = self.volume.setup.language.text("qr.why");
        let width = self.barcode_place().width - 2.0 * style.size;
        let lines = style.faces.wrap_evenly(why, style.size, width);
        let height = (lines.len() as f64 * WHY_LEADING + WHY_GAP) * style.size;
        (TextLines::new(lines, style, WHY_LEADING), height)
    }

    /// Draws the QR code with the reason to scan it above, and its address below. The address may
    /// be as wide as the barcode; otherwise the host alone is printed.
    pub(super) fn draw_qr(&mut self) -> CoverResult<()> {
        let Some(qr) = &self.volume.setup.options.qr else { return Ok(()) };
        let (area, barcode) = (self.qr_box(), self.barcode_place());
        let style = self.style(self.volume.setup.words().regular, QR_TYPE);
        let most = barcode.width - 2.0 * style.size;
        let line = qr.caption(|line| style.width(line) <= most);
        let style = self.fit("host of the QR code", style, line, most)?;
        let plate = Area { top: area.top, height: area.height, ..barcode };
        let middle = plate.middle();
        let (why, height) = self.why_lines();
        let code = qr.to_shape((middle - area.width / 2.0, area.top + height), area.width);
        self.marks.push(plate.filled(Colour::WHITE));
        self.marks.push(code);
        let first = (middle, area.top + WHY_DROP * why.style.size);
        self.write(Colour::BLACK, &why, first, TextAlign::Middle);
        let at = (middle, area.bottom() - style.size);
        style.draw_centred(&mut self.marks, at, line);
        Ok(())
    }

    pub(super) fn draw_back_logo(&mut self) {
        self.draw_logo(self.back_logo_box());
    }

    /// Draws the logo. A logo of one colour takes the colour of the text; any other logo keeps its
    /// colours and gets a white plate.
    fn draw_logo(&mut self, area: Area) {
        let Area { left, top, width, height } = area;
        let Some(logo) = self.volume.setup.options.logo.clone().filter(|_| width > 0.0) else {
            return;
        };
        let text = self.colours.text();
        if logo.is_plain() {
            self.marks.extend(logo.marks((left, top), width, |_| text));
            return;
        }
        let edge = PLATE_EDGE * width.min(height);
        if self.colours.ground != Colour::WHITE {
            self.fill_round(Colour::WHITE, area, edge);
        }
        let inside = area.inside(edge);
        let scale = (inside.width / width).min(inside.height / height);
        let corner = (left + (width - width * scale) / 2.0, top + (height - height * scale) / 2.0);
        let marks =
            self.printable_logo(&logo).marks(corner, width * scale, |rgb| self.colour_of(rgb));
        self.marks.extend(marks);
    }

    /// Returns the logo in the colours that this cover may use.
    fn printable_logo(&self, logo: &Logo) -> Logo {
        let inks = colours::allowed_inks(self.volume, &self.sheet)[0];
        match (logo.picture(), self.palette.is_coloured()) {
            (Some(_), false) => logo.to_grey(),
            (Some(picture), true)
                if inks == Inks::Cmyk && picture.colour_space() == ColourSpace::Rgb =>
            {
                let four = picture.to_cmyk(colours::max_total_ink(self.volume));
                four.map_or_else(|| logo.clone(), |four| logo.with_picture(four))
            }
            _ => logo.clone(),
        }
    }
}
