//! Verifies one volume alone: each cell and line of its grids, each puzzle against its answer, the
//! sequence of numbers, and the order of pages. Other texts are compared by `rebuild`.

mod order;

use super::error::{ProofError, pdf_or_fault};
use super::finding::{Finding, Location};
use crate::check::appearance::{AppearanceChecker, AppearanceIssue, has_drawn_digits};
use crate::check::readback::{PageContents, PageGrid, Pdf};
use engine::make::ordered_map::{MAX_FILE_BLOCKS, StartError, Workers};
use engine::sudoku::any_puzzle::{AnyGrid, AnyPuzzle, GridShape};
use press::printers::WalkError;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The number of pages in a block.
const PAGES_PER_BLOCK: usize = 32;
/// The maximum number of digits of a puzzle. A grid with more is an answer that lost some.
const MAX_PUZZLE_DIGITS: usize = 70;
/// A full grid that differs from every solution in more cells is unrelated to the puzzles.
const MAX_MISPRINTED_CELLS: usize = 20;

/// The content of a volume.
#[derive(Debug, Default)]
pub struct PrintedVolume {
    /// Its file, as the user named it.
    pub file: Arc<str>,
    /// The number of pages.
    pub pages: usize,
    /// True if it is a booklet, with pages in the order of folded sheets.
    pub is_booklet: bool,
    /// The puzzles by number. If numbers restart, as on the sheets of a class, each further sheet
    /// adds 2^32 to the key; [`printed_number`] returns the number on the page.
    pub puzzles: BTreeMap<u64, PrintedGrid>,
    /// The answers, keyed like `puzzles`.
    pub answers: BTreeMap<u64, PrintedGrid>,
    /// The number of grids on its pages.
    pub grids: usize,
    /// The number of grids without a number, which were not verified.
    pub unnumbered: usize,
    /// The number of grids whose digits are drawings, which cannot be read.
    pub drawn: usize,
    /// True if no grid has a number. The keys are then indices in reading order, and an answer has
    /// the key of its puzzle.
    pub by_place: bool,
    /// The findings, in the order of the checks.
    pub findings: Vec<Finding>,
    /// True if a grid has a number in its heading.
    has_headings: bool,
    /// The number of full grids whose only number is in their heading.
    headed_answers: usize,
    /// Full grids without a number, until their puzzles are found.
    solved: Vec<PrintedGrid>,
    pages_seen: order::PageOrder,
}

/// The source of the numbers of grids.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GridNumbering {
    /// Numbers that stand alone above the grids.
    Captions,
    /// Numbers that stand alone above puzzles; for answers, numbers in headings too.
    HeadedAnswers,
    /// Numbers in headings too.
    Headings,
    /// The places of grids, because there are no numbers.
    Places,
}

/// Returns the number that is printed for a puzzle or answer with this key.
pub const fn printed_number(key: u64) -> u64 {
    key & (PROOF_SHEET - 1)
}

/// The difference between the keys of one number on consecutive sheets.
const PROOF_SHEET: u64 = 1 << 32;

/// A numbered grid on a page.
#[derive(Clone, Debug)]
pub struct PrintedGrid {
    /// Its digits.
    pub grid: AnyGrid,
    /// The solution, if it is a puzzle with exactly one.
    pub solution: Option<AnyGrid>,
    /// The place of the grid.
    pub place: Location,
}

impl PrintedGrid {
    /// Returns its name: `puzzle 3`, or `grid 2 of page 3` if grids have no numbers.
    pub(super) fn in_words(&self, key: u64) -> String {
        match self.place {
            Location::Page { sheet, grid: Some(grid), .. } => {
                format!("grid {grid} of page {sheet}")
            }
            _ => format!("puzzle {}", printed_number(key)),
        }
    }

    /// Creates a finding about this grid; `number` is its key.
    pub(super) fn finding(
        &self,
        file: &Arc<str>,
        number: u64,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Finding {
        let finding = Finding::at(file, self.place.clone(), found, expected);
        match self.place {
            Location::Page { grid: Some(_), .. } => finding,
            _ => finding.about_puzzle(printed_number(number)),
        }
    }
}

/// Verifies a volume in memory: digits and lines look like what they are, each puzzle has one
/// solution, and its answer is that solution. `threads` 0 means one for each core. A thousand pages
/// take about a second.
///
/// # Errors
/// When the threads cannot be started. Faults of the file are findings.
pub fn volume(file: &Arc<str>, bytes: &[u8], threads: usize) -> Result<PrintedVolume, ProofError> {
    match open(file, bytes)? {
        Ok(pdf) => Ok(read(file, &pdf, threads, GridNumbering::Captions)?),
        Err(nothing) => Ok(*nothing),
    }
}

/// Verifies a volume of any program. If no numbers stand alone above puzzles, numbers in headings
/// are used. If there are none either, grids are identified by their places.
///
/// # Errors
/// The errors of [`volume`].
pub fn any_volume(
    file: &Arc<str>,
    bytes: &[u8],
    threads: usize,
) -> Result<PrintedVolume, ProofError> {
    let pdf = match open(file, bytes)? {
        Ok(pdf) => pdf,
        Err(nothing) => return Ok(*nothing),
    };
    let own = read(file, &pdf, threads, GridNumbering::Captions)?;
    let other = |numbering| read(file, &pdf, threads, numbering);
    if !own.puzzles.is_empty() || own.grids == 0 {
        // A solved example is not the answer to a puzzle.
        let are_answers = own.answers.is_empty() && own.headed_answers * 2 > own.puzzles.len();
        return if are_answers { Ok(other(GridNumbering::HeadedAnswers)?) } else { Ok(own) };
    }
    if own.has_headings {
        let headed = other(GridNumbering::Headings)?;
        if !headed.puzzles.is_empty() {
            return Ok(headed);
        }
    }
    // A cover shows a grid as well.
    let is_cover = own.pages == 1
        && pdf.page_box(0).is_some_and(|[left, bottom, right, top]| right - left > top - bottom);
    if own.answers.is_empty() && !is_cover {
        let placed = other(GridNumbering::Places)?;
        if !placed.puzzles.is_empty() || placed.drawn > 0 {
            return Ok(placed);
        }
    }
    Ok(own)
}

/// Opens the file of a volume. If it is no book, the inner error is a volume with the finding.
fn open(file: &Arc<str>, bytes: &[u8]) -> Result<Result<Arc<Pdf>, Box<PrintedVolume>>, ProofError> {
    let opened = pdf_or_fault(Pdf::open(bytes))?;
    Ok(opened.map(Arc::new).map_err(|e| {
        let finding = Finding::whole(file, e.to_string(), "a book as a PDF");
        Box::new(PrintedVolume {
            file: file.clone(),
            findings: vec![finding],
            ..PrintedVolume::default()
        })
    }))
}

/// Reads and verifies all pages.
fn read(
    file: &Arc<str>,
    pdf: &Arc<Pdf>,
    threads: usize,
    numbering: GridNumbering,
) -> Result<PrintedVolume, StartError> {
    let by_place = numbering == GridNumbering::Places;
    let mut book = PrintedVolume { file: file.clone(), by_place, ..PrintedVolume::default() };
    if pdf.has_layers() {
        let found = "found layers, which viewers can hide".to_owned();
        let expected = "pages that look the same everywhere";
        book.findings.push(Finding::whole(file, found, expected));
    }
    book.is_booklet = pdf.is_booklet();
    let count = pdf.page_count();
    let blocks = (0..count)
        .step_by(PAGES_PER_BLOCK)
        .map(move |first| (first..count.min(first + PAGES_PER_BLOCK)).collect());
    let (judge, pdf) = (AppearanceChecker::default(), Arc::clone(pdf));
    let work = move |index| page(&pdf, &judge, numbering, index);
    for page in Workers::start(threads)?.map_ordered(MAX_FILE_BLOCKS, blocks, work) {
        book.pages += 1;
        match page {
            Ok(page) => book.add(page),
            Err(stop) => {
                let place = Location::Page { sheet: book.pages, folio: None, grid: None };
                book.report(&place, None, format!("the page {stop}"), "");
            }
        }
    }
    if by_place {
        book.match_answers();
    }
    book.check_sheets();
    book.check_answers();
    if !by_place {
        book.check_numbers();
    }
    book.check_order();
    Ok(book)
}

/// A page with the proof of each numbered puzzle and the issues of its appearance.
struct PageResult {
    contents: PageContents,
    proofs: Vec<Option<Result<AnyGrid, String>>>,
    ink: Vec<(Option<u64>, AppearanceIssue)>,
    /// True for each grid whose digits are drawings.
    drawn: Vec<bool>,
}

fn page(
    pdf: &Pdf,
    ink: &AppearanceChecker,
    numbering: GridNumbering,
    index: usize,
) -> Result<PageResult, WalkError> {
    let (mut contents, drawing) = pdf.read(index)?;
    match numbering {
        GridNumbering::Captions => {}
        GridNumbering::Headings | GridNumbering::HeadedAnswers => {
            let all = numbering == GridNumbering::Headings;
            for grid in contents.grids.iter_mut().filter(|grid| all || grid.is_full()) {
                grid.number = grid.number.or(grid.heading);
            }
        }
        GridNumbering::Places => {
            let mut grids: Vec<_> = contents.grids.iter_mut().collect();
            grids.sort_by_key(|grid| reading_order(grid));
            (1..).zip(grids).for_each(|(number, grid)| grid.number = Some(number));
        }
    }
    let mut ink = ink.page(&drawing, &contents);
    let (mut proofs, mut drawn) = (Vec::new(), Vec::new());
    for grid in &contents.grids {
        let is_drawn = grid.number.is_some() && has_drawn_digits(&drawing, grid);
        if is_drawn {
            // Each of its digits is a mark that is no digit.
            ink.retain(|(number, _)| *number != grid.number);
        }
        drawn.push(is_drawn);
        let is_puzzle =
            grid.number.is_some() && grid.broken.is_none() && !grid.is_full() && !is_drawn;
        let proof = is_puzzle.then(|| AnyPuzzle::prove(grid.grid));
        proofs.push(
            proof.map(|proof| proof.map(|puzzle| puzzle.solution()).map_err(|e| e.to_string())),
        );
    }
    Ok(PageResult { contents, proofs, ink, drawn })
}

impl PrintedVolume {
    /// Returns true if numbers restart, as on the sheets of a class.
    pub(super) fn has_sheets(&self) -> bool {
        self.puzzles.keys().next_back().is_some_and(|key| *key >= PROOF_SHEET)
    }

    fn report(&mut self, place: &Location, number: Option<u64>, found: String, expected: &str) {
        let place = if self.by_place { grid_of(place, number) } else { place.clone() };
        let finding = Finding::at(&self.file, place, found, expected);
        let number = number.filter(|_| !self.by_place);
        let number = number.map(|key| printed_number(key).to_string()).unwrap_or_default();
        self.findings.push(finding.about_puzzle(number));
    }

    /// Adds the next page. Of two grids with one number, the fuller one may be an answer that lost
    /// a digit.
    fn add(&mut self, page: PageResult) {
        let PageResult { contents, proofs, ink, drawn } = page;
        self.pages_seen.add(&contents);
        let place = Location::Page { sheet: contents.sheet, folio: contents.folio, grid: None };
        self.grids += contents.grids.len();
        let grids = contents.grids.into_iter().zip(proofs).zip(drawn);
        let mut grids: Vec<_> = grids.map(|((grid, proof), drawn)| (grid, proof, drawn)).collect();
        grids.sort_by_key(|(grid, ..)| reading_order(grid));
        for (found, proof, is_drawn) in grids {
            self.has_headings |= found.heading.is_some();
            let is_headed = found.number.is_none() && found.heading.is_some();
            self.headed_answers += usize::from(is_headed && found.is_full());
            let Some(number) = found.number.filter(|number| *number < PROOF_SHEET) else {
                self.unnumbered += 1;
                continue;
            };
            if is_drawn {
                self.drawn += 1;
                let words = "found digits that are drawings, which cannot be read".to_owned();
                self.report(&place, Some(number), words, "digits as text");
                continue;
            }
            if let Some((cell, text)) = &found.broken {
                self.report(
                    &place,
                    Some(number),
                    {
                        let cell = found.grid.shape().cell_name(*cell);
                        format!("found {text:?} in {cell}")
                    },
                    "one digit",
                );
            }
            let solution = match proof {
                Some(Err(reason)) if !has_too_many_digits(&found.grid) => {
                    self.report(&place, Some(number), reason, "a puzzle with one solution");
                    None
                }
                proof => proof.and_then(Result::ok),
            };
            let is_full = found.is_full();
            let place = if self.by_place { grid_of(&place, Some(number)) } else { place.clone() };
            let printed = PrintedGrid { grid: found.grid, solution, place };
            match (self.by_place, is_full) {
                (false, _) => self.keep(number, printed, is_full),
                (true, true) => self.solved.push(printed),
                (true, false) => {
                    _ = self.puzzles.insert(self.puzzles.len() as u64 + 1, printed);
                }
            }
        }
        for (number, (found, expected)) in ink {
            self.report(&place, number, found, expected);
        }
    }

    fn keep(&mut self, number: u64, mut printed: PrintedGrid, is_full: bool) {
        let Self { puzzles, answers, .. } = self;
        let is_broken = |puzzle: &PrintedGrid| has_too_many_digits(&puzzle.grid);
        let mut is_answer = is_full;
        if let Some(first) = puzzles.get_mut(&number).filter(|_| !is_full) {
            if is_broken(first) && !is_broken(&printed) {
                std::mem::swap(first, &mut printed);
            }
            is_answer = is_broken(&printed) && !answers.contains_key(&number);
        }
        let known = if is_answer { answers } else { puzzles };
        let keys = (0..).map(|sheet| sheet * PROOF_SHEET + number);
        if let Some(key) = keys.into_iter().find(|key| !known.contains_key(key)) {
            known.insert(key, printed);
        }
    }

    /// Finds the puzzle that each full grid without a number solves.
    fn match_answers(&mut self) {
        let solved = std::mem::take(&mut self.solved);
        let solutions =
            self.puzzles.iter().filter_map(|(key, puzzle)| Some((puzzle.solution?, *key)));
        let solutions: HashMap<AnyGrid, u64> = solutions.collect();
        for answer in solved {
            if let Some(key) = solutions.get(&answer.grid) {
                self.answers.insert(*key, answer);
                continue;
            }
            let far = |solution: &AnyGrid| answer.grid.differences(solution).count();
            let near = solutions.iter().map(|(solution, key)| (far(solution), *key, solution));
            let near = near
                .filter(|(far, ..)| *far <= MAX_MISPRINTED_CELLS)
                .min_by_key(|(far, key, _)| (*far, *key));
            let (found, expected) = match near {
                Some((_, key, solution)) => {
                    let of = self.puzzles.get(&key).map_or_else(String::new, |puzzle| {
                        format!(", as in the solution of {}", puzzle.in_words(key))
                    });
                    let (found, expected) = difference(&answer.grid, solution).unwrap_or_default();
                    (found, expected + &of)
                }
                None => (
                    "found a full grid that solves no puzzle of the file".to_owned(),
                    "the solution of one".to_owned(),
                ),
            };
            self.findings.push(answer.finding(&self.file, 0, found, expected));
        }
    }

    /// Checks that numbers restart only on sheets: each sheet has the same numbers as the first
    /// one, and other puzzles.
    fn check_sheets(&mut self) {
        for kind in ["puzzle", "answer"] {
            let Self { puzzles, answers, .. } = self;
            let known = if kind == "puzzle" { puzzles } else { answers };
            let on_first = known.range(..PROOF_SHEET).count();
            let sheets = known.keys().next_back().map_or(0, |key| key / PROOF_SHEET + 1);
            let grids: HashSet<_> = known.values().map(|printed| printed.grid).collect();
            if known.len() as u64 == sheets * on_first as u64 && grids.len() == known.len() {
                continue;
            }
            for (number, second) in known.split_off(&PROOF_SHEET) {
                let found = format!("found a second {kind} with this number");
                self.report(&second.place, Some(number), found, "one");
            }
        }
    }

    /// Checks that each answer is the solution of its puzzle. A book has answers to all puzzles or
    /// to none.
    fn check_answers(&mut self) {
        let Self { file, puzzles, answers, findings, by_place, .. } = self;
        findings.extend(compare_answers(file, puzzles, answers));
        if answers.is_empty() {
            return;
        }
        // Without numbers, a single solved grid may be an example.
        if *by_place && answers.len() * 2 < puzzles.len() {
            return;
        }
        for (number, puzzle) in puzzles.iter().filter(|(number, _)| !answers.contains_key(number)) {
            let found = match by_place {
                true => "found no answer to this puzzle",
                false => "found no answer with this number",
            };
            findings.push(puzzle.finding(file, *number, found, "one"));
        }
        // The puzzles of a book of answers are in another file.
        if !puzzles.is_empty() {
            findings.extend(answers_without_puzzle(file, puzzles, answers));
        }
    }

    /// Checks that the numbers of the puzzles are consecutive.
    fn check_numbers(&mut self) {
        let Self { puzzles, answers, .. } = &*self;
        let (what, grids) =
            if !puzzles.is_empty() { ("puzzle", puzzles) } else { ("answer", answers) };
        let mut findings = Vec::new();
        for ((&before, _), (&after, grid)) in grids.iter().zip(grids.iter().skip(1)) {
            if after != before + 1 && after / PROOF_SHEET == before / PROOF_SHEET {
                let (first, last) = (printed_number(before) + 1, printed_number(after) - 1);
                let found = if first == last {
                    format!("puzzle {first} is missing")
                } else {
                    format!("puzzles {first} to {last} are missing")
                };
                let expected = format!("{what} {first} after {what} {}", first - 1);
                findings.push(grid.finding(&self.file, after, found, expected));
            }
        }
        self.findings.extend(findings);
    }
}

/// Compares answers with the solutions of the puzzles that have the same numbers.
pub(super) fn compare_answers(
    file: &Arc<str>,
    puzzles: &BTreeMap<u64, PrintedGrid>,
    answers: &BTreeMap<u64, PrintedGrid>,
) -> Vec<Finding> {
    let found = |(number, answer): (&u64, &PrintedGrid)| {
        let solution = puzzles.get(number).and_then(|puzzle| puzzle.solution);
        let (found, expected) = match (answer.grid.empty_cells().next(), solution) {
            (Some(cell), _) => (format!("{cell} of the answer is empty"), "a digit".to_owned()),
            (None, Some(solution)) => difference(&answer.grid, &solution)?,
            // The puzzle is in another file, or a finding about it exists.
            (None, None) => return None,
        };
        Some(answer.finding(file, *number, found, expected))
    };
    answers.iter().filter_map(found).collect()
}

/// Returns a finding for each answer whose number no puzzle has.
pub(super) fn answers_without_puzzle(
    file: &Arc<str>,
    puzzles: &BTreeMap<u64, PrintedGrid>,
    answers: &BTreeMap<u64, PrintedGrid>,
) -> Vec<Finding> {
    let alone = answers.iter().filter(|(number, _)| !puzzles.contains_key(number));
    let found = "found an answer, but no puzzle with this number";
    alone.map(|(number, answer)| answer.finding(file, *number, found, "")).collect()
}

/// Adds the index of a grid to a page location.
fn grid_of(place: &Location, number: Option<u64>) -> Location {
    match (place, number) {
        (Location::Page { sheet, folio, .. }, Some(number)) => {
            let grid = usize::try_from(number).ok();
            Location::Page { sheet: *sheet, folio: folio.clone(), grid }
        }
        _ => place.clone(),
    }
}

/// Returns the sort key of reading order: rows from the top, in a row from the left. A grid that is
/// half a cell lower is in another row.
pub(crate) fn reading_order(grid: &PageGrid) -> (i64, i64) {
    let (lattice, half) = (&grid.lattice, grid.lattice.cell() / 2.0);
    ((-lattice.top() / half).round() as i64, (lattice.left() / half).round() as i64)
}

/// Returns true if a grid has more digits than a puzzle: it is a damaged answer.
fn has_too_many_digits(grid: &AnyGrid) -> bool {
    grid.filled_count() * GridShape::MAX_CELLS > MAX_PUZZLE_DIGITS * grid.shape().cell_count()
}

/// Returns the first wrong digit of an answer, and the right one.
fn difference(answer: &AnyGrid, solution: &AnyGrid) -> Option<(String, String)> {
    let mut all = answer
        .differences(solution)
        .filter_map(|cell| Some((cell, answer.digit(cell)?, solution.digit(cell)?)));
    let (cell, digit, expected) = all.next()?;
    let others = match all.count() {
        0 => String::new(),
        1 => " (and 1 other cell differs)".to_owned(),
        n => format!(" (and {n} other cells differ)"),
    };
    let cell = answer.shape().cell_name(cell);
    Some((format!("found {digit} in {cell} of the answer{others}"), expected.to_string()))
}
