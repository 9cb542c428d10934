//! The places of a cover that the window marks: the trim, the folds, the place of the barcode, and
//! the words and drawings that a field of the form changes.

use book::Volume;
use cover::Cover;
use page::{Area, DrawOp, FlatMark};
use serde_json::{Value, json};

/// The height of letters above their baseline and the depth below it, in type sizes.
const ABOVE: f64 = 0.8;
const BELOW: f64 = 0.25;

/// A place of a cover: its kind, the setting to which it leads, and its area in points from the top
/// left corner of the sheet.
struct CoverPlace {
    kind: &'static str,
    setting: Option<&'static str>,
    area: Area,
}

/// The cover of a volume, whose places are looked for.
pub(super) struct CoverPlaces<'a> {
    pub cover: &'a Cover<'a>,
    pub volume: &'a Volume,
    /// The text of the user on the back; `None` for a promise.
    pub back: Option<&'a str>,
}

impl CoverPlaces<'_> {
    /// Returns the ratio of the width of the picture to its height, and the places, each with its
    /// left, top, width and height as shares of the picture. A later place lies above an earlier
    /// one.
    pub fn json(&self) -> Value {
        let (width, height) = self.cover.size();
        let share = |CoverPlace { kind, setting, area }: CoverPlace| {
            json!({
                "kind": kind,
                "setting": setting,
                "place": [
                    area.left / width, area.top / height, area.width / width, area.height / height
                ],
            })
        };
        let places: Vec<_> = self.places().into_iter().map(share).collect();
        json!({ "ratio": width / height, "places": places })
    }

    fn places(&self) -> Vec<CoverPlace> {
        let (width, height) = self.cover.size();
        let (sheet, bleed) = (self.cover.sheet(), self.cover.bleed());
        let whole = Area { left: 0.0, top: 0.0, width, height };
        let trim = whole.inside(bleed);
        let front = Area { left: trim.right() - sheet.trim.0, width: sheet.trim.0, ..trim };
        let mut places = vec![CoverPlace::drawn("cover-design", front)];
        let titles = &self.volume.titles;
        let words = [
            ("title", &*titles.title),
            ("title", &*titles.spine),
            ("subtitle", &*titles.subtitle),
            ("series", titles.series_line.as_deref().unwrap_or_default()),
            ("author", self.volume.author().unwrap_or_default()),
        ];
        let page = self.cover.page();
        let marks = FlatMark::all(&page.marks);
        let lines: Vec<_> = marks.iter().filter_map(WrittenLine::of_mark).collect();
        let mut areas = vec![front];
        if sheet.spine().is_some() {
            let back = Area { left: bleed, ..front };
            let spine = Area { left: back.right(), width: front.left - back.right(), ..trim };
            areas.push(spine);
            places.push(CoverPlace::drawn("back-design", back));
            let promise = self.volume.promise();
            places.extend(CoverPlace::written("back", self.back.unwrap_or(&promise), &lines, back));
            let barcode = self.cover.barcode_place();
            let is_printed = self.volume.isbn().is_some() && sheet.has_barcode();
            let kind = if is_printed { "written" } else { "barcode" };
            places.push(CoverPlace { kind, setting: Some("isbn"), area: barcode });
            let fold = Area { top: 0.0, height, ..spine };
            places.push(CoverPlace { kind: "fold", setting: None, area: fold });
        }
        for area in areas {
            for (setting, text) in words {
                places.extend(CoverPlace::written(setting, text, &lines, area));
            }
        }
        places.push(CoverPlace { kind: "trim", setting: None, area: trim });
        places
    }
}

impl CoverPlace {
    /// Returns the place of a drawing.
    fn drawn(setting: &'static str, area: Area) -> Self {
        Self { kind: "drawn", setting: Some(setting), area }
    }

    /// Returns the place of a text in an area: the first lines, one after the other, that together
    /// have its letters. `None` if there are none.
    fn written(
        setting: &'static str,
        text: &str,
        lines: &[WrittenLine],
        area: Area,
    ) -> Option<Self> {
        let is_inside = |line: &&WrittenLine| {
            area.holds((line.area.middle(), line.area.top + line.area.height / 2.0))
        };
        let lines: Vec<&WrittenLine> = lines.iter().filter(is_inside).collect();
        let wanted = letters(text);
        let found = (0..lines.len()).find_map(|first| {
            let mut rest = &*wanted;
            let of_text = lines[first..].iter().take_while(|line| {
                let after = rest.strip_prefix(&*line.letters).filter(|_| !rest.is_empty());
                rest = after.unwrap_or(rest);
                after.is_some()
            });
            let count = of_text.count();
            (rest.is_empty() && count > 0).then_some(first..first + count)
        })?;
        let places = lines[found].iter().map(|line| line.area);
        let area = places.reduce(joined)?;
        Some(Self { kind: "written", setting: Some(setting), area })
    }
}

/// Returns the letters and digits of a text, without the signs that typesetting changes.
fn letters(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A line of text on a cover.
struct WrittenLine {
    letters: String,
    area: Area,
}

impl WrittenLine {
    /// Reads a line, which may be turned; `None` for another mark.
    fn of_mark(mark: &FlatMark<'_>) -> Option<Self> {
        let DrawOp::Text { at: (x, y), face, size, text } = mark.op else { return None };
        let width: f64 = text.chars().map(|sign| face.advance(sign) * size).sum();
        let (left, top) = mark.at((*x, y - ABOVE * size));
        let (right, bottom) = mark.at((x + width, y + BELOW * size));
        let area = Area {
            left: left.min(right),
            top: top.min(bottom),
            width: (right - left).abs(),
            height: (bottom - top).abs(),
        };
        Some(Self { letters: letters(text), area })
    }
}

/// Returns the smallest area with both areas.
fn joined(one: Area, other: Area) -> Area {
    let (left, top) = (one.left.min(other.left), one.top.min(other.top));
    let width = one.right().max(other.right()) - left;
    let height = one.bottom().max(other.bottom()) - top;
    Area { left, top, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: Area = Area { left: 0.0, top: 0.0, width: 400.0, height: 300.0 };

    fn line(left: f64, top: f64, text: &str) -> WrittenLine {
        let area = Area { left, top, width: 100.0, height: 10.0 };
        WrittenLine { letters: letters(text), area }
    }

    #[test]
    fn text_of_several_lines_is_one_place() {
        let lines = [
            line(10.0, 20.0, "100"),
            line(50.0, 100.0, "The Quiet"),
            line(60.0, 112.0, "After-"),
            line(50.0, 124.0, "noon"),
            line(50.0, 200.0, "Quiet"),
        ];
        let find = |text, area| CoverPlace::written("title", text, &lines, area);
        let place = find("The *Quiet* Afternoon!", SHEET).unwrap().area;
        assert_eq!(
            (place.left, place.top, place.right(), place.bottom()),
            (50.0, 100.0, 160.0, 134.0)
        );
        assert!(find("Quiet Hours", SHEET).is_none());
        assert!(find("", SHEET).is_none());
        assert!(find("The Quiet Afternoon", Area { top: 150.0, ..SHEET }).is_none());
    }
}
