//! Reads the contents of a page as a reader sees them: numbered grids and the printed page number.
//! Whether they are right is checked elsewhere.

use super::grids::Lattice;
use super::marks::{PageLetter, turned};
use super::text::{self, WordGroup, words};
use book::PuzzleSymbols;
use grid::{AnyGrid, GridShape};
use lopdf::{Document, ObjectId};
use pdf_reader::{Dict, PdfPoint, Rect};
use std::ops::Range;
use std::sync::Arc;

/// The height of a digit's centre above the baseline, relative to its size.
const DIGIT_CENTRE_EMS: f64 = 0.33;
/// The maximum distance of a caption from its grid: in cells, or in points if that is more.
const MAX_CAPTION_CELLS: f64 = 1.6;
const MAX_CAPTION_PTS: f64 = 26.0;

/// The contents of a page.
#[derive(Clone, Debug)]
pub struct PageContents {
    /// The index of the page, counted from 1 as viewers do.
    pub sheet: usize,
    /// The printed page number, if there is one.
    pub folio: Option<String>,
    /// The grids with their numbers, from the top.
    pub grids: Vec<PageGrid>,
    /// The box of each of these grids on the page: left, bottom, right, top in points.
    pub places: Vec<[f64; 4]>,
    /// The text outside of grids, line by line.
    pub lines: Vec<String>,
    /// The kinds of annotations that may cover the page, such as notes and shapes, without links.
    pub annotations: Vec<String>,
    /// The rotation of the page in clockwise quarter turns.
    pub turned: u8,
}

/// The properties of a page that are not part of its content.
pub(super) struct PageInfo {
    annotations: Vec<String>,
    turned: u8,
    /// The vertical range that contains no page number, in points.
    body: Range<f64>,
    symbols: Arc<[PuzzleSymbols]>,
}

/// A page number lies within this share of the page height from the top or the bottom. This
/// excludes titles such as 365.
const FOLIO_MARGIN: f64 = 0.12;

impl PageInfo {
    /// Reads the properties of a page.
    pub fn page(document: &Document, id: ObjectId, symbols: &Arc<[PuzzleSymbols]>) -> Self {
        let page = Dict::page(document, id);
        let degrees = page.inherited(b"Rotate").number(b"Rotate").unwrap_or(0.0);
        let annotations = page.dicts(b"Annots").take(1000);
        let kinds = annotations
            .map(|one| one.name(b"Subtype").unwrap_or(b"annotation"))
            .filter(|kind| kind != b"Link");
        let seen = visible_area(document, id);
        let margin = FOLIO_MARGIN * (seen.top - seen.bottom);
        Self {
            annotations: kinds.map(|kind| String::from_utf8_lossy(kind).into_owned()).collect(),
            turned: (degrees / 90.0).rem_euclid(4.0) as u8,
            body: seen.bottom + margin..seen.top - margin,
            symbols: symbols.clone(),
        }
    }
}

/// A grid on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageGrid {
    /// The digits in its cells.
    pub grid: AnyGrid,
    /// The first cell whose text is not a single digit, with this text.
    pub broken: Option<(usize, String)>,
    /// The signs that stand for digits in the file.
    pub symbols: Arc<[PuzzleSymbols]>,
    /// True if letters stand for its digits.
    pub has_letters: bool,
    /// The number above the grid. A grid without a number is an illustration.
    pub number: Option<u64>,
    /// The number in the heading, such as `Puzzle 7`, if no number stands alone above the grid.
    pub heading: Option<u64>,
    /// The other words above the grid, such as its level.
    pub caption: Vec<String>,
    /// The words of all lines close above the grid, from the top, without those of digits alone.
    pub above: Vec<String>,
    /// The direction of its digits in counterclockwise quarter turns.
    pub quarter: u8,
    /// Its lines, rotated so that its digits are upright.
    pub lattice: Lattice,
}

impl PageGrid {
    /// Returns the digit that a character in a cell stands for.
    pub fn digit(&self, character: char) -> Option<u8> {
        let shape = self.grid.shape();
        match character.to_digit(10) {
            Some(digit) => {
                Some(digit as u8).filter(|digit| (1..=shape.side() as u8).contains(digit))
            }
            None => PuzzleSymbols::digit(&self.symbols, character, shape),
        }
    }

    /// Returns true if every cell has a digit, which makes the grid an answer and not a puzzle.
    pub fn is_full(&self) -> bool {
        self.broken.is_none() && self.grid.is_full()
    }

    /// Returns true if these words name the grid by this number: alone, or as its heading.
    fn is_named(&self, words: &str, number: u64) -> bool {
        let is_alone = text::number(words) == Some(number) && self.number == Some(number);
        is_alone
            || self.heading == Some(number) && self.caption.iter().any(|caption| caption == words)
    }
}

/// A grid with its place on the page.
struct CaptionedGrid {
    at: Rect,
    found: PageGrid,
    /// The nearest lines of text above and below: distance and line index.
    above: Option<(f64, usize)>,
    below: Option<(f64, usize)>,
}

/// A letter with the centre of its ink, rotated so that it is upright.
struct CentredLetter<'a> {
    letter: &'a PageLetter,
    centre: PdfPoint,
    /// True if it stands in a cell of a grid of its direction.
    is_inside: bool,
}

impl<'a> CentredLetter<'a> {
    fn new(letter: &'a PageLetter) -> Self {
        let (x, y) = turned(letter.at, letter.quarter);
        let centre = (x + letter.advance / 2.0, y + DIGIT_CENTRE_EMS * letter.size);
        Self { letter, centre, is_inside: false }
    }
}

/// Returns the letters of a direction that stand in no grid of this direction.
fn letters_outside<'a>(letters: &[CentredLetter<'a>], quarter: u8) -> Vec<&'a PageLetter> {
    let outside = letters.iter().filter(|own| own.letter.quarter == quarter && !own.is_inside);
    outside.map(|own| own.letter).collect()
}

impl PageGrid {
    /// Fills the cells from letters with their cell indices.
    fn fill_cells(&mut self, inside: &[(usize, char)]) {
        let mut texts: [String; GridShape::MAX_CELLS] = std::array::from_fn(|_| String::new());
        let cells = self.grid.shape().cell_count();
        for &(cell, character) in inside {
            // Dots and strokes are pencil marks.
            let is_sign = character.is_alphanumeric() || self.digit(character).is_some();
            if is_sign || character == char::REPLACEMENT_CHARACTER {
                texts[cell].push(character);
            }
        }
        for (cell, text) in texts.into_iter().take(cells).enumerate() {
            let mut characters = text.chars();
            let digit = match (characters.next(), characters.next()) {
                (None, _) => continue,
                (Some(alone), None) => self.digit(alone),
                _ => None,
            };
            if digit.is_some() {
                self.has_letters |= text.starts_with(|c: char| c.is_ascii_uppercase());
                self.grid.set(cell, digit);
            } else if self.broken.is_none() {
                self.broken = Some((cell, text));
            }
        }
    }
}

impl PageContents {
    pub(super) fn from_marks(
        index: usize,
        info: PageInfo,
        letters: &[PageLetter],
        lattices: Vec<Lattice>,
    ) -> Self {
        let mut centred: Vec<_> = letters.iter().map(CentredLetter::new).collect();
        let mut grids = Vec::with_capacity(lattices.len());
        for lattice in lattices {
            grids.push(read_grid(lattice, &mut centred, &info.symbols));
        }
        let mut found = Self {
            sheet: index + 1,
            folio: None,
            grids: Vec::new(),
            places: grids.iter().map(|placed| placed.at.edges()).collect(),
            lines: Vec::new(),
            annotations: info.annotations,
            turned: info.turned,
        };
        for quarter in 0..4 {
            let mut lines = words(&letters_outside(&centred, quarter), quarter);
            if quarter == 0 {
                remove_step_labels(&grids, &mut lines);
            }
            let mut foot = None;
            if quarter == 0 && found.find_folio_at_foot(&lines, &info.body) {
                foot = lines.len().checked_sub(1);
            }
            let taken = assign_captions(&mut grids, quarter, &lines, foot);
            if quarter == 0 && found.folio.is_none() {
                found.find_folio_at_head(&lines, &taken, &info.body);
            }
            read_headings(&mut grids, quarter, &lines);
            for line in &lines {
                let texts: Vec<_> = line.iter().map(|w| w.text.as_str()).collect();
                found.lines.push(texts.join("\t"));
            }
        }
        found.grids = grids.into_iter().map(|placed| placed.found).collect();
        found
    }

    /// Returns the numbers in the text outside grids, without the page number and the numbers of
    /// grids.
    pub fn numbers_in_text(&self) -> impl Iterator<Item = u64> + '_ {
        let groups = self.lines.iter().flat_map(|line| line.split('\t'));
        let groups = groups.filter(|words| self.folio.as_deref() != Some(words.trim()));
        groups.flat_map(move |words| {
            text::all_numbers(words)
                .filter(move |number| !self.grids.iter().any(|grid| grid.is_named(words, *number)))
        })
    }

    /// Finds the page number at an end of the last line. Returns true if it is there.
    fn find_folio_at_foot(&mut self, lines: &[Vec<WordGroup>], body: &Range<f64>) -> bool {
        let Some(last) = lines.last() else { return false };
        // The last line of a page may be a caption, with its grid below it.
        let is_caption = self.places.iter().any(|place| last[0].y > place[3]);
        if !is_caption {
            self.folio = folio(last, body);
        }
        self.folio.is_some()
    }

    /// Finds the page number in the first line, unless that line is a caption.
    fn find_folio_at_head(
        &mut self,
        lines: &[Vec<WordGroup>],
        taken: &[Vec<bool>],
        body: &Range<f64>,
    ) {
        if let Some((first, taken)) = lines.first().zip(taken.first())
            && !taken.contains(&true)
        {
            self.folio = folio(first, body);
        }
    }
}

/// Finds the numbers in the headings of grids that have no number. They stand in the words above
/// the grid. If the page has a single grid, any line above it may name the puzzle.
fn read_headings(grids: &mut [CaptionedGrid], quarter: u8, lines: &[Vec<WordGroup>]) {
    let is_alone = grids.len() == 1;
    let own = grids.iter_mut().map(|placed| &mut placed.found);
    for grid in own.filter(|grid| grid.quarter == quarter && grid.number.is_none()) {
        grid.heading = grid.caption.iter().find_map(|caption| text::heading(caption));
        if grid.heading.is_none() && is_alone {
            let top = grid.lattice.top();
            let above = lines.iter().rev().flatten().filter(|words| words.y > top);
            grid.heading = { above }.find_map(|words| text::named_number(&words.text));
        }
    }
}

/// Names the digit of a cell in a message.
pub fn name_digit(digit: Option<u8>) -> String {
    match digit {
        Some(digit) => digit.to_string(),
        None => "no digit".to_owned(),
    }
}

fn folio(line: &[WordGroup], body: &Range<f64>) -> Option<String> {
    let ends = [line.last()?, line.first()?];
    if body.contains(&ends[0].y) {
        return None;
    }
    let words = ends.iter().find(|words| text::folio_value(&words.text).is_some())?;
    Some(words.text.trim().to_owned())
}

/// Reads the cells of a grid in the direction of most of its digits.
fn read_grid(
    lattice: Lattice,
    letters: &mut [CentredLetter],
    symbols: &Arc<[PuzzleSymbols]>,
) -> CaptionedGrid {
    let mut inside: [Vec<(usize, usize)>; 4] = Default::default();
    let at = lattice.bounds();
    let seen = [0, 1, 2, 3].map(|quarter| lattice.turned(quarter));
    for (index, CentredLetter { letter, centre, .. }) in letters.iter().enumerate() {
        let quarter = usize::from(letter.quarter & 3);
        if let Some(cell) = seen[quarter].cell_at(*centre) {
            inside[quarter].push((cell, index));
        }
    }
    let quarter = (0..4).rev().max_by_key(|&q| inside[q].len()).unwrap_or(0);
    let mut found = PageGrid {
        grid: AnyGrid::empty(lattice.shape),
        broken: None,
        symbols: symbols.clone(),
        has_letters: false,
        number: None,
        heading: None,
        caption: Vec::new(),
        above: Vec::new(),
        quarter: quarter as u8,
        lattice: seen[quarter],
    };
    let mut cells = Vec::with_capacity(inside[quarter].len());
    for &(cell, index) in &inside[quarter] {
        letters[index].is_inside = true;
        cells.push((cell, letters[index].letter.character));
    }
    found.fill_cells(&cells);
    CaptionedGrid { at, found, above: None, below: None }
}

/// Removes the row and column numbers of drawn steps from the words of the page. They are not
/// puzzle numbers.
fn remove_step_labels(grids: &[CaptionedGrid], lines: &mut Vec<Vec<WordGroup>>) {
    let upright = grids.iter().map(|placed| &placed.found).filter(|grid| grid.quarter == 0);
    for PageGrid { lattice, .. } in upright {
        if let Some(line) = lines.iter_mut().find(|line| has_column_numbers(line, lattice)) {
            line.retain(|words| !is_just_above(words, lattice));
            for line in lines.iter_mut() {
                line.retain(|words| !is_left_of(words, lattice));
            }
            lines.retain(|line| !line.is_empty());
        }
    }
}

fn has_column_numbers(line: &[WordGroup], lattice: &Lattice) -> bool {
    let above = line.iter().filter(|words| is_just_above(words, lattice));
    let numbers = (1..=lattice.shape.side()).map(|number| number.to_string());
    above.map(|words| words.text.clone()).eq(numbers)
}

/// Returns true if words stand above a grid, as near as a caption.
fn is_just_above(words: &WordGroup, lattice: &Lattice) -> bool {
    let top = lattice.top();
    (top..top + MAX_CAPTION_CELLS * lattice.cell()).contains(&words.y)
        && words.left > lattice.left()
        && words.right < lattice.right()
}

/// Returns true if words stand at the left of a row of a grid.
fn is_left_of(words: &WordGroup, lattice: &Lattice) -> bool {
    words.right < lattice.left() && (lattice.bottom()..lattice.top()).contains(&words.y)
}

/// The grid that is nearest to some words.
#[derive(Clone, Copy)]
struct NearestGrid {
    index: usize,
    /// True if the words stand above it.
    is_above: bool,
    distance: f64,
}

impl NearestGrid {
    /// Returns the grid of this direction that is nearest to these words and near enough.
    fn find(words: &WordGroup, grids: &[CaptionedGrid], quarter: u8) -> Option<Self> {
        let mut nearest: Option<Self> = None;
        for (index, CaptionedGrid { found, .. }) in grids.iter().enumerate() {
            if found.quarter == quarter
                && let Some(near) = Self::beside(words, index, &found.lattice)
                && is_nearer(near.distance, nearest.map(|before| before.distance))
            {
                nearest = Some(near);
            }
        }
        nearest
    }

    /// Returns the grid if these words stand above or below it.
    fn beside(words: &WordGroup, index: usize, lattice: &Lattice) -> Option<Self> {
        let cell = lattice.cell();
        let slack = cell / 2.0;
        if words.left < lattice.left() - slack || words.right > lattice.right() + slack {
            return None;
        }
        let (up, down) = (words.y - lattice.top(), lattice.bottom() - words.y);
        let near = Self { index, is_above: up > down, distance: up.max(down) };
        let most = (MAX_CAPTION_CELLS * cell).max(MAX_CAPTION_PTS);
        if near.distance < most { Some(near) } else { None }
    }
}

/// Returns true if a distance is smaller than the one before, if there is one.
fn is_nearer(distance: f64, before: Option<f64>) -> bool {
    match before {
        Some(before) => distance < before,
        None => true,
    }
}

impl CaptionedGrid {
    fn nearest_line(&mut self, is_above: bool) -> &mut Option<(f64, usize)> {
        if is_above { &mut self.above } else { &mut self.below }
    }
}

/// Assigns to each grid the words of the nearest lines above and below it. Returns for each word
/// whether it was assigned.
fn assign_captions(
    grids: &mut [CaptionedGrid],
    quarter: u8,
    lines: &[Vec<WordGroup>],
    foot: Option<usize>,
) -> Vec<Vec<bool>> {
    let mut nearest: Vec<Vec<Option<NearestGrid>>> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        nearest.push(if foot == Some(i) {
            vec![None; line.len()]
        } else {
            line.iter().map(|words| NearestGrid::find(words, grids, quarter)).collect()
        });
    }
    for (i, line) in nearest.iter().enumerate() {
        for near in line.iter().flatten() {
            let side = grids[near.index].nearest_line(near.is_above);
            if is_nearer(near.distance, side.map(|(before, _)| before)) {
                *side = Some((near.distance, i));
            }
        }
    }
    let mut taken: Vec<Vec<bool>> = lines.iter().map(|line| vec![false; line.len()]).collect();
    for (i, line) in nearest.iter().enumerate() {
        for (w, near) in line.iter().enumerate() {
            let &Some(NearestGrid { index, is_above, .. }) = near else { continue };
            let placed = &mut grids[index];
            let is_nearest = matches!(placed.nearest_line(is_above), Some((_, line)) if *line == i);
            let text = &lines[i][w].text;
            // A title may be a name with a number, such as "No. 7".
            let is_number = text.trim().bytes().all(|byte| byte.is_ascii_digit());
            if is_above && !is_number {
                placed.found.above.push(text.trim().to_owned());
            }
            if !is_nearest {
                continue;
            }
            let found = &mut placed.found;
            match text::number(text) {
                Some(number) if is_above && found.number.is_none() => found.number = Some(number),
                _ if is_above => found.caption.push(text.trim().to_owned()),
                _ => {}
            }
            taken[i][w] = true;
        }
    }
    taken
}

/// Returns the part of a page that viewers show and printers print.
pub(super) fn visible_area(document: &Document, id: ObjectId) -> Rect {
    let page = Dict::page(document, id);
    let media = page.page_box(b"MediaBox").unwrap_or(Rect::ALL);
    page.page_box(b"CropBox").and_then(|crop| crop.intersect(media)).unwrap_or(media)
}

#[cfg(test)]
mod tests {
    use super::super::grids::lattices;
    use super::super::marks::{LineSegment, PageMarks};
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// A test page. Its coordinates are those of a page on which text of `quarter` is upright.
    #[derive(Default)]
    struct TestPage {
        marks: PageMarks,
        quarter: u8,
    }

    impl TestPage {
        fn to_page(&self, at: (f64, f64)) -> (f64, f64) {
            turned(at, 4 - self.quarter)
        }

        /// Writes letters that are half as wide as their size.
        fn write(&mut self, text: &str, (x, y): (f64, f64), size: f64) {
            let (quarter, advance) = (self.quarter, 0.5 * size);
            for (i, character) in text.chars().enumerate() {
                let at = self.to_page((x + advance * i as f64, y));
                self.marks.letters.push(PageLetter { at, advance, size, quarter, character });
            }
        }

        fn lines(&mut self, (x, y): (f64, f64), cell: f64) {
            for i in 0..10 {
                let (at, side) = (f64::from(i) * cell, 9.0 * cell);
                for (from, to) in
                    [((x, y + at), (x + side, y + at)), ((x + at, y), (x + at, y + side))]
                {
                    self.marks
                        .segments
                        .push(LineSegment { from: self.to_page(from), to: self.to_page(to) });
                }
            }
        }

        /// Draws a grid. The origin of a digit lies below and left of its cell, its centre inside
        /// the cell.
        fn grid(&mut self, text: &str, (x, y): (f64, f64), cell: f64) {
            self.lines((x, y), cell);
            for (i, digit) in text.chars().enumerate().filter(|(_, digit)| *digit != '.') {
                let (column, row) = ((i % 9) as f64, (8 - i / 9) as f64);
                let at = (x + (column - 0.1) * cell, y + (row - 0.1) * cell);
                self.write(&digit.to_string(), at, 0.9 * cell);
            }
        }

        fn read(&self) -> PageContents {
            let info = PageInfo {
                annotations: Vec::new(),
                turned: 0,
                body: 80.0..700.0,
                symbols: Arc::default(),
            };
            let PageMarks { letters, segments } = &self.marks;
            PageContents::from_marks(0, info, letters, lattices(segments))
        }
    }

    #[test]
    fn a_grid_is_read_in_each_direction_with_its_number() {
        for quarter in 0..4 {
            let mut sheet = TestPage { quarter, ..TestPage::default() };
            sheet.grid(PUZZLE, (100.0, 300.0), 20.0);
            sheet.write("12", (100.0, 490.0), 10.0);
            sheet.write("Hard", (240.0, 490.0), 10.0);
            // A grid beside it with words of its own.
            sheet.grid(PUZZLE, (400.0, 300.0), 20.0);
            sheet.write("13", (400.0, 490.0), 10.0);
            let page = sheet.read();
            let read = |i: usize| {
                let grid = &page.grids[i];
                (grid.number, grid.caption.clone(), grid.quarter)
            };
            // Reading order is that of the page, not of the text.
            let at = page.grids.iter().position(|grid| grid.number == Some(12)).unwrap();
            assert_eq!(read(at), (Some(12), vec!["Hard".to_owned()], quarter));
            assert_eq!(read(1 - at), (Some(13), vec![], quarter));
            for grid in &page.grids {
                assert_eq!(grid.grid.to_string(), PUZZLE);
                assert_eq!(grid.broken, None);
                assert!((grid.lattice.cell() - 20.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_first_cell_without_one_digit_is_named() {
        for (text, character) in [("12", '1'), ("x", 'x'), ("\u{FFFD}", '\u{FFFD}'), ("0", '0')] {
            let mut sheet = TestPage::default();
            sheet.lines((100.0, 300.0), 20.0);
            // The second row has another broken cell; dots are pencil marks.
            sheet.write("y", (105.0, 445.0), 8.0);
            sheet.write(text, (145.0, 465.0), 8.0);
            sheet.write(".", (165.0, 465.0), 8.0);
            let grid = &sheet.read().grids[0];
            let (cell, found) = grid.broken.clone().unwrap();
            assert_eq!((cell, found.chars().next()), (2, Some(character)));
            assert_eq!(found.len(), text.len());
            assert!(!grid.is_full());
        }
    }

    #[test]
    fn a_page_number_stands_in_the_last_line_or_in_the_first_that_is_no_caption() {
        let folio = |words: &[(&str, f64, f64)], grid: Option<f64>| {
            let mut sheet = TestPage::default();
            if let Some(y) = grid {
                sheet.grid(PUZZLE, (100.0, y), 20.0);
            }
            words.iter().for_each(|&(text, x, y)| sheet.write(text, (x, y), 8.0));
            let page = sheet.read();
            (page.folio, page.grids.first().and_then(|grid| grid.number))
        };
        let some = |text: &str| Some(text.to_owned());
        // The right end goes before the left, the foot before the head.
        assert_eq!(folio(&[("5", 50.0, 20.0), ("6", 400.0, 20.0)], None).0, some("6"));
        assert_eq!(folio(&[("5", 50.0, 20.0), ("words", 400.0, 20.0)], None).0, some("5"));
        assert_eq!(folio(&[("9", 50.0, 760.0), ("xiv", 50.0, 20.0)], None).0, some("xiv"));
        assert_eq!(folio(&[("9", 50.0, 760.0), ("words", 50.0, 20.0)], None).0, some("9"));
        // Neither in the body nor in the lines between.
        assert_eq!(folio(&[("9", 50.0, 600.0), ("8", 50.0, 100.0)], None).0, None);
        let lines =
            [("words", 50.0, 760.0), ("9", 50.0, 740.0), ("8", 50.0, 40.0), ("words", 50.0, 20.0)];
        assert_eq!(folio(&lines, None).0, None);
        // A caption is the number of its grid; a number far above the grid is not.
        let with_foot = |y| [("9", 100.0, y), ("words", 50.0, 20.0)];
        assert_eq!(folio(&with_foot(730.0), Some(545.0)), (None, Some(9)));
        assert_eq!(folio(&with_foot(770.0), Some(545.0)), (some("9"), None));
        // The page number at the foot is no caption of the grid just above it.
        assert_eq!(folio(&[("9", 100.0, 40.0)], Some(50.0)), (some("9"), None));
    }

    /// The number of an answer at the foot of a newspaper page was read as the page number.
    #[test]
    fn the_caption_of_the_lowest_grid_is_no_page_number() {
        let mut sheet = TestPage::default();
        sheet.grid(PUZZLE, (100.0, 20.0), 4.0);
        sheet.write("9", (100.0, 59.0), 7.0);
        let page = sheet.read();
        assert_eq!((page.folio, page.grids[0].number), (None, Some(9)));
    }

    /// The grids reach from 100 to 280 horizontally, with cells of 20 points.
    #[test]
    fn words_belong_to_the_grid_that_is_nearest_and_near_enough() {
        let caption = |words: &[(&str, f64, f64)]| {
            let mut sheet = TestPage::default();
            sheet.grid(PUZZLE, (100.0, 300.0), 20.0);
            sheet.grid(PUZZLE, (100.0, 60.0), 20.0);
            words.iter().for_each(|&(text, x, y)| sheet.write(text, (x, y), 8.0));
            sheet.write("foot", (100.0, 10.0), 8.0);
            let mut grids = sheet.read().grids;
            grids.sort_by(|a, b| b.lattice.bottom().total_cmp(&a.lattice.bottom()));
            let told = |grid: &PageGrid| (grid.number, grid.caption.join(" "));
            [told(&grids[0]), told(&grids[1])]
        };
        let none = || (None, String::new());
        let words = |text: &str| (None, text.to_owned());
        // 32 points above are 1.6 cells. A word may exceed the grid by half a cell on each side.
        assert_eq!(caption(&[("ab", 100.0, 511.9)])[0], words("ab"));
        assert_eq!(caption(&[("ab", 100.0, 512.1)])[0], none());
        assert_eq!(caption(&[("ab", 90.1, 490.0)])[0], words("ab"));
        assert_eq!(caption(&[("ab", 89.9, 490.0)])[0], none());
        assert_eq!(caption(&[("ab", 281.9, 490.0)])[0], words("ab"));
        assert_eq!(caption(&[("ab", 282.1, 490.0)])[0], none());
        // The nearest line is the caption. Its first number is that of the grid, a second one is a
        // word.
        assert_eq!(caption(&[("5", 100.0, 500.0), ("6", 100.0, 488.0)])[0].0, Some(6));
        assert_eq!(
            caption(&[("5", 100.0, 490.0), ("6", 150.0, 490.0)])[0],
            (Some(5), "6".to_owned())
        );
        assert_eq!(caption(&[("7", 100.0, 272.0)]), [none(), none()]);
    }

    /// With small cells, words may still be 26 points away.
    #[test]
    fn captions_of_small_grids_are_found_in_points() {
        for (far, found) in [(25.9, Some(4)), (26.1, None)] {
            let mut sheet = TestPage::default();
            sheet.grid(PUZZLE, (100.0, 300.0), 5.0);
            sheet.write("4", (100.0, 345.0 + far), 4.0);
            sheet.write("foot", (100.0, 10.0), 4.0);
            assert_eq!(sheet.read().grids[0].number, found);
        }
    }
}
