//! Verifies one volume alone: each cell and line of its grids, each puzzle against its answer, the
//! sequence of numbers, and the order of pages. Other texts are compared by `rebuild`.

mod order;

use super::error::{ProofError, pdf_or_fault};
use super::finding::{Finding, Location};
use crate::appearance::{AppearanceChecker, AppearanceIssue, DigitCache, has_drawn_digits};
use crate::readback::{PageContents, PageGrid, PageReader, Pdf};
use grid::{AnyGrid, AnyPuzzle, GridShape};
use make::{StartError, Workers};
use preflight::WalkError;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The number of pages in a block. What they have in common is read and judged once.
const PAGES_PER_BLOCK: usize = 32;
/// The maximum number of digits of a puzzle of 9 x 9 cells. A grid with more is an answer that lost
/// some. Small grids have the same share.
const MAX_PUZZLE_DIGITS: usize = 70;
/// A full grid that differs from every solution in more cells is unrelated to the puzzles.
const MAX_MISPRINTED_CELLS: usize = 20;

/// The content of a volume.
#[derive(Debug, Default)]
pub struct PrintedVolume {
    /// Its file, as the user named it.
    pub file: Arc<str>,
    /// The code of its language; empty if the file states none.
    pub language: String,
    /// True if this program wrote the file.
    pub is_own: bool,
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
    /// True if letters stand for them.
    pub has_letters: bool,
    /// The solution, if it is a puzzle with exactly one.
    pub solution: Option<AnyGrid>,
    /// The place of the grid.
    pub place: Location,
    /// The words of the lines close above the grid, without those of digits alone.
    pub above: Vec<String>,
    /// The lines of its page.
    pub page: Arc<[String]>,
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
    if !own.puzzles.is_empty() || own.grids == 0 {
        // A solved example is not the answer to a puzzle.
        let are_answers = own.answers.is_empty() && own.headed_answers * 2 > own.puzzles.len();
        if are_answers {
            return Ok(read(file, &pdf, threads, GridNumbering::HeadedAnswers)?);
        }
        return Ok(own);
    }
    if own.has_headings {
        let headed = read(file, &pdf, threads, GridNumbering::Headings)?;
        if !headed.puzzles.is_empty() {
            return Ok(headed);
        }
    }
    // A cover shows a grid as well.
    let is_cover = own.pages == 1 && is_wide(&pdf);
    if own.answers.is_empty() && !is_cover {
        let placed = read(file, &pdf, threads, GridNumbering::Places)?;
        if !placed.puzzles.is_empty() || placed.drawn > 0 {
            return Ok(placed);
        }
    }
    Ok(own)
}

/// Returns true if the first page is wider than high.
fn is_wide(pdf: &Pdf) -> bool {
    match pdf.page_box(0) {
        Some([left, bottom, right, top]) => right - left > top - bottom,
        None => false,
    }
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
    book.language = pdf.language();
    book.is_own = pdf.is_own();
    let count = pdf.page_count();
    let blocks = (0..count)
        .step_by(PAGES_PER_BLOCK)
        .map(move |first| std::iter::once(first..count.min(first + PAGES_PER_BLOCK)).collect());
    let (digits, pdf) = (DigitCache::default(), Arc::clone(pdf));
    let blocks =
        Workers::start(threads)?.map_ordered(Workers::MAX_FILE_BLOCKS, blocks, move |pages| {
            let (mut reader, mut checker) =
                (PageReader::new(&pdf), AppearanceChecker::new(&digits));
            let read = pages.map(|index| read_page(&mut reader, &mut checker, numbering, index));
            read.collect::<Vec<_>>()
        });
    for page in blocks.flatten() {
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

fn read_page(
    reader: &mut PageReader,
    checker: &mut AppearanceChecker,
    numbering: GridNumbering,
    index: usize,
) -> Result<PageResult, WalkError> {
    let (mut contents, drawing) = reader.read(index)?;
    number_grids(&mut contents, numbering);
    let mut ink = checker.page(&drawing, &contents);
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
        proofs.push(if is_puzzle { Some(prove(grid.grid)) } else { None });
    }
    Ok(PageResult { contents, proofs, ink, drawn })
}

/// Returns the solution of a grid, or why it is no puzzle.
fn prove(grid: AnyGrid) -> Result<AnyGrid, String> {
    match AnyPuzzle::prove(grid) {
        Ok(puzzle) => Ok(puzzle.solution()),
        Err(e) => Err(e.to_string()),
    }
}

/// Gives the grids of a page the numbers that count.
fn number_grids(contents: &mut PageContents, numbering: GridNumbering) {
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
}

impl PrintedVolume {
    /// Returns true if numbers restart, as on the sheets of a class.
    pub(super) fn has_sheets(&self) -> bool {
        matches!(self.puzzles.last_key_value(), Some((key, _)) if *key >= PROOF_SHEET)
    }

    fn report(&mut self, place: &Location, number: Option<u64>, found: String, expected: &str) {
        if self.by_place {
            let finding = Finding::at(&self.file, grid_place(place, number), found, expected);
            self.findings.push(finding);
            return;
        }
        let finding = Finding::at(&self.file, place.clone(), found, expected);
        self.findings.push(match number {
            Some(key) => finding.about_puzzle(printed_number(key)),
            None => finding,
        });
    }

    /// Adds the next page. Of two grids with one number, the fuller one may be an answer that lost
    /// a digit.
    fn add(&mut self, page: PageResult) {
        let PageResult { contents, proofs, ink, drawn } = page;
        self.pages_seen.add(&contents);
        let place = Location::Page { sheet: contents.sheet, folio: contents.folio, grid: None };
        self.grids += contents.grids.len();
        let words = contents.lines.iter().flat_map(|line| line.split('\t'));
        let page: Arc<[String]> = words.map(|words| words.trim().to_owned()).collect();
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
                let cell = found.grid.shape().cell_name(*cell);
                self.report(&place, Some(number), format!("found {text:?} in {cell}"), "one digit");
            }
            let solution = match proof {
                Some(Err(reason)) if !is_damaged_answer(&found.grid) => {
                    self.report(&place, Some(number), reason, "a puzzle with one solution");
                    None
                }
                proof => proof.and_then(Result::ok),
            };
            let is_full = found.is_full();
            let place =
                if self.by_place { grid_place(&place, Some(number)) } else { place.clone() };
            let PageGrid { grid, has_letters, above, .. } = found;
            let page = page.clone();
            let printed = PrintedGrid { grid, has_letters, solution, place, above, page };
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
        let mut is_answer = is_full;
        if let Some(first) = puzzles.get_mut(&number).filter(|_| !is_full) {
            if is_damaged_answer(&first.grid) && !is_damaged_answer(&printed.grid) {
                std::mem::swap(first, &mut printed);
            }
            is_answer = is_damaged_answer(&printed.grid) && !answers.contains_key(&number);
        }
        let known = if is_answer { answers } else { puzzles };
        let keys = (0..).map(|sheet| sheet * PROOF_SHEET + number);
        if let Some(key) = keys.into_iter().find(|key| !known.contains_key(key)) {
            known.insert(key, printed);
        }
    }

    /// Finds the puzzle that each full grid without a number solves.
    fn match_answers(&mut self) {
        let mut solutions: HashMap<AnyGrid, u64> = HashMap::new();
        for (key, puzzle) in &self.puzzles {
            if let Some(solution) = puzzle.solution {
                solutions.insert(solution, *key);
            }
        }
        for answer in std::mem::take(&mut self.solved) {
            if let Some(key) = solutions.get(&answer.grid) {
                self.answers.insert(*key, answer);
                continue;
            }
            let (found, expected) = self.misprint(&answer.grid, &solutions);
            self.findings.push(answer.finding(&self.file, 0, found, expected));
        }
    }

    /// Returns how an answer differs from the nearest solution, in words.
    fn misprint(&self, answer: &AnyGrid, solutions: &HashMap<AnyGrid, u64>) -> (String, String) {
        let mut nearest: Option<(usize, u64, &AnyGrid)> = None;
        for (solution, key) in solutions {
            let far = answer.differences(solution).count();
            let is_nearer = match nearest {
                Some((least, first, _)) => (far, *key) < (least, first),
                None => far <= MAX_MISPRINTED_CELLS,
            };
            if is_nearer {
                nearest = Some((far, *key, solution));
            }
        }
        let Some((_, key, solution)) = nearest else {
            let found = "found a full grid that solves no puzzle of the file";
            return (found.to_owned(), "the solution of one".to_owned());
        };
        let (found, mut expected) = difference(answer, solution).unwrap_or_default();
        if let Some(puzzle) = self.puzzles.get(&key) {
            expected += &format!(", as in the solution of {}", puzzle.in_words(key));
        }
        (found, expected)
    }

    /// Checks that numbers restart only on sheets: each sheet has the same numbers as the first
    /// one, and other puzzles.
    fn check_sheets(&mut self) {
        for kind in ["puzzle", "answer"] {
            let Self { puzzles, answers, .. } = self;
            let known = if kind == "puzzle" { puzzles } else { answers };
            let on_first = known.range(..PROOF_SHEET).count();
            let sheets = match known.last_key_value() {
                Some((key, _)) => key / PROOF_SHEET + 1,
                None => 0,
            };
            // A text is hashed faster than a grid.
            let grids: HashSet<_> = known.values().map(|own| own.grid.to_string()).collect();
            // Two puzzles of 4x4 may have one solution, because there are 288 grids in all.
            let are_small = known.values().all(|printed| printed.grid.shape().side() < 9);
            let are_distinct = grids.len() == known.len() || (kind == "answer" && are_small);
            if known.len() as u64 == sheets * on_first as u64 && are_distinct {
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
            let found = if *by_place {
                "found no answer to this puzzle"
            } else {
                "found no answer with this number"
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
    let mut findings = Vec::new();
    for (number, answer) in answers {
        let solution = puzzles.get(number).and_then(|puzzle| puzzle.solution);
        let wrong = match (answer.grid.empty_cells().next(), solution) {
            (Some(cell), _) => {
                let cell = answer.grid.shape().cell_name(cell);
                Some((format!("{cell} of the answer is empty"), "a digit".to_owned()))
            }
            (None, Some(solution)) => difference(&answer.grid, &solution),
            // The puzzle is in another file, or a finding about it exists.
            (None, None) => None,
        };
        if let Some((found, expected)) = wrong {
            findings.push(answer.finding(file, *number, found, expected));
        }
    }
    findings
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
fn grid_place(place: &Location, number: Option<u64>) -> Location {
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
pub fn reading_order(grid: &PageGrid) -> (i64, i64) {
    let (lattice, half) = (&grid.lattice, grid.lattice.cell() / 2.0);
    ((-lattice.top() / half).round() as i64, (lattice.left() / half).round() as i64)
}

/// Returns true if a grid has more digits than a puzzle: it is an answer that lost some.
fn is_damaged_answer(grid: &AnyGrid) -> bool {
    grid.filled_count() * GridShape::MAX_CELLS > MAX_PUZZLE_DIGITS * grid.shape().cell_count()
}

/// Returns the first wrong digit of an answer, and the right one.
fn difference(answer: &AnyGrid, solution: &AnyGrid) -> Option<(String, String)> {
    let mut wrong = Vec::new();
    for cell in answer.differences(solution) {
        if let (Some(digit), Some(expected)) = (answer.digit(cell), solution.digit(cell)) {
            wrong.push((cell, digit, expected));
        }
    }
    let &(cell, digit, expected) = wrong.first()?;
    let others = match wrong.len() - 1 {
        0 => String::new(),
        1 => " (and 1 other cell differs)".to_owned(),
        n => format!(" (and {n} other cells differ)"),
    };
    let cell = answer.shape().cell_name(cell);
    Some((format!("found {digit} in {cell} of the answer{others}"), expected.to_string()))
}
