//! The puzzles of a page of a preview: their places, what the window says about them, and their
//! solutions as pictures.

use book::{Layout, PlacedPuzzle, PrintedPuzzle};
use page::DrawOp;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The colour of the signs that solve a puzzle, on white paper in a light and in a dark window.
const SOLUTION_COLOUR: &str = "#0b6f66";

/// A page of a volume.
#[derive(Clone, Copy)]
pub(super) struct VolumePage<'a> {
    pub layout: &'a Layout,
    /// The volume, counted from 0.
    pub volume: usize,
    /// The page of the volume, counted from 0.
    pub page: usize,
    /// The width and the height of its picture, in points.
    pub size: [f64; 2],
}

impl VolumePage<'_> {
    /// Returns the puzzles, each with its place as shares of the picture. `versions` is the number
    /// of versions of each puzzle. An identifier is that by which `another` orders a puzzle.
    pub fn puzzles(self, versions: u64, makes_puzzles: bool) -> Value {
        let names = self.names(versions);
        let placed = self.placed();
        let [width, height] = self.size;
        let mut puzzles = Vec::new();
        for ((name, id), puzzle) in names.into_iter().zip(placed) {
            let PlacedPuzzle { area, rung, givens, minutes, .. } = puzzle;
            let level_count = rung.ladder().rungs_of_shape(rung.shape()).count();
            puzzles.push(json!({
                "name": name,
                "id": id.filter(|_| makes_puzzles),
                "place": [
                    area.left / width, area.top / height, area.width / width, area.height / height
                ],
                "level": rung.name(),
                "number": rung.number(),
                "of": level_count,
                "minutes": minutes.map(|range| [range.fewest, range.most]),
                "givens": givens,
            }));
        }
        puzzles.into()
    }

    /// Returns the solution of a puzzle, counted from 0 on the page, as an SVG file that covers the
    /// place of the puzzle.
    pub fn solution(self, puzzle: usize) -> Option<String> {
        let PlacedPuzzle { area, solution, .. } = self.placed().into_iter().nth(puzzle)?;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}\" height=\"{height:.2}\" \
             viewBox=\"{:.2} {:.2} {width:.2} {height:.2}\" fill=\"{SOLUTION_COLOUR}\">",
            area.left,
            area.top,
            width = area.width,
            height = area.height,
        );
        for mark in solution {
            let DrawOp::Text { at: (x, y), face, size, text } = mark else { continue };
            let path = text.chars().next().and_then(|sign| face.svg_path(sign, size));
            // Writing to a string never fails.
            let _ = write!(
                svg,
                "<path transform=\"translate({x:.2} {y:.2})\" d=\"{}\"/>",
                path.unwrap_or_default()
            );
        }
        Some(svg + "</svg>\n")
    }

    /// Returns the puzzles with their places in the picture, which has the bleed around the page.
    fn placed(self) -> Vec<PlacedPuzzle> {
        let volume = &self.layout.volumes[self.volume];
        let (inside, outside) = volume.bleed();
        let left = if self.page.is_multiple_of(2) { inside } else { outside };
        let mut placed = volume.placed_puzzles(self.page);
        for puzzle in &mut placed {
            puzzle.area.left += left;
            puzzle.area.top += outside;
            for mark in &mut puzzle.solution {
                if let DrawOp::Text { at, .. } = mark {
                    *at = (at.0 + left, at.1 + outside);
                }
            }
        }
        placed
    }

    /// Returns the printed number of each puzzle, or version and number such as `7/3`, and its
    /// identifier.
    fn names(self, versions: u64) -> Vec<(Value, Option<String>)> {
        let mut names = Vec::new();
        let mut known: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, volume) in self.layout.volumes[..=self.volume].iter().enumerate() {
            for PrintedPuzzle { number, id, page } in volume.printed_puzzles() {
                let version = known.entry(number).or_default();
                *version += 1;
                if (place, page) == (self.volume, self.page) {
                    let name = match versions {
                        1 => json!(number),
                        _ => json!(format!("{version}/{number}")),
                    };
                    names.push((name, id));
                }
            }
        }
        names
    }
}
