//! The front *digit*: the number of the volume or the year, as large as the front permits.

use super::heading::HEADING;
use super::{CountStyle, Cover, CoverResult, PathEl};
use crate::book::model::volume::Volume;
use crate::text::problem::{Problem, clause, setting};

/// Returns the number that this front shows: the year of a book with dates, or the number of the
/// volume.
pub(crate) fn large_number(volume: &Volume) -> Option<String> {
    let year = volume.dates.date(0).map(|date| date.year().to_string());
    year.or_else(|| volume.numbering.printed_volume.map(|number| number.to_string()))
}

impl Cover<'_> {
    /// Draws the front.
    ///
    /// # Errors
    /// [`Problem`] if there is no number to show.
    pub(super) fn draw_digit(&mut self) -> CoverResult<()> {
        let number = large_number(self.volume).ok_or_else(|| {
            let wanted = clause!(
                "a book with the number of a volume ({}) or with dates ({})",
                setting("volume-number"),
                setting("first-day"),
            );
            let pencil = clause!("use {}", setting("cover-design").to("pencil"));
            Problem::expected(wanted, "neither").at("front digit").remedy(pencil)
        })?;
        self.draw_foot_band()?;
        let height = (0.52 * self.front.height).max(HEADING * self.pixel());
        let room = self.heading_room(self.above_foot(6.0), (height, 9.0), CountStyle::Beside)?;
        let display = self.display().first();
        let mut shape: Vec<PathEl> = Vec::new();
        let mut pen = 0.0;
        for character in number.chars() {
            let steps = display.steps(character, 1.0).unwrap_or_default();
            shape.extend(steps.into_iter().map(|step| step.translated((pen, 0.0))));
            pen += display.advance(character) - 0.02;
        }
        let x = shape.iter().flat_map(|step| step.points().iter().map(|point| point.0));
        let (low, far) = x.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let cap = display.cap_height();
        let size = (room.height / cap).min(room.width / (far - low).max(0.01));
        let left = room.right() - (far - low) * size;
        let baseline = room.bottom() - (room.height - cap * size) * 0.5;
        let to = |(x, y): (f64, f64)| (left + (x - low) * size, baseline + y * size);
        let colours = self.colours;
        let colour = colours.large_shape(&[colours.accent, colours.deep]);
        self.fill(colour, shape.into_iter().map(|step| step.map_points(to)).collect());
        Ok(())
    }
}
