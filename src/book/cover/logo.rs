//! The logo of the publisher at the foot of the spine, and on the back above the barcode, or above the code for phones
//! that is there.

use super::{Area, Colour, Cover, CoverResult, Inks, MM, Point, colours, draw};
use crate::book::draw::logo::Logo;
use crate::book::draw::picture::Space;

/// The most of the back that the logo takes, in units.
const HIGH: f64 = 3.4;
/// The side of the QR code, in points, and the size of its line, in units.
const QR: f64 = 19.0 * MM;
const QR_LINE: f64 = 0.62;

impl Cover<'_> {
    /// The size of the logo in a box of this size; 0 without a logo.
    fn logo_size(&self, room: Point) -> Point {
        let (logo, terms) = (&self.volume.setup.imprint.logo, self.volume.terms.as_ref());
        logo.as_ref().map_or((0.0, 0.0), |logo| logo.within(room, terms))
    }

    /// Its size on a spine of this width: as wide as the tile, and not much higher.
    pub(super) fn spine_logo_size(&self, width: f64) -> Point {
        let side = self.tile_side(width);
        self.logo_size((side, 1.5 * side))
    }

    pub(super) fn spine_logo(&mut self, width: f64) {
        let (wide, high) = self.spine_logo_size(width);
        let x = self.sheet.front() - (width + wide) / 2.0;
        self.draw_logo((x, self.spine_foot() - high), (wide, high));
    }

    /// A box of this size above what is at the right of the back's foot; one without height is no box.
    fn above(&self, below: Area, (width, height): Point) -> Area {
        let top = below.top - if height > 0.0 { height + 1.4 * self.unit } else { 0.0 };
        Area { left: below.right() - width, top, width, height }
    }

    /// The box of the logo on the back. The text of the back ends above it, or above the code, or the barcode.
    pub(super) fn back_logo_box(&self) -> Area {
        let size = self.logo_size((self.barcode_place().width, HIGH * self.unit));
        self.above(self.qr_box(), size)
    }

    /// The white box of the QR code on the back, with a line below it.
    fn qr_box(&self) -> Area {
        let side = self.volume.setup.imprint.qr.as_ref().map_or(0.0, |qr| qr.side(QR));
        let line = if side > 0.0 { 2.0 * self.points(QR_LINE) } else { 0.0 };
        self.above(self.barcode_place(), (side, side + line))
    }

    /// Draws the QR code, and its address as wide as the barcode is, or at least the host.
    pub(super) fn qr(&mut self) -> CoverResult<()> {
        let Some(qr) = &self.volume.setup.imprint.qr else { return Ok(()) };
        let (area, barcode) = (self.qr_box(), self.barcode_place());
        let style = self.style(self.volume.setup.words().regular, QR_LINE);
        let most = barcode.width - 2.0 * style.size;
        let line = qr.line(|line| style.width(line) <= most);
        let style = self.fitted("host of the QR code", style, line, most)?;
        let plate = Area { top: area.top, height: area.height, ..barcode };
        let middle = plate.left + plate.width / 2.0;
        let code = qr.mark((middle - area.width / 2.0, area.top), area.width);
        self.marks.push(plate.filled(Colour::WHITE));
        self.marks.push(code);
        let at = (middle, area.bottom() - style.size);
        draw::centred(&mut self.marks, at, style, line);
        Ok(())
    }

    pub(super) fn back_logo(&mut self) {
        let area = self.back_logo_box();
        self.draw_logo((area.left, area.top), (area.width, area.height));
    }

    /// Draws the logo: in the colour of the text if it has one colour, and else as it is, on a white plate.
    fn draw_logo(&mut self, (left, top): Point, (width, height): Point) {
        let Some(logo) = self.volume.setup.imprint.logo.clone().filter(|_| width > 0.0) else {
            return;
        };
        let text = self.colours.text();
        if logo.is_plain() {
            self.marks.extend(logo.marks((left, top), width, |_| text));
            return;
        }
        let edge = 0.06 * width.min(height);
        if self.colours.ground != Colour::WHITE {
            self.rounded(Colour::WHITE, (left, top), (width, height), edge);
        }
        let (wide, high) = (width - 2.0 * edge, height - 2.0 * edge);
        let scale = (wide / width).min(high / height);
        let corner = (left + (width - width * scale) / 2.0, top + (height - height * scale) / 2.0);
        let marks = self.printable(&logo).marks(corner, width * scale, |rgb| self.drawn(rgb));
        self.marks.extend(marks);
    }

    /// The logo in the colours that this cover may have.
    fn printable(&self, logo: &Logo) -> Logo {
        let inks = colours::inks(self.volume, &self.sheet)[0];
        match (logo.picture(), self.palette.is_coloured()) {
            (Some(_), false) => logo.in_grey(),
            (Some(picture), true) if inks == Inks::Cmyk && picture.space() == Space::Rgb => {
                let terms = self.volume.terms.as_ref();
                let most = terms.and_then(|terms| terms.rules().ink.max_total);
                let four = picture.in_four_inks(most.unwrap_or(colours::MAX_INK));
                four.map_or_else(|| logo.clone(), |four| logo.with(four))
            }
            _ => logo.clone(),
        }
    }
}
