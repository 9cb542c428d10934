//! A page as its reader sees it: grids with number and references, the printed page number. Not
//! whether any of it is right.

use super::grids::{Lattice, lattices};
use super::marks::{Glyph, Marks, turned};
use super::text::{self, Words, words};
use crate::grid::{Cell, Digit, Grid};
use crate::print::pdf::{dictionary, entry};
use lopdf::{Dictionary, Document, Object};
use std::collections::BTreeMap;

/// The middle of a digit, above its baseline, as a part of its size.
const MIDDLE: f64 = 0.33;
/// Words belong to a grid if they are no further from it, in cells or in points.
const NEAR_CELLS: f64 = 1.6;
const NEAR_POINTS: f64 = 26.0;

/// What was found on a page.
#[derive(Clone, Debug)]
pub struct PageContents {
    /// Counted from 1, as a viewer counts.
    pub sheet: usize,
    /// The page number that the file tells the viewer, if it does.
    pub label: Option<String>,
    /// The page number that is printed on it, if one is.
    pub folio: Option<String>,
    /// Grids with what belongs to them, from the top.
    pub grids: Vec<PageGrid>,
    /// Pages that the page refers to beside its grids, such as those with the answers of all its
    /// puzzles: for each reference the numbers in it.
    pub references: Vec<Vec<u64>>,
    /// All words, line by line.
    pub lines: Vec<String>,
}

/// A grid on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageGrid {
    /// The digits in its cells.
    pub grid: Grid,
    /// A cell with something in it that is not one digit, and what.
    pub broken: Option<(Cell, String)>,
    /// The number above it; a grid without one is an illustration.
    pub number: Option<u64>,
    /// The pages that its caption and the line below it refer to.
    pub references: Vec<u64>,
}

impl PageGrid {
    /// Whether every cell has a digit, so that it is an answer and no puzzle.
    pub fn is_full(&self) -> bool {
        self.broken.is_none() && self.grid.empty().next().is_none()
    }
}

/// A grid with what is needed to find its words.
struct Placed {
    quarter: u8,
    /// As its reader sees it.
    lattice: Lattice,
    found: PageGrid,
    /// The nearest line of words above and below: how far, and which.
    above: Option<(f64, usize)>,
    below: Option<(f64, usize)>,
}

impl PageContents {
    pub(super) fn of(index: usize, label: Option<String>, marks: &Marks) -> Self {
        let mut grids: Vec<Placed> = lattices(&marks.segments)
            .into_iter()
            .map(|lattice| place(lattice, &marks.glyphs))
            .collect();
        let mut found = Self {
            sheet: index + 1,
            label,
            folio: None,
            grids: Vec::new(),
            references: Vec::new(),
            lines: Vec::new(),
        };
        for quarter in 0..4 {
            let outside: Vec<&Glyph> = marks
                .glyphs
                .iter()
                .filter(|glyph| glyph.quarter == quarter && !inside(glyph, &grids))
                .collect();
            let lines = words(&outside, quarter);
            let foot = if quarter == 0 {
                found.folio_of(&lines)
            } else {
                None
            };
            let taken = caption(&mut grids, quarter, &lines, foot);
            if quarter == 0 && found.folio.is_none() {
                found.head_of(&lines, &taken);
            }
            for (i, line) in lines.iter().enumerate() {
                for (words, taken) in line.iter().zip(&taken[i]) {
                    if !taken {
                        found.references.extend(text::references(&words.text));
                    }
                }
                let texts: Vec<_> = line.iter().map(|w| w.text.as_str()).collect();
                found.lines.push(texts.join("\t"));
            }
        }
        found.grids = grids.into_iter().map(|placed| placed.found).collect();
        found
    }

    /// The page number in the last line, at one of its ends; and which line that is.
    fn folio_of(&mut self, lines: &[Vec<Words>]) -> Option<usize> {
        let last = lines.last()?;
        self.folio = folio(last);
        self.folio.is_some().then(|| lines.len() - 1)
    }

    /// The page number in the first line, unless it is a caption.
    fn head_of(&mut self, lines: &[Vec<Words>], taken: &[Vec<bool>]) {
        if let Some((first, taken)) = lines.first().zip(taken.first())
            && !taken.contains(&true)
        {
            self.folio = folio(first);
        }
    }
}

fn folio(line: &[Words]) -> Option<String> {
    let ends = [line.last()?, line.first()?];
    let page = |words: &&&Words| text::number(&words.text).is_some() || text::roman(&words.text);
    let words = ends.iter().find(page)?;
    Some(words.text.trim().to_owned())
}

/// The middle of a glyph, as its reader sees it.
fn middle(glyph: &Glyph) -> (f64, f64) {
    let (x, y) = turned(glyph.at, glyph.quarter);
    (x + glyph.advance / 2.0, y + MIDDLE * glyph.size)
}

fn inside(glyph: &Glyph, grids: &[Placed]) -> bool {
    let mut own = grids.iter().filter(|g| g.quarter == glyph.quarter);
    own.any(|g| g.lattice.cell_at(middle(glyph)).is_some())
}

/// Reads the cells of a grid, in the direction in which most of its digits are written.
fn place(lattice: Lattice, glyphs: &[Glyph]) -> Placed {
    let mut inside: [Vec<(usize, char)>; 4] = Default::default();
    let seen = [0, 1, 2, 3].map(|quarter| lattice.turned(quarter));
    for glyph in glyphs {
        let quarter = usize::from(glyph.quarter & 3);
        if let Some(cell) = seen[quarter].cell_at(middle(glyph)) {
            inside[quarter].push((cell, glyph.character));
        }
    }
    let quarter = (0..4).rev().max_by_key(|&q| inside[q].len()).unwrap_or(0);
    let mut grid = Grid::EMPTY;
    let mut texts: [String; 81] = std::array::from_fn(|_| String::new());
    for &(cell, character) in &inside[quarter] {
        // Dots and strokes are marks for the pencil, not digits.
        if character.is_alphanumeric() || character == char::REPLACEMENT_CHARACTER {
            texts[cell].push(character);
        }
    }
    let mut broken = None;
    for (&cell, text) in Cell::ALL.iter().zip(&texts) {
        match text.as_bytes() {
            [] => {}
            [digit @ b'1'..=b'9'] => grid[cell] = Digit::new(digit - b'0'),
            _ if broken.is_none() => broken = Some((cell, text.clone())),
            _ => {}
        }
    }
    Placed {
        quarter: quarter as u8,
        lattice: seen[quarter],
        found: PageGrid {
            grid,
            broken,
            number: None,
            references: Vec::new(),
        },
        above: None,
        below: None,
    }
}

/// Gives each grid the words of the nearest line above it and of the nearest below. Answers which
/// words were given.
fn caption(
    grids: &mut [Placed],
    quarter: u8,
    lines: &[Vec<Words>],
    foot: Option<usize>,
) -> Vec<Vec<bool>> {
    // Of each word: the grid that it is nearest to, whether it stands above, and how far.
    let mut nearest: Vec<Vec<Option<(usize, bool, f64)>>> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let near = |words: &Words| {
            let places = grids
                .iter()
                .enumerate()
                .filter(|(_, g)| g.quarter == quarter);
            let distances = places.filter_map(|(g, placed)| {
                let (xs, ys) = (&placed.lattice.xs, &placed.lattice.ys);
                let cell = placed.lattice.cell();
                let slack = 0.5 * cell;
                if words.left < xs[0] - slack || words.right > xs[9] + slack {
                    return None;
                }
                let most = (NEAR_CELLS * cell).max(NEAR_POINTS);
                let (up, down) = (words.y - ys[9], ys[0] - words.y);
                let (above, far) = if up > down { (true, up) } else { (false, down) };
                (far < most).then_some((g, above, far))
            });
            distances.min_by(|a, b| a.2.total_cmp(&b.2))
        };
        nearest.push(match foot == Some(i) {
            true => vec![None; line.len()],
            false => line.iter().map(near).collect(),
        });
    }
    for (i, line) in nearest.iter().enumerate() {
        for &(g, above, far) in line.iter().flatten() {
            let side = match above {
                true => &mut grids[g].above,
                false => &mut grids[g].below,
            };
            if side.is_none_or(|(before, _)| far < before) {
                *side = Some((far, i));
            }
        }
    }
    let mut taken: Vec<Vec<bool>> = lines.iter().map(|line| vec![false; line.len()]).collect();
    for (i, line) in nearest.iter().enumerate() {
        for (w, near) in line.iter().enumerate() {
            let &Some((g, above, _)) = near else { continue };
            let placed = &mut grids[g];
            let side = if above { placed.above } else { placed.below };
            if side.is_none_or(|(_, nearest)| nearest != i) {
                continue;
            }
            let text = &lines[i][w].text;
            let found = &mut placed.found;
            match text::number(text) {
                Some(number) if above && found.number.is_none() => found.number = Some(number),
                _ => {
                    let pages = text::references(text);
                    found.references.extend(pages.into_iter().flatten());
                }
            }
            taken[i][w] = true;
        }
    }
    taken
}

/// The page numbers that the file tells a viewer.
pub(super) fn labels(document: &Document, pages: usize) -> Vec<Option<String>> {
    let mut ranges: BTreeMap<usize, &Dictionary> = BTreeMap::new();
    let nums = document
        .catalog()
        .ok()
        .and_then(|catalog| dictionary(document, catalog, b"PageLabels"))
        .and_then(|labels| entry(document, labels, b"Nums")?.as_array().ok());
    for pair in nums.map_or(&[][..], |n| n).chunks_exact(2) {
        let first = pair[0].as_i64().ok().and_then(|n| usize::try_from(n).ok());
        let style = document.dereference(&pair[1]).ok();
        let style = style.and_then(|(_, o)| o.as_dict().ok());
        ranges.extend(first.zip(style));
    }
    let label = |page: usize| {
        let (first, style) = ranges.range(..=page).next_back()?;
        let start = style.get(b"St").and_then(Object::as_i64).unwrap_or(1);
        let number = usize::try_from(start).ok()?.checked_add(page - first)?;
        let prefix = style.get(b"P").and_then(Object::as_str).unwrap_or(b"");
        let number = match style.get(b"S").and_then(Object::as_name).ok()? {
            b"D" => number.to_string(),
            b"r" => roman(number)?,
            _ => return None,
        };
        Some(String::from_utf8_lossy(prefix).into_owned() + &number)
    };
    (0..pages).map(label).collect()
}

/// A number as the front matter has it; it has no more than some dozens of pages.
fn roman(number: usize) -> Option<String> {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    const TENS: [&str; 10] = ["", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc"];
    let (tens, ones) = (TENS.get(number / 10)?, ONES.get(number % 10)?);
    Some(format!("{tens}{ones}"))
}
