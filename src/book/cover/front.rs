//! The front of a cover: the heading, what the design shows, the author.

use super::shapes::{TILE, tile};
use super::{Area, Cover, Tones, large, on_paper};
use crate::book::draw::{self, TextStyle};
use crate::book::error::CoverError;
use crate::book::look::CoverDesign;
use crate::book::page::{Mark, Stamp};
use crate::book::picture::Picture;
use crate::book::typesetting::FaceChain;
use crate::sudoku::grid::Cell;
use std::sync::Arc;

/// Line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.08;
/// Maximum and minimum type size of the title, in units.
const TITLE: (f64, f64) = (5.8, 1.5);
/// Where the band of a front ends, as a fraction of the height.
const BAND: f64 = 0.62;

/// Lines in a style.
type Lines = (Vec<String>, TextStyle);

impl Cover<'_> {
    /// The side of the puzzle on the front.
    pub(super) fn front_side(&self) -> f64 {
        let (live, face) = (self.live, self.face);
        // Pages that are nearly square need more of their height for the heading.
        let share = if face.width > 0.85 * face.height { 0.5 } else { 0.56 };
        match (self.design, self.is_wide) {
            (CoverDesign::Puzzle, true) => {
                (live.height - 3.0 * self.unit).min(0.47 * face.width) * 0.96
            }
            (CoverDesign::Puzzle, false) => live.width.min(0.45 * face.height) * 0.96,
            (_, true) => live.height.min(0.48 * face.width),
            (_, false) => live.width.min(share * face.height),
        }
    }

    /// The area that a picture fills: the front and its bleed.
    pub(super) fn picture_area(&self) -> Area {
        let left = if self.sheet.spine.is_some() { self.face.left } else { 0.0 };
        let (width, height) = (self.sheet.width() - left, self.sheet.height());
        Area { left, top: 0.0, width, height }
    }

    pub(super) fn front(&mut self) -> Result<(), CoverError> {
        match (self.picture.clone(), self.design) {
            (Some(picture), _) => self.picture_front(picture),
            (None, CoverDesign::Tiles) => self.tiles_front(),
            (None, CoverDesign::Puzzle) => self.puzzle_front(),
            (None, CoverDesign::Digit) => self.digit_front(),
        }
    }

    /// The height that the author takes at the foot, with the space above.
    fn author_room(&self) -> f64 {
        if self.volume.author().is_some() { 3.2 * self.unit } else { 0.0 }
    }

    fn tiles_front(&mut self) -> Result<(), CoverError> {
        let (live, side, below) = (self.live, self.front_side(), self.author_room());
        let (corner, heading) = match self.is_wide {
            true => {
                let corner = (live.right() - side, live.top + (live.height - side) / 2.0);
                let width = live.width - side - 2.5 * self.unit;
                (corner, Area { width, height: live.height - below, ..live })
            }
            false => {
                let top = live.bottom() - below - side;
                let left = live.left + (live.width - side) / 2.0;
                let height = top - 1.8 * self.unit - live.top;
                ((left, top), Area { left, top: live.top, width: side, height })
            }
        };
        self.heading(heading, false)?;
        let colours = [self.colours.accent, self.colours.shade];
        self.tiles(corner, side, self.shown[0], colours);
        self.author(heading, self.tones)
    }

    fn puzzle_front(&mut self) -> Result<(), CoverError> {
        let (live, face, unit) = (self.live, self.face, self.unit);
        let band = face.top + BAND * face.height;
        self.band_tiles();
        let whole = self.picture_area();
        // Further than the sheet, so that no hair of a tile shows at its edge.
        let (width, height) = (whole.width + 1.0, self.sheet.height() - band);
        let pale = Area { top: band, width, height, ..whole };
        self.marks.push(pale.filled(self.colours.paper));
        let (side, pad) = (self.grid.outer(), self.grid.pad());
        let left = live.right() - side - pad;
        let (top, heading) = match self.is_wide {
            true => {
                let top = live.top + (live.height - side - 2.2 * unit) / 2.0;
                let width = left - pad - 2.2 * unit - live.left;
                (top, Area { width, height: band - unit - live.top, ..live })
            }
            false => {
                let top = face.top + 0.765 * face.height - side - pad;
                (top, Area { height: top - pad - 1.4 * unit - live.top, ..live })
            }
        };
        self.heading(heading, false)?;
        self.card((left, top), (self.grid, Stamp::CoverGrid), self.shown[0]);
        let paper = on_paper(&self.colours);
        let caption = (left + side, top + side + pad + 1.9 * unit);
        let dark = self.level_of(caption, self.shown[0], side);
        self.tone(paper.text, dark);
        // Below the card, or, if that is larger, beside it.
        let badge = |below: f64, width: f64| {
            let room = live.bottom() - self.author_room() - below - unit;
            let side = room.min(width).min(6.8 * unit);
            let top = below + unit + if side < width { (room - side) / 2.0 } else { 0.0 };
            Area { left: live.left, top, width: side, height: side }
        };
        let beside = badge(band, left - pad - unit - live.left);
        let below = badge(top + side + pad, live.width / 2.0);
        let is_beside = self.is_wide || beside.width > below.width;
        self.badge(if is_beside { beside } else { below });
        self.author(heading, paper)
    }

    /// Large pale tiles behind the band. Those at the edges are cut in the middle.
    fn band_tiles(&mut self) {
        let face = self.face;
        let place = face.width / if self.is_wide { 7.0 } else { 5.0 };
        let columns = ((face.width / place).round() as usize).saturating_sub(1);
        let givens = self.volume.puzzles[self.shown[1]].givens();
        let mut steps = Vec::new();
        for cell in Cell::ALL.into_iter().filter(|&cell| givens[cell].is_some()) {
            let (column, row) = (cell.column(), cell.row());
            let (x, y) = (face.right() - column as f64 * place, face.top + row as f64 * place);
            let above = y - TILE.0 * place / 2.0 < face.top + BAND * face.height;
            if column <= columns && above {
                tile(&mut steps, (x, y), place);
            }
        }
        self.shape(self.colours.shade, steps);
    }

    fn digit_front(&mut self) -> Result<(), CoverError> {
        let (live, face, unit) = (self.live, self.face, self.unit);
        let digit = self.title_faces().first();
        let bottom = if self.is_wide { live.bottom() } else { live.bottom() - self.author_room() };
        let share = if self.is_wide { (0.82, 0.5) } else { (0.56, 0.86) };
        let high = (share.0 * face.height).min(bottom - live.top);
        let outline = |size: f64| digit.steps(self.figure(), size).unwrap_or_default();
        let shape = outline(1.0);
        let x = shape.iter().flat_map(|step| step.points().iter().map(|point| point.0));
        let (low, far) = x.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let size = (high / digit.cap_height()).min(share.1 * face.width / (far - low));
        // Cut a little behind the trim, so that it is cut on every copy.
        let right = self.sheet.width() + 0.03 * face.width;
        let origin = (right - far * size, bottom);
        let steps = outline(size).into_iter().map(|step| step.moved(origin)).collect();
        self.shape(self.colours.figure, steps);
        let heading = match self.is_wide {
            true => {
                let width = origin.0 + low * size - unit - live.left;
                Area { width, height: live.height - self.author_room(), ..live }
            }
            false => Area { height: bottom - size * digit.cap_height() - unit - live.top, ..live },
        };
        self.heading(heading, true)?;
        self.author(heading, self.tones)
    }

    /// The picture, with the heading and the author on panels.
    fn picture_front(&mut self, picture: Arc<Picture>) -> Result<(), CoverError> {
        let (live, unit, whole) = (self.live, self.unit, self.picture_area());
        let (corner, size) = ((whole.left, whole.top), (whole.width, whole.height));
        self.marks.push(Mark::Picture { corner, size, picture });
        let height = if self.is_wide { 0.5 } else { 0.36 } * live.height;
        let panels = self.marks.len();
        let bottom = self.heading(Area { height, ..live }, false)?;
        let panel = |top: f64, bottom: f64| {
            Area { top, height: bottom - top, ..whole }.filled(self.colours.ground)
        };
        let foot = panel(self.foot() - 2.6 * unit, whole.height);
        let foot = self.volume.author().map(|_| foot);
        let head = panel(0.0, bottom + 1.6 * unit);
        self.marks.splice(panels..panels, [head].into_iter().chain(foot));
        self.author(live, self.tones)
    }

    /// The author at the foot, as wide as an area.
    fn author(&mut self, area: Area, tones: Tones) -> Result<(), CoverError> {
        if let Some(author) = self.volume.author() {
            let style = self.style(self.volume.words().regular, 1.5);
            let style = self.fitted("author", style, author, area.width)?;
            let mut text = Vec::new();
            draw::left(&mut text, (area.left, self.foot()), style, author.to_owned());
            self.tone(tones.text, text);
        }
        Ok(())
    }

    /// The series and the number of the volume, the title in the largest size that needs at most four lines, the subtitle
    /// and the line of levels, from the top of an area. Returns where they end.
    fn heading(&mut self, area: Area, ruled: bool) -> Result<f64, CoverError> {
        let (volume, words, unit) = (self.volume, self.volume.words(), self.unit);
        let series = match volume.series() == Some(volume.title.as_str()) {
            true => volume.numbered().map(|number| volume.language.volume(number)),
            false => volume.series_line(),
        };
        let width = area.width;
        let series = series.map(|text| self.small("series", text, (words.strong, 1.2), width));
        let series = series.transpose()?;
        let subtitle = self.small("subtitle", volume.subtitle(), (words.italic, 1.75), width)?;
        let levels = volume.language.levels_line(&self.levels);
        let levels = self.small("line of levels", levels, (words.regular, 1.1), width)?;
        let high = |(lines, style): &Lines| lines.len() as f64 * style.size * 1.3;
        let above = series.as_ref().map_or(0.0, |series| high(series) + 0.3 * unit);
        let rule = if ruled { 1.5 * unit } else { 0.0 };
        let below = high(&subtitle) + high(&levels) + rule + 0.9 * unit;
        let (lines, style) = self.title(Area { height: area.height - above - below, ..area })?;

        let [mut text, mut soft] = [Vec::new(), Vec::new()];
        let mut y = area.top;
        let put = |marks: &mut Vec<Mark>, (lines, style): Lines, y: &mut f64| {
            for line in lines {
                draw::left(marks, (area.left, *y + 0.95 * style.size), style, line);
                *y += 1.3 * style.size;
            }
        };
        if let Some(series) = series {
            put(&mut soft, series, &mut y);
            y += 0.3 * unit;
        }
        y += style.faces.ink(&lines[0]).1 * style.size;
        for (i, line) in lines.into_iter().enumerate() {
            y += if i > 0 { style.size * TITLE_LEADING } else { 0.0 };
            draw::left(&mut text, (area.left, y), style, line);
        }
        y += 0.24 * style.size + 0.3 * unit;
        put(&mut soft, subtitle, &mut y);
        if ruled {
            y += 0.7 * unit;
            let to = (area.left + 4.0 * unit, y);
            text.push(Mark::Line { from: (area.left, y), to, width: 0.11 * unit });
            y += 0.8 * unit;
        }
        y += 0.6 * unit;
        put(&mut text, levels, &mut y);
        self.tone(self.tones.text, text);
        self.tone(self.tones.soft, soft);
        Ok(y)
    }

    /// The lines of a small text, at most two, in a size in which all of them fit.
    fn small(
        &self,
        what: &'static str,
        text: String,
        (faces, units): (FaceChain, f64),
        width: f64,
    ) -> Result<Lines, CoverError> {
        let style = self.style(faces, units);
        let lines = faces.wrap_evenly(&text, style.size, width);
        let lines = if lines.len() <= 2 { lines } else { vec![text] };
        let mut fitted = style;
        for line in &lines {
            fitted.size = fitted.size.min(self.fitted(what, style, line, width)?.size);
        }
        Ok((lines, fitted))
    }

    /// The lines of the title, and the largest size in which they fit an area.
    fn title(&self, area: Area) -> Result<Lines, CoverError> {
        let (faces, title) = (self.title_faces(), &self.volume.title);
        let mut style = TextStyle::new(faces, TITLE.0 * self.unit);
        while style.size >= self.points(TITLE.1) {
            let lines = faces.wrap_evenly(title, style.size, area.width);
            let leading = (lines.len() - 1) as f64 * TITLE_LEADING;
            let over = lines.first().map_or(0.0, |line| faces.ink(line).1);
            let wide = lines.iter().any(|line| style.width(line) > area.width);
            let high = (over + leading + 0.24) * style.size;
            if lines.len() <= 4 && !wide && high <= area.height {
                return Ok((lines, style));
            }
            style.size *= 0.97;
        }
        Err(large("title", title, "long", "the front", "a shorter title"))
    }
}
